import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eval.binding import bind
from eval.cases import (
    HELPS,
    KINDS,
    Case,
    CaseError,
    EarlierTurn,
    Evidence,
    cases_digest,
    load_cases,
    parse_line,
)
from tests.eval.conftest import CASES

GOOD = {
    "id": "a",
    "query": "连接池",
    "relevant": {"Q1": 2},
    "kind": "keyword",
    "language": "zh",
    "answerable": True,
    "split": "dev",
}


def line(**changes):
    return json.dumps({**GOOD, **changes}, ensure_ascii=False)


def test_a_case_reads_as_it_was_written():
    case = parse_line(
        line(
            evidence=[{"question": "Q1", "text": "池子"}],
            history=[{"query": "前一句", "questions": ["Q1"]}],
            note="why",
        ),
        "f.jsonl",
        7,
    )
    assert case == Case(
        "a",
        "连接池",
        {"Q1": 2},
        "keyword",
        "zh",
        True,
        "dev",
        (Evidence("Q1", "池子"),),
        (EarlierTurn("前一句", ("Q1",)),),
        "why",
    )
    assert case.place == "f.jsonl line 7"


@given(
    query=st.text(min_size=1).filter(lambda q: q.strip() and "\n" not in q),
    grades=st.dictionaries(st.text(min_size=1), st.sampled_from([1, 2]), max_size=3),
    kind=st.sampled_from(sorted(KINDS)),
)
def test_writing_a_case_and_reading_it_back_loses_nothing(query, grades, kind):
    case = Case("x", query, grades, kind, "zh", True, "test", (Evidence("Q1", query),), draft=True)
    assert parse_line(json.dumps(case.to_json()), "", 0) == case


@pytest.mark.parametrize(
    "text, said",
    [
        ("{", "not JSON"),
        ("[]", "not an object"),
        (line(colour="red"), 'unknown field "colour"'),
        (json.dumps({k: v for k, v in GOOD.items() if k != "split"}), 'no "split"'),
        (line(kind="paraphrased"), 'unknown kind "paraphrased"; write one of paraphrase, keyword'),
        (line(language="fr"), 'unknown language "fr"'),
        (line(split="train"), 'unknown split "train"; write one of dev, test'),
        (line(query=" "), '"query" is empty'),
        (line(relevant=["Q1"]), '"relevant" is ["Q1"]; write an object such as {"Q2": 2}'),
        (line(relevant={"Q1": 3}), '"relevant" grades Q1 3; write 2 (answers it) or 1 (helps)'),
        (line(relevant={"Q1": True}), '"relevant" grades Q1 true'),
        (line(answerable="yes"), '"answerable" is "yes"; write true or false'),
        (line(evidence=["池子"]), '"evidence" holds "池子"; each entry is {"question": "…", "text": "…"}'),
        (line(evidence=[{"question": "Q1", "text": ""}]), '"evidence" holds'),
        (line(history=[{"query": 3}]), '"history" holds'),
    ],
)
def test_what_is_wrong_is_said_in_one_line_with_file_and_line(text, said):
    with pytest.raises(CaseError) as raised:
        parse_line(text, "mine.jsonl", 12)
    message = str(raised.value)
    assert message.startswith("mine.jsonl line 12: ") and said in message and "\n" not in message


def test_ids_are_unique_over_all_files(tmp_path):
    for name in ("one.jsonl", "two.jsonl"):
        (tmp_path / name).write_text("\n" + line() + "\n", encoding="utf-8")
    with pytest.raises(CaseError, match=r'two.jsonl line 2: the id "a" is taken by .*one.jsonl line 2'):
        load_cases([tmp_path / "one.jsonl", tmp_path / "two.jsonl"])


@pytest.mark.parametrize("content, said", [(None, "cannot be read"), (b"\xff\xfe\x00", "not UTF-8")])
def test_a_file_that_cannot_be_read_is_named(tmp_path, content, said):
    path = tmp_path / "cases.jsonl"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(CaseError, match=said):
        load_cases([path])


def test_names_become_ids_of_the_bank(bank, cases):
    q2, q3 = (bank.by_number(n)[0].id for n in "23")
    third = cases[2]
    assert third.relevant == {q3: 2, q2: HELPS} and third.answering == {q3}
    assert third.spans[0].question_id == q3 and third.spans[0].grade == 2
    assert cases[4].history == (("连接池是干嘛的", (bank.by_number("1")[0].id,)),)


@pytest.mark.parametrize(
    "changes, said",
    [
        ({"relevant": {"Q9": 2}}, '"relevant" names Q9, which is not in the bank'),
        ({"evidence": [{"question": "Q1", "text": "池子没有上限"}]}, "「池子没有上限」 is not in Q1"),
        ({"evidence": [{"question": "Q1", "text": "TCP一次"}]}, "only its spaces differ"),
        ({"history": [{"query": "x", "questions": ["Q8"]}]}, '"history" names Q8'),
    ],
)
def test_a_bank_that_changed_under_its_cases_is_reported(bank, changes, said):
    with pytest.raises(CaseError) as raised:
        bind([parse_line(line(**changes), "mine.jsonl", 3)], bank)
    assert str(raised.value).startswith("mine.jsonl line 3: ") and said in str(raised.value)


def test_the_digest_follows_what_the_cases_say_and_not_their_order():
    written = load_cases([CASES])
    assert cases_digest(reversed(written)) == cases_digest(written)
    assert cases_digest(written[1:]) != cases_digest(written)
