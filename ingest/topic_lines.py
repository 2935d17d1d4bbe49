"""Questions that are lines and nothing more: 「GAN的原理」, 「Relu为什么比sigmoid好」, a line each, maybe in groups 「【检测】」.

One such line proves nothing; a file that holds hardly anything else, half of which could be asked, is a list of questions.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ingest.candidates import Candidate, asking_counts, from_title
from ingest.grammar import Marks, find_label, plain
from ingest.headings import Node
from ingest.lines import Line

_LONGEST = 80  # characters of an entry
_FEWEST, _IN_REGION = 12, 2  # entries of a file, and of a heading
_GROUP = re.compile(r"【(?P<name>[^【】]{1,20})】")


def take_topic_lines(nodes: Sequence[Node], lines: Sequence[Line], marks: Marks) -> None:
    """Make the lines of such a file the candidates of their headings, where nothing else begins a question."""
    if any(node.asking or node.candidates for node in nodes):
        return
    told = {id(node): _told(node, lines) for node in nodes}
    lists = [(node, run) for node in nodes if (run := _entries(told[id(node)], lines, marks))]
    entries = [one for _, run in lists for one in run if not one.divides]
    could, do = asking_counts(entries)
    listed = sum(len(run) for _, run in lists)
    if len(entries) < _FEWEST or could < 0.5 * len(entries) or do < 0.2 * len(entries):
        return
    if listed >= 0.7 * sum(map(len, told.values())):
        for node, run in lists:
            node.candidates = run


def _told(node: Node, lines: Sequence[Line]) -> list[int]:
    """Lines of its own text that say something."""
    own = range(node.index + 1, node.own_end)
    return [i for i in own if not lines[i].blank and lines[i].kind not in ("rule", "markup")]


def _entries(told: Sequence[int], lines: Sequence[Line], marks: Marks) -> list[Candidate]:
    """A candidate a line, the groups dividing; empty where the lines are no list of short entries on one level."""
    indents = {lines[i].indent for i in told}
    if len(told) < _IN_REGION or max(indents) - min(indents) > 1:
        return []
    found = []
    for i in told:
        line = lines[i]
        title = plain(line.rest)
        ends = line.rest.endswith(("。", "；", ";", "：", ":"))
        if line.kind != "text" or ends or not 0 < len(title) <= _LONGEST or find_label(line.rest, marks):
            return []
        group = _GROUP.fullmatch(line.rest)
        candidate = from_title(i, "line", group["name"] if group else title)
        if group:
            candidate.divide()
        found.append(candidate)
    return found
