"""Which of the lines that may begin a question do.

Whether a style of line really asks is decided per region (the text between two headings) and per file, from all of
its members together: one bold line that ends in ？ proves nothing, a row of them does.
"""

from __future__ import annotations

from bisect import bisect
from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import pairwise, zip_longest

from ingest.candidates import ITEMS, Candidate, asking_counts, with_next
from ingest.file_wide import (
    accept_boxes,
    accept_counted_through,
    accept_lone_numbers,
    accept_rest_of_bullets,
    accept_topic_bullets,
    group_boxes,
)
from ingest.grammar import asks, chinese_value, is_plain, whole_number
from ingest.nested import accept_grouped, accept_leaves
from ingest.ruled_out import (
    drop_answers,
    drop_below_q,
    drop_checks,
    drop_methods,
    drop_other_bold,
    drop_translations,
)
from ingest.runs import ascends, is_bare, is_bare_bullet, outermost


def accept(
    regions: list[list[Candidate]], has_headings: bool, lists: Sequence[str] = ()
) -> list[list[Candidate]]:
    """The candidates of each region that begin questions, by the styles that prove themselves.

    `lists` says of each region whether its heading announces a list of questions: `above` where 「面经」 stands over it or
    higher, `round` where it is 「一面」, `own` where it is itself 「题目」 or 「Questions」, `perhaps` where it is 「问题」, which may mean troubles.
    """
    by_style: dict[str, list[Candidate]] = defaultdict(list)
    regions = [drop_methods(drop_answers(region)) for region in drop_other_bold(drop_below_q(regions))]
    regions = [drop_checks(region) for region in drop_translations(regions)]
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
            kept = _accept_plain(region, has_headings, listed) or (
                _accept_announced(region, announced, announced in bulleted) if announced else []
            )
            loose = _accept_loose(region)
            kept = loose if len(loose) > 5 * len(kept) else kept  # the odd box among lone lines
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
    accept_boxes(regions, accepted)
    group_boxes(accepted)
    if has_headings and sum(sum(c.style == "num" for c in kept) >= 2 for kept in accepted) >= 2:
        for region, kept in zip(regions, accepted, strict=True):
            could = sum(c.ask > 0 for c in region) >= 0.6 * len(region)
            kept += region if not kept and is_bare(region, 0.0 if could else 0.3) else []
    if has_headings:
        accept_counted_through(regions, accepted)
        accept_lone_numbers(regions, accepted)
    if has_headings:
        accept_rest_of_bullets(regions, accepted)
    if has_headings and not any(accepted):
        return accept_topic_bullets(regions)
    if not has_headings and not any(any(c.ask == 2 for c in kept) for kept in accepted):
        return [_accept_lone_bullets(region) or kept for region, kept in zip(regions, accepted, strict=True)]
    return accepted


def _begin_at_code(kept: list[Candidate]) -> None:
    """Where each 「问题：」 has its code right before it, from the first on, the code belongs to it and not to the answer above."""
    if kept and kept[0].extra.get("code_first") and all("code_start" in c.extra for c in kept):
        for candidate in kept:
            candidate.extra["title_line"] = candidate.start
            candidate.start = candidate.extra["code_start"]


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
    nested = accept_grouped(region) or accept_leaves(region)
    if nested:
        return nested
    for style in ("num", "letter", "bullet", "chinese"):
        run = outermost(c for c in region if c.style == style)
        if style == "bullet":
            run = _without_follow_ups(run, kept)
        long = style == "bullet" and len(run) >= 8 and all(map(is_bare_bullet, run))
        introduced = run and run[0].extra.get("introduced")
        if style == "bullet" and has_headings and introduced and not (long and introduced == "questions"):
            continue  # 「思考三件事：」 and its bullets are prose
        run = _of_one_sign(run) if style == "num" else run
        strong = sum(c.ask == 2 for c in run)
        need, part = (3, 0.75) if style == "bullet" else (2, 0.6)
        if long and len(run) == len(region):
            part = 0.5
        elif style == "bullet" and len(run) >= 8 and asking_counts(run)[0] >= 0.75 * len(run):
            part = 0.6
        if style == "num" and len(run) >= 5 and ascends(run):
            part = 0.4 if has_headings else 0.3
            if has_headings and sum(map(_asks_and_tells, run)) >= 0.5 * len(run):
                need = part = 0
        need, part = (1, 0.5) if style in listed else (need, part)
        part = 0.5 if style == "num" and part > 0.5 and is_bare(region, 0.5) else part
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


def _of_one_sign(run: list[Candidate]) -> list[Candidate]:
    """Where 「12、…」 asks, time and again, what bears another sign (「1). …」) and asks nothing lists points of an answer."""
    signs = Counter(c.extra.get("sign", "") for c in run if c.ask == 2)
    sign, most = signs.most_common(1)[0] if signs else ("", 0)
    if most < max(5, 0.8 * signs.total()):
        return run
    return [c for c in run if c.ask == 2 or c.extra.get("sign", "") == sign]


def _bullets_below(regions: list[list[Candidate]], lists: Sequence[str], how: str) -> bool:
    """Whether the outermost bullets below headings like 「面经」 are questions: half could be asked, a fifth is.

    Below two rounds of an interview or more, 「一面」 and 「二面」, it is enough that a tenth asks.
    """
    below = [
        outermost(c for c in region if c.style == "bullet")
        for region, announced in zip(regions, lists, strict=False)
        if announced == how
    ]
    found = [c for run in below for c in run]
    could, do = asking_counts(found)
    if how == "round" and sum(map(bool, below)) >= 2:
        return len(found) >= 6 and do >= 0.1 * len(found)
    return len(found) >= 8 and could >= 0.5 * len(found) and do >= 0.2 * len(found)


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
        run = run if above and style == "num" else outermost(run)
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


def _counts_anew(run: list[Candidate]) -> bool:
    """Whether each number follows the one before it, says it again, or is 1, as below the name of one company after another."""
    numbers = [whole_number(c.number) for c in run]
    return all(b is not None and a is not None and b in (a + 1, a, 1) for a, b in pairwise(numbers))


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
