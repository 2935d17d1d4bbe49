"""Points, key points and titles said as an interviewer would ask for them."""

import re

import pytest

from assistant.asking import key_questions, point_questions, subject_phrase, title_questions
from index.chunk import Chunk
from ingest.question import Part, Question


def question(title="TCP 连接怎样建立和关闭？", source="stated"):
    return Question("q1", "1", "stated", title, source, "a.md", 1, 9, "", "网络", (Part("point", "x", 2, 2),))


def point(text, heading=None, title="TCP 连接怎样建立和关闭？"):
    return Chunk("q1/p1", question(title), "point", text, 2, 2, heading=heading)


@pytest.mark.parametrize(
    "text, asked",
    [
        ("为什么需要 TIME_WAIT：保证最后一个 ACK 送达", "为什么需要 TIME_WAIT？"),
        ("**为什么需要 TIME_WAIT**：保证最后一个 ACK 送达", "为什么需要 TIME_WAIT？"),
        ("TIME_WAIT 在谁身上：主动关闭方（先发 FIN 的 A）", "TIME_WAIT 在谁身上？"),
        ("镜像为什么能复用：分层", "TCP 连接：镜像为什么能复用？"),
        ("让谁走：按优先级", "TCP 连接：让谁走？"),
        ("镜像的各层为什么能在节点间复用：分层", "镜像的各层为什么能在节点间复用？"),
        ("省多少可以算：按块数", "TCP 连接：省多少，怎么算？"),
        ("重算还是换出：看长度", "TCP 连接：重算还是换出？"),
        ("不该用的场景：短请求", "TCP 连接：不该用的场景有哪些？"),
        ("容器的本质：不是轻量虚拟机", "TCP 连接中，容器的本质是什么？"),
        ("设计要点：门禁分层", "TCP 连接的设计要点有哪些？"),
        ("半开队列（SYN queue）：收到 SYN 就进", "TCP 连接中，半开队列是怎么回事？"),
        ("漏桶：恒定速率流出，适合只能吃固定速率的下游", "TCP 连接中，漏桶适合什么场景？"),
        ("切换的隐性成本更大：工作集不在缓存里", "为什么说切换的隐性成本更大？"),
        ("CUDA 上下文不能跨 `fork` 使用：子进程要重来", "为什么说 CUDA 上下文不能跨 fork 使用？"),
        ("挥手要四个报文，是因为 TCP 全双工", "为什么挥手要四个报文？"),
        ("1F1B 省的是显存不是气泡：GPipe 先跑完", "为什么说 1F1B 省的是显存不是气泡？"),
        ("prefill 能并行，因为每个 token 都已知", "为什么 prefill 能并行？"),
        ('<img src="a.png" width="60%">为什么需要 ACK：确认收到', "为什么需要 ACK？"),
        ("![图](a.png) 为什么需要 ACK：确认收到", "为什么需要 ACK？"),
        ("高频追问：短连接太多时会积压 TIME_WAIT → 对策是连接复用", "短连接太多时会积压 TIME_WAIT，怎么办？"),
        ("高频追问：`munmap` 为什么会慢？改页表后要发核间中断", "munmap 为什么会慢？"),
    ],
)
def test_a_point_is_asked_for(text, asked):
    assert point_questions(point(text))[0] == asked


@pytest.mark.parametrize(
    "text, heading, title, asked",
    [
        ("服务端有两条队列：半连接和全连接", "建立", "TCP 连接怎样建立？", "服务端有哪两条队列？"),
        (
            "TTFT 首字延迟由三段组成：排队、预填、首步",
            "口径",
            "TTFT 怎样定义？",
            "TTFT 首字延迟由哪三段组成？",
        ),
        ("成对旋转：每两维一组", "原理", "RoPE 怎样编码位置？", "RoPE 中，成对旋转是怎么回事？"),
        ("**灵活性**：一个模型做多种任务", None, "指令微调的好处？", "为什么说灵活性是指令微调的好处？"),
        ("避免过拟合", None, "指令微调的好处？", "指令微调为什么能避免过拟合？"),
        ("**收集数据**：从日志里取", None, "SFT 数据如何构建?", "SFT 数据：「收集数据」这一步要做什么？"),
        ("掌握迭代法的基本原理：先猜再改", None, "参数迭代实验", "迭代法的基本原理是什么？"),
        ("多头注意力：多组并行", "一、结构", "大模型的架构介绍?", "大模型的架构中，多头注意力是怎么回事？"),
        (
            "Chains：把几步连起来",
            "一、Components",
            "LangChain 有什么?",
            "「Components」里，Chains 是怎么回事？",
        ),
        ("前缀微调篇", None, "提示学习有哪些方法？", "提示学习中，前缀微调是怎么回事？"),
        ("对想返回的字段一一命名", None, "SGL 是什么？", "为什么要对想返回的字段一一命名？"),
        ("对称加密要先有共同的密钥", None, "TLS 怎样握手？", "为什么说对称加密要先有共同的密钥？"),
    ],
)
def test_how_a_point_stands_in_its_question_decides_how_it_is_asked(text, heading, title, asked):
    assert point_questions(point(text, heading, title))[0] == asked


