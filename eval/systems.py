"""Our search as a system to be measured, and what it can be compared with by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from eval.ablation import WITHOUT, PlainQueries, SignalSearch, WithoutTokens, weights
from eval.found import Found, FoundPassage, Progress, System, in_first_mention
from eval.library import Opened, Tools, about_index, index_of
from ingest import TiyanError

if TYPE_CHECKING:
    from index import Index

NAMES = {
    "dense": "vectors alone",
    "terms": "words alone (BM25)",
    "rrf": "vectors and words, reciprocal ranks",
    "no-tokens": "single tokens not matched",
    "no-adapter": "tokens of queries read by the plain encoder",
    **{name: said for name, (said, _) in WITHOUT.items()},
    "no-rewrite": "follow-up turns searched as they were typed",
}

OTHERWISE = {"no-tokens": WithoutTokens, "no-adapter": PlainQueries}
RERANK = "rerank="


class BankSearch:
    """`index.search` behind the assistant's reading of a follow-up turn (left out with `rewrite=False`).

    `changed` are weights set for each search, see `eval.ablation.weights`.
    """

    def __init__(
        self,
        index: Index,
        name: str = "full",
        *,
        rewrite: bool = True,
        changed: Mapping[str, Any] | None = None,
    ) -> None:
        self.name = name
        self.index = index
        self._rewrite = rewrite
        self._changed = changed or {}

    def find(self, query: str, history: Sequence[tuple[str, tuple[str, ...]]], k: int) -> Found:
        started = perf_counter()
        asked = self._standalone(query, history) if self._rewrite and history else query
        with weights(self._changed):
            result = self.index.search(asked, k=k)
        seconds = perf_counter() - started
        return Found(
            asked=asked,
            question_ids=in_first_mention(question_id for question_id, _ in result.question_ids),
            passages=tuple(
                FoundPassage(h.chunk.id, h.chunk.text, (h.chunk.question.id,)) for h in result.hits
            ),
            in_scope=result.in_scope,
            scope_probability=round(float(result.scope_probability), 4),
            seconds=seconds,
        )

    def _standalone(self, query: str, history: Sequence[tuple[str, tuple[str, ...]]]) -> str:
        from assistant import Turn
        from assistant.conversation import standalone

        turns = [Turn(earlier, "", question_ids) for earlier, question_ids in history]
        return standalone(query, turns, self.index.bank.by_id).text


def check_names(names: Sequence[str]) -> None:
    """Raises TiyanError for a name that means nothing, before anything is run."""
    for name in names:
        embedder = "/" in name or Path(name).is_dir()
        if name not in NAMES and not embedder and not name.startswith(RERANK):
            raise TiyanError(
                f"{name}: no such configuration; known are {', '.join(NAMES)}, an embedder's id (owner/name) or folder, "
                f"or {RERANK}ID for a cross-encoder"
            )


def build_systems(
    names: Sequence[str], opened: Opened, tools: Tools, progress: Progress | None = None
) -> list[tuple[System, dict[str, Any]]]:
    """Systems to compare with the full one, each with what there is to say about it.

    A name is one of `NAMES`, an embedder's id or folder, or `rerank=` and a cross-encoder's.
    """
    return [_build(name, opened, tools, progress) for name in dict.fromkeys(names)]


def _build(
    name: str, opened: Opened, tools: Tools, progress: Progress | None
) -> tuple[System, dict[str, Any]]:
    index = opened.index
    other = "likely questions read again" if name.startswith(RERANK) else "another embedder"
    about = {"change": NAMES.get(name, other)}
    if name in ("dense", "terms", "rrf"):
        return SignalSearch(index, name), about
    if name == "no-rewrite":
        return BankSearch(index, name, rewrite=False), about
    if name in OTHERWISE:
        read_otherwise = OTHERWISE[name](tools.open_embedder())
        return BankSearch(opened.reopen(read_otherwise, tools.open_reranker), name), about
    if name.startswith(RERANK):
        from index import reranker_opener

        opener = reranker_opener(name.removeprefix(RERANK))
        return BankSearch(opened.reopen(tools.open_embedder, opener), name), about
    if name in WITHOUT:
        return BankSearch(index, name, changed=WITHOUT[name][1]), about
    from index import open_embedder

    embedder = open_embedder(name)
    other = index_of(index.bank, tools, opened.name, embedder=embedder, embedder_name=name, progress=progress)
    return BankSearch(other.index, name), about | about_index(other, name)
