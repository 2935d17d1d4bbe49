"""Does a passage support a sentence? Numbers, names, negation, direction, roles and absolutes are checked, then content."""

from __future__ import annotations

import math
import re
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING

from assistant.polarity import negations, opposed, overclaims, polarity
from assistant.quantities import described, missing
from assistant.roles import clauses, misplaced, words
from assistant.text import content_terms, language_of, latin_terms

if TYPE_CHECKING:
    from index.embedder import Embedder

THRESHOLD = 0.5
# Log-odds: a logistic regression on labelled sentence–passage pairs, with what a contradiction costs raised by hand.
BIAS, COVERAGE, WEAKEST_CLAUSE = -1.8, 3.2, 2.4
NUMBER, NAME, DENIAL, PARITY, DIRECTION, ABSOLUTE, ROLE = -5.0, -1.1, -1.6, -0.9, -3.0, -2.4, -4.0
FLIPPED = -3.0  # the other parity in a clause that is else the same
_MARKUP = re.compile(r"\*\*|__|[`#|]+")


@dataclass(frozen=True, slots=True)
class Support:
    """`score` in [0, 1] is how sure it is that the passage carries the sentence; `reasons` say what speaks against it."""

    supported: bool
    score: float
    reasons: tuple[str, ...] = ()


def verify(sentence: str, passage: str, *, embedder: Embedder | None = None) -> Support:
    """Whether `passage` supports `sentence`.

    Counts how much of the sentence's content the passage has; a number, name, denial, opposite, absolute or role that
    the passage does not have speaks against it. An `embedder` compares meanings where the two are in different languages.
    """
    claim, ground = _plain(sentence), _plain(passage)
    said = words(claim)
    if not content_terms(claim) or not said:
        return Support(False, 0.0, ("the sentence says nothing that could be checked",))
    if len(claim) > 3 and _stands_in(claim.strip("。.!！ "), ground):
        return Support(True, 1.0)
    reasons: list[str] = []
    score = BIAS

    covered, weakest = _content(claim, ground, embedder)
    score += COVERAGE * covered + WEAKEST_CLAUSE * weakest
    if covered < 0.4:
        reasons.append("the passage speaks of something else")

    def against(weight: float, found: list, reason: str, most: int = 2) -> None:
        nonlocal score
        if found:
            score += weight * min(len(found), most)
            reasons.append(reason)

    numbers = [quantity for found in missing(claim, ground) for quantity in found]
    against(NUMBER, numbers, f"number not in the passage: {described(numbers)}")
    names = _missing_names(claim, ground)
    against(NAME, names, f"name not in the passage: {'、'.join(names)}")
    denied = _denied(claim, ground)
    named = [term for term in denied if term in said] or denied[:2]
    against(DENIAL, denied, f"one denies what the other says: {'、'.join(named)}")
    parity = PARITY if covered < 0.8 else FLIPPED
    against(parity, _odd_clauses(claim, ground), "negation differs from the nearest clause", most=1)
    poles = opposed(claim, ground)
    against(
        DIRECTION, poles, f"direction differs: {'、'.join(f'{mine} ≠ {theirs}' for mine, theirs in poles)}"
    )
    absolutes = overclaims(claim, ground)
    against(ABSOLUTE, absolutes, f"claims more than the passage: {'、'.join(absolutes)}")
    strangers = misplaced(claim, ground)
    against(ROLE, strangers, f"said of another in the passage: {'、'.join(strangers)}", most=1)

    chance = 1 / (1 + math.exp(-score))
    return Support(chance >= THRESHOLD, round(chance, 4), tuple(reasons))


def _stands_in(claim: str, ground: str) -> bool:
    """Whether the passage has the claim to the letter as whole clauses: 「支持分页」 does not stand in 「不支持分页」."""
    pieces = re.finditer(re.escape(claim), ground)
    return any(
        not (ground[: m.start()] and re.match(r"[^\W_]", ground[m.start() - 1]))
        and not re.match(r"[^\W_]", ground[m.end() : m.end() + 1])
        for m in pieces
    )


def _plain(text: str) -> str:
    return _MARKUP.sub("", unicodedata.normalize("NFKC", text)).strip()


def _content(claim: str, ground: str, embedder: Embedder | None) -> tuple[float, float]:
    """The share of the claim's content that the passage has: of all of it, and of its worst clause by its best match."""
    if language_of(claim) != language_of(ground):
        likeness = _across_languages(claim, ground, embedder)
        return likeness, likeness
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


def _across_languages(claim: str, ground: str, embedder: Embedder | None) -> float:
    """Names that both have, and meaning where an embedder is at hand."""
    folded = ground.casefold()
    names = [word.casefold() for name in latin_terms(claim) for word in name.split() if _like_a_name(word)]
    shared = sum(name in folded for name in names) / len(names) if names else 0.5
    if embedder is None:
        return 0.35 + 0.4 * shared
    (query,), rows = embedder.embed_queries([claim]), embedder.embed_passages([*clauses(ground), ground])
    closeness = float((rows @ query).max())
    return 0.4 * shared + 0.6 * min(1.0, max(0.0, (closeness - 0.78) / 0.12))


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
