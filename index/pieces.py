"""Cut a long text into pieces that fit a window, at the best places there are."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

Measure = Callable[[str], int]

# Whole lines that belong together: a fence (up to its end or the text's), a $$ formula, a table, an HTML table.
OPAQUE = re.compile(
    r"^[ \t]*(?P<fence>`{3,}|~{3,})[^\n]*\n(?:.*?^[ \t]*(?P=fence)[`~]*[ \t]*(?:\n|\Z)|.*\Z)"
    r"|^[ \t]*\$\$.*?\$\$[^\n]*(?:\n|\Z)"
    r"|^[ \t]*<table\b.*?</table>[^\n]*(?:\n|\Z)"
    r"|(?:^[ \t]*\|[^\n]*(?:\n|\Z)){2,}",
    re.MULTILINE | re.DOTALL | re.IGNORECASE,
)
# After closing marks, so that 「。」 never opens a piece; a full stop counts only before a space: 3.14GB, a.b().
SENTENCE = re.compile(r".*?(?:[。！？；…!?;]+[”’」』）)\]】》\"']*\s*|\.[”’)\]\"']*\s+|\n+|\Z)", re.DOTALL)
CLAUSE = re.compile(r".*?(?:[，、：,:→—]+\s*|\s+|\Z)", re.DOTALL)
LINE = re.compile(r"[^\n]*(?:\n+|\Z)")


def cut_text(text: str, limit: int, measure: Measure = len, *, opaque: bool = False) -> list[str]:
    """Pieces of at most `limit` by `measure`, in order, whose concatenation is `text`.

    A fence, table or formula stays whole unless it alone exceeds the limit: then it is cut at line ends. `opaque`
    says that all of `text` is such a block. `measure` must not fall when a text grows.
    """
    if measure(text) <= limit:
        return [text] if text else []
    if opaque:
        return pack(fitting(text, limit, measure, (LINE,)), limit, measure)
    units: list[str] = []
    for block, is_opaque in blocks(text):
        if is_opaque and measure(block) <= limit:
            units.append(block)
        else:
            units += fitting(block, limit, measure, (LINE,) if is_opaque else (SENTENCE, CLAUSE))
    return pack(units, limit, measure)


def blocks(text: str) -> Iterator[tuple[str, bool]]:
    """(block, whether it must not be cut inside), in order, nothing lost."""
    at = 0
    for found in OPAQUE.finditer(text):
        if found.start() > at:
            yield text[at : found.start()], False
        yield found.group(), True
        at = found.end()
    if at < len(text):
        yield text[at:], False


def fitting(text: str, limit: int, measure: Measure, ways: tuple[re.Pattern, ...]) -> Iterator[str]:
    """Units within the limit: by the first way that suffices, at last by force."""
    if measure(text) <= limit:
        yield text
    elif not ways:
        yield from by_force(text, limit, measure)
    else:
        for unit in ways[0].findall(text):
            if unit:
                yield from fitting(unit, limit, measure, ways[1:])


def by_force(text: str, limit: int, measure: Measure) -> Iterator[str]:
    """The longest head that fits, again and again; one character at least."""
    while text:
        low, high = 1, len(text)
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if measure(text[:middle]) <= limit else (low, middle - 1)
        yield text[:low]
        text = text[low:]


def pack(units: Iterator[str] | list[str], limit: int, measure: Measure) -> list[str]:
    """Join neighbours while they fit."""
    pieces: list[str] = []
    for unit in units:
        if pieces and measure(pieces[-1] + unit) <= limit:
            pieces[-1] += unit
        else:
            pieces.append(unit)
    return pieces
