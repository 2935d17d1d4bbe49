"""Which terms a text is found by."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from index.tokens import fold, simplified, terms


@pytest.mark.parametrize(
    "text, expected",
    [
        ("见Q125", ["见", "q125"]),  # a number glued to Chinese
        ("KV Cache的作用", ["kv", "cache", "作用"]),
        ("Cache为什么慢", ["cache", "慢"]),
        ("ＴＣＰ　握手", ["tcp", "握手"]),  # full width
        ("tcp_tw_reuse", ["tcp_tw_reuse", "tcp", "tw", "reuse"]),
        ("PagedAttention", ["pagedattention", "paged", "attention"]),
        ("RoCE vLLM", ["roce", "vllm"]),  # short humps are no words
        ("C++ 和 C#", ["c++", "c#"]),
        ("占 3.14GB、20.4%", ["占", "3.14gb", "20.4%"]),
        ("職責", ["职责"]),  # traditional and simplified are one
        ("What is the TTFT?", ["ttft"]),
        ("这是什么？", []),
        ("", []),
    ],
)
def test_terms(text, expected):
    assert terms(text) == expected


def test_traditional_text_is_simplified_and_simplified_text_left_alone():
    assert simplified("有無計畫") == "有无计划"
    text = "后端的头发、干净的面条和里程"  # characters that traditional text writes in two ways
    assert simplified(text) == text


@given(st.text(max_size=80))
def test_folding_twice_changes_nothing_that_is_matched(text):
    assert terms(fold(text)) == terms(fold(fold(text)))


@given(st.text(max_size=80))
def test_terms_hold_no_blank(text):
    assert all(term and not term.isspace() for term in terms(text))
