"""Text → lines that know what they are: heading, list item, fence, table, … One pass, linear in the text."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from ingest.grammar import EMBLEMS, Label, Marks, find_label, find_number, fold, is_blank, trim

LineKind = Literal["blank", "text", "heading", "item", "quote", "code", "math", "table", "markup", "rule"]

HEADING = re.compile(r"^ {0,3}(#{1,6})(?!#)(?P<gap>[ \t]*)(?P<title>.*?)(?:[ \t]+#+)?[ \t]*$")
_NO_GAP = re.compile(r"[\d\u2e80-\u9fff\uff00-\uffefQ*【「『《]")
_NO_GAP_DEEP = re.compile(
    r"[A-Z\[`<]|[a-z][\w.+#-]*(?:[^\w.+#(;-]|[\u4e00-\u9fff])|[a-z]\w{0,40}\(\)[\u4e00-\u9fff]"
)
_DIRECTIVE = re.compile(
    r"(?:include|import|define|undef|if|ifdef|ifndef|elif|else|elseif|endif|pragma|error|warning|line|region|endregion|using|load|Region|End|TODO|FIXME)\b"
)
_TAG_ROW = re.compile(r"\s#\S")
_FLOOR = re.compile(r"\d{1,4} ?[楼樓]")
_NAME_TITLE = re.compile(r"(?=[A-Za-z][^\[\]{}();=]{1,59}$)(?:.*[\u4e00-\u9fff：]|[A-Z][\w.+ /&-]*$)")
_HTML_HEADING = re.compile(r"^ *<h([1-6])\b[^>]{0,200}>(.{0,400}?)</h\1> *$", re.IGNORECASE)
_FENCE = re.compile(r"^[ \t]*(?:[-*+] +|\d{1,4}[.)] +|> ?)?(`{3,}|~{3,})[ \t]*([^`]*)$")
_ITEM = re.compile(
    rf"^(?P<indent>[ \t]*)(?:[{EMBLEMS}]{{1,6}} ?(?=\d))?"
    r"(?P<mark>[-*+](?=[ \t])|[•●○▪◦‣·■□◆◇▶►➢✓✔–—](?=[ \t]*\S)|\d{1,4}[.)](?=[ \t])|\d{1,4}[、](?=.)|\d{1,4}[.)](?=[^\x00-\x7f*`\[])"
    r"|[①-⑳]|[(（]\d{1,3}[)）](?=.)|[a-zA-Z][.)](?=[ \t]))[ \t]*(?P<rest>.*)$"
)
_RULE = re.compile(r"^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,}|(?:=[ \t]*){3,})$")
_TABLE_RULE = re.compile(r"^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$")
_PAGE = re.compile(r"第 ?\d{1,4} ?页(?: ?[,，/]? ?共 ?\d{1,4} ?页)?")
_OPAQUE = re.compile(r"^[ \t]*<(style|script|pre|svg)\b", re.IGNORECASE)
_EMBLEM_MARKS = frozenset("✅👉☑🔸🔹📌⭐➡")
_FOLDED = re.compile(r" *(?:<details>)? *<summary> *(#{1,6}) *([^<#].*?) *</summary>")
_FOLD_TAG = re.compile(r"</?(?:details|br) ?/?>", re.IGNORECASE)
_LETTER_POINT = re.compile(r" {0,3}[QA][.．](?: |$)")
_SETEXT_ROW = re.compile(r"-{4,}|={4,}")
_CARD_KEY = re.compile(r"(?:[A-Za-z]\w{0,20}[-_ ])?(?:id|ID|uuid|guid) ?: ?\S{1,80}")
_NAMED = re.compile(r"(?:\*\*|__)?\w{1,8} ?(?:\*\*|__)? ?[:：]")
_ANSWERING = re.compile(
    r"[*_【\[]{0,4}(?:参考|參考|标准|標準)?(?:回答|答案|答题|答題|解答|Answer)", re.IGNORECASE
)
_Q = re.compile(r"([*_]{0,3}) ?Q(?:uestion)? ?[.．] ?(?=\w)")
_COMMENT_OPEN = re.compile(r"^[ \t]*<!--")


@dataclass(slots=True)
class Line:
    """One line of the file. `number` counts from 1; `text` is the line as written; `rest` is it without its mark."""

    number: int
    text: str
    kind: LineKind = "text"
    indent: int = 0
    rest: str = ""
    level: int = 0  # of a heading, 1–6
    mark: str = ""  # of a list item
    quoted: bool = False  # stands in a block quote; `rest` is without the `>`

    @property
    def blank(self) -> bool:
        return self.kind == "blank"

    @property
    def tells(self) -> bool:
        """Whether it says something: neither blank nor a mark alone."""
        return self.kind not in ("blank", "rule", "markup")


@dataclass(slots=True)
class Scan:
    lines: list[Line]
    front_matter: dict[str, str]
    unclosed: list[int]  # line numbers of fences that nothing closes


def split_lines(text: str) -> list[str]:
    """Lines as an editor counts them: only \\n, \\r\\n and \\r end one."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def width(blanks: str) -> int:
    return sum(4 if char == "\t" else 1 for char in blanks)


