"""Our search with parts of it taken away, to see what each is worth."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np

from eval.found import Found, FoundPassage

if TYPE_CHECKING:
    from index import Index
    from index.generation import Generation

RRF = 60  # the usual constant of reciprocal rank fusion
RANKED = 50  # questions that a ranking names

# Weights of `index.ranking` and `index.search` that are set anew while a query is searched.
WITHOUT: dict[str, tuple[str, Mapping[str, Any]]] = {
    "no-words": (
        "words weigh nothing",
        {f"ranking.{name}": 0.0 for name in ("WORDS", "SHARE", "FIRST_WORDS", "PASSAGE_WORDS")},
    ),
    "no-vectors": (
        "passage vectors weigh nothing once the likely questions are chosen",
        {"ranking.VECTOR": 0.0, "ranking.PASSAGE_VECTOR": 0.0},
    ),
    "no-question": (
        "passages stand for themselves, not for their question",
        {"ranking.ALL_TOGETHER": 0.0, "search.QUESTION_WEIGHT": 0.0},
    ),
    "no-thesaurus": (
        "everyday words are not looked up",
        {"ranking.MEANT": 0.0, "ranking.PASSAGE_MEANT": 0.0},
    ),
    "no-roles": ("title, summary and sources weigh as points do", {"ranking.ROLE_BONUS": {}}),
}


class SignalSearch:
    """Ranks by one signal alone: `dense` (vectors), `terms` (words), or `rrf` (both, reciprocal ranks)."""

    def __init__(self, index: Index, name: str) -> None:
        self.name = name
        self._index = index
        self._score: Callable[[Generation, str, Any], Scores] = {"dense": dense, "terms": words, "rrf": rrf}[
            name
        ]

    def find(self, query: str, history: Sequence[tuple[str, tuple[str, ...]]], k: int) -> Found:
        from index.tokens import simplified

        started = perf_counter()
        embedder, generation = self._index._opened()
        encoded = next(iter(embedder.encode_queries([simplified(query)])))
        questions, passages = self._score(generation, query, encoded)
        best_questions = np.argsort(-questions, kind="stable")[:RANKED]
        best_passages = np.argsort(-passages, kind="stable")[:k]
        seconds = perf_counter() - started
        chunks = [generation.chunks[row] for row in best_passages]
        return Found(
            asked=query,
            question_ids=tuple(generation.bank.questions[row].id for row in best_questions),
            passages=tuple(FoundPassage(c.id, c.text, (c.question.id,)) for c in chunks),
            seconds=seconds,
        )


Scores = tuple[np.ndarray, np.ndarray]  # of questions, of passages


def dense(generation: Generation, query: str, encoded: Any) -> Scores:
    """Cosine with every passage; a question is as near as its nearest passage."""
    similarity = generation.vectors.similarities(generation.frame.queries(encoded.vector))
    return np.maximum.reduceat(similarity, generation.starts[:-1]), similarity


def words(generation: Generation, query: str, encoded: Any) -> Scores:
    """BM25 over whole questions, and over passages."""
    from index.tokens import terms

    asked = list(dict.fromkeys(generation.question_terms.corrected(terms(query))))
    return generation.question_terms.coverage(asked), generation.passage_terms.coverage(asked)


def rrf(generation: Generation, query: str, encoded: Any) -> Scores:
    """Reciprocal ranks of both, summed."""
    pairs = zip(dense(generation, query, encoded), words(generation, query, encoded), strict=True)
    questions, passages = (sum(1 / (RRF + ranks(scores)) for scores in pair) for pair in pairs)
    return questions, passages


def ranks(scores: np.ndarray) -> np.ndarray:
    """(n,) from 1, the highest first."""
    found = np.empty(len(scores))
    found[np.argsort(-scores, kind="stable")] = np.arange(1, len(scores) + 1)
    return found


@contextmanager
def weights(changed: Mapping[str, Any]) -> Iterator[None]:
    """Set weights such as `ranking.WORDS` for a while. One search at a time: they are the package's own."""
    from index import ranking, search

    modules = {"ranking": ranking, "search": search}
    places = [
        (modules[module], name, value) for key, value in changed.items() for module, name in [key.split(".")]
    ]
    kept = [(module, name, getattr(module, name)) for module, name, _ in places]
    try:
        for module, name, value in places:
            setattr(module, name, value)
        yield
    finally:
        for module, name, value in kept:
            setattr(module, name, value)


class Otherwise:
    """An embedder that is like another but for how it reads queries."""

    def __init__(self, embedder: Any) -> None:
        self._embedder = embedder

    def __getattr__(self, name: str) -> Any:
        return getattr(self._embedder, name)


class WithoutTokens(Otherwise):
    """It gives its vectors and keeps its single tokens to itself."""

    def encode_queries(self, texts: Sequence[str]) -> Iterator[Any]:
        from index.embedder import Encoded

        for encoded in self._embedder.encode_queries(texts):
            yield Encoded(encoded.vector, encoded.token_ids[:0], encoded.token_vectors[:0])


class PlainQueries(Otherwise):
    """It reads queries as passages are read, by the layers that no adapter changes."""

    def encode_queries(self, texts: Sequence[str]) -> Iterator[Any]:
        from index.bundled_e5 import BundledE5

        bundled = isinstance(self._embedder, BundledE5)
        plain = BundledE5(adapted=False) if bundled else self._embedder
        return plain.encode_queries(texts)
