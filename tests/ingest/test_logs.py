"""The shipped bank's questions as somebody notes down who was asked them: by company and round, without answers."""

from collections.abc import Callable

import pytest

from ingest.parse import parse
from ingest.rounds import is_remark, names_round
from tests.ingest.test_dresses import questions, words

COMPANIES = ("字节", "阿里", "腾讯", "美团")
HEADS: dict[str, Callable[[str], str]] = {
    "## ": lambda name: f"## {name}",
    "# 面经": lambda name: f"# {name}面经",
    "**": lambda name: f"**{name}**",
    "：": lambda name: f"{name}：",
    "nothing": lambda name: "",
}
ROUNDS: dict[str, tuple[str, ...]] = {
    "### ": ("### 一面", "### 二面", "### HR面"),
    "dated": ("### 3.10 一面（40min）", "### 3.11 二面（1h）", "### 3.20 HR 面"),
    "English": ("### Round 1: Basics", "### Technical Round (1 hr)", "### HR Round"),
    "**": ("**一面**", "**二面**", "**HR面**"),
    "：": ("一面：", "二面：", "HR面："),
    "alone": ("一面", "二面", "HR面"),
    "**English:**": ("**Round 1:**", "**Round 2:**", "**HR Round:**"),
}
ENTRIES: dict[str, Callable[[int, str], list[str]]] = {
    "1. ": lambda n, title: [f"{n}. {title}"],
    "1、": lambda n, title: [f"{n}、{title}"],
    "1.": lambda n, title: [f"{n}.{title}"],
    "- ": lambda n, title: [f"- {title}"],
    "- **": lambda n, title: [f"- **{title}**"],
    "remarked": lambda n, title: [f"{n}. {title}（答得不好）"],
    "told": lambda n, title: [f"{n}. {title}", "   - 说了两点，不太会"],
    "lines": lambda n, title: [f"{title}  "],
    "paragraphs": lambda n, title: [title, ""],
    "问了": lambda n, title: [f"问了{title}", ""],
}
A_ROUND = 6


def log(head: str, rounds: str, entry: str) -> tuple[str, list[int]]:
    """The text, and the numbers of the lines that ask."""
    titles = [words(title) for title, _ in questions() if len(title) < 60][: A_ROUND * 4]
    lines: list[str] = []
    asking = []
    for place in range(0, len(titles), A_ROUND):
        part = place // A_ROUND
        if part % 3 == 0:
            lines += [HEADS[head](COMPANIES[part // 3]), ""]
        lines += [ROUNDS[rounds][part % 3], "", "时间：3 月 5 日，40 分钟", ""]
        for n, title in enumerate(titles[place : place + A_ROUND], start=1):
            asking.append(len(lines) + 1)
            lines += ENTRIES[entry](n, title)
        lines += ["", "反问：业务是什么。感觉面试官人很好。", ""]
    return "\n".join(lines), asking


@pytest.mark.parametrize("rounds", ROUNDS)
@pytest.mark.parametrize("head", HEADS)
def test_what_was_asked_comes_out_and_nothing_that_was_remarked(head, rounds):
    for entry in ENTRIES:
        text, asking = log(head, rounds, entry)
        assert [q.line_start for q in parse(text, "面经.md").questions] == asking, entry


@pytest.mark.parametrize(
    ("title", "names"),
    [
        ("一面", True),
        ("3.10 二面 (A)", True),
        ("HR 面", True),
        ("字节 三面", True),
        ("第一轮面试", True),
        ("三面：总监面", True),
        ("国际化电商 前端2面", True),
        ("某厂，暑期实习一面凉经（复盘）", True),
        ("Round 1: Basics", True),
        ("2nd Technical Round (1 hr)", True),
        ("Cultural Fit Round", True),
        ("Interview 3: system", True),
        ("界面", False),
        ("另一面", False),
        ("二面角", False),
        ("Round robin", False),
        ("design a round table", False),
        ("Stage 1: ZeRO", False),
        ("Interview 101", False),
    ],
)
def test_what_a_round_is_called(title, names):
    assert names_round(title) is names


@pytest.mark.parametrize(
    ("words", "remark"),
    [
        ("时间：3 月 5 日", True),
        ("2021年3月23日", True),
        ("1 小时", True),
        ("反问環節", True),
        ("面试官人很好", True),
        ("（力扣300）", True),
        ("Duration: 60 minutes", True),
        ("时间复杂度", False),
        ("总结一下握手", False),
        ("【算法】两数之和", False),
        ("status code 401 vs 403", False),
        ("Base64 的原理", False),
    ],
)
def test_what_is_said_of_a_round(words, remark):
    assert is_remark(words) is remark
