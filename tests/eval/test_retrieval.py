from math import log2

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eval.binding import Span
from eval.evaluation import run_system
from eval.found import FoundPassage
from eval.retrieval import MEASURES, carries, evidence_ranking, holds, measure


def test_measures_against_the_sums_done_by_hand():
    scores = measure({"a": {"q2": 2, "q3": 2, "q6": 1}}, {"a": ["q2", "q9", "q3"]})["a"]
    assert scores["recall@1"] == 1 / 2  # q2 of q2 q3; q6 only helps
    assert scores["recall@3"] == 1
    assert scores["mrr@10"] == 1
    gained = 2 / log2(2) + 2 / log2(4)
    best = 2 / log2(2) + 2 / log2(3) + 1 / log2(4)
    assert scores["ndcg@10"] == pytest.approx(gained / best)


def test_a_question_that_only_helps_counts_for_ndcg_alone():
    scores = measure({"a": {"q1": 2, "q6": 1}}, {"a": ["q6", "q1"]})["a"]
    assert scores["recall@1"] == 0 and scores["mrr@10"] == 1 / 2
    assert scores["ndcg@10"] == pytest.approx((1 / log2(2) + 2 / log2(3)) / (2 / log2(2) + 1 / log2(3)))


def test_what_was_not_found_scores_zero_and_is_not_left_out():
    assert measure({"a": {"q1": 2}, "b": {"q1": 2}}, {"a": ["q1"], "b": []})["b"] == dict.fromkeys(
        MEASURES, 0.0
    )


def test_mrr_looks_at_ten():
    ids = [f"q{i}" for i in range(1, 12)]
    assert measure({"a": {"q10": 2}}, {"a": ids})["a"]["mrr@10"] == 1 / 10
    assert measure({"a": {"q11": 2}}, {"a": ids})["a"]["mrr@10"] == 0


@given(st.permutations([f"q{i}" for i in range(12)]), st.integers(0, 11))
def test_the_order_given_is_the_order_measured(ids, at):
    """Also where names would sort otherwise: no tie is ever broken anew."""
    wanted = ids[at]
    expected = 1 / (at + 1) if at < 10 else 0
    assert measure({"a": {wanted: 2}}, {"a": ids})["a"]["mrr@10"] == pytest.approx(expected)


@pytest.mark.parametrize(
    "text, wanted, expected",
    [
        ("池子有上限：超过上限的请求排队", "超过上限的请求", True),
        ("超过 上限\n的请求", "超过上限的请求", True),
        ("一二三四五六", "一二三四五六七八九十", True),  # six tenths, in one run
        ("一二三四五", "一二三四五六七八九十", False),
        ("一二三，八九十", "一二三四五六七八九十", False),  # six tenths, but in two runs
        ("任何", "。", False),
    ],
)
def test_holding_a_piece_of_evidence(text, wanted, expected):
    assert holds(text, wanted) is expected


def span(id, text, question="q1"):
    return Span(id, question, text, 2)


def passage(id, text, *questions):
    return FoundPassage(id, text, questions or ("q1",))


def test_evidence_counts_only_in_its_own_question():
    assert carries(passage("p", "一样的话"), span("s", "一样的话"))
    assert not carries(passage("p", "一样的话", "q2"), span("s", "一样的话"))


def test_each_piece_of_evidence_takes_the_place_of_the_passage_that_brought_it_first():
    spans = [span("s1", "甲甲甲"), span("s2", "乙乙乙")]
    passages = [passage("p1", "无关"), passage("p2", "甲甲甲"), passage("p3", "甲甲甲乙乙乙")]
    assert evidence_ranking(spans, passages) == ("passage p1", "s1", "s2")


def test_two_pieces_in_one_passage_take_two_places():
    spans = [span("s1", "甲甲甲"), span("s2", "乙乙乙")]
    assert evidence_ranking(spans, [passage("p1", "甲甲甲乙乙乙"), passage("p2", "丙")]) == (
        "s1",
        "s2",
        "passage p2",
    )


def test_a_perfect_system_has_ones_everywhere(perfect, cases):
    result = run_system(perfect, cases)
    assert {m: e.mean for m, e in result.question_figures["all"].items()} == {
        "recall@1": (5 + 1 / 2) / 6,  # the case of two questions has room for one of them
        **dict.fromkeys(("recall@3", "recall@5", "recall@10", "mrr@10", "ndcg@10"), 1.0),
    }
    assert result.passage_figures["all"]["ndcg@10"].mean == 1
    assert result.passage_figures["all"]["ndcg@10"].n == 4  # two of six have no evidence
    assert list(result.question_figures) == [
        "all",
        "dev",
        "test",
        "paraphrase",
        "keyword",
        "english",
        "number",
        "two_questions",
        "follow_up",
    ]
