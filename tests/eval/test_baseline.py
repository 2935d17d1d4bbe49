import json
from dataclasses import replace

import pytest

from eval.baseline import case_digest, make_baseline, read_baseline, write_baseline
from eval.evaluation import evaluate
from eval.verdict import judge
from ingest.errors import TiyanError
from tests.eval.conftest import TableSystem


@pytest.fixture
def before(bank, cases, perfect, tmp_path):
    """The baseline of the perfect system, written and read back."""
    path = tmp_path / "baseline.json"
    write_baseline(path, make_baseline(evaluate(bank, cases, [perfect]), "bundled"))
    return read_baseline(path)


def judged(bank, cases, system, baseline, embedder="bundled"):
    return judge(evaluate(bank, cases, [system]), baseline, embedder)


def test_what_was_written_is_read_back_and_passes_itself(bank, cases, perfect, before):
    assert before["figures"]["questions"]["all"]["mrr@10"] == 1
    verdict = judged(bank, cases, perfect, before)
    assert verdict.passed and (verdict.compared, verdict.unknown, verdict.gone, verdict.skipped) == (
        8,
        0,
        0,
        None,
    )


def test_a_fall_names_the_figure_and_the_cases_that_fell(bank, cases, perfect, before):
    table = dict(perfect._table)
    table["回表 代价"] = ["1", "2"]
    verdict = judged(bank, cases, TableSystem(bank, table, refused=perfect._refused), before)
    falls = {fall.figure: fall for fall in verdict.falls}
    assert not verdict.passed
    fall = falls["questions mrr@10 (all)"]
    assert (fall.before, round(fall.now, 4)) == (1, round(5.5 / 6, 4))  # one of six halves
    assert [(c.id, c.before, c.now) for c in fall.cases] == [("t-02", 1, 0.5)]
    assert (
        str(fall) == "questions mrr@10 (all) fell from 1.0000 to 0.9167 (tolerance 0.005): t-02 (1.00→0.50)"
    )
    assert not any("scope" in figure for figure in falls)


def test_letting_through_what_is_absent_is_a_fall(bank, cases, perfect, before):
    verdict = judged(bank, cases, TableSystem(bank, perfect._table), before)
    assert {fall.figure for fall in verdict.falls} == {"scope: absent refused", "scope: auroc"}
    assert {case.id for case in verdict.falls[0].cases} == {"t-06", "t-07"}


def test_refusing_what_is_answerable_is_a_fall(bank, cases, perfect, before):
    verdict = judged(
        bank, cases, TableSystem(bank, perfect._table, refused={**perfect._refused, "Q3": 0.2}), before
    )
    assert [
        c.id for f in verdict.falls if f.figure == "scope: answerable taken as such" for c in f.cases
    ] == ["t-04"]


def test_within_the_tolerance_it_passes(bank, cases, perfect, before):
    loose = {**before, "tolerance": {"all": 0.5, "kind": 0.5, "scope": 0.5}}
    table = {**perfect._table, "回表 代价": ["1", "2"]}
    assert judged(bank, cases, TableSystem(bank, table, refused=perfect._refused), loose).passed


def test_better_than_the_baseline_passes(bank, cases, perfect, tmp_path):
    path = tmp_path / "low.json"
    write_baseline(path, make_baseline(evaluate(bank, cases, [TableSystem(bank, {})]), "bundled"))
    assert judged(bank, cases, perfect, read_baseline(path)).passed


def test_new_changed_and_gone_cases_are_counted_and_not_compared(bank, cases, perfect, before):
    changed = replace(cases[0], case=replace(cases[0].case, query="换了一句问法"))
    new = replace(cases[1], case=replace(cases[1].case, id="t-99"))
    verdict = judged(bank, [changed, new, *cases[2:]], perfect, before)
    assert (verdict.compared, verdict.unknown, verdict.gone) == (6, 2, 1)
    assert verdict.passed  # the changed case now finds nothing, and is nobody's fall


def test_a_note_or_a_split_does_not_change_a_case(cases):
    case = cases[0].case
    assert case_digest(replace(case, note="another", split="test")) == case_digest(case)
    assert case_digest(replace(case, relevant={"Q2": 2})) != case_digest(case)


def test_another_embedder_is_not_held_against_it(bank, cases, perfect, before):
    verdict = judged(bank, cases, TableSystem(bank, {}), before, "BAAI/bge-m3")
    assert verdict.passed and verdict.skipped == "the baseline was made with bundled, not BAAI/bge-m3"


def test_without_a_baseline_nothing_falls_and_the_remedy_is_said(bank, cases, perfect, tmp_path):
    assert read_baseline(tmp_path / "none.json") is None
    assert "tiyan eval --update-baseline" in judged(bank, cases, perfect, None).skipped


@pytest.mark.parametrize("damage", ["{", "[]", "{}", '{"measures": ["p@1"], "cases": {}, "tolerance": {}}'])
def test_a_damaged_baseline_is_refused_in_one_line(tmp_path, damage):
    path = tmp_path / "baseline.json"
    path.write_text(damage, encoding="utf-8")
    with pytest.raises(TiyanError) as raised:
        read_baseline(path)
    assert str(raised.value).startswith(f"{path}: ") and "\n" not in str(raised.value)


def test_it_is_written_a_line_a_case(bank, cases, perfect, tmp_path):
    path = tmp_path / "baseline.json"
    baseline = make_baseline(evaluate(bank, cases, [perfect]), "bundled")
    write_baseline(path, baseline)
    lines = path.read_text(encoding="utf-8").splitlines()
    assert sum('"digest"' in line for line in lines) == len(cases)
    assert json.loads("\n".join(lines)) == json.loads(json.dumps(baseline))
