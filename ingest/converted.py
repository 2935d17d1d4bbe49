"""Markdown that a converter wrote, put into the shape that a person writes."""

from __future__ import annotations

import re


def tidy_markdown(text: str) -> str:
    """Undo a converter's habits: escaped marks, `* ` bullets with wide gaps, runs of blank lines, non-breaking fill."""
    lines = []
    for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n"):
        line = (
            re.sub(r"\\([_*\[\]()#+\-.!<>~|`{}])", r"\1", line) if "\\" in line and "$" not in line else line
        )
        line = re.sub(r"^(\s*)[*+-]\s{2,}(?=\S)", r"\1- ", line)
        lines.append(line.rstrip())
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip("\n") + "\n"


def prepare_html(text: str) -> str:
    """Drop what is no content (scripts, styles, navigation) before converting."""
    text = re.sub(
        r"(?is)<(script|style|noscript|template|svg|nav|header|footer|aside)\b[^>]*>.*?</\1\s*>", "", text
    )
    return re.sub(r"(?is)<head\b[^>]*>.*?</head\s*>", "", text)
