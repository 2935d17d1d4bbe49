"""Do the numbers of an answer agree with those of a point? Spoken ones are rough: 「两万八千多」, 「九成」, 「快三千」."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

import numpy as np

from assistant.quantities import Quantity, quantities

NEAR = 0.4  # how alike two clauses are that may be held number against number
MANY = 6  # numbers above which chance makes any other out of two
SPOKEN = 0.13  # how far a rounded number may be off: 「12 毫秒多」 for 12.5, 「快三千」 for 2800

_DIGIT = dict(zip("零〇一二两三四五六七八九", (0, 0, 1, 2, 2, 3, 4, 5, 6, 7, 8, 9), strict=True))
_SCALE = {"十": 10, "百": 100, "千": 1000, "万": 10**4, "亿": 10**8}
_NUMERAL = re.compile(
    r"(?<!第)[零〇一二两三四五六七八九十百千万亿]{2,}|(?<![第一-龥])[二两三四五六七八九十百](?=[个次倍秒份张台层步条兆G])"
)
_FRACTION = re.compile(r"([二两三四五六七八九十百千万]+)分之([一二两三四五六七八九十]+)")
_TENTHS = re.compile(r"([一二两三四五六七八九])成([一二三四五六七八九半])?")
_UNIT_AFTER = re.compile(
    r"\s*(?:多|几|来|余)?\s*(?:个)?\s*(毫秒|秒|分钟|小时|天|倍|字节|[KMGT]i?B|ms|[gG](?![a-z])|%)?"
)
_DROPPED = re.compile(r"[万千百十]$")


@dataclass(frozen=True, slots=True)
class NumberCheck:
    """`met`: share of the point's numbers that came. `lost`: 1 when it has numbers and none came.

    `against`: numbers of the answer that stand where the point has another one of the same kind.
    """

    met: float
    lost: float
    against: int
    said: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Figure:
    low: float
    high: float
    kind: str
    text: str


def figures(text: str) -> list[Figure]:
    """Numbers in base units, spoken Chinese ones as well; `kind` is a dimension, a unit, or empty."""
    text = unicodedata.normalize("NFKC", text)
    found: list[Figure] = []

    def take(match: re.Match[str], value: float, kind: str) -> str:
        found.append(Figure(value, value, kind, match.group()))
        return " " * len(match.group())

    text = _FRACTION.sub(lambda m: take(m, _value(m[2]) / _value(m[1]), "ratio"), text)
    text = _TENTHS.sub(
        lambda m: take(
            m, (_DIGIT[m[1]] + (0.5 if m[2] == "半" else _DIGIT.get(m[2] or "", 0) / 10)) / 10, "ratio"
        ),
        text,
    )
    text = re.sub(r"(?:一|翻了?)倍|翻番", lambda m: take(m, 2.0, "times"), text)
    text = re.sub(r"一半|\bhalf\b", lambda m: take(m, 0.5, "ratio"), text)
    text = _NUMERAL.sub(lambda m: f" {_value(m.group()):.10g} " if _value(m.group()) else m.group(), text)
    text = re.sub(r"(\d)\s+(?=[多几来余]?\s?(?:毫秒|秒|分钟|小时|天|倍|个|[KMGT]))", r"\1", text)
    text = re.sub(r"(\d)[多几来余](?=\s?(?:毫秒|秒|分钟|小时|天|倍|个|[KMGT]))", r"\1", text)
    text = re.sub(r"(?<=\d)\s?个?\s?T(?![A-Za-z/])", " TB", text)
    return found + [Figure(q.low, q.high, _kind(q), q.text) for q in quantities(text)]


def check_numbers(point: Sequence[str], answer: Sequence[str], alike: np.ndarray) -> NumberCheck:
    """Over the clauses of both; `alike` (m, n) says which speak of the same."""
    theirs = [figures(text) for text in point]
    mine = [figures(text) for text in answer]
    all_theirs, all_mine = [f for part in theirs for f in part], [f for part in mine for f in part]
    if not all_theirs:
        return NumberCheck(0.0, 0.0, 0)
    met = [t for t in all_theirs if any(same(m, t) for m in all_mine)]
    agreed = [m for m in all_mine if any(same(m, t) for t in all_theirs)]
    against = []
    for j, part in enumerate(mine):
        near = {
            id(t)
            for i in np.flatnonzero(alike[:, j] >= max(NEAR, 0.85 * alike[:, j].max()))
            for t in theirs[i]
        }
        for m in part:
            if m in agreed or derived(m, all_theirs + agreed):
                continue
            if any(
                t not in met and (m.kind == t.kind if m.kind and t.kind else id(t) in near)
                for t in all_theirs
            ):
                against.append(m.text)
    return NumberCheck(len(met) / len(all_theirs), float(not met), len(against), tuple(against))


def same(mine: Figure, other: Figure) -> bool:
    if (
        mine.kind
        and other.kind
        and mine.kind != other.kind
        and not ({mine.kind, other.kind} <= {"ratio", "times", "bytes", ""})
    ):
        return False
    return (
        any(_near(mine.low, value) for value in (other.low, other.high))
        or other.low <= mine.low <= other.high
    )


def derived(figure: Figure, known: list[Figure]) -> bool:
    """Whether a number follows from two others: 1000 − 750, 16 / 64.

    Among many some two always fit by chance, so there they must be neighbours.
    """
    for (i, a), (j, b) in permutations(enumerate(known), 2):
        if len(known) > MANY and abs(i - j) > 1:
            continue
        follows = [a.low - b.low]
        if b.low and not (figure.kind and a.kind == b.kind == figure.kind):  # 10 min / 10 s are no 60 s
            follows.append(a.low / b.low)
        if any(x > 0 and abs(figure.low - x) <= 1e-3 * abs(x) for x in follows):
            return True
    return False


def _near(a: float, b: float) -> bool:
    return abs(a - b) <= SPOKEN * max(abs(a), abs(b))


def _kind(quantity: Quantity) -> str:
    return quantity.dimension or quantity.unit


def _value(numeral: str) -> float:
    """`两万八千` → 28000; 0 for what is no number."""
    total = section = digit = 0.0
    last = 1.0
    for char in numeral:
        if char in _DIGIT:
            digit = _DIGIT[char]
        elif char in "万亿":
            total = (total + section + digit or 1.0) * _SCALE[char]
            section = digit = 0.0
            last = _SCALE[char]
        else:
            section += (digit or 1.0) * _SCALE[char]
            last, digit = _SCALE[char], 0.0
    tail = (
        digit * last / 10
        if digit and last > 10 and numeral[-2:-1] in "百千万亿" and len(numeral) > 1
        else digit
    )
    return total + section + tail
