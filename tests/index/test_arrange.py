"""The order in which passages are shown."""

from hypothesis import given
from hypothesis import strategies as st

from index.arrange import TOGETHER, arrange

PASSAGES = st.lists(st.tuples(st.integers(0, 5), st.floats(-1, 3, allow_nan=False)), min_size=1, max_size=30)


def ranked(passages):
    owner = [question for question, _ in passages]
    scores = [score for _, score in passages]
    order = sorted(set(owner), key=lambda q: -max(s for o, s in passages if o == q))
    return owner, scores, {question: place for place, question in enumerate(order)}


@given(PASSAGES, st.integers(0, 40))
def test_each_passage_once_and_as_many_as_there_are(passages, k):
    owner, scores, rank = ranked(passages)
    shown = arrange(range(len(owner)), owner, scores, rank, k)
    assert len(shown) == len(set(shown)) == min(k, len(owner))


@given(PASSAGES)
def test_questions_appear_in_their_order(passages):
    owner, scores, rank = ranked(passages)
    shown = arrange(range(len(owner)), owner, scores, rank, len(owner))
    assert list(dict.fromkeys(rank[owner[p]] for p in shown)) == sorted(rank.values())


@given(PASSAGES)
def test_after_the_first_ones_every_question_gets_its_turn(passages):
    owner, scores, rank = ranked(passages)
    shown = arrange(range(len(owner)), owner, scores, rank, TOGETHER + len(rank))
    assert {owner[p] for p in shown} == set(owner)


def test_two_equally_good_questions_share_the_first_places():
    owner = [0, 0, 0, 1, 1, 1]
    scores = [3.0, 2.8, 2.6, 2.9, 2.7, 2.5]
    assert arrange(range(6), owner, scores, {0: 0, 1: 1}, 5) == [0, 3, 1, 4, 2]


def test_a_clear_winner_keeps_them():
    owner = [0, 0, 0, 0, 1, 2]
    scores = [3.0, 2.0, 1.9, 1.8, 1.0, 0.9]
    assert arrange(range(6), owner, scores, {0: 0, 1: 1, 2: 2}, 6) == [0, 1, 2, 3, 4, 5]
