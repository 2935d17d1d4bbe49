"""The main road: a query in, an answer with checked citations and follow-ups out."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from assistant.answer import QUOTED, Answer, Failure, FollowUp, Sentence, Turn, number_citations
from assistant.chat_model import model_name
from assistant.compose import Composed, compose
from assistant.conversation import Asked, standalone
from assistant.evidence import Evidence, gather
from assistant.extract import Quoted, list_questions, quote
from assistant.failures import failure
from assistant.followups import follow_ups, questions_of_topic, title_follow_ups
from assistant.grounding import check_sentences, mostly_unsupported
from assistant.prompt import Length, build_messages
from assistant.reading import Reading, read_query, subject_of, topic_of
from assistant.rewrite import rewrite
from assistant.text import Language, content_terms, language_of
from assistant.words import say

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

    from index import Index, SearchResult
    from ingest.question import Question

LISTED = 20  # questions in an answer to "which questions are there"
PROMPT_OVERHEAD = 700  # tokens of rules, frame and query


@dataclass(frozen=True, slots=True)
class _Found:
    """A query understood and searched: the questions that will answer it, best first."""

    asked: Asked
    reading: Reading
    result: SearchResult
    question_ids: tuple[str, ...]
    refusal: str | None = None


class StudyAssistant:
    """Answers from a bank: composed by `chat_model` when there is one, else by quoting.

    `k` passages are searched for; `questions` is how many questions an explanation may draw on; `follow_ups` how many
    next questions come with an answer. `context_tokens` and `reply_tokens` bound a prompt with its reply, and the reply.
    """

    def __init__(
        self, index: Index, chat_model: BaseChatModel | None = None, *, k: int = 12, length: Length = "normal",
        questions: int = 3, n_follow_ups: int = 3, context_tokens: int = 8192, reply_tokens: int = 1500,
        max_seconds: float = 180.0,
    ) -> None:  # fmt: skip
        self._index = index
        self._chat_model = chat_model
        self._k = k
        self._length: Length = length
        self._questions = questions
        self._n_follow_ups = n_follow_ups
        self._context_tokens = context_tokens
        self._reply_tokens = reply_tokens
        self._max_seconds = max_seconds

    def ask(self, query: str, history: Sequence[Turn] = (), *, length: Length | None = None) -> Answer:
        """The whole answer at once."""
        *_, answer = self.stream(query, history, length=length)
        return answer

    def stream(
        self, query: str, history: Sequence[Turn] = (), *, length: Length | None = None
    ) -> Iterator[str | Answer]:
        """Markdown as it is written, then the `Answer`, which is what counts: it is checked and may differ.

        Closing the iterator early stops the model.
        """
        started = time.perf_counter()
        length = length or self._length
        found, broken = self._find(query, history)
        if found.refusal:
            answer = self._refuse(found, history)
        elif self._chat_model is None or found.reading.shape == "questions":
            answer = self._quote(found, history, length)
        elif broken:
            answer = self._after_failure(found, history, length, (), broken, Evidence())
        else:
            answer = yield from self._compose(found, history, length)
            yield replace(answer, seconds=time.perf_counter() - started)
            return
        yield answer.text
        yield replace(answer, seconds=time.perf_counter() - started)

    def follow_ups(
        self, question: str | None = None, topic: str | None = None, n: int = 3, asked: Sequence[str] = (),
        *, touched: Sequence[str] = (), language: Language = "zh",
    ) -> tuple[FollowUp, ...]:  # fmt: skip
        """Next questions around a question (id or number), over a topic, or over the bank; none repeats `asked`."""
        around = self._index.question(question) if question else None
        return follow_ups(
            self._index, around, n=n, asked=asked, touched=touched, language=language, topic=topic
        )

    # ---- Finding -----------------------------------------------------------------------------------------------------

    def _find(self, query: str, history: Sequence[Turn]) -> tuple[_Found, Failure | None]:
        """Understand, search, decide whether the bank can answer. The failure is the model's, while rewriting."""
        language = language_of(query, next((language_of(turn.query) for turn in reversed(history)), "zh"))
        asked, broken = standalone(query, history, self._index.question), None
        if self._chat_model is not None and asked.rewritten and not asked.points and not asked.depth:
            asked, broken = rewrite(self._chat_model, asked, history, language)
        reading = replace(read_query(asked.text, language), text=asked.text)
        if asked.points:
            reading = replace(reading, ordinals=asked.points)
        if not query.strip():
            return self._refused(asked, reading, self._index.search(" ", k=1), "empty_query"), None
        if reading.shape == "questions" and not reading.numbers:
            return self._listing(asked, reading), None
        result = self._index.search(asked.text, k=self._k)
        leaning = asked.question_id if asked.rewritten else None
        if not result.hits or not (result.in_scope or leaning):
            reason = result.reason if result.reason in ("unanswered", "greeting") else "not_in_bank"
            return self._refused(asked, reading, result, reason), None
        return _Found(asked, reading, result, self._choose(asked, reading, result)), broken

    def _listing(self, asked: Asked, reading: Reading) -> _Found:
        """Questions about a topic, or the bank's first ones when none is named."""
        topic = topic_of(reading.text)
        result = self._index.search(topic or reading.text, k=40)
        if not topic:
            return _Found(
                asked, reading, result, tuple(question.id for question in self._index.bank.questions)
            )
        named = [question.id for question in questions_of_topic(self._index, topic)]
        return _Found(asked, reading, result, tuple(named), None if named else "not_in_bank")

    @staticmethod
    def _refused(asked: Asked, reading: Reading, result: SearchResult, reason: str) -> _Found:
        return _Found(asked, reading, result, tuple(id for id, _ in result.question_ids), reason)

    def _choose(self, asked: Asked, reading: Reading, result: SearchResult) -> tuple[str, ...]:
        """Ids of the questions to answer from, best first."""
        ranked = [id for id, _ in result.question_ids]
        if asked.question_id and (asked.points or asked.depth or asked.question_id in ranked[:3]):
            ranked = [asked.question_id, *(id for id in ranked if id != asked.question_id)]
        if reading.sides:
            ranked = [*self._sides(reading.sides, ranked), *ranked]
        return tuple(dict.fromkeys(ranked))

    def _sides(self, sides: tuple[str, str], ranked: Sequence[str]) -> list[str]:
        """The question that treats both sides, else one for each."""
        best = self._index.question(ranked[0])
        if best is not None and _treats(best, sides):
            return [best.id]
        found = [self._index.search(side, k=self._k) for side in sides]
        firsts = [
            next((id for id, _ in result.question_ids[:3] if _names(self._index.question(id), side)), None)
            or (result.question_ids[0][0] if result.in_scope and result.question_ids else None)
            for side, result in zip(sides, found, strict=True)
        ]
        return [id for id in firsts if id]

    def _answering(self, found: _Found) -> tuple[str, ...]:
        """Questions that a quoted answer shows: two for a comparison that no single question treats, else one."""
        if found.reading.sides and len(found.question_ids) > 1:
            best = self._index.question(found.question_ids[0])
            if best is None or not _treats(best, found.reading.sides):
                return found.question_ids[:2]
        return found.question_ids[:1]

    # ---- Without a model ---------------------------------------------------------------------------------------------

    def _refuse(self, found: _Found, history: Sequence[Turn]) -> Answer:
        language = found.reading.language
        values: dict[str, object] = {}
        name = found.refusal or "not_in_bank"
        number = next(iter(found.reading.numbers), None)
        meant = self._index.question(f"Q{number}" if number else next(iter(found.question_ids), ""))
        if number and meant is None:
            name, values["label"] = "no_such_number", f"Q{number}"
        elif (name == "unanswered" or number) and meant is not None and not meant.answered:
            name, values["label"] = "unanswered", meant.label
        elif name == "unanswered":
            name = "not_in_bank"
        nearest = title_follow_ups(
            self._index, found.question_ids, n=self._n_follow_ups, language=language,
            asked=[found.asked.query, *(turn.query for turn in history)],
        )  # fmt: skip
        sentence = Sentence(say(name, language, **values))
        return Answer(found.asked.query, False, QUOTED, (sentence,), follow_ups=nearest)

    def _quote(self, found: _Found, history: Sequence[Turn], length: Length) -> Answer:
        language = found.reading.language
        if found.reading.shape == "questions" and not found.reading.numbers:
            shown = found.question_ids[:LISTED]
            quoted = list_questions(found.result, self._index, shown)
        else:
            shown = self._answering(found)
            quoted = quote(found.reading, found.asked, found.result, self._index, shown, length=length)
        if not quoted.sentences:  # a point that is not there
            question = self._index.question(shown[0])
            count = len([part for part in question.parts if part.role == "point"])
            quoted = Quoted((Sentence(say("no_point", language, label=question.label, count=count)),), {})
        return self._answer(
            found, history, QUOTED, quoted.sentences, quoted.hits, shown, say("no_model", language)
        )

    # ---- With a model ------------------------------------------------------------------------------------------------

    def _compose(self, found: _Found, history: Sequence[Turn], length: Length) -> Iterator[str | Answer]:
        """Yields deltas; returns the answer."""
        language = found.reading.language
        if found.asked.depth:
            length = "deep" if found.asked.depth > 0 else "brief"
        history_tokens = self._context_tokens // 6
        budget = max(200, self._context_tokens - self._reply_tokens - history_tokens - PROMPT_OVERHEAD)
        evidence = gather(found.result, self._index, found.question_ids[: self._questions], budget)
        messages = build_messages(
            found.asked.text,
            evidence,
            history,
            language=language,
            length=length,
            history_tokens=history_tokens,
        )
        composed = Composed((), failure("empty", language))
        for item in compose(
            self._chat_model, messages, evidence, language=language,
            max_characters=4 * self._reply_tokens, max_seconds=self._max_seconds,
        ):  # fmt: skip
            if isinstance(item, str):
                yield item
            else:
                composed = item
        sentences = check_sentences(composed.sentences, evidence, found.asked.text)
        if composed.failure is None and mostly_unsupported(sentences):
            composed = replace(composed, failure=failure("unsupported", language))
        if composed.failure is not None:
            return self._after_failure(found, history, length, sentences, composed.failure, evidence)
        used = {id for sentence in sentences for id in sentence.citations}
        drawn_on = [q.id for q in evidence.questions if any(p.id in used for p in evidence.of(q.id))]
        return self._answer(
            found, history, model_name(self._chat_model), sentences, evidence.hits,
            tuple(drawn_on) or found.question_ids[:1], _remarks(sentences, language),
        )  # fmt: skip

    def _after_failure(
        self, found: _Found, history: Sequence[Turn], length: Length, sentences: Sequence[Sentence], why: Failure,
        evidence: Evidence,
    ) -> Answer:  # fmt: skip
        """What arrived stays, the quoted answer is offered beside it; nothing usable arrived: it takes its place."""
        language = found.reading.language
        quoted = self._quote(found, history, length)
        notice = say("model_failed", language, why=why.message)
        if why.kind == "unsupported" or not any(sentence.text.strip() for sentence in sentences):
            return replace(quoted, notice=notice, failure=why)
        partial = self._answer(
            found,
            history,
            model_name(self._chat_model),
            sentences,
            evidence.hits,
            quoted.question_ids,
            notice,
        )
        return replace(partial, failure=why, fallback=quoted, follow_ups=quoted.follow_ups)

    def _answer(
        self, found: _Found, history: Sequence[Turn], composer: str, sentences: Sequence[Sentence], hits, question_ids,
        notice: str | None,
    ) -> Answer:  # fmt: skip
        citations = number_citations(sentences, hits)
        question = self._index.question(question_ids[0]) if question_ids else None
        nexts = follow_ups(
            self._index, question, n=self._n_follow_ups, language=found.reading.language,
            asked=[found.asked.query, found.asked.text, *(turn.query for turn in history), *((question.title,) if question else ())],
            touched=[citation.id for citation in citations],
        )  # fmt: skip
        return Answer(
            found.asked.query,
            True,
            composer,
            tuple(sentences),
            citations,
            nexts,
            notice,
            question_ids=tuple(question_ids),
        )


def _remarks(sentences: Sequence[Sentence], language: Language) -> str | None:
    """What the learner should know about a checked answer, None when all is well."""
    unsupported = sum(sentence.supported is False for sentence in sentences)
    unknown = sum(len(sentence.unknown) for sentence in sentences)
    remarks = []
    if unsupported:
        remarks.append(say("partly_unsupported", language, count=unsupported))
    if unknown:
        remarks.append(say("unknown_citations", language, count=unknown))
    return " ".join(remarks) or None


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
