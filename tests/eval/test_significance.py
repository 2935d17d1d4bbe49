import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from eval.significance import EXACT_UP_TO, compare, estimate, holm, sign_flip


def test_sign_flip_enumerates_few_pairs():
    # of the 8 sign patterns of 1 1 1 only +++ and --- reach 3
    assert sign_flip([1, 1, 1]) == 2 / 8
    # |sum| = 1 is reached by all of ±2 ±1 (3, 1, 1, 3)
    assert sign_flip([2, -1]) == 1
    assert sign_flip([0, 0]) == 1


def test_equal_pairs_do_not_change_it():
    assert sign_flip([1, 1, 1, 0, 0]) == sign_flip([1, 1, 1])


def test_the_drawn_test_agrees_with_the_exact_one():
    differences = np.random.default_rng(3).normal(0.4, 1, EXACT_UP_TO)
    exact = sign_flip(differences)
    drawn = sign_flip([*differences, *[1e-9] * 6])  # enough pairs that it draws; the added ones weigh nothing
    assert drawn == pytest.approx(exact, abs=0.02)


def test_a_clear_difference_is_clear_and_never_zero():
    assert 0 < sign_flip([0.5] * 60) < 0.001


@given(st.lists(st.floats(-1, 1), min_size=1, max_size=30))
def test_p_is_a_probability_and_symmetric(differences):
    p = sign_flip(differences)
    assert 0 < p <= 1
    assert sign_flip([-d for d in differences]) == pytest.approx(p, abs=0.02)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=40))
def test_the_interval_holds_the_mean_and_is_the_same_again(values):
    first, again = estimate(values), estimate(values)
    assert first == again and first.n == len(values)
    assert first.low - 1e-9 <= first.mean <= first.high + 1e-9 or len(set(values)) > 1
    assert min(values) - 1e-9 <= first.low <= first.high <= max(values) + 1e-9


def test_the_interval_narrows_as_cases_grow():
    few, many = estimate([0, 1] * 10), estimate([0, 1] * 250)
    assert many.high - many.low < (few.high - few.low) / 3
    assert estimate([]) is None


def test_comparing_pairs_by_case():
    found = compare({"a": 1.0, "b": 0.5, "c": 0.2, "only ours": 0.0}, {"c": 0.2, "b": 0.0, "a": 0.5})
    assert (found.n, found.better, found.worse, found.equal) == (3, 2, 0, 1)
    assert found.difference == pytest.approx(1 / 3)
    assert found.p == 2 / 4
    assert compare({"a": 1.0}, {"b": 1.0}) is None


def test_holm_raises_p_by_how_many_were_tried():
    # sorted .01 .03 .04: .01·3, .03·2, then never below the one before
    assert holm({"x": 0.03, "y": 0.01, "z": 0.04}) == pytest.approx({"y": 0.03, "x": 0.06, "z": 0.06})
