"""Does a passage support a sentence? Numbers, negation, direction and names are checked, then meaning."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from assistant.polarity import opposed, overclaims, polarity
from assistant.quantities import described, missing
from assistant.sentences import split_sentences
from assistant.text import content_terms, language_of, latin_terms, terms

if TYPE_CHECKING:
    from index import Embedder

THRESHOLD = 0.5
_CLAUSE = re.compile(
    r"[，,；;：:→\n]|——|(?<=[\u3400-\u9fff])而(?=[\u3400-\u9fff])|(?:但是?|却)(?=[\u3400-\u9fff])"
)
_MARKUP = re.compile(r"[*_`#|]+")


@dataclass(frozen=True, slots=True)
class Support:
    """`score` in [0, 1] is how sure it is that the passage carries the sentence; `reasons` say what speaks against it."""

    supported: bool
    score: float
    reasons: tuple[str, ...] = ()


def verify(sentence: str, passage: str, *, embedder: Embedder | None = None) -> Support:
    """Whether `passage` supports `sentence`.

    A number, a name, a denial, an opposite or an absolute that the passage does not have counts against it; the rest is
    how much of the sentence's content the passage has, by shared terms and, given an `embedder`, by meaning.
    """
    claim, ground = _plain(sentence), _plain(passage)
    if not content_terms(claim):
        return Support(False, 0.0, ("the sentence says nothing",))
    near = _nearest(claim, ground)
    reasons: list[str] = []
    penalty = 0.0
    certain, counted = missing(claim, ground)
    if certain or counted:
        reasons.append(f"number not in the passage: {described([*certain, *counted])}")
        penalty += 4.0
    names = _missing_names(claim, ground)
    if names:
        reasons.append(f"name not in the passage: {'、'.join(names)}")
        penalty += 2.0 * min(len(names), 2)
    denials = _contradictions(claim, near)
    if denials:
        reasons.append(f"negation differs: {'、'.join(denials)}")
        penalty += 3.0
    poles = opposed(claim, ground)
    if poles:
        reasons.append("direction differs: " + "、".join(f"{mine} ≠ {theirs}" for mine, theirs in poles))
        penalty += 2.5
    swapped = _swapped(claim, ground)
    if swapped:
        reasons.append(f"roles differ: {'、'.join(swapped)}")
        penalty += 2.5
    absolutes = overclaims(claim, ground)
    if absolutes:
        reasons.append(f"claims more than the passage: {'、'.join(absolutes)}")
        penalty += 2.0
    meaning = _meaning(claim, ground, embedder)
    if meaning < 0.35:
        reasons.append("the passage speaks of something else")
    score = 1 / (1 + math.exp(-(8.0 * (meaning - 0.35) - penalty)))
    return Support(score >= THRESHOLD, round(score, 4), tuple(reasons))


def _plain(text: str) -> str:
    return _MARKUP.sub("", unicodedata.normalize("NFKC", text)).strip()


def _clauses(text: str) -> list[str]:
    return [
        clause.strip()
        for sentence in split_sentences(text)
        for clause in _CLAUSE.split(sentence)
        if clause.strip()
    ]


def _nearest(claim: str, ground: str) -> str:
    """The clauses of the passage that speak of what the claim speaks of, most alike first, up to three for each."""
    kept: dict[str, None] = {}
    clauses = _clauses(ground)
    for part in _clauses(claim):
        mine = set(terms(part))
        ranked = sorted(clauses, key=lambda clause: -len(mine & set(terms(clause))) / (1 + len(mine)))
        kept |= dict.fromkeys(clause for clause in ranked[:3] if mine & set(terms(clause)))
    return "。".join(kept)


def _missing_names(claim: str, ground: str) -> list[str]:
    """Names of the claim that the passage never mentions; in an English claim only what is written like a name."""
    there = unicodedata.normalize("NFKC", ground).casefold()
    squeezed = re.sub(r"[\s_\-]", "", there)
    lost = []
    for name in latin_terms(claim):
        for word in name.split():
            if language_of(claim) == "en" and not re.search(r"[a-z][A-Z]|[A-Z]{2}|\d|_", word):
                continue
            key = re.sub(r"[\s_\-]", "", word.casefold())
            if key not in squeezed and key.rstrip("s") not in squeezed:
                lost.append(word)
    return lost


def _contradictions(claim: str, near: str) -> list[str]:
    """What one of the two denies and the other says outright."""
    mine, theirs = polarity(claim), polarity(near)
    flipped = (mine.denied & theirs.affirmed) - theirs.denied - mine.affirmed
    flipped |= (theirs.denied & mine.affirmed) - mine.denied - theirs.affirmed
    weighty = [term for term in flipped if content_terms(term)]
    return sorted(weighty)[:3]


def _swapped(claim: str, ground: str) -> list[str]:
    """Names whose company in the claim stands, in the passage, only with another name.

    `Prefill 访存密集` against `Prefill：计算密集；Decode：访存密集`: what a name's clauses say until the next name comes
    is its territory, and `访存` lies in another's.
    """
    names = [name.casefold() for name in latin_terms(claim) if name.casefold() in ground.casefold()]
    names += _contrasted(claim, ground)
    names = list(dict.fromkeys(names))
    if not names:
        return []
    territory = _territories(ground, names)
    out = []
    for clause, owner in _owned(claim, names):
        said = {
            term for term in content_terms(clause) if not any(term in name or name in term for name in names)
        }
        own = said & territory.get(owner, set())
        others = {
            term for other, its in territory.items() if other != owner for term in said & its
        } - territory.get(owner, set())
        if len(others) >= 2 and len(others) > len(own):
            out.append(owner)
    return list(dict.fromkeys(out))


def _contrasted(claim: str, ground: str) -> list[str]:
    """Chinese subjects that open a clause of the passage before a colon or an equals sign, and occur in the claim."""
    heads = re.findall(
        r"(?:^|[，。；、\n•])\s*([\u3400-\u9fff]{2,6})(?:（[^）]*）|\([^)]*\))?\s*(?:[:：=]|是|管|适合|负责)",
        ground,
    )
    return [head for head in dict.fromkeys(heads) if head in claim]


def _territories(ground: str, names: Sequence[str]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {name: set() for name in names}
    everyone = _heads(ground) | set(names)
    owner: str | None = None
    for clause in _clauses(ground):
        folded = clause.casefold()
        here = [name for name in everyone if name in folded]
        if len(here) == 1:
            owner = here[0]
        elif here:
            owner = None
            for name in here:
                found.setdefault(name, set()).update(content_terms(clause))
        if owner is not None:
            found.setdefault(owner, set()).update(content_terms(clause))
    return found


def _heads(ground: str) -> set[str]:
    return {name.casefold() for name in latin_terms(ground) if len(name) > 2}


def _owned(claim: str, names: Sequence[str]):
    owner = None
    for clause in _clauses(claim):
        here = [name for name in names if name in clause.casefold()]
        owner = here[0] if len(here) == 1 else None if here else owner
        if owner:
            yield clause, owner


def _meaning(claim: str, ground: str, embedder: Embedder | None) -> float:
    """How much of the claim's content the passage has, in [0, 1]."""
    mine, theirs = content_terms(claim), set(content_terms(ground))
    covered = sum(_weight(term) for term in mine if term in theirs) / max(1e-9, sum(map(_weight, mine)))
    if language_of(claim) != language_of(ground):
        names = [name.casefold() for name in latin_terms(claim)]
        here = [name for name in names if name in ground.casefold()]
        covered = max(covered, 0.5 if here else 0.0)
    if embedder is None:
        return covered
    query = embedder.embed_queries([claim])
    rows = embedder.embed_passages([*split_sentences(ground), ground])
    closeness = float((rows @ query[0]).max())
    return 0.5 * covered + 0.5 * min(1.0, max(0.0, (closeness - 0.80) / 0.12))


def _weight(term: str) -> float:
    """Names and numbers say more than a pair of characters."""
    return 2.0 if term.isascii() else 1.0
