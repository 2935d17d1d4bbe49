"""A query → the passages and questions that answer it, and whether the bank answers it at all."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

import numpy as np

from index import scope
from index.arrange import arrange
from index.chunk import Chunk
from index.embedder import Embedder
from index.generation import Generation
from index.numbers import numbers_in
from index.ranking import Signals, measure, with_meant
from index.reranker import Reranker, read_again
from index.result import Hit, SearchResult
from index.thesaurus import default_thesaurus
from index.threads import one_blas_thread
from index.tokens import simplified
from ingest import Bank, Question

QUESTION_WEIGHT = 1.0  # how much a passage's place depends on its question
READING_ORDER = ("summary", "point", "body", "key_point", "hook", "evidence", "sources", "title")
STANDS_OUT = 0.05  # of the first score, that the second must be above the third
RANKED = 50  # questions that a result names


class Index:
    """A bank that can be searched.

    The embedder is loaded at the first search, by `open_embedder`; `ready` then gives the generation to search with
    it, or refuses the embedder. Until then `bank` and `chunks` are all there is. A reranker, where one is named, is
    loaded with the embedder and reads the likely questions again.
    """

    def __init__(
        self,
        bank: Bank,
        chunks: Sequence[Chunk],
        open_embedder: Callable[[], Embedder],
        ready: Callable[[Embedder], Generation],
        open_reranker: Callable[[], Reranker] | None = None,
    ):
        self.bank = bank
        self._set_chunks(chunks)
        self._rows = {question.id: row for row, question in enumerate(bank.questions)}
        self._open_embedder = open_embedder
        self._ready = ready
        self._open_reranker = open_reranker
        self._rerank: Reranker | None = None
        self._searching: tuple[Embedder, Generation] | None = None
        self._loading = threading.Lock()

    def _set_chunks(self, chunks: Sequence[Chunk]) -> None:
        self._chunks = {chunk.id: chunk for chunk in chunks}
        self._of_question: dict[str, list[Chunk]] = {}
        for chunk in chunks:
            self._of_question.setdefault(chunk.question.id, []).append(chunk)

    def chunk(self, chunk_id: str) -> Chunk | None:
        """By its exact id."""
        return self._chunks.get(chunk_id)

    def chunks_of(self, question_id: str) -> tuple[Chunk, ...]:
        """In the file's order; empty for an unknown id."""
        return tuple(self._of_question.get(question_id, ()))

    def question(self, id_or_number: str) -> Question | None:
        """By id, or by number as a learner writes it ("125", "Q125", "q 125", "第125题")."""
        if (found := self.bank.by_id(id_or_number)) is not None:
            return found
        numbers, _ = numbers_in(id_or_number)
        same = self._with_number((numbers or (id_or_number.strip(),))[0])
        return same[0] if same else None

    def _with_number(self, number: str) -> tuple[Question, ...]:
        """Questions that state the number; where the bank states none, the one that was given it in order."""
        stated = self.bank.by_number(number)
        if stated or any(q.number_source != "assigned" for q in self.bank.questions):
            return stated
        return tuple(q for q in self.bank.questions if q.number == number)

    def search(
        self,
        query: str,
        k: int = 10,
        *,
        files: Collection[str] | None = None,
        topics: Collection[str] | None = None,
        roles: Collection[str] | None = None,
    ) -> SearchResult:
        """The `k` best passages. Filters are applied before: by file (path or name), by a heading above, by role.

        Raises TiyanError when the embedder or reranker cannot be loaded, or this embedder did not make the index.
        """
        if not query.strip():
            return SearchResult(query, (), (), False, 0.0, "empty")
        if scope.is_greeting(query):
            return SearchResult(query, (), (), False, 0.0, "greeting")
        numbers, rest = numbers_in(query)
        named = [self._rows[q.id] for number in numbers for q in self._with_number(number)]
        embedder, generation = self._opened()
        encoded = next(iter(embedder.encode_queries([simplified(rest or query)])))
        with one_blas_thread():
            first = measure(generation, rest or query, encoded)
        signals = with_meant(generation, rest or query, first)
        kept_questions, kept_passages = self._kept(generation, files, topics, roles)
        if self._rerank is not None:
            signals = read_again(self._rerank, generation, rest or query, signals, kept_questions)
        judged = in_order(first, named, kept_questions)
        ranked = judged if signals is first else in_order(signals, named, kept_questions)
        if named and not rest:
            signals = replace(signals, passage=in_reading_order(generation, signals.passage, named))
        probability, reason = self._judge(generation, first, judged, ranked, named, numbers, rest)
        hits = self._hits(generation, signals, ranked, kept_passages, set(named), k)
        questions = tuple(
            (self.bank.questions[row].id, 1.0 if row in named else relevance(signals.question[row] / 2.2))
            for row in ranked[:RANKED]
        )
        return SearchResult(query, hits, questions, reason == "ok" and bool(hits), probability, reason)

    @property
    def embedder(self) -> Embedder:
        """The embedder it is searched with, loaded. Raises TiyanError as `search` does."""
        return self._opened()[0]

    def _opened(self) -> tuple[Embedder, Generation]:
        with self._loading:
            if self._searching is None:
                embedder = self._open_embedder()
                generation = self._ready(embedder)
                default_thesaurus()  # read now, not while a learner waits
                self._set_chunks(generation.chunks)
                self._rerank = self._open_reranker() if self._open_reranker else None
                self._searching = embedder, generation
            return self._searching

    def _kept(self, generation, files, topics, roles) -> tuple[np.ndarray, np.ndarray]:
        """(questions,) and (passages,) that the filters let through."""
        questions = np.ones(len(self.bank.questions), bool)
        if files is not None or topics is not None:
            inside = self.bank.within(files, topics)
            questions = np.array([question.id in inside for question in self.bank.questions], bool)
        passages = questions[generation.owner]
        if roles is not None:
            passages &= np.array([chunk.role in roles for chunk in generation.chunks], bool)
            questions &= np.isin(np.arange(len(questions)), generation.owner[passages])
        return questions, passages

    def _judge(self, generation, first, judged, ranked, named, numbers, rest) -> tuple[float, str]:
        """(probability that the bank answers, reason), by the first look; `ranked` is the order that is shown."""
        questions = self.bank.questions
        if named:
            return (1.0, "ok") if any(questions[row].answered for row in named) else (0.0, "unanswered")
        if numbers and not rest:
            return 0.0, "unknown_number"
        if not ranked:
            return 0.0, "off_topic"
        probability = scope.ScopeModel.of(generation.scope["model"]).probability(first, judged)
        if probability < generation.scope["threshold"]:
            return probability, "off_topic"
        if not questions[ranked[0]].answered:
            return 1.0 - probability, "unanswered"
        return probability, "ok"

    def _hits(
        self,
        generation: Generation,
        signals: Signals,
        ranked: list[int],
        kept: np.ndarray,
        named: set[int],
        k: int,
    ) -> tuple[Hit, ...]:
        rank = {row: place for place, row in enumerate(ranked)}
        boost = np.array([10.0 if row in named else 0.0 for row in range(len(generation.starts) - 1)])
        question = levelled(signals.question, ranked)
        scores = signals.passage + (QUESTION_WEIGHT * question + boost)[generation.owner]
        likely = set(ranked[: max(2 * k, RANKED)])
        pool = [p for p in np.flatnonzero(kept).tolist() if generation.owner[p] in likely]
        present = list(dict.fromkeys(sorted((generation.owner[p] for p in pool), key=rank.__getitem__)))
        chosen = arrange(pool, generation.owner, scores, {row: place for place, row in enumerate(present)}, k)
        dense, words = ranks(signals.vector), ranks(signals.passage_words)
        hits, ceiling = [], 1.0
        for p in chosen:
            ceiling = min(ceiling, 1.0 if generation.owner[p] in named else relevance(signals.passage[p]))
            term_rank = int(words[p]) if signals.passage_words[p] > 0 else None
            hits.append(Hit(generation.chunks[p], ceiling, int(dense[p]), term_rank))
        return tuple(hits)


