"""LangChain's retrieval recipe: RecursiveCharacterTextSplitter(1000, 200) and FAISS; `+bm25` joins BM25Retriever."""

from __future__ import annotations

import warnings
from pathlib import Path

from eval.peers.job import Job, Piece

PACKAGES = ("langchain-community", "langchain-huggingface", "langchain-text-splitters", "langchain-classic")


class LangChainRecipe:
    hybrid = False

    def __init__(self, job: Job) -> None:
        self._job = job

    def imports(self) -> None:
        global \
            FAISS, \
            BM25Retriever, \
            EnsembleRetriever, \
            HuggingFaceEmbeddings, \
            RecursiveCharacterTextSplitter, \
            TextLoader
        warnings.simplefilter("ignore", DeprecationWarning)
        import sentence_transformers  # noqa: F401  (HuggingFaceEmbeddings imports it when it is made)
        from langchain_community.document_loaders import TextLoader
        from langchain_community.vectorstores import FAISS
        from langchain_huggingface import HuggingFaceEmbeddings
        from langchain_text_splitters import RecursiveCharacterTextSplitter

        if self.hybrid:
            from langchain_classic.retrievers import EnsembleRetriever
            from langchain_community.retrievers import BM25Retriever

    def load_model(self) -> None:
        self._embeddings = HuggingFaceEmbeddings(
            model_name=self._job.model,
            encode_kwargs={"prompt_name": "document"},
            query_encode_kwargs={"prompt_name": "query"},
        )

    def build(self) -> list[Piece]:
        documents = [d for file in self._job.files for d in TextLoader(file, encoding="utf-8").load()]
        splitter = RecursiveCharacterTextSplitter(chunk_size=1000, chunk_overlap=200, add_start_index=True)
        splits = splitter.split_documents(documents)
        FAISS.from_documents(splits, self._embeddings).save_local(self._job.store)
        return [Piece(_key(d), d.page_content, d.metadata["source"]) for d in splits]

    def open(self) -> None:
        self._store = FAISS.load_local(
            self._job.store, self._embeddings, allow_dangerous_deserialization=True
        )
        if self.hybrid:  # it lives in memory only: made again whenever the index is opened
            ids = self._store.index_to_docstore_id
            self._terms = BM25Retriever.from_documents(
                [self._store.docstore.search(ids[i]) for i in range(len(ids))]
            )

    def search(self, query: str, k: int) -> list[str]:
        dense = self._store.as_retriever(search_kwargs={"k": k})
        if not self.hybrid:
            return [_key(d) for d in dense.invoke(query)]
        self._terms.k = k
        both = EnsembleRetriever(retrievers=[self._terms, dense], weights=[0.5, 0.5])
        return [_key(d) for d in both.invoke(query)]


class LangChainHybrid(LangChainRecipe):
    hybrid = True


def _key(document: object) -> str:
    metadata = document.metadata  # type: ignore[attr-defined]
    return f"{Path(metadata['source']).name}:{metadata['start_index']}:{len(document.page_content)}"  # type: ignore[attr-defined]
