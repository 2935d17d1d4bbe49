"""Markdown is shown as its author meant it, and nothing in it is ever executed."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ui.render import DOUBT_CLOSE, DOUBT_OPEN, render_answer, render_code, render_markdown

ALLOWED_TAGS = set(
    [
        "p",
        "br",
        "ul",
        "ol",
        "li",
        "strong",
        "em",
        "s",
        "code",
        "pre",
        "span",
        "div",
        "table",
        "thead",
        "tbody",
        "tr",
        "th",
        "td",
        "h3",
        "h4",
        "h5",
        "h6",
        "hr",
        "blockquote",
        "a",
        "sup",
        "math",
        "mrow",
        "mi",
        "mo",
        "mn",
        "mtext",
        "mspace",
        "mfrac",
        "msqrt",
        "mroot",
        "mstyle",
        "mpadded",
        "mphantom",
        "menclose",
        "msub",
        "msup",
        "msubsup",
        "munder",
        "mover",
        "munderover",
        "mtable",
        "mtr",
        "mtd",
    ]
)


class Tags(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))


HOSTILE = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](data:text/html;base64,PHNjcmlwdD4=)",
    "![x](javascript:alert(1))",
    '![a" onerror="alert(1)](http://example.org/x.png)',
    '[a](http://example.org/" onclick="alert(1))',
    "```<script>\nalert(1)\n```",
    "```x\" onload=\"alert(1)\n1\n```",
    r"$\text{<script>alert(1)</script>}$",
    r"$\href{javascript:alert(1)}{x}$",
    r"$\class{x\" onclick=\"alert(1)}{x}$",
    r"$$\style{position:fixed}{x}$$",
    "| <b onclick=x> | b |\n|---|---|\n| <iframe> | c |",
    "<http://example.org/<script>>",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "# <svg/onload=alert(1)>",
]  # fmt: skip


def assert_harmless(html: str) -> None:
    for tag, attributes in Tags(html).found:
        assert tag in ALLOWED_TAGS
        assert not any(name.startswith("on") or name in ("style", "src", "srcset") for name in attributes)
        if tag == "a" and "href" in attributes:
            assert attributes["href"].startswith(("http://", "https://", "mailto:"))
            assert attributes["rel"] == "noopener noreferrer" and attributes["target"] == "_blank"


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("plain", [False, True])
def test_hostile_text_is_shown_and_not_executed(text, plain):
    assert_harmless(render_markdown(text, plain=plain))
    assert_harmless(render_answer(text, {}))


@given(st.text(alphabet="<>\"'&/=`*_[]()!#$\\\n -ax1{}|~:h题", max_size=80))
def test_no_text_makes_other_elements_than_those_of_markdown(text):
    assert_harmless(render_markdown(text))
    assert_harmless(render_markdown(text, plain=True))


@pytest.mark.parametrize(
    "text, shown",
    [
        ("`vector<T>` 与 a < b && c > d", "a &lt; b &amp;&amp; c &gt; d"),
        ("__init__ 和 a_b_c", "__init__ 和 a_b_c"),  # underscores belong to names
        ("**粗**体", "<strong>粗</strong>体"),
        ("~~旧~~", "<s>旧</s>"),
        ("一行\n两行", "一行<br />\n两行"),
        ("# 标题", "<h3>标题</h3>"),  # below the question that it stands under
        ("| a | b |\n|---|---|\n| 1 | 2 |", '<div class="table"><table>'),
        ("[文档](https://example.org/a?b=1&c=2)", 'href="https://example.org/a?b=1&amp;c=2"'),
        ("[另一题](other.md#q2)", '<a class="nowhere">另一题</a>'),
        ("```python\ndef f(): ...\n```", '<span class="k-k">def</span>'),
        ("```nosuchlanguage\na<b\n```", "<code>a&lt;b</code>"),
        ("```\n没有收尾", '<pre class="code"><code>没有收尾</code></pre>'),
    ],
)
def test_markdown_is_understood(text, shown):
    assert shown in render_markdown(text)


@pytest.mark.parametrize(
    "text",
    ["花了$5和$10", "between $5 and $10", "cost $5 and 10$", "$HOME 和 $PATH", "价格$3.14，另有$2"],
)
def test_dollars_stay_dollars(text):
    assert text in render_markdown(text)


@pytest.mark.parametrize(
    "text", ["$O(n)$", "$x$", "$$\n\\sum_i x_i\n= 1\n$$", r"\(a<b\)", r"\[a^2\]", "行内 $$a=b$$ 公式"]
)
def test_formulas_are_no_text(text):
    html = render_markdown(text)
    assert "$" not in html and ("<math" in html or 'class="tex' in html)


def test_a_formula_that_cannot_be_read_is_shown_as_it_was_written():
    assert r"\frac{" in render_markdown(r"$\frac{$")


def test_an_unclosed_formula_takes_nothing_with_it():
    assert "后文" in render_markdown("$$ a\n\n后文") and "<math" not in render_markdown("$$ a\n\n后文")


@pytest.mark.parametrize(
    "text, shown",
    [
        ("# 安装\n正文", "# 安装"),
        ("2*3*4", "2*3*4"),
        ("> 1 时", "&gt; 1 时"),
        ("a\n---", "---"),
        ("**重点**", "<strong>重点</strong>"),
    ],
)
def test_in_a_plain_file_marks_of_markdown_are_characters(text, shown):
    assert shown in render_markdown(text, plain=True)


def test_code_keeps_its_line_breaks_and_indentation():
    assert "def f():\n    return a &lt; b\n\n\tx" in render_code("def f():\n    return a < b\n\n\tx")


def test_pictures_are_named_and_never_fetched():
    html = render_markdown("![架构图](https://example.org/a.png) ![本地](img/a.png)")
    assert "<img" not in html and "架构图" in html and "本地" in html


MARKS = {1: "<i>一</i>", 2: "<i>二</i>"}


@pytest.mark.parametrize(
    "text, shown",
    [
        ("甲[1]乙[2]", "甲<i>一</i>乙<i>二</i>"),
        ("甲[1][1]", "甲<i>一</i><i>一</i>"),
        ("甲[7]", '<span class="mark-unknown">[7]</span>'),
        ("甲[9?]", '<span class="mark-unknown">[9?]</span>'.replace("?", "")),
        ("`a[1]`", "<code>a[1]</code>"),  # in code it is an index
        ("数组 [x] 与 [", "[x] 与 ["),
        ("**甲[1]**", "<strong>甲<i>一</i></strong>"),
    ],
)
def test_marks_of_an_answer(text, shown):
    assert shown in render_answer(text, MARKS)


def test_brackets_in_a_passage_are_no_marks():
    assert "甲[1]" in render_markdown("甲[1]")


ANSWER = "甲是乙[1]。丙[12]是 `a[0]`，见 [x]。"


@pytest.mark.parametrize("end", range(len(ANSWER) + 1))
def test_half_a_mark_is_never_seen_while_streaming(end):
    html = render_answer(ANSWER[:end], {}, streaming=True)
    for half in ("[1", "[12"):
        assert not html.rstrip().removesuffix("</p>").endswith(half)
    assert "mark-unknown" not in html


def test_doubt_is_marked_across_emphasis():
    html = render_answer(f"真。{DOUBT_OPEN}疑**问**处{DOUBT_CLOSE}真。", {})
    assert '真。<span class="doubt">疑</span><strong><span class="doubt">问</span></strong>' in html
    assert html.count('class="doubt"') == 3


def test_a_passage_cannot_mark_itself_doubtful():
    assert "doubt" not in render_markdown(f"{DOUBT_OPEN}甲{DOUBT_CLOSE}")
