"""The network of `assistant.pair_model` as torch trains it, and its weights under the names that numpy reads."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F

WIDTH, HEADS, BLOCKS, DROPOUT = 128, 4, 2, 0.15
POSITIONS, SIGNS, OVERALL = 320, 4, 8


class Block(nn.Module):
    """Each token of `x` with what it meets in `y`, then among its own. Attention begins as plain likeness."""

    def __init__(self) -> None:
        super().__init__()
        self.q, self.k, self.v = (nn.Linear(WIDTH, WIDTH) for _ in range(3))
        self.scale = nn.Parameter(torch.full((HEADS,), 8.0))
        self.tau = nn.Parameter(torch.full((HEADS,), 0.5))
        self.compare1, self.compare2 = nn.Linear(4 * WIDTH, 2 * WIDTH), nn.Linear(2 * WIDTH, WIDTH)
        self.norm1, self.norm2 = nn.LayerNorm(WIDTH), nn.LayerNorm(WIDTH)
        self.own = nn.MultiheadAttention(WIDTH, HEADS, dropout=DROPOUT, batch_first=True)
        self.drop = nn.Dropout(DROPOUT)

    def forward(self, x: Tensor, y: Tensor, alike: Tensor, x_there: Tensor, y_there: Tensor) -> Tensor:
        count, n, width = x.shape
        query, key, value = (
            layer(v).view(count, -1, HEADS, width // HEADS).transpose(1, 2)
            for layer, v in ((self.q, x), (self.k, y), (self.v, y))
        )
        learned = self.tau.view(1, -1, 1, 1) * (query @ key.transpose(2, 3)) / (width // HEADS) ** 0.5
        scores = learned + self.scale.view(1, -1, 1, 1) * alike[:, None]
        scores = scores.masked_fill(~y_there[:, None, None, :], -1e4)
        met = (scores.softmax(-1) @ value).transpose(1, 2).reshape(count, n, width)
        compared = torch.cat([x, met, x - met, x * met], -1)
        x = self.norm1(x + self.compare2(self.drop(F.gelu(self.compare1(compared)))))
        among, _ = self.own(x, x, x, key_padding_mask=~x_there, need_weights=False)
        return self.norm2(x + self.drop(among))


class PairNetwork(nn.Module):
    """Token vectors of claims and grounds → (logits of support (n, 3), of grade (n, 4))."""

    def __init__(self, width_in: int) -> None:
        super().__init__()
        self.enter, self.norm = nn.Linear(width_in + SIGNS, WIDTH), nn.LayerNorm(WIDTH)
        self.position = nn.Parameter(torch.randn(POSITIONS, WIDTH) * 0.02)
        self.back = Block()
        self.blocks = nn.ModuleList(Block() for _ in range(BLOCKS))
        self.pool = nn.Linear(WIDTH, 1)
        self.hidden = nn.Linear(4 * WIDTH + OVERALL, WIDTH)
        self.support, self.grade = nn.Linear(WIDTH, 3), nn.Linear(WIDTH, 4)
        self.drop = nn.Dropout(DROPOUT)

    def forward(self, x, y, x_signs, y_signs, x_there, y_there, overall) -> tuple[Tensor, Tensor]:
        half = x.shape[-1] // 2
        alike = F.normalize(x[..., half:], dim=-1) @ F.normalize(y[..., half:], dim=-1).transpose(1, 2)
        x, y = (
            self.norm(self.drop(self.enter(torch.cat([v, signs], -1)))) + self.position[: v.shape[1]]
            for v, signs in ((x, x_signs), (y, y_signs))
        )
        answered = self.back(y, x, alike.transpose(1, 2), y_there, x_there)
        for number, block in enumerate(self.blocks):
            x = block(x, answered if number else y, alike, x_there, y_there)
        there = x_there[:, :, None]
        mean = (x * there).sum(1) / there.sum(1)
        most = x.masked_fill(~there, -1e4).max(1).values
        weight = self.pool(x).masked_fill(~there, -1e4).softmax(1)
        most_there = answered.masked_fill(~y_there[:, :, None], -1e4).max(1).values
        seen = torch.cat([mean, most, (weight * x).sum(1), most_there, overall], -1)
        hidden = self.drop(F.gelu(self.hidden(self.drop(seen))))
        return self.support(hidden), self.grade(hidden)


def exported(network: PairNetwork, mean: np.ndarray, spread: np.ndarray) -> dict[str, np.ndarray]:
    """The weights as `PairModel` takes them, in half precision; the first axis counts the networks: one."""
    out: dict[str, np.ndarray] = {
        "heads": np.array(HEADS),
        "mean": mean.astype(np.float32),
        "spread": spread.astype(np.float32),
    }
    for name, tensor in named(network).items():
        kind = np.float32 if name.endswith((".scale", ".tau")) else np.float16
        out[name] = tensor.detach().numpy().astype(kind)
    return {name: array[None] for name, array in out.items()}


def load_exported(network: PairNetwork, weights: dict[str, np.ndarray], number: int) -> None:
    """The inverse of `exported`, for one of the networks of a file."""
    with torch.no_grad():
        for name, tensor in named(network).items():
            tensor.copy_(torch.from_numpy(weights[name][number].astype(np.float32)))


def named(network: PairNetwork) -> dict[str, Tensor]:
    """Every parameter under the name that numpy reads."""
    out: dict[str, Tensor] = {"position": network.position}

    def put(name: str, *tensors: Tensor) -> None:
        out.update(zip((f"{name}.w", f"{name}.b"), tensors, strict=True))

    for name, layer in (
        ("in", network.enter),
        ("norm", network.norm),
        *((n, getattr(network, n)) for n in ("pool", "hidden", "support", "grade")),
    ):
        put(name, layer.weight, layer.bias)
    for name, block in (("back", network.back), *((f"block{i}", b) for i, b in enumerate(network.blocks))):
        for part in ("q", "k", "v", "compare1", "compare2", "norm1", "norm2"):
            put(f"{name}.{part}", getattr(block, part).weight, getattr(block, part).bias)
        put(f"{name}.self", block.own.in_proj_weight, block.own.in_proj_bias)
        put(f"{name}.out", block.own.out_proj.weight, block.own.out_proj.bias)
        for part in ("scale", "tau"):
            out[f"{name}.{part}"] = getattr(block, part)
    return out


def rank_loss(scores: Tensor, carried: Tensor, sizes: Sequence[int]) -> Tensor:
    """Within each group, what is carried should stand above what is not, by a margin of 1."""
    losses = []
    at = 0
    for size in sizes:
        here = slice(at, at + size)
        at += size
        high, low = scores[here][carried[here]], scores[here][~carried[here]]
        if len(high) and len(low):
            losses.append(F.softplus(1 - (high[:, None] - low[None, :])).mean())
    return torch.stack(losses).mean() if losses else scores.sum() * 0
