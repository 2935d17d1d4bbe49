"""Lines other than headings that may begin a question: bold lines, quotes, `问：`, `<summary>`, list items, labels.

Which of them do is decided in `accept.py`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, takewhile, zip_longest
from typing import TypeVar

from ingest.grammar import (
    Marks,
    Numbered,
    asks,
    closing_mark,
    find_label,
    find_number,
    fold,
    heading_key,
    is_plain,
    item_asks,
    plain,
    split_title,
    trim,
    word_key,
)
from ingest.lines import Line, is_answer, label_of

_BOLD = re.compile(
    r"^(?:(\d{1,4}[.、)]) ?)?(\*\*|__|_\*\*|\*\*_|\*\*\*) ?(?=\S)(.{1,300}?)(?<=\S) ?(?:\*\*|__|\*\*_|_\*\*|\*\*\*) ?(?:[:：]|(?<!_)(?P<tail>[?？]))?$|^<(?:b|strong)>(?P<html>.{1,300}?)</(?:b|strong)> ?(?:<br ?/?>)?$",
    re.IGNORECASE,
)
_CALLOUT = re.compile(r"^\[!(\w+)\][-+]? *(.*)$")
_SUMMARY = re.compile(r"<summary\b[^>]{0,200}>(.*?)(?:</summary>|$)", re.IGNORECASE)
_UNFOLD = re.compile(
    r"^(?:点击|點擊|点此|查看|展开|展開|显示|click|show|expand|view|see|toggle|hint|提示|answer|答案|参考|解析|solution|output|code|代码|spoiler)",
    re.IGNORECASE,
)
_ANCHOR_ITEM = re.compile(r"^(?:\*\*)?\[[^\[\]]{1,300}\]\(#[^()]{0,300}(?:\([^()]{0,100}\)[^()]{0,100})*\)")
_OPENS_ASKING = re.compile(
    r"(?:what|why|how|explain|describe|compare|differences? between|list|define) |什么是|[简簡]述|[谈談]一?[谈談]|[说說]一?[说說]|[为為]什么|如何",
    re.IGNORECASE,
)
_DEEP_NUMBER = re.compile(r"\d{1,3}(?:\.\d{1,3}){2,4}[、.)）：: ]")
_ASKED_AND_TOLD = re.compile(
    r"(?!(?:问|問|Q|Question) ?[:：])(?P<asked>[^?？]{3,120}[?？]) *(?:\*\*)?(?:答案?|回答|Answer|A)(?:\*\*)? ?[:：] *(?:\*\*)?",
    re.IGNORECASE,
)
Item = TypeVar("Item")
_CONTAINER = re.compile(r"^:{3,} *(\w*) *(.*)$")
_LEAD = re.compile(r"^(\*\*|__)(?=\S)(.{1,300}?)(?<=\S)(?: (?=(?:\*\*|__)$))?\1(.*)$")
ITEMS = ("num", "bullet", "letter")
_REMARK = re.compile(r"[^：:?？]{2,12}[：:][^?？]*$")  # 「考察目标：看你是否理解…」
_DIGITS = re.compile(r"^\d")
_TAG_LINE = re.compile(r"(?:</?(?:details|br|p|div|center)\b[^<>]{0,80}> ?){1,4}", re.IGNORECASE)
_TONGUE = re.compile(r"(?:中文|英文|Chinese|English|CN|EN|ZH) ?[:：] *", re.IGNORECASE)
_QUESTIONS_FOLLOW = re.compile(r"(?:问题|問題|面试题|面試題|questions?) ?[:：]$", re.IGNORECASE)
_ADDRESS = re.compile(r"https?://\S+")
_SIGN = re.compile(r"\W?\d{1,5} ?(\W?)")
_CHAPTER_LINE = 30  # characters
_BRACKETED = re.compile(r"\[[^\[\]]{1,16}\]|【[^【】]{1,16}】")
_TAGS = 3  # items of a list that begin with the same bold words


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
    divides: bool = False  # it begins no question: it names the chapter of those that follow
    extra: dict = field(default_factory=dict)

    def divide(self) -> None:
        self.ask, self.divides = -1, True


def asking_counts(candidates: Iterable[Candidate]) -> tuple[int, int]:
    """How many of them could be asked, and how many ask."""
    asks_of = [c.ask for c in candidates]
    return sum(ask > 0 for ask in asks_of), sum(ask == 2 for ask in asks_of)


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
    name = bold_name(line)
    return 0 < len(name) <= 16 and asks(name) == -1


def bold_name(line: Line) -> str:
    """The words of a line that is bold throughout, else nothing."""
    match = _BOLD.match(line.rest)
    return plain(match[3] or match["html"] or "") if match else ""


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
    found = _with_runs(found, lines, begin, end)
    _pull_out(found)
    _set_in(found)
    _turn_cards(found, lines, begin, end)
    _take_tags(found)
    for one, following in with_next(found):
        stop = following.start if following else end
        below = [
            line for line in lines[one.start + 1 : stop] if line.tells and not _TAG_LINE.fullmatch(line.rest)
        ]
        one.body = bool(below)
        if one.style in ("num", "letter", "bold", "bullet", "quote") and any(
            is_answer(line, marks) for line in below[:3]
        ):
            one.ask = 2  # 「答：」 below it says that it was asked
        if one.style == "bold":
            one.extra["told"] = one.body or (following is not None and following.style != "bold")
            one.extra["ruled"] = _after_rule(lines, one.start, begin)
            one.extra["heads"] = one is found[0] and all(
                x.blank or x.kind == "rule" for x in lines[begin : one.start]
            )
        if one.style == "num" and is_plain(one.number) and one.number.number == "1":
            one.extra["ruled"] = _after_rule(lines, one.start, begin)
        if one.style == "qa":
            _take_code(one, lines, begin, found[0] is one)
        one.leaf = following is None or following.style not in ITEMS or following.indent <= one.indent
        if below and one.style == "num":
            _join_title(one, below[0], lines[one.start])
    return [c for c in found if c.title or c.body or c.style != "num"]  # 「61、」 is still to be written


def _take_tags(found: list[Candidate]) -> None:
    """「**[高频]** 什么是 KL？」, and bold words that open a third item of a list: they tag what follows and title nothing."""
    leads = [c for c in found if c.extra.get("lead")]
    often = Counter(c.title for c in leads)
    for one in leads:
        if _BRACKETED.fullmatch(one.title) or often[one.title] >= _TAGS:
            number, said, tags = split_title(plain(one.extra["lead"]))
            if not said:
                continue
            del one.extra["lead"]
            one.tags = (*one.tags, trim(one.title.strip("【】[]")), *tags)
            one.title, one.number = said, one.number or number
            one.ask = item_asks(said)


def _with_runs(found: list[Candidate], lines: list[Line], begin: int, end: int) -> list[Candidate]:
    """With every line of a paragraph of five lines or more, most of which ask: such a paragraph lists questions.

    Where hardly a line of the region does not ask, a paragraph of two is enough.
    """
    starts = {c.start for c in found}
    told = [line.rest for line in lines[begin:end] if not line.blank]
    short = 12 <= len(told) <= 600 and all(len(text) <= 120 for text in told)
    fewest = 2 if short and sum(asks(text) == 2 for text in told) >= 0.9 * len(told) else 5
    added: list[Candidate] = []
    i = begin
    while i < end:
        stop = i
        while stop < end and lines[stop].kind == "text" and lines[stop].indent < 4 and lines[stop].rest:
            stop += 1
        if stop - i >= fewest and all(len(line.rest) <= 120 for line in lines[i:stop]):
            run = [from_title(n, "loose", plain(lines[n].rest)) for n in range(i, stop)]
            asking = sum(c.ask == 2 for c in run) >= 0.7 * len(run)
            asked = sum(c.title.endswith(("?", "？")) for c in run) >= 0.5 * len(run)
            added += [c for c in run if asking and asked and c.start not in starts and c.title]
        i = max(stop, i + 1)
    return sorted([*found, *added], key=lambda c: c.start) if added else found


def _turn_cards(found: list[Candidate], lines: list[Line], begin: int, end: int) -> None:
    """Cards between rules whose last line is 「题目：…」: the answer stands above what it answers, in the same card."""
    asked = [c for c in found if c.extra.get("labelled") and c.style == "qa"]
    tops = [_top_of_card(lines, c.start, begin, end) for c in asked]
    if len(asked) < 3 or sum(top is not None for top in tops) < 0.8 * len(asked):
        return
    for one, top in zip(asked, tops, strict=True):
        if top is not None:
            one.extra |= {"title_line": one.start, "told_above": True}
            one.start = top


def _top_of_card(lines: list[Line], i: int, begin: int, end: int) -> int | None:
    """The first line of the card that line `i` closes, which has more above it; None for another line."""
    below = next((lines[j] for j in range(i + 1, end) if not lines[j].blank), None)
    if below is not None and below.kind != "rule":
        return None  # before the way up is walked: most labels close nothing
    top = i
    while top > begin and lines[top - 1].kind not in ("rule", "heading"):
        top -= 1
    while lines[top].blank:
        top += 1
    return top if top < i and _after_rule(lines, top, begin) else None


def _after_rule(lines: list[Line], i: int, begin: int) -> bool:
    while i > begin and lines[i - 1].blank:
        i -= 1
    return i > begin and lines[i - 1].kind == "rule"


def _pull_out(found: list[Candidate]) -> None:
    """A list indented by four blanks below a line of text is a list like any other."""
    items = [c for c in found if c.style in ITEMS]
    inset = min((c.indent for c in items), default=0)
    if inset >= 4:
        for candidate in items:
            candidate.indent -= inset
            candidate.extra["inset"] = inset
    first = list(takewhile(lambda c: c.indent >= 2, items))
    if len(first) >= 3 and len(first) < len(items):  # nothing stands above them that they could be points of
        inset = min(c.indent for c in first)
        for candidate in first:
            candidate.indent -= inset


def _set_in(found: list[Candidate]) -> None:
    """Bullets that one blank sets in and few of which ask, all below bullets at the margin that do, stand deeper."""
    bullets = [c for c in found if c.style == "bullet" and c.indent < 2]
    inner = [c for c in bullets if c.indent == 1]
    if len(inner) < 2 or len(bullets) - len(inner) < 3 or asking_counts(inner)[1] > 0.3 * len(inner):
        return
    if all(above.ask == 2 for above, one in pairwise(bullets) if one.indent > above.indent):
        for candidate in inner:
            candidate.indent += 1


def _take_code(one: Candidate, lines: list[Line], begin: int, first: bool) -> None:
    """The code that 「问题：」 asks about stands right before it, after a blank line or the heading."""
    code = one.start
    while code > begin and lines[code - 1].blank:
        code -= 1
    top = code
    while top > begin and lines[top - 1].kind == "code":
        top -= 1
    if top < code and (top == begin or lines[top - 1].blank):
        one.extra["code_start"] = top
        one.extra["code_first"] = first and all(x.blank for x in lines[begin:top])


def _join_title(one: Candidate, below: Line, own: Line) -> None:
    """A question that the width of a page broke over two lines: its title goes on to the question mark."""
    if (
        below.number == own.number + 1
        and below.kind == "text"
        and len(one.title) > _CHAPTER_LINE
        and len(below.rest) <= 2 * _CHAPTER_LINE
        and below.rest.endswith(("?", "？"))
        and one.title[-1] not in "?？。.!！；;:："
    ):
        gap = " " if one.title[-1].isascii() and below.rest[0].isascii() else ""
        one.title, one.ask = plain(f"{one.title}{gap}{below.rest}"), 2
        one.extra["title_line"] = one.start + 1


def _title_below(lines: list[Line], i: int, end: int, marks: Marks, style: str) -> Candidate | None:
    """The question of line `i`, 「【题目】」 or `Q1` alone, which the next line asks; not right below a title with a number."""
    if (
        i > 0
        and lines[i - 1].kind in ("text", "item")
        and (lines[i - 1].mark or find_number(lines[i - 1].rest))
    ):
        return None
    below = lines[i + 1] if i + 1 < end else None
    if below is None or below.kind != "text" or len(below.rest) > 200 or label_of(below, marks) is not None:
        return None
    candidate = from_title(i, style, below.rest)
    candidate.extra["title_line"] = i + 1
    return candidate if re.search(r"\w", candidate.title) else None


def _asked_below(lines: list[Line], i: int, end: int, labelled: Candidate) -> Candidate | None:
    """`3. **问题：**` over `   - 中文：甲是什么？`: the question with that number, which the next line asks."""
    below = lines[i + 1] if i + 1 < end else None
    if below is None or below.kind not in ("text", "item") or not 1 < len(below.rest) <= 400:
        return None
    candidate = from_title(i, "qa", _TONGUE.sub("", below.rest, count=1))
    candidate.number = labelled.number
    candidate.extra["title_line"] = i + 1
    return candidate if re.search(r"\w", candidate.title) else None


def _is_whole_question(line: Line, text: str) -> bool:
    """`**12. 甲**` or `**甲是什么？**` right below a line of text."""
    return line.kind == "text" and (is_plain(find_number(plain(text))) or plain(text).endswith(("?", "？")))


def _dotted(i: int, line: Line) -> Candidate | None:
    """`1.3.2.1、谈谈甲的原理`, bold or not, whatever its indentation: three numbers or more."""
    if not _DEEP_NUMBER.match(line.rest.lstrip("\u200b*_ ")):
        return None
    candidate = from_title(i, "dotted", plain(line.rest))
    return candidate if candidate.number is not None and candidate.title else None


def _only_answers(line: Line, marks: Marks) -> bool:
    """「答案：」 and nothing more."""
    if len(line.rest) > 40 or not is_answer(line, marks):
        return False
    return not trim(line.rest[label_of(line, marks).start :])


def _is_long(line: Line) -> bool:
    """Too long for a title, the addresses of its links left aside; a case that is told in a test takes longer to ask."""
    most = 1000 if line.kind == "item" and _DIGITS.match(line.mark) else 400
    text = line.rest
    return len(text) > most and (len(text) > 2000 or "](" not in text or len(plain(text)) > most)


def _candidate(lines: list[Line], i: int, begin: int, end: int, marks: Marks) -> Candidate | None:
    line = lines[i]
    if line.kind not in ("text", "item", "quote") or not line.rest or _is_long(line):
        return None
    before = lines[i - 1] if i > begin else None
    opens = (
        before is None
        or before.blank
        or before.kind in ("rule", "heading", "code", "table", "markup", "math")
    )
    if line.kind == "quote":
        return _quote(lines, i, begin, end, marks)
    if line.kind == "text" and (dotted := _dotted(i, line)) is not None:
        return dotted
    if (line.indent > 3 and line.kind != "item") or line.indent > 16 or is_anchor_item(line):
        return None
    bold = _BOLD.match(line.rest)
    if bold and bold["tail"] and bold[2] in bold[3]:
        bold = None  # 「**甲**和**乙**？」
    both = _ASKED_AND_TOLD.match(line.rest) if line.kind in ("text", "item") and line.indent < 4 else None
    if both is not None:
        told = both["asked"] if line.kind == "text" else f"{line.mark} {both['asked']}"
        candidate = from_title(i, "qa", told)
        candidate.extra["lead"] = line.rest[both.end() :]
        return candidate
    label = label_of(line, marks)
    if (
        label is not None
        and label.role == "question"
        and line.kind == "text"
        and trim(line.rest[label.start :])
        and not bold
    ):
        asked = _asked_after(i, line, label.start)
        # 「面试题：https://…」 says where they come from
        return None if _ADDRESS.fullmatch(asked.title) else asked
    if label is not None and label.role == "question" and line.kind == "text" and not bold:
        return _title_below(lines, i, end, marks, "qa")
    if label is not None and not (bold and label.role == "question"):
        return None
    if line.kind == "text" or (line.kind == "item" and bold and _DIGITS.match(line.mark) and line.indent < 4):
        text = line.rest if line.kind == "text" else f"{line.mark} {line.rest}"
        closed = bold is not None and _is_whole_question(line, text)
        if bold and (opens or closed or line.kind == "item"):
            inner = (bold[1] or "") + (bold[3] or bold["html"] or "") + (bold["tail"] or "")
            inner = inner if line.kind == "text" else f"{line.mark} {inner}"
            label = find_label(inner, marks)
            if label is not None and label.role != "question":
                return None
            candidate = from_title(i, "qa" if label else "bold", inner[label.start :] if label else inner)
            candidate.extra["outer"] = bool(bold[1]) or line.kind == "item"
            candidate.extra["colon"] = inner.rstrip("*_ ").endswith((":", "：")) or line.rest.endswith(
                (":", "：")
            )
            if candidate.number and candidate.number.kind == "q":
                candidate.style = "q"
            if candidate.number and marks.labels.get(word_key(candidate.title)) == "question":
                return _asked_below(lines, i, end, candidate) or candidate
            return candidate if re.search(r"\w", candidate.title) else None
        number = find_number(plain(text), letters=True)
        if number is None:
            return _loose(i, line, before)
        if number.kind == "q":
            closed = re.match(r".{0,24}?[:.、)\]】]", fold(text)) is not None
            candidate = from_title(i, "q", text)
            if not candidate.title and (below := _title_below(lines, i, end, marks, "q")) is not None:
                below.number, below.extra["bare"] = candidate.number, True
                return below if opens else None
            if not candidate.title:
                candidate.extra["bare"] = True
            return candidate if opens or (closed and candidate.title) else None
        if line.kind == "text":
            style = {"letter": "letter", "chinese": "chinese"}.get(number.kind, "num")
            if not opens and number.kind == "chinese" and len(text) <= _CHAPTER_LINE:
                style = "chapter"
            candidate = from_title(i, style, text, letters=True)
            candidate.extra |= {"sign": _sign(text), "bold_number": text.startswith(("**", "__"))}
            if before is not None and before.kind == "item" and before.indent == line.indent:
                candidate.indent = line.indent  # one of that list, which lost its blank
            return candidate if opens or number.kind == "plain" or style == "chapter" else None
    if line.kind == "item":
        style = "num" if _DIGITS.match(line.mark) or line.mark[0] in "(（①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳" else "bullet"
        style = "letter" if line.mark[0].isascii() and line.mark[0].isalpha() else style
        lead = _LEAD.match(line.rest)
        rest = lead[2] if lead else line.rest.lstrip("> ") if line.rest.startswith("> ") else line.rest
        candidate = from_title(
            i, style, rest if style == "bullet" else f"{line.mark} {rest}", letters=style == "letter"
        )
        candidate.ask = item_asks(candidate.title)
        candidate.indent = line.indent
        candidate.extra["box"] = line.rest.startswith(("[ ] ", "[x] ", "[X] "))
        candidate.extra["linked"] = rest.startswith("[") and "](" in rest
        candidate.extra |= {"opens": opens, "sign": _sign(line.mark), "quoted": line.rest.startswith("> ")}
        above = next((lines[j] for j in range(i - 1, max(i - 3, begin - 1), -1) if not lines[j].blank), None)
        candidate.extra["answers"] = line.mark[0] == "1" and i > begin and _only_answers(lines[i - 1], marks)
        candidate.extra["introduced"] = _introduction(above)
        counted = style == "bullet" and is_plain(candidate.number)
        if (
            lead
            and not re.match(r" *[:：]|[^ -]", lead[3])
            and (counted or lead[2].rstrip()[-1] not in ":：")
        ):
            candidate.extra["lead"] = lead[3].lstrip(" -–—:：")
        elif lead:
            candidate.title = split_title(plain(line.rest))[1]
            candidate.ask = item_asks(candidate.title)
        if re.match(r"^\[[^\]]*\]\([^)]*\)$", line.rest.strip()) and _UNFOLD.match(candidate.title):
            return None  # 「[点击查看答案](…)」
        return candidate if re.search(r"\w", candidate.title) else None
    return None


def _introduction(above: Line | None) -> str:
    """What the line above a list says of it: "questions" for 「常见的考察问题：」, "list" for another colon or ？, else nothing."""
    if (
        above is None
        or above.kind not in ("text", "quote")
        or not above.rest.endswith((":", "：", "？", "?"))
    ):
        return ""
    return "questions" if _QUESTIONS_FOLLOW.search(above.rest) else "list"


def _asked_after(i: int, line: Line, start: int) -> Candidate:
    """What 「问：」 asks, from `start` of its line on."""
    told = trim(line.rest[start:])
    candidate = from_title(i, "qa", told[: len(told) - len(closing_mark(told))])
    candidate.extra["labelled"] = True
    return candidate


def _sign(text: str) -> str:
    """The sign after the number that `text` opens with: 「、」 of 「12、…」."""
    if text.startswith("🔟") or "\u20e3" in text[:6]:
        return "\u20e3"
    match = _SIGN.match(fold(text[:12]))
    return match[1] if match else ""


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
    told = spanned or (_OPENS_ASKING.match(title) and len(title) <= 80 and title[-1] not in "。.!！;；:：,，")
    if not title.endswith(("?", "？")) and not (told and asks(title) == 2):
        return None
    return from_title(i, "loose", title)


def _container(lines: list[Line], i: int, end: int) -> Candidate | None:
    """`::: details 什么是甲？` … `:::`: a question when its title asks, or when others of its kind do."""
    match = _CONTAINER.match(lines[i].rest)
    candidate = from_title(i, "container", match[2] if match else "")
    named = (
        match is not None and match[1] == "details" and candidate.title and not _UNFOLD.match(candidate.title)
    )
    if candidate.ask < 1 and not named:
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
    cells = _cells(lines[i])
    stop = next((j for j in range(i + 1, end) if lines[j].kind != "table"), end)
    below = lines[i + 2 : stop]
    asked = [n for n, cell in enumerate(cells) if _names(cell, marks.question_column)]
    answered = [n for n, cell in enumerate(cells) if _names(cell, marks.answer_column)]
    if not asked and answered == [1]:
        asked = [0] if _column_asks(below, 0) else []
    if not asked:  # 「核心问题」 may also mean troubles
        ends = [n for n, cell in enumerate(cells) if _ends_like(cell, marks.question_column)]
        asked = [n for n in ends if _column_asks(below, n)]
    counted = plain(cells[0]).strip() in ("#", "序号", "编号", "No.")
    if len(asked) == 1 and not answered and _column_asks(below, asked[0], 0.5 if counted else 0.8):
        answered = [asked[0] + 1]  # or the answers stand elsewhere
    if len(asked) != 1 or len(answered) != 1 or asked[0] > answered[0]:
        return []
    rows = []
    for j in range(i + 2, stop):
        own = _cells(lines[j])
        if len(own) < min(answered[0] + 1, len(cells)) or not own[asked[0]].strip():
            continue
        candidate = from_title(j, "row", own[asked[0]].strip())
        last = len(own) if answered[0] == len(cells) - 1 else answered[0] + 1
        candidate.extra["lead"] = "|".join(own[answered[0] : last]).strip()
        candidate.end = j + 1
        rows.append(candidate)
    return rows


def _cells(row: Line) -> list[str]:
    return row.text.strip().strip("|").split("|")


def _column_asks(rows: Sequence[Line], column: int, part: float = 0.6) -> bool:
    """Whether `part` of the cells of a column ask, in three rows or more."""
    cells = [_cells(row) for row in rows]
    titles = [split_title(plain(row[column]))[1] for row in cells if len(row) > column]
    return len(titles) >= 3 and sum(asks(title) == 2 for title in titles) >= part * len(titles)


def _names(cell: str, columns: Collection[str]) -> bool:
    """Whether a column's head is one of `columns`, or ends in one: 「Scenario Question」, 「Best Answer (Manual)」."""
    bare = re.sub(r" *[(（][^()（）]*[)）]$", "", plain(cell))
    return heading_key(bare) in columns or heading_key(bare.rpartition(" ")[2]) in columns


