"""What a home holds: adding to it, taking from it, telling what is there. The command line and the page share this."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ingest import Bank, TiyanError, read_bank, shipped_material
from ui.settings import Settings
from ui.wiring import embedder_opener, open_library

if TYPE_CHECKING:
    from index import Embedder, Index, IndexReport

Progress = Callable[[int, int, str], None]


def preview(paths: Sequence[Path], *, with_shipped: bool = False, progress: Progress | None = None) -> Bank:
    """Read and nothing else. Raises TiyanError when a named file cannot be understood."""
    bank = read_bank([path.expanduser() for path in paths], with_shipped=with_shipped, progress=progress)
    broken = [file for file in bank.files if file.failed and file.named]
    if broken:
        raise TiyanError("\n".join(f"{file.path}: {file.warnings[0].message}" for file in broken))
    return bank


def is_own(index: Index) -> bool:
    """Whether the bank is the learner's, and not the one that ships."""
    shipped = shipped_material().resolve()
    return any(not Path(file.path).resolve().is_relative_to(shipped) for file in index.bank.files)


def own_paths(settings: Settings) -> list[Path]:
    """Files that the learner's bank is made of; none while the bank that ships is in use."""
    index = open_library(settings)
    return [Path(file.path) for file in index.bank.files] if is_own(index) else []


def read_exactly(settings: Settings, paths: Sequence[Path]) -> Bank | None:
    """The bank of these files; None for none, which stands for the bank that ships."""
    there = [path for path in paths if path.exists()]
    return read_bank(there) if there else None


def read_with_kept(
    settings: Settings, paths: Sequence[Path], *, with_shipped: bool = False, progress: Progress | None = None
) -> Bank:
    """New files together with what was ingested before; a file read again takes the place of its old self."""
    new = preview(paths, progress=progress)
    fresh = {file.path for file in new.files}
    kept = [path for path in own_paths(settings) if str(path) not in fresh and path.exists()]
    return preview([*kept, *paths], with_shipped=with_shipped, progress=progress)


def index_bank(
    settings: Settings,
    bank: Bank | None,
    open_embedder: Callable[[], Embedder] | None = None,
    *,
    progress: Progress | None = None,
) -> IndexReport:
    """Make the home's index hold this bank; None puts the bank that ships back."""
    from index import build_index

    return build_index(bank, settings.home, (open_embedder or embedder_opener(settings))(), progress=progress)
