"""Figures of grading: the sums, the labelled set's own promises."""

import json

import pytest

from eval.grading import FLIPPED, GradeCase, figures, load_grades, table
from ingest.errors import TiyanError


def case(id, verdict, kind="paraphrase", split="dev"):
    return GradeCase(id, "Q1", "点", "point", "答", verdict, kind, split)


def test_figures_are_what_the_sums_say():
    found = figures(
        [
            (case("a", "hit"), "hit"),
            (case("b", "hit"), "partly"),
            (case("c", "partly"), "partly"),
            (case("d", "wrong", "number"), "hit"),
        ]
    )
    # hit: 2·1/(2+2) = 1/2; partly: 2·1/(1+2) = 2/3; wrong: 0; missed is nowhere
    assert found.macro_f1 == pytest.approx((1 / 2 + 2 / 3 + 0) / 3)
    assert found.agreement == 2 / 4
    assert found.kinds == {"paraphrase": (2, 3), "number": (0, 1)}
    assert found.passed == ("d",)
    assert "macro-F1 0.389" in table(found)


def test_no_cases_no_figures():
    assert figures([]).macro_f1 == 0.0


@pytest.mark.parametrize("line", ["{", '{"id": "x"}', json.dumps(dict.fromkeys(GradeCase.__slots__, "x"))])
def test_a_line_that_does_not_fit_is_named(tmp_path, line):
    path = tmp_path / "grades.jsonl"
    path.write_text("\n" + line + "\n", encoding="utf-8")
    with pytest.raises(TiyanError, match="line 2"):
        load_grades(path)


def test_the_labelled_set_is_large_split_and_has_every_kind_of_flip():
    dev, test = load_grades(split="dev"), load_grades(split="test")
    assert len(dev) + len(test) >= 150
    assert {c.id for c in dev}.isdisjoint(c.id for c in test)
    assert len(test) >= 0.6 * len(dev)
    for part in (dev, test):
        assert {"hit", "partly", "missed", "wrong"} == {c.verdict for c in part}
        assert set(FLIPPED) <= {c.kind for c in part}
        assert all(c.verdict == "wrong" for c in part if c.kind in FLIPPED)