def scan(text: str, marks: Marks) -> Scan:
    """Classify every line; what stands in a fence, formula, comment, <style> or front matter is opaque."""
    raw = split_lines(text)
    lines = [Line(number, line) for number, line in enumerate(raw, 1)]
    start, front = _front_matter(lines)
    fences = _pair_fences(lines, start)
    closings = _closing_lines(lines)
    unclosed: list[int] = []
    i = start
    while i < len(lines):
        line = lines[i]
        if i in fences:
            end, closed = fences[i]
            if not closed:
                unclosed.append(line.number)
            for inner in lines[i : end + 1]:
                inner.kind = "code"
                inner.indent = width(inner.text[: len(inner.text) - len(inner.text.lstrip(" \t"))])
            i = end + 1
            continue
        if (end := _opaque_end(lines, i, closings)) is not None:
            i = end + 1
            continue
        _classify(line, marks)
        i += 1
    _mark_quoted_headings(lines, start)
    _mark_emblems(lines, start)
    _mark_listed_headings(lines, start)
    _mark_indented_headings(lines, start)
    _mark_folded_headings(lines, start)
    _mark_listed_cards(lines, start, marks)
    _mark_labelled(lines, start, marks)
    _mark_points_after_letters(lines, start)
    _mark_names(lines, start)
    _mark_tables(lines)
    _mark_card_heads(lines)
    _mark_setext(lines, start)
    return Scan(lines, front, unclosed)


def _classify(line: Line, marks: Marks) -> None:
    text = line.text
    if is_blank(text):
        line.kind = "blank"
        return
    body = fold_blanks(text)
    line.indent = 0 if text.startswith("\u200b") else width(body[: len(body) - len(body.lstrip(" \t"))])
    line.rest = trim(text)  # an editor's invisible blank before tabs indents a paragraph, no code
    if line.rest.startswith((">", "＞")) and line.indent < 4:
        line.quoted = True
        line.kind = "quote"
        line.rest = trim(line.rest.lstrip(">＞ "))
        return
    heading = heading_of(body)
    if heading is not None:
        line.kind, line.level, line.rest = "heading", *heading
    elif _RULE.match(body):
        line.kind = "rule"
    elif not line.rest.strip("#"):
        line.kind = "markup"  # a heading without words
    elif len(line.rest) <= 24 and _PAGE.fullmatch(line.rest):
        line.kind = "markup"  # the foot of a page that the text was taken from
    elif (item := _ITEM.match(body)) is not None:
        line.kind, line.mark = "item", item["mark"]
        line.rest = text[item.start("rest") :].rstrip()
        inner = heading_of(line.rest) if line.rest.startswith("#") and line.indent < 4 else None
        if inner is not None:  # 「1. ### What is React?」
            line.kind, line.level, line.rest = (
                "heading",
                inner[0],
                f"{line.mark} {inner[1]}" if line.mark[0].isdigit() else inner[1],
            )


