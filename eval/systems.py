"""Our search as a system to be measured: what the learner typed, resolved against the talk, looked up in an index."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from eval.found import Found, FoundPassage, Progress, in_first_mention
from eval.library import Tools, about_index, index_of
from ingest import TiyanError

if TYPE_CHECKING:
    from index import Index, SearchResult


class BankSearch:
    """`index.search` behind the assistant's reading of a follow-up turn (left out with `rewrite=False`).

    `search` replaces the index's own for an ablation: (query, k) → SearchResult.
    """

    def __init__(
        self,
        index: Index,
        name: str = "full",
        *,
        rewrite: bool = True,
        search: Callable[[str, int], SearchResult] | None = None,
    ) -> None:
        self.name = name
        self.index = index
        self._rewrite = rewrite
        self._search = search or (lambda query, k: index.search(query, k=k))

    def find(self, query: str, history: Sequence[tuple[str, tuple[str, ...]]], k: int) -> Found:
        started = perf_counter()
        asked = self._standalone(query, history) if self._rewrite and history else query
        result = self._search(asked, k)
        seconds = perf_counter() - started
        ranked = [ranked[0] for ranked in result.question_ids] or [hit.chunk.question.id for hit in result.hits]
        return Found(
            asked=asked,
            question_ids=in_first_mention(ranked),
            passages=tuple(FoundPassage(h.chunk.id, h.chunk.text, (h.chunk.question.id,)) for h in result.hits),
            in_scope=result.in_scope,
            scope_probability=round(float(result.scope_probability), 6),
            seconds=seconds,
        )

    def _standalone(self, query: str, history: Sequence[tuple[str, tuple[str, ...]]]) -> str:
        from assistant.answer import Turn
        from assistant.conversation import standalone

        turns = [Turn(earlier, "", question_ids) for earlier, question_ids in history]
        return standalone(query, turns, self.index.bank.by_id).text


def build_systems(names: Sequence[str], index: Index, tools: Tools, progress: Progress | None = None) -> list[tuple[BankSearch, dict[str, Any]]]:
    """Systems to compare with the full one, each with what there is to say about it.

    `no-rewrite` searches follow-up turns as they were typed. Any other name is an embedder's id or folder.
    """
    return [_build(name, index, tools, progress) for name in dict.fromkeys(names)]


def _build(name: str, index: Index, tools: Tools, progress: Progress | None) -> tuple[BankSearch, dict[str, Any]]:
    if name == "no-rewrite":
        return BankSearch(index, name, rewrite=False), {"change": "follow-up turns searched as typed"}
    if "/" in name or Path(name).is_dir():
        return _other_embedder(name, index, tools, progress)
    raise TiyanError(f"{name}: no such configuration; known are no-rewrite, or an embedder's id (owner/name) or folder")


def _other_embedder(name: str, index: Index, tools: Tools, progress: Progress | None) -> tuple[BankSearch, dict[str, Any]]:
    from index import open_embedder

    embedder = open_embedder(name)
    other = index_of(index.bank, tools, embedder=embedder, embedder_name=name, progress=progress)
    return BankSearch(other, name), about_index(other, name, "the same")
