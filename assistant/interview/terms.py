"""The words of a clause as grading compares them: folded, synonyms in one form, each with whether it is denied."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from assistant.polarity import scope_after
from assistant.text import content_terms
from index.tokens import STOP, fold, raw_terms

# Characters of a negation; not where they belong to a word that denies nothing.
_NOT_DENYING = re.compile(
    r"不仅|不只是?|不但|不光|不同|不断|不久|不可变|不透明|不等于?|不妨|不过|不管|不论|无论|无状态|无锁|未来|非常|除非|是不是|能不能|会不会|有没有|要不要|差不多|没关系|要不然?|不然|不好意思|用不着(?=$)|莫非|not only|no matter|not just",
    re.IGNORECASE,
)
_CUE = re.compile(
    r"不(?:再|会|能|可以?|需要?|必|用|得|应该?|允许|要|想|是|让|给|许|等|跟)?|没有?|无法|无需|无须|无|未(?:能|曾|必)?|并非|非|勿|别|禁止|"
    r"\bnot\b|n't\b|\bno\b(?!\.)|\bnever\b|\bwithout\b|\bcannot\b|\bneither\b|\bnor\b|\bunable\b|\bfails? to\b",
    re.IGNORECASE,
)
# 放不下, 快不了, ping 不通: the verb before is what does not come about.
_COMPLEMENT = re.compile(
    r"(?P<verb>[\u3400-\u9fff]|[A-Za-z]+)\s?不(?P<result>[住了回通到下上起动成完开出掉着过清全准够得来去齐满透死])"
)
_HEAD = 12  # characters at most that a cue governs
_BREAK = re.compile(
    "就|才|则|便|的话|所以|因为|时|还是"
)  # what comes after is another statement: 不缓存账单就按平方涨
_MODAL = re.compile("(?:能|会|可|要|得|还|就|都)(?=.$)")
_WITH_MODAL = frozenset(
    [
        "能力",
        "能量",
        "能耗",
        "会话",
        "会议",
        "可用",
        "可靠",
        "可见",
        "可变",
        "要求",
        "要点",
        "要素",
        "得到",
        "得分",
        "还原",
        "还有",
        "都市",
        "就绪",
        "就近",
        "就地",
    ]
)
FADES = 0.75  # how much of a denial reaches the next word of its scope


@dataclass(frozen=True, slots=True)
class Word:
    """`denied`: a negation governs it; `grip` in (0, 1] is how directly, falling with the distance from the cue."""

    text: str
    denied: bool
    grip: float = 1.0


def words(text: str) -> list[Word]:
    """In order, without stop words; the same word may come twice. A word is denied when a negation governs it."""
    folded = fold(text)
    plain = _NOT_DENYING.sub(lambda match: "＿" * len(match.group()), folded)
    found: list[Word] = []
    for start, end, denied in _stretches(plain):
        here = [canonical(bare(term)) for term in raw_terms(folded[start:end]) if keeps(term)]
        found += [Word(term, denied, FADES**place if denied else 1.0) for place, term in enumerate(here)]
    return found


def grams(text: str) -> list[Word]:
    """The same as pairs of characters and Latin words: where the cutter cuts a denied phrase otherwise, these still meet."""
    folded = fold(text)
    plain = _NOT_DENYING.sub(lambda match: "＿" * len(match.group()), folded)
    found: list[Word] = []
    for start, end, denied in _stretches(plain):
        here = content_terms(folded[start:end])
        found += [Word(term, denied, FADES**place if denied else 1.0) for place, term in enumerate(here)]
    return found


def bare(term: str) -> str:
    """A verb without the modal that the cutter left on it: 能接 → 接."""
    return _MODAL.sub("", term) if len(term) == 2 and term not in _WITH_MODAL else term


def keeps(term: str) -> bool:
    return term not in STOP or term in {"先", "后", "前"}


def _stretches(text: str) -> Iterable[tuple[int, int, bool]]:
    """(start, end, denied) over the whole text in order."""
    at = 0
    while at < len(text):
        complement = _COMPLEMENT.search(text, at)
        cue = _CUE.search(text, at)
        if complement is not None and (cue is None or complement.start() <= cue.start()):
            if complement.start() > at:
                yield at, complement.start(), False
            yield complement.start(), complement.end(), True
            at = complement.end()
        elif cue is not None:
            if cue.start() > at:
                yield at, cue.start(), False
            scope = _BREAK.split(scope_after(text, cue.end())[:_HEAD])[0].rstrip()
            end = text.find(scope, cue.end()) + len(scope) if scope else cue.end()
            yield cue.end(), max(end, cue.end()), True
            at = max(end, cue.end())
        else:
            yield at, len(text), False
            return


def denies(text: str) -> int:
    """How many negations a text has."""
    plain = _NOT_DENYING.sub("＿", fold(text))
    return len(_CUE.findall(plain))


@cache
def synonyms() -> dict[str, str]:
    """Word → the form that stands for its group, from `synonyms.txt`: a group a line."""
    table: dict[str, str] = {}
    for line in (files("assistant.interview") / "synonyms.txt").read_text(encoding="utf-8").splitlines():
        group = [fold(word) for word in line.split("#")[0].split()]
        for word in group:
            table.setdefault(word.replace("_", " "), group[0])
    return table


def canonical(term: str) -> str:
    table = synonyms()
    if term in table:
        return table[term]
    if term.isascii() and len(term) > 3:
        for stem in stems(term):
            if stem in table:
                return table[stem]
        return next(iter(stems(term)), term)
    return term


def stems(term: str) -> tuple[str, ...]:
    """An English word without its ending: caching → cach, cache."""
    for ending in ("ies", "ing", "ers", "ed", "es", "s", "er"):
        if term.endswith(ending) and len(term) - len(ending) >= 3:
            base = term[: -len(ending)]
            if ending == "ies":
                return (base + "y",)
            if ending == "s" and base.endswith("s"):
                continue
            doubled = len(base) > 3 and base[-1] == base[-2]
            return (base[:-1] if doubled else base, base + "e")
    return (term,)
