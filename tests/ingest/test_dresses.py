"""The shipped bank's questions in the marks of other people's notes: each must come back as one question."""

import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
from zhconv.zhconv import getdict

from ingest import read_bank
from ingest.parse import parse

TRADITIONAL = {ord(b): a for a, b in getdict("zh-hans").items() if len(a) == len(b) == 1}
MATERIAL = Path(__file__).parents[2] / "ingest" / "material"
TOGETHER, FILES = 24, 2  # questions of a file, and files
HEADING = re.compile(r"#{1,6} +(.+)")


@cache
def questions() -> tuple[tuple[str, tuple[str, ...]], ...]:
    """(title, lines of its answer) of each; without what titles their own banks alone would have."""
    found = []
    for question in read_bank([MATERIAL]).questions:
        body = question.text.split("\n")[1:]
        while body and not body[0].strip():
            body.pop(0)
        if body and question.answered:
            found.append((question.title.split(" › ")[-1], tuple(line.rstrip() for line in body)))
    return tuple(found)


def flat(body: tuple[str, ...]) -> list[str]:
    """The answer, its headings as plain lines."""
    fenced, lines = False, []
    for line in body:
        fenced ^= line.lstrip().startswith("```")
        heading = None if fenced else HEADING.fullmatch(line)
        lines.append(f"{heading[1]}：" if heading else line)
    return lines


def set_in(body: tuple[str, ...], by: int) -> list[str]:
    return [" " * by + line if line else "" for line in flat(body)]


def words(title: str) -> str:
    return re.sub(r"[*`]", "", title)


