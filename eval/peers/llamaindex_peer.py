"""LlamaIndex: VectorStoreIndex over SimpleDirectoryReader, cut by its default SentenceSplitter or MarkdownNodeParser."""

from __future__ import annotations

from eval.peers.job import Job, Piece

PACKAGES = ("llama-index-core", "llama-index-embeddings-huggingface")


class LlamaIndexSentences:
    markdown = False

    def __init__(self, job: Job) -> None:
        self._job = job

    def imports(self) -> None:
        global \
            HuggingFaceEmbedding, \
            MarkdownNodeParser, \
            Settings, \
            SimpleDirectoryReader, \
            StorageContext, \
            VectorStoreIndex, \
            load_index_from_storage
        from llama_index.core import (
            Settings,
            SimpleDirectoryReader,
            StorageContext,
            VectorStoreIndex,
            load_index_from_storage,
        )
        from llama_index.core.node_parser import MarkdownNodeParser
        from llama_index.embeddings.huggingface import HuggingFaceEmbedding

    def load_model(self) -> None:
        Settings.embed_model = HuggingFaceEmbedding(
            model_name=self._job.model,
            query_instruction=self._job.query_prefix,
            text_instruction=self._job.passage_prefix,
        )

    def build(self) -> list[Piece]:
        documents = SimpleDirectoryReader(input_files=list(self._job.files)).load_data()
        if self.markdown:
            index = VectorStoreIndex(MarkdownNodeParser().get_nodes_from_documents(documents))
        else:
            index = VectorStoreIndex.from_documents(documents)
        index.storage_context.persist(persist_dir=self._job.store)
        return [
            Piece(n.node_id, n.get_content(), n.metadata.get("file_path"))
            for n in index.docstore.docs.values()
        ]

    def open(self) -> None:
        self._index = load_index_from_storage(StorageContext.from_defaults(persist_dir=self._job.store))

    def search(self, query: str, k: int) -> list[str]:
        return [hit.node.node_id for hit in self._index.as_retriever(similarity_top_k=k).retrieve(query)]


class LlamaIndexMarkdown(LlamaIndexSentences):
    markdown = True
