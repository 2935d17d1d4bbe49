"""Where the questions of a file begin and end.

Headings, lines of other styles that ask, labels, or the file's own name make them up, in this order. Every line ends
up in one question or in one outside block (title, chapter, contents, introduction, notes), and none in two.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from itertools import chain, pairwise

from ingest.accept import accept
from ingest.announced import announcements, without_tellers
from ingest.candidates import (
    ITEMS,
    Candidate,
    details_ends,
    find_candidates,
    is_anchor_item,
    is_chapter_mark,
    with_next,
)
from ingest.counted import take_bold_counts, take_continued, take_counted
from ingest.dialogue import take_dialogue
from ingest.file_wide import take_rest_of_counts
from ingest.flashcards import take_flashcards
from ingest.glossary import take_glossary
from ingest.grammar import (
    Marks,
    Numbered,
    asks,
    chinese_value,
    counts_on,
    find_label,
    heading_key,
    is_plain,
    mark_key,
    plain,
    split_title,
    whole_number,
)
from ingest.headings import PART_LEVEL, Headings, Node, build_tree, without_inner_headings
from ingest.labelled import label_starts
from ingest.like_siblings import take_like_siblings
from ingest.lines import Line, Scan
from ingest.lone import take_lone, take_rest_of_lists
from ingest.nested import accept_nested
from ingest.parts import is_placeholder
from ingest.rounds import drop_remarks, is_remark, names_round, rounds_of, take_rounds, with_round_headings
from ingest.rows import take_rows, take_tail, with_tail_heading
from ingest.tasks import take_tasks
from ingest.through import take_through
from ingest.told_lines import take_told_lines
from ingest.topic_lines import take_lines_before, take_topic_lines
from ingest.unmarked import take_unmarked

_BARE_NUMBER = re.compile(r"(\d{1,3})[.、)）]")
_CONTENTS_BEGIN = re.compile(r"<!-- *(?:markdown-toc start|start doctoc|toc\b)", re.IGNORECASE)
_CONTENTS_END = re.compile(r"<!-- *(?:markdown-toc end|end doctoc|/ ?toc\b|tocstop)", re.IGNORECASE)
_LISTED = 5  # entries of a list at the top
_EMBLEM = re.compile("[\u2600-\u27bf\U0001f300-\U0001faff]")


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
    among: bool = False  # a topic on the level of others that ask
    answer: tuple[int, int] | None = None  # lines that answer it elsewhere in the file
    lead: str = ""  # what follows the title on its own line
    told_above: bool = False  # the lines before the title answer it, too


@dataclass(slots=True)
class Outside:
    """Lines that belong to no question: `title`, `chapter`, `contents`, `intro`, `notes`, `answers` (joined to theirs)."""

    start: int
    end: int
    kind: str


@dataclass(slots=True)
class Outline:
    title: str | None
    sections: list[Section]
    outside: list[Outside]


def build_outline(
    scan: Scan, marks: Marks, name_question: str | None = None, *, whole_file: bool = False
) -> Outline:
    """Divide a file. `name_question` is the question that the file's name or front matter asks, if any; with
    `whole_file` it is the only one. Lines without marks that name the rounds of an interview, or a row of signs over
    questions still to be sorted in, head what stands below them if no question is lost by that.
    """
    outline = _build(scan, marks, name_question, whole_file=whole_file)
    lines = with_round_headings(scan.lines) or with_tail_heading(scan.lines, marks)
    if lines is None:
        return outline
    other = _build(replace(scan, lines=lines), marks, name_question, whole_file=whole_file)
    named = sum(line.kind == "heading" for line in lines) - sum(line.kind == "heading" for line in scan.lines)
    return other if _asked(other) >= _asked(outline) - named else outline


def _asked(outline: Outline) -> int:
    """How many sections tell neither what a round is called nor how it went."""
    return sum(not names_round(s.title) and not is_remark(s.title) for s in outline.sections)


def _build(scan: Scan, marks: Marks, name_question: str | None, *, whole_file: bool) -> Outline:
    scan = replace(scan, lines=without_inner_headings(scan.lines))
    _, nodes = build_tree(scan.lines, marks)
    ends = details_ends(scan.lines)
    regions = [find_candidates(scan.lines, marks, node.index + 1, node.own_end, ends) for node in nodes]
    contents = _written_contents(scan.lines)
    listed = set(chain.from_iterable(contents))
    regions = [[c for c in region if c.start not in listed] for region in regions]
    worked = marks.answer_parts - marks.answer_sections - marks.question_parts
    tasks = {id(node.parent) for node in nodes[1:] if heading_key(node.title) in worked}
    rounds = rounds_of(nodes)
    announced = announcements(nodes, scan.lines, marks, tasks, rounds)
    accepted = accept(regions, len(nodes) > 2, without_tellers(nodes, announced, scan.lines))
    for node, kept, found, how in zip(nodes, accepted, regions, announced, strict=True):
        node.candidates, node.found, node.lists = kept, found, how in ("own", "perhaps")
        if how == "above" and node.ask == 2 and len(kept) >= 3:
            node.ask = -1  # 「手写代码」 names what it lists
    if len(nodes) <= 2 and not any(node.candidates for node in nodes):
        told = sum(line.tells for line in scan.lines[nodes[-1].index + 1 :])
        nodes[-1].candidates = accept_nested(regions[-1], told)
    _take_first_asked(nodes, scan.lines, marks, tasks)
    take_tasks(nodes, scan.lines, marks)
    take_counted(nodes)
    take_continued(nodes)
    take_bold_counts(nodes)
    take_flashcards(nodes, scan.lines)
    take_glossary(nodes, scan.lines, one_question=name_question is not None)
    take_lone(nodes, scan.lines, marks)
    take_rest_of_lists(nodes, announced, scan.lines)
    take_dialogue(nodes, scan.lines, marks)
    take_unmarked(nodes, scan.lines, marks)
    take_told_lines(nodes, scan.lines, marks, one_question=name_question is not None)
    take_topic_lines(nodes, scan.lines, marks)
    take_lines_before(nodes, scan.lines, marks)
    take_rounds(nodes, rounds, scan.lines, marks)
    take_rows(nodes, scan.lines, marks)
    take_tail(nodes, scan.lines)
    take_through(nodes, announced, scan.lines)
    take_like_siblings(nodes, scan.lines)
    take_rest_of_counts(nodes)
    drop_remarks(rounds)
    if whole_file:
        for node in nodes:
            node.candidates = []
    return _Divider(scan, marks, nodes, name_question).divide(contents)


def _written_contents(lines: list[Line]) -> list[range]:
    """The lines between 「<!-- toc -->」 and 「<!-- tocstop -->」, which a program keeps."""
    found, begin = [], None
    for i, line in enumerate(lines):
        if "<!--" not in line.text or line.kind == "code":
            continue
        if _CONTENTS_END.search(line.text):
            found += [range(begin, i)] if begin is not None else []
            begin = None
        elif _CONTENTS_BEGIN.search(line.text):
            begin = i + 1
    return found


def _take_first_asked(nodes: list[Node], lines: list[Line], marks: Marks, tasks: set[int]) -> None:
    """「## 面试题」 right over a bold line or lone line that asks holds that question, be it the only one.

    Not below a heading that asks, nor beside 「思路」 (`tasks`), where it tells what that heading means.
    """
    for node in nodes[1:]:
        key = heading_key(node.title)
        if node.candidates or node.children or node.ask == 2 or not node.found or node.parent is None:
            continue
        if not (key.endswith(("questions", "面试题")) or key in marks.question_headings):
            continue
        one = node.found[0]
        opens = all(x.blank or x.kind == "rule" for x in lines[node.index + 1 : one.start])
        above = node.parent.asking or id(node.parent) in tasks
        if opens and not above and one.style in ("bold", "loose") and one.ask == 2 and one.body:
            node.candidates = [c for c in node.found if c.style == one.style and c.ask == 2]


def _loose_key(title: str) -> str:
    """Equal for titles of the same characters: 「HTTPS 与 HTTP」 and 「HTTP 与 HTTPS」."""
    return "".join(sorted(heading_key(title)))


def _opening(title: str) -> str:
    """Equal for a title and the same cut short."""
    return heading_key(title)[:16]


def _alike(one: str, other: str) -> bool:
    """Whether two titles share a third of the pairs of characters of the shorter."""
    a, b = ({x + y for x, y in pairwise(heading_key(title))} for title in (one, other))
    return 3 * len(a & b) >= max(1, min(len(a), len(b)))


def _heading_section(node: Node, end: int, topic: tuple[str, ...], *, handbook: bool) -> Section:
    """The question that a heading names, from its line to `end`."""
    start, body = node.index, node.index + 1
    among = node.among and bool(topic)
    return Section(
        start, end, node.title, node.number, node.tags, topic, "heading", start, body, handbook, among
    )


def _line_section(one: Candidate, end: int, topic: tuple[str, ...]) -> Section:
    """The question that a line other than a heading begins, up to `end`."""
    title_line = one.extra.get("title_line", one.start)
    return Section(
        one.start,
        end,
        one.title,
        one.number,
        one.tags,
        topic,
        one.style,
        title_line,
        title_line + 1,
        answer=one.extra.get("answer"),
        lead=one.extra.get("lead", ""),
        told_above=one.extra.get("told_above", False),
    )


def _are_listed(one: Candidate | None, following: Candidate | None) -> bool:
    """Whether they are `14.` and `15.`: then 「14. 前沿知识」 is one of the list."""
    pair = [c for c in (one, following) if c is not None and c.style == "num" and is_plain(c.number)]
    return len(pair) == 2 and counts_on(*(c.number for c in pair))


def _count_of(number: Numbered | None) -> int | None:
    """5 of 「5.」 and of 「五、」; None for 1.2, letters and none."""
    if number is not None and number.kind == "chinese":
        return chinese_value(number.number) or None
    return whole_number(number)


class _Asked:
    """The questions listed so far, by their numbers, and by their places while there is one list of bullets."""

    def __init__(self) -> None:
        self.numbers: dict[str, Candidate] = {}
        self.places: dict[str, Candidate] = {}
        self.lists = 0

    def add(self, listed: list[Candidate]) -> None:
        for candidate in listed:
            if candidate.number and candidate.style in ("num", "letter", "bold", "q"):
                self.numbers.setdefault(candidate.number.number, candidate)
        self.lists += bool(listed)
        bullets = [c for c in listed if c.style == "bullet" and not c.divides]
        if listed:
            self.places = {str(n): c for n, c in enumerate(bullets, 1)} if self.lists == 1 else {}


class _Divider:
    def __init__(self, scan: Scan, marks: Marks, nodes: list[Node], name_question: str | None) -> None:
        self.lines, self.marks, self.root, self.nodes = scan.lines, marks, nodes[0], nodes
        self.headings = Headings(scan.lines, marks, nodes)
        self.name_question = name_question
        self.sections: list[Section] = []
        self.outside: list[Outside] = []
        self.doc_title: str | None = None
        self.left = bytearray(len(scan.lines))  # lines given to an outside block

    def divide(self, contents: list[range]) -> Outline:
        """The outline; the lines of `contents` are known to list the titles."""
        for one in contents:
            self._leave(one.start, one.stop, "contents")
        self.headings.sum_up()
        self.unfinished = {node.index for node in self.nodes if node.unfinished}
        self.headings.find_title()
        self.title_node = self.headings.title
        if self.title_node is not None:
            self.doc_title = self.title_node.title
        elif not self.root.children:
            self._plain_title()
        self._answers_by_number()
        self.headings.decide()
        self._walk(self.root, ())
        self._drop_contents()
        self._drop_list_of_headings()
        self._drop_remarks()
        self._sweep()
        self.sections.sort(key=lambda s: s.start)
        return Outline(self.doc_title, self.sections, sorted(self.outside, key=lambda o: o.start))

    def _plain_title(self) -> None:
        """A plain text's title: a short first line with a blank line after it, neither label, item nor question.

        Where lone lines name the other questions of a bank with labels, the first line names the first question.
        """
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
        starts = label_starts(lines, self.marks, i, len(lines), headed=False)
        if (
            len(starts) >= 2
            and starts[0].title_line == i
            and sum(s.title_line is not None for s in starts[1:]) >= 0.5 * len(starts[1:])
        ):
            return
        self.doc_title = plain(line.rest)
        self._leave(i, i + 1, "title")

    # ------------------------------------------------ sections

    def _walk(self, node: Node, topic: tuple[str, ...]) -> None:
        """Give the lines of `node` away, outermost first."""
        if node is self.root and self._whole_file_asks():
            return
        if node.role == "answers":
            self._leave(node.index, node.end, node.role)
            return
        if node.role == "contents":
            self._leave(node.index, node.own_end, node.role)
            for child in node.children:
                self._walk(child, topic)
            return
        if node.role == "notes" and not node.asking_below:
            self._leave(node.index, node.end, node.role)
            return
        empty = node.role == "topic" and not self._tells(node.index + 1, node.end)
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

    def _tells(self, begin: int, end: int) -> bool:
        """Whether lines[begin:end] say something: blank lines, rules, 「待补充」 and headings to be filled in do not."""
        told = [
            x.rest or x.text
            for i, x in enumerate(self.lines[begin:end], begin)
            if x.tells and i not in self.unfinished
        ]
        return not all(map(is_placeholder, told))

    def _is_chapter(self, node: Node) -> bool:
        return bool(node.children) and any(c.role in ("question", "topic", "chapter") for c in node.children)

    def _whole_file_asks(self) -> bool:
        """The file is one question, named by its front matter or its name."""
        if self.name_question is None or not (self._asks_little() or self._says_its_name()):
            return False
        number, title, tags = split_title(self.name_question)
        start = next((i for i, line in enumerate(self.lines) if not line.blank and line.kind != "markup"), 0)
        first = self.lines[start] if self.lines else None
        body = start
        if (
            first is not None
            and first.kind == "heading"
            and mark_key(split_title(first.rest)[1]) == mark_key(title)
        ):
            body = start + 1
        self.sections.append(Section(start, len(self.lines), title, number, tags, (), "file", start, body))
        return True

    def _asks_little(self) -> bool:
        return self.root.asking_below - (self.title_node is not None and self.title_node.ask == 2) <= 1

    def _says_its_name(self) -> bool:
        """The only `#` repeats the name, which asks, and no other heading does, whatever lists they hold."""
        tops = [node for node in self.nodes[1:] if node.level == 1]
        if len(tops) != 1 or asks(split_title(self.name_question)[1]) < 2:
            return False
        same = mark_key(tops[0].title).endswith(mark_key(split_title(self.name_question)[1]))
        return same and not any(node.asking for node in self.nodes[1:] if node is not tops[0])

    def _question(self, node: Node, topic: tuple[str, ...]) -> None:
        handbook = node.role == "topic"
        lost = [] if handbook else self._lost_headings(node)
        for one, following in with_next(lost):
            self._add(_line_section(one, following.start if following else node.end, topic))
        self._add(_heading_section(node, lost[0].start if lost else node.end, topic, handbook=handbook))

    def _lost_headings(self, node: Node) -> list[Candidate]:
        """`**6. …**`, 「7、…」 in the text of `## 5.`, when `## 8.` comes next: headings that lost their marks.

        Where no heading comes next, two or more that are counted 八、九、… , half of which ask.
        """
        number = node.number
        reached = _count_of(number)
        if node.parent is None or number is None or reached is None:
            return []
        siblings = node.parent.children
        after = siblings.index(node) + 1 if len(siblings) < 400 else len(siblings)
        following = siblings[after].number if after < len(siblings) else None
        run: list[Candidate] = []
        for one in node.found:
            headed = one.style in ("bold", "q", "num", "chinese", "chapter") and not one.indent
            alike = one.number is not None and one.number.kind == number.kind
            if headed and alike and _count_of(one.number) == reached + len(run) + 1:
                run.append(one)
        if following is not None:
            return run if _count_of(following) == reached + len(run) + 1 else []
        last = after == len(siblings) and number.kind == "chinese"
        return run if last and len(run) >= 2 and sum(c.ask == 2 for c in run) >= 0.5 * len(run) else []

    def _add(self, section: Section) -> None:
        """Keep a section without the chapter marks, rules and next chapter's words that trail behind its text."""
        end = section.end
        while end > section.body_start:
            line = self.lines[end - 1]
            if line.blank or line.kind == "rule":
                end -= 1
            elif self._names_next(end - 1, section.body_start):
                self._leave(end - 1, end, "chapter")
                end -= 1
            else:
                break
        section.end = max(end, section.body_start, section.start + 1)
        self.sections.append(section)

    def _names_next(self, i: int, first: int) -> bool:
        """「- **缓存篇**」 after a blank line, or 「✅ 缓存」 after a rule, names the chapter that follows; `first` begins the text."""
        line, before = self.lines[i], self.lines[max(first, i - 2) : i]
        if is_chapter_mark(line):
            return not before or before[-1].blank
        ruled = bool(before) and (
            before[-1].kind == "rule" or (before[-1].blank and before[0].kind == "rule")
        )
        return ruled and line.kind == "text" and len(line.rest) <= 40 and bool(_EMBLEM.match(line.rest))

    def _own_text(self, node: Node, above: tuple[str, ...], topic: tuple[str, ...]) -> None:
        """The lines between a chapter's heading and its first child: questions by other marks, or its own text."""
        begin, end = node.index + 1, node.own_end
        if node.candidates:
            self._leave_heading(node)
            self._by_candidates(node, begin, end, topic)
            return
        alone = node.index < 0 or node is self.title_node or not node.children
        if alone and self._by_labels(begin, end, topic):
            self._leave_heading(node)
            return
        text = [line for line in self.lines[begin:end] if line.tells and not is_anchor_item(line)]
        pictures = [line.rest.startswith(("![", "[![", "<img")) for line in text]
        telling = sum(
            len(line.rest)
            for line, picture in zip(text, pictures, strict=True)
            if line.kind != "heading" and not picture
        )
        if node.among and any(pictures):
            telling = max(telling, 30)  # a picture answers it
        asked = node.asking_below - sum(c.asking_below for c in node.children if c.lists)
        handbook = node.index >= 0 and node is not self.title_node and not asked and telling >= 30
        if handbook:
            self._add(_heading_section(node, end, above, handbook=True))
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
        groups = self._group_lines(starts, begin)
        self._leave(begin, groups.get(starts[0].start, starts[0].start), "intro")
        chapter: tuple[str, ...] = ()
        for before, (one, following) in zip([None, *starts], with_next(starts), strict=False):
            stop = following.start if following else end
            if one.start in groups:
                line = groups[one.start]
                self._leave(line, one.start, "chapter")
                chapter = (split_title(self.lines[line].rest)[1],)
            if following is not None:
                stop = groups.get(following.start, stop)
            if one.extra.get("alone"):
                chapter = ()
            names = one.ask == -1 and one.style in ("bold", "chinese", "num") and not one.body
            listed = _are_listed(one, following) or (following is None and _are_listed(before, one))
            if one.divides or (names and not listed):
                self._leave(one.start, stop, "chapter")
                chapter = chapter if one.extra.get("aside") else (one.title,)
                continue
            last = min(one.end, stop) if one.end is not None else stop
            self._add(_line_section(one, last, topic + chapter))
            if last < stop:
                self._leave(last, stop, "intro")

    def _group_lines(self, starts: list[Candidate], begin: int) -> dict[int, int]:
        """Start of a question → the line of text above it that names its group, in a list of bare questions."""
        if any(c.style not in ITEMS or c.divides for c in starts):
            return {}
        groups = {c.start: i for c in starts if (i := self._group_line(c, begin)) is not None}
        first, last = starts[0].start, starts[-1].start
        inset = "inset" in starts[0].extra
        if first not in groups:  # then a line that blanks surround may be an answer
            groups = {start: i for start, i in groups.items() if self._is_near(i, start)}
        told = sum(
            x.kind == "text" and x.indent < 2 and (inset or self.lines[i - 1].blank)
            for i, x in enumerate(self.lines[first:last], first)
        )
        inner = len(groups) - (first in groups)
        few = inner >= 1 and 2 * len(groups) <= len(starts)
        return groups if few and told - inner <= 0.2 * len(starts) else {}

    def _group_line(self, one: Candidate, begin: int) -> int | None:
        i = one.start - 1
        if i > begin and self.lines[i].blank:
            i -= 1
        if i < begin or (i > begin and not self.lines[i - 1].blank and "inset" not in one.extra):
            return None
        line = self.lines[i]
        short = 0 < len(line.rest) <= (60 if self._is_near(i, one.start) else 30)
        named = line.kind == "text" and line.indent < 2 and short and line.rest[-1] not in "。.;；,，!！?？"
        return i if named and asks(line.rest) < 2 else None

    def _is_near(self, i: int, start: int) -> bool:
        return i == start - 1 or self.lines[i].rest.endswith((":", "："))

    def _by_labels(self, begin: int, end: int, topic: tuple[str, ...]) -> bool:
        while begin < end and (self.left[begin] or self.lines[begin].blank):
            begin += 1
        headed = any(node.level < PART_LEVEL for node in self.nodes[1:] if node is not self.title_node)
        starts = label_starts(self.lines, self.marks, begin, end, headed=headed)
        if not starts:
            return False
        self._leave(begin, starts[0].line, "intro")
        for one, following in with_next(starts):
            stop = following.line if following else end
            if one.title_line is None:
                self._add(Section(one.line, stop, "", None, (), topic, "label", one.line, one.line))
                continue
            number, title, tags = split_title(self.lines[one.title_line].rest)
            self._add(
                Section(
                    one.line, stop, title, number, tags, topic, "label", one.title_line, one.title_line + 1
                )
            )
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
        """`## 答案` with numbered entries answers the list above it: hand the entries to their questions."""
        above = _Asked()
        for node in self.nodes:
            if heading_key(node.title) in self.marks.answer_sections:
                asked = above.numbers or (above.places if node.children else {})
                self._hand_over(node, asked)
                if above.lists and not node.role and not self._tells(node.index + 1, node.end):
                    node.role, node.candidates = "answers", []
            above.add(node.candidates)

    def _hand_over(self, node: Node, asked: dict[str, Candidate]) -> None:
        entries = self._answer_headings(node) if node.children else self._answer_items(node)
        matched = [(number, start) for number, start in entries if number in asked]
        if len(matched) < 2 or len(matched) < 0.6 * len(entries) or len(asked) < 2:
            return
        if node.children and len(matched) < 0.6 * len(asked):
            return  # the numbered parts of one answer
        for (number, start), following in with_next(matched):
            asked[number].extra["answer"] = (start, following[1] if following else node.end)
        node.candidates = []
        node.role = "answers"

    def _answer_items(self, node: Node) -> list[tuple[str, int]]:
        """(number, line) of the numbered entries in the text of an answer section; `1.` may stand on a line of its own."""
        bare = [
            (match[1], i)
            for i in range(node.index + 1, node.own_end)
            if (match := _BARE_NUMBER.fullmatch(self.lines[i].text.rstrip()))
        ]
        if len(bare) >= 3:
            return bare
        found = find_candidates(self.lines, self.marks, node.index + 1, node.own_end)
        return [(c.number.number, c.start) for c in found if c.number]

    @staticmethod
    def _answer_headings(node: Node) -> list[tuple[str, int]]:
        """(number, line) of the headings 「#### 2.」 of an answer section; none where a heading asks itself."""
        found = [(c.number.number, c.index) for c in node.children if c.number]
        return [] if any(c.number and c.ask == 2 for c in node.children) else found

    def _drop_contents(self) -> None:
        """A bare list whose entries repeat titles that have sections of their own is a table of contents."""
        full = Counter(
            _loose_key(s.title) for s in self.sections if s.end - s.body_start > 0 or s.style == "heading"
        )
        full.update(
            _loose_key(node.title) for node in self.nodes[1:] if node.role in ("chapter", "topic", "")
        )
        listed = [s for s in self.sections if s.style in ("num", "bullet", "letter", "bold")]
        runs: dict[tuple[str, tuple[str, ...]], list[Section]] = {}
        for section in listed:
            runs.setdefault((section.style, section.topic), []).append(section)
        for run in runs.values():
            repeats = [s for s in run if full[_loose_key(s.title)] > (s.end - s.body_start > 0)]
            if (
                len(repeats) < 2
                or len(repeats) < 0.6 * len(run)
                or sum(map(self._has_body, run)) > 0.3 * len(run)
            ):
                continue
            self._leave_contents(run)
        self._drop_first_list()

    def _leave_contents(self, listed: list[Section]) -> None:
        gone = {s.start for s in listed}
        for section in listed:
            self._leave(section.start, section.end, "contents")
        self.sections = [s for s in self.sections if s.start not in gone]

    def _drop_first_list(self) -> None:
        """The bare list at the top of a file that repeats, nearly throughout, what stands below it without headings."""
        ordered = sorted(self.sections, key=lambda s: s.start)
        end = next(
            (
                n
                for n, (one, after) in enumerate(with_next(ordered), start=1)
                if after is None
                or self._has_body(one)
                or after.style != ordered[0].style
                or after.start > one.end + 1
            ),
            0,
        )
        listed = [s for s in ordered[:end] if not self._has_body(s)]
        below = {_opening(s.title) for s in ordered[end:]}
        repeats = sum(_opening(s.title) in below for s in listed)
        if len(listed) >= _LISTED and repeats >= 0.8 * len(listed):
            self._leave_contents(listed)

    def _drop_list_of_headings(self) -> None:
        """Bare questions before the first heading that the headings then answer one by one, in like words."""
        headed = [s for s in self.sections if s.style == "heading"]
        first = min((s.start for s in headed), default=0)
        listed = [s for s in self.sections if s.start < first]
        if len(listed) < 3 or len(listed) != len(headed) or any(map(self._has_body, listed)):
            return
        if sum(_alike(a.title, b.title) for a, b in zip(listed, headed, strict=True)) < 0.7 * len(listed):
            return
        for section in listed:
            self._leave(section.start, section.end, "contents")
        self.sections = [s for s in self.sections if s.start >= first]

    def _drop_remarks(self) -> None:
        """In a file of questions, the odd section that asks nothing (about, download, …) is no question.

        One with text of its own between two questions of its chapter is.
        """
        topics = [s for s in self.sections if s.handbook]
        if len(self.sections) - len(topics) < 5 or len(topics) > 0.2 * (len(self.sections) - len(topics)):
            return
        together = Counter(s.topic for s in topics)
        remarks = [
            s for s in topics if s.number is None and not s.among and (not s.topic or together[s.topic] < 2)
        ]
        asked: dict[tuple[str, ...], tuple[int, int]] = {}  # a chapter → its first and last question
        for section in self.sections:
            if not section.handbook:
                for depth in range(min(1, len(section.topic)), len(section.topic) + 1):
                    first, last = asked.get(section.topic[:depth], (section.start, section.start))
                    asked[section.topic[:depth]] = min(first, section.start), max(last, section.start)
        remarks = [s for s in remarks if not self._stands_among(s, *asked.get(s.topic, (0, 0)))]
        for section in remarks:
            self._leave(section.start, section.end, "notes")
        gone = {s.start for s in remarks}
        self.sections = [s for s in self.sections if s.start not in gone]

    def _stands_among(self, section: Section, first: int, last: int) -> bool:
        """Whether a topic with text of its own stands between two of the questions of its chapter."""
        return first < section.start < last and "://" not in section.title and self._has_body(section)

    def _sweep(self) -> None:
        """Lines that nothing above has taken stay outside, so that none is lost."""
        for section in self.sections:
            self.left[section.start : section.end] = b"\1" * (section.end - section.start)
        self._leave(0, len(self.lines), "intro")

    def _has_body(self, section: Section) -> bool:
        return any(line.tells for line in self.lines[section.body_start : section.end])
