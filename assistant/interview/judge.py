"""From features to a verdict: three small logistic steps whose coefficients are data (`coefficients.json`).

Is the answer about this point at all; does it contradict it; does it say enough of it? `eval.fit_grading` fits them.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from assistant.interview.verdicts import Verdict

STEPS = ("about", "against", "enough")
FEATURES: dict[str, tuple[str, ...]] = {
    "about": (
        "read_about",
        "recall",
        "recall_share",
        "cover_fresh",
        "precision",
        "margin",
        "hedged",
        "content",
    ),
    "against": ("read_against", "numbers_against", "flip", "opposites", "order", "crossed"),
    "enough": (
        "read_enough",
        "even",
        "even_share",
        "said_length",
        "numbers_lost",
        "recall_least",
        "cover_fresh",
    ),
}
CAUTION = 0.25  # probability of a contradiction from which nothing passes as a hit
ALONE = 0.8  # from which the reading alone calls an answer wrong, with nothing that can be named against it
NAMED = {
    "numbers_against": 0.0,
    "flip": 0.8,
    "opposites": 0.0,
    "order": 0.0,
    "crossed": 0.0,
}  # each counts above this


@dataclass(frozen=True, slots=True)
class Judged:
    """A verdict with the probabilities behind it: `about` the point, `against` it given that, `enough` given both."""

    verdict: Verdict
    about: float
    against: float
    enough: float


def judge(values: Mapping[str, float], coefficients: Mapping[str, Any] | None = None) -> Judged:
    """`values` are a comparison's features."""
    known = coefficients or committed()
    features = tamed(values)
    about, against, enough = (probability(known[step], features) for step in STEPS)
    named = any(features[name] > least for name, least in NAMED.items())
    verdict: Verdict
    if about < 0.5:
        verdict = "missed"
    elif values.get("exchanged") or against > (0.5 if named else ALONE):
        verdict = "wrong"
    else:
        verdict = "hit" if enough > 0.5 and against < CAUTION else "partly"
    return Judged(verdict, about, against, enough)


def tamed(values: Mapping[str, float]) -> dict[str, float]:
    """Features within the range where more means more.

    `flip`: of two clauses that speak of the same one denies and the other does not, and words they share are among
    what is denied. Either alone is common in honest paraphrases.
    """
    return dict(values) | {
        "flip": min(values["parity"], 1.2) * min(0.3 + values["turned"], 1.3),
        "numbers_against": min(values["numbers_against"], 1.0),
        "crossed": max(
            min(max(values["crossed"] - 2.0, 0.0), 3.0) / 3.0, float(values["crossed_over"] > 0)
        ),  # one or two come by chance
        "margin": min(max(values["margin"], -0.6), 0.4),
        "said_length": min(values["said_length"], 0.7),
    }


def probability(step: Mapping[str, Any], values: Mapping[str, float]) -> float:
    total = step["intercept"]
    for name, weight in step["weights"].items():
        total += weight * (values[name] - step["means"][name]) / step["scales"][name]
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))


@cache
def committed() -> dict[str, Any]:
    return json.loads((files("assistant.interview") / "coefficients.json").read_text(encoding="utf-8"))
