"""What was embedded once is kept by its content, for each embedder apart."""

from __future__ import annotations

import hashlib
import json
import os
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from index.array_files import alone
from index.embedder import Embedder, Encoded, fingerprint_key
from index.frame import Bearings
from index.token_match import pack

KEPT_SCOPES = 8
AT_ONCE = 1024  # titles that are embedded between two reports of progress
Progress = Callable[[int, int, str], None]


@dataclass(frozen=True, slots=True)
class Kept:
    """A text's vector (d,) float32, and ids (n,) int32 and codes (n, d / 8) of its tokens; none for a query."""

    vector: np.ndarray
    token_ids: np.ndarray
    codes: np.ndarray


class VectorCache:
    """Texts → `Kept`, and banks (by a digest of their passages) → their calibrated scope.

    Lives in one file that is replaced whole; what cannot be read is made again.
    """

    def __init__(
        self, fingerprint: dict, bearings: Bearings | None = None, kept: dict[bytes, Kept] | None = None
    ):
        self.fingerprint = fingerprint
        self.bearings = bearings
        self._kept = kept if kept is not None else {}
        self.scopes: dict[str, dict[str, Any]] = {}
        self.embedded = 0

    @staticmethod
    def file_in(folder: Path, fingerprint: dict) -> Path:
        return folder / f"{fingerprint_key(fingerprint)}.npz"

    @classmethod
    @alone
    def load(cls, path: Path, fingerprint: dict) -> VectorCache:
        """Empty when there is no such file, or one that is broken."""
        try:
            with np.load(path, allow_pickle=False) as data:
                arrays = {name: data[name] for name in data.files}
            bearings = Bearings(**{name: arrays[f"bearings_{name}"] for name in Bearings.__slots__})
            ends = np.cumsum(arrays["lengths"])
            kept = {
                arrays["keys"][i].tobytes(): Kept(
                    arrays["vectors"][i].astype(np.float32),
                    arrays["token_ids"][end - length : end],
                    arrays["codes"][end - length : end],
                )
                for i, (end, length) in enumerate(zip(ends, arrays["lengths"], strict=True))
            }
            scopes = json.loads(arrays["scopes"].tobytes())
        except (OSError, ValueError, KeyError, IndexError, TypeError, EOFError, BadZipFile, zlib.error):
            return cls(fingerprint)
        cache = cls(fingerprint, bearings, kept)
        cache.scopes = scopes
        return cache

    def save(self, path: Path, keys: Sequence[bytes] | None = None, dtype: type = np.float32) -> None:
        """Write what stands under `keys` (all by default) in one stroke."""
        kept = {key: self._kept[key] for key in (keys if keys is not None else self._kept)}
        width = len(self.bearings.language)
        arrays = {
            "keys": np.frombuffer(b"".join(kept), np.uint8).reshape(len(kept), -1),
            "vectors": np.array([k.vector for k in kept.values()], dtype).reshape(len(kept), width),
            "lengths": np.array([len(k.token_ids) for k in kept.values()], np.int64),
            "token_ids": np.concatenate([np.zeros(0, np.int32), *(k.token_ids for k in kept.values())]),
            "codes": np.concatenate(
                [np.zeros((0, -(-width // 8)), np.uint8), *(k.codes for k in kept.values())]
            ),
        }
        arrays["scopes"] = np.frombuffer(
            json.dumps(dict(list(self.scopes.items())[-KEPT_SCOPES:])).encode(), np.uint8
        )
        arrays |= {f"bearings_{name}": value for name, value in self.bearings.arrays().items()}
        path.parent.mkdir(parents=True, exist_ok=True)
        partial = path.with_suffix(".partial.npz")
        with partial.open("wb") as file:
            np.savez_compressed(file, **arrays)
            file.flush()
            os.fsync(file.fileno())
        os.replace(partial, path)

    def absorb(self, other: VectorCache) -> None:
        """Take over what another cache of the same embedder holds."""
        self.bearings = self.bearings or other.bearings
        self._kept = other._kept | self._kept
        self.scopes = other.scopes | self.scopes

    def passages(
        self, texts: Sequence[str], open_embedder: Callable[[], Embedder], progress: Progress | None = None
    ):
        """`Kept` for each passage, embedding what is new."""
        return self._all("passage", texts, open_embedder, progress)

    def queries(self, texts: Sequence[str], open_embedder: Callable[[], Embedder]) -> list[Kept]:
        """`Kept` for each query: the vector alone."""
        return self._all("query", texts, open_embedder, None)

    def keys(self, kind: str, texts: Sequence[str]) -> list[bytes]:
        return [
            hashlib.sha256(f"{kind}\0{text}".encode("utf-8", "surrogatepass")).digest()[:16] for text in texts
        ]

    def _all(self, kind: str, texts: Sequence[str], open_embedder, progress: Progress | None) -> list[Kept]:
        keys = self.keys(kind, texts)
        new = {key: text for key, text in zip(keys, texts, strict=True) if key not in self._kept}
        if new or self.bearings is None:
            embedder = open_embedder()
            if self.bearings is None:
                self.bearings = Bearings.measure(embedder)
            self._embed(kind, new, embedder, progress)
        return [self._kept[key] for key in keys]

    def _embed(self, kind: str, new: dict[bytes, str], embedder: Embedder, progress: Progress | None) -> None:
        """Texts of like length together: a batch is padded to its longest."""
        order = sorted(new, key=lambda key: len(new[key]))
        texts = [new[key] for key in order]
        if kind == "passage":
            kept = map(self._packed, embedder.encode_passages(texts))
        else:
            batches = (texts[start : start + AT_ONCE] for start in range(0, len(texts), AT_ONCE))
            kept = (
                Kept(vector, *self._none()) for batch in batches for vector in embedder.embed_queries(batch)
            )
        for done, (key, one) in enumerate(zip(order, kept, strict=True), start=1):
            self._kept[key] = one
            self.embedded += kind == "passage"
            if progress is not None:
                progress(done, len(order), "embedding")

    def _packed(self, encoded: Encoded) -> Kept:
        codes = pack(encoded.token_vectors, self.bearings)
        return Kept(encoded.vector.astype(np.float32), encoded.token_ids.astype(np.int32), codes)

    def _none(self) -> tuple[np.ndarray, np.ndarray]:
        return np.zeros(0, np.int32), np.zeros((0, -(-len(self.bearings.language) // 8)), np.uint8)
