"""The index and its embedder as LangChain's own kinds, so that they drop into anyone's chain."""

from __future__ import annotations

from typing import Any

from langchain_core.callbacks import CallbackManagerForRetrieverRun
from langchain_core.documents import Document
from langchain_core.embeddings import Embeddings
from langchain_core.retrievers import BaseRetriever
from pydantic import ConfigDict, Field

from index.embedder import Embedder
from index.result import Hit
from index.search import Index


class TiyanEmbeddings(Embeddings):
    """LangChain's `Embeddings` over one of our embedders: unit vectors, prefixes included."""

    def __init__(self, embedder: Embedder):
        self._embedder = embedder

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return self._embedder.embed_passages(texts).tolist()

    def embed_query(self, text: str) -> list[float]:
        return self._embedder.embed_queries([text])[0].tolist()


class TiyanRetriever(BaseRetriever):
    """LangChain's retriever over an `Index`: one document a passage, best first.

    With `in_scope_only` a query that the bank does not answer finds nothing. `filters` are those of `Index.search`.
    """

    model_config = ConfigDict(arbitrary_types_allowed=True)

    index: Index
    k: int = 5
    in_scope_only: bool = True
    filters: dict[str, Any] = Field(default_factory=dict)

    def _get_relevant_documents(
        self, query: str, *, run_manager: CallbackManagerForRetrieverRun
    ) -> list[Document]:
        result = self.index.search(query, self.k, **self.filters)
        if self.in_scope_only and not result.in_scope:
            return []
        return [document(hit) for hit in result.hits]


def document(hit: Hit) -> Document:
    """A passage with what a citation needs: label, place, question and score."""
    chunk = hit.chunk
    return Document(
        id=chunk.id,
        page_content=chunk.text,
        metadata={
            "label": chunk.label,
            "role": chunk.role,
            "question_id": chunk.question.id,
            "number": chunk.question.number,
            "title": chunk.question.title,
            "source": chunk.question.path,
            "line_start": chunk.line_start,
            "line_end": chunk.line_end,
            "score": hit.score,
        },
    )
