"""Other ways to say a term: what a learner who has forgotten it describes, and what notes call it.

`thesaurus.txt` has a concept a line: the names that notes use, then everyday ways to say it in Chinese and English. A
query that holds nearly all words of such a way may mean the concept: its names are looked for beside the query's own words.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from index.tokens import fold, terms

FILE = Path(__file__).with_name("thesaurus.txt")
SHARE, WEIGHT = 0.75, 5.0  # of a way's words that the query must hold, and what they must weigh together


@dataclass(frozen=True, slots=True)
class _Way:
    concept: int
    weight: float  # of all its words


class Thesaurus:
    """Concepts as (names, ways to say them); a concept's names are ways to say it, too."""

    def __init__(self, concepts: Iterable[tuple[tuple[str, ...], tuple[str, ...]]]) -> None:
        self._names: list[tuple[str, ...]] = []
        said: list[tuple[int, frozenset[str]]] = []
        for names, ways in concepts:
            said += [(len(self._names), frozenset(terms(way))) for way in (*names, *ways)]
            self._names.append(names)
        said = [(concept, words) for concept, words in said if words]
        counts = Counter(word for _, words in said for word in words)
        self._weights = {word: math.log(1 + len(said) / (n + 0.5)) for word, n in counts.items()}
        self._ways = [_Way(c, sum(self._weights[word] for word in words)) for c, words in said]
        self._holding: dict[str, list[int]] = defaultdict(list)
        for n, (_, words) in enumerate(said):
            for word in words:
                self._holding[word].append(n)

    @classmethod
    def parse(cls, text: str) -> Thesaurus:
        """From lines `name; name | way; way`; `#` begins a remark."""
        lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
        halves = [line.partition("|")[::2] for line in lines]
        return cls((_parted(names), _parted(ways)) for names, ways in halves)

    def meant(self, query: str) -> Mapping[str, float]:
        """Terms (see `index.tokens.terms`) of the names that the query may mean, each with how sure that is, (0, 1]."""
        found: Counter[int] = Counter()
        for word in set(terms(query)):
            for n in self._holding.get(word, ()):
                found[n] += self._weights[word]
        sure: dict[int, float] = {}
        for n, weight in found.items():
            way = self._ways[n]
            if weight >= max(WEIGHT, SHARE * way.weight):
                sure[way.concept] = max(sure.get(way.concept, 0.0), weight / way.weight)
        own = fold(query)
        meant: dict[str, float] = {}
        for concept, share in sure.items():
            for name in self._names[concept]:
                for term in terms(name) if fold(name) not in own else ():
                    meant[term] = max(meant.get(term, 0.0), min(share, 1.0))
        return meant


def _parted(half: str) -> tuple[str, ...]:
    return tuple(part for part in map(str.strip, half.split(";")) if part)


@cache
def default_thesaurus() -> Thesaurus:
    return Thesaurus.parse(FILE.read_text(encoding="utf-8"))
