"""One built index, whole: the bank, its passages, and all that searching them takes; to disk and back."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from index.array_files import alone
from index.chunk import Chunk
from index.frame import Bearings, Frame
from index.lexical_index import LexicalIndex
from index.token_match import TokenTable
from index.vector_index import VectorIndex
from ingest import Bank, FileReport, TiyanError
from ingest.serialize import question_from_dict, question_to_dict

FORMAT = 2
PLACE = ("role", "text", "line_start", "line_end", "ordinal", "piece", "heading", "kind")


@dataclass(frozen=True)
class Generation:
    """`vectors`, `tokens` and `passage_terms` have a row for each of `chunks`, `question_terms` for each question."""

    bank: Bank
    chunks: tuple[Chunk, ...]
    vectors: VectorIndex
    tokens: TokenTable
    question_terms: LexicalIndex
    passage_terms: LexicalIndex
    bearings: Bearings
    frame: Frame
    embedder: dict[str, Any]
    scope: dict[str, Any]

    @cached_property
    def owner(self) -> np.ndarray:
        """(passages,) the row of each passage's question; rises with the passages."""
        rows = {question.id: row for row, question in enumerate(self.bank.questions)}
        return np.array([rows[chunk.question.id] for chunk in self.chunks], np.int64)

    @cached_property
    def starts(self) -> np.ndarray:
        """(questions + 1,) passages of question i are starts[i]:starts[i+1]."""
        return np.searchsorted(self.owner, np.arange(len(self.bank.questions) + 1))

    @cached_property
    def mean_lengths(self) -> np.ndarray:
        """(questions,) length of the mean of each question's passage vectors."""
        sums = np.add.reduceat(self.vectors.rows(), self.starts[:-1], axis=0)
        return np.maximum(np.linalg.norm(sums, axis=1) / np.diff(self.starts), 1e-9)

    def save(self, folder: Path) -> None:
        """Write every part, then the manifest with their digests."""
        folder.mkdir(parents=True)
        write_lines(folder / "questions.jsonl", (question_to_dict(q) for q in self.bank.questions))
        write_lines(folder / "files.jsonl", (asdict(replace(f, outside=())) for f in self.bank.files))
        write_lines(folder / "passages.jsonl", (passage_to_dict(chunk) for chunk in self.chunks))
        self.vectors.save(folder / "vectors.faiss")
        arrays = {f"bearings_{k}": v for k, v in self.bearings.arrays().items()}
        arrays |= {f"frame_{k}": v for k, v in self.frame.arrays().items()}
        tokens = self.tokens
        np.savez(
            folder / "tokens.npz",
            starts=tokens.starts,
            offset=tokens.offset,
            ids=tokens.ids,
            counts=tokens.counts,
        )
        np.save(folder / "codes.npy", tokens.codes, allow_pickle=False)
        np.savez(folder / "frame.npz", **arrays)
        self.question_terms.save(folder / "question_terms")
        self.passage_terms.save(folder / "passage_terms")
        manifest = {
            "format": FORMAT,
            "embedder": self.embedder,
            "questions": len(self.bank.questions),
            "passages": len(self.chunks),
            "vectors": len(self.vectors),
            "tokens": len(tokens.codes),
            "scope": self.scope,
            "digests": {str(p.relative_to(folder).as_posix()): digest_of(p) for p in parts_of(folder)},
        }
        write_whole(folder / "manifest.json", json.dumps(manifest, ensure_ascii=False, indent=1))

    @classmethod
    @alone
    def load(cls, folder: Path, relocate: Callable[[str], str] = str) -> Generation:
        """Read and check every part. `relocate` maps the paths of the bank's files.

        Raises TiyanError when the manifest, a digest or a count does not fit.
        """
        manifest = read_manifest(folder)
        for name, digest in manifest["digests"].items():
            if not (folder / name).is_file() or digest_of(folder / name) != digest:
                raise damaged(folder, name)
        try:
            questions = [question_from_dict(q) for q in read_lines(folder / "questions.jsonl")]
            questions = [replace(q, path=relocate(q.path)) for q in questions]
            files = tuple(file_from_dict(f, relocate) for f in read_lines(folder / "files.jsonl"))
            by_id = {q.id: q for q in questions}
            chunks = tuple(passage_from_dict(p, by_id) for p in read_lines(folder / "passages.jsonl"))
            with np.load(folder / "tokens.npz", allow_pickle=False) as data:
                tokens = TokenTable(np.load(folder / "codes.npy", mmap_mode="r", allow_pickle=False), **data)
            with np.load(folder / "frame.npz", allow_pickle=False) as data:
                bearings, frame = (
                    kind(**{name: data[f"{prefix}_{name}"] for name in kind.__slots__})
                    for kind, prefix in ((Bearings, "bearings"), (Frame, "frame"))
                )
            loaded = cls(
                bank=Bank(tuple(questions), files),
                chunks=chunks,
                vectors=VectorIndex.load(folder / "vectors.faiss"),
                tokens=tokens,
                question_terms=LexicalIndex.load(folder / "question_terms"),
                passage_terms=LexicalIndex.load(folder / "passage_terms"),
                bearings=bearings,
                frame=frame,
                embedder=manifest["embedder"],
                scope=manifest["scope"],
            )
        except (OSError, ValueError, KeyError, TypeError, RuntimeError) as error:
            raise damaged(folder, str(error)) from error
        loaded.check(folder, manifest)
        return loaded

    def check(self, folder: Path, manifest: dict[str, Any]) -> None:
        """Every part speaks of the same questions and passages."""
        counts = {
            "questions": {len(self.bank.questions), len(self.question_terms)},
            "passages": {len(self.chunks), len(self.tokens), len(self.passage_terms)},
            "vectors": {len(self.vectors), len(self.chunks)},
            "tokens": {len(self.tokens.codes), int(self.tokens.starts[-1])},
        }
        for name, found in counts.items():
            if found != {manifest[name]}:
                raise damaged(folder, f"{name}: {sorted(found)} against {manifest[name]}")


