"""A turn as it is stored and shown: marks where sentences are cited, doubt where a passage does not carry one."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest

from assistant.answer import Answer, Failure, FollowUp, Sentence, number_citations
from index.chunk import Chunk
from ui.cards import greeting_html, related_html, streaming_html, talk_html, turn_html
from ui.labels import english_label, label_html
from ui.question_links import related
from ui.turns import layout, stopped_turn, turn_document, turn_markdown


@dataclass(frozen=True)
class Found:
    """A hit, by the fields that the page reads."""

    chunk: Chunk
    score: float = 0.876
    dense_rank: int | None = 1
    term_rank: int | None = None


@pytest.fixture
def hits(small_bank):
    question = small_bank.by_number("51")[0]
    return {
        f"c{n}": Found(Chunk(f"c{n}", question, "point", p.text, p.line_start, p.line_end, n))
        for n, p in enumerate(question.points, start=1)
    }


def answer_of(hits, *sentences, **more) -> Answer:
    return Answer("问", True, "qwen", sentences, number_citations(sentences, hits), **more)


def test_marks_stand_after_a_run_on_the_same_passage(hits):
    answer = answer_of(
        hits,
        Sentence("甲。", ("c1",), True),
        Sentence("乙。", ("c1",), True),
        Sentence("丙。", ("c3", "c1"), True),
    )
    assert layout(answer) == "甲。乙。[1]丙。[2][1]"


def test_nested_items_of_one_passage_share_a_mark_and_paragraphs_do_not(hits):
    nested = [
        Sentence(t, ("c1",), True, lead=lead)
        for t, lead in (("总：", "- "), ("甲；", "\n  - "), ("乙。", "\n  - "))
    ]
    answer = answer_of(hits, *nested, Sentence("另段。", ("c1",), True, lead="\n\n"))
    assert layout(answer) == "- 总：\n  - 甲；\n  - 乙。[1]\n\n另段。[1]"


def test_marks_stand_inside_a_table_row_and_below_a_fence(hits):
    row = Sentence("| a | b", ("c1",), True, tail=" |")
    code = Sentence("x = 1", ("c3",), True, lead="\n```\n", tail="\n```")
    answer = answer_of(hits, row, code)
    assert layout(answer) == "| a | b[1] |\n```\nx = 1\n```\n\n[2]"
    assert answer.text == layout(answer)


def test_each_mark_opens_its_own_passage(hits):
    answer = answer_of(hits, *(Sentence(f"句{i}。", (f"c{i}",), True) for i in (1, 3, 3, 2)))
    html = turn_html(turn_document(answer), 4)
    assert re.findall(r'class="mark" data-turn="4" data-chunk="(\w+)"', html) == ["c1", "c3", "c2"]
    assert "Q51·要点3" in html


def test_an_unsupported_sentence_is_marked_and_an_unknown_id_opens_nothing(hits):
    answer = answer_of(
        hits,
        Sentence("真。", ("c1",), True),
        Sentence("假。", ("c1",), False),
        Sentence("空。", (), None, unknown=("Q999",)),
    )
    html = turn_html(turn_document(answer), 0)
    assert '<span class="doubt">假。</span>' in html and html.count('class="doubt"') == 1
    assert '<span class="mark-unknown">[Q999]</span>' in html
    assert "1/2" in html  # of the sentences that were judged


def test_a_stored_turn_is_plain_data(hits):
    import json

    turn = turn_document(
        answer_of(hits, Sentence("甲。", ("c1",), True), follow_ups=(FollowUp("乙？", "q", "c"),))
    )
    assert json.loads(json.dumps(turn)) == turn
    assert turn["why"] == {"c1": {"score": 0.876, "dense": 1, "terms": None}}


def test_after_a_failure_the_partial_text_the_reason_and_the_quotes_are_all_there(hits):
    quotes = Answer(
        "问",
        True,
        "quoted",
        (Sentence("原文。", ("c2",), True),),
        number_citations([Sentence("", ("c2",))], hits),
    )
    answer = answer_of(
        hits,
        Sentence("写到一半", (), None),
        failure=Failure("cut", "the line went dead <b>"),
        fallback=quotes,
    )
    html = turn_html(turn_document(answer), 0, last=True)
    assert html.index("写到一半") < html.index("the line went dead &lt;b&gt;") < html.index("原文。")
    assert 'data-chunk="c2"' in html and "retry" in html


def test_a_refusal_has_no_marks():
    html = turn_html(turn_document(Answer("今天上海天气", False, "quoted", (Sentence("题库里没有。"),))), 0)
    assert "outside" in html and 'class="mark"' not in html


def test_an_empty_answer_says_so():
    assert "没有得到内容" in turn_html(stopped_turn("问", "", failure=""), 0)


def test_a_stopped_answer_keeps_its_text():
    html = turn_html(stopped_turn("问", "写到这里[1]"), 0)
    assert "写到这里" in html and "已停止" in html


def test_only_the_last_turn_can_be_edited_retried_and_gone_on_from(hits):
    turn = turn_document(
        answer_of(hits, Sentence("甲。", ("c1",), True), follow_ups=(FollowUp("乙？", "q", "c"),))
    )
    html = talk_html([turn, turn])
    assert html.count("edit") == html.count("retry") == html.count('data-ask="乙？"') == 1
    assert "retry" not in talk_html([turn], goes_on=True)


def test_off_bank_follow_ups_are_labelled(hits):
    follow_ups = (FollowUp("库内？", "q", "c"), FollowUp("库外？", None, None, in_bank=False))
    html = turn_html(
        turn_document(answer_of(hits, Sentence("甲。", ("c1",), True), follow_ups=follow_ups)), 0, last=True
    )
    assert html.count("off-bank") == 1 and html.index("库外？") < html.index("off-bank")


EVIL = '"><img src=x onerror=alert(1)>'


def test_queries_and_follow_ups_are_text(hits):
    turn = turn_document(
        answer_of(hits, Sentence(EVIL, ("c1",), True), follow_ups=(FollowUp(EVIL, EVIL, EVIL),), notice=EVIL)
    )
    turn["query"] = EVIL
    for html in (
        turn_html(turn, 0, last=True),
        streaming_html(EVIL, EVIL, 0),
        greeting_html([{"text": EVIL, "in_bank": True}]),
    ):
        assert "<img" not in html


def test_markdown_of_a_turn_lists_what_it_stands_on(hits):
    text = turn_markdown(turn_document(answer_of(hits, Sentence("甲。", ("c1",), True))))
    assert "甲。[1]" in text and "- [1] Q51·要点1 (" in text
    assert "[Scaling Memcache at Facebook](https://www.usenix.org/conference/nsdi13)" in text


@pytest.mark.parametrize(
    "label, english",
    [
        ("Q125·要点3", "Q125·point 3"),
        ("Q125·题眼", "Q125·key point"),
        ("我的笔记 第3题·要点2", "我的笔记 no. 3·point 2"),
        ("第三题·正文1", "no. 三·text 1"),
        ("Q125", "Q125"),
        ("A-1·要点", "A-1·point"),  # a title may hold our word; only the end of a label is ours
        ("要点·题", "要点·题"),
    ],
)
def test_the_part_of_a_label_is_named_in_english_too(label, english):
    assert english_label(label) == english


def test_a_label_is_shown_in_the_language_of_the_page_and_a_long_bank_name_set_apart():
    assert label_html("Q125") == "Q125"
    assert (
        label_html("笔记 第3题·要点2")
        == '<span class="label-bank">笔记</span> <span class="zh">第3题·要点2</span>'
        '<span class="en">no. 3·point 2</span>'
    )


def test_related_questions_are_the_neighbours_in_the_graph_and_none_of_those_cited(small_bank):
    @dataclass(frozen=True)
    class Opened:
        bank: object

    one, two = (small_bank.by_number(n)[0].id for n in ("51", "55"))
    found = related(Opened(small_bank), [one])
    assert [r["id"] for r in found] == [two] and related(Opened(small_bank), [one, two]) == []
    assert f'data-question="{two}"' in related_html(found) and related_html([]) == ""
