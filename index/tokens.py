"""Text → the terms that are matched: Chinese words, whole identifiers and their parts, numbers."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache

HAN = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f"
RUN = re.compile(
    rf"(?P<han>[{HAN}]+)"
    r"|(?P<latin>[A-Za-z][A-Za-z0-9]*(?:[._+#@'’-][A-Za-z0-9]+)*(?:\+\+|\#)?)"
    r"|(?P<number>\d+(?:[.,:]\d+)*(?:[A-Za-z]+\d*)?%?)"
    r"|(?P<other>[^\W_]+)"
)
SEPARATORS = re.compile(r"[._+#@'’-]+")
CAMEL = re.compile(r"[A-Z]+(?=[A-Z][a-z]{2})|[A-Z]?[a-z]+|[A-Z]+|\d+")

STOP_WORDS = """
的 了 和 与 及 或 是 在 有 对 从 到 被 把 让 给 为 以 用 而 也 都 就 还 要 会 能 可 可以 能够 应该 需要 之 其 它 他 她 我 你 您
我们 你们 他们 它们 这 那 这个 那个 这些 那些 这样 那样 这是 那是 这里 那里 此 该 各 每 一 一个 一些 一下 一种 个 种 些 中 里 上 下
时 后 前 等 等等 什么 怎么 怎样 怎么样 如何 为什么 为何 为啥 啥 咋 咋样 咋办 咋整 多少 哪 哪些 哪个 哪里 哪种 几 几种 谁 何时
是否 是不是 有没有 能不能 要不要 会不会 可不可以 吗 呢 吧 啊 呀 嘛 呗 么 哦 嗯 请 请问 请教 麻烦 帮 帮我 帮忙 告诉 介绍 解释
说说 说 讲 讲讲 讲一下 谈谈 聊聊 说明 描述 简述 简单 举例 一般 通常 主要 具体 详细 分别 各自 到底 究竟 其实 真的 比较 非常
很 太 更 最 不 没 没有 并 并且 但 但是 而且 因为 所以 如果 那么 则 即 由 于 对于 关于 进行 做 干 干嘛 搞 弄 时候 情况 东西
事情 问题 意思 想 知道 了解 理解 觉得 老是 总是 傻傻
a an the of to in on at by for with from and or is are was were be been being do does did has have had can could should would
will shall may might must it its this that these those there here what which who whom whose when where why how i me my we our
you your he she they them as if then than so not no nor but about into over under between among out up down off again just only
very please tell explain describe give mean means
"""
STOP = frozenset(
    STOP_WORDS.split()
)  # words that carry no subject: particles, question words, what is said around


def fold(text: str) -> str:
    """Width, script and case folded: what two texts are compared by. Never shown."""
    return simplified(unicodedata.normalize("NFKC", text)).casefold()


def simplified(text: str) -> str:
    """Traditional characters → simplified; other text comes back as it is."""
    if traditional_only().isdisjoint(text):
        return text
    from zhconv import convert

    return convert(text, "zh-cn")


@cache
def traditional_only() -> frozenset[str]:
    """Characters that simplified text does not use."""
    from zhconv.zhconv import getdict

    return frozenset(key for key, value in getdict("zh-cn").items() if len(key) == 1 and key != value)


def terms(text: str) -> list[str]:
    """The terms of a text in order, repeated as often as they occur, without stop words."""
    return [term for term in raw_terms(text) if term not in STOP]


def raw_terms(text: str) -> Iterator[str]:
    text = simplified(unicodedata.normalize("NFKC", text))
    for run in RUN.finditer(text):
        if run.lastgroup == "han":
            yield from chinese_terms(run.group())
        elif run.lastgroup == "latin":
            yield from identifier_terms(run.group())
        else:
            yield run.group().casefold()


def chinese_terms(run: str) -> Iterator[str]:
    """Words as jieba's search mode cuts them, long ones with the words inside."""
    import rjieba

    yield from rjieba.cut_for_search(run)


def identifier_terms(name: str) -> Iterator[str]:
    """`tcp_tw_reuse` → itself, tcp, tw, reuse; `PagedAttention` → itself, paged, attention."""
    whole = name.casefold()
    yield whole
    parts = [part for part in SEPARATORS.split(name) if part]
    if len(parts) > 1:
        yield from (part.casefold() for part in parts)
    for part in parts:
        humps = [hump.casefold() for hump in CAMEL.findall(part)]
        if len(humps) > 1 and all(len(hump) > 2 for hump in humps):
            yield from humps
