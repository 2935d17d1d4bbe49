"""One line at a time: numbers, titles, labels, and whether a title asks."""

import pytest

from ingest.grammar import asks, clean_title, default_marks, find_label, item_asks, split_title


@pytest.mark.parametrize(
    ("line", "number", "title"),
    [
        ("12、TCP 为什么要三次握手？", "12", "TCP 为什么要三次握手？"),
        ("1.1.4 LRU缓存机制", "1.1.4", "LRU缓存机制"),
        ("2PC 是什么？", None, "2PC 是什么？"),  # a title may itself start with a digit
        ("Q12 什么是 KV Cache", "12", "什么是 KV Cache"),
        ("Q012：什么是堆", "12", "什么是堆"),
        ("第12题 什么是死锁", "12", "什么是死锁"),
        ("[Q7] 什么是栈", "7", "什么是栈"),
        ("3. Q12：什么是堆", "12", "什么是堆"),  # the question's own number names it
        ("Ｑ１２　全角", "12", "全角"),
        ("(3) 括号", "3", "括号"),
        ("③ 圈码", "3", "圈码"),
        ("一、操作系统", "一", "操作系统"),
        ("Q125/163 讲过", None, "Q125/163 讲过"),  # a mention, not a number of its own
        ("Q84–104、114–150", None, "Q84–104、114–150"),
        ("3.14GB 够吗？", None, "3.14GB 够吗？"),
        ("4K 对齐", None, "4K 对齐"),
        ("12.什么是 `const`", "12", "什么是 const"),
        ("5、**粗体**的 [链接](https://a.b)", "5", "粗体的 链接"),
        ("325.[React] diff【热度: 538】", "325", "[React] diff"),
        ("★5. 页表", "5", "页表"),
        ("⭐ Q12 什么是堆", "12", "什么是堆"),
        ("🔥🔥 第3题 什么是栈", "3", "什么是栈"),
        ("→ 3 个副本", None, "→ 3 个副本"),  # counts what it points to
        ("C#", None, "C#"),
        ("a &lt; b 吗？", None, "a < b 吗？"),
    ],
)
def test_numbers_and_titles(line, number, title):
    found, clean, _ = split_title(line)
    assert (found.number if found else None, clean) == (number, title)
    assert clean_title(line) == title


@pytest.mark.parametrize(
    ("line", "role", "rest"),
    [
        ("一句话：进程是资源", "summary", "进程是资源"),
        ("**题眼**：删而不改", "key_point", "删而不改"),
        ("**题眼：** 删而不改", "key_point", "删而不改"),
        ("【答案】甲", "answer", "甲"),
        ("参考来源：", "sources", ""),
        ("參考來源：甲", "sources", "甲"),
        ("A: yes", "answer", "yes"),
        ("权威出处与数据：20%", "evidence", "20%"),
        ("记忆锚点:便签", "hook", "便签"),
        ("💡 题眼：删而不改", "key_point", "删而不改"),
        ("**📌 一句话**：慢", "summary", "慢"),
        ("✅ **答案：** 甲", "answer", "甲"),
        ("**⚡Answer :**", "answer", ""),
    ],
)
def test_labels(line, role, rest):
    label = find_label(line, default_marks())
    assert label is not None and (label.role, line[label.start :].strip()) == (role, rest)


@pytest.mark.parametrize(
    "line",
    [
        "A foo",
        "问题一般出在这里",
        "答案很长，见下",
        "来源可靠吗",
        "总之一句话：慢",
        "Summary of the paper",
        "> 题眼",
    ],
)
def test_ordinary_lines_have_no_label(line):
    assert find_label(line, default_marks()) is None


@pytest.mark.parametrize(
    ("title", "degree"),
    [
        ("什么是堆？", 2), ("為什麼需要它", 2), ("介绍一下闭包", 2), ("What is JSX", 2), ("有没有相关的面试题", 2), ("TCP 与 UDP 的区别", 1), ("PagedAttention 的原理", 1),
        ("请实现一个队列", 2), ("试比较两者", 2), ("Differences between a list and a tuple", 2),
        ("请求可以被缓存", 0), ("试验组和对照组", 0), ("const", 0), ("作用", 0), ("LoRA篇", -1), ("第一章 进程", -1), ("Java 基础面试题", -1),
    ],
)  # fmt: skip
def test_whether_a_title_asks(title, degree):
    assert asks(title) == degree


@pytest.mark.parametrize(
    ("item", "degree"),
    [
        ("什么是进程？", 2),
        ("是否开源：OpenJDK 是完全开源的参考实现。", 0),
        ("先分清哪些操作天生幂等；其余要靠幂等键", 0),
    ],
)
def test_statements_in_lists_do_not_ask(item, degree):
    assert item_asks(item) == degree
