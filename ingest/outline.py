"""Where the questions of a file begin and end, and which headings are chapters, contents or notes about the file.

Headings form a tree. A node is a question when its own words ask, when it carries a question's number, when its
siblings are questions, or when it has text in a file whose headings are topics; it is a chapter when questions stand
below it. Every line ends up in one question or in one outside block, and none in two.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from ingest.candidates import (
    Candidate,
    accept,
    details_ends,
    find_candidates,
    is_anchor_item,
    is_chapter_mark,
    with_next,
)
from ingest.grammar import Marks, Numbered, asks, find_label, heading_key, mark_key, plain, split_title, trim
from ingest.lines import Line, Scan, label_of


@dataclass(slots=True)
class Section:
    """A question's place: lines[start:end], its heading taken apart, the chapters above it."""

    start: int
    end: int
    title: str
    number: Numbered | None
    tags: tuple[str, ...]
    topic: tuple[str, ...]
    style: str
    title_line: int
    body_start: int
    handbook: bool = False
    answer: tuple[int, int] | None = None  # lines that answer it elsewhere in the file
    lead: str = ""  # what follows the title on its own line


@dataclass(slots=True)
class Outside:
    """Lines that belong to no question: `title`, `chapter`, `contents`, `intro`, `notes`."""

    start: int
    end: int
    kind: str


@dataclass(slots=True)
class Outline:
    title: str | None
    sections: list[Section]
    outside: list[Outside]


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
    candidates: list[Candidate] = field(default_factory=list)
    asking_below: int = 0
    named_below: int = 0  # headings with a question's number below it
    role: str = ""  # question, chapter, part, notes, contents

    @property
    def named(self) -> bool:
        return self.number is not None and self.number.kind == "q"


def build_outline(scan: Scan, marks: Marks, name_question: str | None = None) -> Outline:
    """Divide a file. `name_question` is the question that the file's name or front matter asks, if any."""
    root, nodes = _tree(scan.lines, marks)
    ends = details_ends(scan.lines)
    regions = [find_candidates(scan.lines, marks, node.index + 1, node.own_end, ends) for node in nodes]
    for node, kept in zip(nodes, accept(regions, has_headings=len(nodes) > 2), strict=True):
        node.candidates = kept
    return _Divider(scan, marks, root, nodes, name_question).divide()


def _tree(lines: list[Line], marks: Marks) -> tuple[Node, list[Node]]:
    root = Node(-1, 0, end=len(lines))
    nodes, stack = [root], [root]
    for i, line in enumerate(lines):
        if line.kind != "heading":
            continue
        number, title, tags = split_title(line.rest)
        label = find_label(line.rest, marks)
        level = 7 if label is not None and label.role == "answer" and trim(line.rest[label.start :]) else line.level
        # Only questions are rated (【热度: 260】), so a tag says that the title is one.
        node = Node(i, level, line.rest, number, title, tags, 2 if tags and number else asks(title))
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


def _asking_share(nodes: list[Node]) -> float:
    return sum(n.ask == 2 or n.named for n in nodes) / max(1, len(nodes))


