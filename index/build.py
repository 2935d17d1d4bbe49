"""A bank → everything that searching it takes."""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from index.chunk import Chunk, cut_questions
from index.embedder import Embedder
from index.frame import Frame
from index.generation import Generation
from index.lexical_index import LexicalIndex
from index.ranking import Signals, measure
from index.scope import calibrate, revision
from index.token_match import TokenTable
from index.tokens import simplified, terms
from index.vector_cache import VectorCache
from index.vector_index import VectorIndex
from ingest import Bank, Question

Progress = Callable[[int, int, str], None]
PREFIX_RESERVE = 96  # tokens of a window kept for a passage's title and heading


@dataclass(frozen=True, slots=True)
class IndexReport:
    """`chunks` = `embedded` now + `reused` from before."""

    chunks: int
    embedded: int
    reused: int
    seconds: float


def assemble(
    bank: Bank, embedder: Embedder, cache: VectorCache, progress: Progress | None = None
) -> Generation:
    """Cut, embed what the cache does not hold, index, and calibrate what has changed."""
    if progress is not None:
        progress(0, 1, "cutting")
    chunks = cut_for(bank.questions, embedder)
    texts = [passage_text(chunk) for chunk in chunks]
    kept = cache.passages(texts, lambda: embedder, progress)
    titles = cache.queries([simplified(question.title) for question in bank.questions], lambda: embedder)
    if progress is not None:
        progress(1, 1, "indexing")
    vectors = np.array([k.vector for k in kept], np.float32)
    frame = Frame.fit(cache.bearings, np.array([k.vector for k in titles], np.float32), vectors)
    generation = Generation(
        bank=bank,
        chunks=tuple(chunks),
        vectors=VectorIndex.build(frame.passages(vectors)),
        tokens=TokenTable.build([k.codes for k in kept], [k.token_ids for k in kept], embedder.dimension),
        question_terms=LexicalIndex.build(terms(question_text(question)) for question in bank.questions),
        passage_terms=LexicalIndex.build(terms(passage_text(chunk)) for chunk in chunks),
        bearings=cache.bearings,
        frame=frame,
        embedder=embedder.fingerprint,
        scope={},
    )
    content = hashlib.sha256(b"".join(cache.keys("passage", texts))).hexdigest()[:16] + revision()
    if content not in cache.scopes:
        cache.scopes[content] = calibrated(generation, embedder)
    return replace(generation, scope=cache.scopes[content])


def calibrated(generation: Generation, embedder: Embedder) -> dict[str, Any]:
    """How sure a refusal is, for this bank and this embedder."""

    def find(query: str) -> Signals:
        return measure(generation, query, next(iter(embedder.encode_queries([query]))))

    return calibrate(find, by_tokens=not generation.tokens.empty)


def cut_for(questions: Sequence[Question], embedder: Embedder) -> list[Chunk]:
    """Passages that the embedder reads to the end, title and heading included."""
    limit = embedder.window - PREFIX_RESERVE

    def measure(text: str) -> int:
        bound = len(unicodedata.normalize("NFKC", text))  # no tokenizer makes more tokens than characters
        return bound if bound <= limit else embedder.count_tokens(simplified(text))

    return cut_questions(questions, limit=limit, measure=measure)


def passage_text(chunk: Chunk) -> str:
    """What is embedded: the passage under its question's title (where the bank gives one) and its sub-heading."""
    question = chunk.question
    title = question.title if question.title_source != "derived" and chunk.role != "title" else None
    return simplified(
        "\n".join(line for line in (clipped(title), clipped(chunk.heading), chunk.text) if line)
    )


def clipped(line: str | None) -> str | None:
    """Titles and headings within the room that is kept for them."""
    return line[: PREFIX_RESERVE // 3] if line else None


def question_text(question: Question) -> str:
    """What the words of a question are: all of it, and its title where that is not part of it."""
    return question.text if question.title in question.text else f"{question.title}\n{question.text}"
