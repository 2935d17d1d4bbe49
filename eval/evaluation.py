"""The main road: cases and systems in, figures out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2b
from typing import Any

from eval.binding import BoundCase
from eval.cases import KINDS, cases_digest
from eval.found import Found, Progress, System, find_all
from eval.retrieval import MEASURES, passage_scores, question_scores
from eval.scope import Judgement, ScopeFigures, auroc, judgements, scope_figures
from eval.significance import SEED, Comparison, Estimate, compare, estimate, estimate_two
from eval.speed import Speed, speed_of
from ingest import Bank

DEPTH = 10  # how far down rankings are looked at
Groups = dict[str, dict[str, Estimate]]  # "all" or a kind → measure → figure


@dataclass(frozen=True)
class SystemResult:
    """One system over all cases. Scores are per case id, `found` in the order of `cases`.

    `about` says how the system was made (embedder, passages, seconds of indexing), for the reader of a report.
    """

    name: str
    cases: tuple[BoundCase, ...]
    found: tuple[Found, ...]
    questions: Mapping[str, Mapping[str, float]]
    passages: Mapping[str, Mapping[str, float]]
    judged: tuple[Judgement, ...]
    about: Mapping[str, Any] = field(default_factory=dict)

    @cached_property
    def question_figures(self) -> Groups:
        return grouped(self.cases, self.questions)

    @cached_property
    def passage_figures(self) -> Groups:
        return grouped(self.cases, self.passages)

    @cached_property
    def scope(self) -> ScopeFigures | None:
        return scope_figures(self.judged)

    @cached_property
    def scope_auroc(self) -> Estimate | None:
        answerable = [j.probability for j in self.judged if j.answerable]
        return estimate_two(answerable, [j.probability for j in self.judged if not j.answerable], auroc)

    @cached_property
    def speed(self) -> Speed | None:
        return speed_of(self.found)

    @cached_property
    def found_by_id(self) -> dict[str, Found]:
        return {case.id: result for case, result in zip(self.cases, self.found, strict=True)}


@dataclass(frozen=True)
class Evaluation:
    """Several systems over the same cases and bank; the first one is what the others are compared with."""

    bank_digest: str
    questions_in_bank: int
    cases: tuple[BoundCase, ...]
    systems: tuple[SystemResult, ...]

    @property
    def cases_digest(self) -> str:
        return cases_digest(bound.case for bound in self.cases)

    def comparisons(self, level: str = "questions", measure: str = "ndcg@10") -> dict[str, Comparison]:
        """Every later system against the first, paired by case."""
        first, *others = self.systems
        ours = {id: values[measure] for id, values in getattr(first, level).items()}
        found = {
            s.name: compare({id: v[measure] for id, v in getattr(s, level).items()}, ours) for s in others
        }
        return {name: comparison for name, comparison in found.items() if comparison is not None}


def evaluate(
    bank: Bank,
    cases: Sequence[BoundCase],
    systems: Sequence[System],
    *,
    k: int = DEPTH,
    about: Mapping[str, Mapping[str, Any]] | None = None,
    progress: Progress | None = None,
) -> Evaluation:
    """Run every system over every case."""
    results = [run_system(s, cases, k=k, about=(about or {}).get(s.name), progress=progress) for s in systems]
    return Evaluation(bank_digest(bank), len(bank.questions), tuple(cases), tuple(results))


def run_system(
    system: System,
    cases: Sequence[BoundCase],
    *,
    k: int = DEPTH,
    about: Mapping[str, Any] | None = None,
    progress: Progress | None = None,
) -> SystemResult:
    return score(system.name, cases, find_all(system, cases, k, progress), about)


def score(
    name: str, cases: Sequence[BoundCase], found: Sequence[Found], about: Mapping[str, Any] | None = None
) -> SystemResult:
    """Figures of what was found, wherever it was found (a peer runs in a process of its own)."""
    return SystemResult(
        name=name,
        cases=tuple(cases),
        found=tuple(found),
        questions=question_scores(cases, found),
        passages=passage_scores(cases, found),
        judged=judgements(cases, found),
        about=dict(about or {}),
    )


def grouped(cases: Sequence[BoundCase], scores: Mapping[str, Mapping[str, float]]) -> Groups:
    """Means with intervals over all scored cases, each split and each kind, in that order."""
    kinds = [kind for kind in KINDS if any(case.kind == kind for case in cases)]
    kinds += sorted({case.kind for case in cases} - set(kinds))
    groups: dict[str, list[BoundCase]] = {"all": list(cases)}
    for split in ("dev", "test"):
        groups[split] = [case for case in cases if case.case.split == split]
    groups |= {kind: [case for case in cases if case.kind == kind] for kind in kinds}
    table: Groups = {}
    for name, group in groups.items():
        scored = [scores[case.id] for case in group if case.id in scores]
        if scored:
            table[name] = {m: estimate([s[m] for s in scored], SEED) for m in MEASURES}  # type: ignore[misc]
    return table


def bank_digest(bank: Bank) -> str:
    """A short digest of what the bank says, wherever its files lie."""
    rows = sorted(f"{q.id}\0{q.number}\0{q.text}" for q in bank.questions)
    return blake2b("\n".join(rows).encode("utf-8", "surrogatepass"), digest_size=6).hexdigest()
