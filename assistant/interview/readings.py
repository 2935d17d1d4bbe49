"""What the pair model reads of a question's points in an answer, as features of grading."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from assistant.interview.clauses import Clause
from assistant.interview.features import Side
from assistant.pair_model import PairReading, bundled_pair_model
from assistant.verify import windows_of

MOST = 6.0  # log-odds beyond which the model is sure


def said_by(found: Sequence[Clause]) -> str:
    """Clauses as running text."""
    return "".join(clause.said for clause in found)


def read_points(points: Sequence[Sequence[Clause]], said: Side | None) -> list[PairReading | None]:
    """What the pair model reads of each point in an answer: in a long one, where most is said of it."""
    if said is None:
        return [None] * len(points)
    windows = windows_of(said_by(said.clauses))
    pairs = [(said_by(point), window) for point in points for window in windows]
    readings = iter(bundled_pair_model().read(pairs))
    return [min((next(readings) for _ in windows), key=lambda reading: reading.grade[2]) for _ in points]


def as_features(reading: PairReading) -> dict[str, float]:
    """Log-odds, within what can be told apart: said at all; contradicted, given that; whole, given that it is right."""
    hit, partly, missed, wrong = reading.grade

    def odds(yes: float, no: float) -> float:
        return max(-MOST, min(MOST, yes - no))

    right = float(np.logaddexp(hit, partly))
    return {
        "read_about": odds(float(np.logaddexp(right, wrong)), missed),
        "read_against": odds(wrong, right),
        "read_enough": odds(hit, partly),
    }