def _mark_names(lines: list[Line], start: int) -> None:
    """「#Android：」 on a line of its own names what follows, though no blank stands after the sign; 「#tag」 and `#include` do not.

    Among headings 「#窗口函数」 it need not stand alone.
    """
    own = [line for line in lines[start:] if line.kind == "heading" and line.text.startswith("#")]
    among = len(own) >= 2 and all(re.match(r"#[^\s#]", line.text) for line in own)
    for i in range(start, len(lines)):
        line = lines[i]
        if line.kind != "text" or line.indent > 3 or not line.rest.startswith("#") or line.rest[1:2] == "#":
            continue
        title = line.rest[1:]
        if not _NAME_TITLE.match(title) or _DIRECTIVE.match(title) or _TAG_ROW.search(title):
            continue
        opens = i == start or lines[i - 1].kind in ("blank", "rule", "markup", "heading", "code")
        if among or (opens and (i + 1 == len(lines) or lines[i + 1].kind not in ("text", "markup"))):
            line.kind, line.level, line.rest = "heading", 1, title


def _mark_quoted_headings(lines: list[Line], start: int) -> None:
    """`> ## 标题` on a line of its own, time and again, with the text below it outside the quote: a heading all the same."""
    found = []
    for i in range(start, len(lines)):
        if lines[i].kind != "quote" or not lines[i].rest.startswith("#"):
            continue
        heading = heading_of(lines[i].rest)
        alone = not lines[i - 1].quoted and (i + 1 == len(lines) or not lines[i + 1].quoted)
        if heading is not None and alone:
            found.append((lines[i], heading))
    if len(found) >= 3:
        for line, heading in found:
            line.kind, line.quoted, (line.level, line.rest) = "heading", False, heading


def _mark_listed_headings(lines: list[Line], start: int) -> None:
    """`- ## Q: …` time and again, set in by a tab or more: an outline (Logseq writes such) whose headings are items."""
    found = [
        (line, heading)
        for line in lines[start:]
        if line.kind == "item"
        and line.rest.startswith("#")
        and (heading := heading_of(line.rest)) is not None
    ]
    if len(found) >= 3:
        for line, (level, title) in found:
            line.kind, line.level, line.rest = "heading", level, title


def _mark_emblems(lines: list[Line], start: int) -> None:
    """`✅ 甲是什么？` over another such line: items of a list."""
    for i in range(start + 1, len(lines)):
        above, below = lines[i - 1], lines[i]
        emblem = below.rest[:1] if below.kind == "text" else ""
        if emblem not in _EMBLEM_MARKS or emblem != (above.mark or above.rest[:1]):
            continue
        for line in (above, below):
            if line.kind == "text":
                _make_item(line)
    pointed = [line for line in lines[start:] if line.kind == "text" and line.rest.startswith("→")]
    if len(pointed) >= 5 and sum("?" in line.rest or "？" in line.rest for line in pointed) >= 0.5 * len(
        pointed
    ):
        for line in pointed:  # `→ How do you …?` in paragraphs; otherwise an arrow leads to what follows
            _make_item(line)


def _make_item(line: Line) -> None:
    line.kind, line.mark, line.rest = "item", line.rest[0], trim(line.rest[1:].lstrip("\ufe0f"))


def _mark_indented_headings(lines: list[Line], start: int) -> None:
    """A tab before `## 甲是什么？`, among three headings of its level or more: no code."""
    levels = Counter(line.level for line in lines[start:] if line.kind == "heading")
    for line in lines[start:]:
        if line.kind == "text" and line.indent >= 4 and line.rest.startswith("##"):
            heading = heading_of(line.rest)
            if heading is not None and levels[heading[0]] >= 3 and " " in line.rest[:7]:
                line.kind, (line.level, line.rest) = "heading", heading


