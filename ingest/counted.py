"""Lists counted anew under each heading, whose entries are the questions though few of them ask outright.

`1、什么是面向对象？`, `5、final` under 「Java 基础」, and `1. **依赖注入原理及框架比较**` with its answer below: one such
list proves nothing, several of which most entries could be asked do.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ingest.candidates import Candidate, asking_counts, with_next
from ingest.grammar import is_plain, whole_number
from ingest.headings import Node

_LONGEST = 80  # characters of a title
_FEWEST, _REGIONS = 8, 2  # entries, and headings with a list
_LOST = 10  # numbers that may be missing between two headings
_CHAIN, _MANY = 4, 12  # entries of a count in bold, and of all such in a file
_GAP = 3  # how far its next number may be
_LONG = 5  # entries of a count that goes on whatever stands between


def take_counted(nodes: Sequence[Node]) -> None:
    """Make such lists the candidates of their headings, in a file whose headings do not ask and that has no more questions elsewhere."""
    if any(node.asking for node in nodes[1:]):
        _take_beside_headings(nodes)
        return
    left = [node for node in nodes if not node.candidates]
    lists = [(node, run) for node in left if (run := _bold_entries(node.found) or _bare_entries(node.found))]
    entries = [one for _, run in lists for one in run]
    could, do = asking_counts(entries)
    if len(lists) < _REGIONS or len(entries) < max(_FEWEST, sum(len(node.candidates) for node in nodes)):
        return
    if could < 0.55 * len(entries) or (do < 0.15 * len(entries) and could < 0.7 * len(entries)):
        return
    for node, run in lists:
        node.candidates = run


def _take_beside_headings(nodes: Sequence[Node]) -> None:
    """「## 数据库」 over `1.分页有什么优化。`, `2.…` where other chapters of its level count their questions as headings."""
    counting = {
        node.level
        for node in nodes[1:]
        if len(node.children) >= 3 and all(is_plain(child.number) for child in node.children)
    }
    bare = [
        node
        for node in nodes[1:]
        if node.level in counting
        and node.number is None
        and not (node.children or node.candidates or node.asking)
    ]
    lists = [(node, run) for node in bare if len(run := _margin_count(node.found)) >= 5]
    entries = [one for _, run in lists for one in run]
    could, _ = asking_counts(entries)
    if could >= 0.3 * len(entries):
        for node, run in lists:
            node.candidates = run


def _margin_count(found: Sequence[Candidate]) -> list[Candidate]:
    """The entries 1, 2, 3, … at the margin, whatever stands between them; empty where the first of them is no 1."""
    run: list[Candidate] = []
    for one in found:
        if one.style != "num" or one.indent > 1 or not 0 < len(one.title) <= _LONGEST:
            continue
        alike = not run or one.extra.get("sign") == run[0].extra.get("sign")
        if alike and is_plain(one.number) and int(one.number.number) == len(run) + 1:
            run.append(one)
    return run


def take_bold_counts(nodes: Sequence[Node]) -> None:
    """`**1. 甲是什么？**`, `**2. 乙**`, `**3.** 丙` with text below each, a fifth of which asks, or bare, and most do.

    Where a file has a dozen of them, one that stands alone under its heading and asks is another, and so is a count of which
    none asks.
    """
    runs = [(node, _bold_chain(node.found)) for node in nodes if not _is_below_asking(node)]
    taken = [(node, run) for node, run in runs if _is_count(node, run)]
    if sum(len(run) for _, run in taken) >= _MANY:
        left = [(n, run) for n, run in runs if run and not n.candidates]
        taken += [(n, run) for n, run in left if all(c.ask == 2 for c in run) or _tells_alike(n, run)]
    for node, run in taken:
        node.candidates = run


def _tells_alike(node: Node, run: Sequence[Candidate]) -> bool:
    """Whether a count of three or more, each entry with text below, makes up the heading's text."""
    return len(run) >= 3 and _told(node, run) == len(run) and node.found[0] is run[0]


def _told(node: Node, run: Sequence[Candidate]) -> int:
    """How many of them have something below them."""
    own = {c.start for c in run}
    return sum(
        one.body or (after is not None and after.start not in own)
        for one, after in with_next(node.found)
        if one.start in own
    )


