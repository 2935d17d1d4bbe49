"""What a query asks for, by rules."""

import pytest

from assistant.reading import read_query, subject_of, topic_of


@pytest.mark.parametrize(
    "query, shape",
    [
        ("什么是 PagedAttention", "what"),
        ("TTFT 是啥", "what"),
        ("讲讲 KV Cache", "what"),
        ("为什么需要 TIME_WAIT？", "why"),
        ("KV Cache 为什么会成为瓶颈", "why"),
        ("怎么保证缓存和数据库一致", "how"),
        ("how does vLLM schedule requests?", "how"),
        ("Prometheus 有哪些指标类型", "list"),
        ("题库里有哪些关于缓存的题", "questions"),
        ("list questions about caching", "questions"),
        ("PagedAttention 解决了什么问题", "other"),  # a problem, not the bank's questions
        ("进程和线程的区别", "difference"),
        ("显存占用", "other"),
    ],
)
def test_shape(query, shape):
    assert read_query(query).shape == shape


@pytest.mark.parametrize(
    "query, sides",
    [
        ("进程和线程的区别", ("进程", "线程")),
        ("令牌桶跟漏桶有什么区别？", ("令牌桶", "漏桶")),
        ("vLLM vs SGLang", ("vLLM", "SGLang")),
        ("Histogram 和 Summary 怎么选", ("Histogram", "Summary")),
        ("容器和镜像分别是什么", ("容器", "镜像")),
        ("What is the difference between Counter and Gauge?", ("Counter", "Gauge")),
        ("How do TTFT and TPOT differ?", ("TTFT", "TPOT")),
        ("How does a process differ from a thread?", ("process", "thread")),
        ("和传统后端 Infra 的本质区别", None),
        ("缓存与数据库怎样保持一致", None),
    ],
)
def test_sides(query, sides):
    assert read_query(query).sides == sides


@pytest.mark.parametrize(
    "query, numbers, whole",
    [
        ("Q125", ("125",), True),
        ("q 125 讲了什么", ("125",), True),
        ("第十二题", ("12",), True),
        ("第125题呢", ("125",), True),
        ("Q125 为什么要分块", ("125",), False),
        ("Q12 和 Q13", ("12", "13"), True),
        ("FAQ1 与 IQ125 都不是题号", (), False),
    ],
)
def test_numbers(query, numbers, whole):
    reading = read_query(query)
    assert (reading.numbers, reading.only_a_number) == (numbers, whole)


@pytest.mark.parametrize(
    "query, subject",
    [
        ("什么是 PagedAttention？", "PagedAttention"),
        ("为什么需要 TIME_WAIT？", "TIME_WAIT"),
        ("PagedAttention 是什么意思", "PagedAttention"),
        ("介绍一下 Pod 生命周期", "Pod 生命周期"),
        ("进程和线程的区别", "进程 和 线程"),
        ("连接池跟线程池有什么不一样", "连接池 和 线程池"),
        ("连接池是干嘛的", "连接池"),
        ("连接池干啥用的", "连接池"),
        ("连接池是个什么东西", "连接池"),
        ("连接池是啥玩意", "连接池"),
        ("连接池咋工作的", "连接池"),
        ("连接池起什么作用", "连接池"),
        ("给我说说连接池", "连接池"),
        ("为啥要有连接池", "连接池"),
        ("how does vLLM schedule requests?", "vLLM"),
        ("什么", None),
    ],
)
def test_subject(query, subject):
    assert subject_of(query) == subject


@pytest.mark.parametrize(
    "query, topic",
    [
        ("题库里有哪些关于缓存的题", "缓存"),
        ("有哪些题", ""),
        ("list all questions about KV Cache", "KV Cache"),
    ],
)
def test_topic(query, topic):
    assert topic_of(query) == topic