def test_a_heading_that_asks_is_used():
    assert point_questions(point("静态批等最慢的一条：要补齐", "静态批浪费在哪里"))[:2] == (
        "TCP 连接：静态批浪费在哪里？",
        "静态批浪费在哪里？",
    )


def test_a_bare_phrase_comes_with_its_heading_and_then_with_its_subject():
    asked = point_questions(point("精度：FP16 → FP8", "优化清单", "推理怎样优化？"))
    assert asked[0] == "「优化清单」里，精度是怎么回事？"
    assert asked[1] == "推理中，精度是怎么回事？"


@pytest.mark.parametrize("text", ["", '<img src="a.png">', "![图](a.png)", "：", "①", "……", "1234567890" * 9])
def test_what_cannot_be_asked_is_left_out(text):
    assert point_questions(point(text)) == ()


@pytest.mark.parametrize(
    "title, source, asked",
    [
        ("KV Cache 是什么？", "stated", "KV Cache 是什么？"),
        ("KV Cache 是什么", "derived", "KV Cache 是什么？"),
        ("Terraform 是声明式 IaC", "derived", "Terraform 是什么？"),
        ("进程 / 线程", "derived", "进程、线程各是什么，有什么区别？"),
        ("SGL（Structured Generation Language，结构化生成", "derived", "SGL 是什么？"),
        ("目标不是“绝对一致”，而是最终一致", "derived", "怎样理解「目标不是“绝对一致”，而是最终一致」？"),
        ("CAP 理论", "stated", "CAP 理论是什么？"),
        (
            "画出一个 Transformer block，说明每一部分",
            "stated",
            "请画出一个 Transformer block，说明每一部分。",
        ),
        ("设计模式", "stated", "设计模式是什么？"),
        ("How does TCP close a connection?", "stated", "How does TCP close a connection?"),
        ("Virtual memory", "stated", "What is Virtual memory?"),
    ],
)
def test_a_title_is_asked(title, source, asked):
    assert title_questions(question(title, source))[0] == asked


@pytest.mark.parametrize(
    "title, asked",
    [
        ("然后问了，虚拟内存比物理内存大是怎么实现的", "虚拟内存比物理内存大是怎么实现的？"),
        ("问如果内存是 128M 会怎样", "如果内存是 128M 会怎样？"),
        ("让解释 page fault", "请解释 page fault。"),
        ("问题定位的步骤", "问题定位的步骤是什么？"),
        ("两种请求的区别（只答了长度，又追问了缓存）", "请讲讲两种请求的区别？"),
        ("限流（令牌桶）怎么做", "限流（令牌桶）怎么做？"),
        ("memo vs useMemo", "What is the difference between memo and useMemo?"),
        ("Explain closures", "Explain closures."),
        ("Ways to center a div", "What are the ways to center a div?"),
        ("difference between TCP and UDP", "What is the difference between TCP and UDP?"),
        ("React Design Patterns", "What can you say about React Design Patterns?"),
        ("Hydration in SSR", "What is Hydration in SSR?"),
        ("Event bus", "What is Event bus?"),
    ],
)
def test_titles_of_logs_and_english_titles_are_asked_as_one_would(title, asked):
    assert title_questions(question(title), "zh" if re.search("[\u3400-\u9fff]", title) else "en")[0] == asked


@pytest.mark.parametrize(
    "title, source, subject",
    [
        ("PagedAttention 是怎么工作的？它到底省了什么？", "stated", "PagedAttention"),
        ("数据并行在同步什么？梯度通信怎样才能不拖慢训练？", "stated", "数据并行"),
        ("Pod 生命周期是“申请→调度→运行→终态”四段", "derived", "Pod 生命周期"),
        ("限流 / 熔断 / 降级", "derived", "限流、熔断、降级"),
        ("目标不是“绝对一致”", "derived", ""),
    ],
)
def test_subject(title, source, subject):
    assert subject_phrase(question(title, source)) == subject


def test_the_key_point_is_asked_for():
    chunk = Chunk("q1/key", question(), "key_point", "画图讲清", 3, 3)
    assert key_questions(chunk)[0] == "回答「TCP 连接」时，最关键的一点是什么？"
    assert "TCP" in key_questions(chunk, "en")[0]


@pytest.mark.parametrize(
    "text, asked",
    [
        ("为什么需要 TIME_WAIT：保证最后一个 ACK 送达", "Why is TIME_WAIT needed in TCP?"),
        ("半连接队列（SYN queue）：收到 SYN 就进", "How does SYN queue relate to TCP?"),
        ("没有任何英文名字的一点", None),
        ("大约要 64 KB", None),  # a unit is no name
    ],
)
def test_english_questions_use_the_names_in_a_chinese_point(text, asked):
    assert next(iter(point_questions(point(text), "en")), None) == asked


def test_an_english_bank_is_asked_in_its_own_words():
    chunk = point("Why TIME_WAIT exists: the last ACK may be lost.", title="How does TCP close?")
    assert point_questions(chunk, "en")[0] == "Why TIME_WAIT exists?"