def _is_count(node: Node, run: Sequence[Candidate]) -> bool:
    own = {c.start for c in run}
    if len(run) < max(_CHAIN, len(node.candidates) + 1) or sum(
        c.start not in own for c in node.candidates
    ) > 0.3 * len(run):
        return False
    asking = asking_counts(run)[1]
    return asking >= (0.2 if _told(node, run) >= 0.7 * len(run) else 0.6) * len(run)


def _bold_chain(found: Sequence[Candidate]) -> list[Candidate]:
    """The bold lines, or lines with a bold number, counted 1, 2, 3, …; among them plain ones that ask. Two may be missing."""
    run: list[Candidate] = []
    last = marked = 0
    for one in found:
        bold = one.style == "bold" or one.extra.get("bold_number", False)
        plain = one.style == "num" and one.ask == 2 and one.indent < 4
        number = whole_number(one.number) or 0
        if (bold or plain) and (number == last + 1 or (last and last < number <= last + _GAP)):
            run.append(one)
            last, marked = number, marked + bold
    return run if marked >= 0.2 * len(run) else []


def _is_below_asking(node: Node) -> bool:
    above: Node | None = node
    while above is not None and not above.asking:
        above = above.parent
    return above is not None


def take_continued(nodes: Sequence[Node]) -> None:
    """「### 算法题」 over `9. 手撕：…` where the questions above end with `8.`: the count goes on, though this one does not ask.

    Likewise `1. BERT`, `2. …` where the questions below begin with `3.`.
    """
    last = 0  # the number reached by questions that are counted across headings
    runs: list[tuple[Node, list[Candidate], list[int]]] = []
    for node in nodes[1:]:
        own = [c for c in (node.candidates or node.found) if _is_counted(c)]
        numbers = [int(c.number.number) if is_plain(c.number) else 0 for c in own]
        goes_on = last > 2 and not (node.candidates or node.asking or node.children)
        if own and numbers == list(range(numbers[0], numbers[0] + len(own))):
            runs.append((node, own, numbers))
            if node.candidates:
                last = numbers[-1] if numbers[0] == 1 or last < numbers[0] <= last + _LOST else 0
            elif goes_on and numbers[0] == last + 1:
                node.candidates, last = own, numbers[-1]
        elif node.candidates:
            last = max(numbers, default=0) if len(own) >= _LONG else 0
        elif goes_on and len(chain := _chain(own, numbers, last + 1)) >= _LONG:
            node.candidates, last = chain, last + len(chain)
    for (node, own, numbers), (below, _, after) in reversed(list(pairwise(runs))):
        bare = not (node.candidates or node.asking or node.children)
        if bare and below.candidates and after[0] == numbers[-1] + 1 > 1:
            node.candidates = own


def _is_counted(one: Candidate) -> bool:
    return one.indent < 2 and (one.style == "num" or (one.style == "bold" and one.extra.get("outer", False)))


def _chain(own: Sequence[Candidate], numbers: Sequence[int], first: int) -> list[Candidate]:
    """Those that count on from `first`, whatever their answers count."""
    chain: list[Candidate] = []
    for one, number in zip(own, numbers, strict=True):
        chain += [one] if number == first + len(chain) else []
    return chain


def _bold_entries(found: Sequence[Candidate]) -> list[Candidate]:
    """`1. **…**` at the margin with text below each, whatever lists stand deeper."""
    bold = [c for c in found if c.style == "bold" and c.extra.get("outer")]
    others = [c for c in found if c.style != "bold" and c.indent < 2]
    return bold if not others and all(c.extra["told"] for c in bold) and _counts(bold) else []


def _bare_entries(found: Sequence[Candidate]) -> list[Candidate]:
    """Nothing but short numbered lines without answers."""
    bare = all(c.style == "num" and not c.body for c in found)
    return list(found) if bare and _counts(found) else []


def _counts(run: Sequence[Candidate]) -> bool:
    """1, 2, 3, … without a gap, two at least, short titles."""
    numbers = [c.number.number for c in run if c.number is not None]
    short = all(0 < len(c.title) <= _LONGEST for c in run)
    return len(run) >= 2 and short and numbers == [str(n) for n in range(1, len(run) + 1)]
