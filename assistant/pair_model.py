"""Read a claim against a text: does the text carry it, leave it open or contradict it; does an answer say a point?

Every word of the claim looks for its partner in the text and is compared with it, as in decomposable attention (Parikh
et al. 2016) and ESIM (Chen et al. 2017), over the token vectors of multilingual-e5-small. `eval.fit_pairs` fits it on
labelled pairs; the encoder stays as it is, so what was read once is remembered.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files
from itertools import chain
from pathlib import Path
from threading import Lock

import numpy as np

from index.array_files import alone
from index.e5_numpy import NumpyE5, bundled_encoder, gelu, normalise, together
from index.frame import unit
from index.threads import a_core_each

WEIGHTS = "pair_model.npz"
PREFIX = "query: "
MIDDLE = 8  # layers after which the first of the two vectors of a token is taken; the second after the last
LONGEST, CLAIM, GROUND = 250, 140, 300  # tokens of one text, of a claim, of a ground in all its parts
REMEMBERED = 2000  # texts, 100 kB each at 60 tokens
EPSILON = 1e-5
Weights = Mapping[str, np.ndarray]
Ground = str | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PairReading:
    """Log-probabilities: `support` of carried, open, contradicted; `grade` of hit, partly, missed, wrong."""

    support: tuple[float, ...]
    grade: tuple[float, ...]

    @property
    def carried(self) -> float:
        """Log-odds that the ground carries the claim."""
        return self.support[0] - float(np.logaddexp(*self.support[1:]))


@dataclass(frozen=True, slots=True)
class Read:
    """A text: ids (n,) of its tokens and their vectors (n, 2 d) from the middle and the end of the encoder."""

    ids: np.ndarray
    states: np.ndarray


class PairModel:
    """Reads (claim, ground) pairs: a sentence and its passage, or a point and the answer to a question.

    A ground in several parts is a tuple of texts. `weights` are those of the committed file: the first axis of each
    counts the networks, whose readings are averaged (Lakshminarayanan et al. 2017: deep ensembles).
    """

    def __init__(self, encoder: NumpyE5, weights: Weights) -> None:
        self._encoder = encoder
        self._networks = [
            Network({name: value[n] for name, value in weights.items()}, encoder.digit_tokens)
            for n in range(len(weights["heads"]))
        ]
        self._skip = len(encoder.tokenizer.ids(PREFIX.rstrip(), LONGEST)) - 1
        self._texts: OrderedDict[str, Read] = OrderedDict()
        self._lock = Lock()

    def read(self, pairs: Sequence[tuple[str, Ground]]) -> list[PairReading]:
        """One reading a pair, in order; a thread a core."""
        known = self._known(text for claim, ground in pairs for text in (claim, *parts_of(ground)))

        def read(pair: tuple[str, Ground]) -> PairReading:
            claim, parts = known[pair[0]], [known[text] for text in parts_of(pair[1])]
            ground = Read(
                np.concatenate([p.ids for p in parts])[:GROUND],
                np.concatenate([p.states for p in parts])[:GROUND],
            )
            return self.compare(Read(claim.ids[:CLAIM], claim.states[:CLAIM]), ground)

        return a_core_each(read, pairs)

    def prepare(self, texts: Iterable[str]) -> None:
        """Encode texts now, as while a learner is still writing; a thread a core."""
        self._known(texts)

    def _known(self, texts: Iterable[str]) -> dict[str, Read]:
        """Each text as the encoder reads it alone; remembered."""
        texts = list(dict.fromkeys(texts))
        with self._lock:
            known = {text: self._texts[text] for text in texts if text in self._texts}
            for text in known:
                self._texts.move_to_end(text)
        fresh = [text for text in texts if text not in known]
        ids = [self._encoder.tokenizer.ids(PREFIX + text, LONGEST + self._skip + 1) for text in fresh]
        runs = [ids[run] for run in together(list(map(len, ids)))]
        known.update(zip(fresh, chain.from_iterable(a_core_each(self._encoded, runs)), strict=True))
        with self._lock:
            self._texts.update((text, known[text]) for text in fresh)
            while len(self._texts) > REMEMBERED:
                self._texts.popitem(last=False)
        return known

    def _encoded(self, texts: Sequence[Sequence[int]]) -> list[Read]:
        layers, own = self._encoder.layers, slice(self._skip, -1)
        both = self._encoder.states(texts, layers[:MIDDLE], layers[MIDDLE:])
        return [
            Read(np.array(ids[own]), states[own].astype(np.float16))
            for ids, states in zip(texts, both, strict=True)
        ]

    def compare(self, claim: Read, ground: Read) -> PairReading:
        """What comes of two texts that were read. A claim or ground without a token is read as open and missed."""
        if not len(claim.ids) or not len(ground.ids):
            return PairReading((-9.0, 0.0, -9.0), (-9.0, -9.0, 0.0, -9.0))
        readings = [network.compare(claim, ground) for network in self._networks]
        return PairReading(
            *(
                log_softmax(np.mean(chances, axis=0))
                for chances in ([r.support for r in readings], [r.grade for r in readings])
            )
        )


class Network:
    """One network; `figures` are the tokens with a digit."""

    def __init__(self, weights: Weights, figures: np.ndarray) -> None:
        self._weights = {name: value.astype(np.float32) for name, value in weights.items()}
        self._heads = int(weights["heads"])
        self._blocks = sorted({name.split(".")[0] for name in weights if name.startswith("block")})
        self._figures = figures

    def compare(self, claim: Read, ground: Read) -> PairReading:
        """What comes of two texts with a token each."""
        w = self._weights
        x, y = (self._scaled(read.states) for read in (claim, ground))
        half = x.shape[1] // 2
        alike = unit(x[:, half:]) @ unit(y[:, half:]).T
        signs = [
            signs_of(mine.ids, theirs.ids, near, self._figures)
            for mine, theirs, near in ((claim, ground, alike.max(axis=1)), (ground, claim, alike.max(axis=0)))
        ]
        overall = summary(signs)
        x, y = (
            normalise(dense(w, "in", np.concatenate([v, s], axis=1)), w["norm.w"], w["norm.b"], EPSILON)
            + w["position"][: len(v)]
            for v, s in ((x, signs[0]), (y, signs[1]))
        )
        answered = self._block("back", y, x, alike.T)
        for number, name in enumerate(self._blocks):
            x = self._block(name, x, answered if number else y, alike)
        weight = softmax(dense(w, "pool", x)[:, 0])
        seen = np.concatenate([x.mean(axis=0), x.max(axis=0), weight @ x, answered.max(axis=0), overall])
        hidden = gelu(dense(w, "hidden", seen))
        return PairReading(*(log_softmax(dense(w, head, hidden)) for head in ("support", "grade")))

    def _scaled(self, states: np.ndarray) -> np.ndarray:
        return (states.astype(np.float32) - self._weights["mean"]) / self._weights["spread"]

    def _block(self, name: str, x: np.ndarray, y: np.ndarray, alike: np.ndarray) -> np.ndarray:
        """Each token of `x` with what it meets in `y`, then among its own."""
        w = self._weights
        query, key, value = (
            self._split(dense(w, f"{name}.{part}", v)) for part, v in (("q", x), ("k", y), ("v", y))
        )
        by_meaning = w[f"{name}.scale"][:, None, None] * alike
        learned = (
            w[f"{name}.tau"][:, None, None] * (query @ key.transpose(0, 2, 1)) / np.sqrt(query.shape[-1])
        )
        met = self._joined(softmax(learned + by_meaning) @ value)
        compared = np.concatenate([x, met, x - met, x * met], axis=1)
        x = x + dense(w, f"{name}.compare2", gelu(dense(w, f"{name}.compare1", compared)))
        x = normalise(x, w[f"{name}.norm1.w"], w[f"{name}.norm1.b"], EPSILON)
        query, key, value = (self._split(part) for part in np.split(dense(w, f"{name}.self", x), 3, axis=1))
        among = softmax(query @ key.transpose(0, 2, 1) / np.sqrt(query.shape[-1])) @ value
        x = x + dense(w, f"{name}.out", self._joined(among))
        return normalise(x, w[f"{name}.norm2.w"], w[f"{name}.norm2.b"], EPSILON)

    def _split(self, x: np.ndarray) -> np.ndarray:
        return x.reshape(len(x), self._heads, -1).transpose(1, 0, 2)

    @staticmethod
    def _joined(x: np.ndarray) -> np.ndarray:
        return x.transpose(1, 0, 2).reshape(x.shape[1], -1)


def parts_of(ground: Ground) -> tuple[str, ...]:
    return (ground,) if isinstance(ground, str) else ground


def signs_of(mine: np.ndarray, theirs: np.ndarray, near: np.ndarray, figures: np.ndarray) -> np.ndarray:
    """(n, 4): the token stands in the other text; is one of `figures`; a figure that does not; its nearest there."""
    shared, figure = np.isin(mine, theirs), np.isin(mine, figures)
    return np.stack([shared, figure, figure & ~shared, near], axis=1).astype(np.float32)


def summary(signs: Sequence[np.ndarray]) -> np.ndarray:
    """(8,) of a pair: shares of common tokens, stray figures, lengths, how near the tokens come."""
    mine, theirs = signs
    return np.array(
        [
            mine[:, 0].mean(), theirs[:, 0].mean(), min(mine[:, 2].sum(), 2.0), np.log1p(len(mine)) - 3,
            np.log1p(len(theirs)) - 4, mine[:, 3].mean(), min(mine[:, 3].min(), 1.0), theirs[:, 3].mean(),
        ],
        np.float32,
    )  # fmt: skip


def dense(weights: Weights, name: str, x: np.ndarray) -> np.ndarray:
    return x @ weights[f"{name}.w"].T + weights[f"{name}.b"]


def softmax(x: np.ndarray) -> np.ndarray:
    raised = np.exp(x - x.max(axis=-1, keepdims=True))
    return raised / raised.sum(axis=-1, keepdims=True)


def log_softmax(x: np.ndarray) -> tuple[float, ...]:
    shifted = x - x.max()
    return tuple((shifted - np.log(np.exp(shifted).sum())).tolist())


@cache
def bundled_pair_model() -> PairModel:
    """The committed one, loaded once (about half a second)."""
    with as_file(files("assistant") / WEIGHTS) as path:
        return PairModel(bundled_encoder(), read_weights(path))


@alone
def read_weights(path: Path) -> dict[str, np.ndarray]:
    with np.load(path, allow_pickle=False) as arrays:
        return dict(arrays)
