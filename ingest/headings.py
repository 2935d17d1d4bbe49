"""A file's headings as a tree, and what each one is: question, chapter, topic, part of an answer, notes, contents.

A heading is a question when its own words ask, when it carries a question's number, or when its siblings are
questions; a chapter when questions stand below it; a topic when nothing in the file asks.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from ingest.candidates import Candidate, with_next
from ingest.grammar import (
    Marks,
    Numbered,
    asks,
    counts_on,
    find_label,
    find_number,
    heading_key,
    is_plain,
    mark_key,
    plain,
    simple,
    split_title,
    trim,
    whole_number,
)
from ingest.lines import Line, is_answer
from ingest.parts import is_placeholder

_TASKS = 4  # below 「手写代码题」, which names what it lists
_BARE = 8  # headings with nothing below them
_MANY_BARE = 30  # of them in a file
_PARTING = 4  # topics under which the same words stand
_LINK_LINE = re.compile(
    r"(?:[^:：\[\]]{0,12}(?:链接|地址|下载|传送门|直达|原文|出处|来源|links?|download|source)[^:：\[\]]{0,6}[:：] *)?"
    r"(?:<?https?://[^\s<>]+>?|(?<=[:： ])!?\[[^\[\]]{0,300}\]\(https?://[^()\s]{0,500}\))",
    re.IGNORECASE,
)
_AND = re.compile(r"[与與和及、&/]| and ", re.IGNORECASE)
_PLURAL = re.compile(r"(?<=\w)[(（]s[)）]")
_SENTENCE = re.compile(r"://|[。；;]")
_MORE = re.compile(
    r"^(?:其[他它]的?|更多|最初的?|原始|主要|相[关關]|other|additional|original|further|more)(?=.{2})"
)
_BYLINE = re.compile(
    r"(?:by:?|written by:?) +(?:\[[^\[\]]{1,60}\]\([^()\s]{1,300}\)|@[\w.-]{1,40})$"
    r"|(?:author|作者|整理者?|编者|編者) ?[:：] *(?:\[[^\[\]]{1,60}\]\([^()\s]{1,300}\)|@?[\w.-]{1,40}(?: [\w.-]{1,40}){0,3})$",
    re.IGNORECASE,
)
_TO_FILL_IN = re.compile(
    r"[\[{<(（【《]? ?(?:题目|題目|标题|標題|问题|問題|在此填写|question|title|your question)(?: ?(?:标题|內容|内容|描述|title|text|here))? ?[\dnN]{0,3} ?[\]}>)）】》]?$",
    re.IGNORECASE,
)
_UNFINISHED = re.compile(
    r"(?:[^\s\-–—_.…·?？][^?？]{0,40}[ 」』）)][-–—_]{1,3}|[xX]{2,4}|[.…·_\-–—?？]{2,6})$"
)
_ASKED = ("Q", "q", "问", "問", "Question")  # before the title of a heading
PART_LEVEL = 7  # `#### 答案: B` belongs to the heading above it, whatever its own level


@dataclass(slots=True)
class Node:
    index: int  # of its line; -1 for the file itself
    level: int
    text: str = ""
    number: Numbered | None = None
    title: str = ""
    tags: tuple[str, ...] = ()
    ask: int = 0
    end: int = 0
    own_end: int = 0
    children: list[Node] = field(default_factory=list)
    parent: Node | None = None
    found: list[Candidate] = field(default_factory=list)  # all possible starts in its own text
    candidates: list[Candidate] = field(default_factory=list)  # those that begin questions
    asking_below: int = 0
    named_below: int = 0  # headings with a question's number below it
    role: str = ""  # question, chapter, part, notes, contents
    silent: bool = False  # no text of its own before its first child
    among: bool = False  # most of its siblings could ask
    unfinished: bool = False  # a template that nobody filled in
    lists: bool = False  # it only says that a list of questions follows

    def told(self, lines: Sequence[Line]) -> list[int]:
        """Indices of the lines of its own text that say something."""
        return [i for i in range(self.index + 1, self.own_end) if lines[i].tells]

    @property
    def named(self) -> bool:
        return self.number is not None and self.number.kind == "q"

    @property
    def asking(self) -> bool:
        """Whether its own words make it a question: they ask, or number it as one."""
        return self.ask == 2 or self.named


def build_tree(lines: list[Line], marks: Marks) -> tuple[Node, list[Node]]:
    """(the file itself, every node in order, the file first)."""
    root = Node(-1, 0, end=len(lines))
    nodes, stack = [root], [root]
    asides, slipped = _asides(lines, marks), _slipped(lines)
    for i, line in enumerate(lines):
        if line.kind != "heading":
            continue
        number, title, tags = split_title(line.rest)
        label = find_label(line.rest, marks)
        if label is not None and label.role == "question" and _asks_again(stack[-1], line, lines, marks):
            continue
        if label is not None and number is None and label.word in _ASKED and trim(line.rest[label.start :]):
            number, title, tags = split_title(line.rest[label.start :])
        level = slipped.get(i, line.level)
        if label is not None and label.role == "answer":
            told = trim(line.rest[label.start :])
            level = PART_LEVEL if told or _is_asked(stack[-1], line, lines) else level
        # Only questions are rated (【热度: 260】), so a tag says that the title is one.
        ask = 2 if tags and number else min(0, asks(title)) if _tells(title) else asks(title)
        node = Node(i, level, line.rest, number, title, tags, ask)
        if _follows(stack[-1], node):
            node.level = stack[-1].level
        elif i in asides:
            node.level = PART_LEVEL
        while stack[-1].level >= node.level:
            stack.pop().end = i
        node.parent = stack[-1]
        stack[-1].children.append(node)
        stack.append(node)
        nodes.append(node)
    for node in stack:
        node.end = len(lines)
    for node in nodes:
        node.own_end = node.children[0].index if node.children else node.end
    return root, nodes


def _tells(title: str) -> bool:
    """Whether a title is a sentence or more of an answer that was set as a heading."""
    return len(title) > 60 and "。" in title[:-1] and "？" not in title and "?" not in title


def _slipped(lines: list[Line]) -> dict[int, int]:
    """`#### 2.` between `### 1.` and `### 3.`: the line → the level of the two."""
    counted = [  # (line, level, number)
        (i, line.level, whole_number(find_number(line.rest)) if line.rest[:1].isdigit() else None)
        for i, line in enumerate(lines)
        if line.kind == "heading"
    ]
    levels: dict[int, int] = {}
    above: list[int] = []  # the headings that are open
    waiting: dict[int, list[int]] = {}  # a heading → those one deeper right below it whose number is the next
    for n, (_, level, number) in enumerate(counted):
        while above and counted[above[-1]][1] >= level:
            closed = above.pop()
            slips = waiting.pop(closed, ())
            _, own, before = counted[closed]
            if own == level and len(slips) == 1 and number == before + 2:
                levels[counted[slips[0]][0]] = level
        if above and number is not None and counted[above[-1]][2] == number - 1 and number >= 2:
            waiting.setdefault(above[-1], []).append(n)
        above.append(n)
    return levels


def _asks_again(above: Node, line: Line, lines: list[Line], marks: Marks) -> bool:
    """「## 问：…」 right under `## Q: …` of its level: one question in two languages."""
    label = find_label(above.text, marks)
    if label is None or label.role != "question" or above.level != line.level:
        return False
    return above.text[0].isascii() != line.rest[0].isascii() and _is_next(above, line, lines)


