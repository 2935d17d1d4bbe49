"""Fit the pair model on the labelled pairs: `python -m eval.fit_pairs` (45 minutes on two cores).

Texts go through the bundled encoder once, by torch; the network is then trained on their token vectors. Writes
`assistant/pair_model.npz`; with `--go-on` the last network of that file is trained on, and what comes of it joins the
file: the model averages what its networks read. `python -m eval.fit_verify` and `python -m eval.fit_grading` set the
weights and thresholds that stand on it.
"""

from __future__ import annotations

import argparse
import math
import random
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional as F
from torch.nn.utils import clip_grad_norm_

from assistant.pair_model import (
    CLAIM,
    GROUND,
    LONGEST,
    MIDDLE,
    PREFIX,
    WEIGHTS,
    read_weights,
    signs_of,
    summary,
)
from eval.pair_data import Group, Pair, answer_groups, in_other_company, statement_groups
from eval.pair_network import OVERALL, SIGNS, PairNetwork, exported, load_exported, rank_loss

OUT = Path(__file__).parents[1] / "assistant" / WEIGHTS
ON_RATE = 7e-4  # for a network that has been trained before
EPOCHS, RATE, DECAY, SMOOTHING, RANKED = 3, 1e-3, 0.02, 0.05, 0.5
PASSAGES, POINTS = 8, 12  # groups of a step
ENCODED = 6000  # tokens that are encoded at once
LIKE = 0.72  # pairs down to this share of the longest are forwarded together


@dataclass(frozen=True, slots=True)
class Library:
    """Every text as the encoder reads it: `ids` (tokens,), `states` (tokens, 2 d) float16, text i at `starts[i]`."""

    place: dict[str, int]
    starts: np.ndarray
    ids: np.ndarray
    states: np.ndarray
    figures: np.ndarray
    mean: np.ndarray
    spread: np.ndarray

    def read(self, parts: Sequence[str], limit: int) -> tuple[np.ndarray, np.ndarray]:
        spans = [slice(self.starts[self.place[t]], self.starts[self.place[t] + 1]) for t in parts]
        ids, states = (
            np.concatenate([table[span] for span in spans])[:limit] for table in (self.ids, self.states)
        )
        return ids, (states.astype(np.float32) - self.mean) / self.spread

    def length(self, pair: Pair) -> int:
        """A measure of what the pair costs."""
        spans = (
            self.starts[self.place[t] + 1] - self.starts[self.place[t]]
            for t in chain(pair.claim, pair.ground)
        )
        return int(sum(spans))


