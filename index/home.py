"""Where a home keeps its index, what it has embedded, and the lock for writers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from index.vector_cache import VectorCache
from ingest import TiyanError

WAIT_SECONDS = 600
SHIPPED = Path(__file__).parent / "shipped"


def index_folder(home: Path) -> Path:
    return Path(home) / "index"


def open_cache(folder: Path, fingerprint: dict[str, Any]) -> VectorCache:
    """What this embedder has embedded for this home, and for the bank that ships."""
    cache = VectorCache.load(VectorCache.file_in(folder / "vectors", fingerprint), fingerprint)
    cache.absorb(VectorCache.load(VectorCache.file_in(SHIPPED, fingerprint), fingerprint))
    return cache


def save_cache(folder: Path, cache: VectorCache) -> None:
    cache.save(VectorCache.file_in(folder / "vectors", cache.fingerprint))


@contextmanager
def writing(folder: Path) -> Iterator[None]:
    """One writer at a time; readers need no lock."""
    from filelock import FileLock, Timeout

    folder.mkdir(parents=True, exist_ok=True)
    try:
        with FileLock(folder / "lock", timeout=WAIT_SECONDS):
            yield
    except Timeout as error:
        raise TiyanError(
            f"another tiyan is writing to {folder}: wait until it is done, and try again",
            f"另一个 tiyan 正在写 {folder}：等它写完再试",
        ) from error