class _Divider:
    def __init__(self, scan: Scan, marks: Marks, root: Node, nodes: list[Node], name_question: str | None) -> None:
        self.lines, self.marks, self.root, self.nodes = scan.lines, marks, root, nodes
        self.name_question = name_question
        self.sections: list[Section] = []
        self.outside: list[Outside] = []
        self.doc_title: str | None = None
        self.title_node: Node | None = None
        self.left = bytearray(len(scan.lines))  # lines given to an outside block

    # ------------------------------------------------ roles

    def divide(self) -> Outline:
        self._sum_up()
        self._find_title()
        self._answers_by_number()
        self._decide()
        self._walk(self.root, ())
        self._drop_contents()
        self._drop_remarks()
        self._sweep()
        self.sections.sort(key=lambda s: s.start)
        return Outline(self.doc_title, self.sections, sorted(self.outside, key=lambda o: o.start))

    def _sum_up(self) -> None:
        """Counts from below, and what siblings and levels say about a heading."""
        repeated = Counter(heading_key(node.title) for node in self.nodes if node.index >= 0)
        for node in reversed(self.nodes):
            key = heading_key(node.title)
            if node.index >= 0:
                if node.level == 7:
                    node.role = "part"
                elif key in self.marks.contents:
                    node.role = "contents"
                elif node.number is None or node.number.kind in ("plain", "chinese", "dotted"):
                    if key in self.marks.answer_parts and node.level > 1:
                        node.role = "part"
                    elif key in self.marks.meta:
                        node.role = "notes"
                label = find_label(node.text, self.marks)
                if label is not None and label.role not in ("question",) and not trim(node.text[label.start :]):
                    node.role = "notes" if key in self.marks.meta and node.level <= 2 and repeated[key] == 1 else "part"
            if node.ask < 2 and node.index >= 0 and self._answered_by_label(node):
                node.ask = 2
            node.asking_below = sum(not c.extra.get("divides") for c in node.candidates) * (node.role != "contents")
            node.named_below = sum(c.style == "q" for c in node.candidates)
            for child in node.children:
                if child.role == "contents":
                    node.asking_below += child.asking_below
                    node.named_below += child.named_below
                elif child.role != "part":
                    node.asking_below += (child.ask == 2 or child.named) + child.asking_below
                    node.named_below += child.named + child.named_below

    def _answered_by_label(self, node: Node) -> bool:
        """`答：` stands in its own text, so the heading asks."""
        for line in self.lines[node.index + 1 : min(node.own_end, node.index + 8)]:
            if line.kind == "text" and (label := label_of(line, self.marks)) is not None and label.role == "answer":
                return True
        return False

    def _find_title(self) -> None:
        """The file's own title: its only heading of the top level, with headings below, that is no question itself."""
        tops = self.root.children
        if not tops:
            self._plain_title()
            return
        first = tops[0]
        alone = len(tops) == 1 or (first.level == 1 and sum(t.level == 1 for t in tops) == 1 and first is tops[0])
        kids = [c for c in first.children if c.role not in ("part", "contents", "notes")]
        if first.named or first.role:
            return
        rest = tops[1:]
        if not alone and first.number is None and not first.children and len(rest) >= 3 and sum(t.number is not None for t in rest) >= 0.8 * len(rest) and first.ask < 2:
            self.title_node, self.doc_title = first, first.title  # a title at the level of the questions that it stands over
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
        if first.number is not None and first.number.kind in ("plain", "dotted") and first.asking_below < 2 and len(kids) < 4:
            return
        self.title_node = first
        self.doc_title = first.title

    def _plain_title(self) -> None:
        """A plain text's title: a short first line with a blank line after it, neither label, item nor question."""
        lines = self.lines
        i = next((i for i, line in enumerate(lines) if not line.blank and line.kind != "markup"), None)
        if i is None or lines[i].kind != "text" or len(lines[i].rest) > 60:
            return
        line = lines[i]
        if i + 1 < len(lines) and not lines[i + 1].blank and lines[i + 1].kind != "rule":
            return
        if find_label(line.rest, self.marks) or asks(line.rest) == 2 or line.rest[-1] in "。；;：:,，":
            return
        if any(c.start == i for c in self.root.candidates) or not any(not x.blank for x in lines[i + 1 :]):
            return
        self.doc_title = plain(line.rest)
        self._leave(i, i + 1, "title")

    def _decide(self) -> None:
        levels: dict[int, list[Node]] = {}
        for node in self.nodes[1:]:
            if node.role in ("", "question"):
                levels.setdefault(node.level, []).append(node)
        titles_below = Counter(mark_key(c.title) for n in self.nodes[1:] for c in n.children)
        flips = {level: self._level_is_chapters(own) for level, own in levels.items()}
        shares = {level: _asking_share(own) for level, own in levels.items()}
        for parent in self.nodes:
            siblings = [s for s in parent.children if s.role in ("", "question") and s is not self.title_node]
            share = _asking_share(siblings) if len(siblings) >= 3 else None
            for node in siblings:
                own_share = shares[node.level] if share is None else share
                node.role = self._role(node, own_share, flips[node.level], titles_below)

    @staticmethod
    def _level_is_chapters(nodes: list[Node]) -> bool:
        """Most headings of this level hold several questions, so the odd one that asks is a chapter too."""
        parents = [n for n in nodes if n.children or n.candidates]
        return len(parents) >= 3 and sum(n.asking_below >= 2 and n.ask < 2 for n in parents) >= 0.7 * len(parents)

    def _role(self, node: Node, asking: float, level_is_chapters: bool, titles_below: Counter) -> str:
        kids = [c for c in node.children if c.role not in ("part", "contents", "notes")]
        parts = any(c.role == "part" for c in node.children)
        strong_kids = sum(c.ask == 2 or c.named for c in kids)
        listed = [c for c in node.candidates if c.style not in ("unfold",)]
        if node.named:
            return "chapter" if node.named_below >= 2 else "question"
        if node.named_below >= 1 and (node.named_below >= 2 or node.ask < 2):
            return "chapter"
        if node.ask == 2:
            if level_is_chapters and node.asking_below >= 2:
                return "chapter"
            return "question"
        if parts and node.asking_below == 0:
            return "question"
        if node.ask == -1 and not (asking >= 0.5 and not kids and node.asking_below < 2 and node.number is not None):
            return "chapter" if node.asking_below or kids else "topic"
        if node.asking_below and (len(listed) >= 1 or strong_kids >= 2 or strong_kids >= 0.5 * max(1, len(kids)) or node.asking_below >= 3):
            if not (asking >= 0.5 and node.asking_below < 4):
                return "chapter"
        if asking >= 0.5 or (asking >= 0.25 and node.number is not None and node.number.kind in ("plain", "dotted")):
            return "question"
        if node.ask == 1 and not kids:
            return "question"
        if node.number is not None and kids and len(kids) <= 8:
            generic = sum(titles_below[mark_key(c.title)] >= 3 and len(c.title) <= 8 for c in kids)
            if generic >= 0.5 * len(kids):
                return "question"
        return "topic"

    # ------------------------------------------------ sections

    def _walk(self, node: Node, topic: tuple[str, ...]) -> None:
        """Give the lines of `node` away, outermost first."""
        if node is self.root and self._whole_file_asks():
            return
        if node.role == "contents":
            self._leave(node.index, node.own_end, node.role)
            for child in node.children:
                self._walk(child, topic)
            return
        if (node.role == "notes" and not node.asking_below):
            self._leave(node.index, node.end, node.role)
            return
        empty = node.role == "topic" and all(x.blank or x.kind in ("rule", "markup") for x in self.lines[node.index + 1 : node.end])
        if node.role == "question" or (node.role == "topic" and not empty and not self._is_chapter(node)):
            self._question(node, topic)
            return
        below = topic if node.index < 0 or node is self.title_node else (*topic, node.title)
        self._own_text(node, topic, below)
        for child in node.children:
            if child.role == "part" and not child.asking_below:
                self._leave(child.index, child.end, "intro")
            else:
                self._walk(child, below)

    def _is_chapter(self, node: Node) -> bool:
        return bool(node.children) and any(c.role in ("question", "topic", "chapter") for c in node.children)

    def _whole_file_asks(self) -> bool:
        """The file is one question, named by its front matter or its name."""
        if self.name_question is None or self.root.asking_below - (self.title_node is not None and self.title_node.ask == 2) > 1:
            return False
        number, title, tags = split_title(self.name_question)
        start = next((i for i, line in enumerate(self.lines) if not line.blank and line.kind != "markup"), 0)
        first = self.lines[start] if self.lines else None
        body = start
        if first is not None and first.kind == "heading" and mark_key(split_title(first.rest)[1]) == mark_key(title):
            body = start + 1
        self.sections.append(Section(start, len(self.lines), title, number, tags, (), "file", start, body))
        return True

    def _question(self, node: Node, topic: tuple[str, ...]) -> None:
        handbook = node.role == "topic"
        self._add(Section(node.index, node.end, node.title, node.number, node.tags, topic, "heading", node.index, node.index + 1, handbook))

    def _add(self, section: Section) -> None:
        """Keep a section without the chapter marks, rules and next chapter's words that trail behind its text."""
        end = section.end
        while end > section.body_start:
            line = self.lines[end - 1]
            if line.blank or line.kind == "rule":
                end -= 1
            elif is_chapter_mark(line) and (end - 2 < section.body_start or self.lines[end - 2].blank):
                self._leave(end - 1, end, "chapter")
                end -= 1
            else:
                break
        section.end = max(end, section.body_start, section.start + 1)
        self.sections.append(section)

    def _own_text(self, node: Node, above: tuple[str, ...], topic: tuple[str, ...]) -> None:
        """The lines between a chapter's heading and its first child: questions by other marks, or its own text."""
        begin, end = node.index + 1, node.own_end
        if node.candidates:
            self._leave_heading(node)
            self._by_candidates(node, begin, end, topic)
            return
        if node.index < 0 or node is self.title_node or not node.children:
            if self._by_labels(begin, end, topic):
                self._leave_heading(node)
                return
        text = [line for line in self.lines[begin:end] if not line.blank and line.kind not in ("rule", "markup") and not is_anchor_item(line)]
        telling = sum(len(line.rest) for line in text if line.kind not in ("heading",) and not line.rest.startswith(("![", "[![", "<img")))
        handbook = node.index >= 0 and node is not self.title_node and not node.asking_below and telling >= 30
        if handbook:
            self._add(Section(node.index, end, node.title, node.number, node.tags, above, "heading", node.index, begin, True))
            return
        self._leave_heading(node)
        if text:
            self._leave(begin, end, "contents" if all(is_anchor_item(x) for x in text) else "intro")

    def _leave_heading(self, node: Node) -> None:
        if node.index >= 0:
            self._leave(node.index, node.index + 1, "title" if node is self.title_node else "chapter")

    def _by_candidates(self, node: Node, begin: int, end: int, topic: tuple[str, ...]) -> None:
        starts = [c for c in node.candidates if c.style != "unfold"]
        if not starts:
            self._leave(begin, end, "intro")
            return
        self._leave(begin, starts[0].start, "intro")
        chapter: tuple[str, ...] = ()
        for one, following in with_next(starts):
            stop = following.start if following else end
            if one.extra.get("divides") or (one.ask == -1 and one.style in ("bold", "chinese", "num") and not one.body):
                self._leave(one.start, stop, "chapter")
                chapter = (one.title,)
                continue
            last = min(one.end, stop) if one.end is not None else stop
            title_line = one.extra.get("title_line", one.start)
            body = title_line + 1
            self._add(Section(one.start, last, one.title, one.number, one.tags, topic + chapter, one.style, title_line, body, answer=one.extra.get("answer"), lead=one.extra.get("lead", "")))
            if last < stop:
                self._leave(last, stop, "intro")

    def _by_labels(self, begin: int, end: int, topic: tuple[str, ...]) -> bool:
        while begin < end and (self.left[begin] or self.lines[begin].blank):
            begin += 1
        starts = label_starts(self.lines, self.marks, begin, end)
        if not starts:
            return False
        self._leave(begin, starts[0], "intro")
        for start, stop in zip(starts, [*starts[1:], end], strict=True):
            self._add(Section(start, stop, "", None, (), topic, "label", start, start))
        return True

    def _leave(self, start: int, end: int, kind: str) -> None:
        """Keep lines[start:end] as an outside block, but for lines that already have one."""
        run: int | None = None
        for i in range(start, end + 1):
            free = i < end and not self.left[i] and self.lines[i].kind != "rule"
            if free and run is None and not self.lines[i].blank:
                run = i
            elif not free and run is not None:
                self.outside.append(Outside(run, i, kind))
                run = None
            if i < end and not self.lines[i].blank:
                self.left[i] = 1

    # ------------------------------------------------ lists apart from their answers

    def _answers_by_number(self) -> None:
        """`## 答案` with numbered entries answers the numbered list above it: hand the entries to their questions."""
        for node in self.nodes[1:]:
            if heading_key(node.title) not in self.marks.answer_sections or node.children:
                continue
            asked = [c for n in self.nodes if n.index < node.index for c in n.candidates if c.number and c.style in ("num", "letter", "bold", "q")]
            by_number: dict[str, Candidate] = {}
            for candidate in asked:
                by_number.setdefault(candidate.number.number, candidate)
            entries = [c for c in find_candidates(self.lines, self.marks, node.index + 1, node.own_end) if c.number]
            matched = [e for e in entries if e.number.number in by_number]
            if len(matched) < 2 or len(matched) < 0.6 * len(entries) or len(asked) < 2:
                continue
            for entry, following in with_next(matched):
                stop = following.start if following else node.own_end
                by_number[entry.number.number].extra["answer"] = (entry.start, stop)
            node.candidates = []
            node.role = "answers"

    def _drop_contents(self) -> None:
        """A bare list whose entries repeat titles that have sections of their own is a table of contents."""
        full = Counter(mark_key(s.title) for s in self.sections if s.end - s.body_start > 0 or s.style == "heading")
        listed = [s for s in self.sections if s.style in ("num", "bullet", "letter", "bold")]
        runs: dict[tuple[str, tuple[str, ...]], list[Section]] = {}
        for section in listed:
            runs.setdefault((section.style, section.topic), []).append(section)
        for run in runs.values():
            repeats = [s for s in run if full[mark_key(s.title)] > (s.end - s.body_start > 0)]
            if len(repeats) < 2 or len(repeats) < 0.6 * len(run) or sum(map(self._has_body, run)) > 0.3 * len(run):
                continue
            gone = {s.start for s in run}
            for section in run:
                self._leave(section.start, section.end, "contents")
            self.sections = [s for s in self.sections if s.start not in gone]

    def _drop_remarks(self) -> None:
        """In a file of questions, the odd section that asks nothing (about, download, …) is no question."""
        topics = [s for s in self.sections if s.handbook]
        if len(self.sections) - len(topics) >= 5 and len(topics) <= 0.2 * (len(self.sections) - len(topics)):
            for section in topics:
                self._leave(section.start, section.end, "notes")
            self.sections = [s for s in self.sections if not s.handbook]

    def _sweep(self) -> None:
        """Lines that nothing above has taken stay outside, so that none is lost."""
        covered = bytearray(self.left)
        for section in self.sections:
            covered[section.start : section.end] = b"\1" * (section.end - section.start)
        run: int | None = None
        for i in range(len(self.lines) + 1):
            free = i < len(self.lines) and not covered[i] and not self.lines[i].blank and self.lines[i].kind != "rule"
            if free and run is None:
                run = i
            elif not free and run is not None:
                self._leave(run, i, "intro")
                run = None

    def _has_body(self, section: Section) -> bool:
        return any(not line.blank and line.kind not in ("rule", "markup") for line in self.lines[section.body_start : section.end])


