"""Lines that look like questions and begin none: translations, methods below a question, lists to tick off, answers."""

from __future__ import annotations

from collections import Counter

from ingest.candidates import ITEMS, Candidate, with_next
from ingest.runs import ascends


def drop_below_q(regions: list[list[Candidate]]) -> list[list[Candidate]]:
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


def drop_translations(regions: list[list[Candidate]]) -> list[list[Candidate]]:
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


def drop_checks(region: list[Candidate]) -> list[Candidate]:
    """Without a list to tick off: `- [ ] 是否合并了访问？`, of which each asks for yes or no."""
    boxed = [c for c in region if c.extra.get("box")]
    checks = sum("是否" in c.title[:16] or c.title.startswith(("有没有", "有無")) for c in boxed)
    return [c for c in region if not c.extra.get("box")] if checks >= max(3, 0.8 * len(boxed)) else region


def _is_chinese(title: str) -> bool:
    return sum("\u4e00" <= char <= "\u9fff" for char in title) >= 4


def drop_other_bold(regions: list[list[Candidate]]) -> list[list[Candidate]]:
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


def _bold_form(candidate: Candidate) -> str:
    """How a bold line is numbered: `inner` 「**1、…**」, `outer` 「1、**…**」, or not at all."""
    if candidate.number is None:
        return ""
    return "outer" if candidate.extra.get("outer") else "inner"


def drop_answers(region: list[Candidate]) -> list[Candidate]:
    """Without the list that stands line by line right under 「答案：」: its points are counted like the questions."""
    kept: list[Candidate] = []
    last = -2  # the line of the last of such a list
    for candidate in region:
        if candidate.style == "num" and (candidate.extra.get("answers") or candidate.start == last + 1):
            last = candidate.start
        else:
            kept.append(candidate)
    return kept


def drop_methods(region: list[Candidate]) -> list[Candidate]:
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
