"""Mentions of other questions and entries of 参考来源."""

import pytest

from ingest.question import Source
from ingest.references import find_numbers, find_references, find_sources


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("（→ Q111 drift）", "111"),
        ("见 OverlayFS，Q26", "26"),
        ("（Q92/93/100/101/102/123/148）", "92 93 100 101 102 123 148"),
        ("Q137–140", "137 138 139 140"),
        ("Q84–86、90–91 是主力", "84 85 86 90 91"),
        ("Q117 算力 / Q123 训练", "117 123"),
        ("见Q125的说明", "125"),
        ("Ｑ１２５", "125"),
        ("第12题讲过", "12"),
        ("Q12 和 Q15", "12 15"),
        ("Q125、3 个副本", "125"),  # a count, not a number
        ("2024 Q1 财报", ""),
        ("Q4_K_M 量化", ""),
        ("FAQ12", ""),
        ("QKV 投影", ""),
        ("Q3 季度", ""),
        ("Q140–137", "140"),  # no range runs backwards
    ],
)
def test_numbers(text, numbers):
    assert list(dict.fromkeys(find_numbers(text))) == numbers.split()


def test_a_reference_knows_its_line_and_never_means_itself():
    references = find_references("## Q5 甲\n见 Q5、Q6。\n[另一篇](b.md#q7) [[笔记]] 见 2.1.3", 10, "5")
    assert [(r.line, r.number, r.link) for r in references] == [
        (11, "6", None),
        (12, "2.1.3", None),
        (12, None, "b.md#q7"),
        (12, None, "笔记"),
    ]


@pytest.mark.parametrize(
    ("text", "sources"),
    [
        (
            "RFC 793（TCP、旧）、RFC 1122 §TIME_WAIT。",
            [("RFC 793（TCP、旧）", None), ("RFC 1122 §TIME_WAIT", None)],
        ),
        ("- [RFC 9293](https://x.org/a_(b))：要点 1、3", [("RFC 9293", "https://x.org/a_(b)")]),
        ("OpenAI Pricing: https://openai.com/pricing。", [("OpenAI Pricing", "https://openai.com/pricing")]),
        ("https://a.b/c", [("https://a.b/c", "https://a.b/c")]),
        ("1. 甲、乙的论文\n2. 丙", [("甲、乙的论文", None), ("丙", None)]),
        ("", []),
    ],
)
def test_sources(text, sources):
    assert list(find_sources(text)) == [Source(*source) for source in sources]