def _ends_like(cell: str, columns: Collection[str]) -> bool:
    """Whether a Chinese head ends in one of `columns`: 「核心问题」, 「常见面试题」."""
    return heading_key(plain(cell)).endswith(tuple(name for name in columns if not name.isascii()))


def from_title(i: int, style: str, text: str, *, letters: bool = False) -> Candidate:
    """The candidate at line `i` whose number, title and tags stand in `text`."""
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
        candidate = from_title(i, "callout", title)
        candidate.extra["title_line"] = title_line
        return candidate if candidate.title else None
    single = not (i > begin and lines[i - 1].quoted) and not (i + 1 < end and lines[i + 1].quoted)
    label = find_label(line.rest, marks)
    if not single and label is not None and label.role == "question" and trim(line.rest[label.start :]):
        return _asked_after(i, line, label.start)
    if not single or (label is not None and label.role != "question"):
        return None
    candidate = from_title(i, "quote", line.rest[label.start :] if label else line.rest)
    if _REMARK.match(candidate.title):
        candidate.ask = 0
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
    candidate = from_title(start, "details", title)
    candidate.end = last
    candidate.extra["title_line"] = i
    known = heading_key(title) in marks.meta | marks.contents | marks.answer_parts
    if not title or ((known or _UNFOLD.match(title)) and candidate.ask < 2):
        candidate.style = "unfold"
    return candidate
