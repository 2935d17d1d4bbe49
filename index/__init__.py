"""A `Bank` → passages, vectors and terms on disk; then a query → `Hit`s."""

from index.build import IndexReport
from index.chunk import Chunk, cut_questions
from index.embedder import Embedder, open_embedder
from index.reranker import Reranker, open_reranker, reranker_opener
from index.result import Hit, SearchResult
from index.search import Index
from index.store import IndexMismatch, build_index, open_index, remove_path

__all__ = [
    "Chunk",
    "Embedder",
    "Hit",
    "Index",
    "IndexMismatch",
    "IndexReport",
    "Reranker",
    "SearchResult",
    "build_index",
    "cut_questions",
    "open_embedder",
    "open_index",
    "open_reranker",
    "remove_path",
    "reranker_opener",
]
