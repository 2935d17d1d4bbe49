"""Compose an answer with a chat model: stream it, bind its markers to passages, say what went wrong."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from assistant.answer import Failure, Sentence
from assistant.evidence import Evidence
from assistant.failures import failure, failure_of
from assistant.markers import Mark, MarkerReader, without_thinking
from assistant.sentences import split_sentences
from assistant.text import CJK, Language

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel
    from langchain_core.messages import BaseMessage

_LEAD = re.compile(r"(?:[^\S\n]*(?:#{1,6}[^\S\n]+|[-*+•][^\S\n]+|\d{1,2}[.)、][^\S\n]*|>[^\S\n]*))*[^\S\n]*")
_FENCED = re.compile(r"(?s)([ ]{0,12}(?:`{3,}|~{3,})[^\n]*\n)(.*?)(\n?[ ]{0,12}(?:`{3,}|~{3,})[ \t]*)?")
_FINISHED = ("finish_reason", "stop_reason", "done_reason")


@dataclass(frozen=True, slots=True)
class Composed:
    """What came of a reply: its sentences in order, and why it is not whole, if so."""

    sentences: tuple[Sentence, ...]
    failure: Failure | None = None


def compose(
    chat_model: BaseChatModel, messages: Sequence[BaseMessage], evidence: Evidence, *, language: Language = "zh",
    max_characters: int = 6000, max_seconds: float = 180.0,
) -> Iterator[str | Composed]:  # fmt: skip
    """Yield the reply's Markdown as it comes, markers renumbered by first mention, then a `Composed`.

    Nothing is raised for a model that fails: what had arrived stays, and `Composed.failure` says why. Closing the
    iterator closes the connection, so that the model stops.
    """
    reader = MarkerReader(evidence.markers)
    tokens: list[str | Mark] = []
    numbers: dict[str, int] = {}
    went_wrong: Failure | None = None
    size, started = 0, time.monotonic()
    finish: dict[str, Any] = {}
    try:
        with closing(_text_deltas(chat_model, messages, finish)) as deltas:
            for delta in without_thinking(deltas):
                size += len(delta)
                yield from _shown(reader.feed(delta), tokens, numbers)
                if size > max_characters or time.monotonic() - started > max_seconds:
                    went_wrong = failure("endless", language)
                    break
    except Exception as error:
        went_wrong = failure_of(error, language, partial=size > 0)
    yield from _shown(reader.close(), tokens, numbers)
    sentences = sentences_of(tokens)
    if went_wrong is None:
        went_wrong = _judge_ending(chat_model, sentences, finish, language)
    yield Composed(sentences, went_wrong)


def _text_deltas(
    chat_model: BaseChatModel, messages: Sequence[BaseMessage], finish: dict[str, Any]
) -> Iterator[str]:
    with closing(chat_model.stream(list(messages))) as stream:
        for chunk in stream:
            finish.update(
                {key: value for key, value in chunk.response_metadata.items() if key in _FINISHED and value}
            )
            if chunk.text:
                yield str(chunk.text)


def _shown(fresh: list[str | Mark], tokens: list[str | Mark], numbers: dict[str, int]) -> Iterator[str]:
    for token in fresh:
        tokens.append(token)
        if isinstance(token, str):
            yield token
        else:
            marks = [f"[{numbers.setdefault(id, len(numbers) + 1)}]" for id in token.ids]
            yield "".join(marks + [f"[{name}?]" for name in token.unknown])


def _judge_ending(
    chat_model: BaseChatModel, sentences: Sequence[Sentence], finish: Mapping[str, Any], language: Language
) -> Failure | None:
    if not any(sentence.text.strip() for sentence in sentences):
        return failure("empty", language)
    if "length" in finish.values() or "max_tokens" in finish.values():
        return failure("endless", language)
    # These servers always say why they stopped; one that does not was cut off where HTTP cannot tell.
    if not finish and getattr(chat_model, "_llm_type", "") == "openai-chat":
        return failure("cut", language)
    if speaks_another_language("".join(sentence.text for sentence in sentences), language):
        return failure("language", language)
    return None


def speaks_another_language(text: str, language: Language) -> bool:
    """Whether a reply of some length is not in `language`; English terms in Chinese and quotations are fine."""
    chinese = len(re.findall(f"[{CJK}]", text))
    letters = len(re.findall("[A-Za-z]", text))
    if chinese + letters / 5 < 12:
        return False
    share = chinese / (chinese + letters / 5)  # a Chinese character says about what five letters say
    return share < 0.15 if language == "zh" else share > 0.5


def sentences_of(tokens: Sequence[str | Mark]) -> tuple[Sentence, ...]:
    """Sentences of a reply, each with the ids of its markers, wherever in or after it they stood."""
    text, marks = _apart(tokens)
    pieces = split_sentences(text)
    starts = [sum(map(len, pieces[:i])) for i in range(len(pieces))]
    bound: list[list[Mark]] = [[] for _ in pieces]
    for offset, mark in marks:
        if not pieces:
            break
        owner = max((i for i, start in enumerate(starts) if start < offset), default=0)
        following = owner + 1
        opens_line = text[:offset].rstrip(" \t").endswith("\n")
        if following < len(pieces) and opens_line and starts[following] >= offset:
            owner = following
        bound[owner].append(mark)
    out: list[Sentence] = []
    space = ""
    for piece, its_marks in zip(pieces, bound, strict=True):
        body = piece.rstrip()
        lead, core, tail = _layout(body)
        ids = dict.fromkeys(id for mark in its_marks for id in mark.ids)
        unknown = tuple(dict.fromkeys(name for mark in its_marks for name in mark.unknown))
        out.append(Sentence(core, tuple(ids), None, space + lead, tail, False, unknown))
        space = piece[len(body) :]
    return tuple(out)


def _apart(tokens: Sequence[str | Mark]) -> tuple[str, list[tuple[int, Mark]]]:
    """The text without its markers, and where each stood. `分页 [1]。` leaves no space behind."""
    text, marks = "", []
    for i, token in enumerate(tokens):
        if isinstance(token, str):
            text += token
            continue
        following = next((t for t in tokens[i + 1 :] if isinstance(t, str)), "")
        if not following or re.match(r"[\s。，、；：！？,.;:!?）)]", following):
            kept = text.rstrip(" ")
            text = kept if kept and not kept.endswith("\n") else text
        marks.append((len(text), token))
    return text, marks


def _layout(body: str) -> tuple[str, str, str]:
    """Markdown before, the sentence, Markdown after: list marks, fences, a table row's end."""
    fenced = _FENCED.fullmatch(body)
    if fenced:
        return fenced[1], fenced[2], fenced[3] or "\n```"
    lead = _LEAD.match(body)[0]
    core = body[len(lead) :]
    if core.startswith("|") and core.endswith("|") and len(core) > 1:
        cells = core[:-1].rstrip()
        return lead, cells, core[len(cells) :]
    return lead, core, ""
