"""What `tiyan eval` does: find the bank and its cases, run the systems, compare with the baseline."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from eval.asking import ask_all, judges_against_people
from eval.baseline import baseline_path, make_baseline, read_baseline, write_baseline
from eval.beir import is_beir, read_beir
from eval.binding import BoundCase, bind
from eval.cases import golden_files, load_cases
from eval.document import evaluation_document
from eval.evaluation import DEPTH, evaluate
from eval.library import Opened, Tools, about_index, index_of, index_of_paths, ingested_index, shipped_index
from eval.systems import BankSearch, build_systems, check_names
from eval.verdict import Verdict, judge
from ingest import Bank, TiyanError

if TYPE_CHECKING:
    pass

Progress = Callable[[int, int, str], None]
Split = Literal["all", "dev", "test"]


@dataclass(frozen=True)
class Request:
    """What to measure. Nothing named: the bank that ships, its golden cases and its baseline.

    `bank`: files, folders or one BEIR folder. `cases`: files of cases, over what was ingested when no bank is named.
    `compare`: ablations by name, or other embedders by id.
    """

    bank: tuple[Path, ...] = ()
    cases: tuple[Path, ...] = ()
    compare: tuple[str, ...] = ()
    split: Split = "all"
    k: int = DEPTH
    answers: bool = False
    update_baseline: bool = False

    @property
    def is_golden(self) -> bool:
        return not self.bank and not self.cases


@dataclass(frozen=True)
class Outcome:
    """The document of the evaluation; `notes` are lines for the person who ran it."""

    document: dict[str, Any]
    verdict: Verdict | None
    notes: tuple[str, ...] = ()

    @property
    def passed(self) -> bool:
        return self.verdict is None or self.verdict.passed


def run(request: Request, tools: Tools, progress: Progress | None = None) -> Outcome:
    """Raises TiyanError, one line, for anything a person can mend: cases, bank, names of configurations."""
    check_names(request.compare)
    opened, cases, notes = _open(request, tools, progress)
    index, embedder = opened.index, tools.embedder or "bundled"
    first = BankSearch(index)
    others = build_systems(request.compare, opened, tools, progress)
    about = {first.name: about_index(opened, embedder)} | {s.name: details for s, details in others}
    evaluation = evaluate(
        index.bank, cases, [first, *(s for s, _ in others)], k=request.k, about=about, progress=progress
    )
    answers, judged_by = ask_all(index, cases, tools, progress) if request.answers else (None, None)
    verdict = None
    if request.is_golden:
        if request.update_baseline:
            write_baseline(baseline_path(), make_baseline(evaluation, embedder))
            notes.append(f"{baseline_path()}: written")
        verdict = judge(evaluation, read_baseline(baseline_path()), embedder)
        notes += _baseline_notes(verdict, request.split)
    judges = judges_against_people(index, request.split) if request.answers and request.is_golden else {}
    document = evaluation_document(
        evaluation, index.bank, k=request.k, verdict=verdict, answers=answers, judge=judged_by, judges=judges
    )
    return Outcome(document, verdict, tuple(notes))


def _open(
    request: Request, tools: Tools, progress: Progress | None
) -> tuple[Opened, tuple[BoundCase, ...], list[str]]:
    """The index, the cases bound to it, and what there is to say about them."""
    if request.update_baseline and not (request.is_golden and request.split == "all"):
        raise TiyanError(
            "--update-baseline keeps all golden cases of the bank that ships; leave out --bank, --cases and --split"
        )
    if len(request.bank) == 1 and is_beir(request.bank[0]) and not request.cases:
        bank, bound = read_beir(request.bank[0])
        return index_of(bank, tools, str(request.bank[0]), progress=progress), bound, []
    if request.bank and not request.cases:
        raise TiyanError(
            f"{request.bank[0]}: no cases for it; add --cases FILE.jsonl, or draft some with: tiyan eval make-cases --bank {request.bank[0]}"
        )
    paths: Sequence[Path] = request.cases or golden_files()
    if not paths:
        raise TiyanError("no golden cases are installed; name your own with --cases FILE.jsonl")
    written = load_cases(paths)
    if request.bank:
        opened = index_of_paths(request.bank, tools, progress)
    else:
        opened = ingested_index(tools) if request.cases else shipped_index(tools, progress)
    cases, notes = accepted(bind(written, opened.index.bank), request.split, paths)
    return opened, cases, notes


def accepted(
    cases: Sequence[BoundCase], split: Split, paths: Sequence[Path]
) -> tuple[tuple[BoundCase, ...], list[str]]:
    """Accepted cases of the split."""
    accepted = [b for b in cases if not b.case.draft]
    chosen = tuple(b for b in accepted if split in ("all", b.case.split))
    where = ", ".join(map(str, paths))
    if not cases:
        raise TiyanError(f"{where}: holds no case; write some, or draft them with: tiyan eval make-cases")
    if not accepted:
        raise TiyanError(
            f'{where}: all {len(cases)} cases are drafts; look them over and take "draft": true out of those you accept'
        )
    if not chosen:
        raise TiyanError(f"{where}: no case of the split {split}; leave out --split")
    drafts = len(cases) - len(accepted)
    return chosen, [f'{drafts} drafts left out; take "draft": true out of those you accept'] if drafts else []


def _baseline_notes(verdict: Verdict, split: Split) -> list[str]:
    if verdict.skipped:
        return [verdict.skipped]
    notes = [str(fall) for fall in verdict.falls]
    if verdict.unknown:
        notes.append(f"{verdict.unknown} cases are new or changed since the baseline and were not compared")
    if verdict.gone and split == "all":
        notes.append(f"{verdict.gone} cases of the baseline are gone")
    notes.append(f"{'not below' if verdict.passed else 'BELOW'} the baseline over {verdict.compared} cases")
    return notes


def bank_of(paths: Sequence[Path], tools: Tools) -> Bank:
    """The bank to draft cases for: these files, else what was ingested."""
    if paths:
        from ingest import read_bank

        return read_bank(paths)
    return tools.open_library().bank
