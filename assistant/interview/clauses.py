"""A point or an answer as plain clauses: what two texts are compared by."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from assistant.sentences import split_sentences

SHORTEST = 6  # characters of a clause that stands alone; a shorter one joins its neighbour

_FENCE = re.compile(
    r"(?ms)^[ ]*(?P<fence>`{3,}|~{3,})[^\n]*\n.*?(?:^[ ]*(?P=fence)[`~]*[ \t]*$|\Z)|\$\$.+?\$\$"
)
_REFERENCE = re.compile(
    r"[（(]\s*(?:→|见|参见|详见|同)\s*[Qq]?\d[^（）()]*[)）]|[（(]\s*[Qq]\d+(?:[/、–—\-~至到]\s*[Qq]?\d+)*[^（）()]{0,6}[)）]|[，,；;、]?\s*(?:[\w\u3400-\u9fff]{0,8}(?:参?见|详见|归))\s*[Qq]\d+(?:[/、–\-]\d+)*(?=[。；;，,\s]|$)"
)
_MARKUP = re.compile(r"\*\*|__|(?<!`)`(?!`)|^\s*(?:[-•*]|\d{1,2}[.)、])\s+", re.MULTILINE)
_CUT = re.compile(
    r"[，,；;：:。！？!?\n→]|——|(?<=\D)、(?=.{8})|(?<=[\u3400-\u9fff\w])(?=(?:但是?|却|而且|因为|所以|因此|不然|否则|要不然|then |but |because |so ))"
)


@dataclass(frozen=True, slots=True)
class Clause:
    """`text` is folded for comparing; `said` is the author's, to the letter, with its closing punctuation.

    `opens`: it begins a sentence, or what stands after a semicolon.
    """

    text: str
    said: str
    opens: bool = True


def plain(text: str) -> str:
    """`text` without code, display formulas, markup and references to other questions."""
    return _MARKUP.sub("", _REFERENCE.sub("", _FENCE.sub("\n", text))).strip()


def clauses(text: str) -> list[Clause]:
    """The clauses of a text in order, joined they give `plain(text)` back but for blank ends."""
    found: list[Clause] = []
    for sentence in split_sentences(plain(text)):
        pieces: list[str] = []
        start = 0
        for match in _CUT.finditer(sentence):
            if _inside_brackets(sentence, match.start()) or _inside_number(sentence, match):
                continue
            pieces.append(sentence[start : match.end()])
            start = match.end()
        pieces.append(sentence[start:])
        opens = True
        for piece in _merged(pieces):
            if re.search(r"\w", piece):
                found.append(Clause(fold(piece), piece.strip(), opens))
                opens = piece.rstrip().endswith(("；", ";", "。"))
    return found


def fold(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).strip(" ，,；;：:。！？!?、→").split())


def _merged(pieces: list[str]) -> list[str]:
    """Short pieces joined to the one after them, the last before a semicolon or the end to the one before."""
    out: list[str] = []
    held = ""
    for piece in pieces:
        held += piece
        closes = piece.rstrip().endswith(("；", ";"))
        if closes and out and _length(held) < SHORTEST and not out[-1].rstrip().endswith(("；", ";")):
            out[-1] += held
            held = ""
        elif closes or _length(held) >= SHORTEST:
            out.append(held)
            held = ""
    if held.strip():
        if out:
            out[-1] += held
        else:
            out.append(held)
    return out


def _length(text: str) -> int:
    """Characters that say something, an English word counting for two."""
    return len(re.findall(r"[\u3400-\u9fff]", text)) + 2 * len(re.findall(r"[A-Za-z0-9_.\-]+", text))


def _inside_brackets(sentence: str, at: int) -> bool:
    before = sentence[:at]
    return any(
        before.count(left) > before.count(right) for left, right in ("（）", "()", "「」", "『』", "[]", "{}")
    )


def _inside_number(sentence: str, match: re.Match[str]) -> bool:
    around = sentence[max(0, match.start() - 1) : match.end() + 1]
    return bool(re.fullmatch(r"\d[,:：]\d", around))
