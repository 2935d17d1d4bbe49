"""The query adapter: torch trains what numpy reads, and none of the queries it learns from is a golden one."""

from __future__ import annotations

import json

import numpy as np
import pytest

from assistant.text import match_key
from eval.cases import golden_files, load_cases
from eval.fit_queries import QUERIES
from index.bundled_e5 import QUERY_PREFIX, BundledE5
from index.e5_numpy import bundled_encoder
from index.query_adapter import with_changes

ROWS = [json.loads(line) for line in QUERIES.read_text(encoding="utf-8").splitlines()]


def test_each_query_has_its_points_and_no_title_comes_twice():
    for row in ROWS:
        assert row["title"] and row["topic"] and len(row["points"]) >= 4
        for query in row["queries"]:
            assert query["text"] and query["points"]
            assert all(0 <= point < len(row["points"]) for point in query["points"])
    assert len({row["title"] for row in ROWS}) == len(ROWS)


def test_no_golden_query_is_learned():
    learned = {match_key(query["text"]) for row in ROWS for query in row["queries"]}
    golden = {match_key(case.query) for case in load_cases(golden_files())}
    assert len(golden) > 300
    assert not learned & golden


@pytest.mark.slow
def test_numpy_reads_what_torch_trains():
    import torch

    from eval.fit_queries import Asked, read_passages, train

    texts = ["握手\n三次握手确认双方收发能力", "握手\n两次握手防不住旧报文", "锁\n互斥锁同一时刻一个线程"]
    library = read_passages(texts, [0, 0, 1])
    asked = [Asked("为什么要三次握手", "paraphrase", 0, (0,)), Asked("mutex 是什么", "mixed", 1, (2,))] * 8
    reader = train(asked, library, epochs=3)
    encoder = bundled_encoder()
    layers = with_changes(encoder, reader.exported())
    assert any(np.abs(array).max() > 1e-4 for name, array in reader.exported().items() if name.endswith("up"))
    with torch.no_grad():
        ((vectors, weights),) = reader.read(["为什么要三次握手"])
    ids = encoder.tokenizer.ids(QUERY_PREFIX + "为什么要三次握手", 512)
    states = encoder.through(encoder.embedded(ids), layers)
    plain = next(iter(BundledE5(adapted=False).encode_queries(["为什么要三次握手"])))
    own = states[len(ids) - 1 - len(plain.token_ids) : -1] - library.bearings.query_token_mean
    own /= np.linalg.norm(own, axis=-1, keepdims=True)
    assert np.allclose(own, vectors.numpy(), atol=0.02)
    assert np.isclose(weights.sum(), 1, atol=1e-5)