def _is_next(above: Node, line: Line, lines: list[Line]) -> bool:
    """Whether nothing but blank lines stands between a heading and `line`."""
    return all(x.blank for x in lines[above.index + 1 : line.number - 1])


_COUNTED_LINES = (
    re.compile(r"(?:\*\*|__)?Q(?:uestion)? ?(\d{1,4})(?!\d)", re.IGNORECASE),
    re.compile(r"(?:\*\*|__)(\d{1,4})[.、)] ?\S.*(?:\*\*|__)$"),
)


def without_inner_headings(lines: list[Line]) -> list[Line]:
    """Where lines count the questions, `**Q24：…**`, `**25. …**`, a heading between two of them that has text of its own,
    and no number or one of a count that begins there, parts the answer to the first: such headings as lines without a say.
    """
    inner = next(filter(None, (_inner_headings(lines, pattern) for pattern in _COUNTED_LINES)), None)
    if inner is None:
        return lines
    return [replace(line, kind="markup") if i in inner else line for i, line in enumerate(lines)]


def _inner_headings(lines: list[Line], pattern: re.Pattern[str]) -> set[int]:
    counted = [
        (i, int(match[1]))
        for i, line in enumerate(lines)
        if line.kind == "text" and (match := pattern.match(line.rest))
    ]
    follows = [(a, b) for (a, m), (b, n) in pairwise(counted) if n == m + 1]
    if len(follows) < 4 or len(follows) < 0.8 * (len(counted) - 1):
        return set()
    inner: set[int] = set()
    for above, below in follows:
        count = 0
        for i in range(above + 1, below):
            if lines[i].kind != "heading" or not _has_text(lines, i + 1, below):
                continue
            number = find_number(lines[i].rest)
            if number is None or whole_number(number) == count + 1:
                count += number is not None
                inner.add(i)
    level = min((lines[i].level for i in inner), default=7)
    for i in range(counted[-1][0] + 1, len(lines)):  # those of the last answer
        if lines[i].kind == "heading" and lines[i].level < level:
            break
        if lines[i].kind == "heading" and _has_text(lines, i + 1, len(lines)):
            inner.add(i)
    return inner


