"""A turn that leans on the ones before it is made whole; one that stands alone stays as it is."""

from types import SimpleNamespace

import pytest

from assistant.answer import Turn
from assistant.conversation import leans_on_history, standalone

TITLES = {
    "pa": "PagedAttention 怎样管理 KV Cache",
    "tcp": "TCP 为什么三次握手、四次挥手？TIME_WAIT 是什么",
    "proc": "进程和线程有什么区别？",
}
PA = (Turn("什么是 PagedAttention", "它把 KV 分页。", ("pa",)),)
PROC = (Turn("进程和线程的区别", "……", ("proc",)),)
REFUSED = (Turn("今天上海天气", "题库里没有。", ()),)


def question_of(id):
    return SimpleNamespace(id=id, title=TITLES[id])


@pytest.mark.parametrize(
    "query, searched",
    [
        ("它解决了什么问题？", "PagedAttention解决了什么问题？"),
        ("为什么？", "PagedAttention 为什么？"),
        ("有什么缺点", "PagedAttention 有什么缺点"),
        ("这样做有什么代价", "PagedAttention有什么代价"),
        ("举个例子", "PagedAttention 举个例子"),
        ("展开讲讲", "PagedAttention"),
        ("说人话", "PagedAttention"),
        ("怎么实现的？", "PagedAttention 怎么实现的？"),
        ("公式呢", "PagedAttention 公式呢"),
        ("这个技术和 vLLM 的关系", "PagedAttention和 vLLM 的关系"),
        ("what is it good for?", "what is PagedAttention good for?"),
        ("tell me more", "PagedAttention"),
        ("why?", "PagedAttention why?"),
    ],
)
def test_a_turn_that_leans_is_made_whole(query, searched):
    asked = standalone(query, PA, question_of)
    assert asked.text == searched
    assert asked.rewritten
    assert asked.question_id == "pa"


@pytest.mark.parametrize(
    "query",
    [
        "什么是 KV Cache",
        "KV Cache 为什么会成为瓶颈",
        "TTFT",
        "缓存雪崩",
        "讲讲限流熔断降级",
        "那 TIME_WAIT 是什么？",
        "其他引擎有什么特点",
        "其实 decode 更慢吗",
        "尤其是长上下文怎么办",
        "三次握手的第二步做什么",
        "Prometheus 有哪些指标，其中哪个能聚合",
        "PagedAttention 是什么，它解决了什么问题",  # the referent is in the query
        "为什么不用链表",
        "Q125 呢",
        "第125题",
        "How does TCP close a connection?",
        "Is it safe to delete the cache before updating the DB?",
        "今天上海天气",
        "谢谢",
        "",
    ],
)
@pytest.mark.parametrize("history", [(), PA, REFUSED, PA + REFUSED])
def test_a_query_that_stands_alone_is_never_rewritten(query, history):
    asked = standalone(query, history, question_of)
    assert (asked.text, asked.rewritten, asked.question_id) == (query, False, None)


@pytest.mark.parametrize(
    "query, points",
    [
        ("那第二点呢", (2,)),
        ("第 3 条展开讲讲", (3,)),
        ("最后一点", (-1,)),
        ("下一点", (1,)),
        ("第一点和第三点有什么关系", (1, 3)),
        ("what about the second point?", (2,)),
    ],
)
def test_a_counted_point_is_one_of_the_last_question(query, points):
    asked = standalone(query, PA, question_of)
    assert (asked.points, asked.question_id) == (points, "pa")


def test_the_next_point_counts_on_from_the_last_one():
    asked = standalone("下一点", (*PA, Turn("第二点呢", "……", ("pa",))), question_of)
    assert asked.points == (3,)


def test_a_point_may_name_its_own_question():
    asked = standalone("Q125 的第二点", PA, question_of)
    assert (asked.points, asked.rewritten) == ((2,), False)


def test_the_subject_lasts_over_several_turns():
    history = (*PA, Turn("它解决了什么问题？", "碎片。", ("pa",)), Turn("展开讲讲", "……", ("pa",)))
    assert standalone("它有什么缺点", history, question_of).text == "PagedAttention有什么缺点"


def test_a_new_subject_replaces_the_old_one():
    assert standalone("它们共享什么", PA + PROC, question_of).text == "进程 和 线程共享什么"


def test_former_and_latter():
    assert standalone("后者为什么更轻？", PROC, question_of).text.strip() == "线程为什么更轻？"
    assert standalone("前者为什么更重？", PROC, question_of).text.strip() == "进程为什么更重？"


def test_another_side_keeps_the_question():
    assert standalone("那 decode 呢？", PA, question_of).text == "decode 什么是 PagedAttention"


def test_after_a_number_the_subject_is_its_title():
    history = (Turn("Q125", "……", ("tcp",)),)
    assert standalone("它怎么排查", history, question_of).text == f"{TITLES['tcp']}怎么排查"


def test_a_refusal_leaves_no_trace():
    assert standalone("它解决了什么问题？", PA + REFUSED, question_of) == standalone(
        "它解决了什么问题？", PA, question_of
    )
    assert standalone("它解决了什么问题？", REFUSED, question_of).text == "它解决了什么问题？"


@pytest.mark.parametrize("query, depth", [("展开讲讲", 1), ("一句话概括", -1), ("它是什么", 0), ("go on", 1)])
def test_how_deep_the_answer_should_go(query, depth):
    assert standalone(query, PA, question_of).depth == depth


def test_leaning_without_history_is_left_alone():
    assert leans_on_history("它是什么")
    assert standalone("它是什么").text == "它是什么"
