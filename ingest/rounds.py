"""Interview logs: below 「## 一面」 or `## Round 2: Coding` stands what was asked, in whatever form, among the candidate's remarks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, groupby, takewhile

from ingest.candidates import ITEMS, Candidate, from_title, with_next
from ingest.grammar import Marks, asks, find_label, fold, is_plain, plain, simple
from ingest.headings import Node
from ingest.lines import Line
from ingest.runs import OPEN_ENDS, ascends, outermost

_ROUND = re.compile(
    r"(?:.{0,20}(?:[^\w]|(?<=\d)))?(?:技术|业务|电话|现场|视频|初级|线上|前端|后端|客户端|服务端|算法|测试|研发|开发|数据|产品|实习|校招|社招|秋招|春招|日常|暑期){0,4}"
    r"(?:第?[一二三四五六七八九十两终初复\d](?:轮|次|场)?|hr|cto|leader|主管|总监|交叉|加|技术|电话)(?:轮|技术|业务){0,2} ?面(?:试)?(?:面经|凉经|经历|复盘|记录|总结)?(?:\W.{0,30})?"
    r"|(?:.{0,30}\b)?(?:\d(?:st|nd|rd|th)|first|second|third|fourth|final|last|technical|tech|hr|coding|machine|dsa|manager\w*|phone|telephonic|screening|onsite|fit|design|behaviou?ral|assessment)\b(?:.{0,30}\b)?rounds?(?: ?[^\w\s].{0,60}| ?\d.{0,60})?"
    r"|(?:round|interview) ?[#:\-]? ?(?:\d|one|two|three|four|i{1,3})\b.{0,80}",
    re.IGNORECASE,
)
_ASKED = re.compile(
    r"(?:(?:然后|接着|又|还|先|再|继续|主要|最后|后来|首先|面试官|上来|开始|就){1,3})?"
    r"(?:问(?!题|卷|候)|让(?:我|你|讲|介|解|写|说|实)|请(?:我|你)|给了?(?:一|个|道|出)|出了|写(?:了)?(?:一|个|道|代码)|手(?:写|撕)|介绍(?!了)|聊了|自我介绍|设想)"
    r"|(?:(?:then )?(?:he|she|they|interviewer|i was) (?:then )?)?asked (?:me|to|about|how|what|why)\b",
    re.IGNORECASE,
)
_SPAN = r"(?:约|大概|大约|共|总共|一共|全程|持续|时长)?[\d.]+ ?(?:个?小时|分钟|天|周|min|h\b|hour)"
_REMARK = re.compile(
    rf"[（(【][^（）()【】]*[）)】]\W*$|\d{{2,4}}[年./-]\d|\d{{1,2}}月\d|\d{{1,2}}[:：]\d\d|{_SPAN}"
    r"|(?:评价|反问|感受|总结|结果|整体|时长|时间|日期|地点|备注|背景|流程|岗位|部门|公司|结论|面试体验|面评|通过|挂|凉|过|体验|链接|来源|作者|待遇|薪资)(?:环节|阶段|了)?(?=[\s:：，,。！!；;（(]|$)"
    r"|(?:感觉|总共|一共|全程|面试官|许愿|投递|编辑于|更新于|等(?:了|通知|结果|消息))"
    r"|(?:offer|oc)\b|(?:base|duration|date|mode|result|verdict|status|location|overall|feedback|notes?|tips?)(?= ?[:：\-–—]|$)",
    re.IGNORECASE,
)
_CHAPTER = re.compile(
    r"(?:算法|编程|代码|手撕|笔试|计网|计算机网络|网络|操作系统|数据库|数据结构|项目|简历|实习|八股|基础|场景|框架|语言|前端|后端|语法|其他|java|jvm|c\+\+|python|golang|go|redis|mysql|sql|kafka|mq|spring|linux|docker|k8s|https?|tcp|html|css|js|javascript|vue|react|webpack|os|db) ?\w{0,4}[:：]?",
    re.IGNORECASE,
)
_TOLD = re.compile(
    r"[我他她]|哈哈|好家伙|感觉|其实|反正|竟然|。。|\.\.\.|……"
)  # in the words of the one who tells
_LONGEST = 60  # characters of an entry that asks in no way
_FEWEST = 2  # rounds of a log; bold counts of a round; paragraphs 「问了…」 elsewhere are more than so many
_NAMED = re.compile(r"([^:：]{2,10})[:：]")
_SENTENCE = re.compile(r"[。；]|[.;](?= )|[?？]")


def names_round(title: str) -> bool:
    """「一面」, 「3.10 二面 (A)」, `Round 1: Coding`, `2nd Technical Round (1 hr)`.

    >>> names_round("HR 面"), names_round("Machine Coding Round"), names_round("round robin")
    (True, True, False)
    """
    return _ROUND.fullmatch(simple(fold(title)).strip()) is not None


def rounds_of(nodes: Sequence[Node]) -> list[Node]:
    """The headings that name a round."""
    return [node for node in nodes if node.index >= 0 and names_round(node.title)]


def is_remark(words: str) -> bool:
    """「时间：3 月 5 日」, 「40 分钟」, 「反问：…」, 「面试官人很好」: said of a round, not asked in it."""
    return _REMARK.match(simple(words)) is not None


def with_round_headings(lines: Sequence[Line]) -> list[Line] | None:
    """The lines, 「**一面**」 and 「二面：」 as headings of what was asked there, 「字节：」 over one of them as that of the rounds.

    None where fewer than two lines name rounds.
    """
    told = [i for i, line in enumerate(lines) if line.tells]
    rounds = [n for n, i in enumerate(told) if _is_round(lines, i)]
    headings = [lines[i] for i in told if lines[i].kind == "heading"]
    deepest = max((line.level for line in headings), default=1)
    if len(rounds) < _FEWEST or deepest > 4:
        return None
    changed = list(lines)
    for n in rounds:
        i, over = told[n], told[n - 1] if n and n - 1 not in rounds else None
        changed[i] = replace(lines[i], kind="heading", level=deepest + 2, rest=_bare(lines[i].rest))
        if over is not None and _is_company(lines[over]):
            changed[over] = replace(
                lines[over], kind="heading", level=deepest + 1, rest=_bare(lines[over].rest)
            )
    return changed


def _is_round(lines: Sequence[Line], i: int) -> bool:
    line = lines[i]
    if line.kind != "text" or line.indent > 3 or len(line.rest) > 40 or not names_round(_bare(line.rest)):
        return False
    marked = line.rest[0] in "*_【" or line.rest[-1] in ":：】"
    return marked or i == 0 or lines[i - 1].kind in ("blank", "rule", "heading")


def _is_company(line: Line) -> bool:
    """A short line that is bold or ends in a colon, or a word alone: no sentence, no entry of a list."""
    if line.kind != "text" or line.indent > 3 or len(line.rest) > 24:
        return False
    return line.rest[0] in "*_【" or line.rest[-1] in ":：】" or len(line.rest) <= 6


def _bare(text: str) -> str:
    return plain(text).strip("【】:： ")


def take_rounds(nodes: Sequence[Node], rounds: Sequence[Node], lines: Sequence[Line], marks: Marks) -> None:
    """Make what was asked in the `rounds` of a log the candidates of their headings; nothing where there is only one.

    Under its other headings three paragraphs 「问了…」 or more are questions as well.
    """
    if len(rounds) < _FEWEST:
        return
    below = {id(node) for node in chain.from_iterable(map(_subtree, rounds))}
    for node in nodes:
        if node.asking or any(child.asking for child in node.children):
            continue
        told = list(_told(node, lines, marks))
        asked = [c for c in told if c.ask == 2]
        own = {c.start for c in node.candidates}
        if id(node) in below:
            listed = _bold(node) or _listed(node, lines)
            if listed and own <= {c.start for c in listed}:
                node.candidates = [*(c for c in asked if c.start < listed[0].start), *listed]
                continue
            told = [c for c in asked if c.start not in own] if own else told
        else:
            told = [c for c in asked if c.start not in own] if len(asked) > _FEWEST else []
        node.candidates = sorted([*node.candidates, *told], key=lambda c: c.start)


def _subtree(node: Node) -> Iterator[Node]:
    yield node
    for child in node.children:
        yield from _subtree(child)


def _bold(node: Node) -> list[Candidate]:
    """`**1. Deep Object Equality**` over what was to be done: bold lines that count, from 1 on."""
    counted = [c for c in node.found if c.style == "bold" and is_plain(c.number)]
    return counted if len(counted) >= _FEWEST and ascends(counted) else []


def _listed(node: Node, lines: Sequence[Line]) -> list[Candidate]:
    """The outermost items, where nothing but a remark or two stands above them; no conditions of a task that is told above."""
    for style in ("num", "bullet"):
        run = outermost(c for c in node.found if c.style == style)
        if not run or (style == "num" and not ascends(run, default=True)):
            continue
        before = [lines[i] for i in range(node.index + 1, run[0].start) if lines[i].tells]
        if len(before) <= _FEWEST and not any(line.rest.endswith((":", "：")) for line in before):
            return _opened(run, node)
    return []


def _opened(run: list[Candidate], node: Node) -> list[Candidate]:
    """The same, 「- MySQL 相关」 as the name of the questions that are set in below it."""
    found: list[Candidate] = []
    for one, after in with_next(run):
        end = node.own_end if after is None else after.start
        below = [
            c for c in node.found if one.start < c.start < end and c.style in ITEMS and c.indent > one.indent
        ]
        inner = [c for c in below if c.indent == min(b.indent for b in below)]
        found.append(one)
        if len(inner) >= _FEWEST and _CHAPTER.fullmatch(simple(one.title)):
            one.divide()
            found += inner
    return found


def _told(node: Node, lines: Sequence[Line], marks: Marks) -> Iterator[Candidate]:
    """Paragraphs 「问了…」, and short lines that are no remarks."""
    for tells, block in groupby(range(node.index + 1, node.own_end), lambda i: lines[i].tells):
        if tells:
            words = takewhile(lambda i: lines[i].kind in ("text", "item"), block)
            yield from _entries(list(words), lines, marks)


def _entries(block: Sequence[int], lines: Sequence[Line], marks: Marks) -> Iterator[Candidate]:
    """What a paragraph asks: in its first sentence, or a line each; the lines below a number answer it."""
    counted = False
    for place, i in enumerate(block):
        line = lines[i]
        words = plain(line.rest)
        if line.rest.startswith(("???", "!!!", "追问", "追問")):
            return  # what a box holds; what was asked on belongs to the question above
        if line.indent > 3 or find_label(line.rest, marks) is not None or is_remark(words):
            continue
        one = from_title(i, "loose", plain(line.text))
        if is_plain(one.number):
            counted = True
            yield one
        elif counted:
            continue
        elif _ASKED.match(simple(words)) or (
            asks(plain(line.rest[: _asking_end(line.rest)])) == 2
            and not words.startswith(("我", "但", "他", "她"))
        ):
            yield _asked(i, line)
            if place == 0 and len(words) > _LONGEST:
                return
        elif place + 1 < len(block) and _CHAPTER.fullmatch(simple(words)):
            one.divide()
            yield one
        elif (
            len(words) <= _LONGEST and not words.endswith(OPEN_ENDS) and not _TOLD.search(simple(words))
        ) or ((named := _NAMED.match(words)) is not None and _CHAPTER.fullmatch(simple(named[1]))):
            yield one


def _asking_end(text: str) -> int:
    """Where the first sentence ends."""
    end = _SENTENCE.search(text)
    return end.end() if end is not None else len(text)


def _asked(i: int, line: Line) -> Candidate:
    """「问了 virtual 的实现。说了一遍…」 asks in its first sentence; the rest tells how it went."""
    end = _asking_end(line.rest)
    one = from_title(i, "loose", plain(line.rest[:end]).rstrip("。；;:： "))
    one.ask = 2
    if told := line.rest[end:].strip():
        one.extra["lead"] = told
    return one


def drop_remarks(rounds: Sequence[Node]) -> None:
    """What was said of a round asks nothing, whoever took it for a question."""
    for node in chain.from_iterable(map(_subtree, rounds)):
        node.candidates = [
            c
            for c in node.candidates
            if not is_remark(c.title) or (c.ask == 2 and simple(c.title[:2]) != "反问")
        ]
