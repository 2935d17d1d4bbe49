"""One kind of mark that makes up a whole file: its entries are the questions, though none asks.

`1. **闭包**`, its paragraphs and lists, `2. **装饰器**`, …: a count that goes through the file, whatever an entry's own lists
count, or begins anew in each chapter of a file whose title says that questions follow. Where no heading parts the file,
bold lines, quotes or bullets with everything set in below them need no numbers.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from ingest.candidates import Candidate, asking_counts, with_next
from ingest.grammar import asks, chinese_value, is_plain, plain
from ingest.headings import Node
from ingest.lines import Line
from ingest.runs import are_distinct, is_bare_bullet

_FEWEST, _TITLE = 5, 100  # entries, and characters of a title
_LINES, _MANY = 5, 8  # lines of an entry, on average, where there are fewer than so many
_GAP, _SLIP = 12, 0.3  # how far the next number may be, and what one that is not the next counts as
_LONG = 20  # entries: a count so long may leave more of them unanswered
_READINGS, _STEPS = 256, 400_000  # readings that are followed at once; fewer where there are many numbers
_NAMED, _UNNAMED = 6, 16  # entries without numbers: where the title says that questions follow; where not
_ANEW, _ENTRIES = 3, 10  # entries of a chapter on average, and of all, where each chapter counts anew
_TERM = re.compile(r"(?P<term>[^：:。；;，,<]{2,20})[：:] *(?P<told>\S.{3,})$")
_STATEMENT = ("。", "；", ";", "，", ",")
_PROVEN = ("qa", "q", "callout", "details", "row", "container", "card")  # marks of nothing but questions
_PRELUDE = 4  # lines between a chapter's heading and its first entry


_Kind = tuple[Hashable, ...]  # the style of what counts, and what else tells it from others


@dataclass(slots=True)
class Stretch:
    """The text of one heading, or of one chapter 「一、…」 in plain text: lines[begin:end], and what may begin a question there."""

    begin: int
    end: int
    found: list[Candidate]
    told: list[int]  # its lines that say something


@dataclass(frozen=True, slots=True)
class _Reading:
    """How the numbers so far are taken: the count has reached `last`, a list inside its entry `inner`; `strange` fit neither, and some slip."""

    last: int
    inner: int
    strange: float
    chain: tuple[Candidate, _Reading] | None = None

    def entries(self) -> list[Candidate]:
        found, at = [], self.chain
        while at is not None:
            found.append(at[0])
            at = at[1].chain
        return found[::-1]

    def after(self, one: Candidate, value: int) -> list[_Reading]:
        """With `one`, numbered `value`, as the next entry, as one of a list inside, or as neither."""
        ways = []
        if self.last <= value <= self.last + _GAP and value:
            odd = 0 if value == self.last + 1 else _SLIP
            ways.append(_Reading(value, 0, self.strange + odd, (one, self)))
        if self.last and value in (1, self.inner + 1):
            ways.append(_Reading(self.last, value, self.strange, self.chain))
        return ways or [_Reading(self.last, self.inner, self.strange + 1, self.chain)]


def take_through(nodes: Sequence[Node], announced: Sequence[str], lines: Sequence[Line]) -> None:
    """Make the entries of such a file the candidates, where its headings do not ask and it asks little elsewhere.

    `announced` says of each heading whether questions were announced above it (see `accept`).
    """
    if any(node.asking for node in nodes[1:]):
        return
    named = all(how == "above" for node, how in zip(nodes, announced, strict=True) if node.index >= 0)
    named = named and len(nodes) > 1
    chapters = _chapters(nodes)
    stretches = list(_stretches(nodes, lines, {one.start for one in chapters}))
    entries = (
        _counted_through(stretches, lines)
        or _grouped(stretches, chapters)
        or _always_one(stretches, lines)
        or _counted_anew(stretches, lines, named=named)
        or (_unnumbered(stretches, lines, named=named) if len(nodes) <= 2 else [])
        or (_bare_topics(stretches, lines) if named else [])
    )
    if not entries or _stands(nodes, entries):
        return
    own = {one.start for one in entries}
    for one in entries:
        one.ask, one.divides = max(one.ask, 0), False
    for one in chapters:
        if one.start not in own:
            one.divide()
            own.add(one.start)
    for node in nodes:
        node.candidates = [one for one in node.found if one.start in own]


def _stands(nodes: Sequence[Node], entries: Sequence[Candidate]) -> bool:
    """Whether what is read so far is to be kept: it has the entries and little or what asks beside them, or asks elsewhere."""
    own = {one.start for one in entries}
    others = [one for node in nodes for one in node.candidates if one.start not in own]
    asked = sum(one.ask == 2 or one.style in _PROVEN for one in others)
    bare = sum(one.ask < 2 and not one.body for one in others)
    few = len(others) <= 0.15 * len(own) and bare < max(1, len(others))
    taken = sum(len(node.candidates) for node in nodes) - len(others)
    if taken >= 0.95 * len(own) and (not others or few or asked >= 0.6 * len(others)):
        return True
    return asked > max(0.25 * len(entries), 0.6 * asking_counts(entries)[1])


def _chapters(nodes: Sequence[Node]) -> list[Candidate]:
    """「一、基础」 right over a line that counts, where most of what is numbered so stands there."""
    found = []
    total = 0
    for node in nodes:
        for one, following in with_next(node.found):
            if one.style not in ("chinese", "chapter") or one.indent > 1:
                continue
            total += 1
            counts = following is not None and following.style in ("num", "bold") and following.indent < 2
            if counts and not one.body and is_plain(following.number):
                found.append(one)
    return found if len(found) >= 0.7 * total else []


def _stretches(nodes: Sequence[Node], lines: Sequence[Line], chapters: set[int]) -> Iterator[Stretch]:
    """The headings' own texts in order, parted at the chapters of plain text."""
    for node in nodes:
        begins = [node.index + 1, *(one.start + 1 for one in node.found if one.start in chapters)]
        places = [0, *(n + 1 for n, one in enumerate(node.found) if one.start in chapters)]
        for (begin, following), (place, after) in zip(with_next(begins), with_next(places), strict=True):
            end = node.own_end if following is None else following - 1
            told = [i for i in range(begin, end) if lines[i].tells]
            found = node.found[place : None if after is None else after - 1]
            yield Stretch(begin, end, found, told)


