import pytest

from eval.evaluation import run_system
from eval.scope import Judgement, auroc, calibration, roc_curve, scope_figures


def judged(*rows):
    return [Judgement(str(i), p, accepted, truth) for i, (p, accepted, truth) in enumerate(rows)]


def test_auroc_counts_pairs():
    # .9 > .5 .2; .4 < .5 > .2: three of four pairs stand right
    assert auroc([0.9, 0.4], [0.5, 0.2]) == 3 / 4
    assert auroc([0.5], [0.5]) == 1 / 2
    assert auroc([0.5], []) is None


def test_refusals_at_the_threshold():
    figures = scope_figures(
        judged(
            (0.9, True, True),
            (0.4, False, True),
            (0.3, False, False),
            (0.7, True, False),
            (0.1, False, False),
        )
    )
    assert figures.refusal_precision == 2 / 3  # three refused, two of them absent
    assert figures.refusal_recall == 2 / 3  # three absent, two of them refused
    assert figures.false_refusals == 1 / 2
    assert figures.brier == pytest.approx((0.1**2 + 0.6**2 + 0.3**2 + 0.7**2 + 0.1**2) / 5)


def test_nothing_refused_has_no_precision():
    figures = scope_figures(judged((0.9, True, True)))
    assert figures.refusal_precision is None and figures.refusal_recall is None and figures.auroc is None
    assert figures.false_refusals == 0
    assert scope_figures([]) is None


def test_calibration_bins_hold_every_query_once():
    bins = calibration(
        judged((0.0, False, False), (0.05, False, True), (0.95, True, True), (1.0, True, True))
    )
    assert [(b.low, b.count, b.answerable) for b in bins] == [(0.0, 2, 0.5), (0.9, 2, 1.0)]
    assert bins[0].probability == pytest.approx(0.025)


def test_calibration_error_is_zero_for_a_judge_who_means_it():
    half = judged((0.5, True, True), (0.5, True, False))
    assert scope_figures(half).calibration_error == 0
    assert scope_figures(judged((1.0, True, False))).calibration_error == 1


def test_the_roc_curve_runs_from_corner_to_corner():
    curve = roc_curve([0.9, 0.4], [0.5, 0.2])
    assert curve[0] == (0, 0) and curve[-1] == (1, 1)
    assert list(curve) == sorted(curve)


def test_a_perfect_judge(perfect, cases):
    scope = run_system(perfect, cases).scope
    assert (scope.answerable, scope.absent, scope.auroc, scope.refusal_recall, scope.false_refusals) == (
        6,
        2,
        1,
        1,
        0,
    )
