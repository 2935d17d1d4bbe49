"""From a query to passages: the right question first, its passages together, and no more than was asked."""

from pathlib import Path

import numpy as np
import pytest

from index import build_index, open_index
from index.search import levelled
from ingest import read_bank


def numbers(result):
    return list(dict.fromkeys(hit.chunk.question.number for hit in result.hits))


@pytest.mark.parametrize(
    "query, number",
    [
        ("建立连接为什么要来回三趟", "12"),  # another wording
        ("Why does TCP need three handshakes?", "12"),  # another language
        ("三次握首", "12"),  # a slip
        ("為什麼索引要用這種樹", "13"),  # another script
        ("ＱＵＩＣ　好处", "1125"),  # another width
        ("怎么让第一个字出来得快些", "125"),
        ("KV块复用", "125"),
        ("循环引用 回收", "15"),
    ],
)
def test_the_right_question_comes_first(index, query, number):
    result = index.search(query)
    assert numbers(result)[0] == number
    assert result.question_ids[0][0] == result.hits[0].chunk.question.id
    assert result.in_scope and result.reason == "ok"


@pytest.mark.parametrize("query", ["Q125", "q125", "第125题", "Q 125", "Ｑ１２５", "125"])
def test_a_number_finds_its_question_and_no_other_profits(index, query):
    result = index.search(query)
    assert numbers(result)[0] == "125"
    assert {hit.chunk.question.number for hit in result.hits[:5]} == {"125"}  # not 12 and not 1125
    assert [hit.chunk.role for hit in result.hits[:2]] == ["summary", "point"]  # in reading order
    assert result.in_scope and result.scope_probability == 1


def test_several_numbers_come_first_in_their_order(index):
    result = index.search("Q1125 和 Q12 有什么区别")
    assert [id for id, _ in result.question_ids[:2]] == [index.question("1125").id, index.question("12").id]
    assert set(numbers(result)[:2]) == {"1125", "12"}


def test_a_number_that_no_question_has_is_said_to_be_unknown(index):
    result = index.search("Q999")
    assert not result.in_scope
    assert result.reason == "unknown_number"


@pytest.mark.parametrize("name", ["125", "Q125", "q 125", "第125题", "第一百二十五题"])
def test_question_by_any_name(index, name):
    assert index.question(name).number == "125"


def test_question_by_id_and_by_no_name(index):
    question = index.question("Q13")
    assert index.question(question.id) is question
    assert index.question("Q77") is None
    assert index.question("") is None


def test_the_best_questions_passages_stand_together_and_others_follow(index):
    hits = index.search("TCP 三次握手", k=10).hits
    owners = [hit.chunk.question.number for hit in hits]
    assert owners[:3] == ["12"] * 3
    assert len(set(owners)) > 3  # and yet several questions are named


def test_hits_are_best_first_distinct_and_at_most_k(index):
    for k in (1, 3, 10, 50):
        hits = index.search("索引 范围查询", k=k).hits
        assert len(hits) <= k
        assert len({hit.chunk.id for hit in hits}) == len(hits)
        scores = [hit.score for hit in hits]
        assert scores == sorted(scores, reverse=True)
        assert all(0 <= score <= 1 for score in scores)


def test_a_passages_own_text_is_found_with_relevance_near_one(index):
    for chunk in index.chunks_of(index.question("12").id):
        if chunk.role in ("summary", "point"):
            best = index.search(chunk.text).hits[0]
            assert best.chunk.id == chunk.id
            assert best.score > 0.9
            assert best.dense_rank == best.term_rank == 1


def test_relevance_falls_with_distance(index):
    near, off, far = (
        index.search(query).hits[0].score for query in ("TCP 三次握手", "TCP 拥塞控制", "今天晚饭吃什么")
    )
    assert near > off > far


def test_passages_know_their_question_and_their_lines(index, bank):
    lines = Path(bank.questions[0].path).read_text(encoding="utf-8").split("\n")
    for hit in index.search("范围查询 哈希").hits:
        there = "\n".join(lines[hit.chunk.line_start - 1 : hit.chunk.line_end])
        assert hit.chunk.text in there
        assert index.chunk(hit.chunk.id) is hit.chunk
        assert hit.chunk in index.chunks_of(hit.chunk.question.id)


@pytest.mark.parametrize(
    "filters, found",
    [
        ({"topics": ["数据库"]}, {"13", "14", "15"}),
        ({"topics": ["没有这一章"]}, set()),
        ({"files": ["index_bank.md"]}, {"12", "125", "1125", "13", "14", "15"}),
        ({"files": ["other.md"]}, set()),
        ({"roles": ["key_point"]}, {"12", "125"}),
    ],
)
def test_filters_come_before_the_cut(index, filters, found):
    result = index.search("TCP 握手 索引", k=40, **filters)
    assert set(numbers(result)) == found
    assert all(hit.chunk.role in filters.get("roles", [hit.chunk.role]) for hit in result.hits)
    assert result.in_scope or not found or "数据库" in str(filters)


def test_a_bank_of_one_question_gives_its_passages_and_no_error(embedder, tmp_path):
    bank = tmp_path / "一题.md"
    bank.write_text("## Q1 什么是哈希表？\n\n用数组和哈希函数存键值对。\n", encoding="utf-8")
    build_index(read_bank([bank]), tmp_path, embedder)
    result = open_index(tmp_path, embedder).search("哈希表是什么", k=10)
    assert [hit.chunk.role for hit in result.hits] == ["body", "title"] or len(result.hits) == 1
    assert result.hits[0].chunk.question.number == "1"


@pytest.mark.parametrize("query", ["", "  \n", "？？", "😀", "a" * 5000, "`x[0]`\0", "\ud800"])
def test_odd_queries_are_no_errors(index, query):
    result = index.search(query)
    assert result.query == query
    assert len(result.hits) <= 10


@pytest.mark.parametrize(
    "scores, lifted",
    [
        ((1.3, 1.2, 0.9, 0.8), True),  # two stand out
        ((1.3, 0.9, 0.8, 0.7), False),  # one does
        ((1.0, 0.97, 0.95, 0.94), False),  # none does
        ((0.5, 1.2, 0.9), False),  # the first is named by the query
        ((1.3, 1.2), False),  # of two questions both are shown anyway
    ],
)
def test_two_questions_that_stand_out_share_the_first_places(scores, lifted):
    found = levelled(np.array(scores), range(len(scores)))
    assert found.tolist() == [scores[0], scores[0] if lifted else scores[1], *scores[2:]]
