"""How often lines are looked at: twice the text is twice the work, whatever it repeats."""

import pytest

from ingest.candidates import details_ends, find_candidates
from ingest.grammar import default_marks
from ingest.lines import scan


class Counted(list):
    """Lines that count how many of them were read."""

    reads = 0

    def __getitem__(self, at):
        found = super().__getitem__(at)
        self.reads += len(found) if isinstance(at, slice) else 1
        return found


def reads(text):
    marks = default_marks()
    lines = Counted(scan(text, marks).lines)
    find_candidates(lines, marks, 0, len(lines), details_ends(list(lines)))
    return lines.reads


@pytest.mark.parametrize(
    "piece",
    [
        "问：什么是甲？\n答：一个字。\n\n",
        "问：什么是甲？\n\n",
        "题眼：甲\n看这里。\n题目：什么是甲？\n---\n",
        "1、什么是甲？\n一个字。\n\n",
        "**什么是甲？**\n\n一个字。\n\n",
        "- 什么是甲？\n  - 一个字\n",
        "> 什么是甲？\n\n一个字。\n\n",
        "什么是甲？\n\n",
    ],
)
def test_twice_the_text_is_read_twice(piece):
    assert reads(piece * 400) <= 2.2 * reads(piece * 200)
