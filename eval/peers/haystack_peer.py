"""Haystack: its hybrid retrieval tutorial, with the default DocumentSplitter.

The tutorial ends in a cross-encoder that ranks again; here reciprocal ranks join the two lists.
"""

from __future__ import annotations

import itertools
from typing import Any

from eval.peers.job import Job, Piece

PACKAGES = ("haystack-ai", "sentence-transformers-haystack")


class Haystack:
    def __init__(self, job: Job) -> None:
        self._job = job
        self._file = f"{job.store}/store.json"

    def imports(self) -> None:
        global DocumentJoiner, DocumentSplitter, DocumentWriter, InMemoryBM25Retriever, InMemoryDocumentStore
        global InMemoryEmbeddingRetriever, MarkdownToDocument, Pipeline, DocumentEmbedder, TextEmbedder
        from haystack import Pipeline
        from haystack.components.converters import MarkdownToDocument
        from haystack.components.joiners import DocumentJoiner
        from haystack.components.preprocessors.document_splitter import DocumentSplitter
        from haystack.components.retrievers.in_memory import InMemoryBM25Retriever, InMemoryEmbeddingRetriever
        from haystack.components.writers import DocumentWriter
        from haystack.document_stores.in_memory import InMemoryDocumentStore
        from haystack_integrations.components.embedders.sentence_transformers import (
            SentenceTransformersDocumentEmbedder as DocumentEmbedder,
        )
        from haystack_integrations.components.embedders.sentence_transformers import (
            SentenceTransformersTextEmbedder as TextEmbedder,
        )

    def load_model(self) -> None:
        self._text_embedder()

    def build(self) -> list[Piece]:
        store = InMemoryDocumentStore()
        pipeline = Pipeline()
        embedder = DocumentEmbedder(
            model=self._job.model, prefix=self._job.passage_prefix, progress_bar=False
        )
        embedder.warm_up()
        parts: list[tuple[str, Any]] = [
            ("converter", MarkdownToDocument(progress_bar=False)),
            ("splitter", DocumentSplitter()),
            ("embedder", embedder),
            ("writer", DocumentWriter(document_store=store)),
        ]
        _chain(pipeline, parts)
        pipeline.run({"converter": {"sources": list(self._job.files)}})
        store.save_to_disk(self._file)
        return [Piece(d.id, d.content, d.meta.get("file_path")) for d in store.filter_documents()]

    def open(self) -> None:
        store = InMemoryDocumentStore.load_from_disk(self._file)
        self._pipeline = Pipeline()
        self._pipeline.add_component("text_embedder", self._text_embedder())
        self._pipeline.add_component("dense", InMemoryEmbeddingRetriever(store))
        self._pipeline.add_component("terms", InMemoryBM25Retriever(store))
        self._pipeline.add_component("joiner", DocumentJoiner(join_mode="reciprocal_rank_fusion"))
        self._pipeline.connect("text_embedder", "dense")
        self._pipeline.connect("terms", "joiner")
        self._pipeline.connect("dense", "joiner")

    def search(self, query: str, k: int) -> list[str]:
        found = self._pipeline.run(
            {"text_embedder": {"text": query}, "terms": {"query": query, "top_k": k}, "dense": {"top_k": k}}
        )
        return [document.id for document in found["joiner"]["documents"]]

    def _text_embedder(self) -> Any:
        """A component belongs to one pipeline; the model behind a second one is the same."""
        embedder = TextEmbedder(model=self._job.model, prefix=self._job.query_prefix, progress_bar=False)
        embedder.warm_up()
        return embedder


def _chain(pipeline: Any, parts: list[tuple[str, Any]]) -> None:
    for name, part in parts:
        pipeline.add_component(name, part)
    for (left, _), (right, _) in itertools.pairwise(parts):
        pipeline.connect(left, right)
