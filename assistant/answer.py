"""What the learner gets: an `Answer` of `Sentence`s, each with the `Citation`s it stands on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from index import Hit
    from index.chunk import Chunk
    from ingest.question import Question

QUOTED = "quoted"
UNSUPPORTED_MARK = "⚠"


@dataclass(frozen=True, slots=True)
class Turn:
    """One exchange that is over: what was asked, what was answered, which questions it drew on (main one first)."""

    query: str
    answer: str
    question_ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Citation:
    """Evidence an answer points at; `number` is the [n] the reader sees."""

    number: int
    hit: Hit

    @property
    def id(self) -> str:
        return self.hit.chunk.id

    @property
    def chunk(self) -> Chunk:
        return self.hit.chunk

    @property
    def question(self) -> Question:
        return self.hit.chunk.question

    @property
    def label(self) -> str:
        return self.hit.chunk.label


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of an answer, without its markers.

    `lead` and `tail` are the Markdown around it (line breaks, list marks, fences), so that leads, texts and tails
    joined are the answer's layout. `citations` are chunk ids. `supported` is None where there is nothing to support:
    a heading, a greeting, code. `quoted`: it copies a passage to the letter. `unknown` are ids that it cited and that
    were not among the passages (`9` of 5).
    """

    text: str
    citations: tuple[str, ...] = ()
    supported: bool | None = None
    lead: str = ""
    tail: str = ""
    quoted: bool = False
    unknown: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FollowUp:
    """A next question, with the question and the chunk that answer it."""

    text: str
    question_id: str | None
    chunk_id: str | None
    in_bank: bool = True


FailureKind = Literal[
    "refused", "unauthorized", "not_found", "rate_limited", "server", "timeout", "cut", "empty", "endless", "malformed",
    "language", "rejected", "unsupported", "other",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Failure:
    """Why the chat model did not give a full answer, in one line for the learner."""

    kind: FailureKind
    message: str
    retry: bool = True


@dataclass(frozen=True, slots=True)
class Answer:
    """A reply. `composer` is `quoted` or the model's name; `seconds` is wall time from query to answer.

    `notice` is one line about how it came about (no model, what failed, how many sentences are unsupported).
    After a failure `failure` says why, the sentences keep what arrived, and `fallback` is the quoted answer.
    """

    query: str
    in_scope: bool
    composer: str
    sentences: tuple[Sentence, ...] = ()
    citations: tuple[Citation, ...] = ()
    follow_ups: tuple[FollowUp, ...] = ()
    notice: str | None = None
    seconds: float = 0.0
    failure: Failure | None = None
    fallback: Answer | None = None
    question_ids: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The whole answer as Markdown, with markers `[1]`."""
        return render_sentences(self.sentences, {c.id: c.number for c in self.citations})

    @property
    def unsupported(self) -> int:
        return sum(sentence.supported is False for sentence in self.sentences)

    @property
    def unknown_citations(self) -> tuple[str, ...]:
        """Ids the model cited that were not among its passages, each as often as it did."""
        return tuple(mark for sentence in self.sentences for mark in sentence.unknown)

    def turn(self) -> Turn:
        """This exchange as a part of the conversation; a refusal names no question."""
        return Turn(self.query, self.text, self.question_ids if self.in_scope else ())


def render_sentences(
    sentences: Sequence[Sentence], numbers: dict[str, int], *, said: Callable[[Sentence], str] | None = None,
    apart: str = "\n",
) -> str:  # fmt: skip
    """Markdown of `sentences`. In a run on the same citations the marker stands once, at its end.

    `said` gives the text of a sentence and shows what is unsupported in its own way; without it a sign follows such
    a sentence. A run ends where `apart` stands between two sentences.
    """
    out: list[str] = []
    for i, sentence in enumerate(sentences):
        following = sentences[i + 1] if i + 1 < len(sentences) else None
        goes_on = (
            following is not None
            and not sentence.tail
            and apart not in following.lead
            and following.citations == sentence.citations
            and sentence.supported is not False
            and not sentence.unknown
        )
        marks = "" if goes_on else "".join(f"[{numbers[id]}]" for id in sentence.citations if id in numbers)
        marks += "".join(f"[{mark}?]" for mark in sentence.unknown)
        if sentence.supported is False and said is None:
            marks += UNSUPPORTED_MARK
        text = sentence.text if said is None else said(sentence)
        if "\n" in sentence.tail:  # a marker inside a fence would become code
            tail = sentence.tail.rstrip("\n")
            out.append(f"{sentence.lead}{text}{tail}" + (f"\n\n{marks}" if marks else ""))
        else:  # and one after a table row would fall out of the table
            out.append(f"{sentence.lead}{text}{marks}{sentence.tail}")
    return "".join(out).strip("\n")


def number_citations(sentences: Sequence[Sentence], hits: dict[str, Hit]) -> tuple[Citation, ...]:
    """Citations in order of first mention, numbered from 1 without holes. `hits` maps chunk ids to hits."""
    order = dict.fromkeys(id for sentence in sentences for id in sentence.citations if id in hits)
    return tuple(Citation(number, hits[id]) for number, id in enumerate(order, start=1))
