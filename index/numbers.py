"""Question numbers that a query names: `Q125`, `q 125`, `第125题`, full width, several at once."""

from __future__ import annotations

import re
import unicodedata

CHINESE_DIGITS = {c: i for i, c in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}
CHINESE_UNITS = {"十": 10, "百": 100}
MORE = r"(?:\s*[/、,，和与及&-]\s*Q?\s*\d+(?:\.\d+)*(?![A-Za-z0-9_%]))*"
STATED = re.compile(rf"(?<![A-Za-z0-9_])Q\s*\d+(?:\.\d+)*(?![A-Za-z0-9_]){MORE}", re.IGNORECASE)
COUNTED = re.compile(r"第\s*(\d+(?:\.\d+)*|[零〇一二两三四五六七八九十百]+)\s*[题題问問]")
BARE = re.compile(r"\s*#?\s*(\d+(?:\.\d+)*)\s*[.、]?\s*")
DIGITS = re.compile(r"\d+(?:\.\d+)*")


def numbers_in(query: str) -> tuple[tuple[str, ...], str]:
    """(the numbers a query names in order, the query without them). A bare number counts only when it is all."""
    text = unicodedata.normalize("NFKC", query)
    if bare := BARE.fullmatch(text):
        return (bare[1],), ""
    found: list[tuple[int, str]] = []
    for match in STATED.finditer(text):
        found += [(match.start() + digits.start(), digits[0]) for digits in DIGITS.finditer(match[0])]
    for match in COUNTED.finditer(text):
        found.append((match.start(), match[1] if match[1][0].isdigit() else str(from_chinese(match[1]))))
    rest = COUNTED.sub(" ", STATED.sub(" ", text))
    return tuple(dict.fromkeys(number for _, number in sorted(found))), rest.strip()


def from_chinese(numeral: str) -> int:
    """一百二十五 → 125, 十二 → 12, 一二五 → 125."""
    if not any(c in CHINESE_UNITS for c in numeral):
        return int("".join(str(CHINESE_DIGITS[c]) for c in numeral))
    total, digit = 0, None
    for c in numeral:
        if c in CHINESE_UNITS:
            total += (1 if digit is None else digit) * CHINESE_UNITS[c]
            digit = None
        else:
            digit = CHINESE_DIGITS[c]
    return total + (digit or 0)
