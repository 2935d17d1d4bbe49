"""Fit the query adapter on labelled queries: `python -m eval.fit_queries` (half an hour on two cores).

`labelled/queries.jsonl` has a question a line with its points and what learners ask about them, each query with the
points that answer it; written for this, none of them from the shipped bank or its golden cases. Passages are read once
by the plain encoder and kept as their codes, as an index keeps them; low-rank changes of the dense layers are trained so
that a query's tokens meet the right question and the right point, and stay near where they were. Writes
`index/query_adapter.npz`; `make vectors` then fits the shipped bank's scope anew. With `--held` a fifth of the topics is
kept apart and measured instead, and nothing is written.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F
from torch.nn.utils import clip_grad_norm_

from index.bundled_e5 import QUERY_PREFIX, WINDOW, BundledE5
from index.e5_numpy import bundled_encoder
from index.frame import Bearings
from index.query_adapter import PATH
from index.ranking import ALL_TOGETHER, BEST_PASSAGE
from index.token_match import TokenTable, pack, unpack
from index.tokens import simplified

QUERIES = Path(__file__).parent / "labelled" / "queries.jsonl"
RANK, SCALE, DROPOUT = 8, 2.0, 0.1
EPOCHS, RATE, DECAY, BATCH, WARM = 2, 3e-4, 0.01, 16, 20
SHARP, KEEP = 20.0, 2.0  # of the softmax; weight of staying near the plain encoder
KEPT = 0.8  # of the change: between plain and trained weights lies what holds elsewhere, too (Wortsman et al. 2022)
RIVALS, STRAYS = 40, 0.06  # passages that compete for a query; share of their questions that come whole
DENSE = {
    "attention.self.query": "q", "attention.self.key": "k", "attention.self.value": "v",
    "attention.output.dense": "ao", "intermediate.dense": "fi", "output.dense": "fo",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Asked:
    """A query, the row of its question and the rows of the passages that answer it."""

    text: str
    kind: str
    question: int
    passages: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Library:
    """All passages as an index keeps them: question `owner` (n,) of each, and its tokens' centred codes (tokens, d)."""

    owner: np.ndarray
    table: TokenTable
    codes: Tensor
    bearings: Bearings

    @property
    def lengths(self) -> np.ndarray:
        return np.diff(self.table.starts)


def load(path: Path = QUERIES) -> tuple[list[str], list[int], list[str], list[Asked]]:
    """(passages with their titles, the question of each, topics of the questions, queries)."""
    texts: list[str] = []
    owner: list[int] = []
    topics: list[str] = []
    asked: list[Asked] = []
    for row, line in enumerate(path.read_text(encoding="utf-8").splitlines()):
        question = json.loads(line)
        first = len(texts)
        texts += [simplified(f"{question['title']}\n{point}") for point in question["points"]]
        owner += [row] * len(question["points"])
        topics.append(question["topic"])
        asked += [
            Asked(simplified(q["text"]), q["kind"], row, tuple(first + point for point in q["points"]))
            for q in question["queries"]
        ]
    return texts, owner, topics, asked


def read_passages(texts: Sequence[str], owner: Sequence[int]) -> Library:
    embedder = BundledE5(adapted=False)
    bearings = Bearings.measure(embedder)
    encoded = list(embedder.encode_passages(texts))
    packed = [pack(one.token_vectors, bearings) for one in encoded]
    table = TokenTable.build(packed, [one.token_ids for one in encoded], embedder.dimension)
    codes = (2 * unpack(table.codes, embedder.dimension) - 1) / np.sqrt(embedder.dimension) - table.offset
    return Library(np.array(owner), table, torch.from_numpy(codes.astype(np.float32)), bearings)


class Adapted(nn.Module):
    """A dense layer and its low-rank change, which begins at nothing."""

    def __init__(self, dense: nn.Linear) -> None:
        super().__init__()
        self.dense = dense
        self.down = nn.Parameter(torch.randn(RANK, dense.in_features) / dense.in_features**0.5)
        self.up = nn.Parameter(torch.zeros(dense.out_features, RANK))
        self.drop = nn.Dropout(DROPOUT)

    def forward(self, x: Tensor) -> Tensor:
        return self.dense(x) + SCALE * F.linear(F.linear(self.drop(x), self.down), self.up)


