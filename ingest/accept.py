"""Which of the lines that may begin a question do.

Whether a style of line really asks is decided per region (the text between two headings) and per file, from all of
its members together: one bold line that ends in ？ proves nothing, a row of them does.
"""

from __future__ import annotations

import re
from bisect import bisect
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise, zip_longest

from ingest.candidates import ITEMS, Candidate, asking_counts, with_next
from ingest.grammar import asks, chinese_value, is_plain, whole_number


def accept(
    regions: list[list[Candidate]], has_headings: bool, lists: Sequence[str] = ()
) -> list[list[Candidate]]:
    """The candidates of each region that begin questions, by the styles that prove themselves.

    `lists` says of each region whether its heading announces a list of questions: `above` where 「面经」 stands over it or
    higher, `round` where it is 「一面」, `own` where it is itself 「题目」 or 「Questions」, `perhaps` where it is 「问题」, which may mean troubles.
    """
    by_style: dict[str, list[Candidate]] = defaultdict(list)
    regions = [_drop_methods(_drop_answers(region)) for region in _drop_other_bold(_drop_below_q(regions))]
    regions = [_drop_checks(region) for region in _drop_translations(regions)]
    for region in regions:
        for candidate in region:
            by_style[candidate.style].append(candidate)

    def strong(style: str) -> int:
        return sum(c.ask == 2 for c in by_style[style])

    def share(style: str) -> float:
        return strong(style) / max(1, len(by_style[style]))

    styles = {"callout", "row"}
    containers = by_style["container"]
    if len(containers) >= 6 and strong("container") >= 0.2 * len(containers):
        styles.add("container")
    if by_style["details"]:
        styles.add("details")
    if by_style["qa"]:
        styles.add("qa")
    bare_q = [c for c in by_style["q"] if c.extra.get("bare")]
    if len(by_style["q"]) > len(bare_q) or (sum(bool(c.title) for c in bare_q) >= 3 and ascends(bare_q)):
        styles.add("q")
    for style in ("quote", "bold"):
        if strong(style) >= 2 and share(style) >= 0.5:
            styles.add(style)
    counted = [c for c in by_style["bold"] if is_plain(c.number)]
    if (
        len(counted) >= 3
        and len(counted) >= 0.8 * len(by_style["bold"])
        and strong("bold") >= 0.25 * len(counted)
        and ascends(counted)
    ):
        styles.add("bold")
    if _all_bold(by_style["bold"], sum(map(bool, regions)), has_headings):
        styles.add("bold")
    if strong("dotted") >= 3 and share("dotted") >= 0.3 and ascends(by_style["dotted"]):
        styles.add("dotted")
    if len(by_style["loose"]) >= 4 and not has_headings:
        styles.add("loose")
    leads = [c for c in by_style["bullet"] if "lead" in c.extra and c.indent < 2]
    top = sum(c.indent < 2 for c in by_style["bullet"])
    bold_bullets = (
        len(leads) >= 3 and len(leads) >= 0.5 * top and sum(c.ask == 2 for c in leads) >= 0.5 * len(leads)
    )
    whole = [c for c in leads if not c.extra["lead"]]  # nothing after the bold words
    if len(whole) >= 20 and len(whole) >= 0.8 * top and sum(c.ask == 2 for c in whole) >= 0.3 * len(whole):
        leads, bold_bullets = whole, True
    in_leads = {id(c) for c in leads} if bold_bullets else set()
    bare = {style: sum(c.ask == 2 and not c.body for c in by_style[style]) for style in ITEMS}
    listed = {
        style
        for style in ITEMS
        if bare[style] >= 5 and bare[style] >= 0.5 * sum(c.indent < 4 for c in by_style[style])
    }
    listed |= {"bullet"} if _bullets_ask(regions) else set()
    bulleted = {how for how in ("above", "round") if _bullets_below(regions, lists, how)}
    accepted = []
    for region, announced in zip_longest(regions, lists[: len(regions)], fillvalue=""):
        kept = [
            c
            for c in region
            if c.style in styles or id(c) in in_leads or (c.style == "container" and c.ask > 0)
        ]
        kept += _accept_bold_of_region(region) if "bold" not in styles else []
        if kept and not has_headings and all(c.style == "loose" for c in kept):
            kept = _accept_counted(region) or kept
        if not kept:
            kept = (
                _accept_plain(region, has_headings, listed)
                or (_accept_announced(region, announced, announced in bulleted) if announced else [])
                or _accept_loose(region)
            )
        elif not any(c.style == "details" for c in kept):
            kept += [
                c
                for c in _accept_lists(region, has_headings, listed)
                if c.ask == 2 and c.style in ("num", "letter", "chinese") and c.start < kept[0].start
            ]
        kept += _accept_bare_list(region, kept)
        kept += _accept_after_rule(region, kept)
        kept += _accept_between(region, kept)
        kept += _accept_missing(region, kept)
        kept = sorted({c.start: c for c in kept}.values(), key=lambda c: c.start)
        _begin_at_code(kept)
        accepted.append(kept)
    _accept_boxes(regions, accepted)
    _group_boxes(accepted)
    if has_headings and sum(sum(c.style == "num" for c in kept) >= 2 for kept in accepted) >= 2:
        for region, kept in zip(regions, accepted, strict=True):
            could = sum(c.ask > 0 for c in region) >= 0.6 * len(region)
            kept += region if not kept and _is_bare(region, 0.0 if could else 0.3) else []
    if has_headings:
        _accept_counted_through(regions, accepted)
        _accept_lone_numbers(regions, accepted)
    if has_headings:
        _accept_rest_of_bullets(regions, accepted)
    if has_headings and not any(accepted):
        return _accept_topic_bullets(regions)
    if not has_headings and not any(any(c.ask == 2 for c in kept) for kept in accepted):
        return [_accept_lone_bullets(region) or kept for region, kept in zip(regions, accepted, strict=True)]
    return accepted


