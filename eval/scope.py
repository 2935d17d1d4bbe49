"""Does the bank have an answer? How well a system tells, and whether its probability means what it says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from eval.binding import BoundCase
from eval.found import Found

BINS = 10


@dataclass(frozen=True, slots=True)
class Judgement:
    """One query: the probability that the bank answers it, what was decided, and the truth."""

    case_id: str
    probability: float
    in_scope: bool
    answerable: bool


@dataclass(frozen=True, slots=True)
class Bin:
    """Queries whose probability fell in [low, high): how many, their mean probability, the share answerable."""

    low: float
    high: float
    count: int
    probability: float
    answerable: float


@dataclass(frozen=True, slots=True)
class ScopeFigures:
    """Refusing is the positive class of `refusal_*`. None where there was nothing to count.

    auroc: the chance that an answerable query has a higher probability than one that is not (ties count half).
    refusal_precision: of what was refused, the share that had to be. refusal_recall: of what had to be refused, the
    share that was. false_refusals: of the answerable, the share refused. brier: mean squared error of the
    probability. calibration_error: mean |probability − share answerable| over `bins`, weighted by their counts.
    """

    answerable: int
    absent: int
    auroc: float | None
    refusal_precision: float | None
    refusal_recall: float | None
    false_refusals: float | None
    brier: float | None
    calibration_error: float | None
    bins: tuple[Bin, ...]
    roc: tuple[tuple[float, float], ...]


def judgements(cases: Sequence[BoundCase], found: Sequence[Found]) -> tuple[Judgement, ...]:
    """What the system judged; empty for a system that does not judge."""
    return tuple(
        Judgement(case.id, result.scope_probability, bool(result.in_scope), case.case.answerable)
        for case, result in zip(cases, found, strict=True)
        if result.scope_probability is not None
    )


def scope_figures(judged: Sequence[Judgement]) -> ScopeFigures | None:
    """None where nothing was judged."""
    if not judged:
        return None
    answerable = [j for j in judged if j.answerable]
    absent = [j for j in judged if not j.answerable]
    refused = [j for j in judged if not j.in_scope]
    truth = np.array([j.answerable for j in judged], float)
    probability = np.array([j.probability for j in judged])
    bins = calibration(judged)
    return ScopeFigures(
        answerable=len(answerable),
        absent=len(absent),
        auroc=auroc([j.probability for j in answerable], [j.probability for j in absent]),
        refusal_precision=_share(not j.answerable for j in refused),
        refusal_recall=_share(not j.in_scope for j in absent),
        false_refusals=_share(not j.in_scope for j in answerable),
        brier=float(np.mean((probability - truth) ** 2)),
        calibration_error=sum(b.count * abs(b.probability - b.answerable) for b in bins) / len(judged),
        bins=bins,
        roc=roc_curve([j.probability for j in answerable], [j.probability for j in absent]),
    )


def auroc(positive: Sequence[float], negative: Sequence[float]) -> float | None:
    """Mann and Whitney's U over the number of pairs; None without both classes."""
    if not positive or not negative:
        return None
    left, right = np.asarray(positive)[:, None], np.asarray(negative)[None, :]
    return float(((left > right) + 0.5 * (left == right)).mean())


def roc_curve(positive: Sequence[float], negative: Sequence[float]) -> tuple[tuple[float, float], ...]:
    """(share of absent taken as answerable, share of answerable taken as such) from the strictest threshold down."""
    if not positive or not negative:
        return ()
    left, right = np.asarray(positive), np.asarray(negative)
    thresholds = np.unique(np.concatenate([left, right]))[::-1]
    points = [(float((right >= t).mean()), float((left >= t).mean())) for t in thresholds]
    return ((0.0, 0.0), *points)


def calibration(judged: Sequence[Judgement], bins: int = BINS) -> tuple[Bin, ...]:
    """Equal-width bins of probability that hold at least one query; the last one includes 1."""
    groups: dict[int, list[Judgement]] = {}
    for j in judged:
        groups.setdefault(min(int(j.probability * bins), bins - 1), []).append(j)
    return tuple(
        Bin(
            low=i / bins,
            high=(i + 1) / bins,
            count=len(group),
            probability=float(np.mean([j.probability for j in group])),
            answerable=float(np.mean([j.answerable for j in group])),
        )
        for i, group in sorted(groups.items())
    )


def _share(holds: object) -> float | None:
    values = list(holds)  # type: ignore[call-overload]
    return sum(values) / len(values) if values else None
