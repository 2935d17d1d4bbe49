"""How far a figure may be luck: bootstrap intervals, and a paired sign-flip test. Seeded, so that runs agree."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

SEED = 20260101
RESAMPLES = 2000
FLIPS = 20_000
EXACT_UP_TO = 14  # differing pairs: 2**14 sign patterns are looked at one by one


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean over `n` cases with its 95 % interval (percentile bootstrap over cases)."""

    mean: float
    low: float
    high: float
    n: int


def estimate(values: Sequence[float], seed: int = SEED) -> Estimate | None:
    """Mean and interval of per-case values; None for none."""
    if not values:
        return None
    data = np.asarray(values, float)
    rng = np.random.default_rng(seed)
    means = data[rng.integers(0, len(data), (RESAMPLES, len(data)))].mean(axis=1)
    low, high = np.quantile(means, (0.025, 0.975))
    return Estimate(float(data.mean()), float(low), float(high), len(data))


def estimate_two(
    left: Sequence[float], right: Sequence[float], statistic: Callable[[Sequence[float], Sequence[float]], float | None],
    seed: int = SEED,
) -> Estimate | None:  # fmt: skip
    """A figure of two groups (AUROC), each resampled within itself; None where the figure does not exist."""
    whole = statistic(left, right)
    if whole is None:
        return None
    rng = np.random.default_rng(seed)
    a, b = np.asarray(left), np.asarray(right)
    drawn = [
        statistic(rng.choice(a, len(a)).tolist(), rng.choice(b, len(b)).tolist())
        for _ in range(RESAMPLES // 4)
    ]
    low, high = np.quantile(np.asarray(drawn, float), (0.025, 0.975))
    return Estimate(whole, float(low), float(high), len(left) + len(right))


@dataclass(frozen=True, slots=True)
class Comparison:
    """`difference` is the mean of ours minus theirs over `n` shared cases; `p` is two-sided.

    `better`, `worse` and `equal` count cases.
    """

    difference: float
    low: float
    high: float
    p: float
    n: int
    better: int
    worse: int
    equal: int


def compare(ours: Mapping[str, float], theirs: Mapping[str, float], seed: int = SEED) -> Comparison | None:
    """Paired by case id; None when no case is shared."""
    shared = sorted(set(ours) & set(theirs))
    if not shared:
        return None
    differences = np.array([ours[id] - theirs[id] for id in shared])
    interval = estimate(differences.tolist(), seed)
    assert interval is not None
    return Comparison(
        difference=interval.mean,
        low=interval.low,
        high=interval.high,
        p=sign_flip(differences, seed),
        n=len(shared),
        better=int((differences > 0).sum()),
        worse=int((differences < 0).sum()),
        equal=int((differences == 0).sum()),
    )


def sign_flip(differences: Sequence[float] | np.ndarray, seed: int = SEED) -> float:
    """The share of sign patterns whose sum is at least as far from zero as the one seen (Fisher's randomization).

    Exact for few differing pairs, else drawn at random with the observed pattern counted in, so never 0.
    """
    data = np.asarray(differences, float)
    data = data[data != 0]
    if not len(data):
        return 1.0
    seen = abs(data.sum()) - 1e-12
    if len(data) <= EXACT_UP_TO:
        patterns = 1 - 2 * ((np.arange(2 ** len(data))[:, None] >> np.arange(len(data))) & 1)
        return float((np.abs(patterns @ data) >= seen).mean())
    rng = np.random.default_rng(seed)
    signs = rng.integers(0, 2, (FLIPS, len(data)), dtype=np.int8) * 2 - 1
    return float((1 + (np.abs(signs @ data) >= seen).sum()) / (FLIPS + 1))


def holm(p_values: Mapping[str, float]) -> dict[str, float]:
    """The same p values for a family of comparisons, raised so that the family errs as one test (Holm 1979)."""
    adjusted: dict[str, float] = {}
    largest = 0.0
    for turn, (name, p) in enumerate(sorted(p_values.items(), key=lambda item: item[1])):
        largest = max(largest, min(1.0, p * (len(p_values) - turn)))
        adjusted[name] = largest
    return adjusted
