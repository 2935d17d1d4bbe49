"""A question's card: whole, in order, with the cited passage lit and its links."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from index.chunk import Chunk
from ingest import Part, Question, Source
from tests.ui.test_render import Tags
from ui.question_card import passage_html, question_card, source_html


def chunk_of(question: Question, role: str, ordinal: int = 1, **changes) -> Chunk:
    part = question.parts_of(role)[ordinal - 1]
    whole = Chunk(f"{question.id}/x", question, role, part.text, part.line_start, part.line_end, ordinal)
    return replace(whole, **changes)


def lit(html: str) -> str:
    """The text of the one place that is marked as cited."""
    assert html.count('id="cited"') == 1
    found = re.search(r'<(li|section|div|h2)[^>]*id="cited"[^>]*>(.*?)</\1>', html, re.DOTALL)
    return re.sub(r"<[^>]+>", "", found[2])


@pytest.fixture
def question(small_bank) -> Question:
    return small_bank.by_number("51")[0]


def test_everything_of_the_question_is_there_in_order(question):
    html = question_card(question)
    order = [
        "缓存和数据库怎样保持一致",
        "一句话",
        "写路径",
        "旧值不会",
        "读路径",
        "cache",
        "题眼",
        "记忆锚点",
        "Scaling Memcache",
    ]
    places = [html.index(text) for text in order]
    assert places == sorted(places)
    assert 'id="cited"' not in html


@pytest.mark.parametrize(
    "role, ordinal, text",
    [
        ("summary", 1, "先更新数据库、再删除缓存"),
        ("point", 2, "不直接改缓存"),
        ("key_point", 1, "先更库后删缓存"),
        ("hook", 1, "账本"),
    ],
)
def test_exactly_the_cited_passage_is_lit(question, role, ordinal, text):
    assert text in lit(question_card(question, cited=chunk_of(question, role, ordinal)))


def test_a_cited_title_and_cited_sources_are_lit(question):
    title = Chunk("x", question, "title", question.title, question.line_start, question.line_start)
    assert question.title in lit(question_card(question, cited=title))
    sources = Chunk("x", question, "sources", "", question.line_end, question.line_end)
    assert "Scaling Memcache" in lit(question_card(question, cited=sources))


def test_of_a_long_passage_only_the_cited_piece_is_lit(question):
    part = question.points[0]
    piece = chunk_of(question, "point", 1, text=part.text[3:8], piece=2)
    html = question_card(question, cited=piece)
    assert f'<div class="piece"><p>{part.text[3:8]}</p>' in html
    assert re.sub(r"<[^>]+>|\s", "", lit(html).removeprefix("1")).startswith(part.text[:3])


def test_sources_open_where_they_have_an_address(question):
    html = question_card(question)
    assert (
        '<a href="https://www.usenix.org/conference/nsdi13" target="_blank" rel="noopener noreferrer">'
        in html
    )
    assert "<li>内部笔记" in html


@pytest.mark.parametrize("url", ["javascript:alert(1)", "file:///etc/passwd", "data:text/html,x", "", None])
def test_a_source_with_no_web_address_is_text(url):
    assert source_html("<b>名</b>", url) == "&lt;b&gt;名&lt;/b&gt;"


def test_hostile_fields_are_text():
    evil = '"><script>alert(1)</script>'
    question = Question(
        id=evil, number=evil, number_source="stated", title=evil, title_source="stated", path=f"/x/{evil}.md",
        line_start=1, line_end=2, text="", bank=evil, parts=(Part("point", evil, 1, 1, heading=evil),),
        sources=(Source(evil, f"https://e.org/{evil}"),), topic=(evil,),
    )  # fmt: skip
    html = question_card(question, refers_to=[(evil, evil, evil), (evil, None, "")])
    tags = Tags(html).found
    assert not {"script", "img", "iframe"} & {tag for tag, _ in tags}
    assert not any(name.startswith("on") for _, attributes in tags for name in attributes)
    assert {attributes["data-question"] for _, attributes in tags if "data-question" in attributes} == {evil}


def test_links_lead_both_ways_and_name_what_is_missing(question):
    html = question_card(
        question,
        refers_to=[("Q55", "id-55", "消息队列"), ("Q99", None, "")],
        referred_by=[("Q55", "id-55", "消息队列")],
    )
    assert html.count('data-question="id-55"') == 2
    assert "<span>Q99</span>" in html and 'data-question="None"' not in html


@pytest.mark.parametrize("text", ["```python\nx = 1\n```", "x = 1\n    y"])
def test_code_is_shown_without_its_fence(text):
    html = passage_html(text, "a.md", as_code=True)
    assert html.count("<pre") == 1 and "```" not in html
