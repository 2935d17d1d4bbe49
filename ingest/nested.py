"""Lists within lists: which depth asks, and which only names the chapters."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from ingest.candidates import ITEMS, Candidate, asking_counts, with_next
from ingest.grammar import is_plain, whole_number


def accept_grouped(region: list[Candidate]) -> list[Candidate]:
    """`1. 缓存` over `   1. 什么是甲？`, `   2. 什么是乙？`: numbered groups of numbered questions, whatever lists their answers hold."""
    items = [c for c in region if c.style == "num"]
    base = min((c.indent for c in items), default=0)
    tops = [n for n, c in enumerate(items) if c.indent <= base + 1]
    chosen: list[Candidate] = []
    groups = sizeable = 0
    for n, following in with_next(tops):
        top, below = items[n], items[n + 1 : following]
        asked = [c for c in below if c.indent <= below[0].indent + 1]
        group = top.ask < 2 and not top.body and asked and sum(c.ask == 2 for c in asked) >= 0.8 * len(asked)
        chosen += [top, *asked] if group else [top]
        groups, sizeable = groups + bool(group), sizeable + (bool(group) and len(asked) >= 2)
        top.extra["grouped"] = bool(group)
    alone = [items[n] for n in tops if not items[n].extra["grouped"]]
    if not sizeable or sum(c.ask == 2 for c in alone) < 0.6 * len(alone):
        return []
    for n in tops:
        if items[n].extra["grouped"]:
            items[n].divide()
        else:
            items[n].extra["alone"] = True
    return chosen


def accept_nested(region: list[Candidate], told: int) -> list[Candidate]:
    """Notes in nothing but nested bullets: the items with points of their own below them are the topics.

    `told` counts the lines that say something. An item without points names the group of those after it, and words that
    come again and again (「关键词」) name a part of it.
    """
    items = [c for c in region if c.style in ("bullet", "num")]
    if len(items) < 12 or len(items) < 0.8 * told:
        return []
    times = Counter(c.title for c in items if not c.leaf)
    level = _topic_level(items)
    own = [c for c in items if c.indent == level]
    topics = [c for c in own if not c.leaf and times[c.title] < 3]
    if len(topics) < 5 or sum(len(c.title) <= 60 for c in own) < 0.9 * len(own):
        return []
    if sum(times[c.title] >= 3 or c.leaf for c in own) > len(topics):
        return []
    kept = {id(c) for c in topics}
    above = [c for c in items if c.indent <= level and id(c) not in kept]
    for candidate in above:
        candidate.divide()
        candidate.extra["aside"] = times[candidate.title] >= 3
    return sorted([*topics, *above], key=lambda c: c.start)


def _topic_level(items: list[Candidate]) -> int:
    """The indent of the topics: the outermost level whose points mostly have none below them."""
    levels = sorted({c.indent for c in items})
    for level, inner in pairwise(levels):
        points = [c for c in items if c.indent == inner]
        if sum(not c.leaf for c in points) < 0.6 * len(points):
            return level
    return levels[0]


def accept_leaves(region: list[Candidate]) -> list[Candidate]:
    """A list of questions sorted under chapter items: what stands deepest asks, what stands above it divides."""
    items = [c for c in region if c.style in ITEMS]
    leaves = [c for c in items if c.leaf]
    if len(leaves) == len(items) or not any(c.indent > 1 for c in leaves):
        return []
    if below_bold := _accept_below_bold(items):
        return below_bold
    level = _numbered_level(items)
    if level is not None:
        for candidate in items:
            if candidate.indent < level:
                candidate.divide()
        return [c for c in items if c.indent <= level]
    strong = sum(c.ask == 2 for c in leaves)
    asking_above = sum(c.ask == 2 and not c.leaf for c in items)
    if strong < 2 or strong < 0.6 * len(leaves) or asking_above > 0.1 * strong:
        return []
    items = _without_inner(items)
    if not any(c.ask == 2 for c in leaves if c.indent > 1):
        return []  # what stands deeper tells
    for candidate in items:
        if not candidate.leaf and candidate.ask < 2:
            candidate.divide()
    return [c for c in items if not c.leaf or c.ask > 0 or c.number is not None]


def _without_inner(items: list[Candidate]) -> list[Candidate]:
    """Without what stands below an item that asks, unless most of that asks, too."""
    gone: set[int] = set()
    end = 0  # what stands before it has been looked at
    for n, head in enumerate(items):
        if n < end or head.leaf or head.ask < 2:
            continue
        end = n + 1
        while end < len(items) and items[end].indent > head.indent:
            end += 1
        inner = [c for c in items[n + 1 : end] if c.leaf]
        if sum(c.ask == 2 for c in inner) < 0.6 * len(inner):
            gone |= {id(c) for c in inner}
    return [c for c in items if id(c) not in gone]


def _accept_below_bold(items: list[Candidate]) -> list[Candidate]:
    """`* **网络层**` over `    * 1）路由的算法`, `    * 2）…`: what is bold names the chapters, what stands right below asks."""
    chapters = [c for c in items if c.extra.get("lead") == ""]
    if len(chapters) < 3 or any(c.leaf or c.ask == 2 for c in chapters):
        return []
    asked: list[Candidate] = []
    level = -1  # the indent of what stands right below the chapter
    for one in items:
        if one.extra.get("lead") == "":
            level = -1
        elif level < 0 or one.indent <= level:
            level = one.indent
            asked.append(one)
    counted = sum(is_plain(c.number) for c in asked)
    could, do = asking_counts(asked)
    if len(asked) < 12 or counted < 0.9 * len(asked) or could < 0.4 * len(asked) or do < 0.25 * len(asked):
        return []
    for chapter in chapters:
        chapter.divide()
    return sorted([*chapters, *asked], key=lambda c: c.start)


def _numbered_level(items: list[Candidate]) -> int | None:
    """The indent of the numbered questions of a list that has groups above them and details below, or None."""
    numbered = [c for c in items if is_plain(c.number)]
    if len(numbered) < 5:
        return None
    level = Counter(c.indent for c in numbered).most_common(1)[0][0]
    own = [c for c in items if c.indent == level]
    above = [c for c in items if c.indent < level]
    asked = [
        c for c in numbered if c.leaf or c.indent >= level
    ]  # what is above them and has points names a group
    here = sum(c.indent == level for c in asked)
    proven = here >= 0.95 * len(asked) and here >= 0.9 * len(own)
    grouped = bool(above) and not any(c.ask == 2 or c.leaf for c in above)
    could, do = asking_counts(own)
    detailed = any(c.indent > level for c in items)
    anew = sum(whole_number(c.number) == 1 for c in own) >= 2 and do >= 0.25 * len(own)
    return level if proven and grouped and could >= 0.5 * len(own) and (detailed or anew) else None
