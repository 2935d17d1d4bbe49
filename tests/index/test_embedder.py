"""What the embedders promise: unit rows, the same from either engine, and a fingerprint that tells them apart."""

import numpy as np
import pytest

from index import open_embedder
from index.bundled_e5 import BundledE5
from ingest import TiyanError

TEXTS = [
    "为什么需要三次握手",
    "What is a pod?",
    "def f(x):\n    return x  # 注释\n",
    "KV Cache 的作用是什么",
    "龘靐齉 𠮷 ① ㎏ ﬁ　ａ",
    "a",
    " ",
    "",
]


def test_rows_are_unit_length_and_in_order(embedder):
    rows = embedder.embed_passages(TEXTS[:3])
    assert rows.shape == (3, embedder.dimension) and rows.dtype == np.float32
    assert np.allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-5)
    assert np.allclose(rows[1], embedder.embed_passages([TEXTS[1]])[0], atol=1e-5)
    assert embedder.embed_queries([]).shape == (0, embedder.dimension)


def test_queries_and_passages_are_treated_differently(embedder):
    assert not np.allclose(embedder.embed_queries(["握手"]), embedder.embed_passages(["握手"]), atol=1e-3)


def test_meaning_goes_across_languages(embedder):
    passages = embedder.embed_passages(["进程切换要换页表", "番茄炒蛋先炒蛋"])
    near, far = passages @ embedder.embed_queries(["context switch between processes"])[0]
    assert near > far


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["encode_queries", "encode_passages"])
def test_both_engines_give_the_same_vectors_and_tokens(embedder, kind):
    numpy_alone, torch_alone = BundledE5(many=10_000, adapted=False), BundledE5(many=1, adapted=False)
    for one, other in zip(getattr(numpy_alone, kind)(TEXTS), getattr(torch_alone, kind)(TEXTS), strict=True):
        assert one.vector @ other.vector > 0.9999
        assert one.token_ids.tolist() == other.token_ids.tolist()
        assert np.allclose(one.token_vectors, other.token_vectors, atol=0.05)


def test_the_adapter_turns_the_tokens_of_queries_and_nothing_else():
    adapted, plain = BundledE5(), BundledE5(adapted=False)
    for one, other in zip(adapted.encode_queries(TEXTS), plain.encode_queries(TEXTS), strict=True):
        assert (one.vector == other.vector).all()
        assert one.token_ids.tolist() == other.token_ids.tolist()
        near = [
            u @ v / np.linalg.norm(u) / np.linalg.norm(v)
            for u, v in zip(one.token_vectors, other.token_vectors, strict=True)
        ]
        assert all(0.5 < x < 0.9999 for x in near)
    for one, other in zip(adapted.encode_passages(TEXTS), plain.encode_passages(TEXTS), strict=True):
        assert (one.token_vectors == other.token_vectors).all()
    assert (adapted.embed_queries(TEXTS) == plain.embed_queries(TEXTS)).all()
    assert adapted.fingerprint != plain.fingerprint


def test_tokens_of_the_prefix_are_left_out(embedder):
    first, second = embedder.encode_queries(["握手", "query"])
    assert len(first.token_ids) == len(first.token_vectors) <= 2
    assert len(second.token_ids) == 2  # ▁que, ry: its own


def test_more_tokens_than_the_window_are_counted(embedder):
    assert embedder.count_tokens("握手") < 10
    assert embedder.count_tokens("握手。" * 400) > embedder.window


def test_any_sentence_transformers_folder_is_an_embedder(small_model):
    embedder = open_embedder(small_model(32, prompts={"query": "q: ", "document": "d: "}))
    assert embedder.embed_queries(["握手"]).shape == (1, 32) and embedder.window > 500
    assert embedder.fingerprint["query_prefix"] == "q: "
    (encoded,) = embedder.encode_passages(["握手"])
    assert len(encoded.token_ids) == 0  # single tokens of such a model are not to be relied on
    assert np.isclose(np.linalg.norm(encoded.vector), 1, atol=1e-5)


def test_fingerprints_differ_with_the_weights(small_model):
    one, same, other = (
        open_embedder(small_model(32, seed)).fingerprint["weights_digest"] for seed in (0, 0, 1)
    )
    assert one == same != other


def test_a_model_that_is_not_there_is_one_clear_line(tmp_path):
    with pytest.raises(TiyanError, match="cannot be loaded") as told:
        open_embedder(str(tmp_path / "no-such-model"))
    assert "\n" not in str(told.value)
