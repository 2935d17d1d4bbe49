"""What a home holds: adding to it, taking from it, telling what is there. The command line and the page share this."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ingest import Bank, TiyanError, read_bank, shipped_material
from ingest.bank import same_file, unreadable
from ui.documents import Document
from ui.settings import Settings
from ui.wiring import chat_choice, embedder_opener, open_library

if TYPE_CHECKING:
    from index import Embedder, IndexReport

Progress = Callable[[int, int, str], None]


def preview(paths: Sequence[Path], *, with_shipped: bool = False, progress: Progress | None = None) -> Bank:
    """Read and nothing else. Raises TiyanError when something that was named cannot be understood."""
    bank = read_bank(_absolute(paths), with_shipped=with_shipped, progress=progress)
    _refuse_broken(bank, _absolute(paths))
    return bank


def own_bank(settings: Settings) -> Bank | None:
    """The learner's bank as it was last indexed; None while the bank that ships is in use."""
    bank = open_library(settings).bank
    return bank if is_own(bank) else None


def is_own(bank: Bank) -> bool:
    """Whether the bank is the learner's, and not the one that ships."""
    shipped = shipped_material().absolute()
    return any(not Path(file.path).is_relative_to(shipped) for file in bank.files)


def read_with_kept(
    settings: Settings,
    paths: Sequence[Path],
    *,
    with_shipped: bool = False,
    without: Sequence[Path] = (),
    progress: Progress | None = None,
) -> Bank:
    """New files together with what was ingested before, except `without`.

    What is read again takes the place of its old self. Earlier files are read as they are now; of those that are gone
    or can no longer be read, the questions stay as they were. Raises TiyanError as `preview` does.
    """
    new = _absolute(paths)
    again = [*new, *_absolute(without), *([shipped_material().absolute()] if with_shipped else [])]
    earlier = own_bank(settings) or Bank(())
    kept = [
        file.path
        for file in earlier.files
        if not file.failed and not any(Path(file.path).is_relative_to(path) for path in again)
    ]
    there = [Path(path) for path in kept if Path(path).is_file()]
    bank = read_bank([*there, *new], with_shipped=with_shipped, progress=progress)
    _refuse_broken(bank, new)
    read = {file.path for file in bank.files if not file.failed}
    return _with_lost(bank, earlier, {path for path in kept if path not in read})


def _absolute(paths: Sequence[Path]) -> list[Path]:
    return [path.expanduser().absolute() for path in paths]


def _refuse_broken(bank: Bank, named: Sequence[Path]) -> None:
    broken = [file for file in bank.files if file.failed and Path(file.path) in named]
    if broken:
        raise unreadable(broken)


def _with_lost(bank: Bank, earlier: Bank, lost: set[str]) -> Bank:
    """The bank with the questions of files that can no longer be read, as they were; copies of what is there are left out."""
    if not lost:
        return bank
    known = {question.id for question in bank.questions}
    questions = tuple(q for q in earlier.questions if q.path in lost and q.id not in known)
    files = tuple(f for f in earlier.files if f.path in lost)
    return Bank(
        (*questions, *bank.questions), (*files, *(f for f in bank.files if f.path not in lost)), bank.texts
    )


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


def remove_from_bank(
    settings: Settings,
    path: Path,
    open_embedder: Callable[[], Embedder] | None = None,
    *,
    progress: Progress | None = None,
) -> int:
    """Take a file or folder out; how many questions of the learner's are left. Raises TiyanError for a strange path."""
    from index import remove_path

    if own_bank(settings) is None:
        raise TiyanError(f"{path}: nothing has been ingested; `tiyan ingest PATH` adds to the bank")
    remove_path(settings.home, path, (open_embedder or embedder_opener(settings))(), progress=progress)
    left = own_bank(settings)
    return len(left.questions) if left else 0


def part_of_bank(
    bank: Bank, files: Sequence[str] | str | None, topics: Sequence[str] | str | None
) -> dict[str, tuple[str, ...] | None]:
    """`files` and `topics` as searching and asking take them; nothing named is None: the whole bank.

    Raises TiyanError for a file or heading that the bank does not have.
    """

    def names(given: Sequence[str] | str | None) -> tuple[str, ...]:
        return tuple(name for name in ([given] if isinstance(given, str) else given or ()) if name)

    there = {heading for question in bank.questions for heading in bank.headings_of(question)}
    for name in names(files):
        if not any(same_file(file.path, name) for file in bank.files):
            raise TiyanError(f"{name}: no such file in the bank; `tiyan status` lists its files")
    for name in names(topics):
        if name not in there:
            near = [heading for heading in there if name.casefold() in heading.casefold()] or sorted(there)
            there_are = f"there are {'、'.join(sorted(near)[:12])}" if near else "it has none"
            raise TiyanError(f"{name}: no such heading in the bank; {there_are}")
    return {"files": names(files) or None, "topics": names(topics) or None}


def status_document(settings: Settings) -> Document:
    """What is in the bank, what searches it and what answers from it. Loads no model."""
    index, choice = open_library(settings), chat_choice(settings)
    bank = index.bank
    return {
        "home": str(settings.home),
        "own": is_own(bank),
        "questions": len(bank.questions),
        "answered": sum(question.answered for question in bank.questions),
        "files": [
            {
                "path": file.path,
                "questions": file.questions,
                "warnings": len(file.warnings),
                "there": Path(file.path).is_file(),
            }
            for file in bank.files
        ],
        "chunks": sum(len(index.chunks_of(question.id)) for question in bank.questions),
        "dangling_references": list(bank.dangling_references),
        "embedder": made_by(settings.home),
        "embedder_set": settings.embedder,
        "chat_model": choice.settings.model,
        "chat_base_url": choice.settings.base_url,
        "chat_reason": choice.reason,
        "answer_length": settings.answer_length,
    }


def made_by(home: Path) -> Document:
    """The fingerprint of what embedded the bank, out of the index's manifest; the bank that ships has the bundled one."""
    from index.generation import read_manifest
    from index.store import index_folder

    folder = index_folder(home)
    try:
        name = (folder / "current").read_text(encoding="utf-8").strip()
    except FileNotFoundError:
        return {"name": "multilingual-e5-small", "dimension": 384}
    return read_manifest(folder / "generations" / name)["embedder"]
