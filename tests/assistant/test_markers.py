"""Markers come out of a stream whole and once, and everything else comes out as it was written."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.markers import Mark, MarkerReader, without_thinking

KNOWN = {"1": "a", "2": "b", "3": "c", "Q125": "q", "Q125·要点3": "p3", "网络 第2题·要点1": "n"}


def read(pieces):
    reader = MarkerReader(KNOWN)
    out = []
    for piece in pieces:
        out += reader.feed(piece)
    out += reader.close()
    merged = []
    for token in out:
        if merged and isinstance(token, str) and isinstance(merged[-1], str):
            merged[-1] += token
        else:
            merged.append(token)
    return merged


def ids(text):
    return [token.ids for token in read([text]) if isinstance(token, Mark)]


def raw(tokens):
    return "".join(token.raw if isinstance(token, Mark) else token for token in tokens)


@pytest.mark.parametrize(
    "text, expected",
    [
        ("它分页[1]。", [("a",)]),
        ("它分页［2］。", [("b",)]),
        ("它分页【3】。", [("c",)]),
        ("它分页[1][3]，又共享[1, 2]。", [("a",), ("c",), ("a", "b")]),
        ("它分页[1、2]", [("a", "b")]),
        ("见[Q125]", [("q",)]),
        ("见[q125·要点3]", [("p3",)]),
        ("见[网络 第2题·要点1]", [("n",)]),
        ("caches[1].", [("a",)]),  # English models glue the marker to the word
        ("[1](https://example.org/x) 后文", [("a",)]),  # the address is the model's invention, the id is ours
    ],
)
def test_a_marker_is_found(text, expected):
    assert ids(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "形状 [B, num_kv_heads, L, d]",
        "满矩阵 [T_q × T_kv]",
        "分数在 [0, 1] 之间",
        "arr_1[1] 与 x[1] 与 f(x)[1]",
        "`block_table[1]` 与 ``a`[1]``",
        "```python\nx[1]\n[1]\n```",
        "```\n没有结束的围栏 [1]",
        "~~~\n[1]\n~~~",
        "$a[1] + b$ 与 $$\nc[1]\n$$ 与 \\(d[1]\\) 与 \\[e[1]\\]",
        "[见官方文档](https://example.org/)",
        "一个孤零零的 [ 在这里，后面什么也没有",
        "[",
        "[1",
        "- [ ] 待办 - [x] 完成",
        "【题眼】先给定位",
        "2024 年[2024]",
        "\\[1] 是转义的",
    ],
)
def test_what_is_no_marker_stays_text(text):
    assert read([text]) == [text]


@pytest.mark.parametrize(
    "text, unknown", [("有[9]", ("9",)), ("有[Q999]", ("Q999",)), ("有[1, 9]", ("9",)), ("[Q12]", ("Q12",))]
)
def test_an_id_that_was_not_given_is_reported_and_links_nowhere(text, unknown):
    (mark,) = (token for token in read([text]) if isinstance(token, Mark))
    assert mark.unknown == unknown
    assert set(mark.ids) <= {"a"}


@pytest.mark.parametrize(
    "text, marks",
    [
        ("价格 $2.50[1]，输出 $10[2]。", 2),
        ("目录 $HOME 里[1]，没有收尾。", 1),
        ("一个 ` 反引号[1]\n下一行[2]", 2),
        ("先是 `代码`，再是[1]", 1),
        ("```\n[1]\n```\n[1]", 1),
        ("` [1] `` [2]", 2),
    ],
)
def test_an_opening_that_never_closes_hides_nothing(text, marks):
    assert sum(isinstance(token, Mark) for token in read([text])) == marks


WHOLE = "分页[Q125]与[Q125·要点3]，形状 [B, L]，`x[1]`，$y[1]$，价 $2[2]。\n```py\na[1]\n```\n一个 [ 与【3】[9] [1](http://e.x/a) 完。"


@pytest.mark.parametrize("cut", range(len(WHOLE) + 1))
def test_every_split_point_gives_the_same(cut):
    assert read([WHOLE[:cut], WHOLE[cut:]]) == read([WHOLE])


def test_one_character_at_a_time_gives_the_same():
    assert read(WHOLE) == read([WHOLE])


FRAGMENTS = st.lists(
    st.sampled_from(
        ["[", "]", "1", "9", "Q125", "·要点3", ", ", "`", "``", "```", "\n", "$", "$$", "\\", "(", ")", "http://x", "字", " ",
         "a", "_", "~~~", "【", "】", "［", "］", "0", "   ", "[1]", "[2]"]
    ),
    max_size=30,
)  # fmt: skip


@settings(max_examples=600)
@given(FRAGMENTS, st.lists(st.integers(0, 80), max_size=12))
def test_the_cuts_never_matter_and_nothing_is_lost(fragments, cuts):
    text = "".join(fragments)
    edges = sorted({0, len(text), *(min(cut, len(text)) for cut in cuts)})
    pieces = [text[a:b] for a, b in itertools.pairwise(edges)]
    whole = read([text])
    assert read(pieces) == whole
    assert read(text) == whole
    assert raw(whole) == text


def test_text_does_not_wait_for_the_end():
    reader = MarkerReader(KNOWN)
    assert reader.feed("先说结论：") == ["先说结论："]
    assert reader.feed("它分页[") == ["它分页"]
    assert reader.feed("1") == []
    assert reader.feed("]。") == [Mark(("a",), (), "[1]"), "。"]


@pytest.mark.parametrize("cut", range(30))
def test_a_thinking_block_is_dropped(cut):
    text = "<think>让我想想[1]</think>\n\n答案[1]"
    assert "".join(without_thinking([text[:cut], text[cut:]])) == "答案[1]"
    assert "".join(without_thinking(text)) == "答案[1]"


@pytest.mark.parametrize("text", ["", "<", "<thin", "<b>粗</b>", "答案 <think> 在中间</think>"])
def test_what_is_no_thinking_block_stays(text):
    assert "".join(without_thinking(text)) == text
