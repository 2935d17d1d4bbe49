"""The bank that ships, put together once in a home and then loaded like any other."""

from __future__ import annotations

import hashlib
import secrets
import shutil
from contextlib import suppress
from pathlib import Path

from index.build import assemble
from index.embedder import Embedder
from index.generation import FORMAT, Generation
from index.home import SHIPPED, open_cache, save_cache, writing
from index.scope import revision
from ingest import Bank, TiyanError, shipped_material


def shipped_for(folder: Path, bank: Bank, made: Generation | None, embedder: Embedder) -> Generation:
    """The shipped bank for this embedder; what has no vector yet is embedded now, and all of it kept in the home."""
    if made is not None and made.embedder == embedder.fingerprint:
        return made
    cache = open_cache(folder, embedder.fingerprint)
    made = assemble(bank, embedder, cache)
    with suppress(OSError), writing(folder):  # a home that cannot be written to costs time, nothing else
        if cache.embedded:
            save_cache(folder, cache)
        keep_made(folder, made)
    return made


def made_name() -> str:
    """Changes with the material and the vectors that ship, with what passages are made of, and how scope is judged."""
    digest = hashlib.sha256(f"{FORMAT} {revision()}".encode())
    for path in sorted([*shipped_material().iterdir(), *SHIPPED.iterdir()]):
        digest.update(path.name.encode() + path.read_bytes() if path.is_file() else b"")
    return f"shipped-{digest.hexdigest()[:16]}"


def load_made(folder: Path) -> Generation | None:
    """The shipped bank as this home has put it together before, if the material is still the same."""
    with suppress(TiyanError, OSError):
        if (there := folder / made_name()).is_dir():
            return Generation.load(there)
    return None


def keep_made(folder: Path, generation: Generation) -> None:
    for old in folder.glob("shipped-*"):
        shutil.rmtree(old, ignore_errors=True)
    partial_folder = folder / f"shipped-{secrets.token_hex(3)}.partial"
    generation.save(partial_folder)
    partial_folder.rename(folder / made_name())
