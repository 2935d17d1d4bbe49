"""Questions that are lines and nothing more: 「GAN的原理」, 「Relu为什么比sigmoid好」, a line each, maybe in groups 「【检测】」.

One such line proves nothing; a file that holds hardly anything else, half of which could be asked, is a list of questions.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from ingest.candidates import Candidate, asking_counts, bold_name, from_title
from ingest.grammar import Marks, find_label, is_plain, plain, whole_number
from ingest.headings import Node
from ingest.lines import Line

_LONGEST, _CHAPTER, _GROUP_NAME, _NAME = (
    80,
    24,
    20,
    8,
)  # characters of an entry, a chapter, a bold name, a name
_STRANGE = 0.1  # the share of lines that are none of these
_FEWEST, _MANY = 12, 40  # entries of a file
_IN_REGION, _BEFORE = 2, 8  # entries of a heading, and before its first question
_SAYS = re.compile(r"\w")
_GROUP = re.compile(r"【(?P<name>[^【】]{1,20})】")


def take_topic_lines(nodes: Sequence[Node], lines: Sequence[Line], marks: Marks) -> None:
    """Make the lines of such a file the candidates of their headings, where nothing else begins a question."""
    begun = [candidate for node in nodes for candidate in node.candidates]
    if any(node.asking for node in nodes) or any(candidate.style != "loose" for candidate in begun):
        return
    told = {id(node): node.told(lines) for node in nodes}
    lists = [(node, run) for node in nodes if (run := _entries(told[id(node)], lines, marks))]
    entries = [one for _, run in lists for one in run if not one.divides]
    could, do = asking_counts(entries)
    listed = sum(len(run) for _, run in lists)
    least = 0.5 if len(entries) < _MANY else 0.4
    if len(entries) < _FEWEST or could < least * len(entries) or do < 0.2 * len(entries):
        return
    answers = sum(one.ask == 2 and after.ask < 1 for one, after in pairwise(entries))
    if begun and answers > 0.5 * do:
        return  # what does not ask is told below what does
    if listed >= 0.7 * sum(map(len, told.values())):
        for node, run in lists:
            node.candidates = run


def take_lines_before(nodes: Sequence[Node], lines: Sequence[Line], marks: Marks) -> None:
    """Short lines before the first question of a heading that asks nothing: eight or more, of which a quarter asks."""
    for node in nodes:
        if node.asking or not node.candidates:
            continue
        end = node.candidates[0].start
        if end - node.index <= _BEFORE:
            continue
        found = _entries([i for i in node.told(lines) if i < end], lines, marks)
        entries = [one for one in found if not one.divides]
        could, do = asking_counts(entries)
        if len(entries) >= _BEFORE and could >= 0.5 * len(entries) and do >= 0.25 * len(entries):
            node.candidates = [*found, *node.candidates]


def _entries(told: Sequence[int], lines: Sequence[Line], marks: Marks) -> list[Candidate]:
    """A candidate a line, the groups dividing; empty where the lines are no list of short entries on one level."""
    indents = {lines[i].indent for i in told}
    if len(told) < _IN_REGION or max(indents) - min(indents) > 3:
        return []
    found = [one for i in told if (one := _entry(i, lines[i], marks)) is not None]
    _divide(found)
    return found if len(told) - len(found) <= _STRANGE * len(told) else []


def _entry(i: int, line: Line, marks: Marks) -> Candidate | None:
    """None where the line is long, a sentence, an address, or has a label."""
    title = plain(f"{line.mark} {line.rest}" if line.mark[:1].isdigit() else line.rest)
    short = len(title) <= _LONGEST and _SAYS.search(title) and "://" not in title
    if line.kind not in ("text", "item") or not short or find_label(line.rest, marks):
        return None
    group = _GROUP.fullmatch(line.rest)
    candidate = from_title(i, "line", group["name"] if group else title)
    if line.rest.endswith(("。", "；", ";", "：", ":")) and candidate.ask < 2:
        if len(title) > _CHAPTER or not line.rest.endswith(("：", ":")):
            return None
        candidate.divide()  # 「二面：」
    elif candidate.ask < 1 and 0 < len(bold_name(line)) <= _GROUP_NAME:
        candidate.divide()
        candidate.extra["marked"] = True
    elif group or candidate.ask < 0:
        candidate.divide()
    return candidate


def _divide(found: Sequence[Candidate]) -> None:
    """「集成学习」 right before `1、`, and 「机器学习」 before that, name chapters; so does 「KNN」 among lines that ask, where
    no group bears a mark.
    """
    mostly = asking_counts(found)[1] >= 0.55 * len(found) and not any(
        one.extra.get("marked") for one in found
    )
    begins = False
    for before, one in reversed(list(pairwise([None, *found]))):
        chapter = begins and not is_plain(one.number) and len(one.title) <= _CHAPTER
        apart = before is None or one.start - before.start > 1
        if one.ask < 1 and (chapter or (mostly and apart and len(one.title) <= _NAME)):
            one.divide()
        else:
            begins = whole_number(one.number) == 1