def _accept_counted_through(regions: list[list[Candidate]], accepted: list[list[Candidate]]) -> None:
    """Where every number of a file comes once and hardly one is missing, half of them questions, all of them are."""
    runs = [_outermost(c for c in region if c.style == "num" and is_plain(c.number)) for region in regions]
    numbers = [int(c.number.number) for run in runs for c in run if c.number]
    taken = sum(c.style == "num" for kept in accepted for c in kept)
    once = len(set(numbers)) == len(numbers) >= 12 and len(numbers) >= 0.9 * max(numbers)
    if once and sum(map(bool, runs)) >= 3 and taken >= 0.5 * len(numbers):
        for run, kept in zip(runs, accepted, strict=True):
            kept += run if not kept else []


def _accept_lone_numbers(regions: list[list[Candidate]], accepted: list[list[Candidate]]) -> None:
    """Where numbered lists of three headings are all that a file asks, `1. 甲是什么？` alone under another asks, too."""
    taken = [kept for kept in accepted if kept]
    if len(taken) < 3 or not all(c.style == "num" for kept in taken for c in kept):
        return
    for region, kept in zip(regions, accepted, strict=True):
        outer = _outermost(c for c in region if c.style == "num")
        alone = len(outer) == 1 and region[0] is outer[0] and whole_number(outer[0].number) == 1
        if not kept and alone and outer[0].ask == 2:
            kept += outer


def _accept_boxes(regions: list[list[Candidate]], accepted: list[list[Candidate]]) -> None:
    """Where `- [ ] 甲是什么？` lists questions, eight or more, a list of such boxes of which half could be asked lists more."""
    taken = sum(c.extra.get("box", False) for kept in accepted for c in kept)
    for region, kept in zip(regions, accepted, strict=True):
        boxed = all(c.extra.get("box") for c in region)
        if region and not kept and taken >= 8 and boxed and asking_counts(region)[0] >= 0.5 * len(region):
            kept += region


def _group_boxes(accepted: list[list[Candidate]]) -> None:
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


def _begin_at_code(kept: list[Candidate]) -> None:
    """Where each 「问题：」 has its code right before it, from the first on, the code belongs to it and not to the answer above."""
    if kept and kept[0].extra.get("code_first") and all("code_start" in c.extra for c in kept):
        for candidate in kept:
            candidate.extra["title_line"] = candidate.start
            candidate.start = candidate.extra["code_start"]


