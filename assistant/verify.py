"""Does a passage support a sentence? A small model reads the pair, and what can be counted is counted beside it.

Numbers, names, negation, direction, roles and absolutes give the reasons; `support.json`, which `eval.fit_verify` fits,
says how much each of them weighs against what the model reads.
"""

from __future__ import annotations

import json
import math
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from assistant.polarity import negations, opposed, overclaims, polarity
from assistant.quantities import described, missing
from assistant.roles import clauses, misplaced, words
from assistant.text import content_terms, language_of, latin_terms

if TYPE_CHECKING:
    from assistant.pair_model import PairReading

THRESHOLD = 0.5
COEFFICIENTS = "support.json"
CLOSE = 0.75  # share of a sentence's content that the passage has, from which a turned word decides
COPY = 0.95  # from which, with nothing against it, it is a copy
FAR = 0.12  # below which the passage is about something else
REFUSED = 0.2  # the most that a decided refusal scores; a copy scores what is left at least
MOST = 8.0  # log-odds of the model beyond which it is sure
PART = 240  # characters of a passage that are read at once
_MARKUP = re.compile(r"\*\*|__|[`#|]+")
_SENTENCE_END = re.compile(r"(?<=[。；！？!?;\n])|(?<=\. )")


@dataclass(frozen=True, slots=True)
class Support:
    """`score` in [0, 1] is how sure it is that the passage carries the sentence; `reasons` say what speaks against it."""

    supported: bool
    score: float
    reasons: tuple[str, ...] = ()


def verify(sentence: str, passage: str) -> Support:
    """Whether `passage` supports `sentence`."""
    return verify_all([(sentence, passage)])[0]


def verify_all(pairs: Sequence[tuple[str, str]]) -> list[Support]:
    """`verify` of many (sentence, passage) pairs at once, in order."""
    plain_pairs = [(plain(sentence), plain(passage)) for sentence, passage in pairs]
    known = [_at_a_glance(claim, ground) for claim, ground in plain_pairs]
    open_ones = [pair for pair, support in zip(plain_pairs, known, strict=True) if support is None]
    readings = iter(read_in_parts(open_ones))
    return [
        support or judge(*features(claim, ground, next(readings)))
        for (claim, ground), support in zip(plain_pairs, known, strict=True)
    ]


def strays(sentence: str, text: str) -> tuple[str, ...]:
    """The figures and names of a sentence that `text` does not have, as words."""
    claim, ground = plain(sentence), plain(text)
    numbers = [quantity for found in missing(claim, ground) for quantity in found]
    return (*([described(numbers)] if numbers else []), *_missing_names(claim, ground))


def _at_a_glance(claim: str, ground: str) -> Support | None:
    """What needs no reading: a sentence that says nothing, or that the passage has to the letter."""
    if not content_terms(claim) or not words(claim):
        return Support(False, 0.0, ("the sentence says nothing that could be checked",))
    if len(claim) > 3 and _stands_in(claim.strip("。.!！ "), ground):
        return Support(True, 1.0)
    return None


def read_in_parts(pairs: Sequence[tuple[str, str]]) -> list[PairReading]:
    """The pair model's reading of each pair; of a long passage the best that two neighbouring parts give."""
    if not pairs:
        return []  # and the model is not loaded
    from assistant.pair_model import bundled_pair_model

    windows = [windows_of(ground) for _, ground in pairs]
    asked = [(claim, window) for (claim, _), own in zip(pairs, windows, strict=True) for window in own]
    readings = iter(bundled_pair_model().read(asked))
    return [max((next(readings) for _ in own), key=lambda reading: reading.carried) for own in windows]


def windows_of(text: str) -> list[tuple[str, ...]]:
    """A text in parts of whole sentences, two at a time."""
    parts = [""]
    for sentence in _SENTENCE_END.split(text):
        if parts[-1] and len(parts[-1]) + len(sentence) > PART:
            parts.append("")
        parts[-1] += sentence
    return [tuple(parts[i : i + 2]) for i in range(max(1, len(parts) - 1))]


def features(claim: str, ground: str, reading: PairReading) -> tuple[dict[str, float], tuple[str, ...]]:
    """What speaks for and against, and the reasons in words."""
    reasons: list[str] = []

    def count(found: Sequence[Any], reason: str) -> float:
        if found:
            reasons.append(reason)
        return float(min(len(found), 2))

    covered, weakest = _content(claim, ground)
    said = words(claim)
    numbers = [quantity for found in missing(claim, ground) for quantity in found]
    names = _missing_names(claim, ground)
    denied = _denied(claim, ground)
    named = [term for term in denied if term in said] or denied[:2]
    poles = opposed(claim, ground)
    absolutes = overclaims(claim, ground)
    strangers = misplaced(claim, ground)
    values = {
        "read": max(-MOST, min(MOST, reading.carried)),
        "contradicted": math.exp(reading.support[2]),
        "covered": covered,
        "weakest": weakest,
        "numbers": count(numbers, f"number not in the passage: {described(numbers)}"),
        "names": count(names, f"name not in the passage: {'、'.join(names)}"),
        "denied": count(denied, f"one denies what the other says: {'、'.join(named)}"),
        "parity": count(_odd_clauses(claim, ground), "negation differs from the nearest clause"),
        "poles": count(
            poles, f"direction differs: {'、'.join(f'{mine} ≠ {theirs}' for mine, theirs in poles)}"
        ),
        "absolutes": count(absolutes, f"claims more than the passage: {'、'.join(absolutes)}"),
        "strangers": count(strangers, f"said of another in the passage: {'、'.join(strangers)}"),
    }
    return values, tuple(reasons)


