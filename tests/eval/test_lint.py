import json

import pytest

from eval.cases import golden_files, load_cases
from eval.lint import lint_cases, lint_files
from ingest import read_bank, shipped_material
from tests.eval.conftest import CASES
from tests.eval.test_cases import line


def problems_of(tmp_path, bank, *lines):
    path = tmp_path / "mine.jsonl"
    path.write_text("\n".join(lines), encoding="utf-8")
    return lint_files([path], bank)


def test_sound_cases_have_no_problem(bank):
    assert lint_files([CASES], bank) == []


@pytest.mark.parametrize(
    "changes, code",
    [
        ({"relevant": {"Q7": 2}}, "unknown_question"),
        ({"relevant": {"Q1": 1}}, "nothing_answers"),
        ({"answerable": False, "relevant": {}}, "answerable"),
        ({"kind": "off_topic", "answerable": False}, "absent_but_relevant"),
        ({"kind": "follow_up"}, "history"),
        ({"history": [{"query": "前一句", "questions": []}]}, "history"),
        ({"kind": "two_questions"}, "two_questions"),
        ({"kind": "number"}, "no_number"),
        ({"kind": "english"}, "language"),
        ({"language": "en"}, "language"),
        ({"evidence": [{"question": "Q2", "text": "回表有代价"}]}, "evidence_elsewhere"),
        ({"evidence": [{"question": "Q1", "text": "没有这句"}]}, "span_not_found"),
        ({"evidence": [{"question": "Q1", "text": "它占了大头。\n- 池子有上限"}]}, "span_across_parts"),
        ({"query": "超过上限的请求排队，所以要设等待超时吗"}, "copied"),
        ({"query": "短请求里它占了大头吗", "kind": "paraphrase"}, "copied"),
        ({"kind": "keywords"}, "schema"),
    ],
)
def test_each_slip_is_found_alone_and_in_its_line(tmp_path, bank, changes, code):
    found = problems_of(tmp_path, bank, "", line(**changes))
    assert [(p.line, p.code) for p in found] == [(2, code)]
    assert str(found[0]).startswith(f"{tmp_path / 'mine.jsonl'} line 2: ") and "\n" not in str(found[0])


def test_a_term_that_both_share_is_no_copy(tmp_path, bank):
    assert (
        problems_of(tmp_path, bank, line(query="SHOW ENGINE INNODB STATUS 怎么看", relevant={"Q3": 2})) == []
    )


@pytest.mark.parametrize("again", ["连接池？", "连接 池", "連接池"])
def test_duplicates_are_found_after_folding(tmp_path, bank, again):
    found = problems_of(tmp_path, bank, line(), line(id="b", query=again))
    assert [p.code for p in found] == (
        [] if again == "連接池" else ["duplicate_query"]
    )  # other characters ask otherwise


def test_the_same_words_after_other_turns_are_no_duplicate(tmp_path, bank):
    turns = ([{"query": "连接池", "questions": ["Q1"]}], [{"query": "死锁", "questions": ["Q3"]}])
    rows = [line(id=str(i), kind="follow_up", query="它呢", history=t) for i, t in enumerate(turns)]
    assert problems_of(tmp_path, bank, *rows) == []


def test_a_kind_that_lies_in_one_split_is_told(tmp_path, bank):
    queries = ("连接池", "握手", "等待超时", "上限", "排队", "短请求")
    rows = [line(id=str(i), query=q) for i, q in enumerate(queries)]
    found = problems_of(tmp_path, bank, *rows)
    assert {(p.code, p.severity) for p in found} == {("split_balance", "warning")}
    assert {p.message.split(":")[0] for p in found} == {"all cases", "kind keyword"}


def test_the_golden_cases_are_sound():
    """Every name and span of the cases that are kept stands in the bank that ships, and nothing is copied or doubled."""
    files = golden_files()
    if not files:
        pytest.skip("no golden cases yet")
    bank = read_bank([shipped_material()])
    problems = lint_files(files, bank)
    assert [str(p) for p in problems if p.severity == "error"] == []
    assert lint_cases(load_cases(files), bank) == problems


def test_a_line_that_is_no_case_does_not_hide_the_others(tmp_path, bank):
    found = problems_of(tmp_path, bank, "{", json.dumps([]), line(relevant={"Q7": 2}))
    assert [(p.line, p.code) for p in found] == [(1, "schema"), (2, "schema"), (3, "unknown_question")]