def _accept_rest_of_bullets(regions: list[list[Candidate]], accepted: list[list[Candidate]]) -> None:
    """Where bare bullets are what a file asks, in three lists or more, a list of which less asks is one of them.

    Twelve are enough where the file lists nothing else, forty where it does, up to the list right after the last of them.
    """
    taken = [n for n, kept in enumerate(accepted) if kept]
    listed = [c for kept in accepted for c in kept]
    bare = [region for region in regions if region and all(map(_is_bare_bullet, region))]
    could, do = asking_counts(c for region in bare for c in region)
    total = sum(map(len, bare))
    if len(taken) < 3 or could < 0.7 * total or do < 0.5 * total:
        return
    only = all(c.style == "bullet" for c in listed) and total >= 0.9 * sum(map(len, regions))
    many = sum(map(_is_bare_bullet, listed)) >= max(40, 0.9 * len(listed))
    if not (many or (only and len(listed) >= 12)):
        return
    for region, kept in zip(regions[: taken[-1] + 2], accepted, strict=False):
        if not kept and len(region) >= 2 and all(map(_is_bare_bullet, region)) and asking_counts(region)[0]:
            kept += region


def _is_bare_bullet(one: Candidate) -> bool:
    return one.style == "bullet" and one.leaf and not one.body and len(one.title) <= 120


def _accept_topic_bullets(regions: list[list[Candidate]]) -> list[list[Candidate]]:
    """Bare bullets under every heading, most of which could ask (「甲的原理」, 「乙和丙的区别」) and some of which do."""
    listed = [c for region in regions for c in region if c.style in ITEMS]
    bare = sum(not c.body and c.leaf and len(c.title) <= 60 for c in listed)
    could, do = asking_counts(listed)
    if len(listed) < 8 or bare < 0.9 * len(listed) or could < 0.6 * len(listed) or do < 0.15 * len(listed):
        return [[] for _ in regions]
    kept = [[c for c in region if c.style in ITEMS and c.indent < 4] for region in regions]
    return [run if len(run) >= 2 and any(c.ask > 0 for c in run) else [] for run in kept]


def _bullets_ask(regions: list[list[Candidate]]) -> bool:
    """The outermost bullets of a file have their answers below them, most could ask and many do."""
    own = [
        (one, after)
        for region in regions
        for one, after in with_next(region)
        if one.style == "bullet" and one.indent < 2
    ]
    told = sum(one.body or (after is not None and after.indent > one.indent) for one, after in own)
    could, do = asking_counts(one for one, _ in own)
    return len(own) >= 6 and told >= 0.8 * len(own) and could >= 0.7 * len(own) and do >= 0.4 * len(own)


def _accept_lone_bullets(region: list[Candidate]) -> list[Candidate]:
    """`- 甲的方式有哪些？` over paragraphs and lists that are not indented, then the next: bullets that stand alone,
    or that begin the file with their answers flush below them.
    """
    bullets = [c for c in region if c.style == "bullet" and c.indent < 2]
    told = sum(
        one.body or (after is not None and after.style != "bullet")
        for one, after in with_next(region)
        if one.style == "bullet" and one.indent < 2
    )
    alone = all(len(c.title) <= 60 and c.extra.get("opens") for c in bullets)
    flush = len(bullets) >= 8 and bullets[0] is region[0] and all(len(c.title) <= 40 for c in bullets)
    could, do = asking_counts(bullets)
    asked = (alone and could >= 0.6 * len(bullets)) or (flush and could >= 0.35 * len(bullets))
    return bullets if len(bullets) >= 3 and told >= 0.8 * len(bullets) and do and asked else []


def _accept_plain(region: list[Candidate], has_headings: bool, listed: set[str]) -> list[Candidate]:
    """The lists of a region; in a plain text of which less than half asks, the questions that it counts, if it does."""
    kept = _accept_lists(region, has_headings, listed)
    if has_headings or sum(c.ask == 2 for c in kept) >= 0.5 * max(1, len(kept)):
        return kept
    return _accept_counted(region) or kept


