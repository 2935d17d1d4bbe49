"""One count through a whole file, 1 to N, each entry with text below it: its entries are the questions, though none asks.

`1. **闭包**`, its paragraphs and lists, `2. **装饰器**`, …: what an entry's own lists count does not go on with it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from ingest.candidates import Candidate, asking_counts, with_next
from ingest.grammar import asks, is_plain
from ingest.headings import Node
from ingest.lines import Line

_FEWEST, _TITLE = 5, 100  # entries, and characters of a title
_LINES, _MANY = 5, 8  # lines of an entry, on average, where there are fewer than so many
_READINGS, _STEPS = 256, 400_000  # readings that are followed at once; fewer where there are many numbers
_STATEMENT = ("。", "；", ";", "，", ",")
_PRELUDE = 4  # lines between a chapter's heading and its first entry


@dataclass(frozen=True, slots=True)
class _Reading:
    """How the numbers so far are taken: the count has reached `last`, a list inside its entry `inner`; `strange` fit neither."""

    last: int
    inner: int
    strange: int
    chain: tuple[Candidate, _Reading] | None = None

    def entries(self) -> list[Candidate]:
        found, at = [], self.chain
        while at is not None:
            found.append(at[0])
            at = at[1].chain
        return found[::-1]

    def after(self, one: Candidate) -> list[_Reading]:
        """With `one` as the next entry, as one of a list inside, or as neither."""
        value = int(one.number.number) if one.number else 0
        ways = []
        if value == self.last + 1:
            ways.append(_Reading(value, 0, self.strange, (one, self)))
        if self.last and value in (1, self.inner + 1):
            ways.append(_Reading(self.last, value, self.strange, self.chain))
        return ways or [_Reading(self.last, self.inner, self.strange + 1, self.chain)]


def take_through(nodes: Sequence[Node], lines: Sequence[Line]) -> None:
    """Make the entries of such a count the candidates, in a file whose headings do not ask and that asks little elsewhere."""
    if any(node.asking for node in nodes[1:]):
        return
    kinds: dict[tuple, list[Candidate]] = defaultdict(list)
    for node in nodes:
        for one in node.found:
            if one.style in ("num", "bold") and one.indent < 2 and is_plain(one.number):
                kinds[one.style, one.extra.get("outer"), one.extra.get("sign")].append(one)
    counts = [_count(found) for found in kinds.values() if len(found) >= _FEWEST]
    count = max(counts, key=len, default=[])
    if len(count) < _FEWEST or not _makes_up(count, nodes, lines):
        return
    own = {one.start for one in count}
    asked = sum(one.ask == 2 and one.start not in own for node in nodes for one in node.candidates)
    if asked > max(0.25 * len(count), 0.6 * asking_counts(count)[1]):
        return
    for one in count:
        one.ask, one.divides = max(one.ask, 0), False
    for node in nodes:
        node.candidates = [one for one in node.found if one.start in own]


def _count(found: Sequence[Candidate]) -> list[Candidate]:
    """The entries 1, 2, 3, … of the reading that leaves the fewest numbers unexplained; empty where too many are."""
    readings = [_Reading(0, 0, 0)]
    followed = min(_READINGS, max(8, _STEPS // len(found)))
    for one in found:
        best: dict[tuple[int, int], _Reading] = {}
        for reading in (after for before in readings for after in before.after(one)):
            known = best.get((reading.last, reading.inner))
            if known is None or reading.strange < known.strange:
                best[reading.last, reading.inner] = reading
        readings = sorted(best.values(), key=lambda r: (r.strange, -r.last))[:followed]
    chosen = min(readings, key=lambda r: (r.strange - r.last, r.strange))
    return chosen.entries() if chosen.strange <= 0.1 * len(found) else []


def _states(title: str) -> bool:
    """「甲快于乙；」 states; 「阐述甲和乙的区别。」 asks."""
    return title.endswith(_STATEMENT) and asks(title.rstrip("。；;，,")) < 1


def _makes_up(count: Sequence[Candidate], nodes: Sequence[Node], lines: Sequence[Line]) -> bool:
    """Whether the entries are short titles, nearly all with text below, and hold nearly all of the file but its chapters."""
    titled = sum(0 < len(one.title) <= _TITLE and not _states(one.title) for one in count)
    if titled < 0.9 * len(count) or len({one.title for one in count}) < 0.9 * len(count):
        return False
    own = {one.start for one in count}
    told = held = 0
    for node in nodes:
        below = [
            i
            for i in range(node.index + 1, node.own_end)
            if not lines[i].blank and lines[i].kind not in ("rule", "markup")
        ]
        first = next((n for n, i in enumerate(below) if i in own), None)
        if first is None and below and node.index > count[0].start:
            return False  # a heading inside an entry
        if first is not None and first > _PRELUDE and node.index > count[0].start:
            return False
        told += sum(i in own and after is not None and after not in own for i, after in with_next(below))
        held += len(below) - (first or 0) if first is not None else 0
    total = sum(not x.blank and x.kind not in ("rule", "markup", "heading") for x in lines)
    return told >= 0.85 * len(count) and held >= 0.8 * total and held >= (2.5 if len(count) >= _MANY else _LINES) * len(count)
