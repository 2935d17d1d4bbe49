"""Who does what, and what comes first: are the parts of a point crossed over in an answer?"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, combinations

from assistant.interview.clauses import plain
from assistant.interview.terms import Word, words
from index.tokens import fold

MOST = 60  # couples of words that are looked at, the rarest

_ORDER = (
    re.compile(r"先(?P<a>[^，,。；;]{1,16}?)[，,、]?\s*(?:再|后(?!来|面|端|台)|然后|才|接着|之后再?|完了?再?)(?P<b>[^，,。；;]{1,16})"),
    re.compile(r"(?P<a>[^，,。；;先]{1,12}?)(?:之后|以后|完成?后|完)[，,]?(?:再|才|就)(?P<b>[^，,。；;]{1,16})"),
    re.compile(r"(?P<a>[^，,。；;先]{1,12}?)[，,]\s*(?:然后|再|接着)(?P<b>[^，,。；;]{1,16})"),
)  # fmt: skip


def crossings(
    point: Sequence[Sequence[Word]], answer: Sequence[Sequence[Word]], starts: tuple[Sequence[bool], Sequence[bool]],
    weight: Mapping[str, float], usual: float,
) -> tuple[float, float]:  # fmt: skip
    """(crossed, straight): couples of words that changed partners with another couple, and couples that stayed.

    `readiness：移出端点；liveness：杀掉重启` against `liveness 移出端点，readiness 杀掉重启`: readiness–移出 and
    liveness–杀掉 became readiness–杀掉 and liveness–移出. `starts` say which clauses open a sentence: read one way, what
    follows belongs to its head, read the other way each clause stands alone; the reading that crosses most counts.
    """
    shared = {w.text for c in point for w in c} & {w.text for c in answer for w in c}
    readings = []
    for mine, theirs in ((starts[0], starts[1]), (None, None), (starts[0], None), (None, starts[1])):
        there, here = _together(point, mine, shared), _together(answer, theirs, shared)
        readings.append((_crossed(there, here, weight, usual), float(len(there & here))))
    return max(readings)


def _crossed(
    there: set[frozenset[str]], here: set[frozenset[str]], weight: Mapping[str, float], usual: float
) -> float:

    def rarest(couples: set[frozenset[str]]) -> list[frozenset[str]]:
        return sorted(couples, key=lambda c: (-sum(weight.get(w, usual) for w in c), sorted(c)))[:MOST]

    parted, joined = rarest(there - here), here - there
    crossed: set[frozenset[frozenset[str]]] = set()
    for one, other in combinations(parted, 2):
        if one & other:
            continue
        (a, p), (b, q) = tuple(one), tuple(other)
        for x, y in ((frozenset((a, q)), frozenset((b, p))), (frozenset((a, b)), frozenset((p, q)))):
            if x in joined and y in joined:
                crossed.add(frozenset((one, other)))
    return float(len(crossed))


def crossed_over(
    point: Sequence[Sequence[Word]], answer: Sequence[Sequence[Word]], others: Sequence[Sequence[Sequence[Word]]],
    weight: Mapping[str, float], usual: float,
) -> float:  # fmt: skip
    """Names of a point that changed partners with a name of another point: `TTFT 由 decode 主导`, `TPOT 由 prefill 主导`."""
    elsewhere = [clause for other in others for clause in other]
    shared = {w.text for c in (*point, *elsewhere) for w in c} & {w.text for c in answer for w in c}
    here = _together(answer, None, shared)
    mine, theirs = _together(point, None, shared), _together(elsewhere, None, shared)
    joined = here - mine - theirs
    count = 0
    for one in mine - here - theirs:
        for a, p in (tuple(one), tuple(one)[::-1]):
            if not a.isascii() or a.isdigit():
                continue
            partners = [next(iter(couple - {a})) for couple in joined if a in couple]
            for q in partners:
                count += any(
                    b.isascii()
                    and b not in (a, p, q)
                    and frozenset((b, q)) in theirs - mine - here
                    and frozenset((b, p)) in joined
                    for b in shared
                )
    return float(count)


_SENTENCE = re.compile(r"[。；;！？!?\n]+|(?<![a-z0-9.])[.](?=\s)")
_STATEMENT = re.compile(r"[，,]+|、(?=[a-z])|——|→|\s(?=but |while )")
_HAN_RUN, _FIGURE = re.compile("[\u3400-\u9fff]+"), re.compile(r"\d+(?:\.\d+)?")
_EMPTY = frozenset(
    ["这个", "那个", "什么", "一个", "可以", "就是", "的是", "是的", "都是", "不是", "也是", "还是", "只是"]
)
_FOREMOST = 2  # words of a statement that may be what it is about
_MARKS, _ASTRAY = 3, 0.25  # least marks that changed owners; of those, the share that may have stayed


def exchanged(point: str, answer: str) -> bool:
    """Whether two names of the point have each other's statements in the answer.

    `namespace 决定看得见什么，cgroup 决定用得了多少` against `cgroup 决定看得见什么，namespace 决定能用多少`: what the point
    says of one name only, word by word, the answer says of the other only, and the other way round. Rare (a dozen of a
    hundred swapped roles are said so plainly), and hardly ever wrong: 2 of 110 on answers labelled apart.
    """
    theirs, mine = _statements(point), _statements(answer)
    heads = [{head for statement in side for head in statement.heads} for side in (theirs, mine)]
    for a, b in combinations(sorted(name for name in heads[0] & heads[1] if len(name) >= 2), 2):
        if a in b or b in a:
            continue
        of = [_marks_of(side, name, other) for side in (theirs, mine) for name, other in ((a, b), (b, a))]
        if not all(of):
            continue
        a_there, b_there, a_here, b_here = of[0] - of[1], of[1] - of[0], of[2] - of[3], of[3] - of[2]
        moved = len(a_there & b_here), len(b_there & a_here)
        stayed = len(a_there & a_here) + len(b_there & b_here)
        if all(moved) and sum(moved) >= _MARKS and stayed <= _ASTRAY * sum(moved):
            return True
    return False


@dataclass(frozen=True, slots=True)
class _Statement:
    """A piece of a sentence: its text, its words, and those it may be about."""

    text: str
    words: tuple[str, ...]
    heads: frozenset[str]


@lru_cache(maxsize=64)
def _statements(text: str) -> tuple[_Statement, ...]:
    """Those of a text in order; an answer is held against every point of its question."""
    found = []
    for piece in (p.strip() for s in _SENTENCE.split(fold(plain(text))) for p in _STATEMENT.split(s)):
        parts = [[word.text for word in words(part)] for part in re.split(r"[:：]\s*", piece)]
        if any(parts):
            heads = frozenset(head for part in parts for head in part[:_FOREMOST])
            found.append(_Statement(piece, tuple(chain.from_iterable(parts)), heads))
    return tuple(found)


def _marks_of(statements: Sequence[_Statement], name: str, other: str) -> set[str]:
    """What is said of `name` alone: pairs of Chinese characters, Latin words, numbers."""
    marks: set[str] = set()
    for statement in statements:
        if name not in statement.heads or other in statement.words:
            continue
        marks |= {word for word in statement.words if word.isascii() and word not in (name, other)}
        rest = statement.text.replace(name, " ").replace(other, " ")
        for run in _HAN_RUN.findall(rest):
            marks |= {run[i : i + 2] for i in range(len(run) - 1)}
        marks |= {f"#{number}" for number in _FIGURE.findall(rest)}
    return marks - _EMPTY


def order_turned(point: str, answer: str) -> bool:
    """Whether the answer puts first what the point puts second."""
    for a, b in _sequences(point):
        for c, d in _sequences(answer):
            straight = min(len(a & c), len(b & d))
            turned = min(len((a - b) & (d - c)), len((b - a) & (c - d)))
            if turned and turned > straight:
                return True
    return False


def _sequences(text: str) -> list[tuple[set[str], set[str]]]:
    found = []
    for pattern in _ORDER:
        for match in pattern.finditer(text):
            a, b = ({w.text for w in words(match[name])} for name in "ab")
            if a and b:
                found.append((a, b))
    return found


def _together(
    clauses: Sequence[Sequence[Word]], starts: Sequence[bool], shared: set[str]
) -> set[frozenset[str]]:
    """Couples of shared words in one clause, and of a clause with the head (the first clause) of its sentence."""
    couples: set[frozenset[str]] = set()
    head: set[str] = set()
    for clause, opens in zip(clauses, starts or [True] * len(clauses), strict=True):
        here = {word.text for word in clause} & shared
        if opens:
            head = here
        couples |= {frozenset(pair) for pair in combinations(here, 2)}
        couples |= {frozenset((a, b)) for a in head for b in here if a != b}
    return couples