class QueryReader:
    """The encoder with adapted layers: texts → centred unit vectors of their tokens, and what each token weighs."""

    def __init__(self, library: Library) -> None:
        from index.e5_torch import build_bert

        self._embedder = BundledE5(adapted=False)
        self._library = library
        self._mean = torch.from_numpy(library.bearings.query_token_mean)
        file = bundled_encoder().file
        self._pad = file.pad
        self.bert = build_bert(file).requires_grad_(False)
        self.adapted: dict[str, Adapted] = {}
        for number, layer in enumerate(self.bert.encoder.layer):
            for path, short in DENSE.items():
                parent, _, name = path.rpartition(".")
                owner = layer.get_submodule(parent) if parent else layer
                adapted = Adapted(getattr(owner, name))
                setattr(owner, name, adapted)
                self.adapted[f"{number}.{short}"] = adapted

    def parameters(self) -> list[nn.Parameter]:
        return [p for layer in self.adapted.values() for p in (layer.down, layer.up)]

    def train(self, mode: bool = True) -> None:
        for layer in self.adapted.values():
            layer.train(mode)

    def read(self, texts: Sequence[str]) -> list[tuple[Tensor, Tensor]]:
        """(vectors (m, d), weights (m,)) of each text."""
        ids = [bundled_encoder().tokenizer.ids(QUERY_PREFIX + text, WINDOW) for text in texts]
        tokens = torch.full((len(ids), max(map(len, ids))), self._pad)
        for row, own in enumerate(ids):
            tokens[row, : len(own)] = torch.tensor(own)
        states = self.bert(input_ids=tokens, attention_mask=(tokens != self._pad).long()).last_hidden_state
        found = []
        for row, own in enumerate(map(np.array, ids)):
            at = self._embedder.own_tokens(own, QUERY_PREFIX)
            weights = self._library.table.query_tokens(
                own[at], np.ones((len(at), len(self._mean)), np.float32), self._library.bearings
            ).weights
            vectors = F.normalize(states[row, at] - self._mean, dim=-1)
            found.append((vectors, torch.from_numpy(weights).float()))
        return found

    def exported(self, kept: float = 1.0) -> dict[str, np.ndarray]:
        """Weights under the names that `index.query_adapter` reads; `kept` is how much of the change."""
        named = {}
        for name, layer in self.adapted.items():
            named[f"{name}.down"] = layer.down.detach().numpy().astype(np.float16)
            named[f"{name}.up"] = (kept * SCALE * layer.up).detach().numpy().astype(np.float16)
        return named


def best_matches(vectors: Tensor, library: Library, passages: np.ndarray) -> Tensor:
    """(m, passages): for each token its best similarity in each passage, with gradients to the token."""
    starts, lengths = library.table.starts, library.lengths[passages]
    rows = np.concatenate([np.arange(starts[p], starts[p + 1]) for p in passages])
    first = np.concatenate([[0], np.cumsum(lengths)[:-1]])
    similar = vectors @ library.codes[torch.from_numpy(rows)].T
    values = similar.detach().numpy()
    best = np.maximum.reduceat(values, first, axis=1)
    if not torch.is_grad_enabled():
        return torch.from_numpy(best)
    highest = np.repeat(best, lengths, axis=1)
    places = np.where(values == highest, np.arange(values.shape[1]), values.shape[1])
    return similar.gather(1, torch.from_numpy(np.minimum.reduceat(places, first, axis=1)))


def scores(
    read: Sequence[tuple[Tensor, Tensor]], library: Library, passages: np.ndarray
) -> tuple[Tensor, Tensor, np.ndarray]:
    """((queries, passages), (queries, questions), rows of these questions), blended as the search does."""
    matched = best_matches(torch.cat([vectors for vectors, _ in read]), library, passages)
    questions, place = np.unique(library.owner[passages], return_inverse=True)
    of = torch.from_numpy(place)
    by_passage, by_question = [], []
    for (_, weights), own in zip(read, matched.split([len(w) for _, w in read]), strict=True):
        passage = weights @ own
        lowest = torch.full((len(own), len(questions)), -9.0)
        together = weights @ lowest.scatter_reduce(1, of.expand(len(own), -1), own, "amax")
        best = lowest[0].scatter_reduce(0, of, passage, "amax")
        by_passage.append(passage)
        by_question.append(BEST_PASSAGE * best + ALL_TOGETHER * together)
    return torch.stack(by_passage), torch.stack(by_question), questions


def competing(
    batch: Sequence[Asked], rivals: dict[Asked, np.ndarray], library: Library, rng: random.Random
) -> np.ndarray:
    """Passages that the queries of a step are held against, rising: answers, rivals, some questions whole."""
    chosen = {int(p) for asked in batch for p in rivals[asked]}
    whole = {asked.question for asked in batch}
    whole |= {q for q in sorted({int(library.owner[p]) for p in chosen}) if rng.random() < STRAYS}
    return np.array(sorted(chosen | set(np.flatnonzero(np.isin(library.owner, list(whole))).tolist())))


