"""A user's mistake reaches the page in both of its languages, and counts read right in both."""

from __future__ import annotations

import re
import time

import pytest

from ingest import TiyanError
from ui.app import quiet
from ui.jobs import Jobs
from ui.words import amount

MISTAKE = TiyanError("give a file", "请给一个文件")


def fail(_):
    raise MISTAKE


def test_a_call_that_fails_says_so_in_both_languages():
    assert quiet(fail)({}) == {"error": "give a file", "error_zh": "请给一个文件"}


def test_without_chinese_words_the_english_ones_stand_in():
    assert TiyanError("give a file").zh == "give a file"


def test_a_change_that_comes_to_nothing_says_why_in_both_languages():
    jobs = Jobs()
    token = jobs.run(fail)
    while not jobs.document(token)["over"]:
        time.sleep(0.01)
    told = jobs.document(token)
    assert (told["error"], told["error_zh"]) == ("give a file", "请给一个文件")
    assert jobs.document("no such token")["error_zh"] == "这里没有这项改动"


@pytest.mark.parametrize(
    ("count", "key", "zh", "en"),
    [
        (1, "bank_count", "1 题", "1 question"),
        (2, "bank_count", "2 题", "2 questions"),
        (0, "warnings", "0 处提醒", "0 warnings"),
        (1, "warnings", "1 处提醒", "1 warning"),
        ("2 / 60", "bank_count", "2 / 60 题", "2 / 60 questions"),
    ],
)
def test_counts(count, key, zh, en):
    html = amount(count, key)
    number = re.match(r"[^<]+", html)[0]
    said = re.findall(r">([^<]+)<", html)
    assert [number + word for word in said if word.strip()] == [zh, en]