def in_order(signals: Signals, named: Sequence[int], kept: np.ndarray) -> list[int]:
    """Rows of the kept questions, those that the query names first, then the best."""
    return [row for row in dict.fromkeys([*named, *signals.order.tolist()]) if kept[row]]


def levelled(question: np.ndarray, ranked: Sequence[int]) -> np.ndarray:
    """Scores of questions where the second is lifted to the first, if the two stand out from the rest: a query that asks
    for both (「大页和绑核各缓解什么」) is answered by passages of both."""
    if len(ranked) < 3:
        return question
    first, second, third = (question[row] for row in ranked[:3])
    if second - third < max(first - second, STANDS_OUT * first):
        return question
    question = question.copy()
    question[ranked[1]] = max(
        first, second
    )  # questions that the query names stand first, whatever their scores
    return question


def in_reading_order(generation: Generation, passage: np.ndarray, named: Sequence[int]) -> np.ndarray:
    """Passage scores where those of the named questions go by role and by place: nothing was asked about them."""
    passage = passage.copy()
    for row in named:
        here = np.arange(generation.starts[row], generation.starts[row + 1])
        order = sorted(here, key=lambda p: (READING_ORDER.index(generation.chunks[p].role), p))
        passage[order] = 1 - 0.001 * np.arange(len(order))
    return passage


def ranks(scores: np.ndarray) -> np.ndarray:
    """(n,) from 1, the highest score first."""
    found = np.empty(len(scores), np.int64)
    found[np.argsort(-scores, kind="stable")] = np.arange(1, len(scores) + 1)
    return found


def relevance(score: float) -> float:
    """A blended score → (0, 1), rising."""
    return float(1 / (1 + np.exp(-8 * (score - 0.55))))
