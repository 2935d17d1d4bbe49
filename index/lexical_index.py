"""Which texts hold the query's words: BM25 (bm25s) as a share of what a text could reach."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path

import numpy as np

NOTHING = "\0"  # the term of a text without any
SHORTEST_TYPO = 4


class LexicalIndex:
    """Texts as lists of terms; row i belongs to text i."""

    def __init__(self, bm25):
        self._bm25 = bm25

    @classmethod
    def build(cls, texts: Iterable[Sequence[str]]) -> LexicalIndex:
        import bm25s

        vocabulary: dict[str, int] = {}
        ids = [
            [vocabulary.setdefault(term, len(vocabulary)) for term in text or (NOTHING,)] for text in texts
        ]
        bm25 = bm25s.BM25(method="lucene", k1=1.2, b=0.75)
        bm25.index((ids, vocabulary), create_empty_token=False, show_progress=False)
        return cls(bm25)

    @classmethod
    def load(cls, folder: Path) -> LexicalIndex:
        import bm25s

        return cls(bm25s.BM25.load(folder, load_corpus=False, load_vocab=True, allow_pickle=False))

    def save(self, folder: Path) -> None:
        self._bm25.save(folder, show_progress=False)

    def __len__(self) -> int:
        return int(self._bm25.scores["num_docs"])

    @property
    def vocabulary(self) -> dict[str, int]:
        return self._bm25.vocab_dict

    @cached_property
    def _document_counts(self) -> np.ndarray:
        return np.diff(self._bm25.scores["indptr"])

    def weight(self, term: str) -> float:
        """Inverse document frequency; highest for a term that no text has."""
        row = self.vocabulary.get(term)
        count = 0 if row is None else int(self._document_counts[row])
        return float(np.log(1 + (len(self) - count + 0.5) / (count + 0.5)))

    def coverage(self, terms: Sequence[str]) -> np.ndarray:
        """(n,) in [0, 1): each text's BM25 score over the best that these terms allow. Missing terms count."""
        total = sum(map(self.weight, terms))
        known = [term for term in terms if term in self.vocabulary]
        if not known:
            return np.zeros(len(self), np.float32)
        return self._bm25.get_scores(known) / np.float32(total)

    def scores(self, term: str) -> np.ndarray:
        """(n,) each text's BM25 score for one term; 0 throughout for an unknown one."""
        known = term in self.vocabulary
        return self._bm25.get_scores([term]) if known else np.zeros(len(self), np.float32)

    def share(self, terms: Sequence[str], rows: np.ndarray) -> np.ndarray:
        """(len(rows),) in [0, 1]: the weight of the terms that each of these texts has, over that of all terms."""
        total = sum(map(self.weight, terms))
        found = np.zeros(len(rows), np.float32)
        scores = self._bm25.scores
        for term in terms:
            if (at := self.vocabulary.get(term)) is not None:
                texts = scores["indices"][scores["indptr"][at] : scores["indptr"][at + 1]]
                found += np.isin(rows, texts) * np.float32(self.weight(term) / total)
        return found

    @cached_property
    def _latin(self) -> dict[tuple[str, int], list[str]]:
        found: dict[tuple[str, int], list[str]] = {}
        for term in self.vocabulary:
            if len(term) >= SHORTEST_TYPO - 1 and term.isascii() and term.isalpha():
                found.setdefault((term[0], len(term)), []).append(term)
        return found

    def corrected(self, terms: Sequence[str]) -> list[str]:
        """Unknown Latin words replaced by the one known word at one slip of the fingers, where there is just one."""
        return [self._corrected(term) for term in terms]

    def _corrected(self, term: str) -> str:
        if term in self.vocabulary or len(term) < SHORTEST_TYPO or not (term.isascii() and term.isalpha()):
            return term
        near = [
            known
            for length in (len(term) - 1, len(term), len(term) + 1)
            for known in self._latin.get((term[0], length), ())
            if one_slip_apart(term, known)
        ]
        return near[0] if len(near) == 1 else term


def one_slip_apart(a: str, b: str) -> bool:
    """Whether one letter was added, left out, changed, or two neighbours changed places."""
    if abs(len(a) - len(b)) > 1 or a == b:
        return False
    start = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
    rest_a, rest_b = a[start:], b[start:]
    if len(a) == len(b):
        return rest_a[1:] == rest_b[1:] or (rest_a[:2] == rest_b[1::-1] and rest_a[2:] == rest_b[2:])
    longer, shorter = (rest_a, rest_b) if len(a) > len(b) else (rest_b, rest_a)
    return longer[1:] == shorter
