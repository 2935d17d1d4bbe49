"""What a search gives back."""

from __future__ import annotations

from dataclasses import dataclass

from index.chunk import Chunk


@dataclass(frozen=True, slots=True)
class Hit:
    """A passage with its relevance in [0, 1], and its ranks (from 1) among all passages by vectors and by words."""

    chunk: Chunk
    score: float
    dense_rank: int | None = None
    term_rank: int | None = None


@dataclass(frozen=True, slots=True)
class SearchResult:
    """`hits` and `question_ids` (id, score in [0, 1]) are best first.

    `in_scope`: the bank answers the query, with `scope_probability`. `reason` is "ok", "off_topic", "unanswered" (the
    bank has the question and no answer), "greeting", "unknown_number" (a number that no question states) or "empty".
    """

    query: str
    hits: tuple[Hit, ...]
    question_ids: tuple[tuple[str, float], ...]
    in_scope: bool
    scope_probability: float
    reason: str
