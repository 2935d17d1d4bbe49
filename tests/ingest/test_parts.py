"""Inside one question: parts with their roles, headings and exact lines."""

import pytest

from ingest.parse import derive_title, parse
from ingest.question import Part

BANK = """学习材料

一句话：甲 = 子一（带括号：与冒号），乙 = 子二。

分层

与旧办法的区别

1. 第一层；
2. 第二层：

   ```python
   x = 1

   y = 2
   ```

补一段。

题眼：抓住一点。

参考来源：RFC 1、RFC 2。

KV 是什么：每步都要读。

记忆锚点：便签。

最小骨架

@f
def answer(s):
    s += 1

• Summary（摘要）：是一个要点，不是标签。
• 见 Q26

题眼：再抓一点。
参考来源：
- [甲](https://a.b/c)
- [乙](https://d.e/f)

一句话：第三题。

题眼：完。
"""


def roles(question):
    return [(p.role, p.kind, p.line_start, p.line_end) for p in question.parts]


def test_a_bank_with_labels_only():
    parsed = parse(BANK, "x.txt")
    first, second, third = parsed.questions
    assert parsed.title == "学习材料"
    assert [(o.line_start, o.line_end, o.kind) for o in parsed.outside] == [(1, 1, "title")]
    assert (first.title, first.title_source, first.number, first.number_source) == (
        "甲 / 乙",
        "derived",
        "1",
        "assigned",
    )
    assert roles(first) == [
        ("summary", "text", 3, 3), ("point", "text", 9, 9), ("point", "text", 10, 16), ("body", "text", 18, 18), ("key_point", "text", 20, 20), ("sources", "text", 22, 22),
    ]  # fmt: skip
    assert [p.heading for p in first.points] == ["分层 / 与旧办法的区别"] * 2
    assert first.points[1].text == "第二层：\n\n   ```python\n   x = 1\n\n   y = 2\n   ```"
    assert (second.title, second.summary, second.hook) == ("KV 是什么", None, "便签。")
    assert ("body", "code", 30, 32) in roles(second)
    assert next(p for p in second.parts if p.kind == "code").text == "@f\ndef answer(s):\n    s += 1"
    assert [p.text for p in second.points] == ["Summary（摘要）：是一个要点，不是标签。", "见 Q26"]
    assert [s.url for s in second.sources] == ["https://a.b/c", "https://d.e/f"]
    assert second.reference_numbers == ("26",)
    assert (third.line_start, third.line_end, third.key_point) == (42, 44, "完。")


def test_a_table_stands_once_and_whole():
    (question,) = parse("## Q1 选型\n\n| 名 | 用 |\n|---|---|\n| 甲 | 一 |\n| 乙 | 二 |\n\n- 点\n").questions
    assert question.parts[0] == Part(
        "body", "| 名 | 用 |\n|---|---|\n| 甲 | 一 |\n| 乙 | 二 |", 3, 6, None, "table"
    )
    assert len(question.parts) == 2


@pytest.mark.parametrize(
    ("block", "kind"),
    [
        ("$$\na = b\n$$", "formula"),
        ("$$ a = b $$", "formula"),
        ("```c\n# x\n```", "code"),
        ("![图](a.png)", "image"),
        ("甲 --> 乙\n乙 --> 丙\n", "code"),
    ],
)
def test_blocks_keep_their_kind(block, kind):
    (question,) = parse(f"## Q1 题\n\n{block}\n\n末段。\n").questions
    assert (question.parts[0].kind, question.parts[0].text) == (kind, block.strip())


def test_tabs_blanks_and_empty_lines_of_a_bullet_survive():
    text = "## Q1 题\n\n- 步骤：\n\n\t```\n\ta\u00a0=\t1\n\n\tb\n\t```\n- 下一步\n"
    (question,) = parse(text).questions
    assert question.points[0].text == "步骤：\n\n\t```\n\ta\u00a0=\t1\n\n\tb\n\t```"
    assert len(question.points) == 2


def test_style_sheets_and_comments_are_in_no_passage():
    text = "<style>\n.a { color: red }\n</style>\n\n## 什么是甲？\n\n<!-- 草稿 -->\n甲是甲。\n"
    (question,) = parse(text).questions
    assert [p.text for p in question.parts] == ["甲是甲。"]


def test_headings_of_points_nest():
    text = "## Q1 题\n\n### 写\n\n#### 先\n\n- 一\n\n### 读\n\n- 二\n"
    (question,) = parse(text).questions
    assert [p.heading for p in question.points] == ["写 › 先", "读"]


@pytest.mark.parametrize(
    ("sentence", "title"),
    [
        ("进程 = 资源，线程 = 调度", "进程 / 线程"),
        ("TTFT 是首字延迟，TPOT 是之后的", "TTFT 是首字延迟"),
        ("部署选型：", "部署选型"),
        ("它慢吗？慢。", "它慢吗？"),
        ("声明式的 IaC——写目标", "声明式的 IaC"),
    ],
)
def test_derived_titles(sentence, title):
    assert derive_title([Part("summary", sentence, 1, 1)], sentence) == title


def test_a_summary_stays_where_the_title_is_derived_from_it():
    """「一句话：四段：」 names the question and is its summary; 「部署选型：」 alone only names it."""
    text = "一句话：生命周期是四段：\n\n• 甲\n\n题眼：a\n\n参考来源：x\n\n部署选型：\n\n• 乙\n\n题眼：b\n"
    first, second = parse(text, "x.txt").questions
    assert (first.title, first.summary) == ("生命周期是四段", "生命周期是四段：")
    assert (second.title, [p.role for p in second.parts]) == ("部署选型", ["point", "key_point"])
