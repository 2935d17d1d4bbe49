"""Run multilingual-e5-small with numpy alone: for queries, where importing torch would take longer than the answer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property

import numpy as np

from index.e5_file import E5File, bundled_file

SPACE = "▁"
UNKNOWN_PENALTY = 10.0  # as SentencePiece: an unknown character scores this much below the rarest piece
ERF = (
    0.254829592,
    -0.284496736,
    1.421413741,
    -1.453152027,
    1.061405429,
)  # Abramowitz and Stegun 7.1.26, |error| < 2e-7

GELU_ROWS = 64
TOKENS = 400  # of several texts that are read together


class Unigram:
    """SentencePiece unigram segmentation: the most probable pieces, by Viterbi."""

    def __init__(self, file: E5File):
        self._map = file.character_map
        self._unknown = file.unknown
        self._ends = (file.bos, file.eos)
        self._scores = {piece: (score, i) for i, (piece, score) in enumerate(file.pieces) if i > file.unknown}
        self._longest = max(map(len, self._scores))
        self._unknown_score = min(score for score, _ in self._scores.values()) - UNKNOWN_PENALTY

    def ids(self, text: str, limit: int) -> list[int]:
        """Token ids with both ends, cut to `limit`."""
        text = text.translate(self._map)
        while "  " in text:
            text = text.replace("  ", " ")
        text = text.replace(" ", SPACE)
        if not text.startswith(SPACE):
            text = SPACE + text
        return [self._ends[0], *self._segment(text)[: limit - 2], self._ends[1]]

    def _segment(self, text: str) -> list[int]:
        best = [0.0] + [-np.inf] * len(text)
        came: list[tuple[int, int]] = [(0, 0)] * (len(text) + 1)  # (start, id) of the last piece
        for start in range(len(text)):
            for end in range(start + 1, min(start + self._longest, len(text)) + 1):
                found = self._scores.get(text[start:end])
                if found is not None:
                    score, piece = best[start] + found[0], found[1]
                elif end == start + 1:
                    score, piece = best[start] + self._unknown_score, self._unknown
                else:
                    continue
                if score > best[end]:
                    best[end], came[end] = score, (start, piece)
        ids, at = [], len(text)
        while at:
            at, piece = came[at]
            if not (piece == self._unknown and ids and ids[-1] == self._unknown):  # neighbours fuse
                ids.append(piece)
        return ids[::-1]


class NumpyE5:
    """The encoder: the tokens of a text, and their vectors (n, hidden) float32 after any of its layers."""

    def __init__(self, file: E5File):
        self.file = file
        self._shape = file.shape

    @cached_property
    def tokenizer(self) -> Unigram:
        return Unigram(self.file)

    @cached_property
    def digit_tokens(self) -> np.ndarray:
        """Ids of the pieces with a digit in them."""
        return np.array([i for i, (piece, _) in enumerate(self.file.pieces) if any(map(str.isdigit, piece))])

    @cached_property
    def _embedding(self):
        hidden, file = self._shape.hidden, self.file
        position = (
            file.tensor("emb.pos", self._shape.positions, hidden) + file.tensor("emb.type", -1, hidden)[0]
        )
        return position, file.tensor("emb.ln.w", hidden), file.tensor("emb.ln.b", hidden)

    @cached_property
    def layers(self) -> list[dict[str, np.ndarray]]:
        """The weights of each layer by short name: q k v ao fi fo, `.b` their biases, aln oln the norms."""
        hidden, wide = self._shape.hidden, self._shape.feed_forward
        rows = {"q": hidden, "k": hidden, "v": hidden, "ao": hidden, "fi": wide, "fo": hidden}
        layers = []
        for number in range(self._shape.layers):

            def read(name, *shape, number=number):
                return self.file.tensor(f"l{number}.{name}", *shape)

            # column by column, so that what `dense` takes, the transpose, lies row by row: a third faster
            layer = {name: np.asfortranarray(read(f"{name}.w", count, -1)) for name, count in rows.items()}
            layer |= {f"{name}.b": read(f"{name}.b", count) for name, count in rows.items()}
            layer |= {
                f"{name}.{part}": read(f"{name}.{part}", hidden) for name in ("aln", "oln") for part in "wb"
            }
            layers.append(layer)
        return layers

    def warm(self) -> None:
        """Read vocabulary and weights, before several threads need them."""
        _ = self.tokenizer, self._embedding, self.layers

    def embedded(self, ids: Sequence[int] | np.ndarray) -> np.ndarray:
        """(n, hidden): what the first layer gets."""
        position, weight, bias = self._embedding
        rows = self.file.rows("emb.word", ids, self._shape.hidden)
        return normalise(rows + position[: len(ids)], weight, bias, self._shape.epsilon)

    def through(
        self,
        x: np.ndarray,
        layers: Iterable[Mapping[str, np.ndarray]],
        lengths: Sequence[int] | None = None,
    ) -> np.ndarray:
        """`x` (n, hidden) after these layers; those that bring `q.down` and `q.up` are adapted (`index.query_adapter`).

        With `lengths`, `x` holds several texts one after another, none of which sees the others: short ones are read
        several times as fast together, because the weights are fetched once.
        """
        lengths = [len(x)] if lengths is None else lengths
        spans = [slice(end - length, end) for end, length in zip(np.cumsum(lengths), lengths, strict=True)]
        for layer in layers:
            x = self._layer(x, layer, spans)
        return x

    def states(
        self, texts: Sequence[Sequence[int]], *stages: Iterable[Mapping[str, np.ndarray]]
    ) -> list[np.ndarray]:
        """For each text, cut into tokens, its vectors after each of the stages of layers, side by side: (n, stages · hidden)."""
        lengths = list(map(len, texts))
        x, after = np.concatenate([self.embedded(ids) for ids in texts]), []
        for layers in stages:
            x = self.through(x, layers, lengths)
            after.append(x)
        return np.split(np.concatenate(after, axis=1), np.cumsum(lengths)[:-1])

    def _layer(self, x: np.ndarray, layer: Mapping[str, np.ndarray], spans: Sequence[slice]) -> np.ndarray:
        def dense(name, values):
            out = values @ layer[name].T + layer[f"{name}.b"]
            if (down := layer.get(f"{name}.down")) is not None:
                out += (values @ down.T) @ layer[f"{name}.up"].T
            return out

        def heads(name):
            return dense(name, x).reshape(len(x), self._shape.heads, -1).transpose(1, 0, 2)

        query, key, value = heads("q"), heads("k"), heads("v")
        attended = np.concatenate(
            [attend(query[:, span], key[:, span], value[:, span]) for span in spans], axis=0
        )
        epsilon = self._shape.epsilon
        x = normalise(x + dense("ao", attended), layer["aln.w"], layer["aln.b"], epsilon)
        return normalise(x + dense("fo", gelu(dense("fi", x))), layer["oln.w"], layer["oln.b"], epsilon)


def together(lengths: Sequence[int], limit: int = TOKENS) -> Iterator[slice]:
    """Runs of texts, in order, of at most `limit` tokens in all (one text at least)."""
    start = size = 0
    for at, length in enumerate(lengths):
        if at > start and size + length > limit:
            yield slice(start, at)
            start, size = at, 0
        size += length
    if start < len(lengths):
        yield slice(start, len(lengths))


def attend(query: np.ndarray, key: np.ndarray, value: np.ndarray) -> np.ndarray:
    """Scaled dot-product attention: (heads, n, d) each → (n, heads · d)."""
    weights = np.matmul(query, key.transpose(0, 2, 1)) / np.sqrt(query.shape[-1], dtype=np.float32)
    weights = np.exp(weights - weights.max(axis=-1, keepdims=True))
    weights /= weights.sum(axis=-1, keepdims=True)
    return np.matmul(weights, value).transpose(1, 0, 2).reshape(query.shape[1], -1)


@cache
def bundled_encoder() -> NumpyE5:
    """The one over the bundled weights, shared by all who read with it."""
    return NumpyE5(E5File(bundled_file()))


def normalise(x: np.ndarray, weight: np.ndarray, bias: np.ndarray, epsilon: float) -> np.ndarray:
    """Layer normalisation over the last axis."""
    x = x - x.mean(axis=-1, keepdims=True)
    return x / np.sqrt((x * x).mean(axis=-1, keepdims=True) + epsilon) * weight + bias


def gelu(x: np.ndarray) -> np.ndarray:
    """x · Φ(x), some rows at a time and in place: what does not leave the cache is read twice as fast."""
    if x.ndim == 1:
        return _gelu(x)
    out = np.empty_like(x)
    for start in range(0, len(x), GELU_ROWS):
        out[start : start + GELU_ROWS] = _gelu(x[start : start + GELU_ROWS])
    return out


def _gelu(x: np.ndarray) -> np.ndarray:
    size = np.abs(x)
    z = size * np.float32(0.7071067811865476)
    t = z * np.float32(0.3275911)
    t += 1
    np.reciprocal(t, out=t)
    half = t * np.float32(ERF[4])
    for factor in ERF[3::-1]:
        half += np.float32(factor)
        half *= t
    z *= z
    np.negative(z, out=z)
    np.exp(z, out=z)
    half *= z
    half *= np.float32(0.5)  # 1 - Φ(|x|)
    size *= half
    np.maximum(x, 0, out=z)
    z -= size
    return z