def _is_bare(region: list[Candidate], part: float) -> bool:
    """Whether a region holds nothing but short numbered items without answers, that much of which asks."""
    return (
        len(region) >= 3
        and all(c.style == "num" and not c.body and len(c.title) <= 160 for c in region)
        and sum(c.ask == 2 for c in region) >= part * len(region)
        and ascends(region)
    )


def _drop_below_q(regions: list[list[Candidate]]) -> list[list[Candidate]]:
    """Where a file counts Q1, Q2, … in bold, the bold lines without a number below them part the answers."""
    found = [c for region in regions for c in region]
    counted = [c for c in found if c.style == "q" and c.title]
    bold = [c for c in found if c.style == "bold" and c.number is None]
    if len(counted) < 5 or not bold or not ascends(counted):
        return regions
    if sum(c.ask == 2 for c in bold) > len(counted):
        return regions
    first = counted[0].start
    gone = {id(c) for c in bold if c.start > first}
    return [[c for c in region if id(c) not in gone] for region in regions]


def _drop_translations(regions: list[list[Candidate]]) -> list[list[Candidate]]:
    """Without the quotes that say each item's question once more in another language."""
    quotes = items = 0
    pairs: list[tuple[Candidate, Candidate]] = []
    for region in regions:
        for one, following in with_next(region):
            quotes += one.style == "quote"
            items += one.style in ITEMS
            quoted = one.style in ITEMS and following is not None and following.style == "quote"
            if quoted and _is_chinese(one.title) != _is_chinese(following.title):
                pairs.append((one, following))
    if len(pairs) < 3 or len(pairs) < 0.8 * max(quotes, items):
        return regions
    for one, quote in pairs:
        one.ask = max(one.ask, quote.ask)
    gone = {id(quote) for _, quote in pairs}
    return [[c for c in region if id(c) not in gone] for region in regions]


def _drop_checks(region: list[Candidate]) -> list[Candidate]:
    """Without a list to tick off: `- [ ] 是否合并了访问？`, of which each asks for yes or no."""
    boxed = [c for c in region if c.extra.get("box")]
    checks = sum("是否" in c.title[:16] or c.title.startswith(("有没有", "有無")) for c in boxed)
    return [c for c in region if not c.extra.get("box")] if checks >= max(3, 0.8 * len(boxed)) else region


def _is_chinese(title: str) -> bool:
    return sum("\u4e00" <= char <= "\u9fff" for char in title) >= 4


def _drop_other_bold(regions: list[list[Candidate]]) -> list[list[Candidate]]:
    """Where a file numbers its bold questions, the other bold lines below them (「**优点：**」, 「1、**…**」) part answers."""
    forms = Counter(_bold_form(c) for region in regions for c in region if c.style == "bold" and c.ask == 2)
    form, most = forms.most_common(1)[0] if forms else ("", 0)
    if not form or most < max(3, 0.7 * forms.total()):
        return regions
    kept = []
    for region in regions:
        first = next((c.start for c in region if c.style == "bold" and _bold_form(c) == form), None)
        kept.append(
            [
                c
                for c in region
                if c.style != "bold"
                or _bold_form(c) == form
                or (c.ask == 2 and (first is None or c.start < first))
            ]
        )
    return kept


def _drop_answers(region: list[Candidate]) -> list[Candidate]:
    """Without the list that stands line by line right under 「答案：」: its points are counted like the questions."""
    kept: list[Candidate] = []
    last = -2  # the line of the last of such a list
    for candidate in region:
        if candidate.style == "num" and (candidate.extra.get("answers") or candidate.start == last + 1):
            last = candidate.start
        else:
            kept.append(candidate)
    return kept


