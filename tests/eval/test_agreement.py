import pytest

from eval.agreement import agreement


def test_kappa_by_hand():
    # equal in 3 of 4; by chance (2·3 + 2·1) / 16 = 1/2; (3/4 - 1/2) / (1/2)
    found = agreement(["hit", "hit", "missed", "missed"], ["hit", "hit", "hit", "missed"])
    assert (found.n, found.accuracy, found.kappa) == (4, 3 / 4, 1 / 2)
    assert found.confusion == {("hit", "hit"): 2, ("missed", "hit"): 1, ("missed", "missed"): 1}


def test_graders_who_always_say_the_same_have_no_kappa():
    assert agreement(["hit"] * 3, ["hit"] * 3).kappa is None
    assert agreement([], []) is None


def test_verdicts_of_other_points_are_not_compared():
    with pytest.raises(ValueError):
        agreement(["hit"], ["hit", "hit"])
