"""What holds for every input, tried on texts made of the marks that notes are made of."""

import re

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ingest.grammar import fold, is_blank
from ingest.lines import split_lines
from ingest.parse import parse
from ingest.references import find_numbers
from ingest.serialize import question_from_dict, question_to_dict

MARKS = st.sampled_from(
    [
        "## Q1 什么是甲？", "# 标题", "### 子", "一句话：甲", "题眼：乙", "参考来源：", "- 点", "  - 嵌套", "1. 一", "2、二", "```", "~~~", "```py", "x = 1",
        "", "", "| a | b |", "|---|---|", "$$", "<details>", "<summary>什么？</summary>", "</details>", "> 引", "**什么是乙？**", "Q2: c", "问：d", "答：e",
        "---", "===", "<!--", "-->", "<style>", "</style>", "\u3000", "\u200b", "[a](#b)", "文字。", "a. 字", "    code", "![x](y)", "\t- tab", "第3题 x",
        "目录", "## 目录", "## 答案", "1. [x](#x)", "一、章", "\u2028x", "\x0c", "====", "1. ### 什么？", "* **什么？** - [a](b)", "#### 答案: D", "1). 什么？",
        "五、章", "六、章", "第 3 页", "1、甲？", "2、乙？", "3. 丙？", "#### 1.", "#### 2.", "## ✨", "1. > 题", "**1、甲？**", "    * 1）丁？",
    ]
)  # fmt: skip
TEXTS = st.one_of(
    st.lists(st.one_of(MARKS, st.text(max_size=12)), max_size=40).map("\n".join), st.text(max_size=300)
)
MANY = settings(max_examples=400, suppress_health_check=[HealthCheck.too_slow])
RULE = re.compile(r"^[ \t]*([-*_=][ \t]*){3,}$")


@MANY
@given(TEXTS)
def test_every_line_has_one_owner_and_every_passage_is_a_slice(text):
    parsed, lines = parse(text, "x.md"), split_lines(text)
    owner = {}
    for question in parsed.questions:
        for number in range(question.line_start, question.line_end + 1):
            assert number not in owner
            owner[number] = question.id
        assert question.text == "\n".join(lines[question.line_start - 1 : question.line_end])
        for part in question.parts:
            assert part.text
            assert part.text in "\n".join(lines[part.line_start - 1 : part.line_end])
    for block in parsed.outside:
        for number in range(block.line_start, block.line_end + 1):
            if not is_blank(lines[number - 1]):
                assert number not in owner
                owner[number] = block.kind
    for number, line in enumerate(lines, 1):
        assert number in owner or is_blank(line) or RULE.match(line) or line.strip() == "+++"


@MANY
@given(TEXTS)
def test_ids_are_unique_and_survive_line_ends_and_a_byte_order_mark(text):
    text = text.replace("\r", "")
    questions = parse(text, "x.md").questions
    assert len({q.id for q in questions}) == len(questions)
    assert parse(text.replace("\n", "\r\n"), "x.md").questions == questions


@MANY
@given(TEXTS)
def test_questions_come_back_equal_from_their_dictionary(text):
    for question in parse(text, "x.md").questions:
        assert question_from_dict(question_to_dict(question)) == question


@MANY
@given(st.permutations(["什么是甲？", "什么是乙？", "什么是丙？", "什么是丁？"]))
def test_reordering_keeps_ids(titles):
    text = "".join(f"## {title}\n\n答案：{title}\n\n" for title in titles)
    ids = {q.title: q.id for q in parse(text).questions}
    assert ids == {
        q.title: q.id for q in parse("".join(f"## {t}\n\n答案：{t}\n\n" for t in sorted(titles))).questions
    }


@given(st.text(max_size=200))
def test_folding_keeps_every_place(text):
    assert len(fold(text)) == len(text)


@given(st.text(alphabet="Qq0123456789/、–—-~～，, 第题见()（）.个", max_size=60))
def test_references_are_plain_numbers(text):
    assert all(number.isdigit() for number in find_numbers(text))