def _drop_methods(region: list[Candidate]) -> list[Candidate]:
    """Without the bold lines right under a bold question that together answer it: none of them asks, most have text below."""
    bold = [c for c in region if c.style == "bold"]
    gone: set[int] = set()
    n = 0
    while n < len(bold):
        last = n + 1
        while last < len(bold) and bold[last].ask < 1 and not bold[last].extra["ruled"]:
            last += 1
        run = bold[n + 1 : last]
        heads = bold[n].ask == 2 and not bold[n].extra["told"] and all(c.number is None for c in run)
        if (
            heads
            and len(run) >= (3 if bold[n].number is None else 2)
            and sum(c.extra["told"] for c in run) >= 0.6 * len(run)
        ):
            gone |= {id(c) for c in run}
        n = last
    return [c for c in region if id(c) not in gone] if gone else region


def _all_bold(bold: list[Candidate], regions: int, has_headings: bool) -> bool:
    """Bold lines are all the structure that a file has, or has below few headings: most could ask, and many do."""
    own = [c for c in bold if c.ask > 0 or not c.extra["colon"]]
    could, do = asking_counts(own)
    if len(own) < 6 or len(own) < 0.9 * len(bold) or len({c.title for c in own}) < 0.9 * len(own):
        return False
    if has_headings:
        heads = sum(c.extra["heads"] for c in bold)
        return (
            4 * regions <= len(own)
            and 2 * heads >= regions
            and could >= 0.55 * len(own)
            and do >= 0.25 * len(own)
        )
    return could >= 0.5 * len(own) and do >= 0.25 * len(own)


def _bold_form(candidate: Candidate) -> str:
    """How a bold line is numbered: `inner` 「**1、…**」, `outer` 「1、**…**」, or not at all."""
    if candidate.number is None:
        return ""
    return "outer" if candidate.extra.get("outer") else "inner"


def _accept_between(region: list[Candidate], kept: list[Candidate]) -> list[Candidate]:
    """The plain `22. 写道题` of a list whose other entries, `21. **…**` and `23. **…**`, are bold questions."""
    counted = [c for c in kept if c.style == "bold" and c.extra.get("outer") and c.number is not None]
    if len(counted) < 5 or not ascends(counted):
        return []
    own, added = {c.start for c in kept}, []
    following = iter([*counted[1:], None])
    above, below = counted[0], next(following)
    for one in region:
        while below is not None and below.start <= one.start:
            above, below = below, next(following)
        if below is None:
            break
        between = one.start > above.start and one.start not in own
        low, value, high = (whole_number(c.number) or 0 for c in (above, one, below))
        if one.style == "num" and between and low < value < high:
            added.append(one)
    return added


def _accept_missing(region: list[Candidate], kept: list[Candidate]) -> list[Candidate]:
    """`8)` that slipped far to the right between `7)` and `9)`: the one whose number alone is missing of 7 and 9."""
    counted = [c for c in kept if c.style == "num" and is_plain(c.number)]
    if len(counted) < 5 or not ascends(counted):
        return []
    added: list[Candidate] = []
    above: Candidate | None = None  # the last one kept, and what stands below it with the next number
    waiting: Candidate | None = None
    starts = {c.start for c in counted}
    for one in (c for c in region if c.style == "num" and is_plain(c.number)):
        after_above = above is not None and int(one.number.number) == int(above.number.number) + 1
        if one.start in starts:
            fits = waiting is not None and int(one.number.number) == int(waiting.number.number) + 1
            added += [waiting] if fits and waiting is not None else []
            above, waiting = one, None
        elif after_above and waiting is None and one.extra.get("sign") == above.extra.get("sign"):
            waiting = one
    return added


def _accept_bare_list(region: list[Candidate], kept: list[Candidate]) -> list[Candidate]:
    """A list of questions without answers, after the last of the blocks that say where they end (<details>)."""
    if not kept or any(c.end is None for c in kept):
        return []
    end = max(c.end or 0 for c in kept)
    run = [c for c in region if c.start >= end and c.style in ("num", "bullet")]
    bare = len(run) >= 5 and sum(c.body for c in run) <= 0.2 * len(run)
    return run if bare and sum(c.ask == 2 for c in run) >= 0.8 * len(run) else []


