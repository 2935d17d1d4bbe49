"""Recall, MRR and nDCG of rankings, by ir_measures, for questions and for the evidence in passages.

A question counts for recall and MRR when it answers the query (grade 2); nDCG uses both grades as gains.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from eval.binding import BoundCase, Span
from eval.cases import ANSWERS
from eval.folding import match_key
from eval.found import Found, FoundPassage

MEASURES = ("recall@1", "recall@3", "recall@5", "recall@10", "mrr@10", "ndcg@10")
NAMES = {**{m: m for m in MEASURES}, "mrr@10": "MRR@10", "ndcg@10": "nDCG@10"}  # as a reader sees them
Scores = Mapping[str, Mapping[str, float]]  # case id → measure → value in [0, 1]
MOST_OF = 0.6  # share of a piece of evidence that a passage holds at least, in one run, to carry it


def question_scores(cases: Sequence[BoundCase], found: Sequence[Found]) -> dict[str, dict[str, float]]:
    """Per answerable case, how the ranking of questions did. Cases that nothing answers have no entry."""
    answerable = [(case, result) for case, result in zip(cases, found, strict=True) if case.answering]
    relevant = {case.id: dict(case.relevant) for case, _ in answerable}
    answers_from = cases[0].answers_from if cases else ANSWERS
    return measure(relevant, {case.id: result.question_ids for case, result in answerable}, answers_from)


def passage_scores(cases: Sequence[BoundCase], found: Sequence[Found]) -> dict[str, dict[str, float]]:
    """Per case with evidence, how soon the passages brought it. See `evidence_ranking`."""
    with_evidence = [
        (case, result) for case, result in zip(cases, found, strict=True) if answering_spans(case)
    ]
    relevant = {case.id: {span.id: span.grade for span in case.spans} for case, _ in with_evidence}
    return measure(
        relevant, {case.id: evidence_ranking(case.spans, result.passages) for case, result in with_evidence}
    )


def answering_spans(case: BoundCase) -> list[Span]:
    return [span for span in case.spans if span.question_id in case.answering]


def evidence_ranking(spans: Sequence[Span], passages: Sequence[FoundPassage]) -> tuple[str, ...]:
    """The ranking with each passage replaced by the evidence that it is first to carry, or left as it is.

    So a system is measured by what a reader has seen after k passages, however it cuts the bank: overlapping
    passages bring their evidence once, and two pieces of evidence in one passage take two places.
    """
    seen: set[str] = set()
    ranking: list[str] = []
    for passage in passages:
        new = [span.id for span in spans if span.id not in seen and carries(passage, span)]
        seen.update(new)
        ranking += new or [f"passage {passage.id}"]
    return tuple(dict.fromkeys(ranking))


def carries(passage: FoundPassage, span: Span) -> bool:
    """Whether the passage is of the span's question and holds it, or most of it in one run, spaces aside."""
    return span.question_id in passage.question_ids and holds(passage.text, span.text)


def holds(text: str, wanted: str) -> bool:
    """Whether `text` has `wanted`, or at least six tenths of it in one run; case, width, spaces and marks aside."""
    text, wanted = match_key(text), match_key(wanted)
    if not wanted:
        return False
    length = max(1, round(len(wanted) * MOST_OF))
    return any(wanted[i : i + length] in text for i in range(len(wanted) - length + 1))


def measure(
    relevant: Mapping[str, Mapping[str, int]],
    rankings: Mapping[str, Sequence[str]],
    answers_from: int = ANSWERS,
) -> dict[str, dict[str, float]]:
    """ir_measures over rankings of ids, best first. Every case of `relevant` gets every measure."""
    import ir_measures
    from ir_measures import RR, R, nDCG

    names = {R(rel=answers_from) @ k: f"recall@{k}" for k in (1, 3, 5, 10)}
    names |= {RR(rel=answers_from) @ 10: "mrr@10", nDCG @ 10: "ndcg@10"}
    # Ranks as scores: trec_eval orders by score and breaks ties by name, and must not order anew.
    run = {
        case: {id: float(len(ids) - rank) for rank, id in enumerate(ids)} for case, ids in rankings.items()
    }
    scores = {case: dict.fromkeys(MEASURES, 0.0) for case in relevant}
    if relevant:
        qrels = {case: dict(grades) for case, grades in relevant.items()}
        for metric in ir_measures.iter_calc(list(names), qrels, run):
            scores[metric.query_id][names[metric.measure]] = float(metric.value)
    return scores
