"""Fit how the check of sentences weighs what it finds: `python -m eval.fit_verify`.

On the labelled pairs of the split dev and the statements that were kept from the pair model. Writes
`assistant/support.json` and prints the figures of both splits.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np

from assistant.verify import COEFFICIENTS, features, plain, read_in_parts
from eval.pair_data import statement_groups
from eval.support import load_support, support_figures

OUT = Path(__file__).parents[1] / "assistant" / COEFFICIENTS
FOR = ("read", "covered", "weakest")  # more of these speaks for a sentence, more of the rest against it
LEAST = {"numbers": -3.5}  # a stray figure is always wrong, however the rest reads
STRENGTH = 3.0  # inverse regularisation
BETA = 0.7  # of the F measure that the threshold is set for: precision counts more than recall
Row = tuple[dict[str, float], bool]


def rows_of(pairs: Sequence[tuple[str, str, bool]]) -> list[Row]:
    """(sentence, passage, supported) → its features and label."""
    texts = [(plain(sentence), plain(passage)) for sentence, passage, _ in pairs]
    readings = read_in_parts(texts)
    return [
        (features(*text, reading)[0], supported)
        for text, reading, (_, _, supported) in zip(texts, readings, pairs, strict=True)
    ]


def fit(sets: Sequence[Sequence[Row]]) -> dict[str, Any]:
    """Logistic regression over all rows with signs fixed; the intercept is moved to the threshold."""
    from scipy.optimize import minimize

    rows = list(chain.from_iterable(sets))
    of_set = np.repeat(np.arange(len(sets)), [len(own) for own in sets])
    names = list(rows[0][0])
    x = np.array([[values[name] for name in names] for values, _ in rows])
    y = np.array([label for _, label in rows], float)

    def loss(w: np.ndarray) -> float:
        total = x @ w[:-1] + w[-1]
        return float(np.logaddexp(0, total).sum() - y @ total + (w[:-1] ** 2).sum() / (2 * STRENGTH))

    bounds = [(0.0, None) if n in FOR else (None, LEAST.get(n, 0.0)) for n in names] + [(None, None)]
    start = np.array([LEAST.get(name, 0.0) for name in names] + [0.0])
    weights = minimize(loss, start, bounds=bounds, method="L-BFGS-B").x
    scores = x @ weights[:-1]
    return {
        "intercept": round(-threshold([(scores[of_set == n], y[of_set == n]) for n in range(len(sets))]), 4),
        "weights": {name: round(float(w), 4) for name, w in zip(names, weights[:-1], strict=True)},
    }


def threshold(sets: Sequence[tuple[np.ndarray, np.ndarray]]) -> float:
    """The score at which the F measure with BETA, averaged over the sets, is best; each set counts alike."""

    def mean_f(bound: float) -> float:
        return float(np.mean([f_measure(scores >= bound, labels) for scores, labels in sets]))

    known = np.unique(np.concatenate([scores for scores, _ in sets]))
    bounds = (known[1:] + known[:-1]) / 2
    return float(max(bounds, key=mean_f))


def f_measure(chosen: np.ndarray, labels: np.ndarray) -> float:
    right = float((chosen * labels).sum())
    precision, recall = right / max(1.0, float(chosen.sum())), right / float(labels.sum())
    return (1 + BETA**2) * precision * recall / max(BETA**2 * precision + recall, 1e-9)


def main() -> None:
    labelled = [(c.sentence, c.passage, c.supported) for c in load_support(split="dev")]
    held = [
        (pair.claim[0], pair.ground[0], pair.label == 0)
        for group in statement_groups(held=True)
        for pair in group
    ]
    coefficients = fit([rows_of(labelled), rows_of(held)])
    OUT.write_text(json.dumps(coefficients, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(coefficients, indent=1))
    for split in ("dev", "test"):
        found = support_figures(load_support(split=split))
        figures = ", ".join(
            f"{name} {value:.3f}"
            for name in ("auroc", "precision", "recall")
            if (value := getattr(found, name)) is not None
        )
        print(f"{split}: {figures}\n  {found.kinds}")


if __name__ == "__main__":
    main()
