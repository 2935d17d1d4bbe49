"""Understand a query, search for it, and decide which questions of the bank answer it, if any."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from assistant.answer import Failure, Turn
from assistant.conversation import Asked, standalone
from assistant.followups import questions_of_topic
from assistant.reading import Reading, read_query, subject_of, topic_of
from assistant.rewrite import rewrite
from assistant.text import content_terms, language_of

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

    from index import Index, SearchResult
    from ingest.question import Question


@dataclass(frozen=True, slots=True)
class Found:
    """A query understood and searched: the questions that will answer it, best first; or why none does.

    `refusal` is a name in `words`. `broken` says how the model failed while it made the query stand alone.
    """

    asked: Asked
    reading: Reading
    result: SearchResult
    question_ids: tuple[str, ...]
    refusal: str | None = None
    broken: Failure | None = None

    @property
    def lists_questions(self) -> bool:
        return self.reading.shape == "questions" and not self.reading.numbers


def find(
    query: str, history: Sequence[Turn], index: Index, chat_model: BaseChatModel | None = None, *, k: int = 12
) -> Found:
    """What `query` asks of the bank. A model only helps to make a leaning query stand alone."""
    language = language_of(query, next((language_of(turn.query) for turn in reversed(history)), "zh"))
    asked, broken = standalone(query, history, index.question), None
    if chat_model is not None and asked.rewritten and not asked.points and not asked.depth:
        asked, broken = rewrite(chat_model, asked, history, language)
    reading = read_query(asked.text, language)
    if not query.strip():
        return Found(asked, reading, index.search(" ", k=1), (), "empty_query")
    if reading.shape == "questions" and not reading.numbers:
        return _listing(asked, reading, index)
    result = index.search(asked.text, k=k)
    if not result.hits or not (result.in_scope or asked.question_id):
        reason = result.reason if result.reason in ("unanswered", "greeting") else "not_in_bank"
        return Found(asked, reading, result, tuple(id for id, _ in result.question_ids), reason)
    return Found(asked, reading, result, _choose(asked, reading, result, index, k), broken=broken)


def answering(found: Found, index: Index) -> tuple[str, ...]:
    """Questions that a quoted answer shows: two for a comparison that no single question treats, else one."""
    if found.reading.sides and len(found.question_ids) > 1:
        best = index.question(found.question_ids[0])
        if best is None or not _treats(best, found.reading.sides):
            return found.question_ids[:2]
    return found.question_ids[:1]


def _listing(asked: Asked, reading: Reading, index: Index) -> Found:
    """Questions about a topic, or the bank's first ones when none is named."""
    topic = topic_of(reading.text)
    result = index.search(topic or reading.text, k=40)
    if not topic:
        return Found(asked, reading, result, tuple(question.id for question in index.bank.questions))
    named = tuple(question.id for question in questions_of_topic(index, topic))
    return Found(asked, reading, result, named, None if named else "not_in_bank")


def _choose(asked: Asked, reading: Reading, result: SearchResult, index: Index, k: int) -> tuple[str, ...]:
    """Ids of the questions to answer from, best first."""
    ranked = [id for id, _ in result.question_ids]
    if asked.question_id and (
        asked.points or asked.depth or asked.question_id in ranked[:3] or not result.in_scope
    ):
        ranked = [asked.question_id, *ranked]
    if reading.sides:
        ranked = [*_for_sides(reading.sides, ranked, index, k), *ranked]
    return tuple(dict.fromkeys(ranked))


def _for_sides(sides: tuple[str, str], ranked: Sequence[str], index: Index, k: int) -> list[str]:
    """The question that treats both sides, else one for each."""
    both = next(
        (id for id in ranked[:3] if (question := index.question(id)) and _treats(question, sides)), None
    )
    if both:
        return [both]
    firsts = []
    for side in sides:
        result = index.search(side, k=k)
        ids = [id for id, _ in result.question_ids[:3]]
        named = next((id for id in ids if _names(index.question(id), side)), None)
        firsts.append(named or (ids[0] if result.in_scope and ids else None))
    return [id for id in firsts if id]


def _treats(question: Question, sides: Sequence[str]) -> bool:
    """Whether one question is about both sides."""
    return all(_names(question, side) for side in sides)


def _names(question: Question | None, side: str) -> bool:
    """Whether a question's title speaks of `side`; a derived title is short, so its summary counts too."""
    if question is None:
        return False
    wanted = set(content_terms(subject_of(side) or side))
    said = (
        question.title if question.title_source != "derived" else f"{question.title} {question.summary or ''}"
    )
    return bool(wanted) and wanted <= set(content_terms(said))
