import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from eval.command import add_eval_command
from eval.library import Tools
from eval.options import spread
from ingest.errors import TiyanError
from tests.eval.conftest import BANK, CASES


@pytest.fixture
def command(tmp_path):
    """`tiyan eval …` in a home of its own, with the bundled embedder and no chat model."""

    def tools_of(context: typer.Context, home: Path | None) -> Tools:
        where = home or tmp_path / "home"

        def embedder():
            from index import open_embedder

            return open_embedder(None)

        def library():
            from index import open_index

            return open_index(where, embedder)

        def assistant(index):
            from assistant import StudyAssistant

            return StudyAssistant(index)

        return Tools(where, None, embedder, library, assistant, lambda: None)

    app = typer.Typer()

    @app.callback()
    def root() -> None:
        """Stands for the whole command line."""

    add_eval_command(app, tools_of)
    runner = CliRunner()
    return lambda *args: runner.invoke(app, ["eval", *map(str, args)])


@pytest.mark.parametrize(
    "args, expected",
    [
        ("--compare a b c --json", "--compare a --compare b --compare c --json"),
        ("--compare a --compare b", "--compare a --compare b"),
        ("--bank x y --cases z", "--bank x --bank y --cases z"),
        ("--compare a lint --bank x y", "--compare a lint --bank x --bank y"),
        ("--compare no-rewrite -k 5", "--compare no-rewrite -k 5"),
        ("--split dev", "--split dev"),
        ("", ""),
    ],
)
def test_an_option_takes_as_many_values_as_follow_it(args, expected):
    assert spread(args.split(), ("--compare", "--bank", "--cases"), {"lint"}) == expected.split()


def test_lint_says_what_is_wrong_and_fails(command, tmp_path):
    assert command("lint", CASES, "--bank", BANK).exit_code == 0
    bad = tmp_path / "bad.jsonl"
    bad.write_text(CASES.read_text(encoding="utf-8").replace('"Q1"', '"Q7"'), encoding="utf-8")
    result = command("lint", bad, "--bank", BANK)
    assert result.exit_code == 1
    assert f'error: {bad} line 1: "relevant" names Q7, which is not in the bank' in result.stdout


def test_drafts_are_written_once_and_never_over_a_file(command, tmp_path):
    out = tmp_path / "drafts.jsonl"
    assert command("make-cases", "--bank", BANK, "--out", out, "-n", 2).exit_code == 0
    rows = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert len(rows) == 6 and all(row["draft"] for row in rows)
    again = command("make-cases", "--bank", BANK, "--out", out)
    assert isinstance(again.exception, TiyanError) and "is there already" in str(again.exception)


def test_drafting_with_a_model_needs_one(command):
    result = command("make-cases", "--bank", BANK, "--model")
    assert isinstance(result.exception, TiyanError) and "TIYAN_CHAT_MODEL" in str(result.exception)


@pytest.mark.parametrize(
    "args, said",
    [
        (["--bank", BANK], "no cases for it"),
        (["--cases", "none.jsonl"], "none.jsonl: cannot be read"),
        (["--bank", BANK, "--cases", CASES, "--update-baseline"], "--update-baseline keeps all golden cases"),
        (["--bank", "nowhere.md", "--cases", CASES], "nowhere.md"),
    ],
)
def test_what_a_user_can_mend_is_said_in_one_line(command, args, said):
    result = command(*args)
    assert isinstance(result.exception, TiyanError)
    assert said in str(result.exception) and "\n" not in str(result.exception)


def test_wrong_usage_is_no_mistake_of_the_data(command):
    assert command("--split", "train").exit_code == 2
    assert command("--no-such-option").exit_code == 2
    assert command("--help").exit_code == 0
