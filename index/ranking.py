"""Score questions and passages for one query, from words, vectors and single tokens together."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from index.embedder import Encoded
from index.generation import Generation
from index.tokens import terms

CANDIDATES = 48  # questions whose tokens are looked at
TOKEN_BUDGET = 60_000  # and how many tokens at most
# Sums of scores beat reciprocal ranks, which forget how sure a list was. Tuned on the development cases only.
PASSAGE_MATCH, QUESTION_MATCH, WORDS, BEST_VECTOR = 1.25, 1.25, 0.4, 0.4
FIRST_WORDS, FIRST_MEAN, SINGLE = 1.5, 1.0, 0.9  # without tokens: best vector + mean vector + words
PASSAGE_VECTOR, PASSAGE_WORDS = 0.3, 0.3
ROLE_BONUS = {"summary": 0.05, "key_point": 0.05, "sources": -0.3, "title": -0.4}


@dataclass(frozen=True, slots=True)
class Signals:
    """What a query finds in a bank. Rows follow the generation; `looked_at` marks questions whose tokens were matched.

    `question` and `passage` are the blended scores, on one scale for every bank: about 0.2 for nothing in common and
    above 1 for a passage's own words. `matched` (m,) holds for each token of the query how well the best question
    meets it, `weights` how much it counts.
    """

    terms: tuple[str, ...]
    question: np.ndarray
    passage: np.ndarray
    vector: np.ndarray
    passage_words: np.ndarray
    question_words: np.ndarray
    looked_at: np.ndarray
    matched: np.ndarray
    weights: np.ndarray

    @property
    def order(self) -> np.ndarray:
        """Rows of questions, best first."""
        return np.argsort(-self.question, kind="stable")


def measure(generation: Generation, query: str, encoded: Encoded) -> Signals:
    """Score every question, and every passage of the likely ones."""
    query_terms = tuple(dict.fromkeys(generation.question_terms.corrected(terms(query))))
    vector = generation.frame.queries(encoded.vector)
    similarity = generation.vectors.similarities(vector)
    best = by_question(generation, similarity)
    question_words = generation.question_terms.coverage(query_terms)
    passage_words = generation.passage_terms.coverage(query_terms)
    first = best + FIRST_MEAN * mean_similarity(generation, similarity) + FIRST_WORDS * question_words
    question, passage = SINGLE * first, similarity + PASSAGE_WORDS * passage_words
    looked_at, matched, weights = np.zeros(len(first), bool), np.zeros(0), np.zeros(0)
    if not generation.tokens.empty and len(encoded.token_ids):
        tokens = generation.tokens.query_tokens(encoded.token_ids, encoded.token_vectors, generation.bearings)
        rows = candidates(generation, first)
        looked_at[rows] = True
        passages = np.flatnonzero(looked_at[generation.owner])
        matches = generation.tokens.best_matches(tokens, passages)
        in_passage = matches @ tokens.weights
        starts = np.flatnonzero(np.diff(generation.owner[passages], prepend=-1))
        of_question = np.maximum.reduceat(matches, starts, axis=0)
        question = (
            np.full(len(first), -1.0) + 0.1 * first
        )  # others stay behind, in the order of the first look
        question[rows] = (
            PASSAGE_MATCH * np.maximum.reduceat(in_passage, starts)
            + QUESTION_MATCH * (of_question @ tokens.weights)
            + WORDS * question_words[rows]
            + BEST_VECTOR * best[rows]
        )
        passage = 0.5 * similarity
        passage[passages] = (
            PASSAGE_MATCH * in_passage
            + PASSAGE_VECTOR * similarity[passages]
            + PASSAGE_WORDS * passage_words[passages]
        )
        matched, weights = of_question[np.argmax(question[rows])], tokens.weights
    bonus = np.array([ROLE_BONUS.get(chunk.role, 0.0) for chunk in generation.chunks])
    return Signals(
        query_terms,
        question,
        passage + bonus,
        similarity,
        passage_words,
        question_words,
        looked_at,
        matched,
        weights,
    )


def by_question(generation: Generation, scores: np.ndarray) -> np.ndarray:
    """The best passage score of each question."""
    return np.maximum.reduceat(scores, generation.starts[:-1]) if len(scores) else np.zeros(0)


def mean_similarity(generation: Generation, similarity: np.ndarray) -> np.ndarray:
    """(questions,) cosine with the mean of a question's passages, whose lengths the generation keeps."""
    counts = np.diff(generation.starts)
    return np.add.reduceat(similarity, generation.starts[:-1]) / counts / generation.mean_lengths


def candidates(generation: Generation, first: np.ndarray) -> np.ndarray:
    """Rows of the likely questions, rising, within the budget."""
    order = np.argsort(-first, kind="stable")[:CANDIDATES]
    token_counts = (
        generation.tokens.starts[generation.starts[order + 1]]
        - generation.tokens.starts[generation.starts[order]]
    )
    within = np.cumsum(token_counts) <= TOKEN_BUDGET
    within[:8] = True
    return np.sort(order[within])