def encode_texts(texts: Sequence[str]) -> Library:
    """All texts through the bundled encoder."""
    from index.e5_numpy import bundled_encoder
    from index.e5_torch import build_bert, build_tokenizer

    file, figures = bundled_encoder().file, bundled_encoder().digit_tokens
    bert, tokenizer = build_bert(file), build_tokenizer(file, LONGEST)
    tokenizer.no_truncation()
    tokenizer.no_padding()

    def pieces(text: str) -> list[int]:
        return tokenizer.encode(text.translate(file.character_map), add_special_tokens=False).ids

    lead = [file.bos, *pieces(PREFIX.rstrip())]
    order = sorted(dict.fromkeys(texts), key=len)
    ids = [pieces(text)[:LONGEST] for text in order]
    starts = np.concatenate([[0], np.cumsum([len(i) for i in ids])])
    states = np.empty((starts[-1], 2 * file.shape.hidden), np.float16)
    at = 0
    while at < len(order):
        batch = ids[at : at + max(8, ENCODED // (len(ids[min(at + 47, len(ids) - 1)]) + 4))]
        width = max(map(len, batch)) + len(lead) + 1
        tokens = torch.tensor(
            [[*lead, *i, file.eos] + [file.pad] * (width - len(lead) - len(i) - 1) for i in batch]
        )
        there = torch.tensor(
            [[1] * (len(lead) + len(i) + 1) + [0] * (width - len(lead) - len(i) - 1) for i in batch]
        )
        with torch.no_grad():
            layers = bert(input_ids=tokens, attention_mask=there, output_hidden_states=True).hidden_states
        both = torch.cat([layers[MIDDLE], layers[-1]], -1).numpy()
        for row, i in enumerate(batch):
            states[starts[at + row] : starts[at + row + 1]] = both[row, len(lead) : len(lead) + len(i)]
        at += len(batch)
    sample = states[::97].astype(np.float32)
    halves = np.split(sample - sample.mean(axis=0), 2, axis=1)
    spread = np.repeat([half.std() for half in halves], file.shape.hidden)
    flat = np.array(list(chain.from_iterable(ids)))
    return Library(
        {t: i for i, t in enumerate(order)}, starts, flat, states, figures, sample.mean(axis=0), spread
    )


def tensors(pairs: Sequence[Pair], library: Library) -> tuple[Tensor, ...]:
    """The inputs of the network for some pairs, padded to the longest."""
    claims = [library.read(pair.claim, CLAIM) for pair in pairs]
    grounds = [library.read(pair.ground, GROUND) for pair in pairs]
    padded = [pad([states for _, states in side]) for side in (claims, grounds)]
    (x, x_there), (y, y_there) = padded
    half = x.shape[-1] // 2
    alike = F.normalize(x[..., half:], dim=-1) @ F.normalize(y[..., half:], dim=-1).transpose(1, 2)
    x_signs, y_signs = (torch.zeros(*v.shape[:2], SIGNS) for v in (x, y))
    overall = torch.zeros(len(pairs), OVERALL)
    for row, ((mine, _), (theirs, _)) in enumerate(zip(claims, grounds, strict=True)):
        near = alike[row, : len(mine), : len(theirs)].numpy()
        both = [
            signs_of(mine, theirs, near.max(axis=1), library.figures),
            signs_of(theirs, mine, near.max(axis=0), library.figures),
        ]
        for signs, own in zip((x_signs, y_signs), both, strict=True):
            signs[row, : len(own)] = torch.from_numpy(own)
        overall[row] = torch.from_numpy(summary(both))
    return x, y, x_signs, y_signs, x_there, y_there, overall


def pad(arrays: Sequence[np.ndarray]) -> tuple[Tensor, Tensor]:
    """((n, longest, d), which of it is there (n, longest) bool)."""
    longest = max(map(len, arrays))
    out = torch.zeros(len(arrays), longest, arrays[0].shape[1])
    there = torch.zeros(len(arrays), longest, dtype=torch.bool)
    for row, array in enumerate(arrays):
        out[row, : len(array)] = torch.from_numpy(array)
        there[row, : len(array)] = True
    return out, there


Ready = list[tuple[tuple[Tensor, ...], list[int]]]  # inputs of the network, and which pairs they are


def made_ready(groups: Sequence[Group], library: Library) -> Ready:
    """The pairs of some groups as inputs; those of like length go together, so that little is padding."""
    pairs = [pair for group in groups for pair in group]
    order = sorted(range(len(pairs)), key=lambda i: -library.length(pairs[i]))
    ready: Ready = []
    while order:
        longest = library.length(pairs[order[0]])
        count = next(
            (n for n, i in enumerate(order) if library.length(pairs[i]) < LIKE * longest), len(order)
        )
        chosen, order = order[:count], order[count:]
        ready.append((tensors([pairs[i] for i in chosen], library), chosen))
    return ready


def loss_of(network: PairNetwork, groups: Sequence[Group], ready: Ready) -> Tensor:
    outputs = [network(*inputs) for inputs, _ in ready]
    back = torch.tensor(np.argsort([i for _, chosen in ready for i in chosen]))
    support, grade = (torch.cat(part)[back] for part in zip(*outputs, strict=True))
    labels = torch.tensor([pair.label for group in groups for pair in group])
    if groups[0][0].task == "grade":
        return F.cross_entropy(grade, labels, label_smoothing=SMOOTHING)
    chances = support.log_softmax(-1)
    carried = chances[:, 0] - torch.logsumexp(chances[:, 1:], -1)
    ranked = rank_loss(carried, labels == 0, [len(group) for group in groups])
    return F.cross_entropy(support, labels, label_smoothing=SMOOTHING) + RANKED * ranked


def one_ahead(batches: Sequence[list[Group]], library: Library) -> Iterator[tuple[list[Group], Ready]]:
    """Each batch with its inputs; the next one is made ready meanwhile."""
    with ThreadPoolExecutor(1) as worker:
        following = None
        for batch, after in zip(batches, [*batches[1:], None], strict=True):
            ready = following.result() if following else made_ready(batch, library)
            following = worker.submit(made_ready, after, library) if after else None
            yield batch, ready


def steps(tasks: Sequence[list[Group]], library: Library, rng: random.Random) -> list[list[Group]]:
    """One pass: groups of like length together, tasks mixed."""
    batches = []
    for groups, size in zip(tasks, (PASSAGES, POINTS), strict=True):
        order = sorted(groups, key=lambda group: library.length(group[0]) + rng.random() * 60)
        varied = [in_other_company(group, groups, rng) for group in order]
        batches += [varied[i : i + size] for i in range(0, len(varied), size)]
    rng.shuffle(batches)
    return batches


def train(
    tasks: Sequence[list[Group]],
    library: Library,
    epochs: int = EPOCHS,
    seed: int = 0,
    network: PairNetwork | None = None,
) -> PairNetwork:
    """AdamW, a short warm-up, then half a cosine; a given `network` is trained on."""
    torch.manual_seed(seed)
    torch.set_flush_denormal(True)
    rng = random.Random(seed)
    rate = RATE if network is None else ON_RATE
    network = network or PairNetwork(library.states.shape[1])
    optimizer = torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=DECAY)
    total = epochs * sum(
        -(-len(groups) // size) for groups, size in zip(tasks, (PASSAGES, POINTS), strict=True)
    )
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer,
        lambda t: min(1, (t + 1) / (0.05 * total)) * max(0.01, (1 + math.cos(math.pi * t / total)) / 2),
    )
    started, done, losses = time.monotonic(), 0, []
    for _ in range(epochs):
        network.train()
        for batch, ready in one_ahead(steps(tasks, library, rng), library):
            loss = loss_of(network, batch, ready)
            optimizer.zero_grad()
            loss.backward()
            clip_grad_norm_(network.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            losses.append(loss.item())
            done += 1
            if done % 50 == 0:
                print(
                    f"step {done} of {total}: loss {np.mean(losses[-50:]):.3f}, {time.monotonic() - started:.0f} s",
                    flush=True,
                )
    return network.eval()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--epochs", type=int, default=EPOCHS)
    parser.add_argument("--out", type=Path, default=OUT)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--go-on", action="store_true", help="train the last network of the file on, and add what comes of it"
    )
    chosen = parser.parse_args()
    tasks = [statement_groups(), answer_groups()]
    texts = [
        text for groups in tasks for group in groups for pair in group for text in (*pair.claim, *pair.ground)
    ]
    print(f"{len(tasks[0])} passages, {len(tasks[1])} points; encoding {len(set(texts))} texts", flush=True)
    library = encode_texts(texts)
    before = read_weights(chosen.out) if chosen.go_on else {}
    network = None
    if before:
        network = PairNetwork(library.states.shape[1])
        load_exported(network, before, -1)
    network = train(tasks, library, chosen.epochs, chosen.seed, network)
    weights = exported(network, library.mean, library.spread)
    if before:
        weights = {name: np.concatenate([before[name], array]) for name, array in weights.items()}
    np.savez_compressed(chosen.out, **weights)
    print(f"{chosen.out}: {chosen.out.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
