"""`tiyan grade`, `tiyan interview` and `tiyan progress` as a person or a script runs them."""

import json

import pytest
from typer.testing import CliRunner

ANSWER = "令牌桶按固定速率放令牌，攒下的可以一次花掉，所以允许突发"


@pytest.fixture
def run(home):
    from ui.cli import app

    return lambda *args, typed=None: CliRunner().invoke(app, ["--home", str(home), *args], input=typed)


def test_grade_prints_one_document(run):
    result = run("grade", "Q52", "--answer", ANSWER, "--json")
    assert result.exit_code == 0, result.output
    document = json.loads(result.stdout)
    assert set(document) == {"question_id", "points", "score", "rating"}
    assert all(
        set(point) == {"chunk_id", "role", "text", "verdict", "evidence"} for point in document["points"]
    )
    assert {point["verdict"] for point in document["points"]} <= {"hit", "partly", "missed", "wrong"}


def test_many_answers_in_one_process(run, tmp_path):
    cases = tmp_path / "答.jsonl"
    rows = [{"question": "Q52", "answer": ANSWER}, {"question": "54", "answer": ""}]
    cases.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    result = run("grade", "--cases", str(cases))
    assert result.exit_code == 0, result.output
    scores = [json.loads(line)["score"] for line in result.stdout.splitlines()]
    assert len(scores) == 2
    assert scores[0] > scores[1] == 0


@pytest.mark.parametrize("args", [(), ("Q52",), ("--answer", "x"), ("Q52", "--answer", "x", "--cases", "-")])
def test_wrong_usage_is_told(run, args):
    assert run("grade", *args).exit_code == 2


def lines(*replies):
    """Replies as they are typed: each ends with an empty line."""
    return "".join(f"{reply}\n\n" for reply in replies)


def test_a_whole_interview_in_the_terminal(run):
    result = run(
        "interview", "-n", "5", typed=lines("提示", "这个词什么意思", "跳过", "跳过", ANSWER, *["不会"] * 9)
    )
    assert result.exit_code == 0, result.output
    assert "[5/5]" in result.stdout
    assert "on average" in result.stdout


def test_an_interview_that_was_left_is_taken_up(run):
    run("interview", "-n", "2", typed=lines("跳过"))
    assert "[2/2]" in run("interview", typed=lines("结束")).stdout


def test_progress_is_a_table_or_a_document(run, tmp_path):
    run("interview", "--question", "Q53", typed=lines("不会"))
    assert "网络" in run("progress").stdout
    document = json.loads(run("progress", "--json").stdout)
    assert document["seen"] >= 1
    assert {"due", "topics", "forecast", "missed", "retention", "streak"} <= set(document)
    assert (
        run("progress", "--anki", str(tmp_path / "a.apkg"), "--csv", str(tmp_path / "a.csv")).exit_code == 0
    )
    assert (tmp_path / "a.apkg").stat().st_size > 0
