"""A PDF's pages → Markdown, from where its lines stand: larger type is a heading, a mark at the left a list item.

Only pages with text in them can be read; scanned pages are said so. Lines that the page width broke are joined again.
"""

from __future__ import annotations

import itertools
import logging
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from statistics import median

from ingest.files import FileProblem
from ingest.grammar import default_marks, find_label

_BULLETS = "•●○▪◦‣·■□◆◇▶➢–-*∙"
_MARK = re.compile(
    rf"^(?:[{re.escape(_BULLETS)}](?=\s|[^\x00-\x7f]|\w)(?!\d)|\d{{1,3}}[.)、](?!\d)|[①-⑳])\s*"
)
_MONO = re.compile(r"mono|courier|consol|menlo|typewriter", re.IGNORECASE)
_BOLD = re.compile(r"bold|black|heavy|semibold", re.IGNORECASE)
MOST_PAGES = 3000


@dataclass(slots=True)
class _Line:
    """A line of a page; lengths in points, y grows upwards."""

    page: int
    x0: float
    x1: float
    y0: float
    y1: float
    size: float
    text: str
    mono: bool
    bold: bool
    bullet: bool = False  # a mark was drawn to its left


def pdf_to_text(path: Path, data: bytes) -> str:
    """Raises FileProblem for a locked, broken or scanned file."""
    from pdfminer.pdfdocument import PDFPasswordIncorrect, PDFTextExtractionNotAllowed

    logging.getLogger("pdfminer").setLevel(logging.ERROR)
    try:
        lines = list(_page_lines(data))
    except (PDFPasswordIncorrect, PDFTextExtractionNotAllowed) as error:
        raise FileProblem(path, "encrypted", "is locked by a password: save a copy without one") from error
    except Exception as error:  # pdfminer raises what its parser trips over
        name = type(error).__name__
        if "Password" in name or "Encryption" in name:
            raise FileProblem(
                path, "encrypted", "is locked by a password: save a copy without one"
            ) from error
        raise FileProblem(
            path,
            "broken",
            f"could not be read as PDF ({' '.join(str(error).split())[:120] or name}): open it in its program and save it anew",
        ) from error
    if not lines:
        raise FileProblem(
            path,
            "no_question",
            "holds no text, only pictures of pages: run text recognition (OCR) on it first",
        )
    return "\n".join(_write(_without_running_heads(lines))) + "\n"


def _page_lines(data: bytes) -> Iterator[_Line]:
    from pdfminer.high_level import extract_pages
    from pdfminer.layout import LAParams, LTChar, LTCurve, LTTextLine

    for number, page in enumerate(
        extract_pages(BytesIO(data), laparams=LAParams(boxes_flow=None, all_texts=True))
    ):
        if number >= MOST_PAGES:
            break
        pieces: list[_Line] = []
        dots: list[tuple[float, float]] = []
        stack = list(page)
        while stack:
            item = stack.pop()
            if isinstance(item, LTTextLine):
                chars = [c for c in item if isinstance(c, LTChar)]
                text = _clean(item.get_text())
                if not chars or not text.strip():
                    continue
                latin = [c for c in chars if c.get_text().isascii() and not c.get_text().isspace()]
                mono = bool(latin) and sum(bool(_MONO.search(c.fontname)) for c in latin) > 0.6 * len(latin)
                bold = sum(bool(_BOLD.search(c.fontname)) for c in chars) > 0.6 * len(chars)
                size = median(c.size for c in chars)
                pieces.append(
                    _Line(number, item.x0, item.x1, item.y0, item.y1, size, text.strip("\n"), mono, bold)
                )
            elif isinstance(item, LTCurve):
                if 1 < item.width < 9 and 1 < item.height < 9 and 0.7 < item.width / item.height < 1.4:
                    dots.append((item.x0, (item.y0 + item.y1) / 2))
            elif hasattr(item, "__iter__"):
                stack.extend(item)
        yield from _rows(pieces, dots)


def _clean(text: str) -> str:
    """Ligatures and the look-alike radicals that fonts hand out, as the characters that were meant."""
    out = []
    for char in text:
        code = ord(char)
        if 0x2E80 <= code <= 0x2FDF or 0xFB00 <= code <= 0xFB06 or 0xF900 <= code <= 0xFAFF:
            char = {
                "⻅": "见",
                "⻚": "页",
                "⻋": "车",
                "⻔": "门",
                "⻓": "长",
                "⻛": "风",
                "⻢": "马",
                "⻥": "鱼",
                "⻦": "鸟",
                "⻩": "黄",
                "⻬": "齐",
                "⻮": "齿",
                "⻰": "龙",
                "⻄": "西",
                "⻉": "贝",
                "⻝": "食",
                "⻘": "青",
                "⻣": "骨",
                "⺠": "民",
                "⻨": "麦",
                "⼾": "户",
            }.get(char) or unicodedata.normalize("NFKC", char)
        out.append(" " if char == "\xa0" else char)
    return "".join(out)


