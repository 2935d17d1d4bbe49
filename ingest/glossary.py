"""Glossaries: `- **Jitter** — a random share of the wait …` under headings that only sort them: 「A – C」, 「术语表」; or
`**Jitter**` on a line of its own, or `- Jitter`, with what it means below.

Such a bullet is as good a point of an answer, so the file must say that it is a glossary.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ingest.candidates import Candidate, from_title
from ingest.grammar import plain
from ingest.headings import Node
from ingest.lines import Line

_ENTRY = re.compile(
    r"(\*\*|__)(?P<term>[^*_]{1,60}?)[:：]?\1(?P<aside> ?[(（][^()（）]{1,24}[)）])? ?(?:[-–—:：]{1,2}|(?<=[:：]\*\*)) *(?P<told>\S.*)"
)
_SAYS_SO = re.compile(
    r"glossary|terminology|术语|術語|名词解释|名詞解釋|词汇表|缩写|速查|cheat ?sheet|\bterms\b", re.IGNORECASE
)
_LETTERS = re.compile(r"[A-Z](?: ?[-–—~～] ?[A-Z])?")
_OPENING = 12  # entries at the top of a file
_LONGEST = 80  # characters of a name
_FEWEST, _MANY = 8, 20  # entries in a list, and on lines of their own


def take_glossary(nodes: Sequence[Node], lines: Sequence[Line], *, one_question: bool = False) -> None:
    """Make the terms of a glossary the candidates of their headings; not the points of `one_question`, which the file's name asks."""
    if any(node.asking for node in nodes):
        return
    if not _is_glossary(nodes):
        if not one_question or nodes[0].candidates:
            _take_opening(nodes[0], lines)
        return
    terms = {id(node): _terms(node) for node in nodes}
    listed = [c for run in terms.values() for c in run]
    others = sum(c.style != "bold" for node in nodes for c in node.candidates)
    once = len({c.title for c in listed}) >= 0.9 * len(listed)  # 「定义」 again and again parts the terms
    if len(listed) >= _MANY and once and others <= 0.1 * len(listed):
        for node in nodes:
            node.candidates = terms[id(node)]
        return
    if any(node.candidates for node in nodes):
        return
    outer = [
        line
        for node in nodes
        for line in lines[node.index + 1 : node.own_end]
        if line.tells and line.indent < 2
    ]
    bullets = sum(line.kind == "item" for line in outer)
    found = {id(node): _entries(node, lines, names=bullets >= 0.9 * len(outer)) for node in nodes}
    explained = sum(c.body for run in found.values() for c in run)  # the others are still to be written
    if explained >= _FEWEST and sum(map(len, found.values())) >= 0.8 * bullets:
        for node in nodes:
            node.candidates = found[id(node)]


def _take_opening(node: Node, lines: Sequence[Line]) -> None:
    """A dozen such bullets at the top of a file, over the questions that it asks; twenty where it asks none."""
    end = node.candidates[0].start if node.candidates else node.own_end
    entries = [one for one in _entries(node, lines, names=False) if one.start < end]
    last = entries[-1].start if entries else 0
    outer = sum(line.tells and line.indent < 2 for line in lines[node.index + 1 : last + 1])
    enough = _OPENING if node.candidates else _MANY
    if len(entries) >= enough and len(entries) >= 0.9 * outer:
        node.candidates = [*entries, *node.candidates]


def _is_glossary(nodes: Sequence[Node]) -> bool:
    """The title says so, or the other headings are letters."""
    headings = [node.title for node in nodes[1:]]
    letters = sum(bool(_LETTERS.fullmatch(title)) for title in headings)
    return any(map(_SAYS_SO.search, headings[:2])) or (letters >= 3 and letters >= 0.7 * len(headings))


def _terms(node: Node) -> list[Candidate]:
    """The bold lines of a heading, if what they mean stands below them."""
    bold = [c for c in node.found if c.style == "bold"]
    told = sum(c.extra["told"] for c in bold)
    return bold if told >= 0.9 * len(bold) and all(c.ask < 2 for c in bold) else []


def _entries(node: Node, lines: Sequence[Line], *, names: bool) -> list[Candidate]:
    """The bullets that explain a term; with `names`, where there is nothing but bullets, those that just name one, too."""
    entries = []
    for i in range(node.index + 1, node.own_end):
        if lines[i].kind != "item" or lines[i].indent > 1:
            continue
        match = _ENTRY.match(lines[i].rest)
        if match is None and names and _is_name(lines[i].rest):
            candidate = from_title(i, "bullet", plain(lines[i].rest))
            candidate.body = _is_explained(i, node.own_end, lines)
            entries.append(candidate)
        elif match is not None:
            candidate = from_title(i, "bullet", plain(match["term"] + (match["aside"] or "")))
            candidate.extra["lead"], candidate.body = match["told"], True
            entries.append(candidate)
    return [c for c in entries if c.title]


def _is_name(text: str) -> bool:
    return len(text) <= _LONGEST and not text.endswith(("。", ".", "；", ";"))


def _is_explained(i: int, end: int, lines: Sequence[Line]) -> bool:
    """Whether something is set in below it."""
    below = next((lines[n] for n in range(i + 1, end) if not lines[n].blank), None)
    return below is not None and below.indent > lines[i].indent
