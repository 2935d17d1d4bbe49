"""How well the check "does the passage support the sentence?" agrees with people: labelled pairs, by kind."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from eval.scope import auroc
from ingest.errors import TiyanError

LABELLED = Path(__file__).parent / "labelled" / "support.jsonl"
Judged = tuple[bool, float]  # supported, score in [0, 1]


@dataclass(frozen=True, slots=True)
class SupportCase:
    """A sentence, the passage it cites, and whether a person found it supported. `kind` says what was done to it."""

    id: str
    sentence: str
    passage: str
    supported: bool
    kind: str
    split: str


@dataclass(frozen=True, slots=True)
class SupportFigures:
    """Supported is the positive class. None where there was nothing to count. `kinds`: kind → (agreed, of how many)."""

    n: int
    auroc: float | None
    precision: float | None
    recall: float | None
    agreement: float
    kinds: dict[str, tuple[int, int]]
    wrong: tuple[str, ...]


def load_support(path: Path = LABELLED, split: str = "all") -> tuple[SupportCase, ...]:
    """The pairs of one split, or all. Raises TiyanError naming the line that does not fit."""
    cases = []
    for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            case = SupportCase(**{name: row[name] for name in SupportCase.__slots__})
        except (ValueError, KeyError, TypeError) as error:
            raise TiyanError(
                f"{path} line {number}: not a labelled pair ({error!r}); mend that line"
            ) from None
        if not isinstance(case.supported, bool):
            raise TiyanError(f'{path} line {number}: "supported" is {case.supported!r}; write true or false')
        cases.append(case)
    return tuple(case for case in cases if split in ("all", case.split))


def support_figures(
    cases: Sequence[SupportCase], judge: Callable[[str, str], Judged] | None = None
) -> SupportFigures | None:
    """What `judge` (the assistant's own, by default) says of every pair; None for no pairs."""
    if not cases:
        return None
    judge = judge or _assistants
    judged = [(case, *judge(case.sentence, case.passage)) for case in cases]
    said_yes = [case.supported for case, supported, _ in judged if supported]
    is_yes = [supported for case, supported, _ in judged if case.supported]
    kinds: dict[str, tuple[int, int]] = {}
    for case, supported, _ in judged:
        agreed, of = kinds.get(case.kind, (0, 0))
        kinds[case.kind] = agreed + (supported == case.supported), of + 1
    return SupportFigures(
        n=len(judged),
        auroc=auroc([s for c, _, s in judged if c.supported], [s for c, _, s in judged if not c.supported]),
        precision=sum(said_yes) / len(said_yes) if said_yes else None,
        recall=sum(is_yes) / len(is_yes) if is_yes else None,
        agreement=sum(agreed for agreed, _ in kinds.values()) / len(judged),
        kinds=dict(sorted(kinds.items())),
        wrong=tuple(case.id for case, supported, _ in judged if supported != case.supported),
    )


def _assistants(sentence: str, passage: str) -> Judged:
    from assistant import verify

    found = verify(sentence, passage)
    return bool(found.supported), float(found.score)
