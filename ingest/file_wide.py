"""What the lists that were accepted say of the others of their file, which alone would prove too little."""

from __future__ import annotations

from collections.abc import Sequence

from ingest.candidates import ITEMS, Candidate, asking_counts, with_next
from ingest.grammar import is_plain, whole_number
from ingest.headings import Node
from ingest.runs import ascends, is_bare_bullet, outermost

_COUNTING, _ASKED, _TITLE = 3, 15, 60  # headings over counts, questions below them, characters of one


def accept_counted_through(regions: list[list[Candidate]], accepted: list[list[Candidate]]) -> None:
    """Where every number of a file comes once and hardly one is missing, half of them questions, all of them are."""
    runs = [outermost(c for c in region if c.style == "num" and is_plain(c.number)) for region in regions]
    numbers = [int(c.number.number) for run in runs for c in run if c.number]
    taken = sum(c.style == "num" for kept in accepted for c in kept)
    once = len(set(numbers)) == len(numbers) >= 12 and len(numbers) >= 0.9 * max(numbers)
    if once and sum(map(bool, runs)) >= 3 and taken >= 0.5 * len(numbers):
        for run, kept in zip(runs, accepted, strict=True):
            kept += run if not kept else []


def accept_lone_numbers(regions: list[list[Candidate]], accepted: list[list[Candidate]]) -> None:
    """Where numbered lists of three headings are all that a file asks, `1. 甲是什么？` alone under another asks, too."""
    taken = [kept for kept in accepted if kept]
    if len(taken) < 3 or not all(c.style == "num" for kept in taken for c in kept):
        return
    for region, kept in zip(regions, accepted, strict=True):
        outer = outermost(c for c in region if c.style == "num")
        alone = len(outer) == 1 and region[0] is outer[0] and whole_number(outer[0].number) == 1
        if not kept and alone and outer[0].ask == 2:
            kept += outer


def take_rest_of_counts(nodes: Sequence[Node]) -> None:
    """Where most headings of a level over a numbered list list questions, three of them and fifteen in all, the other such lists do, if they ask."""
    counting = []
    for node in nodes:
        run = _like_first([c for c in node.found if c.style == "num" and c.indent < 4])
        if len(run) >= 2 and run[0] is node.found[0] and whole_number(run[0].number) == 1 and ascends(run):
            counting.append((node, run))
    levels = {node.level for node, run in counting if run[0] in node.candidates}
    counting = [(node, run) for node, run in counting if node.level in levels]
    taken = [run for node, run in counting if run[0] in node.candidates]
    if len(taken) < max(_COUNTING, 0.5 * len(counting)) or sum(map(len, taken)) < _ASKED:
        return
    for node, run in counting:
        asking = sum(c.ask == 2 for c in run)
        if not node.candidates and not node.asking and asking and all(len(c.title) <= _TITLE for c in run):
            node.candidates = run


def _like_first(run: list[Candidate]) -> list[Candidate]:
    """Those with the sign of the first: 「2.」 after 「1.」, and not 「(1)」."""
    return [c for c in run if c.extra.get("sign") == run[0].extra.get("sign")]


def accept_boxes(regions: list[list[Candidate]], accepted: list[list[Candidate]]) -> None:
    """Where `- [ ] 甲是什么？` lists questions, eight or more, a list of such boxes of which half could be asked lists more."""
    taken = sum(c.extra.get("box", False) for kept in accepted for c in kept)
    for region, kept in zip(regions, accepted, strict=True):
        boxed = all(c.extra.get("box") for c in region)
        if region and not kept and taken >= 8 and boxed and asking_counts(region)[0] >= 0.5 * len(region):
            kept += region


def group_boxes(accepted: list[list[Candidate]]) -> None:
    """Where `- [ ] 甲是什么？` lists the questions, a plain `- 数据库` before one names a group, and one after belongs to it."""
    bullets = [c for kept in accepted for c in kept if c.style == "bullet"]
    boxed = [c for c in bullets if c.extra.get("box")]
    if len(boxed) < 8 or sum(c.ask > 0 for c in boxed) < 0.5 * len(boxed) or len(boxed) == len(bullets):
        return
    for kept in accepted:
        gone = set()
        for one, following in with_next(kept if any(c.extra.get("box") for c in kept) else []):
            if one.style != "bullet" or one.extra.get("box") or one.ask == 2:
                continue
            if following is not None and following.extra.get("box") and len(one.title) <= 20 and one.leaf:
                one.divide()
            else:
                gone.add(id(one))
        kept[:] = [c for c in kept if id(c) not in gone]


def accept_rest_of_bullets(regions: list[list[Candidate]], accepted: list[list[Candidate]]) -> None:
    """Where bare bullets are what a file asks, in three lists or more, a list of which less asks is one of them.

    Twelve are enough where the file lists nothing else, forty where it does, up to the list right after the last of them.
    """
    taken = [n for n, kept in enumerate(accepted) if kept]
    listed = [c for kept in accepted for c in kept]
    bare = [region for region in regions if region and all(map(is_bare_bullet, region))]
    could, do = asking_counts(c for region in bare for c in region)
    total = sum(map(len, bare))
    if len(taken) < 3 or could < 0.7 * total or do < 0.5 * total:
        return
    only = all(c.style == "bullet" for c in listed) and total >= 0.9 * sum(map(len, regions))
    many = sum(map(is_bare_bullet, listed)) >= max(40, 0.9 * len(listed))
    if not (many or (only and len(listed) >= 12)):
        return
    for region, kept in zip(regions[: taken[-1] + 2], accepted, strict=False):
        if not kept and len(region) >= 2 and all(map(is_bare_bullet, region)) and asking_counts(region)[0]:
            kept += region


def accept_topic_bullets(regions: list[list[Candidate]]) -> list[list[Candidate]]:
    """Bare bullets under every heading, most of which could ask (「甲的原理」, 「乙和丙的区别」) and some of which do."""
    listed = [c for region in regions for c in region if c.style in ITEMS]
    bare = sum(not c.body and c.leaf and len(c.title) <= 60 for c in listed)
    could, do = asking_counts(listed)
    if len(listed) < 8 or bare < 0.9 * len(listed) or could < 0.6 * len(listed) or do < 0.15 * len(listed):
        return [[] for _ in regions]
    kept = [[c for c in region if c.style in ITEMS and c.indent < 4] for region in regions]
    return [run if len(run) >= 2 and any(c.ask > 0 for c in run) else [] for run in kept]
