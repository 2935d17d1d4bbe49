"""How good answers are: do the citations carry the sentences, are the golden points there, is what is absent refused?

Citation recall and precision as ALCE defines them (Gao et al. 2023, "Enabling Large Language Models to Generate Text
with Citations"): a sentence is recalled when its cited passages together support it; a citation is precise when its
sentence is recalled and the citation either supports it alone or cannot be left out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from eval.binding import BoundCase
from eval.folding import match_key
from eval.retrieval import holds

if TYPE_CHECKING:
    from assistant.answer import Answer

Supports = Callable[[str, str], bool]  # (sentence, passage) → does the passage support it?


@dataclass(frozen=True, slots=True)
class AnswerScores:
    """One answer. None where there was nothing to score: no sentence that claims, no citation, no golden point.

    supported: share of sentences that the product itself did not mark as unsupported. unknown_citations: ids cited
    that were not among the passages. points_cited: share of golden evidence that a cited passage carries;
    points_said: share that stands in the answer's own text. refused: the answer says that the bank has nothing.
    """

    case_id: str
    answerable: bool
    refused: bool
    citation_recall: float | None
    citation_precision: float | None
    supported: float | None
    unknown_citations: int
    points_cited: float | None
    points_said: float | None
    seconds: float


@dataclass(frozen=True, slots=True)
class AnswerFigures:
    """Means over the answers that have a score; `refusal_*` as in `ScopeFigures`."""

    composer: str
    n: int
    citation_recall: float | None
    citation_precision: float | None
    supported: float | None
    unknown_citations: int
    points_cited: float | None
    points_said: float | None
    refusal_precision: float | None
    refusal_recall: float | None
    seconds_median: float | None


def score_answer(case: BoundCase, answer: Answer, supports: Supports) -> AnswerScores:
    passages = {citation.id: citation.hit.chunk.text for citation in answer.citations}
    claims = [s for s in answer.sentences if s.supported is not None]
    recalled, precise = citation_scores([(s.text, s.citations) for s in claims], passages, supports)
    cited = [span for span in case.spans if any(holds(text, span.text) for text in passages.values())]
    said = [span for span in case.spans if holds(answer.text, span.text)]
    return AnswerScores(
        case_id=case.id,
        answerable=case.case.answerable,
        refused=not answer.in_scope,
        citation_recall=_mean(recalled),
        citation_precision=_mean(precise),
        supported=_mean([float(bool(s.supported)) for s in claims]),
        unknown_citations=len(getattr(answer, "unknown_citations", ())),
        points_cited=len(cited) / len(case.spans) if case.spans else None,
        points_said=len(said) / len(case.spans) if case.spans else None,
        seconds=answer.seconds,
    )


def citation_scores(
    sentences: Sequence[tuple[str, Sequence[str]]], passages: Mapping[str, str], supports: Supports
) -> tuple[list[float], list[float]]:
    """(0 or 1 a sentence, 0 or 1 a citation). `sentences` pairs a text with the ids it cites."""
    recalled: list[float] = []
    precise: list[float] = []
    for text, cited in sentences:
        known = [id for id in dict.fromkeys(cited) if id in passages]
        together = bool(known) and supports(text, _joined(known, passages))
        recalled.append(float(together))
        precise += [0.0] * (len(dict.fromkeys(cited)) - len(known))  # a citation of nothing is never precise
        for id in known:
            others = [other for other in known if other != id]
            needed = supports(text, passages[id]) or not (
                others and supports(text, _joined(others, passages))
            )
            precise.append(float(together and needed))
    return recalled, precise


def answer_figures(scores: Sequence[AnswerScores], composer: str) -> AnswerFigures | None:
    if not scores:
        return None
    refused = [s for s in scores if s.refused]
    absent = [s for s in scores if not s.answerable]
    times = sorted(s.seconds for s in scores)

    def mean_of(name: str) -> float | None:
        return _mean([value for s in scores if (value := getattr(s, name)) is not None])

    return AnswerFigures(
        composer=composer,
        n=len(scores),
        citation_recall=mean_of("citation_recall"),
        citation_precision=mean_of("citation_precision"),
        supported=mean_of("supported"),
        unknown_citations=sum(s.unknown_citations for s in scores),
        points_cited=mean_of("points_cited"),
        points_said=mean_of("points_said"),
        refusal_precision=_mean([float(not s.answerable) for s in refused]),
        refusal_recall=_mean([float(s.refused) for s in absent]),
        seconds_median=times[len(times) // 2],
    )


def best_judge() -> tuple[str, Supports]:
    """The assistant's own judge of support where it has one, else `quotes`; with its name for the report."""
    try:
        from assistant import verify
    except ImportError:
        return "quotation", quotes
    return "assistant.verify", lambda sentence, passage: bool(verify(sentence, passage).supported)


def quotes(sentence: str, passage: str) -> bool:
    """Whether the sentence stands in the passage, case, width and marks aside."""
    key = match_key(sentence)
    return bool(key) and key in match_key(passage)


def _joined(ids: Sequence[str], passages: Mapping[str, str]) -> str:
    return "\n".join(passages[id] for id in ids)


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None