def kinds_of(stretch: Stretch) -> dict[_Kind, list[tuple[Candidate, int]]]:
    """What counts at the margin, with its numbers, by how it does."""
    kinds: dict[_Kind, list[tuple[Candidate, int]]] = defaultdict(list)
    for one in stretch.found:
        if one.indent > 1 or one.number is None:
            continue
        if one.style in ("num", "bold") and is_plain(one.number):
            kind = one.style, one.extra.get("outer"), one.extra.get("sign")
            kinds[kind].append((one, int(one.number.number)))
        elif one.number.kind == "chinese" and one.style in ("chinese", "chapter", "bold"):
            kinds["chinese", one.style == "bold"].append((one, chinese_value(one.number.number)))
    return kinds


def _counted_through(stretches: Sequence[Stretch], lines: Sequence[Line]) -> list[Candidate]:
    """The longest count 1 to N, if it makes up the file."""
    kinds: dict[_Kind, list[tuple[Candidate, int]]] = defaultdict(list)
    for stretch in stretches:
        for kind, found in kinds_of(stretch).items():
            kinds[kind] += found
    counts = [count_of(found) for found in kinds.values() if len(found) >= _FEWEST]
    counts += [_decimals(stretches, style) for style in ("dotted", "bold", "num")]
    count = max(counts, key=len, default=[])
    return count if len(count) >= _FEWEST and makes_up(count, stretches, lines) else []


