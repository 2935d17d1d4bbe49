"""Understand a query, search for it, and decide which questions of the bank answer it, if any."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from assistant.answer import Failure, Turn
from assistant.conversation import Asked, standalone
from assistant.followups import questions_of_topic
from assistant.reading import Reading, read_query, subject_of, topic_of
from assistant.rewrite import rewrite
from assistant.text import Language, content_terms, language_of, match_key, stated_language

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

    from index import Index, SearchResult
    from ingest.question import Question


@dataclass(frozen=True, slots=True)
class Found:
    """A query understood and searched: the questions that may answer it, best first; or why none does.

    `shown` are those that a quoted answer shows: one, or the two sides of a comparison that no single question treats.
    `within` are the questions that may be drawn on at all, None for the whole bank. `refusal` is a name in `words`. `broken` says how the model failed while it made the query stand alone.
    """

    asked: Asked
    reading: Reading
    result: SearchResult
    question_ids: tuple[str, ...]
    shown: tuple[str, ...] = ()
    refusal: str | None = None
    broken: Failure | None = None
    within: frozenset[str] | None = None

    @property
    def lists_questions(self) -> bool:
        return self.reading.shape == "questions" and not self.reading.numbers


def find(
    query: str, history: Sequence[Turn], index: Index, chat_model: BaseChatModel | None = None, *, k: int = 12,
    files: Collection[str] | None = None, topics: Collection[str] | None = None,
) -> Found:  # fmt: skip
    """What `query` asks of the bank, or of the part of it that `files` and `topics` name as for `Index.search`.

    A model only helps to make a leaning query stand alone.
    """
    within = questions_within(index, files, topics)
    return replace(_find(query, history, index, chat_model, k, files, topics, within), within=within)


def questions_within(
    index: Index, files: Collection[str] | None, topics: Collection[str] | None
) -> frozenset[str] | None:
    """Ids of the questions that `Index.search` keeps with these filters; None without any."""
    if files is None and topics is None:
        return None
    return index.bank.within(files, topics)


def _find(
    query: str, history: Sequence[Turn], index: Index, chat_model: BaseChatModel | None, k: int,
    files: Collection[str] | None, topics: Collection[str] | None, within: frozenset[str] | None,
) -> Found:  # fmt: skip
    search = partial(index.search, files=files, topics=topics)
    language = language_in(query, history, index)
    asked, broken = standalone(query, history, index.question), None
    if chat_model is not None and asked.rewritten and not asked.points and not asked.depth:
        asked, broken = rewrite(chat_model, asked, history, language)
    if within is not None and asked.question_id and asked.question_id not in within:
        asked = replace(asked, question_id=None, points=(), depth=0)  # the conversation was somewhere else
    reading = read_query(asked.text, language)
    if not query.strip():
        return Found(asked, reading, index.search(" ", k=1), (), refusal="empty_query")
    if reading.shape == "questions" and not reading.numbers:
        return _listing(asked, reading, index, search, within)
    result = search(asked.text, k=k)
    if within is not None and _names_only_others(reading.numbers, index, within):
        return Found(asked, reading, result, (), refusal="not_in_part")
    if not result.hits or not (result.in_scope or asked.question_id):
        reason = result.reason if result.reason in ("unanswered", "greeting") else _nothing(within)
        return Found(asked, reading, result, tuple(id for id, _ in result.question_ids), refusal=reason)
    ranked, shown = _choose(asked, reading, result, index, partial(search, k=k))
    return Found(asked, reading, result, ranked, shown, broken=broken)


def language_in(query: str, history: Sequence[Turn], index: Index) -> Language:
    """The learner's language: of the query, else of the latest turn that has one, else the bank's."""
    for text in (query, *(turn.query for turn in reversed(history))):
        if stated := stated_language(text):
            return stated
    return language_of(" ".join(question.title for question in index.bank.questions[:50]))


def _nothing(within: frozenset[str] | None) -> str:
    return "not_in_bank" if within is None else "not_in_part"


def _names_only_others(numbers: Sequence[str], index: Index, within: frozenset[str]) -> bool:
    """Whether the query names questions of the bank by number, and all of them are outside."""
    named = {q.id for number in numbers for q in index.bank.by_number(number)}
    if not named:
        named = {q.id for number in numbers if (q := index.question(f"Q{number}")) is not None}
    return bool(named) and named.isdisjoint(within)


def _listing(
    asked: Asked, reading: Reading, index: Index, search: Callable[..., SearchResult], within: frozenset[str] | None
) -> Found:  # fmt: skip
    """Questions about a topic, or the first ones when none is named."""
    topic = topic_of(reading.text)
    result = search(topic or reading.text, k=40)
    listed = questions_of_topic(index, topic) if topic else index.bank.questions
    ids = tuple(question.id for question in listed if within is None or question.id in within)
    return Found(asked, reading, result, ids, refusal=None if ids else _nothing(within))


def _choose(
    asked: Asked, reading: Reading, result: SearchResult, index: Index, search: Callable[[str], SearchResult]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Ids of the questions to answer from, best first, and those of them that a quoted answer shows."""
    ranked = [id for id, _ in result.question_ids]
    at = asked.question_id
    if at and (asked.points or asked.depth or at in ranked[:3] or not result.in_scope):
        ranked = [at, *ranked]
    compared = _for_sides(reading.sides, ranked, index, search) if reading.sides else []
    ranked = list(dict.fromkeys([*compared, *ranked]))
    return tuple(ranked), tuple(dict.fromkeys(compared)) or tuple(ranked[:1])


def _for_sides(
    sides: tuple[str, str], ranked: Sequence[str], index: Index, search: Callable[[str], SearchResult]
) -> list[str]:
    """The question that treats both sides, else one for each, else the best that has both among its points."""
    questions = [question for id in ranked[:5] if (question := index.question(id)) is not None]
    both = next((question for question in questions if _treats(question.title, sides)), None)
    if both:
        return [both.id]
    found = [search(side) for side in sides]
    firsts = []
    for side, result in zip(sides, found, strict=True):
        near = [question for id, _ in result.question_ids[:3] if (question := index.question(id)) is not None]
        firsts.append(next((question.id for question in near if _names(question.title, side)), None))
    if all(firsts) and len(set(firsts)) == 2:
        return firsts
    for together in (_compares, _summarises, _mentions):
        compared = next((question for question in questions if together(question, sides)), None)
        if compared:
            return [compared.id]
    return [firsts[i] or result.question_ids[0][0] for i, result in enumerate(found) if result.in_scope]


def _treats(text: str, sides: Sequence[str]) -> bool:
    """Whether a title or summary names both sides."""
    return all(_names(text, side) for side in sides)


def _compares(question: Question, sides: Sequence[str]) -> bool:
    """Whether it treats each side in a point of its own, or under one heading."""
    openings = [
        f"{part.heading or ''} {part.text[:24]}" for part in question.parts if part.role in ("point", "body")
    ]
    return all(any(_names(opening, side) for opening in openings) for side in sides)


def _summarises(question: Question, sides: Sequence[str]) -> bool:
    return _treats(question.summary or "", sides)


def _mentions(question: Question, sides: Sequence[str]) -> bool:
    text = match_key(question.text)
    return all(match_key(side) in text for side in sides)


def _names(text: str, side: str) -> bool:
    wanted = set(content_terms(subject_of(side) or side))
    return bool(wanted) and wanted <= set(content_terms(text))
