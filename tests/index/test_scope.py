"""Told apart: what the bank answers, what it does not, what it has without an answer, and pleasantries."""

import pytest

from index import build_index, open_index
from index.scope import ScopeModel, is_greeting
from ingest import read_bank


@pytest.mark.parametrize(
    "query",
    ["今天上海天气怎么样", "红烧肉怎么做", "Who won the World Cup?", "推荐几部科幻电影", "猫咪不吃饭怎么办"],
)
def test_far_from_the_bank_is_off_topic(index, query):
    result = index.search(query)
    assert (result.in_scope, result.reason) == (False, "off_topic")


@pytest.mark.parametrize(
    "query", ["TCP 握手", "B+ 树为什么适合做索引", "What is prefix caching good for?", "哪些对象会被回收"]
)
def test_what_the_bank_answers_is_in_scope(index, query):
    assert index.search(query).in_scope


def test_probability_rises_with_what_the_bank_has(index):
    answered, absent, far = (
        index.search(query).scope_probability
        for query in ("TCP 为什么要三次握手", "TCP 怎样控制拥塞", "晚饭吃什么好")
    )
    assert answered > absent > far


@pytest.mark.parametrize("query", ["间隙锁是什么", "什么叫间隙锁", "Q14", "gap lock 间隙锁"])
def test_a_question_without_an_answer_is_told_as_such(index, query):
    result = index.search(query)
    assert (result.in_scope, result.reason) == (False, "unanswered")
    assert result.question_ids[0][0] == index.question("14").id
    assert result.hits[0].chunk.question.number == "14"


@pytest.mark.parametrize(
    "query", ["你好", "您好！", "hello", "Hi~", "谢谢你", "在吗？", "早上好", "good morning", "你是谁", "ok"]
)
def test_pleasantries_are_recognised(index, query):
    assert is_greeting(query)
    assert index.search(query).reason == "greeting"


@pytest.mark.parametrize(
    "query", ["好的索引是什么样", "你好，TCP 握手讲一下", "hello world 怎么写", "早停是什么", "hi-res", ""]
)
def test_questions_are_not_taken_for_pleasantries(query):
    assert not is_greeting(query)


def test_an_earlier_manifest_judges_as_it_did():
    stored = {"blend": 4.22, "lead": 3.32, "vector": 7.42, "size": 2.47, "intercept": -10.965, "shift": -0.5}
    model = ScopeModel.of(stored)
    assert model.field == 0 and model.shift == -0.5 and model.vector == 7.42
    assert ScopeModel.of({**stored, "field": 3.0}).field == 3


def test_in_a_part_the_rest_of_the_bank_does_not_count(embedder, tmp_path):
    (tmp_path / "缓存.md").write_text(
        "## Q1 缓存和数据库怎样保持一致？\n\n一句话：先更新数据库，再删除缓存。\n\n## Q2 消息怎样不丢？\n\n一句话：生产者确认、落盘复制、消费者手动确认。\n",
        encoding="utf-8",
    )
    (tmp_path / "显存.md").write_text(
        "## Q3 KV Cache 为什么占显存？\n\n一句话：每个 token 每层都要存 K 和 V。\n", encoding="utf-8"
    )
    build_index(read_bank([tmp_path]), tmp_path / "home", embedder)
    index = open_index(tmp_path / "home", embedder)
    assert index.search("KV Cache 为什么占显存？").in_scope
    assert not index.search("KV Cache 为什么占显存？", files=["缓存.md"]).in_scope