def _rows(pieces: list[_Line], dots: list[tuple[float, float]]) -> Iterator[_Line]:
    """Pieces at one height as one line, left to right; top of the page first."""
    pieces.sort(key=lambda p: (-(p.y0 + p.y1) / 2, p.x0))
    rows: list[list[_Line]] = []
    for piece in pieces:
        middle = (piece.y0 + piece.y1) / 2
        if rows and rows[-1][0].y0 - 0.5 <= middle <= rows[-1][0].y1 + 0.5:
            rows[-1].append(piece)
        else:
            rows.append([piece])
    for row in rows:
        row.sort(key=lambda p: p.x0)
        text, end = "", 0.0
        for piece in row:
            gap = piece.x0 - end
            text += (
                (" " if text and gap > 0.2 * piece.size else "")
                + (" " if text and gap > 2 * piece.size else "")
                + piece.text
            )
            end = piece.x1
        first = row[0]
        merged = _Line(
            first.page,
            first.x0,
            end,
            min(p.y0 for p in row),
            max(p.y1 for p in row),
            max(p.size for p in row),
            text.rstrip(),
            all(p.mono for p in row),
            all(p.bold for p in row),
        )
        middle = (merged.y0 + merged.y1) / 2
        merged.bullet = any(0 < merged.x0 - x < 30 and abs(y - middle) < merged.size * 0.6 for x, y in dots)
        yield merged


def _without_running_heads(lines: list[_Line]) -> list[_Line]:
    """Leave out page numbers and the line that stands at the head or foot of most pages."""
    pages = {line.page for line in lines}
    edges: dict[int, list[_Line]] = {}
    for line in lines:
        edges.setdefault(line.page, []).append(line)
    ends = [line for own in edges.values() for line in {id(own[0]): own[0], id(own[-1]): own[-1]}.values()]
    texts = Counter(re.sub(r"\d+", "#", line.text) for line in ends)
    gone = {
        id(line)
        for line in ends
        if len(pages) >= 3 and texts[re.sub(r"\d+", "#", line.text)] >= 0.6 * len(pages)
    }
    gone |= {
        id(line)
        for line in ends
        if re.fullmatch(r"[-–— ]*(?:第 ?)?\d{1,4}(?: ?页)?(?: ?/ ?\d{1,4})?[-–— ]*", line.text)
        and len(pages) > 1
    }
    return [line for line in lines if id(line) not in gone]


def _write(lines: list[_Line]) -> Iterator[str]:
    weight: Counter[float] = Counter()
    for line in lines:
        weight[round(line.size * 2) / 2] += len(line.text)
    body = max(weight, key=lambda s: weight[s])
    larger = sorted(
        {round(line.size * 2) / 2 for line in lines if line.size > body * 1.12 and not line.mono},
        reverse=True,
    )
    level = {size: min(i + 1, 5) for i, size in enumerate(larger)}
    right = sorted(line.x1 for line in lines)[int(0.98 * (len(lines) - 1))]
    margin = min((line.x0 for line in lines if not line.mono), default=0.0)
    plain_left = Counter(
        round(line.x0) for line in lines if not line.mono and not line.bullet and not _MARK.match(line.text)
    ).most_common(1)
    left = float(plain_left[0][0]) if plain_left else margin
    gaps = [
        a.y0 - b.y1 for a, b in itertools.pairwise(lines) if a.page == b.page and 0 <= a.y0 - b.y1 < 2 * body
    ]
    usual = sorted(gaps)[len(gaps) // 10] if gaps else 0.0
    current, previous, in_code, item_x = "", None, False, None
    code_left = 0.0
    for line in lines:
        heading = level.get(round(line.size * 2) / 2)
        text = line.text.strip()
        marked = line.bullet or bool(_MARK.match(text))
        gap = previous.y0 - line.y1 if previous is not None and previous.page == line.page else 0.0
        apart = previous is None or gap > usual + 0.45 * body
        full = previous is not None and previous.x1 > right - 3.5 * body
        chinese = sum("\u4e00" <= char <= "\u9fff" for char in text)
        if line.mono and not heading and not line.bullet and (in_code or chinese < 0.4 * len(text)):
            if not in_code:
                yield current
                yield from ("", "```")
                current, in_code, code_left = "", True, line.x0
            yield " " * max(0, round((line.x0 - code_left) / (0.6 * line.size))) + line.text.strip()
            previous = line
            continue
        if in_code:
            yield from ("```", "")
            in_code = False
        same_heading = (
            heading
            and previous is not None
            and level.get(round(previous.size * 2) / 2) == heading
            and full
            and not apart
        )
        joins = (
            bool(current)
            and not marked
            and find_label(text, default_marks()) is None
            and (
                (same_heading)
                or (
                    not heading
                    and previous is not None
                    and not level.get(round(previous.size * 2) / 2)
                    and full
                    and (not apart or previous.page != line.page)
                    and (item_x is None or line.x0 >= item_x - 2)
                )
            )
        )
        if joins:
            current += (
                " " if current[-1:].isascii() and text[:1].isascii() and not current.endswith("-") else ""
            ) + text
        else:
            yield current
            if (
                (apart and not (marked and item_x is not None))
                or heading
                or (item_x is not None and not marked and line.x0 <= left + 1)
            ):
                yield ""
            if heading:
                current, item_x = "#" * heading + " " + text, None
            elif marked:
                depth = (
                    max(0, round((line.x0 - left) / (2 * body)) - 1)
                    if item_x is not None or line.x0 > left + body
                    else 0
                )
                stripped = text if not line.bullet or _MARK.match(text) else "- " + text
                if stripped[0] in _BULLETS:
                    stripped = "- " + stripped[1:].lstrip()
                current, item_x = "  " * min(depth, 3) + stripped, line.x0
            else:
                current = ("  " if item_x is not None and line.x0 > left + 1 else "") + text
                item_x = item_x if line.x0 > left + 1 else None
        previous = line
    yield current
    if in_code:
        yield "```"
