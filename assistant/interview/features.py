"""What grading knows of one point and one answer: how much came, how sure it is about this point, what speaks against it.

Meaning comes from the embedder (clause by clause), the rest from words: which are shared, denied, opposite, crossed.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from assistant.interview.binding import crossed_over, crossings, exchanged, order_turned
from assistant.interview.clauses import Clause
from assistant.interview.numbers import NumberCheck, check_numbers
from assistant.interview.terms import Word, denies, grams, words
from assistant.polarity import opposed, overclaims

FOCUS = 0.35  # least likeness of a clause that may be about a point
LEVEL = 0.55  # the same as a share of the nearest clause's
YIELDS = 0.15  # how much nearer another point may be
ECHO = 0.7  # share of a clause's words from which it only says the question again
NEAR = 0.45  # how alike two clauses must be, by meaning, to be compared word by word


@dataclass(frozen=True)
class Side:
    """A text ready to be compared: its clauses, their words, and their unit vectors (n, d)."""

    clauses: tuple[Clause, ...]
    words: tuple[tuple[Word, ...], ...]
    vectors: np.ndarray

    @property
    def text(self) -> str:
        return "，".join(clause.text for clause in self.clauses)

    @property
    def terms(self) -> set[str]:
        return {word.text for clause in self.words for word in clause}


def make_side(clauses: Sequence[Clause], vectors: np.ndarray) -> Side:
    return Side(tuple(clauses), tuple(tuple(words(clause.text)) for clause in clauses), vectors)


@dataclass(frozen=True)
class Comparison:
    """`alike` (m, n): point clauses against the answer's clauses `said` about it, about 0 for strangers, 1 for the same.

    `values` are the features by name. `numbers` is what the numbers say. `turned` are words said one way here and the
    other way there.
    """

    alike: np.ndarray
    said: tuple[Clause, ...]
    values: dict[str, float]
    numbers: NumberCheck
    turned: tuple[str, ...] = ()
    opposites: tuple[tuple[str, str], ...] = ()


def likeness(point: Side, answer: Side, floor: float, ceiling: float) -> np.ndarray:
    """Cosines stretched so that `floor` (what strangers have) is 0 and `ceiling` is 1, raised where words are shared."""
    cosine = point.vectors @ answer.vectors.T
    return np.clip((cosine - floor) / (ceiling - floor), 0.0, 1.2)


def likeness_with_words(
    point: Side, answer: Side, weight, usual: float, floor: float, ceiling: float
) -> np.ndarray:
    """(m, n): by meaning and by shared words."""
    shared = [[overlap(p, {w.text for w in a}, weight, usual) for a in answer.words] for p in point.words]
    return 0.6 * likeness(point, answer, floor, ceiling) + 0.4 * np.array(shared)


def echoes(clause: Sequence[Word], asked: set[str]) -> bool:
    """Whether a clause only says the question again."""
    said = {word.text for word in clause}
    return len(said - asked) <= (1 - ECHO) * len(said)


def only_echoes(answer: Side, asked: set[str]) -> bool:
    """Whether nothing is left of an answer but the question; so of an empty one."""
    return all(echoes(clause, asked) for clause in answer.words)


def without_echo(answer: Side, asked: set[str]) -> Side:
    """An answer without the clauses that say the question again; unchanged if nothing else is left."""
    keep = [i for i, clause in enumerate(answer.words) if not echoes(clause, asked)]
    if not keep:
        return answer
    return Side(
        tuple(answer.clauses[i] for i in keep), tuple(answer.words[i] for i in keep), answer.vectors[keep]
    )


def focus(answer: Side, said: np.ndarray, rival: np.ndarray) -> Side:
    """The clauses of an answer that may be about this point: near it, and not much nearer to another.

    A clause between two such belongs to them. The nearest one is kept whatever it is.
    """
    keep = (said >= max(FOCUS, LEVEL * said.max())) & (said - rival >= -YIELDS)
    keep[1:-1] |= keep[:-2] & keep[2:]
    if not keep.any():
        keep[int(said.argmax())] = True
    chosen = np.flatnonzero(keep)
    return Side(
        tuple(answer.clauses[i] for i in chosen),
        tuple(answer.words[i] for i in chosen),
        answer.vectors[chosen],
    )


def overlap(mine: Sequence[Word], theirs: set[str], weight: Mapping[str, float], usual: float) -> float:
    """Weighted share of `mine` that `theirs` has."""
    total = sum(weight.get(w.text, usual) for w in mine)
    return sum(weight.get(w.text, usual) for w in mine if w.text in theirs) / total if total else 0.0


def compare(
    point: Side, answer: Side, others: Sequence[Side], asked: set[str], weight: Mapping[str, float], usual: float,
    floor: float, ceiling: float,
) -> Comparison:  # fmt: skip
    """`others` are the question's other points; `asked` the words of the question; `weight` how rare a word is."""
    whole = without_echo(answer, asked)
    rival = _rivals(whole, others, weight, usual, floor, ceiling)
    answer = focus(whole, likeness_with_words(point, whole, weight, usual, floor, ceiling).max(axis=0), rival)
    rival = _rivals(answer, others, weight, usual, floor, ceiling)
    alike = likeness(point, answer, floor, ceiling)
    lexical = np.array(
        [[overlap(p, {w.text for w in a}, weight, usual) for a in answer.words] for p in point.words]
    )
    both = 0.6 * alike + 0.4 * lexical
    lengths = np.array([max(len(clause.text), 1) for clause in point.clauses], float)
    share = lengths / lengths.sum()
    answer_lengths = np.array([max(len(clause.text), 1) for clause in answer.clauses], float)
    answer_share = answer_lengths / answer_lengths.sum()
    met, said = both.max(axis=1), both.max(axis=0)
    level = float(answer_share @ said)  # how closely this learner keeps to the words of the bank
    flat = [w for clause in point.words for w in clause]
    fresh = [w for w in flat if w.text not in asked]
    answer_flat = [w for clause in answer.words for w in clause]
    cover = overlap(flat, answer.terms, weight, usual)
    numbers = check_numbers([c.text for c in point.clauses], [c.text for c in answer.clauses], both)
    turned, kept = turned_words(point, answer, both, weight, usual)
    poles = opposed_near(point, answer, both)
    crossed, straight = crossings(
        point.words,
        answer.words,
        ([c.opens for c in point.clauses], [c.opens for c in answer.clauses]),
        weight,
        usual,
    )
    values = {
        "recall": float(share @ met),
        "recall_semantic": float(share @ alike.max(axis=1)),
        "recall_least": float(np.sort(met)[: max(1, len(met) // 2)].mean()),
        "recall_share": float(share[met > 0.5].sum()),
        "precision": level,
        "even": float(np.sort(met)[: max(1, len(met) // 2)].mean()) / max(level, 0.2),
        "even_share": float(share[met > 0.6 * level].sum()),
        "even_recall": float(share @ np.minimum(met / max(level, 0.2), 1.0)),
        "margin": float(answer_share @ (said - rival)),
        "best": float(both.max()),
        "cover": cover,
        "cover_fresh": overlap(fresh, answer.terms, weight, usual),
        "content": math.log1p(sum(weight.get(w.text, usual) for w in answer_flat if w.text not in asked)),
        "length": math.log((1 + answer_lengths.sum()) / (1 + lengths.sum())),
        "numbers_met": numbers.met,
        "numbers_lost": numbers.lost,
        "numbers_against": float(numbers.against),
        "turned": sum(turned.values()),
        "kept": kept,
        "turned_share": sum(turned.values()) / max(sum(turned.values()) + kept, 1e-9),
        "opposites": max(
            (0.5 if len(mine + theirs) == 2 and (mine, theirs) in LOOSE else 1.0 for mine, theirs in poles),
            default=0.0,
        ),
        "crossed": crossed,
        "crossed_share": crossed / (1 + crossed + straight),
        "straight": straight,
        "parity": _parity(point, answer, both),
        "said_length": math.log(
            (1 + float(answer_lengths @ np.clip(said * 1.6 - 0.3, 0, 1))) / (1 + lengths.sum())
        ),
        "crossed_over": crossed_over(
            point.words, answer.words, [other.words for other in others], weight, usual
        ),
        "exchanged": float(exchanged(point.text, answer.text)),
        "order": float(order_turned(point.text, answer.text)),
        "absolutes": float(len(overclaims(answer.text, point.text))),
        "denials": float(denies(answer.text) - denies(point.text)) / max(1, len(answer.clauses)),
        "denials_apart": abs(
            float(denies(answer.text) / len(answer.clauses) - denies(point.text) / len(point.clauses))
        ),
        "hedged": float(len(_HEDGE.findall(answer.text))) / max(1, len(answer.clauses)),
    }
    return Comparison(both, answer.clauses, values, numbers, tuple(turned), tuple(poles))


_HEDGE = re.compile(
    r"好像|应该是|听说|可能是|了解过|接入过|用过|见过|看过|接触|重要|关键的?(?:一个)?问题|经常会?提到|都(?:会|有)(?:写|讲|提)|那个东西|这个东西|值得|深入|丰富|维度|体系|方法论|追求|系统地|全面|等等(?:方面)?|功能|概念|名字|优化一?下?$|补一补|准备到|忘|不清楚|不知道|想不起|抱歉"
)


def turned_words(
    point: Side, answer: Side, both: np.ndarray, weight: Mapping[str, float], usual: float
) -> tuple[dict[str, float], float]:
    """Words denied in one and not in the other, where the clauses speak of the same; and the weight of those that agree."""
    turned, kept = _turned(point.words, answer.words, both, weight, usual)
    if turned:
        return turned, kept
    pairs = [[grams(clause.text) for clause in side.clauses] for side in (point, answer)]
    found, _ = _turned(*pairs, both, {}, 1.0)
    return dict(sorted(found.items(), key=lambda item: -item[1])[:1]), kept


def _turned(
    mine_by_clause: Sequence[Sequence[Word]], theirs_by_clause: Sequence[Sequence[Word]], both: np.ndarray,
    weight: Mapping[str, float], usual: float,
) -> tuple[dict[str, float], float]:  # fmt: skip
    turned: dict[str, float] = {}
    kept = 0.0
    for j, theirs in enumerate(theirs_by_clause):
        for word in theirs:
            holders = [i for i, mine in enumerate(mine_by_clause) if any(w.text == word.text for w in mine)]
            if not holders:
                continue
            i = max(holders, key=lambda i: both[i, j])
            here = [w for w in mine_by_clause[i] if w.text == word.text]
            value = math.sqrt(weight.get(word.text, usual) / usual) * min(1.0, both[i, j] / NEAR)
            if any(w.denied == word.denied for w in here):
                kept += value
                continue
            grip = word.grip if word.denied else max(w.grip for w in here)
            said_otherwise = any(
                w.text == word.text and w.denied == word.denied for clause in mine_by_clause for w in clause
            )
            value *= grip * (0.5 if said_otherwise else 1.0)
            turned[word.text] = max(turned.get(word.text, 0.0), value)
    return turned, kept


def _parity(point: Side, answer: Side, both: np.ndarray) -> float:
    """How alike the clauses are of which one denies and the other does not."""
    total = 0.0
    for j, clause in enumerate(answer.clauses):
        i = int(both[:, j].argmax())
        if both[i, j] > NEAR and (denies(clause.text) > 0) != (denies(point.clauses[i].text) > 0):
            total += float(both[i, j])
    return total


# In the form that stands for their group of synonyms.
OPPOSITE_WORDS = (
    ("增加", "减少"), ("快", "慢"), ("便宜", "贵"), ("最大", "最小"), ("命中", "未命中"), ("同步", "异步"), ("串行", "并行"), ("本地", "远端"),
    ("共享", "隔离"), ("扩容", "缩容"), ("释放", "分配"), ("阻塞", "非阻塞"), ("动态", "静态"), ("客户端", "服务端"),
)  # fmt: skip
LOOSE = {
    pair
    for one, other in ("多少", "前后", "先后", "大小", "高低", "快慢", "长短", "早晚", "读写", "强弱", "升降")
    for pair in ((one, other), (other, one))
}
OPPOSITES = (
    ("宽", "窄"), ("松", "紧"), ("保守", "激进"), ("明文", "密文"), ("明文", "加密"), ("容易", "很难"), ("自动", "手动"), ("独占", "共享"), ("单调", "可增可减"),
    ("延长", "缩短"), ("翻倍", "减半"), ("充足", "不足"), ("主动", "被动"), ("乐观", "悲观"), ("永久", "临时"), ("粗", "细"), ("优点", "缺点"), ("上层", "下层"),
    ("左", "右"), ("奇", "偶"), ("正比", "反比"), ("头部", "尾部"), ("本地", "远端"), ("有序", "无序"), ("可变", "不可变"), ("相同", "不同"),
)  # fmt: skip


def opposed_near(point: Side, answer: Side, both: np.ndarray) -> list[tuple[str, str]]:
    """Opposite poles in clauses that speak of the same."""
    found: dict[tuple[str, str], None] = {}
    for j, clause in enumerate(answer.clauses):
        i = int(both[:, j].argmax())
        if both[i, j] > NEAR:
            meant = point.clauses[i].text
            found |= dict.fromkeys(opposed(clause.text, meant))
            for one, other in OPPOSITES:
                for mine, theirs in ((one, other), (other, one)):
                    if (
                        mine in clause.text
                        and theirs in meant
                        and mine not in meant
                        and theirs not in clause.text
                    ):
                        found[(mine, theirs)] = None
            here, there = ({w.text for w in side} for side in (answer.words[j], point.words[i]))
            for one, other in OPPOSITE_WORDS:
                for mine, theirs in ((one, other), (other, one)):
                    if mine in here and theirs in there and mine not in point.terms and theirs not in here:
                        found[(mine, theirs)] = None
    return list(found)


def _rivals(answer: Side, others: Sequence[Side], weight, usual, floor: float, ceiling: float) -> np.ndarray:
    """For each answer clause, how well the best other point of the question meets it."""
    best = np.zeros(len(answer.clauses))
    for other in others:
        alike = likeness(other, answer, floor, ceiling)
        lexical = np.array(
            [[overlap(p, {w.text for w in a}, weight, usual) for a in answer.words] for p in other.words]
        )
        best = np.maximum(best, (0.6 * alike + 0.4 * lexical).max(axis=0))
    return best
