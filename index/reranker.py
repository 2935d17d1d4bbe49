"""An optional second look at the likely questions by a cross-encoder, which reads query and question together.

None ships: one is named by `TIYAN_RERANKER`. The scores stay those of the first look, dealt out in the new order, so that
whether the bank answers is judged as before.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from index.embedder import cannot_load
from index.generation import Generation
from index.ranking import Signals

READ = 16  # likely questions that are read again
PASSAGES = 2  # best passages of each that stand below its title
OWN = 1.0  # weight of the cross-encoder beside the first look, both as z-scores over what was read
# (query, texts) → (texts,) scores, the higher the better
Reranker = Callable[[str, Sequence[str]], Sequence[float] | np.ndarray]


def reranker_opener(name: str | None) -> Callable[[], Reranker] | None:
    """A function that loads the cross-encoder of that name; None where none is named."""
    return partial(open_reranker, name) if name else None


def open_reranker(name: str) -> Reranker:
    """A sentence-transformers cross-encoder by id or folder. Raises TiyanError when it cannot be loaded."""
    from sentence_transformers import CrossEncoder

    try:
        model = CrossEncoder(name)
    except Exception as error:
        raise cannot_load(
            name,
            error,
            ("reranker", "重排模型"),
            (
                "give a folder or a cross-encoder that is in the local cache, or leave TIYAN_RERANKER unset",
                "请填一个文件夹，或本地缓存里有的交叉编码器；不设 TIYAN_RERANKER 就不用它",
            ),
        ) from error

    def read(query: str, texts: Sequence[str]) -> np.ndarray:
        scores = model.predict([(query, text) for text in texts], show_progress_bar=False)
        return np.asarray(scores, np.float32).reshape(len(texts), -1)[:, -1]

    return read


def read_again(
    rerank: Reranker, generation: Generation, query: str, signals: Signals, kept: np.ndarray
) -> Signals:
    """The signals with the best of the `kept` questions, (questions,) bool, put in the order of both looks together."""
    rows = signals.order[kept[signals.order]][:READ]
    if len(rows) < 2:
        return signals
    found = np.asarray(rerank(query, [_shown(generation, int(row), signals.passage) for row in rows]))
    both = _standard(signals.question[rows]) + OWN * _standard(found)
    question = signals.question.copy()
    question[rows[np.argsort(-both, kind="stable")]] = signals.question[rows]
    return replace(signals, question=question)


def _shown(generation: Generation, row: int, passage: np.ndarray) -> str:
    """A question's title over its best passages."""
    here = np.arange(generation.starts[row], generation.starts[row + 1])
    best = np.sort(here[np.argsort(-passage[here], kind="stable")[:PASSAGES]])
    texts = [generation.chunks[p].text for p in best if generation.chunks[p].role != "title"]
    return "\n".join([generation.bank.questions[row].title, *texts])


def _standard(scores: np.ndarray) -> np.ndarray:
    """z-scores; zeros where all are alike."""
    spread = float(scores.std())
    return (scores - scores.mean()) / spread if spread > 0 else np.zeros(len(scores), np.float32)
