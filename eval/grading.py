"""How well grading agrees with people: labelled (point, answer, verdict) triples, by split and kind."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from assistant.interview.grade import grader_of
from assistant.interview.judge import judge
from assistant.interview.verdicts import VERDICTS, Verdict
from ingest.errors import TiyanError

if TYPE_CHECKING:
    from index import Index
    from index.chunk import Chunk

LABELLED = Path(__file__).parent / "labelled" / "grades.jsonl"
FLIPPED = (
    "polarity",
    "number",
    "role_swap",
)  # kinds whose answers turn the point around: none may pass as a hit


@dataclass(frozen=True, slots=True)
class GradeCase:
    """One answer to one point of the bank that ships, and the verdict that a person gave. `question` is its number."""

    id: str
    question: str
    point: str
    role: str
    answer: str
    verdict: Verdict
    kind: str
    split: str


@dataclass(frozen=True, slots=True)
class GradingFigures:
    """`kinds`: kind → (agreed, of how many). `confusion`: (label, given) → count. `passed` are ids of flipped hits."""

    cases: int
    macro_f1: float
    agreement: float
    kinds: dict[str, tuple[int, int]]
    confusion: dict[tuple[str, str], int]
    passed: tuple[str, ...]


def load_grades(path: Path = LABELLED, split: str | None = None) -> tuple[GradeCase, ...]:
    """The cases of one split, or all. Raises TiyanError naming the line that does not fit."""
    cases = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            case = GradeCase(**{name: row[name] for name in GradeCase.__slots__})
        except (ValueError, KeyError, TypeError) as error:
            raise TiyanError(
                f"{path} line {number}: not a labelled answer ({error!r}); mend that line"
            ) from None
        if case.verdict not in VERDICTS:
            raise TiyanError(
                f"{path} line {number}: verdict {case.verdict!r}; use one of {', '.join(VERDICTS)}"
            )
        cases.append(case)
    return tuple(case for case in cases if split in (None, case.split))


def chunk_of(index: Index, case: GradeCase) -> Chunk:
    """The passage that a case is about: its role, and how its text begins. Raises TiyanError when the bank lost it."""
    question = index.question(case.question)
    chunks = index.chunks_of(question.id) if question else ()
    key = "".join(case.point.split())[:40]
    for chunk in chunks:
        text = "".join(chunk.text.split())
        if chunk.role == case.role and (text.startswith(key) or (len(text) >= 20 and key.startswith(text))):
            return chunk
    raise TiyanError(
        f"{case.id}: {case.question} has no {case.role} that begins with 「{case.point[:20]}」; copy it from the bank again"
    )


def verdict_on(index: Index, case: GradeCase) -> Verdict:
    compared = grader_of(index).compare(chunk_of(index, case), case.answer)
    return "missed" if compared is None else judge(compared.values).verdict


def measure(
    index: Index, cases: Iterable[GradeCase], given: Callable[[Index, GradeCase], Verdict] = verdict_on
) -> GradingFigures:
    return figures([(case, given(index, case)) for case in cases])


def figures(graded: Sequence[tuple[GradeCase, Verdict]]) -> GradingFigures:
    """From cases and the verdicts they were given."""
    confusion: dict[tuple[str, str], int] = {}
    kinds: dict[str, tuple[int, int]] = {}
    for case, verdict in graded:
        confusion[case.verdict, verdict] = confusion.get((case.verdict, verdict), 0) + 1
        agreed, of = kinds.get(case.kind, (0, 0))
        kinds[case.kind] = (agreed + (case.verdict == verdict), of + 1)
    present = [v for v in VERDICTS if any(v in pair for pair in confusion)]
    f1 = [f1_of(confusion, verdict) for verdict in present]
    agreed = sum(count for (label, verdict), count in confusion.items() if label == verdict)
    passed = tuple(case.id for case, verdict in graded if case.kind in FLIPPED and verdict == "hit")
    return GradingFigures(
        len(graded),
        sum(f1) / len(f1) if f1 else 0.0,
        agreed / len(graded) if graded else 0.0,
        kinds,
        confusion,
        passed,
    )


def f1_of(confusion: dict[tuple[str, str], int], verdict: str) -> float:
    """2·both / (labelled + given)."""
    both = confusion.get((verdict, verdict), 0)
    labelled = sum(count for (label, _), count in confusion.items() if label == verdict)
    given = sum(count for (_, other), count in confusion.items() if other == verdict)
    return 2 * both / (labelled + given) if labelled + given else 0.0


def table(found: GradingFigures) -> str:
    """The figures as a Markdown table, kind by kind."""
    lines = ["| kind | agreed | of |", "|---|---|---|"]
    lines += [f"| {kind} | {agreed} | {of} |" for kind, (agreed, of) in sorted(found.kinds.items())]
    lines.append(f"| all | {sum(a for a, _ in found.kinds.values())} | {found.cases} |")
    passed = ", ".join(found.passed) or "none"
    return "\n".join(
        [
            *lines,
            "",
            f"macro-F1 {found.macro_f1:.3f}, agreement {found.agreement:.3f}; flipped answers that passed: {passed}",
        ]
    )