def loss_of(batch: Sequence[Asked], read, library: Library, passages: np.ndarray) -> Tensor:
    """Cross-entropy over questions and over passages, where any of the right ones counts."""
    by_passage, by_question, questions = scores(read, library, passages)
    right = torch.tensor([int(np.searchsorted(questions, asked.question)) for asked in batch])
    chances = F.log_softmax(SHARP * by_passage, -1)
    found = [
        torch.logsumexp(chances[row, np.searchsorted(passages, asked.passages)], 0)
        for row, asked in enumerate(batch)
    ]
    return F.cross_entropy(SHARP * by_question / ALL_TOGETHER, right) - torch.stack(found).mean()


def train(asked: Sequence[Asked], library: Library, epochs: int, seed: int = 0) -> QueryReader:
    """AdamW, a short warm-up, then a straight way down."""
    torch.manual_seed(seed)
    rng = random.Random(seed)
    reader = QueryReader(library)
    reader.train(False)
    plain, rivals = {}, {}
    everything = np.arange(len(library.owner))
    with torch.no_grad():
        for batch in cut(asked, 2 * BATCH):
            read = reader.read([one.text for one in batch])
            near = scores(read, library, everything)[0].topk(min(RIVALS, len(everything))).indices.numpy()
            plain |= {one: vectors for one, (vectors, _) in zip(batch, read, strict=True)}
            rivals |= dict(zip(batch, near, strict=True))
    optimizer = torch.optim.AdamW(reader.parameters(), lr=RATE, weight_decay=DECAY)
    total, started = epochs * (len(asked) // BATCH), time.monotonic()
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min(1, (step + 1) / WARM) * max(0.02, 1 - step / total)
    )
    for epoch in range(epochs):
        order = list(asked)
        rng.shuffle(order)
        reader.train()
        losses = []
        for batch in cut(order[: len(order) // BATCH * BATCH], BATCH):
            read = reader.read([one.text for one in batch])
            moved = torch.cat(
                [1 - (v * plain[one]).sum(-1) for one, (v, _) in zip(batch, read, strict=True)]
            ).mean()
            loss = loss_of(batch, read, library, competing(batch, rivals, library, rng))
            optimizer.zero_grad()
            (loss + KEEP * moved).backward()
            clip_grad_norm_(reader.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            losses.append(loss.item())
        print(
            f"epoch {epoch + 1}: loss {np.mean(losses):.3f}, {time.monotonic() - started:.0f} s", flush=True
        )
    reader.train(False)
    return reader


def cut(items: Sequence[Asked], size: int) -> Iterator[Sequence[Asked]]:
    return (items[start : start + size] for start in range(0, len(items), size))


def reciprocal_ranks(reader: QueryReader, asked: Sequence[Asked], library: Library) -> dict[str, float]:
    """Mean reciprocal rank of the right question among all, by kind of query, by single tokens alone."""
    found: dict[str, list[float]] = {}
    with torch.no_grad():
        for batch in cut(asked, 2 * BATCH):
            _, by_question, _ = scores(
                reader.read([one.text for one in batch]), library, np.arange(len(library.owner))
            )
            for one, row in zip(batch, by_question, strict=True):
                rank = 1 + int((row > row[one.question]).sum())
                for kind in ("all", one.kind):
                    found.setdefault(kind, []).append(1 / rank)
    return {kind: round(float(np.mean(values)), 3) for kind, values in sorted(found.items())}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--epochs", type=int, default=EPOCHS)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--held", action="store_true", help="keep a fifth of the topics apart, measure them")
    chosen = parser.parse_args()
    texts, owner, topics, asked = load()
    print(f"{len(topics)} questions, {len(texts)} passages, {len(asked)} queries", flush=True)
    library = read_passages(texts, owner)
    names = sorted(set(topics))
    random.Random(chosen.seed).shuffle(names)
    apart = set(names[: len(names) // 5]) if chosen.held else set()
    learned = [one for one in asked if topics[one.question] not in apart]
    held = [one for one in asked if topics[one.question] in apart]
    if held:
        print("before:", reciprocal_ranks(QueryReader(library), held, library), flush=True)
    reader = train(learned, library, chosen.epochs, chosen.seed)
    if held:
        print("after:", reciprocal_ranks(reader, held, library))
        return
    np.savez_compressed(PATH, **reader.exported(KEPT))
    print(f"{PATH}: {PATH.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
