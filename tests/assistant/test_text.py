"""Sentences are cut where a reader would cut them, and nothing is lost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.sentences import cut_to, split_sentences
from assistant.text import content_terms, language_of, latin_terms


@pytest.mark.parametrize(
    "text, pieces",
    [
        ("显存 3.14GB。够吗？够！", ["显存 3.14GB。", "够吗？", "够！"]),
        ("e.g. 3.14GB is used. Next one.", ["e.g. 3.14GB is used. ", "Next one."]),
        ("甲。乙。", ["甲。", "乙。"]),
        ("「甲。」乙。", ["「甲。」", "乙。"]),  # the closing quote stays with its sentence
        ("它说「甲。乙。」就完。后。", ["它说「甲。乙。」就完。", "后。"]),
        ("a != b 是真。x?y=1", ["a != b 是真。", "x?y=1"]),
        ("1. 第一。\n2. 第二\n   - 嵌套。", ["1. 第一。\n", "2. 第二\n", "   - 嵌套。"]),
        ("前。\n```py\nx = 1. \ny。\n```\n后。", ["前。\n", "```py\nx = 1. \ny。\n```\n", "后。"]),
        ("用 `a。b` 好。$x。y$ 也好。", ["用 `a。b` 好。", "$x。y$ 也好。"]),
        ("见 https://a.b/c?x=1 与 v0.6.3 版。下句。", ["见 https://a.b/c?x=1 与 v0.6.3 版。", "下句。"]),
        ("U.S. GPUs, i.e. cards. Fine.", ["U.S. GPUs, i.e. cards. ", "Fine."]),
        ("（没闭合。继续。", ["（没闭合。", "继续。"]),
    ],
)
def test_sentences(text, pieces):
    assert split_sentences(text) == pieces


ALPHABET = st.text(st.sampled_from("甲乙。！？!?.,，「」（）()`$\n -1aA`~"), max_size=60)


@given(ALPHABET)
def test_splitting_loses_nothing(text):
    pieces = split_sentences(text)
    assert "".join(pieces) == text
    assert all(pieces)
    assert not text.strip() or all(piece.strip() for piece in pieces)


@given(ALPHABET, st.integers(1, 40))
def test_cutting_keeps_whole_leading_sentences(text, limit):
    kept = cut_to(text, limit)
    assert text.startswith(kept)
    assert not text.strip() or kept.strip()
    assert kept in {"".join(split_sentences(text)[:n]).rstrip() for n in range(len(text) + 1)}


@pytest.mark.parametrize(
    "text, default, language",
    [
        ("什么是 KV Cache", "en", "zh"),
        ("TTFT", "zh", "zh"),
        ("TTFT", "en", "en"),
        ("what is TTFT", "zh", "en"),
        ("KV Cache", "zh", "zh"),
        ("", "zh", "zh"),
    ],
)
def test_language(text, default, language):
    assert language_of(text, default) == language


def test_terms_of_a_query_leave_its_question_words_out():
    assert content_terms("为什么需要 TIME_WAIT？它和 CLOSE_WAIT 的区别") == ["time_wait", "close_wait"]
    assert latin_terms("为什么 KV Cache 与 vLLM 的 PD，KV Cache") == ["KV Cache", "vLLM", "PD"]
