"""The page's abilities as named endpoints, called as another program would."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.ui.browsing import ROOT, serving
from tests.ui.test_cli import CITATION_KEYS, HIT_KEYS, tiyan

CALLS = """
import json, sys
from gradio_client import Client
client = Client(sys.argv[1], verbose=False)
def told(call):
    try:
        return call()
    except Exception as error:
        return {"error": str(error)}
print(json.dumps({
    "names": sorted(client.view_api(return_format="dict")["named_endpoints"]),
    "search": client.predict("KV Cache 显存", 2, api_name="/search"),
    "part": client.predict("KV Cache 显存", 2, "", "缓存", api_name="/search"),
    "elsewhere": told(lambda: client.predict("KV Cache", "没有这个文件.md", "", api_name="/ask")),
    "ask": client.predict("KV Cache 为什么占显存？", api_name="/ask"),
    "question": client.predict("Q51", api_name="/question"),
    "followups": client.predict("Q51", "", 2, api_name="/followups"),
    "grade": client.predict("Q51", "先更新数据库再删缓存", api_name="/grade"),
    "unknown": told(lambda: client.predict("Q424242", api_name="/question")),
}))
"""


@pytest.fixture(scope="module")
def answers(tmp_path_factory, bank_files):
    """What a client of its own process gets, one call of each endpoint."""
    home = tmp_path_factory.mktemp("接口") / "home"
    assert tiyan("ingest", bank_files, home=home).returncode == 0
    with serving(home) as address:
        done = subprocess.run(
            [sys.executable, "-c", CALLS, address], cwd=ROOT, capture_output=True, text=True, timeout=240
        )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def test_only_the_endpoints_that_are_meant_for_programs_are_named(answers):
    assert answers["names"] == ["/ask", "/followups", "/grade", "/question", "/search"]


def test_search_and_ask_give_the_documents_of_the_command_line(answers):
    assert len(answers["search"]["hits"]) == 2 and set(answers["search"]["hits"][0]) == HIT_KEYS - {
        "path"
    } | {"file"}
    assert answers["search"]["hits"][0]["number"] == "125"
    assert answers["ask"]["citations"] and set(answers["ask"]["citations"][0]) == CITATION_KEYS - {"path"} | {
        "file"
    }


def test_a_search_can_be_kept_to_a_part_of_the_bank(answers):
    assert {hit["number"] for hit in answers["part"]["hits"]} <= {"51", "55"}
    assert "没有这个文件.md" in answers["elsewhere"]["error"]


def test_a_question_comes_whole_and_follow_ups_name_what_answers_them(answers):
    assert (
        answers["question"]["title"] == "缓存和数据库怎样保持一致？"
        and len(answers["question"]["points"]) == 3
    )
    assert 0 < len(answers["followups"]["follow_ups"]) <= 2


def test_grading_gives_a_verdict_a_point(answers):
    verdicts = {point["verdict"] for point in answers["grade"]["points"]}
    assert "hit" in verdicts and verdicts <= {"hit", "partly", "missed", "wrong"}


def test_a_mistake_comes_back_in_words(answers):
    assert "Q424242" in answers["unknown"]["error"]
