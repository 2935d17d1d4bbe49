"""Where built indexes live: generations in a home, swapped in one stroke, one writer at a time."""

from __future__ import annotations

import secrets
import shlex
import shutil
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from index.build import IndexReport, Progress, assemble, cut_for
from index.bundled_e5 import BundledE5
from index.embedder import Embedder, open_embedder
from index.generation import Generation, write_whole
from index.home import index_folder, open_cache, save_cache, writing
from index.reranker import Reranker
from index.search import Index
from index.shipped_bank import load_made, shipped_for
from ingest import Bank, TiyanError, read_bank, shipped_material

KEPT_GENERATIONS = 2  # the current one, and the one that readers may still be opening


class IndexMismatch(TiyanError):
    """The index was made by another embedder than the one that is set."""


def build_index(
    bank: Bank | None, home: Path, embedder: Embedder, *, progress: Progress | None = None
) -> IndexReport:
    """Make `home` hold an index of this bank; None goes back to the bank that ships.

    The new generation appears in one stroke; until then, and after any failure, the old one is found. Passages that
    this embedder has embedded before keep their vectors. Raises TiyanError when another process writes too long.
    """
    if bank is not None and not bank.questions:
        raise TiyanError(
            "the bank holds no question: nothing was indexed, and the index stays as it was",
            "没有读到题目：什么都没有加入，原来的题库不变",
        )
    started = time.perf_counter()
    folder = index_folder(home)
    if bank is None:
        with writing(folder):
            (folder / "current").unlink(missing_ok=True)
        return report(
            shipped_for(folder, read_bank([shipped_material()]), load_made(folder), embedder), 0, started
        )
    with writing(folder):
        cache = open_cache(folder, embedder.fingerprint)
        generation = assemble(bank, embedder, cache, progress)
        name = f"{time.strftime('%Y%m%d-%H%M%S')}-{secrets.token_hex(3)}"
        generation.save(folder / "generations" / name)
        save_cache(folder, cache)
        write_whole(folder / "current", name)
        sweep(folder, keep=name)
    return report(generation, cache.embedded, started)


def report(generation: Generation, embedded: int, started: float) -> IndexReport:
    passages = len(generation.chunks)
    embedded = min(embedded, passages)
    return IndexReport(passages, embedded, passages - embedded, time.perf_counter() - started)


def remove_path(
    home: Path, path: str | Path, embedder: Embedder, *, progress: Progress | None = None
) -> IndexReport:
    """Take a file or a folder out of the index in `home`; the last one out leaves the bank that ships."""
    current = load_current(index_folder(home))
    if current is None:
        raise TiyanError(f"{path} is not in the index: nothing has been ingested yet")
    gone = Path(path).expanduser().absolute()

    def stays(item: str) -> bool:
        return not Path(item).absolute().is_relative_to(gone)

    bank = current.bank
    if all(stays(file.path) for file in bank.files):
        raise TiyanError(f"{path} is not in the index: `tiyan status` lists what is")
    questions = tuple(q for q in bank.questions if stays(q.path))
    files = tuple(f for f in bank.files if stays(f.path))
    return build_index(Bank(questions, files) if questions else None, home, embedder, progress=progress)


def open_index(
    home: Path,
    embedder: Embedder | Callable[[], Embedder] | None = None,
    open_reranker: Callable[[], Reranker] | None = None,
) -> Index:
    """The index in `home`, or of the bank that ships where nothing was ingested.

    `embedder` may be a function that loads it, called at the first search; None stands for the bundled one;
    `open_reranker` loads a cross-encoder that reads the likely questions again. Raises
    IndexMismatch when an embedder is given that did not make the index (with a function: at the first search).
    """
    folder = index_folder(home)
    opener = open_embedder if embedder is None else embedder if callable(embedder) else lambda: embedder
    current = load_current(folder)
    if current is not None:
        if embedder is not None and not callable(embedder):
            require_same(current, embedder)
        return Index(current.bank, current.chunks, opener, partial(require_same, current), open_reranker)
    made = load_made(folder)
    if made is not None:
        return Index(
            made.bank, made.chunks, opener, partial(shipped_for, folder, made.bank, made), open_reranker
        )
    bank = read_bank([shipped_material()])
    return Index(
        bank,
        cut_for(bank.questions, BundledE5()),
        opener,
        partial(shipped_for, folder, bank, None),
        open_reranker,
    )


def require_same(generation: Generation, embedder: Embedder) -> Generation:
    """The generation, if this embedder made it. Raises IndexMismatch, which names both and the way out."""
    if generation.embedder == embedder.fingerprint:
        return generation
    made, now = described(generation.embedder), described(embedder.fingerprint)
    differs = ", ".join(
        f"{key} {generation.embedder.get(key)!r} ≠ {embedder.fingerprint.get(key)!r}"
        for key in embedder.fingerprint
        if key not in ("name", "weights_digest") and generation.embedder.get(key) != embedder.fingerprint[key]
    )
    paths = [file.path for file in generation.bank.files if not file.failed]
    listed = " ".join(shlex.quote(path) for path in paths) if 0 < len(paths) <= 3 else "PATH…"
    raise IndexMismatch(
        f"the index was made by {made}, and {now} is set{f' ({differs})' if differs else ''}: "
        f"make the index anew with: tiyan ingest {listed}",
        f"索引是用 {made} 建的，现在设的是 {now}：用 tiyan ingest {listed} 重建",
    )


def described(fingerprint: dict[str, Any]) -> str:
    return f"{fingerprint.get('name')} ({fingerprint.get('dimension')} dimensions, weights {str(fingerprint.get('weights_digest'))[:8]})"


def load_current(folder: Path) -> Generation | None:
    """The generation that `current` names; looked up again when a writer swept it away meanwhile."""
    for _ in range(3):
        try:
            name = (folder / "current").read_text(encoding="utf-8").strip()
        except FileNotFoundError:
            return None
        try:
            return Generation.load(folder / "generations" / name)
        except TiyanError:
            if (folder / "current").is_file() and (folder / "current").read_text(
                encoding="utf-8"
            ).strip() == name:
                raise
    raise TiyanError(f"the index in {folder} is being replaced over and over: try again in a moment")


def sweep(folder: Path, keep: str) -> None:
    """Remove generations that nobody needs: older ones, and what a crash left half written."""
    others = sorted((p for p in (folder / "generations").iterdir() if p.name != keep), key=lambda p: p.name)
    for old in others[: max(len(others) - KEPT_GENERATIONS + 1, 0)]:
        shutil.rmtree(old, ignore_errors=True)
