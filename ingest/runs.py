"""What a run of list items is: its outermost ones, whether it counts up, whether it is bare."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from ingest.candidates import Candidate

OPEN_ENDS = tuple("。.；;，,、：:")  # of a line that states, or goes on below


def outermost(items: Iterable[Candidate]) -> list[Candidate]:
    """Those that are set in least, give or take a blank; none from four blanks on."""
    run = [c for c in items if c.indent < 4]
    base = min((c.indent for c in run), default=0)
    return [c for c in run if c.indent <= base + 1]


def ascends(run: list[Candidate], *, default: bool = False) -> bool:
    """Whether the numbers of a run mostly grow from one to the next; `default` where fewer than two have one."""
    numbers = [
        tuple(map(int, re.split(r"[.\-]", c.number.number)))
        for c in run
        if c.number is not None and c.number.number[0].isdigit()
    ]
    if len(numbers) < 2:
        return default
    return sum(a < b for a, b in pairwise(numbers)) >= 0.8 * (len(numbers) - 1)


def are_distinct(run: Sequence[Candidate]) -> bool:
    """Whether hardly a title of theirs comes twice."""
    return len({one.title for one in run}) >= 0.9 * len(run)


def is_bare(region: list[Candidate], part: float) -> bool:
    """Whether a region holds nothing but short numbered items without answers, that much of which asks."""
    return (
        len(region) >= 3
        and all(c.style == "num" and not c.body and len(c.title) <= 160 for c in region)
        and sum(c.ask == 2 for c in region) >= part * len(region)
        and ascends(region)
    )


def is_bare_bullet(one: Candidate) -> bool:
    """A short bullet with nothing below it."""
    return one.style == "bullet" and one.leaf and not one.body and len(one.title) <= 120
