"""A cross-encoder's second look: the order is of both looks, the scores and the scope stay those of the first."""

import numpy as np
import pytest

from index import open_index, open_reranker
from index.reranker import READ
from ingest import TiyanError

QUERIES = ["为什么需要三次握手", "进程和线程", "缓存放在哪里", "context switch"]


def first_look(index, query):
    return index.search(query, k=10)


@pytest.mark.parametrize("query", QUERIES)
def test_what_the_reranker_prefers_comes_first(index, built, embedder, query):
    before = first_look(index, query)
    wanted = before.question_ids[min(3, len(before.question_ids) - 1)][0]
    title = index.question(wanted).title
    seen = []

    def rerank(asked, texts):
        seen.append((asked, list(texts)))
        return np.array([float(text.startswith(title)) for text in texts])

    after = open_index(built, embedder, lambda: rerank).search(query, k=10)
    assert after.question_ids[0][0] == wanted == after.hits[0].chunk.question.id
    assert sorted(i for i, _ in after.question_ids) == sorted(i for i, _ in before.question_ids)
    assert [score for _, score in after.question_ids] == [score for _, score in before.question_ids]
    ((asked, texts),) = seen
    assert asked == query and 2 <= len(texts) <= READ and all(texts)


@pytest.mark.parametrize("query", QUERIES)
@pytest.mark.parametrize("scores", [np.zeros, np.ones])
def test_one_that_prefers_none_changes_nothing(index, built, embedder, query, scores):
    again = open_index(built, embedder, lambda: lambda _, texts: scores(len(texts), np.float32))
    assert again.search(query, k=10) == first_look(index, query)


def test_only_what_a_filter_leaves_is_read(index, built, embedder):
    topic = next(q.topic[-1] for q in index.bank.questions if q.topic)
    inside = [index.question(i).title for i in index.bank.within(None, [topic])]
    assert 1 < len(inside) < len(index.bank.questions)
    seen = []
    again = open_index(built, embedder, lambda: lambda _, texts: seen.extend(texts) or np.zeros(len(texts)))
    again.search(QUERIES[0], topics=[topic])
    assert len(seen) == min(READ, len(inside)) and all(text.split("\n")[0] in inside for text in seen)


def test_whether_the_bank_answers_does_not_depend_on_it(index, built, embedder):
    again = open_index(built, embedder, lambda: lambda _, texts: -np.arange(len(texts), dtype=float)[::-1])
    for query in [*QUERIES, "红烧肉怎么做", "今天天气怎么样"]:
        before, after = first_look(index, query), again.search(query, k=10)
        assert before.scope_probability == after.scope_probability
        assert before.reason == after.reason


@pytest.mark.slow
def test_a_real_cross_encoder_is_read_from_its_folder(tmp_path, built, embedder):
    from sentence_transformers import CrossEncoder
    from transformers import BertConfig, BertForSequenceClassification, BertTokenizerFast

    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *map(chr, range(0x4E00, 0x5E00))]
    (tmp_path / "vocab.txt").write_text("\n".join(words), encoding="utf-8")
    config = BertConfig(
        vocab_size=len(words), hidden_size=32, num_hidden_layers=1, num_attention_heads=2, intermediate_size=32,
        max_position_embeddings=512, num_labels=1,
    )  # fmt: skip
    BertForSequenceClassification(config).save_pretrained(tmp_path / "model")
    BertTokenizerFast(str(tmp_path / "vocab.txt")).save_pretrained(tmp_path / "model")
    folder = str(tmp_path / "model")
    texts = ["三次握手\n两边都确认能收能发", "线程"]
    own = CrossEncoder(folder).predict([("为什么握手", text) for text in texts])
    assert np.allclose(open_reranker(folder)("为什么握手", texts), own, atol=1e-5)
    index = open_index(built, embedder, lambda: open_reranker(folder))
    assert index.search("为什么需要三次握手").hits


def test_one_that_cannot_be_loaded_is_named(built, embedder):
    index = open_index(built, embedder, lambda: open_reranker("没有/这样的模型"))
    with pytest.raises(TiyanError, match=r"没有/这样的模型.*TIYAN_RERANKER"):
        index.search("握手")