def _mark_folded_headings(lines: list[Line], start: int) -> None:
    """`<summary>## 网络</summary>` over what unfolds: a heading like any other."""
    for i in range(start, len(lines)):
        match = _FOLDED.match(lines[i].text) if "<summary" in lines[i].text else None
        if match is None or lines[i].kind == "code":
            continue
        lines[i].kind, lines[i].level, lines[i].rest = "heading", len(match[1]), trim(match[2])
        for n in (i - 1, i + 1):
            if start <= n < len(lines) and _FOLD_TAG.fullmatch(lines[n].text.strip()):
                lines[n].kind = "markup"


def _mark_listed_cards(lines: list[Line], start: int, marks: Marks) -> None:
    """`- 问：…` over `- 来源：…`, `- 要点：…` or `- A: …`, time and again: each asks, like such a line outside a list.

    「- 问题：…」, which may mean troubles, needs 「- 【回答框架】」 soon below it.
    """
    items = [line for line in lines[start:] if line.kind == "item"]
    said: dict[str, int] = {"问": 0, "问题": 0}
    asked: dict[str, list[Line]] = {"问": [], "问题": []}
    for n, line in enumerate(items):
        label = (
            find_label(line.rest, marks)
            if line.rest.startswith(("问", "問", "Q", "**问题", "**問題"))
            else None
        )
        if label is None or len(trim(line.rest[label.start :])) < 2:
            continue
        kind = "问题" if label.word in ("问题", "問題") else "问"
        below = items[n + 1 : n + 4]
        named = bool(below) and below[0].indent >= line.indent and _NAMED.match(below[0].rest) is not None
        told = named if kind == "问" else any(_ANSWERING.match(x.rest) for x in below)
        said[kind] += 1
        asked[kind] += [line] if told else []
    for kind, found in asked.items():
        if len(found) >= 3 and len(found) >= 0.8 * said[kind]:
            for line in found:
                line.kind, line.indent = "text", 0


def _mark_labelled(lines: list[Line], start: int, marks: Marks) -> None:
    """Where headings say 「Q. …」 time and again, a line of its own that says so, too, is one that lost its marks."""
    headed = [line for line in lines[start:] if line.kind == "heading" and _is_labelled(line, marks)]
    if len(headed) < 3:
        return
    bare = [
        line
        for before, line in pairwise([None, *lines[start:]])
        if line.kind in ("text", "item")
        and (before is None or before.kind != "text")
        and _is_labelled(line, marks)
    ]
    levels = [line.level for line in headed]
    usual = max(set(levels), key=levels.count)
    for line in bare:
        line.kind, line.level = "heading", usual
    for line in (*headed, *bare):
        line.rest = _Q.sub(r"\1", line.rest)


def _is_labelled(line: Line, marks: Marks) -> bool:
    if line.kind == "item":
        return line.mark in ("Q.", "q.") and line.indent < 4
    label = label_of(line, marks)
    if label is not None and label.role == "question":
        return len(trim(line.rest[label.start :])) > 1
    return _Q.match(line.rest) is not None


def fold_blanks(text: str) -> str:
    """Odd blanks at the start as plain ones (same length), so that indentation can be read."""
    head = len(text) - len(text.lstrip("\u00a0\u3000\u200b\ufeff \t"))
    return fold(text[:head]) + text[head:] if head else text


def heading_of(text: str) -> tuple[int, str] | None:
    """(level, text) of an ATX or one-line HTML heading; `#include` and `#tag` are none."""
    if text.lstrip(" ").startswith(("#", "＃")):
        match = HEADING.match(text.replace("＃", "#", 6) if "＃" in text[:8] else text)
        if match is None or not trim(match["title"]):
            return None
        title = trim(match["title"])
        deep = len(match[1]) >= 2 and _NO_GAP_DEEP.match(title) and not _DIRECTIVE.match(title)
        if not match["gap"] and not title.startswith("\u3000") and not _NO_GAP.match(title) and not deep:
            return None
        if not match["gap"] and len(match[1]) == 1 and (_TAG_ROW.search(title) or _FLOOR.match(title)):
            return None  # a line of tags, a post of a forum
        return len(match[1]), title
    match = _HTML_HEADING.match(text)
    return (int(match[1]), trim(match[2])) if match and trim(match[2]) else None


