"""Which headings announce a list of questions, and how: 「面试题」 right over it, 「面经」 somewhere above, a round of an interview."""

from __future__ import annotations

from collections import Counter

from ingest.grammar import Marks, find_number, heading_key, is_plain
from ingest.headings import Node, names_list
from ingest.lines import Line

_SIBLINGS = 6  # headings of a level that show what it does


def announcements(
    nodes: list[Node], lines: list[Line], marks: Marks, tasks: set[int], rounds: list[Node]
) -> list[str]:
    """Of each heading "own", "perhaps", "above" or "round" (see `accept`), or nothing. `tasks`: see `_heads_a_list`."""
    counting = {id(node) for node in nodes if _counts_entries(node, lines)}
    named = {id(node) for node in rounds}
    announced = [_announces_list(node, lines, marks, tasks, counting, named) for node in nodes]
    return _without_askers(nodes, announced, marks)


def _heads_a_list(node: Node, lines: list[Line], marks: Marks, tasks: set[int]) -> bool:
    """「题目」 or 「… Questions」 right over a list, with no 「思路」 beside it, which would make it a task (`tasks`: the headings above)."""
    key = heading_key(node.title)
    named = key.endswith("questions") and not any(word in key for word in ("answer", "follow"))
    if node.children or node.parent is None or not (named or key in marks.question_headings):
        return False
    first = next((line for line in lines[node.index + 1 : node.own_end] if not line.blank), None)
    if first is None:
        return False
    if first.kind != "item" and find_number(first.rest) is None and not first.rest.endswith((":", "：")):
        return False
    return id(node.parent) not in tasks


def _announces_list(
    node: Node, lines: list[Line], marks: Marks, tasks: set[int], counting: set[int], rounds: set[int]
) -> str:
    """How the heading, or one above it, says that a list of questions follows (see `accept`).

    `counting` are the headings whose questions are counted headings below them, `rounds` those that name one.
    """
    if _heads_a_list(node, lines, marks, tasks):
        return "perhaps" if heading_key(node.title) == "问题" else "own"
    above: Node | None = node
    while above is not None and above.index >= 0:
        if names_list(above, marks):
            return "above"
        if heading_key(above.title) in marks.meta:
            return ""  # 「复习建议」 lists none
        if id(above) in rounds:
            return "round"
        if id(above.parent) in counting and is_plain(above.number) and not above.children:
            return ""  # what an entry lists answers it
        above = above.parent
    return ""


def _without_askers(nodes: list[Node], announced: list[str], marks: Marks) -> list[str]:
    """The same, less the headings that ask, and those on a level of which some do: what they list answers them."""
    above = [node for node, how in zip(nodes, announced, strict=True) if how == "above"]
    asking = [node for node in above if node.ask == 2 and not names_list(node, marks)]
    levels = Counter(node.level for node in above)
    some = Counter(node.level for node in asking if not node.children)
    gone = {id(node) for node in asking}
    gone |= {id(node) for node in above if some[node.level] >= max(3, 0.1 * levels[node.level])}
    return ["" if id(node) in gone else how for node, how in zip(nodes, announced, strict=True)]


def without_tellers(nodes: list[Node], announced: list[str], lines: list[Line]) -> list[str]:
    """The same, less the headings of a level most of which tell: 「### 闭包」 answers with what it lists, like its siblings."""
    first = [
        next((lines[i] for i in range(node.index + 1, node.own_end) if not lines[i].blank), None)
        for node in nodes
    ]
    levels = Counter[int]()
    listing = Counter[int]()
    for node, how, line in zip(nodes, announced, first, strict=True):
        if how == "above" and line is not None and not node.children:
            levels[node.level] += 1
            listing[node.level] += line.kind == "item" or find_number(line.rest) is not None
    tell = {level for level, many in levels.items() if many >= _SIBLINGS and listing[level] < 0.5 * many}
    return [
        "" if how == "above" and node.level in tell else how
        for node, how in zip(nodes, announced, strict=True)
    ]


def _counts_entries(node: Node, lines: list[Line]) -> bool:
    """Whether below it 「1. …」, 「2. …」, 「3. wide and deep」 are the questions: half of them tell before they list."""
    entries = [child for child in node.children[:50] if is_plain(child.number) and not child.children]
    told = 0
    for one in entries:
        first = next((lines[i] for i in range(one.index + 1, one.own_end) if not lines[i].blank), None)
        told += first is not None and first.kind != "item" and find_number(first.rest) is None
    return len(entries) >= 3 and told >= 0.5 * len(entries)