def _accept_after_rule(region: list[Candidate], kept: list[Candidate]) -> list[Candidate]:
    """Plain lists after the last of several counted bold questions, each `1.` right below a rule: half could be asked."""
    if len(kept) < 3 or any(c.style != "bold" or c.number is None for c in kept):
        return []
    tail = [c for c in region if c.start > kept[-1].start and c.style == "num" and c.indent < 2]
    first = next((n for n, c in enumerate(tail) if c.extra.get("ruled")), len(tail))
    run = tail[first:]
    could, do = asking_counts(run)
    begun = sum(whole_number(c.number) == 1 for c in run)
    ruled = sum(c.extra.get("ruled", False) for c in run)
    enough = len(run) >= 6 and could >= 0.5 * len(run) and do >= 0.3 * len(run)
    return run if enough and ruled >= 0.6 * begun else []


def _accept_bold_of_region(region: list[Candidate]) -> list[Candidate]:
    bold = [c for c in region if c.style == "bold"]
    strong = [c for c in bold if c.ask == 2]
    return bold if len(strong) >= 2 and len(strong) >= 0.6 * len(bold) else []


def _accept_lists(region: list[Candidate], has_headings: bool, listed: set[str]) -> list[Candidate]:
    """List items that are questions: most of a run asks, or a plain file counts its sections 1、2、3、.

    In a file whose lists are lists of questions (`listed` styles), even a run of one is.
    """
    kept: list[Candidate] = []
    nested = _accept_grouped(region) or _accept_leaves(region)
    if nested:
        return nested
    for style in ("num", "letter", "bullet", "chinese"):
        run = _outermost(c for c in region if c.style == style)
        if style == "bullet":
            run = _without_follow_ups(run, kept)
        long = style == "bullet" and len(run) >= 8 and all(map(_is_bare_bullet, run))
        introduced = run and run[0].extra.get("introduced")
        if style == "bullet" and has_headings and introduced and not (long and introduced == "questions"):
            continue  # 「思考三件事：」 and its bullets are prose
        run = _of_one_sign(run) if style == "num" else run
        strong = sum(c.ask == 2 for c in run)
        need, part = (3, 0.75) if style == "bullet" else (2, 0.6)
        if long and len(run) == len(region):
            part = 0.5
        if style == "num" and len(run) >= 5 and ascends(run):
            part = 0.4 if has_headings else 0.3
            if has_headings and sum(map(_asks_and_tells, run)) >= 0.5 * len(run):
                need = part = 0
        need, part = (1, 0.5) if style in listed else (need, part)
        part = 0.5 if style == "num" and part > 0.5 and _is_bare(region, 0.5) else part
        sections = style in ("num", "chinese") and not has_headings and _counts_sections(run)
        if (strong >= need and strong >= part * len(run)) or sections or _quotes_titles(run):
            kept += run
    if kept and not any(c.style == "bullet" for c in kept):
        first = min(c.start for c in kept)
        kept += [
            c
            for c in region
            if c.style == "bullet"
            and c.ask == 2
            and c.start < first
            and c.extra.get("opens")
            and not c.extra.get("nested")
        ]
    return kept


def _asks_and_tells(one: Candidate) -> bool:
    """Whether it asks before a colon: 「7. L1不可导怎么办：坐标下降」."""
    head, colon, _ = one.title.replace("：", ":").partition(":")
    return asks(head) == 2 if colon and len(head) <= 40 else one.ask == 2


def _without_follow_ups(run: list[Candidate], asked: list[Candidate]) -> list[Candidate]:
    """The bullets that do not ask further below numbered questions: not deeper, nor between one number and the next."""
    numbered = [c for c in asked if c.style == "num"]
    if not numbered or sum(c.ask == 2 for c in numbered) < 0.6 * len(numbered):
        return run
    first, deepest = numbered[0].start, max(c.indent for c in numbered)
    starts = [c.start for c in numbered]
    between = {bisect(starts, c.start) for c in run} - {
        0,
        len(starts),
    }  # the numbers that bullets stand after
    if ascends(numbered) and len(between) >= 2:
        return [c for c in run if c.start < first]
    return [c for c in run if c.start < first or c.indent <= deepest + 1]


def _accept_grouped(region: list[Candidate]) -> list[Candidate]:
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


