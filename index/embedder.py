"""What turns text into vectors: the seam, any sentence-transformers model behind it, and the door to the bundled one."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

import numpy as np

from ingest.errors import TiyanError

BATCH = 32
LONGEST_WINDOW = 2048  # a model may read more, but a passage that long points nowhere


@dataclass(frozen=True, slots=True)
class Encoded:
    """A text as an embedder sees it: one unit vector (d,), and the ids (n,) and vectors (n, d) of its own tokens.

    Prefix and end marks are left out of the tokens. n is 0 where single tokens of the model mean nothing.
    """

    vector: np.ndarray
    token_ids: np.ndarray
    token_vectors: np.ndarray


class Embedder(Protocol):
    """Turns text into unit-length rows. Queries and passages may be treated differently.

    `window` is how many tokens of a passage it reads, prefix and ends included; `fingerprint` says what made a
    vector (name, revision, query_prefix, passage_prefix, dimension, weights_digest): equal only if vectors are.
    """

    name: str
    dimension: int
    window: int
    fingerprint: dict[str, Any]

    def embed_queries(self, texts: Sequence[str]) -> np.ndarray: ...
    def embed_passages(self, texts: Sequence[str]) -> np.ndarray: ...
    def encode_queries(self, texts: Sequence[str]) -> Iterator[Encoded]: ...
    def encode_passages(self, texts: Sequence[str]) -> Iterator[Encoded]: ...
    def count_tokens(self, text: str) -> int: ...


def open_embedder(name: str | None = None) -> Embedder:
    """The bundled multilingual-e5-small, or any sentence-transformers model by id or folder (loaded at once)."""
    if name is None:
        from index.bundled_e5 import BundledE5

        return BundledE5()
    return SentenceEmbedder(name)


class SentenceEmbedder:
    """A sentence-transformers model with its own prompts. Raises TiyanError when it cannot be loaded."""

    def __init__(self, name: str, model: Any = None):
        self.name = name
        self._model = model if model is not None else load_model(name)
        self.dimension = int(self._model.get_embedding_dimension())
        self.window = int(min(self._model.max_seq_length or 512, LONGEST_WINDOW))
        prompts = self._model.prompts or {}
        self._query_prefix = prompts.get("query") or ""
        self._passage_prefix = prompts.get("document") or prompts.get("passage") or ""

    @cached_property
    def fingerprint(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "revision": revision_of(self._model),
            "query_prefix": self._query_prefix,
            "passage_prefix": self._passage_prefix,
            "dimension": self.dimension,
            "weights_digest": weights_digest(self._model),
        }

    def embed_queries(self, texts: Sequence[str]) -> np.ndarray:
        return stack((e.vector for e in self.encode_queries(texts)), self.dimension)

    def embed_passages(self, texts: Sequence[str]) -> np.ndarray:
        return stack((e.vector for e in self.encode_passages(texts)), self.dimension)

    def encode_queries(self, texts: Sequence[str]) -> Iterator[Encoded]:
        return encode_with(self._model, texts, self._query_prefix)

    def encode_passages(self, texts: Sequence[str]) -> Iterator[Encoded]:
        return encode_with(self._model, texts, self._passage_prefix)

    def count_tokens(self, text: str) -> int:
        tokenizer = self._model.tokenizer
        if callable(tokenizer):
            return len(tokenizer(self._passage_prefix + text, truncation=False, verbose=False)["input_ids"])
        return len(tokenizer.encode(self._passage_prefix + text).ids)


def stack(vectors: Iterator[np.ndarray], dimension: int) -> np.ndarray:
    rows = list(vectors)
    return np.array(rows, dtype=np.float32).reshape(len(rows), dimension)


def encode_with(model: Any, texts: Sequence[str], prefix: str) -> Iterator[Encoded]:
    """Through a sentence-transformers model, in order; token vectors only where the model averages them."""
    import torch

    averages = pools_by_mean(model)
    skip = len(token_ids(model, prefix.rstrip())) - 1 if averages else 0  # the prefix and the mark before it
    for start in range(0, len(texts), BATCH):
        features = model.preprocess(list(texts[start : start + BATCH]), prompt=prefix or None)
        with torch.inference_mode():
            out = model(features)
        vectors = torch.nn.functional.normalize(out["sentence_embedding"].float(), dim=-1).cpu().numpy()
        for row, vector in enumerate(vectors):
            if not averages:
                yield Encoded(vector, np.empty(0, np.int64), np.empty((0, len(vector)), np.float32))
                continue
            inside = out["attention_mask"][row].bool()
            ids = out["input_ids"][row][inside][skip:-1].cpu().numpy()
            yield Encoded(vector, ids, out["token_embeddings"][row][inside][skip:-1].float().cpu().numpy())


def token_ids(model: Any, text: str) -> list[int]:
    return model.preprocess([text])["input_ids"][0].tolist()


def pools_by_mean(model: Any) -> bool:
    """Whether the sentence vector is the mean of the token vectors, so that those live in the same space."""
    modes = [getattr(module, "pooling_mode", None) for module in model]
    return any(mode in ("mean", ("mean",), ["mean"]) for mode in modes)


def load_model(name: str) -> Any:
    """The one place that loads an embedder by name."""
    from sentence_transformers import SentenceTransformer

    try:
        return SentenceTransformer(name, device=None)
    except Exception as error:
        raise cannot_load(
            name,
            error,
            ("embedder", "向量模型"),
            (
                "give a folder or a model that is in the local cache, or leave the setting empty for the bundled one",
                "请填一个文件夹，或本地缓存里有的模型；留空就用自带的",
            ),
        ) from error


def cannot_load(name: str, error: Exception, what: tuple[str, str], way_out: tuple[str, str]) -> TiyanError:
    """The error of a model that a user named; `what` it should be and the `way_out`, in English and in Chinese."""
    reason = " ".join(str(error).split())[:160]
    return TiyanError(
        f"the {what[0]} {name!r} cannot be loaded ({reason}): {way_out[0]}",
        f"加载不了{what[1]} {name}（{reason}）：{way_out[1]}",
    )


def revision_of(model: Any) -> str:
    config = getattr(getattr(model[0], "auto_model", None), "config", None)
    return str(getattr(config, "_commit_hash", None) or "local")


def weights_digest(model: Any) -> str:
    """SHA-256 over every weight, so that two models of one name and size are told apart."""
    digest = hashlib.sha256()
    for key, tensor in sorted(model.state_dict().items()):
        digest.update(key.encode())
        digest.update(tensor.detach().float().cpu().contiguous().numpy().tobytes())
    return digest.hexdigest()


def fingerprint_key(fingerprint: dict[str, Any]) -> str:
    """A short name for what made a vector."""
    text = json.dumps(fingerprint, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:16]
