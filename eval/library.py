"""Where the index of an evaluation comes from: the shipped one, the one at home, or one made for the occasion."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from eval.evaluation import bank_digest
from eval.folding import match_key
from ingest import Bank, TiyanError, read_bank, shipped_material

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

    from assistant import StudyAssistant
    from index import Embedder, Index, Reranker

Progress = Callable[[int, int, str], None]


@dataclass(frozen=True)
class Tools:
    """What the caller's settings open; each is called only where it is needed.

    `embedder` names the embedder that is set, None for the bundled one, `reranker` the cross-encoder, if any. Indexes
    made for an evaluation are kept under `home`/eval, so that a second run embeds nothing.
    """

    home: Path
    embedder: str | None
    open_embedder: Callable[[], Embedder]
    open_library: Callable[[], Index]
    make_assistant: Callable[[Index], StudyAssistant]
    make_chat_model: Callable[[], BaseChatModel | None]
    reranker: str | None = None

    @property
    def open_reranker(self) -> Callable[[], Reranker] | None:
        from index import reranker_opener

        return reranker_opener(self.reranker)


@dataclass(frozen=True)
class Opened:
    """An index, and how to open it once more with an embedder that makes the same vectors, and a reranker."""

    index: Index
    reopen: Callable[..., Index]
    name: str


def shipped_index(tools: Tools, progress: Progress | None = None) -> Opened:
    """The bank that ships, whatever was ingested; its vectors come with it unless another embedder is set."""
    if tools.embedder is not None:
        return index_of(read_bank([shipped_material()]), tools, "shipped", progress=progress)
    from index import open_index

    folder = tools.home / "eval" / "shipped"
    index = open_index(folder, tools.open_embedder, tools.open_reranker)
    return Opened(index, partial(open_index, folder), "shipped")


def index_of_paths(paths: Sequence[Path], tools: Tools, progress: Progress | None = None) -> Opened:
    bank = read_bank(paths)
    failed = [report for report in bank.files if report.failed and report.named]
    if failed:
        raise TiyanError(f"{failed[0].path}: {failed[0].warnings[0].message}")
    return index_of(bank, tools, ", ".join(map(str, paths)), progress=progress)


def index_of(
    bank: Bank,
    tools: Tools,
    name: str,
    *,
    embedder: Embedder | None = None,
    embedder_name: str | None = None,
    progress: Progress | None = None,
) -> Opened:
    """An index of `bank`, kept at home under its content and its embedder's name."""
    from index import build_index, open_index

    made_by = match_key(embedder_name or tools.embedder or "bundled").replace("/", "-")[-40:]
    folder = tools.home / "eval" / f"{bank_digest(bank)}-{made_by}"
    embedder = embedder or tools.open_embedder()
    build_index(bank, folder, embedder, progress=progress)
    return Opened(open_index(folder, embedder, tools.open_reranker), partial(open_index, folder), name)


def ingested_index(tools: Tools) -> Opened:
    from index import open_index

    return Opened(tools.open_library(), partial(open_index, tools.home), "ingested")


def about_index(opened: Opened, embedder: str) -> dict[str, Any]:
    """What the reader of a report wants to know of it."""
    index = opened.index
    passages = sum(len(index.chunks_of(q.id)) for q in index.bank.questions)
    return {
        "bank": opened.name,
        "embedder": embedder,
        "questions": len(index.bank.questions),
        "passages": passages,
    }