def _front_matter(lines: list[Line]) -> tuple[int, dict[str, str]]:
    """(first line after it, its plain `key: value` pairs)."""
    first = 0
    while first < len(lines) and is_blank(lines[first].text):
        lines[first].kind = "blank"
        first += 1
    if first >= len(lines) or trim(lines[first].text) not in ("---", "+++"):
        return 0, {}
    closing = trim(lines[first].text)
    for end in range(first + 1, min(len(lines), first + 200)):
        text = trim(lines[end].text)
        if text == closing or text == "...":
            break
        if text and not re.match(
            r"[\w\u4e00-\u9fff.\-\"']+(?: [\w\-]{1,20})? *[:=]|[-#\[\]{}]|\s", lines[end].text
        ):
            return 0, {}
    else:
        return 0, {}
    values = {}
    for line in lines[first : end + 1]:
        line.kind = "markup"
        match = re.match(r"[\"']?([\w\u4e00-\u9fff.\-]+)[\"']? *[:=] *(.+)$", line.text)
        if match:
            values[match[1].casefold()] = trim(match[2]).strip("\"'")
    return end + 1, values


# ---------------------------------------------------------------- fences


def _pair_fences(lines: list[Line], start: int) -> dict[int, tuple[int, bool]]:
    """Index of an opening fence → (index of its last line, whether it was closed).

    A fence that nothing closes ends before the next heading that is numbered like a question, else before the next
    heading of a level that headings outside fences have, else with the file.
    """
    marks = [
        (i, match[1], trim(match[2]))
        for i in range(start, len(lines))
        if (match := _fence_mark(lines[i].text))
    ]
    odd = len(marks) % 2 == 1
    pairs: dict[int, tuple[int, bool]] = {}
    n = 0
    while n < len(marks):
        i, fence, _ = marks[n]
        closing = None
        m = n + 1
        while m < len(marks):
            _j, other, info = marks[m]
            if other[0] == fence[0] and len(other) >= len(fence):
                if info:
                    break  # a fence with a language opens: this one was never closed
                closing = m
                break
            m += 1
        last = marks[closing][0] if closing is not None else (marks[m][0] if m < len(marks) else len(lines))
        broken = closing is None or (odd and _question_heading(lines, i + 1, last) is not None)
        if not broken:
            pairs[i] = (last, True)
            n = closing + 1
            continue
        stop = _question_heading(lines, i + 1, last)
        if stop is None and closing is None:
            stop = last
        end = (stop if stop is not None else last) - 1
        while end > i and is_blank(lines[end].text):
            end -= 1
        pairs[i] = (end, False)
        odd = not odd
        n += 1
        while n < len(marks) and marks[n][0] <= end:
            n += 1
    return pairs


def _fence_mark(text: str) -> re.Match[str] | None:
    return _FENCE.match(text) if "```" in text or "~~~" in text else None


def _question_heading(lines: list[Line], start: int, end: int) -> int | None:
    """The first line of lines[start:end] that is a numbered heading after a blank line, deeper than `#`."""
    for i in range(start, min(end, len(lines))):
        text = lines[i].text
        if not text.lstrip(" ").startswith("#") and not text.lstrip(" ").startswith(("Q", "第", "一句话")):
            continue
        heading = heading_of(text)
        if heading is None:
            if is_blank(lines[i - 1].text) and (number := find_number(trim(text))) and number.kind == "q":
                return i
            continue
        number = find_number(heading[1])
        if number is not None and (number.kind == "q" or (heading[0] >= 2 and is_blank(lines[i - 1].text))):
            return i
        if (
            heading[0] >= 2
            and is_blank(lines[i - 1].text)
            and re.search(r"[?？]|什么|怎么|为什么|如何", heading[1])
        ):
            return i
    return None


