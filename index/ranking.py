"""Score questions and passages for one query, from words, vectors and single tokens together."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from index.embedder import Encoded
from index.generation import Generation
from index.thesaurus import default_thesaurus
from index.tokens import terms
from index.wanted import bonus, wanted

QUESTIONS = 64  # likely questions whose tokens are looked at,
PASSAGES = 8  # by the likely passages of each
# Weights of the signals in a question's score. Sums of scores beat reciprocal ranks, which forget how sure a list was.
BEST_PASSAGE, ALL_TOGETHER = 1.0, 1.6  # tokens of the query met in one passage, and anywhere in the question
WORDS, SHARE = 0.3, 0.3  # BM25 over what it could be; share of the query's words that the question has
VECTOR = 0.3  # best passage vector
FIRST_MEAN, FIRST_WORDS, WITHOUT_TOKENS = 1.0, 1.5, 1.1  # the first look: best vector + mean vector + words
PASSAGE_MATCH, PASSAGE_VECTOR, PASSAGE_WORDS = 1.25, 0.3, 0.3
MEANT, PASSAGE_MEANT = 0.6, 0.3  # BM25 of what the query may mean by its everyday words
ROLE_BONUS = {
    "summary": 0.05, "key_point": 0.05, "evidence": -0.2, "hook": -0.3, "sources": -0.3, "title": -0.4,
}  # fmt: skip
UNANSWERED = -0.1  # a title with nothing under it is short and all to the point: it needs a lead


@dataclass(frozen=True, slots=True)
class Signals:
    """What a query finds in a bank; rows follow the generation.

    `question` and `passage` are the blended scores, alike for every bank: a question below 1 has little in common
    with the query, one above 2 nearly all. `best_vector` (questions,) is the best cosine of a passage, `vector` and
    `passage_words` (passages,) the single signals, `size` how many tokens the query has.
    """

    question: np.ndarray
    passage: np.ndarray
    vector: np.ndarray
    best_vector: np.ndarray
    passage_words: np.ndarray
    size: int

    @property
    def order(self) -> np.ndarray:
        """Rows of questions, best first."""
        return np.argsort(-self.question, kind="stable")


def measure(generation: Generation, query: str, encoded: Encoded) -> Signals:
    """Score every question and passage: all at a first look, the likely ones by their tokens."""
    words = generation.question_terms
    query_terms = own_terms(generation, query)
    vector = generation.vectors.similarities(generation.frame.queries(encoded.vector))
    best = np.maximum.reduceat(vector, generation.starts[:-1])
    question_words = words.coverage(query_terms)
    passage_words = generation.passage_terms.coverage(query_terms)
    first = best + FIRST_MEAN * mean_vector(generation, vector) + FIRST_WORDS * question_words
    question = WITHOUT_TOKENS * first
    passage = vector + PASSAGE_WORDS * passage_words
    if not generation.tokens.empty and len(encoded.token_ids):
        tokens = generation.tokens.query_tokens(encoded.token_ids, encoded.token_vectors, generation.bearings)
        rows, passages, starts = likely(generation, first, passage)
        matches = generation.tokens.best_matches(tokens, passages)
        in_passage = matches @ tokens.weights
        question = 0.1 * first - 1  # the others stay behind, in the order of the first look
        question[rows] = (
            BEST_PASSAGE * np.maximum.reduceat(in_passage, starts)
            + ALL_TOGETHER * (np.maximum.reduceat(matches, starts, axis=0) @ tokens.weights)
            + WORDS * question_words[rows]
            + SHARE * words.share(query_terms, rows)
            + VECTOR * best[rows]
        )
        passage = 0.5 * passage
        passage[passages] = (
            PASSAGE_MATCH * in_passage
            + PASSAGE_VECTOR * vector[passages]
            + PASSAGE_WORDS * passage_words[passages]
        )
    question = question + UNANSWERED * np.array([not q.answered for q in generation.bank.questions])
    passage = passage + np.array([ROLE_BONUS.get(chunk.role, 0.0) for chunk in generation.chunks])
    if named := wanted(query):
        passage = passage + np.array([bonus(chunk, named) for chunk in generation.chunks])
    return Signals(question, passage, vector, best, passage_words, max(len(encoded.token_ids), 1))


def own_terms(generation: Generation, query: str) -> list[str]:
    """The query's terms, each once, slips mended by what the bank knows."""
    return list(dict.fromkeys(generation.question_terms.corrected(terms(query))))


def with_meant(generation: Generation, query: str, signals: Signals) -> Signals:
    """The same, with what the query may mean by the everyday words that it uses (see `index.thesaurus`).

    It changes the order only; whether the bank answers at all is judged without it.
    """
    meant = default_thesaurus().meant(query)
    words, passages = generation.question_terms, generation.passage_terms
    known = {term: sure for term, sure in meant.items() if term in words.vocabulary}
    if not known:
        return signals
    own = sum(map(words.weight, own_terms(generation, query)))
    total = max(own, sum(sure * words.weight(term) for term, sure in known.items()))
    question = sum(sure * words.scores(term) for term, sure in known.items())
    passage = sum(sure * passages.scores(term) for term, sure in known.items())
    return replace(
        signals,
        question=signals.question + MEANT * question / total,
        passage=signals.passage + PASSAGE_MEANT * passage / total,
    )


def mean_vector(generation: Generation, vector: np.ndarray) -> np.ndarray:
    """(questions,) cosine of the query with the mean of each question's passages."""
    counts = np.diff(generation.starts)
    return np.add.reduceat(vector, generation.starts[:-1]) / counts / generation.mean_lengths


def likely(
    generation: Generation, first: np.ndarray, passage: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(rows of questions, rows of their likely passages, where each question's begin among these), all rising."""
    rows = np.sort(np.argsort(-first, kind="stable")[:QUESTIONS])
    chosen = []
    for row in rows:
        here = np.arange(generation.starts[row], generation.starts[row + 1])
        chosen.append(np.sort(here[np.argsort(-passage[here], kind="stable")[:PASSAGES]]))
    starts = np.concatenate([[0], np.cumsum([len(c) for c in chosen])[:-1]])
    return rows, np.concatenate(chosen), starts
