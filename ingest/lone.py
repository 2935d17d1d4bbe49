"""Lone lines that ask under headings that do not: 「Channel是什么？」, its answer below, then the next, heading after heading."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ingest.candidates import Candidate, bold_name, from_title
from ingest.grammar import Marks, find_label, plain
from ingest.headings import Node
from ingest.lines import Line

_FEWEST, _REGIONS = 8, 3  # lines that ask, and headings over them
_LONGEST, _ASKED = 60, 240  # characters of one that does not ask, and where nearly all do
_ALONE, _OTHERS = 0.75, 0.03  # of the lines under a heading that lists hardly anything but questions
_GROUP = re.compile(r"(?:questions?|问题|题目)\W*$", re.IGNORECASE)
_PARTS = ("blank", "heading", "rule")


def take_lone(nodes: Sequence[Node], lines: Sequence[Line], marks: Marks) -> None:
    """Make such lines the candidates of their headings, in a file where hardly anything else asks."""
    if any(node.asking for node in nodes[1:]) or any(
        c.style != "loose" for node in nodes for c in node.candidates
    ):
        return
    asked = {id(node): [c for c in node.found if c.style == "loose" and c.ask == 2] for node in nodes}
    told = [node for node in nodes if any(not line.blank for line in lines[node.index + 1 : node.own_end])]
    holding = sum(bool(asked[id(node)]) for node in told)
    if sum(map(len, asked.values())) < _FEWEST or holding < max(_REGIONS, 0.6 * len(told)):
        return
    own = [i for node in told for i in _told(node, lines)]
    bare = sum(map(len, asked.values())) >= _ALONE * len(own)  # and so hardly a line is an answer
    for node in told:
        starts = {c.start for c in asked[id(node)]}
        if bare:
            rest = [
                i for i in _told(node, lines) if i not in starts and _stands_alone(i, lines, longest=_ASKED)
            ]
            node.candidates = [*asked[id(node)], *(_one_of_list(i, lines[i]) for i in rest)]
        elif starts:
            node.candidates = [*asked[id(node)], *_announced(node, lines, marks)]
        node.candidates.sort(key=lambda c: c.start)


def _told(node: Node, lines: Sequence[Line]) -> list[int]:
    return [i for i in range(node.index + 1, node.own_end) if not lines[i].blank and lines[i].kind != "rule"]


def take_rest_of_lists(nodes: Sequence[Node], announced: Sequence[str], lines: Sequence[Line]) -> None:
    """「### 面试复盘」 over lone lines of which some ask: all of them are what was asked, 「合并两个链表」 too."""
    lists = []
    for node, how in zip(nodes, announced, strict=True):
        asked = {c.start for c in node.candidates}
        told = _told(node, lines)
        if not how or sum(c.style != "loose" for c in node.candidates) > _OTHERS * len(told):
            continue
        lone = [i for i in told if i in asked or _stands_alone(i, lines)]
        if told and len(lone) >= _ALONE * len(told):
            lists.append((node, lone, asked))
    many = sum(len(lone) for _, lone, _ in lists)
    together = len(lists) >= _REGIONS and sum(len(asked) for *_, asked in lists) >= max(_FEWEST, 0.25 * many)
    for node, lone, asked in lists:
        if together or (len(asked) >= 2 and len(asked) >= 0.25 * len(lone)):
            added = [_one_of_list(i, lines[i]) for i in lone if i not in asked]
            node.candidates = sorted([*node.candidates, *added], key=lambda c: c.start)


def _stands_alone(i: int, lines: Sequence[Line], longest: int = _LONGEST) -> bool:
    """A short line, a paragraph of its own or ticked off, that is neither a remark nor a link."""
    line = lines[i]
    if len(line.rest) > longest or line.rest.startswith(("（", "(", "!")) or "://" in line.rest:
        return False
    boxed = line.kind == "item" and line.rest.startswith(("[x] ", "[ ] "))
    return boxed or (line.kind == "text" and (i == 0 or lines[i - 1].kind in _PARTS))


def _one_of_list(i: int, line: Line) -> Candidate:
    """The line as one of what was asked; `**八股**` and `File Formats Question` name groups of them."""
    candidate = from_title(i, "loose", plain(line.rest))
    if candidate.ask < 1 and (bold_name(line) or _GROUP.search(candidate.title)):
        candidate.divide()
    return candidate


def _announced(node: Node, lines: Sequence[Line], marks: Marks) -> list[Candidate]:
    """「new和make的区别：」 after a blank line: such a line among those that ask asks, too."""
    found = []
    for i in range(node.index + 1, node.own_end):
        line = lines[i]
        opens = lines[i - 1].blank or lines[i - 1].kind == "heading"
        ends = line.rest.endswith((":", "：")) and len(line.rest) <= _LONGEST
        if line.kind == "text" and opens and ends and find_label(line.rest, marks) is None:
            candidate = from_title(i, "loose", plain(line.rest).rstrip(":： "))
            found += [candidate] if candidate.ask > 0 else []
    return found