# ---------------------------------------------------------------- other opaque blocks

_CLOSINGS = ("-->", "</style", "</script", "</pre", "</svg", "$$", r"\]")


def _closing_lines(lines: list[Line]) -> dict[str, list[int]]:
    """For each mark that ends an opaque block, the indices of the lines that hold it."""
    found: dict[str, list[int]] = {mark: [] for mark in _CLOSINGS}
    for i, line in enumerate(lines):
        text = line.text
        if "-->" in text:
            found["-->"].append(i)
        if "$$" in text:
            found["$$"].append(i)
        if "\\]" in text:
            found[r"\]"].append(i)
        if "</" in text:
            lowered = text.casefold()
            for mark in ("</style", "</script", "</pre", "</svg"):
                if mark in lowered:
                    found[mark].append(i)
    return found


def _opaque_end(lines: list[Line], i: int, closings: dict[str, list[int]]) -> int | None:
    """The last line of the comment, <style>, <script> or `$$` block that begins at line i, or None."""
    text = lines[i].text
    if "<" not in text and "$$" not in text and "\\[" not in text:
        return None
    stripped = text.strip()
    if _COMMENT_OPEN.match(text):
        return _mark_until(lines, i, "-->", "markup", closings, same_line=text.find("<!--") + 4)
    match = _OPAQUE.match(text)
    if match is not None:
        kind = "code" if match[1].lower() == "pre" else "markup"
        return _mark_until(lines, i, f"</{match[1].lower()}", kind, closings, same_line=match.end())
    if (stripped.startswith("$$") and stripped.count("$$") == 1) or stripped == r"\[":
        return _mark_until(
            lines, i, "$$" if stripped.startswith("$$") else r"\]", "math", closings, same_line=None, most=60
        )
    if stripped.startswith("$$") and stripped.endswith("$$") and len(stripped) > 4:
        lines[i].kind, lines[i].rest = "math", stripped
        lines[i].indent = width(text[: len(text) - len(text.lstrip(" \t"))])
        return i
    return None


def _mark_until(
    lines: list[Line],
    i: int,
    closing: str,
    kind: LineKind,
    closings: dict[str, list[int]],
    *,
    same_line: int | None,
    most: int = 2000,
) -> int | None:
    if same_line is not None and closing in lines[i].text.casefold()[same_line:]:
        end = i
    else:
        later = closings[closing]
        at = bisect_right(later, i)
        if at == len(later) or later[at] >= i + most:
            return None
        end = later[at]
        if kind == "math" and any(
            is_blank(lines[j].text) and is_blank(lines[j - 1].text) for j in range(i + 1, end)
        ):
            return None
    for line in lines[i : end + 1]:
        line.kind = kind
        line.rest = trim(line.text)
        line.indent = width(line.text[: len(line.text) - len(line.text.lstrip(" \t"))])
    return end


def _mark_tables(lines: list[Line]) -> None:
    """A header row, a row of dashes and the rows below them are a table, whole."""
    i = 1
    while i < len(lines):
        rule, header = lines[i], lines[i - 1]
        if (
            rule.kind in ("text", "rule", "item")
            and "|" in header.text
            and header.kind in ("text", "item")
            and "-" in rule.text
            and _TABLE_RULE.match(rule.text)
            and ("|" in rule.text or rule.kind == "rule")
        ):
            header.kind = rule.kind = "table"
            i += 1
            while i < len(lines) and "|" in lines[i].text and lines[i].kind in ("text", "item", "table"):
                lines[i].kind = "table"
                i += 1
        i += 1