def _decimals(stretches: Sequence[Stretch], style: str) -> list[Candidate]:
    """`1.1 …`, `1.2 …`, `2.1 …` at the margin, whatever stands between; empty where more numbers than a few do not go on."""
    found: list[Candidate] = []
    strange = 0
    last = (0, 0)
    for one in (one for stretch in stretches for one in stretch.found):
        if one.style != style or one.indent > 1 or one.number is None or one.number.kind != "dotted":
            continue
        chapter, _, entry = one.number.number.replace("-", ".").partition(".")
        here = int(chapter), int(entry) if entry.isdigit() else 0
        if here in ((last[0], last[1] + 1), (last[0] + 1, 1)):
            found.append(one)
            last = here
        else:
            strange += 1
    return found if strange <= 0.1 * len(found) else []


def _counted_anew(stretches: Sequence[Stretch], lines: Sequence[Line], *, named: bool) -> list[Candidate]:
    """The counts of one kind that make up the chapters of a file whose title says that questions follow."""
    if not named:
        return []
    counts: dict[_Kind, list[list[Candidate]]] = defaultdict(list)
    for stretch in stretches:
        for kind, found in kinds_of(stretch).items():
            counts[kind] += [count] if (count := count_of(found)) else []
    for own in counts.values():
        entries = list(chain.from_iterable(own))
        if len(entries) >= max(_ENTRIES, _ANEW * len(own)) and makes_up(entries, stretches, lines):
            return entries
    return []


def _grouped(stretches: Sequence[Stretch], chapters: Sequence[Candidate]) -> list[Candidate]:
    """「(一)」, `1) …`, `2) …`, 「(二)」, `1) …`: lists one after the other, with nothing but a count over each of them."""
    counts = [chinese_value(one.number.number) if one.number is not None else 0 for one in chapters]
    if (
        len(chapters) < _ANEW
        or any(one.title for one in chapters)
        or counts != list(range(1, len(counts) + 1))
    ):
        return []
    begins = {one.start + 1 for one in chapters}
    entries: list[Candidate] = []
    for stretch in stretches:
        if stretch.begin in begins:
            entries += max((count_of(found) for found in kinds_of(stretch).values()), key=len, default=[])
    titled = sum(0 < len(one.title) <= 2 * _TITLE for one in entries)
    return entries if len(entries) >= _ENTRIES and titled >= 0.9 * len(entries) else []


def _always_one(stretches: Sequence[Stretch], lines: Sequence[Line]) -> list[Candidate]:
    """`1. 潜意识`, its points below it, `1. 人格结构`: numbers left to the one who shows the list, and so no count of points."""
    items = [one for s in stretches for one in s.found if one.style == "num" and one.indent < 2]
    first = [one for one in items if is_plain(one.number) and one.number.number == "1"]
    if len(first) < _UNNAMED or len(first) < 0.9 * len(items) or sum(bool(s.found) for s in stretches) < 2:
        return []
    told = sum(one.body or not one.leaf or _TERM.match(one.title) is not None for one in items)
    if told < 0.75 * len(items) or not makes_up(items, stretches, lines, told=0.5):
        return []
    for one in items:
        one.number = None
        if (term := _TERM.match(lines[one.start].rest)) is not None:
            one.title, one.extra["lead"] = plain(term["term"]), term["told"]
    return items


def _unnumbered(stretches: Sequence[Stretch], lines: Sequence[Line], *, named: bool) -> list[Candidate]:
    """Bold lines, quotes, or bullets with everything set in below them."""
    for entries in without_numbers(stretches, lines):
        enough = len(entries) >= (_NAMED if named else _UNNAMED)
        if enough and (named or entries[0].style != "quote") and makes_up(entries, stretches, lines):
            return entries
    return []


def without_numbers(stretches: Sequence[Stretch], lines: Sequence[Line]) -> Iterator[list[Candidate]]:
    """The bold lines, the bullets if everything is set in below them, and the quotes, each where there are any."""
    found = [one for stretch in stretches for one in stretch.found]
    for style in ("bold", "bullet", "quote"):
        entries = [one for one in found if one.style == style and one.indent < 2 and one.number is None]
        if entries and (style != "bullet" or _are_set_in(entries, lines, stretches[-1].end)):
            yield entries


