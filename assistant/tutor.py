"""The main road: a query in, an answer with checked citations and follow-ups out."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from assistant.answer import QUOTED, Answer, Failure, FollowUp, Sentence, Turn, number_citations
from assistant.chat_model import model_name
from assistant.compose import Composed, compose
from assistant.evidence import Evidence, gather
from assistant.extract import Quoted, list_questions, quote
from assistant.failures import failure
from assistant.finding import Found, find
from assistant.followups import finds, follow_ups, repeats, title_follow_ups
from assistant.grounding import check_sentences, mostly_unsupported
from assistant.phrasing import phrase
from assistant.prompt import Length, build_messages
from assistant.text import Language
from assistant.words import say
from ingest.errors import TiyanError

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

    from index import Hit, Index

LISTED = 20  # questions in an answer to "which questions are there"
PROMPT_OVERHEAD = 700  # tokens of rules, frame and query


class UnknownQuestion(TiyanError):
    """A question was named that the bank does not have."""


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

    @property
    def chat_model(self) -> BaseChatModel | None:
        return self._chat_model

    def ask(
        self, query: str, history: Sequence[Turn] = (), *, length: Length | None = None,
        files: Collection[str] | None = None, topics: Collection[str] | None = None,
    ) -> Answer:  # fmt: skip
        """The whole answer at once."""
        *_, answer = self.stream(query, history, length=length, files=files, topics=topics)
        return answer

    def stream(
        self, query: str, history: Sequence[Turn] = (), *, length: Length | None = None,
        files: Collection[str] | None = None, topics: Collection[str] | None = None,
    ) -> Iterator[str | Answer]:  # fmt: skip
        """Markdown as it is written, then the `Answer`, which is what counts: it is checked and may differ.

        `files` (paths or names) and `topics` (headings) keep the answer and its follow-ups to a part of the bank.
        Closing the iterator early stops the model.
        """
        started = time.perf_counter()
        length = length or self._length
        found = find(query, history, self._index, self._chat_model, k=self._k, files=files, topics=topics)
        if found.refusal or self._chat_model is None or found.lists_questions or found.broken:
            if found.refusal:
                answer = self._refuse(found)
            elif found.broken:
                answer = self._after_failure(found, length, (), found.broken, Evidence())
            else:
                answer = self._quote(found, length)
            yield answer.text
        else:
            answer = yield from self._compose(found, history, length)
        nexts = self._follow_ups_to(answer, found, history)
        yield replace(answer, follow_ups=nexts, seconds=time.perf_counter() - started)

    def follow_ups(
        self, question: str | None = None, topic: str | None = None, n: int = 3, asked: Sequence[str] = (),
        *, touched: Sequence[str] = (), language: Language = "zh",
    ) -> tuple[FollowUp, ...]:  # fmt: skip
        """Next questions around a question (id or number), over a topic, or over the bank; none repeats `asked`.

        A chat model, when there is one, says them in an interviewer's words.

        Raises `UnknownQuestion` for a question that the bank does not have.
        """
        around = self._index.question(question) if question else None
        if question and around is None:
            raise UnknownQuestion(
                f"{question}: no such question in the bank; `tiyan search` finds questions by their words"
            )
        drafts = follow_ups(
            self._index, around, n=n, asked=asked, touched=touched, language=language, topic=topic
        )  # fmt: skip
        return self._phrased(drafts, asked, language) if self._chat_model is not None else drafts

    def _phrased(
        self, drafts: Sequence[FollowUp], asked: Sequence[str], language: Language
    ) -> tuple[FollowUp, ...]:
        def accepts(text: str, draft: FollowUp) -> bool:
            fresh = not any(repeats(text, other) for other in asked)
            return fresh and finds(self._index, text, draft.question_id or "")

        return phrase(self._chat_model, drafts, self._index, accepts, language)

    # ---- Without a model ---------------------------------------------------------------------------------------------

    def _refuse(self, found: Found) -> Answer:
        language = found.reading.language
        values: dict[str, object] = {}
        name = found.refusal or "not_in_bank"
        number = next(iter(found.reading.numbers), None)
        meant = self._index.question(f"Q{number}" if number else next(iter(found.question_ids), ""))
        if number and meant is None:
            name, values["label"] = "no_such_number", f"Q{number}"
        elif name == "not_in_part":
            pass
        elif (name == "unanswered" or number) and meant is not None and not meant.answered:
            name, values["label"] = "unanswered", meant.label
        elif name == "unanswered":
            name = "not_in_bank"
        return Answer(found.asked.query, False, QUOTED, (Sentence(say(name, language, **values)),))

    def _quote(self, found: Found, length: Length) -> Answer:
        language = found.reading.language
        if found.lists_questions:
            shown = found.question_ids[:LISTED]
            quoted = list_questions(found.result, self._index, shown)
        else:
            shown = found.shown
            quoted = quote(found.reading, found.asked, found.result, self._index, shown, length=length)
        if not quoted.sentences:  # a point that is not there
            question = self._index.question(shown[0])
            count = len([part for part in question.parts if part.role == "point"])
            quoted = Quoted((Sentence(say("no_point", language, label=question.label, count=count)),), {})
        return _answer(found, QUOTED, quoted.sentences, quoted.hits, shown, say("no_model", language))

    # ---- With a model ------------------------------------------------------------------------------------------------

    def _compose(self, found: Found, history: Sequence[Turn], length: Length) -> Iterator[str | Answer]:
        """Yields deltas; returns the answer."""
        language = found.reading.language
        if found.asked.depth:
            length = "long" if found.asked.depth > 0 else "short"
        history_tokens = self._context_tokens // 6
        budget = max(200, self._context_tokens - self._reply_tokens - history_tokens - PROMPT_OVERHEAD)
        evidence = gather(found.result, self._index, found.question_ids[: self._questions], budget)
        messages = build_messages(
            found.asked.text, evidence, history, language=language, length=length, history_tokens=history_tokens
        )  # fmt: skip
        composed = Composed((), failure("empty", language))
        for item in compose(
            self._chat_model, messages, evidence, language=language,
            max_characters=4 * self._reply_tokens, max_seconds=self._max_seconds,
        ):  # fmt: skip
            if isinstance(item, str):
                yield item
            else:
                composed = item
        sentences = check_sentences(composed.sentences, evidence)
        if composed.failure is None and mostly_unsupported(sentences):
            composed = replace(composed, failure=failure("unsupported", language))
        if composed.failure is not None:
            return self._after_failure(found, length, sentences, composed.failure, evidence)
        used = {id for sentence in sentences for id in sentence.citations}
        drawn_on = [q.id for q in evidence.questions if any(p.id in used for p in evidence.of(q.id))]
        return _answer(
            found,
            model_name(self._chat_model),
            sentences,
            evidence.hits,
            drawn_on or found.shown,
            _remarks(sentences, language),
        )

    def _after_failure(
        self, found: Found, length: Length, sentences: Sequence[Sentence], why: Failure, evidence: Evidence
    ) -> Answer:
        """What arrived stays, the quoted answer is offered beside it; nothing usable arrived: it takes its place."""
        language = found.reading.language
        quoted = self._quote(found, length)
        replaced = why.kind == "unsupported" or not any(sentence.text.strip() for sentence in sentences)
        notice = say("replaced" if replaced else "partial", language, why=why.message)
        if why.retry:
            notice += ("" if language == "zh" else " ") + say("try_again", language)
        if replaced:
            return replace(quoted, notice=notice, failure=why)
        name = model_name(self._chat_model)
        partial = _answer(found, name, sentences, evidence.hits, quoted.question_ids, notice)
        return replace(partial, failure=why, fallback=quoted)

    def _follow_ups_to(self, answer: Answer, found: Found, history: Sequence[Turn]) -> tuple[FollowUp, ...]:
        """What to ask after an answer; after a refusal, the questions nearest to what was asked."""
        asked = [found.asked.query, found.asked.text, *(turn.query for turn in history)]
        options = {"n": self._n_follow_ups, "language": found.reading.language}
        if not answer.in_scope:
            everything = [question.id for question in self._index.bank.questions]
            near = found.question_ids or [
                id for id in everything if found.within is None or id in found.within
            ]
            return title_follow_ups(self._index, near, asked=asked, **options)
        question = self._index.question(answer.question_ids[0]) if answer.question_ids else None
        if question is not None:
            asked.append(question.title)
        touched = [citation.id for citation in answer.citations]
        return follow_ups(self._index, question, asked=asked, touched=touched, within=found.within, **options)


def _answer(
    found: Found, composer: str, sentences: Sequence[Sentence], hits: dict[str, Hit], question_ids: Sequence[str],
    notice: str | None,
) -> Answer:  # fmt: skip
    citations = number_citations(sentences, hits)
    return Answer(
        found.asked.query,
        True,
        composer,
        tuple(sentences),
        citations,
        notice=notice,
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
