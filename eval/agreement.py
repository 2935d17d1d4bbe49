"""Do two graders agree, a person and the product say, beyond what chance would give?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Agreement:
    """accuracy: share of equal verdicts. kappa: Cohen's, None where chance alone would agree always.

    confusion: (theirs, ours) → how often.
    """

    n: int
    accuracy: float
    kappa: float | None
    confusion: Mapping[tuple[str, str], int]


def agreement(theirs: Sequence[str], ours: Sequence[str]) -> Agreement | None:
    """Verdicts on the same points, in the same order; None for none. Cohen 1960, unweighted."""
    if not theirs:
        return None
    pairs = Counter(zip(theirs, ours, strict=True))
    n = len(theirs)
    same = sum(count for (a, b), count in pairs.items() if a == b) / n
    left, right = Counter(theirs), Counter(ours)
    chance = sum(left[verdict] * right[verdict] for verdict in left) / (n * n)
    kappa = None if chance == 1 else (same - chance) / (1 - chance)
    return Agreement(n, same, kappa, dict(sorted(pairs.items())))