# ---------------------------------------------------------------- banks with labels only

_ORDER = {"summary": 0, "key_point": 2, "sources": 3}


def label_starts(lines: list[Line], marks: Marks, begin: int, end: int) -> list[int]:
    """First lines of the questions in a text that has labels and nothing else, or [] when labels do not repeat.

    A question has each label once, in the order 一句话 … 题眼 … 参考来源; what follows 参考来源 begins the next.
    """
    labels = [(i, found.role) for i in range(begin, end) if lines[i].kind != "quote" and lines[i].indent < 2 and (found := label_of(lines[i], marks))]
    seen = Counter(role for _, role in labels)
    if max(seen["summary"], seen["key_point"]) < 1 or (max(seen["summary"], seen["key_point"], seen["sources"]) < 2 and begin > 0 and any(lines[i].kind == "heading" for i in range(begin))):
        return []
    role_at = dict(labels)
    starts: list[int] = []
    have: set[str] = set()
    closed_at: int | None = None  # the line of the 参考来源 (or of a 题眼 that a second 题眼 follows)
    i = begin
    while i < end:
        line = lines[i]
        if line.blank or line.kind in ("rule", "markup"):
            i += 1
            continue
        role = role_at.get(i)
        if not starts:
            starts.append(i)
        elif (role == "summary" and have) or (role in have and role in _ORDER) or (closed_at is not None and role not in ("hook", "evidence", "sources") and not _continues_sources(lines, closed_at, i)) or ("key_point" in have and role is None and lines[i - 1].blank and _next_label(labels, i) == "key_point"):
            starts.append(i)
            have, closed_at = set(), None
        if role is not None:
            have.add(role)
            if role == "sources":
                closed_at = i
        elif not have:
            have.add("body")
        i += 1
    return starts


def _continues_sources(lines: list[Line], label: int, i: int) -> bool:
    """Whether line i is still an entry of the 参考来源 that began at `label`."""
    line = lines[i]
    if not lines[i - 1].blank:
        return True
    return line.kind == "item" and ("http" in line.rest or "](" in line.rest)


def _next_label(labels: list[tuple[int, str]], i: int) -> str | None:
    return next((role for at, role in labels if at >= i and role in _ORDER), None)
