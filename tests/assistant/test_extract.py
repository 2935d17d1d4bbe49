"""Without a model: the right passages, in the bank's order, to the letter."""

import pytest

from assistant import StudyAssistant, Turn
from assistant.text import match_key


@pytest.fixture(scope="module")
def ask(bank_index):
    assistant = StudyAssistant(bank_index)
    return lambda query, history=(), **options: assistant.ask(query, history, **options)


def labels(answer):
    return [citation.label for citation in answer.citations]


QUERIES = [
    "什么是 PagedAttention",
    "Q41",
    "Q40 第二点",
    "令牌桶和漏桶的区别",
    "进程和线程的区别",
    "为什么需要 TIME_WAIT",
    "KV Cache 怎么算大小",
    "Q70",
    "题库里有哪些关于 token 的题",
]


@pytest.mark.parametrize("query", QUERIES)
def test_every_sentence_is_quoted_to_the_letter_and_cited(ask, bank_index, query):
    answer = ask(query)
    assert answer.in_scope
    assert answer.composer == "quoted"
    assert answer.sentences
    for sentence in answer.sentences:
        (id,) = sentence.citations
        assert sentence.quoted
        assert sentence.text in bank_index.chunk(id).text
    for citation in answer.citations:
        shown = "".join(s.text for s in answer.sentences if s.citations == (citation.id,))
        assert match_key(shown) == match_key(citation.chunk.text)


@pytest.mark.parametrize("query", QUERIES[:-1])
def test_passages_come_in_the_banks_order_with_key_point_and_sources_last(ask, bank_index, query):
    answer = ask(query)
    for question_id in answer.question_ids:
        order = [chunk.id for chunk in bank_index.chunks_of(question_id)]
        shown = [c.chunk for c in answer.citations if c.question.id == question_id]
        body = [order.index(chunk.id) for chunk in shown if chunk.role not in ("key_point", "sources")]
        assert body == sorted(body)
        ending = [chunk.role for chunk in shown if chunk.role in ("key_point", "sources")]
        assert [chunk.role for chunk in shown][-len(ending) :] == ending or not ending


def test_it_says_that_no_model_was_used(ask):
    assert "没有使用模型" in ask("什么是 PagedAttention").notice
    assert "No model" in ask("What is PagedAttention?").notice


def test_a_whole_question_brings_its_summary_first(ask):
    shown = labels(ask("什么是 PagedAttention"))
    assert shown[0] == "Q41·一句话"
    assert shown[-2:] == ["Q41·题眼", "Q41·参考来源"]


def test_a_number_brings_the_question(ask):
    for query in ("Q41", "q41", "第41题", "Q 41 讲了什么"):
        assert labels(ask(query))[0] == "Q41·一句话"


def test_one_side_of_a_question_brings_its_points_only(ask):
    shown = labels(ask("为什么需要 TIME_WAIT"))
    assert shown == ["Q51·要点1", "Q51·题眼", "Q51·参考来源"]


def test_a_side_that_is_a_heading_brings_what_stands_under_it(ask):
    shown = labels(ask("PagedAttention 有什么代价"))
    assert "Q41·要点3" in shown
    assert "Q41·要点1" not in shown


def test_a_difference_that_one_question_treats_stays_one(ask):
    assert {label.partition("·")[0] for label in labels(ask("令牌桶和漏桶有什么区别"))} == {"Q52"}


def test_a_difference_between_two_questions_shows_both_under_their_titles(ask):
    answer = ask("进程和线程的区别")
    assert {label.partition("·")[0] for label in labels(answer)} == {"Q53", "Q54"}
    assert "**Q53 进程是什么？**" in answer.text
    assert "**Q54 线程是什么？**" in answer.text


def test_a_counted_point(ask):
    assert labels(ask("Q40 的第二点"))[0] == "Q40·要点2"
    history = [Turn("什么是 KV Cache", "……", (ask("Q40").question_ids))]
    assert labels(ask("那第三点呢", history))[0] == "Q40·要点3"
    assert labels(ask("最后一点", history))[0] == "Q40·要点4"
    missing = ask("第九点呢", history)
    assert "4 个要点" in missing.text
    assert missing.citations == ()


@pytest.mark.parametrize(
    "query, label",
    [("Q41 的题眼是什么", "Q41·题眼"), ("Q41 怎么记", "Q41·记忆锚点"), ("Q40 的参考来源", "Q40·参考来源")],
)
def test_a_part_that_is_asked_for_by_name(ask, query, label):
    assert labels(ask(query))[0] == label


def test_a_list_of_questions(ask):
    answer = ask("题库里有哪些题")
    assert [s.text for s in answer.sentences][:2] == [
        "KV Cache 是什么？为什么长上下文会被它卡住？",
        "PagedAttention 解决了什么问题？",
    ]
    assert labels(answer)[0] == "Q40·题目"


def test_code_stays_a_block_and_no_marker_falls_into_it(ask):
    text = ask("Q41").text
    assert "```python\nblock_table[1] = free_blocks.pop()\n```" in text


@pytest.mark.parametrize("length, fewer", [("short", "normal"), ("normal", "long")])
def test_length(ask, length, fewer):
    assert len(ask("Q40", length=length).text) <= len(ask("Q40", length=fewer).text)
    assert len(ask("Q40", length="short").text) < len(ask("Q40", length="long").text)


def test_go_on_shows_all_of_it(ask, bank_index):
    history = [Turn("为什么需要 TIME_WAIT", "……", (bank_index.question("Q51").id,))]
    assert {"Q51·一句话", "Q51·要点1", "Q51·要点2", "Q51·题眼"} <= set(labels(ask("展开讲讲", history)))


def test_a_point_that_ends_in_a_fence_keeps_its_fence_closed(ask):
    text = ask("Q70").text
    assert "  ```c\n  fsync(fd);\n  ```\n\n[" in text
