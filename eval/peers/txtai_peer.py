"""txtai: Embeddings(hybrid=True, content=True) over Textractor's paragraphs."""

from __future__ import annotations

from pathlib import Path

from eval.peers.job import Job, Piece

PACKAGES = ("txtai",)


class Txtai:
    def __init__(self, job: Job) -> None:
        self._job = job
        self._embeddings = None

    def imports(self) -> None:
        global Embeddings, Textractor
        from txtai import Embeddings
        from txtai.pipeline import Textractor

    def load_model(self) -> None:
        """It loads its model with an index; prompts come out of the model's folder."""

    def build(self) -> list[Piece]:
        extract = Textractor(paragraphs=True)
        pieces = [
            Piece(f"{Path(f).name}:{i}", text, f)
            for f in self._job.files
            for i, text in enumerate(extract(f))
        ]
        embeddings = Embeddings(path=self._job.model, hybrid=True, content=True)
        embeddings.index([(piece.id, piece.text) for piece in pieces])
        embeddings.save(self._job.store)
        return pieces

    def open(self) -> None:
        self._embeddings = Embeddings()
        self._embeddings.load(self._job.store)

    def search(self, query: str, k: int) -> list[str]:
        return [found["id"] for found in self._embeddings.search(query, k)]
