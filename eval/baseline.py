"""The committed baseline: what was reached, per case, so that a fall can name the cases that fell."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any

from eval.cases import Case
from eval.evaluation import Evaluation, SystemResult
from eval.retrieval import MEASURES
from ingest.errors import TiyanError

TOLERANCE = {"all": 0.005, "kind": 0.03, "scope": 0.02}


def baseline_path() -> Path:
    """The file that is kept beside this one for the bank that ships."""
    return Path(__file__).parent / "baseline.json"


def make_baseline(evaluation: Evaluation, embedder: str) -> dict[str, Any]:
    """What is written: the figures for a reader, and every case's scores for the comparison."""
    result = evaluation.systems[0]
    scope = result.scope
    return {
        "embedder": embedder,
        "bank": evaluation.bank_digest,
        "cases_digest": evaluation.cases_digest,
        "tolerance": TOLERANCE,
        "figures": {
            "questions": _means(result.question_figures),
            "passages": _means(result.passage_figures),
            "scope": {} if scope is None else {
                name: _rounded(getattr(scope, name))
                for name in ("auroc", "refusal_precision", "refusal_recall", "false_refusals")
            },
        },
        "measures": list(MEASURES),
        "cases": {bound.id: case_row(bound.case, result) for bound in evaluation.cases},
    }  # fmt: skip


def write_baseline(path: Path, baseline: Mapping[str, Any]) -> None:
    """A line a case, so that a diff shows which cases moved."""
    head = {name: value for name, value in baseline.items() if name != "cases"}
    rows = ",\n".join(
        f"  {json.dumps(id)}: {json.dumps(row)}" for id, row in sorted(baseline["cases"].items())
    )
    text = json.dumps(head, indent=1, ensure_ascii=False).removesuffix("\n}")
    path.write_text(f'{text},\n "cases": {{\n{rows}\n }}\n}}\n', encoding="utf-8")


def read_baseline(path: Path) -> dict[str, Any] | None:
    """None when there is none yet. Raises TiyanError for a file that is no baseline."""
    if not path.is_file():
        return None
    try:
        baseline = json.loads(path.read_text(encoding="utf-8"))
        if baseline["measures"] != list(MEASURES):
            raise ValueError(f"its measures are {baseline['measures']}")
        {
            id: (row["digest"], row["questions"], row["passages"], row["scope"])
            for id, row in baseline["cases"].items()
        }
        {name: float(baseline["tolerance"][name]) for name in TOLERANCE}
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise TiyanError(
            f"{path}: is no baseline ({error}); write a new one with: tiyan eval --update-baseline"
        ) from None
    return baseline


def case_digest(case: Case) -> str:
    """Changes when what is asked or what answers it changes; notes, ids and splits do not matter."""
    row = case.to_json()
    said = {name: row.get(name) for name in ("query", "relevant", "evidence", "history", "answerable")}
    return blake2b(json.dumps(said, ensure_ascii=False, sort_keys=True).encode(), digest_size=4).hexdigest()


def case_row(case: Case, result: SystemResult) -> dict[str, Any]:
    def values(scores: Mapping[str, Mapping[str, float]]) -> list[float] | None:
        return [round(scores[case.id][m], 4) for m in MEASURES] if case.id in scores else None

    found = result.found_by_id[case.id]
    scope = (
        None if found.scope_probability is None else [round(found.scope_probability, 4), bool(found.in_scope)]
    )
    return {
        "digest": case_digest(case),
        "questions": values(result.questions),
        "passages": values(result.passages),
        "scope": scope,
    }


def _means(figures: Any) -> dict[str, dict[str, float]]:
    return {group: {m: _rounded(e.mean) for m, e in measures.items()} for group, measures in figures.items()}


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)