def _of_one_sign(run: list[Candidate]) -> list[Candidate]:
    """Where 「12、…」 asks, time and again, what bears another sign (「1). …」) and asks nothing lists points of an answer."""
    signs = Counter(c.extra.get("sign", "") for c in run if c.ask == 2)
    sign, most = signs.most_common(1)[0] if signs else ("", 0)
    if most < max(5, 0.8 * signs.total()):
        return run
    return [c for c in run if c.ask == 2 or c.extra.get("sign", "") == sign]


def _accept_leaves(region: list[Candidate]) -> list[Candidate]:
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
    deepest = sum(c.indent == level for c in numbered if c.leaf or c.indent >= level)
    proven = deepest >= 0.95 * sum(c.leaf or c.indent >= level for c in numbered) and deepest >= 0.9 * len(
        own
    )
    grouped = bool(above) and not any(c.ask == 2 or c.leaf for c in above)
    could, do = asking_counts(own)
    detailed = any(c.indent > level for c in items)
    anew = sum(whole_number(c.number) == 1 for c in own) >= 2 and do >= 0.25 * len(own)
    return level if proven and grouped and could >= 0.5 * len(own) and (detailed or anew) else None


def _bullets_below(regions: list[list[Candidate]], lists: Sequence[str], how: str) -> bool:
    """Whether the outermost bullets below headings like 「面经」 are questions: half could be asked, a fifth is.

    Below two rounds of an interview or more, 「一面」 and 「二面」, it is enough that a tenth asks.
    """
    below = [
        _outermost(c for c in region if c.style == "bullet")
        for region, announced in zip(regions, lists, strict=False)
        if announced == how
    ]
    found = [c for run in below for c in run]
    could, do = asking_counts(found)
    if how == "round" and sum(map(bool, below)) >= 2:
        return len(found) >= 6 and do >= 0.1 * len(found)
    return len(found) >= 8 and could >= 0.5 * len(found) and do >= 0.2 * len(found)


def _outermost(items: Iterable[Candidate]) -> list[Candidate]:
    run = [c for c in items if c.indent < 4]
    base = min((c.indent for c in run), default=0)
    return [c for c in run if c.indent <= base + 1]


def _leads_elsewhere(item: Candidate) -> bool:
    """Whether it links to an exercise or a page."""
    return item.extra.get("linked", False) or "://" in item.title[:8]


def _accept_announced(region: list[Candidate], announced: str, bulleted: bool) -> list[Candidate]:
    """The list under a heading that says that it lists questions: imperatives and topics, too.

    Bullets below 「面经」 are answers as well, unless those of the whole file ask (`bulleted`).
    """
    above = announced in ("above", "round")
    for style in ("num", "bullet") if not above or bulleted else ("num",):
        run = [c for c in region if c.style == style and c.indent < 4]
        run = run if above and style == "num" else _outermost(run)
        if above and run and sum(c.start < run[0].start for c in region) > 1:
            continue  # `**规划**`, `**执行**`, and then a list: it tells
        asking = sum(c.ask > 0 for c in run) >= 0.3 * len(run)
        linked = sum(map(_leads_elsewhere, run)) >= 0.5 * len(run)
        if (
            len(run) >= 3
            and sum(len(c.title) <= 80 for c in run) >= 0.8 * len(run)
            and (style == "bullet" or ascends(run) or (above and _counts_anew(run)))
            and (asking or announced != "perhaps")
            and (asking or not linked)
        ):
            return run
    return []


def _accept_loose(region: list[Candidate]) -> list[Candidate]:
    """Lines that end in ？, in a region that has hardly anything else to begin a question with."""
    loose = [c for c in region if c.style == "loose"]
    others = [c for c in region if c.style not in ("bullet", "chapter")]
    return loose if len(loose) >= 3 and len(loose) >= 0.7 * len(others) else []


def ascends(run: list[Candidate], *, default: bool = False) -> bool:
    """Whether the numbers of a run mostly grow from one to the next; `default` where fewer than two have one."""
    numbers = [
        tuple(map(int, re.split(r"[.\-]", c.number.number)))
        for c in run
        if c.number is not None and c.number.number[0].isdigit()
    ]
    if len(numbers) < 2:
        return default
    return sum(a < b for a, b in pairwise(numbers)) >= 0.8 * (len(numbers) - 1)