def _has_text(lines: list[Line], begin: int, end: int) -> bool:
    first = next((lines[i] for i in range(begin, end) if not lines[i].blank), None)
    return first is not None and first.kind not in ("heading", "rule")


def _asides(lines: list[Line], marks: Marks) -> set[int]:
    """Headings that only part an answer: without a number, after 「Answer:」 and before the next heading that counts on."""
    asides: set[int] = set()
    counted: dict[int, tuple[int, Numbered]] = {}  # level → line and number of its last heading with one
    waiting: dict[int, list[int]] = {}
    for i, line in enumerate(lines):
        if line.kind != "heading":
            continue
        for level in [level for level in counted if level > line.level]:
            del counted[level], waiting[level]
        number, last = find_number(line.rest), counted.get(line.level)
        if number is None:
            waiting.setdefault(line.level, []).append(i)
            continue
        between = waiting.get(line.level)
        if between and last is not None and counts_on(last[1], number):
            told = any(is_answer(x, marks, quoted=True) for x in lines[last[0] + 1 : between[0]])
            asides.update(n for n in between if told and asks(split_title(lines[n].rest)[1]) < 2)
        if number.kind in ("plain", "dotted", "q"):
            counted[line.level] = i, number
        waiting[line.level] = []
    return asides


def _is_asked(above: Node, line: Line, lines: list[Line]) -> bool:
    """「## 答案」 right under 「## 什么是甲？」 answers it, though on its level; 「## 解析」 after that, too."""
    if above.level == PART_LEVEL and above.parent is not None:
        return above.parent.level == line.level
    return above.level == line.level and above.asking and _is_next(above, line, lines)


def _follows(above: Node, node: Node) -> bool:
    """`### 6.` right under `## 5.` goes on with the series, whatever its level."""
    if (
        above.number is None
        or node.number is None
        or node.level <= above.level
        or any(c.number is not None for c in above.children)
    ):
        return False
    a, b = above.number, node.number
    return (
        a.kind == b.kind in ("plain", "q")
        and a.number.isdigit()
        and int(a.number) >= 2
        and int(b.number) == int(a.number) + 1
    )


def _less_subject(node: Node) -> str:
    """The words of a heading without those of the one above it: 「XSS 的危害」 under 「XSS（跨站脚本）」 is 「的危害」."""
    key = heading_key(node.title)
    above = node.parent.title[:200] if node.parent is not None else ""
    for word in sorted(re.findall(r"[A-Za-z][\w+#-]+|[\u4e00-\u9fff]{2,}", above), key=len, reverse=True):
        key = key.replace(heading_key(word), "") if heading_key(word) != key else key
    return key


