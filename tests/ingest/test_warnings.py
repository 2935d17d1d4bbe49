"""Each warning is raised by what it speaks of, at its line, and every code is documented."""

import re
from pathlib import Path

import pytest

from ingest.parse import Pin, parse

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("## Q1 甲\n\n```py\nx\n\n## Q2 乙\n\ny\n", "unclosed_fence", 3),
        ("## Q1 什么是甲？\n\n## Q2 什么是乙？\n\ny\n", "no_answer", 1),
        ("## Q1 什么是甲？\na\n\n## Q1 什么是乙？\nb\n", "duplicate_number", 4),
        ("## Q1 什么是甲？\na\n\n## Q2 什么是甲？\nb\n", "duplicate_title", 4),
        ("# 题库\n\n" + "前言很长。" * 50 + "\n\n## Q1 什么是甲？\na\n", "text_outside_questions", 3),
    ],
)
def test_a_warning_names_its_line(text, code, line):
    assert (line, code) in [(w.line, w.code) for w in parse(text).warnings]


def test_a_pin_that_fits_two_questions_is_told():
    parsed = parse("## 什么是甲？\na\n\n## 什么是乙？\nb\n", pins=[Pin("什么是", number="1")])
    assert [w.code for w in parsed.warnings] == ["pin_unmatched"]


def test_a_clean_bank_has_no_warning():
    assert parse("# 题库\n\n## Q1 什么是甲？\n\n一句话：a\n\n## Q2 什么是乙？\n\nb\n").warnings == ()


def test_every_code_is_documented():
    documented = set(
        re.findall(
            r"^\| `(\w+)` \|", (ROOT / "docs" / "warnings.md").read_text(encoding="utf-8"), re.MULTILINE
        )
    )
    source = "\n".join(p.read_text(encoding="utf-8") for p in (ROOT / "ingest").glob("*.py"))
    used = set(re.findall(r'(?:Warning_\([^"]{0,80}?|FileProblem\(\s*[^",]{1,60},\s*)"(\w+)"', source))
    assert used and used == documented
