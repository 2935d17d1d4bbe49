"""How the bundled encoder reads the tokens of a query, turned towards the passages that answer it.

Low-rank changes of its dense layers (LoRA, Hu et al. 2021, arXiv 2106.09685), for queries alone: passages are read as
before, so what was embedded stays. `python -m eval.fit_queries` trains them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import numpy as np

from index.e5_numpy import NumpyE5

WEIGHTS = "query_adapter.npz"
PATH = Path(__file__).parent / WEIGHTS


def digest() -> str:
    """SHA-256 of the weights."""
    return hashlib.sha256(PATH.read_bytes()).hexdigest()


@cache
def adapted_layers(encoder: NumpyE5) -> list[Mapping[str, np.ndarray]]:
    """The encoder's layers as queries are read by them."""
    with np.load(PATH, allow_pickle=False) as weights:
        return with_changes(encoder, {name: weights[name] for name in weights.files})


def with_changes(encoder: NumpyE5, weights: Mapping[str, np.ndarray]) -> list[Mapping[str, np.ndarray]]:
    """The encoder's layers, in layer 3 `q.down` (rank, in) and `q.up` (out, rank) beside `q` out of `3.q.down`, …"""
    layers: list[dict[str, np.ndarray]] = [dict(layer) for layer in encoder.layers]
    for name, array in weights.items():
        layer, _, part = name.partition(".")
        layers[int(layer)][part] = array.astype(np.float32)
    return layers