def _mark_card_heads(lines: list[Line]) -> None:
    """`---`, `card_id: x7`, `---` over each card of a deck: no text, and the line below asks; a rule parts it from its answer."""
    said = [n for n, line in enumerate(lines) if not line.blank]
    heads = []
    for above, own, below, asked in zip(said, said[1:], said[2:], said[3:], strict=False):
        ruled = lines[above].text.strip() == lines[below].text.strip() == "---"
        if ruled and _CARD_KEY.fullmatch(lines[own].text.strip()):
            heads.append((above, own, below, asked))
    keys = {lines[own].text.partition(":")[0] for _, own, _, _ in heads}
    if len(heads) < 3 or len(keys) > 1:
        return
    for *marks, asked in heads:
        for n in marks:
            lines[n].kind = "markup"
        if lines[asked].kind in ("text", "item"):
            lines[asked].kind, lines[asked].level = "heading", 2


def _mark_points_after_letters(lines: list[Line], start: int) -> None:
    """`Q. 甲是什么？` over `A. …`, time and again: the point stands for a colon."""
    found = [
        line
        for line in lines[start:]
        if line.kind in ("text", "item") and _LETTER_POINT.match(line.text) is not None
    ]
    order = "".join(line.text.strip()[0].upper() for line in found)
    if order.count("QA") < 3 or order.count("Q") > 1.25 * order.count("QA"):
        return
    for line in found:
        text = line.text.strip()
        line.kind, line.mark, line.rest = "text", "", f"{text[0]}:{text[2:]}"


def _mark_setext(lines: list[Line], start: int) -> None:
    """A short line over `===` or `---`, with a blank line before it, is a heading of level 1 or 2.

    Where such lines stand over long rows of signs, time and again, they may be longer. The last of several questions, a
    paragraph each, over `---` is no heading: the rule ends their list.
    """
    rows = sum(line.kind == "rule" and _SETEXT_ROW.fullmatch(line.text) is not None for line in lines[start:])
    longest = 160 if rows >= 3 else 80
    for i in range(start + 1, len(lines)):
        under, title = lines[i], lines[i - 1]
        numbered = title.kind == "item" and title.mark[0].isdigit()
        if (
            under.kind != "rule"
            or not (title.kind == "text" or numbered)
            or title.indent > 3
            or not 0 < len(title.rest) <= (longest if len(under.text.strip()) > 3 else 80)
        ):
            continue
        sign = under.text.strip()[0]
        if sign not in "=-" or " " in under.text.strip() or (i - 2 >= start and not lines[i - 2].blank):
            continue
        often = rows >= 3 and len(under.text.strip()) > 3
        if sign == "-" and re.search(r"[；;]$" if often else r"[。；;.!！]$", title.rest):
            continue
        if under.text.strip() == "---" and _ends_list(lines, i - 1, start):
            continue
        if numbered:
            title.rest = f"{title.mark} {title.rest}"
        title.kind, title.level, under.kind = "heading", 1 if sign == "=" else 2, "markup"


def _ends_list(lines: list[Line], i: int, start: int) -> bool:
    """Whether line `i` asks and so do the two paragraphs before it, a line each."""
    above = [lines[n] for n in (i - 1, i - 2, i - 3, i - 4) if n >= start]
    return (
        len(above) == 4
        and above[0].blank
        and above[2].blank
        and all(x.kind == "text" and x.rest.endswith(("?", "？")) for x in (lines[i], above[1], above[3]))
    )


def is_answer(line: Line, marks: Marks, *, quoted: bool = False) -> bool:
    """Whether a line of text, or of a quote if `quoted`, opens with 「答：」."""
    label = label_of(line, marks) if line.kind == "text" or (quoted and line.kind == "quote") else None
    return label is not None and label.role == "answer"


def label_of(line: Line, marks: Marks) -> Label | None:
    """The label that a line opens with, after its list or quote mark.

    In a list only the long, Chinese ones count: 「• Summary（摘要）：」 is a point about summaries, 「- 题眼：」 a key point.
    """
    if line.kind not in ("text", "item", "quote", "heading"):
        return None
    label = find_label(line.rest, marks)
    if label is not None and line.kind == "item":
        telling = (len(label.word) >= 3 and not label.word.isascii()) or label.word in ("题眼", "題眼")
        if not telling or label.role in ("answer", "question"):
            return None
    return label
