"""Tasks that do not ask: `**1)** The number of active ads.`, `**FizzBuzz**. Print the numbers …`, each with its code below.

Steps of a recipe look alike, so a heading or the words before the first must say that tasks follow.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ingest.candidates import Candidate, from_title, with_next
from ingest.grammar import Marks, heading_key
from ingest.headings import Node, headings_ask
from ingest.lines import Line, is_answer
from ingest.runs import ascends

_NUMBERED = re.compile(r"(?:\*\*|__)[(（]?\d{1,3} ?[.、)）:：]")
_NAMED = re.compile(
    r"(\*\*|__)(?=\w)[^*_:：]{2,48}(?<=\S)(?:[.。:：]\1|\1 ?[.。:：]|\1 [-–—]) *(?P<told>\S.{7,})"
)
_BIDDING = re.compile(
    r"(?:please )?(?:print|calculate|compute|count|given|find|return|write|implement|create|build|check|reverse|sort|merge|remove|replace|convert|select|list|show|get|extract|determine|generate|sum|add|swap|rotate|parse|design|solve|use|make)\b"
    r"|请|給定|给定|给你|給你|[写寫編编]一?[个個出段]?|编写|編寫|[求查]|[计計]算|[实實][现現]|[输輸]出|打印|[统統][计計]|判断|判斷|找出|[删刪]除|合并|反[转轉]|返回|用",
    re.IGNORECASE,
)
_BIDS_WORK = re.compile(
    r"\b(?:write|solve|implement|answer|complete|extract)\b|[写寫]|[实實][现現]|[完]成|回答|查[询詢]|求",
    re.IGNORECASE,
)


def take_tasks(nodes: Sequence[Node], lines: Sequence[Line], marks: Marks) -> None:
    """Make the tasks of a file the candidates of the headings that announce them, where most have code or an answer."""
    found: list[tuple[Node, list[Candidate]]] = []
    headed = headings_ask(nodes)
    elsewhere = sum(c.ask == 2 for n in nodes for c in n.candidates) >= 3
    for node in nodes:
        run = _tasks(node, lines)
        asked = sum(c.ask == 2 for c in node.candidates)
        if not run or asked > len(run) or node.ask == 2 or not ascends(run, default=True):
            continue
        if _announces(node, run[0], lines, marks, high=not (headed or elsewhere)):
            found.append((node, run))
    told = [_is_told(c, stop, lines, marks) for node, run in found for c, stop in _with_stop(run, node)]
    if len(told) < 3 or sum(told) < 0.6 * len(told):
        return
    for node, run in found:
        for candidate in run:
            candidate.ask = 2
        node.candidates = run


def _tasks(node: Node, lines: Sequence[Line]) -> list[Candidate]:
    """The numbered tasks in the text of a heading, else the named ones if all but few bid to do something."""
    numbered: list[Candidate] = []
    named: list[Candidate] = []
    bidding = 0
    for i in range(node.index + 1, node.own_end):
        line = lines[i]
        if line.kind != "text" or line.indent > 3 or not line.rest.startswith(("**", "__")):
            continue
        if len(line.rest) > 400 or (i > node.index + 1 and lines[i - 1].kind in ("text", "item", "quote")):
            continue
        if _NUMBERED.match(line.rest):
            candidate = from_title(i, "task", line.rest)
            if candidate.number is not None and re.search(r"\w", candidate.title):
                numbered.append(candidate)
        elif (match := _NAMED.match(line.rest)) is not None:
            named.append(from_title(i, "task", line.rest))
            bidding += bool(_BIDDING.match(match["told"]))
    if numbered:
        return numbered
    return named if len(named) >= 2 and bidding >= 0.75 * len(named) else []


def _with_stop(run: list[Candidate], node: Node) -> list[tuple[Candidate, int]]:
    return [(one, after.start if after else node.own_end) for one, after in with_next(run)]


def _is_told(task: Candidate, stop: int, lines: Sequence[Line], marks: Marks) -> bool:
    """Code, something to unfold or 「答案：」 stands below it."""
    return any(
        line.kind == "code" or line.rest.lower().startswith("<details") or is_answer(line, marks)
        for line in lines[task.start + 1 : stop]
    )


def _announces(node: Node, first: Candidate, lines: Sequence[Line], marks: Marks, *, high: bool) -> bool:
    """「练习」 or 「Coding」 in the heading, `high` also in one above it, or 「Write queries that find:」 before the first task."""
    before = next((x for x in reversed(lines[node.index + 1 : first.start]) if not x.blank), None)
    leads = before is not None and before.kind == "text" and before.rest.rstrip("*_").endswith((":", "："))
    if before is not None and leads and _BIDS_WORK.search(before.rest[:300]):
        return True
    above: Node | None = node
    while above is not None and above.index >= 0:
        key = heading_key(above.title)
        if any(word in key for word in marks.task_headings):
            return True
        above = above.parent if high else None
    return False
