"""Question numbers that a query names: `Q125`, `q 125`, `第125题`, full width, several at once."""

from __future__ import annotations

import re
import unicodedata

from ingest.grammar import from_chinese

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
