"""The command line keeps its contract: documents, exit codes, one line for a mistake, and a bank that stays whole."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.ui.browsing import ROOT

QUESTION_KEYS = {
    "id", "number", "number_source", "title", "title_source", "summary", "points", "key_point", "hook", "evidence",
    "sources", "references", "path", "line_start", "line_end", "answered",
}  # fmt: skip
HIT_KEYS = {
    "question_id",
    "number",
    "title",
    "chunk_id",
    "role",
    "text",
    "path",
    "line_start",
    "line_end",
    "score",
}
CITATION_KEYS = {
    "id", "label", "question_id", "number", "chunk_id", "role", "text", "path", "line_start", "line_end", "sources",
}  # fmt: skip


def tiyan(*arguments: object, home: Path, stdin: str | None = None) -> subprocess.CompletedProcess[str]:
    """Run the command as a shell would, knowing nothing of this machine's settings."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("TIYAN_")}
    return subprocess.run(
        [sys.executable, "-c", "from ui.cli import main; main()", *map(str, arguments)],
        cwd=home.parent,
        env={
            **kept,
            "TIYAN_HOME": str(home),
            "TIYAN_OLLAMA": "off",
            "OMP_NUM_THREADS": "1",
            "PYTHONPATH": str(ROOT),
        },
        input=stdin,
        capture_output=True,
        encoding="utf-8",
        timeout=240,
    )


def document(*arguments: object, home: Path) -> dict:
    done = tiyan(*arguments, "--json", home=home)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def home(tmp_path_factory, bank_files) -> Path:
    """A home, with Chinese and a space in its path, that holds the small bank."""
    home = tmp_path_factory.mktemp("我的 题库") / "home"
    done = tiyan("ingest", bank_files, "--json", home=home)
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert report["index"]["chunks"] == report["index"]["embedded"] > 10 and report["index"]["reused"] == 0
    return home


def test_ingest_reports_files_questions_and_what_they_refer_to(bank_files, tmp_path):
    home = tmp_path / "home"
    report = document("ingest", "--dry-run", bank_files, home=home)
    assert set(report) == {"files", "questions", "dangling_references"}
    assert [file["questions"] for file in report["files"]] == [1, 2] and report["dangling_references"] == [
        "99"
    ]
    assert all(set(question) >= QUESTION_KEYS for question in report["questions"])
    q51 = next(q for q in report["questions"] if q["number"] == "51")
    assert (q51["number_source"], q51["title"], q51["references"]) == (
        "stated",
        "缓存和数据库怎样保持一致？",
        ["55"],
    )
    assert [point["heading"] for point in q51["points"]] == ["写路径", "写路径", "读路径"]
    assert q51["sources"][0] == {
        "label": "Scaling Memcache at Facebook",
        "url": "https://www.usenix.org/conference/nsdi13",
    }
    lines = Path(q51["path"]).read_text(encoding="utf-8").split("\n")
    assert lines[q51["line_start"] - 1].startswith("## Q51")
    assert not home.exists()  # a dry run writes nothing


