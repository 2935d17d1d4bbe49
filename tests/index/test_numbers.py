"""Question numbers that a query names."""

import pytest

from index.numbers import from_chinese, numbers_in


@pytest.mark.parametrize(
    "query, numbers, rest",
    [
        ("Q125", ("125",), ""),
        ("q125", ("125",), ""),
        ("Q 125", ("125",), ""),
        ("Ｑ１２５", ("125",), ""),
        ("第125题", ("125",), ""),
        ("第 125 題", ("125",), ""),
        ("第十二题", ("12",), ""),
        ("125", ("125",), ""),
        ("2.1.3", ("2.1.3",), ""),
        ("Q125/163", ("125", "163"), ""),
        ("Q125 和 Q163 的区别", ("125", "163"), "的区别"),
        ("见Q125里的前缀缓存", ("125",), "见 里的前缀缓存"),
        ("Q1125 讲什么", ("1125",), "讲什么"),
        ("Qwen2.5 有多大", (), "Qwen2.5 有多大"),  # a model's name
        ("FAQ 12 条", (), "FAQ 12 条"),
        ("为什么是 40GB", (), "为什么是 40GB"),
        ("3 次握手", (), "3 次握手"),
        ("", (), ""),
    ],
)
def test_numbers_in(query, numbers, rest):
    found, left = numbers_in(query)
    assert found == numbers
    assert " ".join(left.split()) == rest


@pytest.mark.parametrize(
    "numeral, value",
    [
        ("十", 10),
        ("十二", 12),
        ("二十", 20),
        ("一百零五", 105),
        ("一百二十五", 125),
        ("一二五", 125),
        ("两百", 200),
    ],
)
def test_chinese_numerals(numeral, value):
    assert from_chinese(numeral) == value