def damaged(folder: Path, what: str) -> TiyanError:
    return TiyanError(
        f"the index in {folder} is damaged ({what}): make it anew with: tiyan ingest PATH…",
        f"{folder} 里的索引坏了（{what}）：用 tiyan ingest 路径… 重建",
    )


def read_manifest(folder: Path) -> dict[str, Any]:
    try:
        manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
        form = manifest["format"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise damaged(folder, "manifest.json") from error
    if form != FORMAT:
        raise TiyanError(
            f"the index in {folder} has form {form}, this version reads {FORMAT}: make it anew with: tiyan ingest PATH…",
            f"{folder} 里的索引是第 {form} 版格式，这一版读第 {FORMAT} 版：用 tiyan ingest 路径… 重建",
        )
    return manifest


def parts_of(folder: Path) -> Iterable[Path]:
    return sorted(p for p in folder.rglob("*") if p.is_file() and p.name != "manifest.json")


def digest_of(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def write_lines(path: Path, rows: Iterable[dict[str, Any]]) -> None:
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")


def read_lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line]


def write_whole(path: Path, text: str) -> None:
    """The old content or the new one, nothing between."""
    partial = path.with_name(path.name + ".partial")
    with partial.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    os.replace(partial, path)


def passage_to_dict(chunk: Chunk) -> dict[str, Any]:
    return {"id": chunk.id, "question": chunk.question.id} | {name: getattr(chunk, name) for name in PLACE}


def passage_from_dict(data: dict[str, Any], questions: dict[str, Any]) -> Chunk:
    return Chunk(id=data["id"], question=questions[data["question"]], **{name: data[name] for name in PLACE})


def file_from_dict(data: dict[str, Any], relocate: Callable[[str], str]) -> FileReport:
    from ingest.parse import Warning_

    warnings = tuple(Warning_(**w) for w in data["warnings"])
    return FileReport(**data | {"path": relocate(data["path"]), "warnings": warnings, "outside": ()})