def judge(
    values: dict[str, float], reasons: tuple[str, ...], coefficients: dict[str, Any] | None = None
) -> Support:
    """The verdict over a pair's features. `reasons` stay with what is not supported."""
    known = coefficients or committed()
    total = known["intercept"] + sum(weight * values[name] for name, weight in known["weights"].items())
    chance = 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))
    turned = values["covered"] >= CLOSE and values["poles"] + values["denied"] > 0
    if turned or values["covered"] < FAR:
        chance = min(chance, REFUSED)
    elif values["covered"] >= COPY and values["weakest"] >= 0.6 and not reasons:
        chance = max(chance, 1 - REFUSED)
    if chance >= THRESHOLD:
        return Support(True, round(chance, 4))
    if not reasons:
        otherwise = values["contradicted"] > 0.5
        reasons = ("the passage says otherwise" if otherwise else "the passage does not say this",)
    if values["covered"] < 0.4 and values["read"] < 0 and values["contradicted"] < 0.5:
        reasons = ("the passage speaks of something else", *reasons)
    return Support(False, round(chance, 4), reasons)


@cache
def committed() -> dict[str, Any]:
    return json.loads((files("assistant") / COEFFICIENTS).read_text(encoding="utf-8"))


def _stands_in(claim: str, ground: str) -> bool:
    """Whether the passage has the claim to the letter as whole clauses: 「支持分页」 does not stand in 「不支持分页」."""
    pieces = re.finditer(re.escape(claim), ground)
    return any(
        not (ground[: m.start()] and re.match(r"[^\W_]", ground[m.start() - 1]))
        and not re.match(r"[^\W_]", ground[m.end() : m.end() + 1])
        for m in pieces
    )


def plain(text: str) -> str:
    return _MARKUP.sub("", unicodedata.normalize("NFKC", text)).strip()


def _content(claim: str, ground: str) -> tuple[float, float]:
    """The share of the claim's content that the passage has: of all of it, and of its worst clause by its best match.

    Where the two are in different languages only names can be compared; half is known of the rest.
    """
    if language_of(claim) != language_of(ground):
        folded = ground.casefold()
        names = [w.casefold() for name in latin_terms(claim) for w in name.split() if _like_a_name(w)]
        shared = sum(name in folded for name in names) / len(names) if names else 0.5
        return (0.5 + shared) / 2, (0.5 + shared) / 2
    folded, there = ground.casefold(), set(words(ground))
    said = words(claim)
    whole = sum(_weight(word) * _covered(word, folded, there) for word in said) / sum(map(_weight, said))
    parts = [part.casefold() for part in clauses(ground)]
    best = []
    for clause in clauses(claim):
        its = set(words(clause))
        if its:
            total = sum(map(_weight, its))
            best.append(
                max(
                    (sum(_weight(word) for word in its if word in part) / total for part in parts),
                    default=0.0,
                )
            )
    return whole, min(best, default=0.0)


def _covered(word: str, text: str, there: set[str]) -> float:
    if word in there or word in text:
        return 1.0
    if word.isascii():
        return 0.0
    if any(word[i : i + 2] in text for i in range(len(word) - 1)):
        return 0.6
    return 0.25 * sum(char in text for char in word) / len(word)


def _weight(word: str) -> float:
    """Names say more than words."""
    return 1.6 if word.isascii() and not word.isdigit() else 1.0


def _like_a_name(word: str) -> bool:
    return bool(re.search(r"[a-z][A-Z]|[A-Z]{2}|\d|_", word))


def _missing_names(claim: str, ground: str) -> list[str]:
    """Names of the claim that the passage never mentions; in English, only what is written like a name."""
    squeezed = re.sub(r"[\s_\-]", "", ground.casefold())
    english = language_of(claim) == "en"
    lost = []
    for word in (word for name in latin_terms(claim) for word in name.split()):
        key = re.sub(r"[\s_\-]", "", word.casefold())
        if (not english or _like_a_name(word)) and key not in squeezed and key.rstrip("s") not in squeezed:
            lost.append(word)
    return lost


def _denied(claim: str, ground: str) -> list[str]:
    """What one of the two denies and the other says outright."""
    mine, theirs = polarity(claim), polarity(ground)
    flipped = (mine.denied & theirs.affirmed) - theirs.denied - mine.affirmed
    flipped |= (theirs.denied & mine.affirmed) - mine.denied - theirs.affirmed
    return sorted(term for term in flipped if content_terms(term) and len(term) > 1)


def _odd_clauses(claim: str, ground: str) -> list[str]:
    """Clauses of the claim whose nearest clauses in the passage all have the other parity of negations."""
    parts = clauses(ground)
    odd = []
    for clause in clauses(claim):
        its = set(words(clause))
        scores = [sum(_weight(word) for word in its if word in part.casefold()) for part in parts]
        best = max(scores, default=0.0)
        if its and best > 0.3 * sum(map(_weight, its)):
            near = [part for part, score in zip(parts, scores, strict=True) if score >= best - 1e-9]
            if all(negations(part) % 2 != negations(clause) % 2 for part in near):
                odd.append(clause)
    return odd
