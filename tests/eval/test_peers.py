import sys

import pytest

from eval.binding import bind
from eval.cases import load_cases
from eval.evaluation import score
from eval.peers import race as race_module
from eval.peers.job import Job, Piece, Record
from eval.peers.mapping import QuestionMap, runs
from eval.peers.race import found_by, peers_table, race
from eval.peers.worker import PEERS, peak_mb
from ingest.errors import TiyanError
from tests.eval.conftest import BANK, CASES


@pytest.fixture
def questions(bank):
    return QuestionMap(bank)


def number_of(bank, ids):
    return [bank.by_id(id).number for id in ids]


def test_a_piece_over_a_border_belongs_to_the_question_it_holds_most_of(bank, questions):
    text = BANK.read_text(encoding="utf-8")
    start = text.index("题眼：复用与上限")
    assert number_of(bank, questions.questions_in(Piece("a", text[start:], str(BANK)))) == [
        "3",
        "2",
    ]  # the end of 1 is too little of it
    assert number_of(bank, questions.questions_in(Piece("b", text[start : start + 30], str(BANK))))[0] == "1"


def test_markup_and_spaces_that_a_peer_drops_do_not_hide_a_question(bank, questions):
    piece = Piece("a", "索引为什么能让查询变快\nB+树把随机查找变成对数次页读取")
    assert number_of(bank, questions.questions_in(piece)) == ["2"]


def test_a_piece_of_another_file_belongs_to_no_question_here(questions):
    assert questions.questions_in(Piece("a", "B+ 树把随机查找变成对数次页读取", "elsewhere.md")) == ()
    assert questions.questions_in(Piece("b", "与题库无关的一段文字，谁的也不是")) == ()


def test_a_piece_of_a_few_characters_is_found_too(bank, questions):
    assert number_of(bank, questions.questions_in(Piece("a", "说清回表。", str(BANK)))) == ["2"]


def test_a_text_shorter_than_a_run_is_a_run():
    assert runs("甲乙") == {"甲乙"} and runs("") == set() and len(runs("一二三四五六七八九")) == 2


def test_jobs_and_records_read_back_equal(tmp_path):
    job = Job(("a.md",), ("问一句", "two"), "model", "store")
    record = Record(
        (Piece("1", "甲", None),), (("1",),), (("1",), ()), (0.1, 0.2), 1.0, 2.0, 3.0, 4.0, {"txtai": "9"}
    )
    for made, kind in ((job, Job), (record, Record)):
        made.write(tmp_path / "file.json")
        assert kind.read(tmp_path / "file.json") == made


@pytest.fixture
def record(bank, cases):
    """A peer that cuts a piece a question and always finds 2 first."""
    pieces = tuple(Piece(q.number, q.text, q.path) for q in bank.questions)
    order = ("2", "1", "3")
    alone = [c for c in cases if not c.history]
    return Record(
        pieces,
        (order,) * len(alone),
        (order,) * len(alone),
        (0.01,) * len(alone),
        1,
        2,
        3,
        4,
        {"peer": "1.0"},
    )


def test_what_a_peer_found_is_measured_like_anything_else(bank, cases, questions, record):
    alone = [c for c in cases if not c.history]
    result = score("peer", alone, found_by(record, questions))
    by_case = {id: values["mrr@10"] for id, values in result.questions.items()}
    assert by_case == {
        "t-01": 1 / 2,
        "t-02": 1,
        "t-03": pytest.approx(1 / 3, abs=1e-6),
        "t-04": pytest.approx(1 / 3, abs=1e-6),
        "t-08": 1,
    }
    assert result.passages["t-02"]["recall@1"] == 1
    assert result.scope is None


def test_the_table_has_a_row_a_peer_with_its_versions_under_it(bank, cases, record, monkeypatch, tmp_path):
    monkeypatch.setattr(race_module, "_run", lambda name, job, scratch: (record, 1.5))
    from eval.document import evaluation_document

    evaluation, costs = race(bank, cases, tmp_path, tmp_path, ("tiyan", "txtai"))
    table = peers_table(evaluation_document(evaluation, bank, k=10), costs, "2026-01-01")
    lines = table.splitlines()
    assert lines[2].startswith("| **tiyan** | ") and lines[3].startswith("| txtai | ")
    assert lines[3].endswith("| 3 | 10 / 10 | 4 | 1.0 | 1.5 |")
    assert "2026-01-01; 5 answerable cases over 3 questions" in lines[-1] and "peer 1.0" in lines[-1]


def test_an_unknown_peer_is_refused_with_the_known_ones(bank, cases, tmp_path):
    with pytest.raises(TiyanError, match="elastic: no such peer; known are tiyan, langchain"):
        race(bank, cases, tmp_path, tmp_path, ("elastic",))


def test_a_peer_that_is_not_installed_says_how_to_install_it(bank, cases, tmp_path, monkeypatch):
    monkeypatch.setitem(PEERS, "absent", ("absent_peer", "Absent"))
    worker = "import sys; raise ModuleNotFoundError(\"No module named 'absent'\")"
    fake = tmp_path / "python"
    fake.write_text(f"#!{sys.executable}\n{worker}\n", encoding="utf-8")
    fake.chmod(0o755)
    monkeypatch.setattr(race_module.sys, "executable", str(fake))
    with pytest.raises(TiyanError) as raised:
        race(bank, cases, tmp_path, tmp_path, ("absent",))
    assert (
        str(raised.value)
        == "absent: ModuleNotFoundError: No module named 'absent'; install the peers with: pip install 'tiyan[peers]' (or run: make peers)"
    )


def test_the_peak_is_of_this_process_and_only_grows():
    before = peak_mb()
    block = bytearray(64 * 1024 * 1024)
    block[::4096] = b"x" * len(block[::4096])
    assert 0 < before <= peak_mb()


@pytest.mark.slow
def test_our_own_entry_runs_in_a_process_like_the_others(bank, tmp_path):
    cases = bind(load_cases([CASES]), bank)
    evaluation, costs = race(bank, cases, tmp_path, tmp_path, ("tiyan",))
    assert evaluation.systems[0].question_figures["all"]["mrr@10"].mean > 0.7
    cost = costs["tiyan"]
    assert cost.pieces >= 12 and cost.unseen == 0 and cost.cold_s > 0 and cost.peak_mb > 50
