"""Take out of vectors what says nothing: where the embedder puts everything, and where it puts a language.

All vectors of an e5 model point one way, and those of English and Chinese questions part along one direction whatever
they ask. Without both, an English query finds Chinese notes as well as a Chinese one does (nDCG .62 → .86 in ours).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from index.bilingual import CHINESE, ENGLISH
from index.embedder import Embedder

GENERIC_WEIGHT = (
    8  # the generic mean counts like this many of the bank's own: a bank of one question has a mean, too
)


def unit(rows: np.ndarray) -> np.ndarray:
    """Rows of length 1; a zero row stays zero."""
    length = np.linalg.norm(rows, axis=-1, keepdims=True)
    return rows / np.maximum(length, 1e-9)


@dataclass(frozen=True, slots=True)
class Bearings:
    """Means and the language axis of an embedder, measured on `bilingual.PAIRS`; each (d,) float32."""

    language: np.ndarray
    query_mean: np.ndarray
    passage_mean: np.ndarray
    query_token_mean: np.ndarray
    passage_token_mean: np.ndarray

    @classmethod
    def measure(cls, embedder: Embedder) -> Bearings:
        queries = list(embedder.encode_queries([*ENGLISH, *CHINESE]))
        passages = list(embedder.encode_passages([*ENGLISH, *CHINESE]))
        vectors = np.array([q.vector for q in queries])
        english, chinese = vectors[: len(ENGLISH)], vectors[len(ENGLISH) :]

        def token_mean(encoded):
            tokens = np.concatenate([e.token_vectors for e in encoded])
            return tokens.mean(axis=0) if len(tokens) else np.zeros(embedder.dimension, np.float32)

        return cls(
            language=unit((english - chinese).mean(axis=0)),
            query_mean=vectors.mean(axis=0),
            passage_mean=np.mean([p.vector for p in passages], axis=0),
            query_token_mean=token_mean(queries),
            passage_token_mean=token_mean(passages),
        )

    def arrays(self) -> dict[str, np.ndarray]:
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True, slots=True)
class Frame:
    """The same for one bank: passages are centred on its passages, queries on its titles."""

    language: np.ndarray
    query_mean: np.ndarray
    passage_mean: np.ndarray

    @classmethod
    def fit(cls, bearings: Bearings, titles: np.ndarray, passages: np.ndarray) -> Frame:
        """From vectors of the titles as queries and of the passages, (n, d) each."""

        def mean(own, generic):
            return (own.sum(axis=0) + GENERIC_WEIGHT * generic) / (len(own) + GENERIC_WEIGHT)

        return cls(
            bearings.language, mean(titles, bearings.query_mean), mean(passages, bearings.passage_mean)
        )

    def queries(self, rows: np.ndarray) -> np.ndarray:
        return self._framed(rows - self.query_mean)

    def passages(self, rows: np.ndarray) -> np.ndarray:
        return self._framed(rows - self.passage_mean)

    def _framed(self, rows: np.ndarray) -> np.ndarray:
        along = rows @ self.language
        return unit(rows - along[..., None] * self.language).astype(np.float32)

    def arrays(self) -> dict[str, np.ndarray]:
        return {name: getattr(self, name) for name in self.__slots__}
