"""What a peer's process is told and what it leaves behind. Standard library only: it is on the clock."""

from __future__ import annotations

import json
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

DEEP, SHALLOW = 50, 10  # passages a search gives: to rank ten questions; as a reader would have them


@dataclass(frozen=True)
class Job:
    """Files to index, queries to answer. `model` is a sentence-transformers folder; `store` a folder of its own."""

    files: tuple[str, ...]
    queries: tuple[str, ...]
    model: str
    store: str
    query_prefix: str = "query: "
    passage_prefix: str = "passage: "

    def write(self, path: Path) -> None:
        path.write_text(json.dumps(asdict(self), ensure_ascii=False), encoding="utf-8")

    @classmethod
    def read(cls, path: Path) -> Job:
        row = json.loads(path.read_text(encoding="utf-8"))
        return cls(**{**row, "files": tuple(row["files"]), "queries": tuple(row["queries"])})


@dataclass(frozen=True)
class Piece:
    """A passage as the peer cut it: `file` is its path, None where the peer forgot."""

    id: str
    text: str
    file: str | None = None


@dataclass(frozen=True)
class Record:
    """Seconds and megabytes of one run; per query the ids of `DEEP` passages, of `SHALLOW`, and seconds of the latter."""

    pieces: tuple[Piece, ...]
    deep: tuple[tuple[str, ...], ...]
    shallow: tuple[tuple[str, ...], ...]
    seconds: tuple[float, ...]
    import_s: float
    model_s: float
    index_s: float
    peak_mb: float
    versions: dict[str, str] = field(default_factory=dict)

    def write(self, path: Path) -> None:
        path.write_text(json.dumps(asdict(self), ensure_ascii=False), encoding="utf-8")

    @classmethod
    def read(cls, path: Path) -> Record:
        row: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        row |= {name: tuple(tuple(ids) for ids in row[name]) for name in ("deep", "shallow")}
        return cls(
            **{**row, "pieces": tuple(Piece(**p) for p in row["pieces"]), "seconds": tuple(row["seconds"])}
        )


def now() -> float:
    """The same clock in every process of this machine."""
    return time.clock_gettime(time.CLOCK_MONOTONIC) if hasattr(time, "clock_gettime") else time.perf_counter()
