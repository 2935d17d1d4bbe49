"""Flash cards as programs for repetition keep them in Markdown: `question::answer`, a line `?` between the two, or a
question with `#card` behind it, right over its answer.

One such line may be anything (`std::move`); five of them, half of what their headings hold, are cards, and so are three
with a tag.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ingest.candidates import Candidate, from_title
from ingest.grammar import plain
from ingest.headings import Node
from ingest.lines import Line

_INLINE = re.compile(r"(?P<asked>[^:\s][^\n]{2,300}?[^:\s]) ?:::? ?(?=[^:\s])(?P<told>.+)")
_WORDS = re.compile(r"[\u4e00-\u9fff]{2}|\S \S")
_TURNS = ("?", "??", "？")
_TAGGED = re.compile(
    r"(?P<asked>\S.{1,300}?) +#(?P<tag>(?:[\w/-]*-)?(?:anki|cards?|flash-?cards?|q|qa)(?:[-/][\w/-]*)?) *$",
    re.IGNORECASE,
)
_FEWEST, _FEWEST_TAGGED = 5, 3


def take_flashcards(nodes: Sequence[Node], lines: Sequence[Line]) -> None:
    """Make the cards of a file the candidates of their headings."""
    tagged = {id(node): _tagged(node, lines) for node in nodes}
    if sum(map(len, tagged.values())) >= _FEWEST_TAGGED:
        for node in nodes:
            node.candidates = tagged[id(node)] or node.candidates
        return
    found = {id(node): _cards(node, lines) for node in nodes}
    cards = [one for run in found.values() for one in run]
    held = [node for node in nodes if found[id(node)]]
    told = sum(not lines[i].blank for node in held for i in range(node.index + 1, node.own_end))
    if len(cards) < _FEWEST or sum(one.extra["lines"] for one in cards) < 0.5 * told:
        return
    for node in held:
        node.candidates = found[id(node)]


def _tagged(node: Node, lines: Sequence[Line]) -> list[Candidate]:
    found = []
    for i in range(node.index + 1, node.own_end):
        match = _TAGGED.match(lines[i].rest) if lines[i].kind in ("text", "item") else None
        if match is not None and lines[i].indent < 2:
            candidate = from_title(i, "card", plain(match["asked"]))
            candidate.tags = (*candidate.tags, match["tag"])
            found += [candidate] if candidate.title else []
    return found


def _cards(node: Node, lines: Sequence[Line]) -> list[Candidate]:
    """The cards in the text of a heading. `lines` of each counts its lines: 1, or those around its `?`."""
    found: list[Candidate] = []
    i, end = node.index + 1, node.own_end
    while i < end:
        stop = i
        while stop < end and not lines[stop].blank and lines[stop].kind in ("text", "item"):
            stop += 1
        turn = next((n for n in range(i + 1, stop - 1) if lines[n].rest in _TURNS), None)
        if turn is not None:
            candidate = from_title(i, "card", plain(" ".join(x.rest for x in lines[i:turn])))
            candidate.extra |= {"title_line": turn, "lines": stop - i}
            found.append(candidate)
        else:
            found += [one for n in range(i, stop) if (one := _inline(n, lines[n])) is not None]
        i = max(stop, i + 1)
    return found


def _inline(i: int, line: Line) -> Candidate | None:
    match = _INLINE.fullmatch(line.rest)
    if match is None or not _WORDS.search(match["asked"]):
        return None
    candidate = from_title(i, "card", plain(match["asked"]))
    candidate.extra |= {"lead": match["told"], "lines": 1}
    return candidate if candidate.title else None
