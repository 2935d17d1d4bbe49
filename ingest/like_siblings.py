"""A chapter whose questions bear other marks than those of the chapters beside it: bold lines here, `1.`, bullets or quotes there."""

from __future__ import annotations

from collections.abc import Sequence

from ingest.candidates import Candidate, asking_counts
from ingest.headings import Node
from ingest.lines import Line
from ingest.through import Stretch, count_of, kinds_of, makes_up, without_numbers

_FEWEST = 3  # questions of a chapter
_FILLED = 0.4  # share of the chapters that hold questions
_ASKING = 0.3  # share of the entries that could ask, unless hardly any of the file does


def take_like_siblings(nodes: Sequence[Node], lines: Sequence[Line]) -> None:
    """Where two chapters or more hold questions, what makes up another in one kind of mark is its questions."""
    for parent in nodes:
        chapters = [c for c in parent.children if not c.asking and c.own_end > c.index + 1]
        filled = [c for c in chapters if _held(c) >= _FEWEST]
        if len(filled) < max(2, _FILLED * len(chapters)):
            continue
        asked = [one for c in filled for one in c.candidates]
        usual = asking_counts(asked)[0] / len(asked) if asked else 1.0
        for chapter in chapters:
            if chapter.candidates or any(c.asking or c.candidates for c in chapter.children):
                continue
            entries = _entries(chapter, lines)
            if entries and asking_counts(entries)[0] >= min(_ASKING, usual) * len(entries):
                chapter.candidates = entries


def _held(chapter: Node) -> int:
    """Its questions: what it lists, and the headings below it that could ask, if one of them does."""
    own = sum(not c.divides for c in chapter.candidates)
    if any(child.asking for child in chapter.children):
        own += sum(child.asking or child.ask > 0 for child in chapter.children)
    return own


def _entries(chapter: Node, lines: Sequence[Line]) -> list[Candidate]:
    begin, end = chapter.index + 1, chapter.own_end
    stretch = Stretch(begin, end, chapter.found, chapter.told(lines))
    counts = [count_of(found) for found in kinds_of(stretch).values()]
    for entries in (*counts, *without_numbers([stretch], lines)):
        if len(entries) >= _FEWEST and makes_up(entries, [stretch], lines[begin:end], proven=True):
            return entries
    return []
