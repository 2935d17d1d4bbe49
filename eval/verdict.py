"""Did a figure fall below the baseline, and which cases pulled it down?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from eval.baseline import case_digest, case_row
from eval.cases import Case
from eval.evaluation import Evaluation
from eval.retrieval import MEASURES
from eval.scope import auroc

GUARDED = {
    "questions": ("recall@1", "recall@5", "mrr@10", "ndcg@10"),
    "passages": ("recall@5", "mrr@10", "ndcg@10"),
}


GUARDED_BY_KIND = {
    "questions": ("mrr@10", "ndcg@10")
}  # a kind has a few dozen cases: only the steadier measures


SMALLEST_KIND = 5


@dataclass(frozen=True, slots=True)
class CaseFall:
    """A case that does worse than at the baseline, and what was found instead."""

    id: str
    kind: str
    query: str
    before: float
    now: float


@dataclass(frozen=True, slots=True)
class Fall:
    """A figure below the baseline by more than `tolerance`; `cases` pulled it down, the worst first."""

    figure: str
    before: float
    now: float
    tolerance: float
    cases: tuple[CaseFall, ...]

    def __str__(self) -> str:
        named = ", ".join(f"{c.id} ({c.before:.2f}→{c.now:.2f})" for c in self.cases[:8])
        more = f" and {len(self.cases) - 8} more" if len(self.cases) > 8 else ""
        return f"{self.figure} fell from {self.before:.4f} to {self.now:.4f} (tolerance {self.tolerance}): {named}{more}"


@dataclass(frozen=True, slots=True)
class Verdict:
    """`compared` cases are the same as at the baseline; `unknown` are new or were changed, `gone` only stood there.

    `skipped` says why nothing was compared.
    """

    falls: tuple[Fall, ...] = ()
    compared: int = 0
    unknown: int = 0
    gone: int = 0
    skipped: str | None = None

    @property
    def passed(self) -> bool:
        return not self.falls


def judge(evaluation: Evaluation, baseline: Mapping[str, Any] | None, embedder: str) -> Verdict:
    """Compare the first system with the baseline over the cases that both have, unchanged."""
    if baseline is None:
        return Verdict(skipped="there is no baseline yet; write one with: tiyan eval --update-baseline")
    if baseline["embedder"] != embedder:
        return Verdict(skipped=f"the baseline was made with {baseline['embedder']}, not {embedder}")
    result = evaluation.systems[0]
    before: dict[str, Any] = baseline["cases"]
    same = [b for b in evaluation.cases if before.get(b.id, {}).get("digest") == case_digest(b.case)]
    now_ids = {b.id for b in evaluation.cases}
    if not same:
        return Verdict(
            skipped="no case is the same as at the baseline; write a new one with: tiyan eval --update-baseline"
        )
    rows = {bound.id: case_row(bound.case, result) for bound in same}
    cases = [bound.case for bound in same]
    falls = [
        *_level_falls(cases, before, rows, baseline["tolerance"]),
        *_scope_falls(cases, before, rows, baseline["tolerance"]["scope"]),
    ]
    return Verdict(tuple(falls), len(same), len(now_ids) - len(same), len(set(before) - now_ids))


def _level_falls(
    cases: Sequence[Case], before: Mapping[str, Any], now: Mapping[str, Any], tolerance: Mapping[str, float]
) -> list[Fall]:
    kinds = sorted({case.kind for case in cases})
    groups = [("all", GUARDED, tolerance["all"], list(cases))]
    groups += [
        (kind, GUARDED_BY_KIND, tolerance["kind"], [c for c in cases if c.kind == kind]) for kind in kinds
    ]
    falls = []
    for name, guarded, allowed, group in groups:
        for level, measures in guarded.items():
            scored = [c for c in group if before[c.id][level] and now[c.id][level]]
            if not scored or (name != "all" and len(scored) < SMALLEST_KIND):
                continue
            for measure in measures:
                at = MEASURES.index(measure)
                pairs = [(c, before[c.id][level][at], now[c.id][level][at]) for c in scored]
                falls += _fall(f"{level} {measure} ({name})", pairs, allowed)
    return falls


def _scope_falls(
    cases: Sequence[Case], before: Mapping[str, Any], now: Mapping[str, Any], allowed: float
) -> list[Fall]:
    judged = [c for c in cases if before[c.id]["scope"] and now[c.id]["scope"]]
    falls = []
    for name, answerable in (("answerable taken as such", True), ("absent refused", False)):
        group = [c for c in judged if c.answerable == answerable]
        right = [
            (c, float(before[c.id]["scope"][1] == answerable), float(now[c.id]["scope"][1] == answerable))
            for c in group
        ]
        falls += _fall(f"scope: {name}", right, allowed)
    areas = [
        auroc(
            [r[c.id]["scope"][0] for c in judged if c.answerable],
            [r[c.id]["scope"][0] for c in judged if not c.answerable],
        )
        for r in (before, now)
    ]
    if areas[0] is not None and areas[1] is not None and areas[1] < areas[0] - allowed:
        moved = [
            CaseFall(c.id, c.kind, c.query, before[c.id]["scope"][0], now[c.id]["scope"][0])
            for c in judged
            if (now[c.id]["scope"][0] - before[c.id]["scope"][0]) * (1 if c.answerable else -1) < 0
        ]
        falls.append(
            Fall(
                "scope: auroc",
                areas[0],
                areas[1],
                allowed,
                tuple(sorted(moved, key=lambda m: (-abs(m.now - m.before), m.id))),
            )
        )
    return falls


def _fall(figure: str, pairs: Sequence[tuple[Case, float, float]], allowed: float) -> list[Fall]:
    if not pairs:
        return []
    before = sum(b for _, b, _ in pairs) / len(pairs)
    now = sum(n for _, _, n in pairs) / len(pairs)
    if now >= before - allowed - 1e-9:
        return []
    lower = [CaseFall(c.id, c.kind, c.query, b, n) for c, b, n in pairs if n < b]
    return [Fall(figure, before, now, allowed, tuple(sorted(lower, key=lambda c: (c.now - c.before, c.id))))]
