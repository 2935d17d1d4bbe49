"""What `tiyan eval --answers` adds: the assistant is asked every case, and its judges are held against people."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from eval.agreement import agreement
from eval.answers import AnswerFigures, answer_figures, best_judge, score_answer
from eval.binding import BoundCase
from eval.library import Tools

if TYPE_CHECKING:
    from index import Index

Progress = Callable[[int, int, str], None]


def ask_all(
    index: Index, cases: Sequence[BoundCase], tools: Tools, progress: Progress | None
) -> tuple[AnswerFigures | None, str]:
    """Ask the assistant every case, with its history."""
    from assistant import Turn

    assistant = tools.make_assistant(index)
    name, supports = best_judge()
    scores = []
    composer = "quoted"
    for done, case in enumerate(cases):
        if progress is not None:
            progress(done, len(cases), "answers")
        answer = assistant.ask(case.case.query, [Turn(query, "", ids) for query, ids in case.history])
        composer = answer.composer if answer.in_scope else composer
        scores.append(score_answer(case, answer, supports))
    return answer_figures(scores, composer), name


def judges_against_people(index: Index, split: str) -> dict[str, Any]:
    """How far the product's own judges (of support, of a learner's answer) agree with people."""
    from eval.grading import load_grades, measure
    from eval.support import load_support, support_figures

    found = support_figures(load_support(split=split))
    graded = measure(index, load_grades(split=None if split == "all" else split))
    pairs = [pair for pair, count in graded.confusion.items() for _ in range(count)]
    kappa = agreement([theirs for theirs, _ in pairs], [ours for _, ours in pairs])
    return {
        "support": None if found is None else asdict(found),
        "grading": {
            "n": graded.cases,
            "agreement": graded.agreement,
            "macro_f1": graded.macro_f1,
            "kappa": None if kappa is None else kappa.kappa,
            "kinds": graded.kinds,
            "wrong": graded.passed,
        },
    }