def _bare_topics(stretches: Sequence[Stretch], lines: Sequence[Line]) -> list[Candidate]:
    """Bullets or boxes with nothing below any of them, though no more than topics: a list of what is asked."""
    told = sum(len(stretch.told) for stretch in stretches)
    topics = [
        one
        for stretch in stretches
        for one in stretch.found
        if is_bare_bullet(one) and one.indent < 2 and _is_topic(one.title, lines[one.start])
    ]
    return topics if len(topics) >= max(_ENTRIES, 0.9 * told) and are_distinct(topics) else []


def _is_topic(title: str, line: Line) -> bool:
    linked = "](" in line.text or "://" in line.text or title.endswith((".md", ".pdf", ".html"))
    return 0 < len(title) <= _TITLE and not linked and not _states(title) and not title.endswith((":", "："))


def _are_set_in(entries: Sequence[Candidate], lines: Sequence[Line], end: int) -> bool:
    """Whether what stands below bullets at the margin is set in."""
    own = {one.start for one in entries}
    below = [i for i in range(entries[0].start, end) if i not in own and not lines[i].blank]
    return sum(lines[i].indent >= 2 or lines[i].kind == "code" for i in below) >= 0.95 * len(below)


def count_of(found: Sequence[tuple[Candidate, int]]) -> list[Candidate]:
    """The entries 1, 2, 3, … of the reading that leaves the fewest numbers unexplained; empty where too many are."""
    first = found[0][1]  # a file may go on where another ended
    readings = [_Reading(0, 0, 0), *([_Reading(first - 1, 0, _SLIP)] if first > 1 else [])]
    followed = min(_READINGS, max(8, _STEPS // len(found)))
    for one, value in found:
        best: dict[tuple[int, int], _Reading] = {}
        for reading in (after for before in readings for after in before.after(one, value)):
            known = best.get((reading.last, reading.inner))
            if known is None or reading.strange < known.strange:
                best[reading.last, reading.inner] = reading
        readings = sorted(best.values(), key=lambda r: (r.strange, -r.last))[:followed]
    chosen = min(readings, key=lambda r: (2 * r.strange - r.last, r.strange))
    return chosen.entries() if chosen.strange <= 0.1 * len(found) else []


def _states(title: str) -> bool:
    """「甲快于乙；」 states; 「阐述甲和乙的区别。」 asks."""
    return title.endswith(_STATEMENT) and asks(title.rstrip("。；;，,")) < 1


def makes_up(
    entries: Sequence[Candidate],
    stretches: Sequence[Stretch],
    lines: Sequence[Line],
    *,
    proven: bool = False,
    told: float | None = None,
) -> bool:
    """Whether the entries are short titles, nearly all with text below, and hold nearly all of the file but its chapters.

    Where it is `proven` that these lines ask, the text of an entry may be as short as it likes; `told` is the share of
    them that must have text below, if not nearly all.
    """
    titled = sum(0 < len(one.title) <= _TITLE and not _states(one.title) for one in entries)
    if titled < 0.9 * len(entries) or not are_distinct(entries):
        return False
    own = {one.start for one in entries}
    below = held = 0
    for stretch in stretches:
        first = next((n for n, i in enumerate(stretch.told) if i in own), None)
        if stretch.begin > entries[0].start and stretch.told and (first is None or first > _PRELUDE):
            return False  # a heading inside an entry
        below += sum(
            i in own and after is not None and after not in own for i, after in with_next(stretch.told)
        )
        held += len(stretch.told) - first if first is not None else 0
    total = sum(line.tells and line.kind != "heading" for line in lines)
    enough = 0.0 if proven else (2.5 if len(entries) >= _MANY else _LINES) * len(entries)
    return (
        below >= (told or (0.75 if len(entries) >= _LONG else 0.85)) * len(entries)
        and held >= 0.8 * total
        and held >= enough
    )
