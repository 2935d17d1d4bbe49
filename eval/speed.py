"""How long a search takes, beside how good it is. Wall time; never part of a verdict."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from eval.found import Found


@dataclass(frozen=True, slots=True)
class Speed:
    """Milliseconds of one search, over `n` searches after one that warmed up."""

    median: float
    p95: float
    n: int


def speed_of(found: Sequence[Found]) -> Speed | None:
    if not found:
        return None
    milliseconds = np.array([result.seconds for result in found]) * 1000
    return Speed(float(np.median(milliseconds)), float(np.quantile(milliseconds, 0.95)), len(found))