def _is_decoration(text: str) -> bool:
    """Signs and emoji alone, or nothing but a link to somewhere else: 「下载链接：[…](…)」."""
    return re.search(r"\w", plain(text)) is None or _LINK_LINE.fullmatch(trim(text)) is not None


def headings_ask(nodes: Sequence[Node]) -> bool:
    """Whether more headings of a file ask than its title and one other may."""
    return sum(node.asking for node in nodes[1:]) > 2


def names_list(node: Node, marks: Marks) -> bool:
    """「面经」, 「Redis 面试题」: a word in it says that questions follow."""
    key = heading_key(node.title)
    return any(word in key for word in marks.question_lists)


def _asking_share(nodes: list[Node]) -> float:
    return sum(n.asking for n in nodes) / max(1, len(nodes))


class Headings:
    """Decides what each heading is. `title` is the one that names the file, if any."""

    def __init__(self, lines: list[Line], marks: Marks, nodes: list[Node]) -> None:
        self.lines, self.marks, self.root, self.nodes = lines, marks, nodes[0], nodes
        self.title: Node | None = None
        self.grouping: set[int] = set()  # headings with a question's number that only group others

    def sum_up(self) -> None:
        """Counts from below, and what siblings and levels say about a heading."""
        repeated = Counter(heading_key(node.title) for node in self.nodes if node.index >= 0)
        parting = self._parting()
        self._count_through()
        for node in reversed(self.nodes):
            node.asking_below = sum(not c.divides for c in node.candidates)
            node.named_below = sum(c.style == "q" for c in node.candidates)
            for child in node.children:
                if child.role == "contents":
                    node.asking_below += child.asking_below
                    node.named_below += child.named_below
                elif child.role != "part":
                    node.asking_below += child.asking + child.asking_below
                    node.named_below += child.named + child.named_below
            if node.index >= 0:
                node.silent = all(
                    x.blank or x.kind in ("rule", "markup") for x in self.lines[node.index + 1 : node.own_end]
                )
                node.role = self._fixed_role(node, repeated) or ("part" if node.index in parting else "")
                labelled = [
                    c for c in node.candidates if c.extra.get("labelled") or self._quoted_below(c, node)
                ]
                if node.ask < 2 and labelled and self._says_q(labelled[0]):
                    labelled = []
                if (
                    not node.role
                    and not node.named
                    and len(labelled) == 1
                    and node.ask >= 0
                    and labelled[0].start <= node.index + 4
                ):
                    node.ask, node.candidates = (
                        2,
                        [],
                    )  # 「题目：…」 once under a heading tells what the heading asks
                    node.asking_below = sum(
                        c.asking + c.asking_below for c in node.children if c.role != "part"
                    )
                if node.role == "contents":
                    node.asking_below -= len(node.candidates)
                if node.ask < 2 and not node.candidates and self._answered_by_label(node):
                    node.ask = 2

        for node in self.nodes[1:]:
            if node.role == "contents" and len(node.candidates) > 2 * self.root.asking_below:
                node.role = "chapter"  # 「题目列表」 over the only questions there are

    def _count_through(self) -> None:
        """`#### 3.` goes on where `#### 2.` of the chapter before ended, and so through the file: they count the questions."""
        levels: dict[int, list[Node]] = {}
        for node in self.nodes[1:]:
            if is_plain(node.number) and node.text[:1].isdigit():
                levels.setdefault(node.level, []).append(node)
        for own in levels.values():
            numbers = [whole_number(node.number) for node in own]
            goes_on = any(a.parent is not b.parent for a, b in pairwise(own))
            if len(own) >= 4 and goes_on and numbers == list(range(1, len(own) + 1)):
                for node in own:
                    if node.ask >= 0 and not node.candidates:
                        node.ask = 2

    def _parting(self) -> set[int]:
        """「#### Overview」, 「#### 甲的危害」 under one topic after another: words that part what stands above them, its own
        name left aside."""
        groups = [
            parent.children
            for parent in self.nodes[1:]
            if len(parent.children) >= 2 and not any(c.children or c.candidates for c in parent.children)
        ]
        keys = {c.index: (c.level, _less_subject(c)) for group in groups for c in group}
        times = Counter(keys.values())
        again = {index: times[key] for index, key in keys.items()}
        return {
            c.index
            for group in groups
            if not any(c.asking and again[c.index] < _PARTING - 1 for c in group)
            for c in group
            if c.number is None and again[c.index] >= _PARTING
        }

    @staticmethod
    def _quoted_below(candidate: Candidate, node: Node) -> bool:
        """「> 什么是甲？」 right below `## 2.甲`, with 「### 解答」 below that, tells what the heading asks."""
        quoted = candidate.style == "quote" and candidate.ask == 2 and len(node.candidates) == 1
        return quoted and node.number is not None and any(c.role == "part" for c in node.children)

    def _says_q(self, candidate: Candidate) -> bool:
        label = find_label(self.lines[candidate.start].rest, self.marks)
        return label is not None and label.word in _ASKED

    def _fixed_role(self, node: Node, repeated: Counter) -> str:
        """The role that a heading's words have whatever stands around it, or ""."""
        key = heading_key(node.title)
        if node.level == PART_LEVEL:
            return "part"
        if node.silent and not node.children:
            node.unfinished = self._is_unfinished(node, key, repeated[key])
            if node.unfinished or _is_decoration(node.text):
                return "notes"
        if _BYLINE.match(node.text) or (
            node.ask < 1
            and node is not self.root.children[0]
            and [c.role for c in node.children] == ["contents"]
            and not node.candidates
            and not node.children[0].children
        ):
            return "notes"  # 「By …」, or the words before the contents
        if key in self.marks.contents and not self._speaks_of(node, key):
            return "contents"
        if repeated[key] >= 3 and node.silent and not node.children and node.number is None:
            return "notes"  # the same words again and again, with nothing below: decoration
        label = find_label(node.text, self.marks)
        if label is not None and label.role != "question" and not trim(node.text[label.start :]):
            return "notes" if key in self.marks.meta and node.level <= 2 and repeated[key] == 1 else "part"
        if node.number is not None and node.number.kind not in ("plain", "chinese", "dotted"):
            return ""
        if (
            key in self.marks.answer_parts
            and node.level > 1
            and not (key in self.marks.question_parts and node.asking_below)
            and not self._heads_chapter(node)
        ):
            return "part"
        return "notes" if self._is_meta(node.title) else ""

    @staticmethod
    def _heads_chapter(node: Node) -> bool:
        """「## 思路」 over several headings, right below a title that asks nothing."""
        above = node.parent
        told = sum(c.role not in ("part", "notes") for c in node.children)
        return above is not None and above.level < 2 and node.level == 2 and not above.asking and told >= 2

    def _is_unfinished(self, node: Node, key: str, times: int) -> bool:
        """A bare number, 「[题目]」, 「TODO」; 「初级题 -」; or the same words again and again before a colon."""
        put_off = (
            not node.title
            or is_placeholder(node.title.strip("()（）[]【】"))
            or _TO_FILL_IN.match(node.title)
        )
        if put_off and key not in self.marks.answer_parts:
            return True
        if times >= 2 and node.ask < 2 and node.text.endswith((":", "：")):
            return True
        return bool(_UNFINISHED.match(node.title)) and (times >= 2 or node.title.endswith(("-", "–", "—")))

    def _is_meta(self, title: str) -> bool:
        """「说明」, also two such words together (「说明与总结」), another of them (「其他参考资料」), or "Source(s) and further reading"."""
        keys = [heading_key(word) for word in _AND.split(_PLURAL.sub("s", title), maxsplit=2)]
        return all(self._is_meta_key(key) or self._is_meta_key(_MORE.sub("", key)) for key in keys)

    def _is_meta_key(self, key: str) -> bool:
        return key in self.marks.meta or self.marks.labels.get(key) == "sources"

    def _join_remarks(self) -> None:
        """「解析」 after a question of its own level, and 「说明」 between two, belong to the first."""
        for parent in self.nodes:
            kept: list[Node] = []
            for node, following in with_next(parent.children):
                if kept and self._is_remark(node, kept[-1], following):
                    kept[-1].end, node.parent = node.end, kept[-1]
                    kept[-1].children.append(node)
                else:
                    kept.append(node)
            parent.children = kept

    def _is_remark(self, node: Node, above: Node, following: Node | None) -> bool:
        if above.role != "question" or above.level != node.level or node.silent or node.asking_below:
            return False
        if node.role == "part" and heading_key(node.title) in self.marks.answer_parts:
            return True
        if following is None or following.role != "question" or following.level != node.level:
            return False  # at the end, it may speak of all
        words = [heading_key(word) for word in _AND.split(node.title, maxsplit=2)]
        return node.role == "part" or (
            node.role == "notes" and all(word in self.marks.remarks for word in words)
        )

    def _speaks_of(self, node: Node, key: str) -> bool:
        """「索引」 over questions with answers is about the indexes of a database; 「目录」 never is about directories."""
        answered = [c for c in node.candidates if c.ask == 2 and (c.body or (c.end or 0) > c.start + 1)]
        if len(answered) >= 2 and len(answered) >= 0.6 * len(node.candidates):
            return True
        own = self.lines[node.index + 1 : node.own_end]
        asked = sum(c.ask == 2 for c in node.candidates)
        if key == "索引" and node.level >= 3 and asked >= max(2, 0.8 * len(node.candidates)):
            return True
        if key not in ("索引", "index") or any("](" in line.text for line in own):
            return False
        told = sum(not c.role and not c.silent for c in node.children)
        prose = sum(len(line.rest) for line in own if line.kind == "text") >= 30
        return prose or told >= max(1, 0.5 * len(node.children))

    def _answered_by_label(self, node: Node) -> bool:
        """`答：` stands in its own text, so the heading asks."""
        own = self.lines[node.index + 1 : min(node.own_end, node.index + 8)]
        return any(is_answer(line, self.marks) for line in own)

    def find_title(self) -> None:
        """The file's own title: its only heading of the top level, with headings below, that is no question itself."""
        tops = self.root.children
        if not tops:
            return
        first = tops[0]
        alone = len(tops) == 1 or (
            first.level == 1 and sum(t.level == 1 for t in tops) == 1 and first is tops[0]
        )
        below = [x for c in first.children for x in ((c, *c.children) if c.role == "contents" else (c,))]
        kids = [c for c in below if c.role not in ("part", "contents", "notes")]
        if first.named or first.role:
            return
        rest = tops[1:]
        if (
            not alone
            and first.number is None
            and not first.children
            and len(rest) >= 3
            and sum(t.number is not None for t in rest) >= 0.8 * len(rest)
            and first.ask < 2
        ):
            self.title = first  # a title at the level of the questions that it stands over
            return
        opening = {c.role for c in first.children} <= {"contents", "notes"} and self._holds_contents(first)
        if not alone and opening and len(rest) >= 2 and first.number is None and first.ask < 2:
            self.title = first  # a title at the level of the chapters, with nothing but the contents below it
            return
        if not alone:
            return
        if not kids and not first.candidates:
            if len(tops) > 1 and first.level < tops[1].level:
                kids = tops[1:]
            else:
                return
        if any(c.role == "part" for c in first.children) and first.asking_below < 2:
            return
        if first.ask == 2 and first.asking_below < 2:
            return
        if (
            first.number is not None
            and first.number.kind in ("plain", "dotted")
            and first.asking_below < 2
            and len(kids) < 4
        ):
            return
        self.title = first

    @staticmethod
    def _holds_contents(node: Node) -> bool:
        return any(x.role == "contents" for c in node.children for x in (c, *c.children))

    def decide(self) -> None:
        """Give every heading that has none yet its role."""
        levels: dict[int, list[Node]] = {}
        for node in self.nodes[1:]:
            if node.role in ("", "question"):
                levels.setdefault(node.level, []).append(node)
        titles_below = Counter(mark_key(c.title) for n in self.nodes[1:] for c in n.children)
        flips = {level: self._level_is_chapters(own) for level, own in levels.items()}
        shares = {level: _asking_share(own) for level, own in levels.items()}
        strong = {level: sum(n.ask == 2 for n in own) for level, own in levels.items()}
        bare = self._bare()
        self.grouping = self._grouping()
        for parent in self.nodes:
            siblings = self._open(parent)
            share = _asking_share(siblings) if len(siblings) >= 3 else None
            counted = sum(s.number is not None for s in siblings) >= max(4, 0.8 * len(siblings))
            groups = sum(map(self._only_groups, siblings)) >= 0.5 * len(siblings)
            series = (
                counted
                and len(siblings) >= 5
                and sum(bool(s.children) for s in siblings) <= 0.3 * len(siblings)
                and sum(len(s.candidates) >= 2 for s in siblings) <= 0.4 * len(siblings)
            )
            listed = any(s.index in bare for s in siblings)
            among = self._could_ask(siblings) and strong[siblings[0].level] >= 3
            for node, following in with_next(siblings):
                if node.index in bare:
                    node.role = "question"
                    continue
                if following is not None and self._opens_series(node, following):
                    node.role = "chapter"
                    continue
                own_share = shares[node.level] if share is None else share
                if listed:
                    own_share = max(own_share, 0.5)
                node.among = among and _SENTENCE.search(node.title) is None
                if node.among and self._tells_its_topic(node):
                    own_share = max(own_share, 0.5)
                if counted and node.number is None and node.ask < 1:
                    own_share = 0.0  # among numbered questions, a remark
                if own_share >= 0.5 and node.silent and self._holds_parts(node, shares):
                    node.role = "question"
                    continue
                node.role = self._role(
                    node, own_share, flips[node.level], titles_below, counted, groups, series
                )
        self._join_remarks()

    def _open(self, parent: Node) -> list[Node]:
        """The headings right below that may still be anything."""
        return [c for c in parent.children if c.role in ("", "question") and c is not self.title]

    def _bare(self) -> set[int]:
        """「### BFC」, 「### 盒子模型」, nothing below any of them: a list of questions in headings, where some of them ask."""
        groups = [own for parent in self.nodes if len(own := self._open(parent)) >= 4]
        listed = [c for own in groups if all(c.silent and not c.children for c in own) for c in own]
        asking = sum(c.ask == 2 for c in listed)
        named = any(names_list(n, self.marks) for n in self.root.children)
        if len(listed) < _BARE or asking < (0 if named else 0.15) * len(listed):
            return set()
        levels = {c.level for c in listed}
        for own in groups:
            empty = [c for c in own if c.silent and not c.children and c.level in levels]
            listed += empty if len(empty) >= 0.4 * len(own) else []  # among others that are answered
        if len(listed) >= _MANY_BARE:  # 「# 性能」 holds 「## 项目优化」 alone
            few = [own for parent in self.nodes if 0 < len(own := self._open(parent)) < 4]
            listed += [c for own in few for c in own if c.silent and not c.children and c.level in levels]
        return {c.index for c in listed}

    def _grouping(self) -> set[int]:
        """「## Q1 甲的追问」 right over `**1. …？**`, `**2. …？**`, and so time and again: each groups the questions below it."""
        named = [n for n in self.nodes[1:] if n.named and not n.children]
        groups = [
            n
            for n in named
            if n.ask < 2
            and len(n.candidates) >= 2
            and all(c.ask == 2 and c.style in ("bold", "num") for c in n.candidates)
            and all(x.blank for x in self.lines[n.index + 1 : n.candidates[0].start])
        ]
        return {n.index for n in groups} if len(groups) >= max(3, 0.8 * len(named)) else set()

    @staticmethod
    def _could_ask(siblings: list[Node]) -> bool:
        """Most of several headings could ask: 「甲和乙的区别」, 「丙的原理」."""
        return len(siblings) >= 5 and sum(s.ask > 0 or s.named for s in siblings) >= 0.6 * len(siblings)

    @staticmethod
    def _tells_its_topic(node: Node) -> bool:
        """A heading that may be a question among questions: more than 「简介」, and no bare link to another file."""
        linked = node.silent and node.text.startswith("[") and node.text.endswith(")")
        return len(node.title) >= 4 and not linked and not node.children and not node.candidates

    @staticmethod
    def _holds_parts(node: Node, shares: dict[int, float]) -> bool:
        """Several headings without headings or questions below them, on a level that hardly ever asks in this file."""
        kids = [c for c in node.children if c.role not in ("contents", "notes")]
        plain_ones = all(not c.children and not c.asking_below and c.ask < 1 for c in kids)
        return len(kids) >= 2 and plain_ones and shares.get(kids[0].level, 0.0) < 0.1 and node.ask >= 0

    @staticmethod
    def _opens_series(node: Node, following: Node) -> bool:
        """A bare heading right before `1.` on its own level names the group that is counted from there; so does `3 函数`
        before `3.1` or `3.6`.
        """
        if not node.silent or node.children or node.ask >= 1 or following.number is None:
            return False
        if node.number is None:
            return is_plain(following.number) and following.number.number == "1"
        return is_plain(node.number) and following.number.number.startswith(f"{node.number.number}.")

    @staticmethod
    def _only_groups(node: Node) -> bool:
        """Nothing of its own, and all of the several headings below it ask."""
        kids = [c for c in node.children if c.role not in ("part", "contents", "notes")]
        return node.silent and len(kids) >= 2 and all(c.asking for c in kids)

    @staticmethod
    def _level_is_chapters(nodes: list[Node]) -> bool:
        """Most headings of this level hold several questions, so the odd one that asks is a chapter too."""
        parents = [n for n in nodes if n.children or n.candidates]
        return len(parents) >= 3 and sum(n.asking_below >= 2 and n.ask < 2 for n in parents) >= 0.7 * len(
            parents
        )

    def _role(
        self,
        node: Node,
        asking: float,
        level_is_chapters: bool,
        titles_below: Counter,
        counted: bool,
        groups: bool,
        series: bool,
    ) -> str:
        kids = [c for c in node.children if c.role not in ("part", "contents", "notes")]
        parts = any(c.role == "part" for c in node.children)
        strong_kids = sum(c.asking for c in kids)
        listed = [c for c in node.candidates if c.style not in ("unfold",)]
        if node.named:
            return "chapter" if node.named_below >= 2 or node.index in self.grouping else "question"
        if node.named_below >= 1 and (node.named_below >= 2 or node.ask < 2):
            return "chapter"
        if node.ask == 2:
            tasks = simple(node.title).endswith("题") and node.asking_below >= _TASKS
            if tasks or (level_is_chapters and node.asking_below >= 2):
                return "chapter"
            if groups and self._only_groups(node):
                return "chapter"
            if (
                node.silent
                and len(kids) >= 2
                and asking <= 0.5
                and not counted
                and not re.search(r"[?？]", node.title)
            ):
                return "topic"
            return "question"
        if parts and node.asking_below == 0:
            return "question"
        listed_among = asking >= 0.5 or (counted and is_plain(node.number) and asking >= 0.25)
        if node.ask == -1 and not (
            listed_among and not kids and node.asking_below < 2 and node.number is not None
        ):
            return "chapter" if node.asking_below or kids else "topic"
        if counted and is_plain(node.number) and strong_kids < 2 and (asking >= 0.25 or series):
            return "question"
        if node.silent and len(kids) >= 2 and node.ask == 0 and node.number is None and not strong_kids:
            return "topic"
        strong_listed = sum(c.ask == 2 for c in listed)
        if asking >= 0.5 and strong_listed < 4 and strong_kids < 2:
            return "question"
        if node.asking_below and (
            len(listed) >= 1
            or strong_kids >= 2
            or strong_kids >= 0.5 * max(1, len(kids))
            or node.asking_below >= 3
        ):
            return "chapter"
        if asking >= 0.5 or (
            asking >= 0.25 and node.number is not None and node.number.kind in ("plain", "dotted")
        ):
            return "question"
        if node.ask == 1 and not kids:
            return "question"
        if node.number is not None and kids and len(kids) <= 8:
            generic = sum(titles_below[mark_key(c.title)] >= 3 and len(c.title) <= 8 for c in kids)
            if generic >= 0.5 * len(kids):
                return "question"
        return "topic"
