import pytest
from hypothesis import given
from hypothesis import strategies as st

from eval.folding import longest_shared_run, match_key, tokens


@pytest.mark.parametrize(
    "text, expected",
    [
        ("KV Cache的P99是什么？", ["kv", "cache", "的", "p99", "是", "什", "么"]),
        ("ＴＣＰ三次", ["tcp", "三", "次"]),
        ("v0.6.1", ["v0", "6", "1"]),
        ("snake_case", ["snake", "case"]),
        ("", []),
    ],
)
def test_tokens(text, expected):
    assert list(tokens(text)) == expected


@pytest.mark.parametrize(
    "left, right", [("什么？", "什么?"), ("KV Cache", "ｋｖｃａｃｈｅ"), ("a，b", "A b")]
)
def test_keys_that_agree(left, right):
    assert match_key(left) == match_key(right)


def test_keys_that_differ():
    assert len({match_key(text) for text in ("C", "C++", "C#")}) == 3


words = st.lists(st.sampled_from("abc"), max_size=12).map(tuple)


@given(words, words)
def test_the_shared_run_stands_in_both_and_is_the_longest(left, right):
    def runs(sequence):
        return {sequence[i:j] for i in range(len(sequence) + 1) for j in range(i, len(sequence) + 1)}

    run = longest_shared_run(left, right)
    shared = runs(left) & runs(right)
    assert run in shared and len(run) == max(map(len, shared))
