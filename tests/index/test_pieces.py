"""Cutting long texts: nothing is lost, nothing too long, and the knife goes in where a reader would put it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from index.pieces import cut_text

TEXTS = st.one_of(
    st.text(max_size=300),
    st.lists(
        st.sampled_from(
            [
                "短句。",
                "一句，两句！",
                "Version 3.14GB works. ",
                "没有标点" * 9,
                "\n",
                "\n\n",
                "```py\n",
                "x = 1\n",
                "```\n",
                "| a | b |\n",
                "$$",
                " ",
            ]
        ),
        max_size=40,
    ).map("".join),
)


@given(TEXTS, st.integers(1, 60), st.booleans())
def test_pieces_join_to_the_text_and_fit(text, limit, opaque):
    pieces = cut_text(text, limit, opaque=opaque)
    assert "".join(pieces) == text
    assert all(0 < len(piece) <= limit for piece in pieces)


@given(TEXTS, st.integers(2, 40))
def test_any_measure_that_grows_with_the_text_is_kept_to(text, limit):
    def measure(piece):
        return len(piece.encode())

    for piece in cut_text(text, limit, measure):
        assert measure(piece) <= limit or len(piece) == 1


@pytest.mark.parametrize(
    "text, limit, pieces",
    [
        ("甲。乙。", 2, ["甲。", "乙。"]),  # the mark stays with its sentence
        ("他说「甲。」乙来了。", 7, ["他说「甲。」", "乙来了。"]),  # and so does what closes it
        ("占 3.14GB 显存。再来", 12, ["占 3.14GB 显存。", "再来"]),  # no end inside a number
        ("Call a.b() first. Then c.", 18, ["Call a.b() first. ", "Then c."]),
        ("甲，乙，丙", 4, ["甲，乙，", "丙"]),  # clauses where sentences are too long
        ("一二三四五六", 4, ["一二三四", "五六"]),  # by force at last
        ("", 5, []),
    ],
)
def test_cuts_where_a_reader_pauses(text, limit, pieces):
    assert cut_text(text, limit) == pieces


CODE = "```python\nfirst = 1。\n\nsecond = 2\n```\n"
TABLE = "| 做法 | 结果 |\n|---|---|\n| 甲。乙。 | 丙 |\n"
FORMULA = "$$\na = b。 c\n$$\n"


@pytest.mark.parametrize(
    "block", [CODE, TABLE, FORMULA, CODE.replace("```", "~~~"), "  " + CODE.replace("\n```\n", "\n  ```\n")]
)
def test_code_tables_and_formulas_stay_whole(block):
    text = f"前面一句话。又一句话。\n{block}后面一句话。又一句话。"
    pieces = cut_text(text, max(len(block), 12))
    assert any(block in piece for piece in pieces)


def test_a_block_above_the_limit_is_cut_at_line_ends():
    lines = [f"line_{i} = {i}\n" for i in range(30)]
    block = "```\n" + "".join(lines) + "```"
    pieces = cut_text(block, 60, opaque=True)
    assert len(pieces) > 1
    assert all(piece.endswith("\n") for piece in pieces[:-1])


def test_an_unclosed_fence_runs_to_the_end():
    text = "说明。\n```\na。\nb。\nc。"
    assert any("a。\nb。\nc。" in piece for piece in cut_text(text, 20))