def chapter(n: int, before: str) -> list[str]:
    """A chapter's name over each eighth question."""
    return ["", before + ("基础", "进阶", "原理", "实战")[n // 8], ""] if n % 8 == 0 else []


Dress = Callable[[int, str, tuple[str, ...]], list[str]]
DRESSES: dict[str, Dress] = {
    "## 1. ": lambda n, title, body: [f"## {n}. {title}", "", *flat(body), ""],
    "##1、": lambda n, title, body: [f"##{n}、{title}", *flat(body), ""],
    "### Q1：": lambda n, title, body: [f"### Q{n}：{title}", *flat(body), ""],
    "### 第1题 ": lambda n, title, body: [f"### 第{n}题 {title}", "", *flat(body), ""],
    "### 1.1 ": lambda n, title, body: [f"### 1.{n} {title}", *flat(body), ""],
    "### （1）": lambda n, title, body: [f"### （{n}）{title}", *flat(body), ""],
    "#### ": lambda n, title, body: [f"#### {title}", *flat(body), ""],
    "## … ##": lambda n, title, body: [f"## {title} ##", "", *flat(body), ""],
    "underlined": lambda n, title, body: [title, "-" * 20, "", *flat(body), ""],
    "1、": lambda n, title, body: [f"{n}、{title}", *flat(body), ""],
    "1、 and 答案：": lambda n, title, body: [f"{n}、{title}", "答案：", *flat(body), ""],
    "1. ": lambda n, title, body: [f"{n}. {title}", "", *flat(body), ""],
    "1. , set in": lambda n, title, body: [f"{n}. {title}", "", *set_in(body, 3), ""],
    "1. **": lambda n, title, body: [f"{n}. **{words(title)}**", "", *set_in(body, 3), ""],
    "**1. ": lambda n, title, body: [f"**{n}. {words(title)}**", "", *flat(body), ""],
    "**Q1: ": lambda n, title, body: [f"**Q{n}: {words(title)}**", "", *flat(body), ""],
    "【1】": lambda n, title, body: [f"【{n}】{title}", *flat(body), ""],
    "第1题：": lambda n, title, body: [f"第{n}题：{title}", *flat(body), ""],
    "Q1: ": lambda n, title, body: [f"Q{n}: {title}", "", *flat(body), ""],
    "问：": lambda n, title, body: [f"问：{title}", "答：", *flat(body), ""],
    "题1. ": lambda n, title, body: [f"题{n}. {title}", *flat(body), ""],
    "Q. and A.": lambda n, title, body: [f"Q. {title}", "A.", *flat(body), ""],
    "一、": lambda n, title, body: [
        f"{'二' * (n > 19)}{'十' * (n > 9)}{'零一二三四五六七八九'[n % 10].lstrip('零')}、{title}",
        *flat(body),
        "",
    ],
    "1.1 of a chapter": lambda n, title, body: [
        *chapter(n, f"{n // 8 + 1} "),
        f"{n // 8 + 1}.{n % 8 + 1} {title}",
        *flat(body),
        "",
    ],
    "1. anew in each chapter": lambda n, title, body: [
        *chapter(n, "## "),
        f"**{n % 8 + 1}. {words(title)}**",
        "",
        *flat(body),
        "",
    ],
    "between rules": lambda n, title, body: [title, "", *flat(body), "", "---", ""],
    "**": lambda n, title, body: [f"**{words(title)}**", "", *flat(body), ""],
    "- ": lambda n, title, body: [f"- {title}", "", *set_in(body, 2), ""],
    "- **": lambda n, title, body: [f"- **{words(title)}**", *set_in(body, 4)],
    "> ": lambda n, title, body: [f"> {title}", "", *flat(body), ""],
    "<summary>": lambda n, title, body: [
        "<details>",
        f"<summary>{words(title)}</summary>",
        "",
        *flat(body),
        "",
        "</details>",
        "",
    ],
    "> [!question]-": lambda n, title, body: [
        f"> [!question]- {title}",
        *(f"> {line}" for line in flat(body)),
        "",
    ],
}


def topic(title: str) -> str:
    """What a title speaks of, as a learner notes it down: it asks nothing."""
    name = re.split(
        r"为什么|怎么|怎样|如何|是什么|有什么|有哪|哪些|哪个|什么|多少|是否|能不能|[，。：:？?（(]", title
    )[0]
    return name.strip() if len(name.strip()) > 1 else title[:8].rstrip("，。：:？?（(")


FROM_ZERO = (
    "1.1 of a chapter",
    "1. anew in each chapter",
)  # the chapter of a question is an eighth of its number
ONLY_NAMED = ("> ", "1. anew in each chapter")  # need a title that announces questions, where they do not ask


def files(dress: str, head: str, asking: bool) -> Iterator[tuple[str, list[str]]]:
    """Banks of some of the questions each, in that dress, with their titles; each title once."""
    named = ((title if asking else topic(title), body) for title, body in questions())
    every = list({words(title): (title, body) for title, body in named}.values())
    for at in range(0, min(len(every), FILES * TOGETHER) - TOGETHER + 1, TOGETHER):
        some = every[at : at + TOGETHER]
        numbered = enumerate(some, 0 if dress in FROM_ZERO else 1)
        lines = [line for n, (title, body) in numbered for line in DRESSES[dress](n, title, body)]
        yield head + "\n".join(lines) + "\n", [words(title) for title, _ in some]


@pytest.mark.parametrize("head", ["# 面试题整理\n\n", "# 学习笔记\n\n", ""], ids=["titled", "named", "bare"])
@pytest.mark.parametrize("dress", DRESSES)
@pytest.mark.parametrize("asking", [True, False], ids=["asking", "topics"])
def test_each_comes_back(asking, dress, head):
    if not asking and dress in ONLY_NAMED and head != "# 面试题整理\n\n":
        pytest.skip("what asks nothing may be a quote, or part of what its heading tells")
    for text, titles in files(dress, head, asking):
        found = [words(q.title) for q in parse(text, "bank.md").questions]
        assert found == titles


@pytest.mark.parametrize("dress", ["### 第1题 ", "问：", "1、 and 答案：", "**", "第1题：", "一、"])
def test_reads_alike_in_traditional_characters(dress):
    for text, _ in files(dress, "# 面试题整理\n\n", asking=True):
        one, other = (parse(t, "bank.md").questions for t in (text, text.translate(TRADITIONAL)))
        assert [q.line_start for q in other] == [q.line_start for q in one]
        assert [[p.role for p in q.parts] for q in other] == [[p.role for p in q.parts] for q in one]
