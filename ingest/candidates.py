"""Lines other than headings that may begin a question: bold lines, quotes, `问：`, `<summary>`, list items, labels.

Whether a style of line really asks is decided per region (the text between two headings) and per file, from all of
its members together: one bold line that ends in ？ proves nothing, a row of them does.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, zip_longest
from typing import TypeVar

from ingest.grammar import (
    Marks,
    Numbered,
    asks,
    find_label,
    find_number,
    fold,
    heading_key,
    item_asks,
    plain,
    split_title,
    trim,
)
from ingest.lines import Line, label_of

_BOLD = re.compile(
    r"^(?:(\d{1,4}[.、)]) ?)?(\*\*|__|_\*\*|\*\*_|\*\*\*)(?=\S)(.{1,300}?)(?<=\S)(?:\*\*|__|\*\*_|_\*\*|\*\*\*) ?[:：]?$|^<(?:b|strong)>(.{1,300}?)</(?:b|strong)> ?(?:<br ?/?>)?$",
    re.IGNORECASE,
)
_CALLOUT = re.compile(r"^\[!(\w+)\][-+]? *(.*)$")
_SUMMARY = re.compile(r"<summary\b[^>]{0,200}>(.*?)(?:</summary>|$)", re.IGNORECASE)
_UNFOLD = re.compile(
    r"^(?:点击|點擊|点此|查看|展开|展開|显示|click|show|expand|view|see|toggle|hint|提示|answer|答案|参考|解析|solution|output|code|代码|spoiler)",
    re.IGNORECASE,
)
_ANCHOR_ITEM = re.compile(r"^(?:\*\*)?\[[^\[\]]{1,300}\]\(#[^()]{0,300}(?:\([^()]{0,100}\)[^()]{0,100})*\)")
Item = TypeVar("Item")
_CONTAINER = re.compile(r"^:{3,} *(\w*) *(.*)$")
_LEAD = re.compile(r"^(\*\*|__)(?=\S)(.{1,300}?)(?<=\S)\1(.*)$")
_ITEMS = ("num", "bullet", "letter")
_DIGITS = re.compile(r"^\d")


@dataclass(slots=True)
class Candidate:
    """A possible start of a question at line index `start` (`title_line` when the title stands lower)."""

    start: int
    style: str
    title: str
    number: Numbered | None = None
    tags: tuple[str, ...] = ()
    ask: int = 0
    end: int | None = None  # index after its last line, where the style says so (<details>)
    body: bool = False  # lines follow it before the next candidate of its region
    indent: int = 0
    leaf: bool = True  # no list item stands deeper under it
    extra: dict = field(default_factory=dict)


def with_next(items: Sequence[Item]) -> Iterator[tuple[Item, Item | None]]:
    """Each item with the one after it, None after the last."""
    return zip_longest(items, items[1:])


def is_anchor_item(line: Line) -> bool:
    """An entry of a contents list: a link into the same file."""
    return line.kind in ("item", "text") and bool(_ANCHOR_ITEM.match(line.rest))


def is_chapter_mark(line: Line) -> bool:
    """`- **LoRA篇**`: a list item or bold line that only names a chapter, in at most sixteen characters."""
    if line.kind not in ("item", "text") or len(line.rest) > 40:
        return False
    match = _BOLD.match(line.rest)
    name = plain(match[3] or match[4] or "") if match else ""
    return 0 < len(name) <= 16 and asks(name) == -1


def details_ends(lines: list[Line]) -> dict[int, int]:
    """Index of a line that opens <details> → the index after the line that closes it, for those that are closed."""
    ends: dict[int, int] = {}
    open_at: list[int] = []
    for i, line in enumerate(lines):
        if "<" not in line.text or line.kind == "code":
            continue
        lowered = line.text.lower()
        open_at += [i] * lowered.count("<details")
        for _ in range(min(lowered.count("</details"), len(open_at))):
            ends[open_at.pop()] = i + 1
    return ends


def find_candidates(
    lines: list[Line], marks: Marks, begin: int, end: int, ends: Mapping[int, int] | None = None
) -> list[Candidate]:
    """All possible starts in lines[begin:end], in order; none of them accepted yet. `ends` is `details_ends(lines)`."""
    found: list[Candidate] = []
    i = begin
    while i < end:
        line = lines[i]
        if line.kind == "table" and (i == begin or lines[i - 1].kind != "table"):
            rows = _rows(lines, i, end, marks)
            found += rows
            i = rows[-1].start + 1 if rows else i + 1
            continue
        if (
            line.rest.startswith(":::")
            and line.kind == "text"
            and (candidate := _container(lines, i, end)) is not None
        ):
            found.append(candidate)
            i = candidate.end or end
            continue
        if line.kind in ("text", "item") and "<summary" in line.text.lower():
            candidate = _details(lines, i, begin, end, marks, ends or {})
            if candidate is not None:
                found.append(candidate)
                i = max(i + 1, min(candidate.end or 0, end)) if candidate.style == "details" else i + 1
                continue
        candidate = _candidate(lines, i, begin, end, marks)
        if candidate is not None:
            found.append(candidate)
        i += 1
    for one, following in with_next(found):
        stop = following.start if following else end
        below = [
            line
            for line in lines[one.start + 1 : stop]
            if not line.blank and line.kind not in ("rule", "markup")
        ]
        one.body = bool(below)
        if one.style in ("num", "letter", "bold", "bullet", "quote") and any(
            _is_answer(line, marks) for line in below[:3]
        ):
            one.ask = 2  # 「答：」 below it says that it was asked
        one.leaf = following is None or following.style not in _ITEMS or following.indent <= one.indent
    return found


def _is_answer(line: Line, marks: Marks) -> bool:
    label = label_of(line, marks) if line.kind == "text" else None
    return label is not None and label.role == "answer"


def _candidate(lines: list[Line], i: int, begin: int, end: int, marks: Marks) -> Candidate | None:
    line = lines[i]
    if line.kind not in ("text", "item", "quote") or not line.rest or len(line.rest) > 400:
        return None
    before = lines[i - 1] if i > begin else None
    opens = (
        before is None
        or before.blank
        or before.kind in ("rule", "heading", "code", "table", "markup", "math")
    )
    if line.kind == "quote":
        return _quote(lines, i, begin, end, marks)
    if (line.indent > 3 and line.kind != "item") or line.indent > 16 or is_anchor_item(line):
        return None
    bold = _BOLD.match(line.rest)
    label = label_of(line, marks)
    if (
        label is not None
        and label.role == "question"
        and line.kind == "text"
        and trim(line.rest[label.start :])
        and not bold
    ):
        candidate = _from_title(i, "qa", trim(line.rest[label.start :]))
        candidate.extra["labelled"] = True
        return candidate
    if label is not None and not (bold and label.role == "question"):
        return None
    if line.kind == "text" or (line.kind == "item" and bold and _DIGITS.match(line.mark) and line.indent < 4):
        text = line.rest if line.kind == "text" else f"{line.mark} {line.rest}"
        if bold and (opens or line.kind == "item"):
            inner = (bold[1] or "") + (bold[3] or bold[4] or "")
            inner = inner if line.kind == "text" else f"{line.mark} {inner}"
            label = find_label(inner, marks)
            if label is not None and label.role != "question":
                return None
            candidate = _from_title(i, "qa" if label else "bold", inner[label.start :] if label else inner)
            if candidate.number and candidate.number.kind == "q":
                candidate.style = "q"
            return candidate if candidate.title else None
        number = find_number(plain(text), letters=True)
        if number is None:
            return _loose(i, line, before)
        if number.kind == "q":
            closed = re.match(r".{0,24}?[:.、)\]】]", fold(text)) is not None
            candidate = _from_title(i, "q", text)
            if not candidate.title:
                candidate.extra["bare"] = True
            return candidate if opens or (closed and candidate.title) else None
        if line.kind == "text":
            style = {"letter": "letter", "chinese": "chinese"}.get(number.kind, "num")
            return _from_title(i, style, text, letters=True) if opens or number.kind == "plain" else None
    if line.kind == "item":
        style = "num" if _DIGITS.match(line.mark) or line.mark[0] in "(（①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳" else "bullet"
        style = "letter" if line.mark[0].isascii() and line.mark[0].isalpha() else style
        lead = _LEAD.match(line.rest)
        rest = lead[2] if lead else line.rest.lstrip("> ") if line.rest.startswith("> ") else line.rest
        candidate = _from_title(
            i, style, rest if style == "bullet" else f"{line.mark} {rest}", letters=style == "letter"
        )
        candidate.ask = item_asks(candidate.title)
        candidate.indent = line.indent
        candidate.extra["opens"] = opens
        above = next((lines[j] for j in range(i - 1, max(i - 3, begin - 1), -1) if not lines[j].blank), None)
        candidate.extra["introduced"] = (
            above is not None
            and above.kind in ("text", "quote")
            and above.rest.endswith((":", "：", "？", "?"))
        )
        if lead and not re.match(r" *[:：]|[^ -]", lead[3]) and lead[2].rstrip()[-1] not in ":：":
            candidate.extra["lead"] = lead[3].lstrip(" -–—:：")
        elif lead:
            candidate.title = split_title(plain(line.rest))[1]
            candidate.ask = item_asks(candidate.title)
        if re.match(r"^\[[^\]]*\]\([^)]*\)$", line.rest.strip()) and _UNFOLD.match(candidate.title):
            return None  # 「[点击查看答案](…)」
        return candidate if re.search(r"\w", candidate.title) else None
    return None


def _loose(i: int, line: Line, before: Line | None) -> Candidate | None:
    """A line of its own that ends in ？, with a blank line or another such line before it."""
    title = plain(re.sub(r"(</span>)[\d\-.() ]{1,12}$", r"\1", line.rest))
    if len(title) > 120 or not (
        before is None
        or before.blank
        or before.kind in ("rule", "heading", "markup")
        or before.rest.startswith("<")
    ):
        return None
    spanned = line.rest.startswith(("<span", "<a ", "<p>", "<font"))
    if not title.endswith(("?", "？")) and not (spanned and asks(title) == 2):
        return None
    return _from_title(i, "loose", title)


def _container(lines: list[Line], i: int, end: int) -> Candidate | None:
    """`::: details 什么是甲？` … `:::`: a question when its title asks."""
    match = _CONTAINER.match(lines[i].rest)
    candidate = _from_title(i, "container", match[2] if match else "")
    if candidate.ask < 1:
        return None
    close = next(
        (
            j
            for j in range(i + 1, min(end, i + 2000))
            if lines[j].rest.rstrip() == ":::" and lines[j].kind == "text"
        ),
        end - 1,
    )
    candidate.end = close + 1
    return candidate


def _rows(lines: list[Line], i: int, end: int, marks: Marks) -> list[Candidate]:
    """The rows of a table whose columns are 问题 and 答案, each a question with its answer beside it."""
    cells = [heading_key(cell) for cell in lines[i].text.strip().strip("|").split("|")]
    asked = [n for n, cell in enumerate(cells) if cell in marks.question_column]
    answered = [n for n, cell in enumerate(cells) if cell in marks.answer_column]
    if len(asked) != 1 or len(answered) != 1 or asked[0] > answered[0]:
        return []
    rows = []
    for j in range(i + 2, end):
        if lines[j].kind != "table":
            break
        own = lines[j].text.strip().strip("|").split("|")
        if len(own) <= answered[0] or not own[asked[0]].strip():
            continue
        candidate = _from_title(j, "row", own[asked[0]].strip())
        candidate.extra["lead"] = (
            "|".join(own[answered[0] :]).strip()
            if answered[0] == len(cells) - 1
            else own[answered[0]].strip()
        )
        candidate.end = j + 1
        rows.append(candidate)
    return rows


def _from_title(i: int, style: str, text: str, *, letters: bool = False) -> Candidate:
    number, title, tags = split_title(text, letters=letters)
    return Candidate(i, style, title, number, tags, asks(title))


def _quote(lines: list[Line], i: int, begin: int, end: int, marks: Marks) -> Candidate | None:
    line = lines[i]
    match = _CALLOUT.match(line.rest)
    if match is not None:
        if match[1].casefold() not in ("question", "faq", "help", "q", "问题", "問題"):
            return None
        title, title_line = trim(match[2]), i
        if not title and i + 1 < end and lines[i + 1].quoted:
            title, title_line = lines[i + 1].rest, i + 1
        candidate = _from_title(i, "callout", title)
        candidate.extra["title_line"] = title_line
        return candidate if candidate.title else None
    single = not (i > begin and lines[i - 1].quoted) and not (i + 1 < end and lines[i + 1].quoted)
    if not single:
        return None
    label = find_label(line.rest, marks)
    if label is not None and label.role != "question":
        return None
    candidate = _from_title(i, "quote", line.rest[label.start :] if label else line.rest)
    candidate.extra["labelled"] = label is not None
    return candidate


def _details(
    lines: list[Line], i: int, begin: int, end: int, marks: Marks, ends: Mapping[int, int]
) -> Candidate | None:
    """The question in a <summary>, or None when the summary only unfolds an answer."""
    text = " ".join(line.text for line in lines[i : min(i + 4, end)])
    match = _SUMMARY.search(text)
    title = plain(match[1]) if match else ""
    start = i
    if "<details" not in lines[i].text.lower():
        for back in range(i - 1, max(i - 3, begin - 1), -1):
            if "<details" in lines[back].text.lower():
                start = back
                break
    last = min(ends.get(start, end), end)
    candidate = _from_title(start, "details", title)
    candidate.end = last
    candidate.extra["title_line"] = i
    known = heading_key(title) in marks.meta | marks.contents | marks.answer_parts
    if not title or ((known or _UNFOLD.match(title)) and candidate.ask < 2):
        candidate.style = "unfold"
    return candidate


# ---------------------------------------------------------------- which of them ask


def accept(
    regions: list[list[Candidate]], has_headings: bool, lists: Sequence[bool] = ()
) -> list[list[Candidate]]:
    """The candidates of each region that begin questions, by the styles that prove themselves.

    `lists` says of each region whether its heading announces a list of questions (「一面」, 「面经」).
    """
    by_style: dict[str, list[Candidate]] = defaultdict(list)
    for region in regions:
        for candidate in region:
            by_style[candidate.style].append(candidate)

    def strong(style: str) -> int:
        return sum(c.ask == 2 for c in by_style[style])

    def share(style: str) -> float:
        return strong(style) / max(1, len(by_style[style]))

    styles = {"callout", "container", "row"}
    if by_style["details"]:
        styles.add("details")
    if len(by_style["qa"]) >= 2 or by_style["qa"]:
        styles.add("qa")
    if len([c for c in by_style["q"] if not c.extra.get("bare")]) >= 1:
        styles.add("q")
    for style in ("quote", "bold"):
        if strong(style) >= 2 and share(style) >= 0.5:
            styles.add(style)
    counted = [c for c in by_style["bold"] if c.number is not None and c.number.kind == "plain"]
    if (
        len(counted) >= 3
        and len(counted) >= 0.8 * len(by_style["bold"])
        and strong("bold") >= 0.25 * len(counted)
        and _ascends(counted)
    ):
        styles.add("bold")
    if len(by_style["loose"]) >= 4 and not has_headings:
        styles.add("loose")
    leads = [c for c in by_style["bullet"] if "lead" in c.extra and c.indent < 2]
    top = sum(c.indent < 2 for c in by_style["bullet"])
    bold_bullets = (
        len(leads) >= 3 and len(leads) >= 0.5 * top and sum(c.ask == 2 for c in leads) >= 0.5 * len(leads)
    )
    in_leads = {id(c) for c in leads} if bold_bullets else set()
    bare = {style: sum(c.ask == 2 and not c.body for c in by_style[style]) for style in _ITEMS}
    listed = {
        style
        for style in _ITEMS
        if bare[style] >= 5 and bare[style] >= 0.5 * sum(c.indent < 4 for c in by_style[style])
    }
    accepted = []
    for region, announced in zip_longest(regions, lists[: len(regions)], fillvalue=False):
        kept = [c for c in region if c.style in styles or id(c) in in_leads]
        kept += _accept_bold_of_region(region) if "bold" not in styles else []
        if not kept:
            kept = (
                _accept_lists(region, has_headings, listed)
                or (_accept_announced(region) if announced else [])
                or _accept_loose(region)
            )
        elif not any(c.style == "details" for c in kept):
            kept += [
                c
                for c in _accept_lists(region, has_headings, listed)
                if c.ask == 2 and c.style in ("num", "letter") and c.start < kept[0].start
            ]
        accepted.append(sorted({c.start: c for c in kept}.values(), key=lambda c: c.start))
    return accepted


def _accept_bold_of_region(region: list[Candidate]) -> list[Candidate]:
    bold = [c for c in region if c.style == "bold"]
    strong = [c for c in bold if c.ask == 2]
    return bold if len(strong) >= 2 and len(strong) >= 0.6 * len(bold) else []


def _accept_lists(region: list[Candidate], has_headings: bool, listed: set[str]) -> list[Candidate]:
    """List items that are questions: most of a run asks, or a plain file counts its sections 1、2、3、.

    In a file whose lists are lists of questions (`listed` styles), even a run of one is.
    """
    kept: list[Candidate] = []
    nested = _accept_leaves(region)
    if nested:
        return nested
    for style in ("num", "letter", "bullet", "chinese"):
        run = [c for c in region if c.style == style and c.indent < 4]
        base = min((c.indent for c in run), default=0)
        run = [c for c in run if c.indent <= base + 1]
        if style == "bullet" and has_headings and run and run[0].extra.get("introduced"):
            continue  # 「思考三件事：」 and its bullets are prose
        strong = sum(c.ask == 2 for c in run)
        need, part = (3, 0.75) if style == "bullet" else (2, 0.6)
        if style == "num" and len(run) >= 5 and _ascends(run):
            part = 0.4 if has_headings else 0.3
        need, part = (1, 0.5) if style in listed else (need, part)
        if (strong >= need and strong >= part * len(run)) or (
            style in ("num", "chinese") and not has_headings and _counts_sections(run)
        ):
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


def _accept_leaves(region: list[Candidate]) -> list[Candidate]:
    """A list of questions sorted under chapter items: what stands deepest asks, what stands above it divides."""
    items = [c for c in region if c.style in _ITEMS]
    leaves = [c for c in items if c.leaf]
    if len(leaves) == len(items) or not any(c.indent > 1 for c in leaves):
        return []
    strong = sum(c.ask == 2 for c in leaves)
    if strong < 2 or strong < 0.6 * len(leaves) or any(c.ask == 2 for c in items if not c.leaf):
        return []
    for candidate in items:
        if not candidate.leaf:
            candidate.ask = -1
            candidate.extra["divides"] = True
    return [c for c in items if not c.leaf or c.ask > 0 or c.number is not None]


def _accept_announced(region: list[Candidate]) -> list[Candidate]:
    run = [c for c in region if c.style == "num" and c.indent < 4]
    return (
        run
        if len(run) >= 3 and sum(len(c.title) <= 80 for c in run) >= 0.8 * len(run) and _ascends(run)
        else []
    )


def _accept_loose(region: list[Candidate]) -> list[Candidate]:
    """Lines that end in ？, in a region that has hardly anything else to begin a question with."""
    loose = [c for c in region if c.style == "loose"]
    return (
        loose
        if len(loose) >= 3 and len(loose) >= 0.7 * len([c for c in region if c.style != "bullet"])
        else []
    )


def _ascends(run: list[Candidate]) -> bool:
    """Whether the numbers of a run mostly grow from one to the next."""
    numbers = [
        tuple(map(int, re.split(r"[.\-]", c.number.number)))
        for c in run
        if c.number is not None and c.number.number[0].isdigit()
    ]
    return len(numbers) >= 2 and sum(a < b for a, b in pairwise(numbers)) >= 0.8 * (len(numbers) - 1)


def _counts_sections(run: list[Candidate]) -> bool:
    """1、2、3、… in order, three at least, most with text of their own below them, each a short title."""
    if len(run) < 3 or any(c.number is None for c in run):
        return False
    if run[0].style == "num" and not _ascends(run):
        return False
    return sum(c.body for c in run) >= 0.7 * len(run) and sum(len(c.title) <= 120 for c in run) >= 0.9 * len(
        run
    )
