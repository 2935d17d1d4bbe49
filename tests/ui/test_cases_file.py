"""Files of cases: one object a line, and the line that does not fit is named."""

from __future__ import annotations

import pytest

from ingest import TiyanError
from ui.cases import read_cases


def write(tmp_path, text, encoding="utf-8"):
    path = tmp_path / "cases.jsonl"
    path.write_bytes(text.encode(encoding))
    return str(path)


def test_objects_come_in_order_and_keep_what_else_they_hold(tmp_path):
    path = write(tmp_path, '\ufeff{"query": "甲", "id": 1}\n\n  \n{"query": "乙"}')
    assert list(read_cases(path, "query")) == [{"query": "甲", "id": 1}, {"query": "乙"}]


@pytest.mark.parametrize("line", ["{", "[1]", '"甲"', '{"question": "甲"}', '{"query": 3}', "null"])
def test_a_line_that_does_not_fit_is_named(tmp_path, line):
    path = write(tmp_path, f'{{"query": "甲"}}\n{line}\n')
    reading = read_cases(path, "query")
    assert next(reading)["query"] == "甲"
    with pytest.raises(TiyanError, match=r"cases\.jsonl line 2: "):
        next(reading)


def test_a_file_that_is_not_there_or_no_text_is_named(tmp_path):
    with pytest.raises(TiyanError, match="cannot be read"):
        list(read_cases(str(tmp_path / "none.jsonl"), "query"))
    with pytest.raises(TiyanError, match="UTF-8"):
        list(read_cases(write(tmp_path, '{"query": "缓存"}', "gb18030"), "query"))