def test_a_dry_run_loads_no_model(bank_files, tmp_path):
    code = (
        "import sys; from ui.cli import app; from typer.testing import CliRunner; "
        f"r = CliRunner().invoke(app, ['ingest', '--dry-run', {str(bank_files)!r}]); assert r.exit_code == 0, r.output; "
        "print(sorted({'torch', 'sentence_transformers', 'faiss', 'gradio', 'langchain'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert done.stdout.strip() == "[]", done.stderr


def test_every_command_explains_itself_without_loading_anything_heavy():
    code = (
        "import sys; from ui.cli import app; from typer.testing import CliRunner\n"
        "for name in 'ingest search ask followups grade verify interview serve eval remove status'.split():\n"
        "    result = CliRunner().invoke(app, [name, '--help'])\n"
        "    assert result.exit_code == 0 and 'Usage' in result.output, name\n"
        "print(sorted({'torch', 'sentence_transformers', 'faiss', 'gradio', 'langchain', 'numpy'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert done.stdout.strip() == "[]", done.stderr


def test_ingesting_the_same_again_embeds_nothing(home, bank_files):
    again = document("ingest", bank_files, home=home)["index"]
    assert again["embedded"] == 0 and again["reused"] == again["chunks"]


def test_search_finds_the_question_and_its_place(home):
    found = document("search", "旁路缓存先删还是先更新", "-k", 5, home=home)
    assert set(found) == {"query", "in_scope", "scope_probability", "hits"}
    assert found["query"] == "旁路缓存先删还是先更新" and found["in_scope"] is True
    assert 0 < len(found["hits"]) <= 5 and all(set(hit) == HIT_KEYS for hit in found["hits"])
    assert found["hits"][0]["number"] == "51"
    scores = [hit["score"] for hit in found["hits"]]
    assert scores == sorted(scores, reverse=True) and all(0 <= score <= 1 for score in scores)


def test_ask_answers_with_checked_citations_and_follow_ups(home):
    answer = document("ask", "KV Cache 为什么占显存？", home=home)
    assert {
        "query",
        "in_scope",
        "composer",
        "answer",
        "sentences",
        "citations",
        "follow_ups",
        "seconds",
    } == set(answer)
    assert answer["composer"] == "quoted" and answer["in_scope"] is True
    ids = {citation["id"] for citation in answer["citations"]}
    assert ids and all(set(citation) == CITATION_KEYS for citation in answer["citations"])
    assert {citation["number"] for citation in answer["citations"]} == {"125"}
    assert all(set(sentence["citations"]) <= ids for sentence in answer["sentences"])
    assert "线性增长" in answer["answer"] and "[1]" in answer["answer"]
    assert all({"text", "question_id", "chunk_id", "in_bank"} == set(f) for f in answer["follow_ups"])


def test_off_topic_is_refused_without_citations(home):
    answer = document("ask", "今天上海天气怎么样", home=home)
    assert answer["in_scope"] is False and answer["citations"] == []


@pytest.mark.parametrize("command", ["search", "ask"])
def test_cases_give_one_document_a_line_in_order(home, tmp_path, command):
    queries = ["KV Cache 显存", "消息丢失", "Q51"]
    cases = tmp_path / "cases.jsonl"
    cases.write_text(
        "\n".join(json.dumps({"query": q, "id": i}) for i, q in enumerate(queries)), encoding="utf-8"
    )
    from_file = tiyan(command, "--cases", cases, home=home)
    from_stdin = tiyan(command, "--cases", "-", home=home, stdin=cases.read_text(encoding="utf-8"))
    for done in (from_file, from_stdin):
        assert done.returncode == 0, done.stderr
        assert [json.loads(line)["query"] for line in done.stdout.splitlines()] == queries


@pytest.mark.parametrize("wanted", ["Q51", "51", "q51", "第51题"])
def test_follow_ups_of_a_question_are_in_the_bank_and_not_itself(home, wanted):
    found = document("followups", wanted, "-n", 2, home=home)["follow_ups"]
    assert 0 < len(found) <= 2
    assert all(f["text"] != "缓存和数据库怎样保持一致？" for f in found)


def test_grading_gives_a_verdict_and_the_learners_own_words_for_each_point(home):
    answer = "先更新数据库，再删缓存，旧值不会长期留着；过期时间 900 秒。"
    graded = document("grade", "Q51", "--answer", answer, home=home)
    assert set(graded) == {"question_id", "points", "score", "rating"} and 0 < graded["score"] < 1
    assert all(
        {"chunk_id", "role", "text", "verdict", "evidence"} == set(point) for point in graded["points"]
    )
    assert all(point["evidence"] in answer for point in graded["points"])
    assert graded["points"][0]["verdict"] == "hit"
    assert document("grade", "Q51", "--answer", "", home=home)["score"] == 0


def test_graded_and_verified_cases_give_one_document_a_line(home):
    grades = '{"question": "Q51", "answer": "先更库后删缓存"}\n{"question": "125", "answer": "不会"}\n'
    done = tiyan("grade", "--cases", "-", home=home, stdin=grades)
    assert [json.loads(line)["rating"] for line in done.stdout.splitlines()][1] == "again", done.stderr
    pairs = (
        '{"sentence": "占 40GB", "passage": "占 80GB。"}\n{"sentence": "占 80GB", "passage": "占 80GB。"}\n'
    )
    done = tiyan("verify", "--cases", "-", home=home, stdin=pairs)
    assert [json.loads(line)["supported"] for line in done.stdout.splitlines()] == [False, True], done.stderr


def test_an_interview_is_held_in_the_terminal_and_left_open_when_the_input_ends(home, tmp_path):
    said = "先更新数据库再删缓存\n\n结束\n\n"
    done = tiyan("interview", "--question", "Q51", home=home, stdin=said)
    assert done.returncode == 0 and "Q51·要点1" in done.stdout and "of 100" in done.stdout, done.stderr
    assert "left open" in tiyan("interview", "--question", "Q55", home=home, stdin="").stdout
    assert tiyan("interview", "--mode", "never", home=home, stdin="").returncode == 1


def test_a_whole_interview_of_five_is_held_in_the_terminal(tmp_path):
    said = "关键在于取舍：按需分配，先量再改。\n\n" * 30  # more than five questions and their follow-ups take
    done = tiyan("interview", "--mode", "random", "-n", "5", home=tmp_path / "home", stdin=said)
    assert done.returncode == 0, done.stderr
    asked = re.findall(r"^\[(\d)/5\]", done.stdout, re.MULTILINE)
    assert asked == ["1", "2", "3", "4", "5"] and "of 100 on average" in done.stdout
    assert "left open" not in done.stdout


def test_status_tells_files_questions_and_models(home, bank_files):
    told = document("status", home=home)
    assert told["questions"] == 3 and told["own"] is True and told["chat_model"] is None
    assert [Path(file["path"]).name for file in told["files"]] == ["显存.md", "缓存.md"]
    assert "e5" in told["embedder"]["name"]


def test_with_nothing_ingested_every_command_works_on_the_bank_that_ships(tmp_path):
    home = tmp_path / "home"
    assert document("status", home=home)["own"] is False
    assert document("search", "PagedAttention", home=home)["hits"]
    assert (
        document("status", home=home)["own"] is False
    )  # what was put together for speed is not the learner's bank


def test_the_home_can_be_named_before_or_after_the_command(home, tmp_path):
    for arguments in (("--home", home, "status"), ("status", "--home", home)):
        done = tiyan(*arguments, "--json", home=tmp_path / "other")
        assert json.loads(done.stdout)["questions"] == 3


def test_more_is_added_and_taken_away_again(tmp_path, bank_files):
    home, other = tmp_path / "home", tmp_path / "更多.md"
    other.write_text("## Q900 什么是背压？\n\n一句话：下游慢时让上游慢下来。\n", encoding="utf-8")
    document("ingest", bank_files / "显存.md", home=home)
    added = document("ingest", other, home=home)
    assert {q["number"] for q in added["questions"]} == {"125", "900"} and added["index"]["reused"] > 0
    assert tiyan("remove", other, home=home).returncode == 0
    assert document("status", home=home)["questions"] == 1
    assert document("search", "背压", home=home)["hits"][0]["number"] == "125"
    gone = tiyan("remove", other, home=home)
    assert gone.returncode == 1 and len(gone.stderr.strip().splitlines()) == 1
    assert tiyan("remove", bank_files / "显存.md", home=home).returncode == 0
    assert document("status", home=home)["own"] is False


def stored(home: Path) -> dict[str, bytes]:
    """Every file of the index, to the byte."""
    return {str(path): path.read_bytes() for path in (home / "index").rglob("*") if path.is_file()}


def broken_inputs(folder: Path) -> dict[str, Path]:
    (folder / "空 文件夹").mkdir()
    (folder / "prose.md").write_text("\n", encoding="utf-8")
    (folder / "binary.md").write_bytes(bytes(range(256)) * 40)
    return {
        "missing": folder / "nowhere.md",
        "empty": folder / "空 文件夹",
        "nothing": folder / "prose.md",
        "binary": folder / "binary.md",
    }


@pytest.mark.parametrize("kind", ["missing", "empty", "nothing", "binary"])
@pytest.mark.parametrize("dry", [True, False])
def test_bad_input_is_one_line_and_the_bank_stays(home, tmp_path, kind, dry):
    before = stored(home)
    path = broken_inputs(tmp_path)[kind]
    done = tiyan("ingest", path, *(["--dry-run"] if dry else []), "--json", home=home)
    assert done.returncode == 1 and done.stdout == ""
    assert (
        len(done.stderr.strip().splitlines()) == 1
        and path.name in done.stderr
        and "Traceback" not in done.stderr
    )
    assert stored(home) == before


def test_one_broken_file_among_good_ones_leaves_the_bank_as_it_was(home, tmp_path, bank_files):
    before = stored(home)
    done = tiyan("ingest", bank_files, broken_inputs(tmp_path)["binary"], home=home)
    assert done.returncode == 1 and "binary.md" in done.stderr
    assert stored(home) == before


@pytest.mark.parametrize(
    "arguments",
    [
        ["nosuch"],
        ["search"],
        ["search", "甲", "--cases", "-"],
        ["search", "甲", "-k", "0"],
        ["ingest"],
        ["serve", "--auth", "nopassword"],
        ["serve", "--port", "x"],
    ],
)
def test_wrong_usage_exits_with_two(tmp_path, arguments):
    done = tiyan(*arguments, home=tmp_path / "home")
    assert done.returncode == 2 and done.stdout == "" and "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "arguments, told",
    [
        (["search", "--cases", "none.jsonl"], "none.jsonl"),
        (["followups", "Q424242"], "Q424242"),
        (["remove", "never-ingested.md"], "never-ingested.md"),
    ],
)
def test_a_mistake_is_one_line_and_exit_one(home, arguments, told):
    done = tiyan(*arguments, home=home)
    assert done.returncode == 1 and done.stdout == ""
    assert len(done.stderr.strip().splitlines()) == 1 and told in done.stderr


def test_a_bad_setting_is_named(tmp_path):
    (tmp_path / ".env").write_text("TIYAN_PORT=many\n", encoding="utf-8")
    done = tiyan("status", home=tmp_path / "home")
    assert done.returncode == 1 and "TIYAN_PORT" in done.stderr and "Traceback" not in done.stderr


def test_people_get_tables_with_warnings_and_answers_with_their_grounds(home, bank_files):
    read = tiyan("ingest", "--dry-run", bank_files, home=home)
    for text in ("缓存.md", "显存.md", "缓存和数据库怎样保持一致", "125", "99", "nothing was stored"):
        assert text in read.stdout
    answered = tiyan("ask", "KV Cache 为什么占显存？", home=home)
    for text in ("线性增长", "Q125·", "显存.md:", "→ "):
        assert text in answered.stdout
    found = tiyan("search", "消息丢失", home=home)
    assert "Q55" in found.stdout and "缓存.md:" in found.stdout
    assert (
        "Q51" in tiyan("followups", "Q55", home=home).stdout
        or "→" in tiyan("followups", "Q55", home=home).stdout
    )
    assert "3" in tiyan("status", home=home).stdout
