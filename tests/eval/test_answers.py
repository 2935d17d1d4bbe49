from dataclasses import dataclass

import pytest

from assistant.answer import Answer, Citation, Sentence
from eval.answers import answer_figures, best_judge, citation_scores, quotes, score_answer
from index.chunk import cut_questions

PASSAGES = {"a": "甲是一", "b": "乙是二", "ab": "甲是一，乙是二"}


def both_words(sentence, passage):
    """Supported when every character of the sentence stands in the passage."""
    return set(sentence) <= set(passage)


@pytest.mark.parametrize(
    "cited, recall, precision",
    [
        ((), 0, []),
        (("a",), 1, [1]),
        (("b",), 0, [0]),  # does not support: neither recalled nor precise
        (("a", "b"), 1, [1, 0]),  # the second can be left out and says nothing itself
        (("b", "a"), 1, [0, 1]),
        (("a", "ab"), 1, [1, 1]),  # each supports alone
        (("a", "nowhere"), 1, [0, 1]),  # a citation of nothing
        (("a", "a"), 1, [1]),
    ],
)
def test_citation_scores_as_alce_defines_them(cited, recall, precision):
    recalled, precise = citation_scores([("甲一", cited)], PASSAGES, both_words)
    assert (recalled, sorted(precise)) == ([recall], sorted(precision))


def test_two_passages_that_only_together_support_are_both_precise():
    assert citation_scores([("甲乙", ("a", "b"))], PASSAGES, both_words) == ([1], [1, 1])


@dataclass(frozen=True)
class OneHit:
    chunk: object
    score: float = 1.0


@pytest.fixture
def chunks(bank):
    return {chunk.id: chunk for chunk in cut_questions(bank)}


def answer_with(chunks, *sentences, in_scope=True):
    """Sentences cite by chunk id; citations are numbered as they come."""
    cited = dict.fromkeys(id for s in sentences for id in s.citations if id in chunks)
    citations = tuple(Citation(n, OneHit(chunks[id])) for n, id in enumerate(cited, start=1))
    return Answer("q", in_scope, "quoted", sentences, citations, seconds=0.01)


def test_an_answer_is_scored_sentence_by_sentence(bank, cases, chunks):
    second = cases[1]
    q2 = bank.by_number("2")[0].id
    text = chunks[f"{q2}/p2"].text
    answer = answer_with(
        chunks,
        Sentence("要点如下", supported=None),  # claims nothing
        Sentence(text, (f"{q2}/p2",), supported=True),
        Sentence("回表没有代价。", (f"{q2}/p2",), supported=False),
    )
    scores = score_answer(second, answer, quotes)
    assert (scores.citation_recall, scores.citation_precision, scores.supported) == (1 / 2, 1 / 2, 1 / 2)
    assert (scores.points_cited, scores.points_said) == (1, 1)
    assert not scores.refused


def test_a_point_can_be_cited_and_not_said(bank, cases, chunks):
    q2 = bank.by_number("2")[0].id
    answer = answer_with(chunks, Sentence("见原文。", (f"{q2}/p2",), supported=True))
    scores = score_answer(cases[1], answer, quotes)
    assert (scores.points_cited, scores.points_said) == (1, 0)


def test_nothing_to_score_is_no_zero(cases, chunks):
    refusal = answer_with(chunks, Sentence("题库里没有。", supported=None), in_scope=False)
    scores = score_answer(cases[5], refusal, quotes)
    assert (scores.citation_recall, scores.citation_precision, scores.supported, scores.points_cited) == (
        None,
    ) * 4
    figures = answer_figures([scores], "quoted")
    assert (figures.refusal_precision, figures.refusal_recall, figures.citation_recall) == (1, 1, None)
    assert answer_figures([], "quoted") is None


def test_ids_that_the_model_made_up_are_counted(cases, chunks):
    answer = answer_with(chunks, Sentence("甲", ("x",), supported=False, unknown=("9", "Q999")))
    scores = score_answer(cases[0], answer, quotes)
    assert scores.unknown_citations == 2 and scores.citation_precision == 0


def test_the_judge_has_a_name_and_judges():
    name, supports = best_judge()
    assert name in ("assistant.verify", "quotation")
    assert supports("池子有上限。", "池子有上限：超过上限的请求排队。") is True
    assert supports("今天下雨了。", "池子有上限：超过上限的请求排队。") is False