def _counts_anew(run: list[Candidate]) -> bool:
    """Whether each number follows the one before it or is 1 again, as below the name of one company after another."""
    numbers = [whole_number(c.number) for c in run]
    return all(b is not None and a is not None and b in (a + 1, 1) for a, b in pairwise(numbers))


def _counts_sections(run: list[Candidate]) -> bool:
    """1、2、3、… in order, three at least, most with text of their own below them, each a short title."""
    if len(run) < 3 or any(c.number is None for c in run):
        return False
    if run[0].style == "num" and not ascends(run):
        return False
    return sum(c.body for c in run) >= 0.7 * len(run) and sum(len(c.title) <= 120 for c in run) >= 0.9 * len(
        run
    )


def _quotes_titles(run: list[Candidate]) -> bool:
    """「1. > 标题」, 「2. > 标题」: numbered items that are quotes, with text below them."""
    quoted = sum(c.extra.get("quoted", False) for c in run)
    return (
        len(run) >= 2 and quoted == len(run) and ascends(run) and sum(c.body for c in run) >= 0.7 * len(run)
    )


def _accept_counted(region: list[Candidate]) -> list[Candidate]:
    """A plain text that counts its questions 1、2、3、…, anew in each chapter 「五、…」, whatever lists its answers hold.

    Half of them ask, few others do, and most have text below. A list inside an answer bears another sign, or begins at 1 again.
    """
    chain = _count(region)
    follow = {id(one): following for one, following in with_next(region)}
    places = {id(c) for c in chain}
    own = [c for c in chain if c.style == "num"]
    filled = sum(c.body or (follow[id(c)] is not None and id(follow[id(c)]) not in places) for c in own)
    short = sum(len(c.title) <= 120 for c in own)
    asking = sum(c.ask == 2 for c in own)
    if len(own) < 5 or asking < 0.5 * len(own) or filled < 0.7 * len(own) or short < 0.9 * len(own):
        return []
    if asking < 0.7 * sum(c.ask == 2 for c in region if c.style == "num"):
        return []
    for candidate in chain:
        if candidate.style != "num":
            candidate.divide()
    return chain


def _begins_again(region: list[Candidate], n: int) -> bool:
    """Whether the `1、` at region[n] asks and so does the `2、` after it, each with an answer below: no list inside an answer."""
    if region[n].ask < 2 or not region[n].body:
        return False
    following = next((region[m] for m in range(n + 1, len(region)) if region[m].style == "num"), None)
    if following is None or whole_number(following.number) != 2:
        return False
    return following.ask > 0 and following.body


def _count(region: list[Candidate]) -> list[Candidate]:
    """The chapters 四、五、… and, in each, the items of one sign that follow 1、2、3、… ."""
    chain: list[Candidate] = []
    chapter, entered = 0, None
    last, inner, sign = 0, 0, ""  # the number reached, that of a list inside the answer, the sign after them
    for n, candidate in enumerate(region):
        number = candidate.number
        if number is None or candidate.indent > 3:
            continue
        if candidate.style in ("chinese", "chapter"):
            if not chapter or 0 < chinese_value(number.number) - chapter <= 2:  # one may be lost
                entered = candidate
        elif candidate.style == "num" and is_plain(number):
            value, own = int(number.number), candidate.extra.get("sign", "")
            if value == 1 and (entered is not None or not last):
                if entered is not None:
                    chain.append(entered)
                    chapter, entered = chinese_value(entered.number.number), None
                chain.append(candidate)
                last, inner, sign = 1, 0, own
            elif value == 1 and last >= 3 and own == sign and _begins_again(region, n):
                chain.append(candidate)
                last, inner = 1, 0
            elif own == sign and value == last + 1 and (value != inner + 1 or candidate.ask == 2):
                chain.append(candidate)
                last, inner, entered = value, 0, None
            elif own == sign and value in (1, inner + 1):
                inner = value
    return chain
