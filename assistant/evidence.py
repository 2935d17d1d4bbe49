"""Which passages an answer may stand on: chosen from a search, grouped by question, numbered."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from assistant.sentences import cut_to

if TYPE_CHECKING:
    from index import Hit, Index, SearchResult
    from index.chunk import Chunk
    from ingest.question import Question


@dataclass(frozen=True, slots=True)
class Passage:
    """A numbered passage. `text` is the chunk's, cut after a sentence where the budget was short."""

    number: int
    hit: Hit
    text: str

    @property
    def id(self) -> str:
        return self.hit.chunk.id


@dataclass(frozen=True, slots=True)
class Evidence:
    """Passages grouped by question, best question first, in the bank's order within each."""

    passages: tuple[Passage, ...] = ()

    @property
    def hits(self) -> dict[str, Hit]:
        return {passage.id: passage.hit for passage in self.passages}

    @property
    def questions(self) -> tuple[Question, ...]:
        return tuple({p.hit.chunk.question.id: p.hit.chunk.question for p in self.passages}.values())

    def of(self, question_id: str) -> tuple[Passage, ...]:
        return tuple(p for p in self.passages if p.hit.chunk.question.id == question_id)

    @property
    def markers(self) -> dict[str, str]:
        """What a marker may say: a passage's number or label, or a question's label for its best passage."""
        known = {}
        for question in self.questions:
            if question.number_source != "assigned":
                known[question.label] = max(self.of(question.id), key=lambda p: p.hit.score).id
        pieces: dict[str, str] = {}
        for passage in self.passages:
            pieces.setdefault(passage.hit.chunk.label, passage.id)
        return known | pieces | {str(p.number): p.id for p in self.passages}


def estimate_tokens(text: str) -> int:
    """Tokens of `text` for any of today's tokenizers, rather too many: one a Chinese character, one for three others."""
    chinese = sum(1 for char in text if "\u2e80" <= char <= "\uffef")
    return chinese + (len(text) - chinese + 2) // 3


def hit_for(chunk: Chunk, hits: Iterable[Hit]) -> Hit:
    """The hit that found `chunk`, or one without a score for a chunk that comes along with its question."""
    from index import Hit

    return next((hit for hit in hits if hit.chunk.id == chunk.id), Hit(chunk, 0.0, None, None))


def gather(result: SearchResult, index: Index, question_ids: Sequence[str], budget: int = 3000) -> Evidence:
    """Passages of `question_ids` (best first) that fit `budget` tokens.

    What the search found comes first, then the first question's summary and key point, then the rest of it: a point
    reads badly without its neighbours. Titles are the groups' headings, not passages.
    """
    wanted = set(question_ids)
    order: dict[str, Hit] = {}
    for hit in result.hits:
        if hit.chunk.question.id in wanted and hit.chunk.role != "title":
            order.setdefault(hit.chunk.id, hit)
    for rank, question_id in enumerate(question_ids):
        chunks = [chunk for chunk in index.chunks_of(question_id) if chunk.role not in ("title", "sources")]
        chunks.sort(key=lambda chunk: chunk.role not in ("summary", "key_point"))
        for chunk in chunks:
            if rank == 0 or chunk.role in ("summary", "key_point"):
                order.setdefault(chunk.id, hit_for(chunk, result.hits))
    chosen: dict[str, tuple[Hit, str]] = {}
    for id, hit in order.items():
        cost = estimate_tokens(hit.chunk.text) + 12
        if cost <= budget:
            chosen[id] = (hit, hit.chunk.text)
            budget -= cost
        elif not chosen:
            text = cut_to(hit.chunk.text, max(1, budget - 12))
            chosen[id] = (hit, text)
            break
    passages = []
    for question_id in question_ids:
        for chunk in index.chunks_of(question_id):
            if chunk.id in chosen:
                hit, text = chosen[chunk.id]
                passages.append(Passage(len(passages) + 1, hit, text))
    return Evidence(tuple(passages))
