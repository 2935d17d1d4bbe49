"""Runs of short lines without marks where questions are listed and not answered: 「说一下 Vue 生命周期」 right over the next."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, groupby

from ingest.candidates import Candidate, asking_counts, from_title
from ingest.grammar import EMBLEMS, Marks, Numbered, asks, counts_on, find_label, is_plain, plain
from ingest.headings import Node
from ingest.lines import Line
from ingest.runs import OPEN_ENDS, are_distinct

_FEWEST, _COUNTED, _LONGEST = 5, 3, 100  # lines of a run, of one with numbers; characters of a line
_LISTED = 8  # questions that the file lists otherwise, hardly one of them answered
_CHAPTER = re.compile(rf"[{EMBLEMS}]|(?:Round|Part|Section|Level) ?\d|[一二三四五]面|第.[轮輪]")
_SIGNS = re.compile(r"[/#;*]{0,3} ?([=*#~+-])\1{7,}[/#;*]{0,3}")
_TAIL = 30  # lines from a row of signs to the end of a file
_GLUED = re.compile(r"\d{1,3}(?=[\u4e00-\u9fff])")


def take_rows(nodes: Sequence[Node], lines: Sequence[Line], marks: Marks) -> None:
    """Make the lines of such runs questions, in a file whose other questions stand bare."""
    listing = [node for node in nodes if any(not c.divides for c in node.candidates)]
    asked = sum(not c.divides for node in listing for c in node.candidates)
    if asked < _LISTED or any(node.asking for node in nodes):
        return
    answered = sum(_answered(node, lines) for node in listing)
    if answered > 0.3 * asked:
        return
    counts = sum(c.style == "num" for node in listing for c in node.candidates) >= max(_LISTED, 0.3 * asked)
    for reader, proven in ((_runs, False), (_counted, counts)):
        rows = [list(chain.from_iterable(reader(node, lines, marks))) for node in listing]
        found = list(chain.from_iterable(rows))
        could, do = asking_counts(found)
        if proven or (could >= 0.5 * len(found) and do >= 0.12 * len(found)):
            for node, own in zip(listing, rows, strict=True):
                node.candidates = sorted([*node.candidates, *own], key=lambda c: c.start)


def with_tail_heading(lines: Sequence[Line], marks: Marks) -> list[Line] | None:
    """The lines, `//=====` as a heading, where thirty lines or more from there to the end ask one by one; else None."""
    last = next((i for i in reversed(range(len(lines))) if _SIGNS.fullmatch(lines[i].rest)), None)
    if last is None or lines[last].kind != "text":
        return None
    told = [line for line in lines[last + 1 :] if line.tells]
    found = [from_title(i, "loose", plain(line.rest)) for i, line in enumerate(told) if line.kind == "text"]
    could, do = asking_counts(found)
    if len(found) < max(_TAIL, 0.8 * len(told)) or could < 0.5 * len(found) or do < 0.25 * len(found):
        return None
    highest = min((line.level for line in lines if line.kind == "heading"), default=1)
    return [*lines[:last], replace(lines[last], kind="heading", level=highest), *lines[last + 1 :]]


def take_tail(nodes: Sequence[Node], lines: Sequence[Line]) -> None:
    """Make the short lines below such a row of signs the candidates of it."""
    node = nodes[-1]
    if node.index >= 0 and _SIGNS.fullmatch(lines[node.index].rest):
        own = [i for i in range(node.index + 1, node.own_end) if lines[i].kind == "text"]
        kept = {c.start: c for c in node.candidates}
        rows = (from_title(i, "loose", plain(lines[i].rest)) for i in own if i not in kept)
        kept |= {c.start: c for c in rows if c.title and len(c.title) <= _LONGEST}
        node.candidates = [kept[i] for i in sorted(kept)]


def _runs(node: Node, lines: Sequence[Line], marks: Marks) -> Iterator[list[Candidate]]:
    """Lines that may be asked one by one, below the first question of a heading; a line that names a chapter divides."""
    starts = {c.extra.get("title_line", c.start) for c in node.candidates}

    def bare(i: int) -> bool:
        line = lines[i]
        return line.kind == "text" and line.indent < 4 and i not in starts and "<" not in line.rest[:2]

    for is_bare, group in groupby(range(node.candidates[0].start + 1, node.own_end), bare):
        run = list(group)
        if not is_bare or len(run) < _FEWEST or not _are_rows([lines[i] for i in run], marks):
            continue
        found = [from_title(i, "loose", plain(lines[i].rest)) for i in run]
        could, do = asking_counts(found)
        if are_distinct(found) and do and could >= 0.3 * len(found):
            for one in found:
                if one.ask < 0 or (one is found[0] and _heads(lines[one.start])):
                    one.divide()
            yield found


def _heads(line: Line) -> bool:
    """「🔹 CI/CD」, 「Round 1 – Basics」 over the lines of a run."""
    return _CHAPTER.match(line.rest) is not None


def _are_rows(run: Sequence[Line], marks: Marks) -> bool:
    """Short lines, hardly one of them a sentence, none with a label or an address."""
    if any(len(line.rest) > _LONGEST or "://" in line.rest or find_label(line.rest, marks) for line in run):
        return False
    return sum(line.rest.endswith(OPEN_ENDS) for line in run) <= 0.1 * len(run)


def _counted(node: Node, lines: Sequence[Line], marks: Marks) -> Iterator[list[Candidate]]:
    """「2.闭包」 set in by a blank or two, in a count of which others are questions, or from 1 on."""
    starts = {c.start: c for c in node.candidates}
    run: list[Candidate] = []
    for i in range(node.candidates[0].start + 1, node.own_end):
        line = lines[i]
        if not line.tells:
            continue
        one = starts.get(i)
        if one is None and line.indent < 4 and line.kind in ("item", "text") and len(line.text) <= _LONGEST:
            one = _entry(i, line, run[-1].number if run else None)
            one = None if find_label(one.title, marks) or "://" in one.title else one
        if one is not None and is_plain(one.number) and (not run or counts_on(run[-1].number, one.number)):
            run.append(one)
            continue
        yield from _unread(run, starts)
        run = [one] if one is not None and is_plain(one.number) else []
    yield from _unread(run, starts)


def _entry(i: int, line: Line, above: Numbered | None) -> Candidate:
    """The line as one of a count; 「15水平垂直居中」, too, right after 14."""
    text = plain(line.text)
    glued = _GLUED.match(text)
    if glued and above is not None:
        number = Numbered(glued[0], "plain", glued.end())
        if counts_on(above, number):
            title = text[glued.end() :]
            return Candidate(i, "num", title, number, ask=asks(title))
    return from_title(i, "num", text)


def _unread(run: list[Candidate], starts: Mapping[int, Candidate]) -> Iterator[list[Candidate]]:
    if len(run) >= _COUNTED:
        yield [one for one in run if one.start not in starts]


def _answered(node: Node, lines: Sequence[Line]) -> int:
    """How many of its questions have something below them."""
    ends = [*(c.start for c in node.candidates[1:]), node.own_end]
    return sum(
        any(lines[i].tells for i in range(c.extra.get("title_line", c.start) + 1, end))
        for c, end in zip(node.candidates, ends, strict=True)
        if not c.divides
    )
