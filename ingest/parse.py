"""A document's text → its questions, what lies outside them, and warnings with the line they speak of.

`parse` is a pure function that never raises on any text and takes time linear in its length.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from pathlib import PurePath

from ingest.grammar import Marks, asks, default_marks, is_blank, mark_key, plain, split_title, trim
from ingest.lines import Line, Scan, scan
from ingest.outline import Outline, Outside, Section, build_outline
from ingest.parts import build_parts, is_placeholder
from ingest.question import Part, Question
from ingest.references import find_references, find_sources

LONG_TITLE = 40


@dataclass(frozen=True, slots=True)
class Warning_:
    """Something in a file that a learner should look at. Codes are listed in docs/warnings.md."""

    line: int
    code: str
    message: str


@dataclass(frozen=True, slots=True)
class OutsideBlock:
    """Lines that belong to no question: a title, chapter heading, contents list, introduction or note."""

    line_start: int
    line_end: int
    kind: str


@dataclass(frozen=True, slots=True)
class Pin:
    """A number or title that a learner fixes for the question whose title or first words hold `match`."""

    match: str
    number: str | None = None
    title: str | None = None
    file: str | None = None


@dataclass(frozen=True, slots=True)
class Parsed:
    title: str | None
    questions: tuple[Question, ...]
    outside: tuple[OutsideBlock, ...]
    warnings: tuple[Warning_, ...]
    text: str = field(repr=False, default="")


def parse(text: str, path: str = "", *, marks: Marks | None = None, pins: Sequence[Pin] = ()) -> Parsed:
    """Read one document. `path` names it in the questions and may hold a question in its file name."""
    marks = marks or default_marks()
    scanned = scan(text, marks)
    name = _name_question(scanned, path)
    outline = build_outline(scanned, marks, name)
    if name is not None and asks(split_title(name)[1]) < 2 and len(outline.sections) == 1:
        outline = _by_chapters(build_outline(scanned, marks)) or outline
    if not outline.sections and (topic := _name_topic(scanned, path)) is not None:
        outline = build_outline(scanned, marks, topic, whole_file=True)
    warnings = [
        Warning_(
            n,
            "unclosed_fence",
            "this code fence is never closed; it was ended before the next question: add a line of ``` where the code stops",
        )
        for n in scanned.unclosed
    ]
    bank = outline.title or scanned.front_matter.get("title") or PurePath(path).stem or "题库"
    drafts = [_draft(section, scanned, marks, path, bank) for section in outline.sections]
    questions = _identify(_tell_apart(_number(_pin(drafts, pins, path, warnings))))
    warnings += _look_over(questions, outline.outside, scanned)
    outside = tuple(
        OutsideBlock(scanned.lines[o.start].number, scanned.lines[o.end - 1].number, o.kind)
        for o in outline.outside
    )
    return Parsed(
        outline.title,
        tuple(q for q, _ in questions),
        outside,
        tuple(sorted(warnings, key=lambda w: (w.line, w.code))),
        text,
    )


def _name_question(scanned: Scan, path: str) -> str | None:
    """The question in the front matter's title or the file's name, if that asks."""
    for key in ("question", "title", "题目", "问题"):
        title = scanned.front_matter.get(key)
        if title and (key in ("question", "题目", "问题") or asks(split_title(title)[1]) > 0):
            return title
    stem = re.sub(r"(?<=\w)[_](?=\w)", " ", PurePath(path).stem)
    number, title, _ = split_title(stem)
    if asks(title) == 2 or (number is not None and number.kind == "q" and title):
        return stem
    return None


def _by_chapters(outline: Outline) -> Outline | None:
    """The outline, if it has chapters with several questions: 「教育学原理」 titles such a file and asks nothing."""
    chapters = sum(block.kind == "chapter" for block in outline.outside)
    return outline if chapters >= 2 and len(outline.sections) >= max(_SEVERAL, 2 * chapters) else None


_SEVERAL = 6  # questions of a file
_ANY_NAME = re.compile(
    r"^(?:readme|index|notes?|test|untitled|draft|docs?|documents?|new|temp|tmp|笔记|未命名|新建.*|prose|license|changelog)?[\d\W_]*$",
    re.IGNORECASE,
)


def _name_topic(scanned: Scan, path: str) -> str | None:
    """The topic that a file's name gives a long text without any heading, or None for a name that says nothing."""
    stem = PurePath(path).stem
    told = sum(len(line.rest) for line in scanned.lines if line.kind in ("text", "item", "quote"))
    telling = re.search(r"[\u4e00-\u9fff]{2}|[A-Za-z]{3}", stem) is not None and not _ANY_NAME.match(stem)
    return (
        re.sub(r"(?<=\w)[_](?=\w)", " ", stem)
        if telling and told >= 300 and not any(x.kind == "heading" for x in scanned.lines)
        else None
    )


# ---------------------------------------------------------------- from a section to a question


@dataclass(slots=True)
class _Draft:
    section: Section
    question: Question
    key: str  # what identifies it: its title, or its first line where it has none


def _draft(section: Section, scanned: Scan, marks: Marks, path: str, bank: str) -> _Draft:
    lines = scanned.lines[section.start : section.end]
    body = scanned.lines[section.body_start : section.end]
    if (lines[0].kind == "code" or section.told_above) and section.title_line > section.start:
        body = [*scanned.lines[section.start : section.title_line], *body]  # e.g. the code that it asks about
    if section.lead:
        body = [Line(lines[0].number, section.lead, "text", 0, section.lead), *body]
    if section.answer is not None:
        apart = _answer_lines(scanned.lines[section.answer[0] : section.answer[1]])
        body = [*body, Line(scanned.lines[section.answer[0]].number, "", "blank"), *apart]
    while lines and lines[-1].blank and len(lines) > 1:
        lines.pop()
    parts = tuple(build_parts(body, marks))
    text = "\n".join(line.text for line in lines)
    number = section.number
    title, source = section.title, "stated"
    if not title:
        title, source = (
            derive_title(parts if parts and parts[0].line_start == lines[0].number else (), text),
            "derived",
        )
        if parts and parts[0].role == "body" and trim(parts[0].text).rstrip("：:") == title:
            parts = parts[1:]  # a first line that only names the question is its title
    sources = tuple(
        dict.fromkeys(s for part in parts if part.role == "sources" for s in find_sources(part.text))
    )
    own = number.number if number is not None and number.kind in ("q", "dotted", "plain", "letter") else None
    question = Question(
        id="",
        number=own or "",
        number_source="stated" if own else "assigned",
        title=title,
        title_source=source,  # type: ignore[arg-type]
        path=path,
        line_start=lines[0].number,
        line_end=lines[-1].number,
        text=text,
        bank=bank,
        parts=parts,
        sources=sources,
        references=find_references(
            "\n".join(x.text if x.kind != "code" else "" for x in lines), lines[0].number, own
        ),
        topic=section.topic,
        answered=_is_answered(parts),
        tags=section.tags,
    )
    return _Draft(
        section, question, mark_key(title) if source == "stated" else mark_key(text.split("\n", 1)[0])
    )


def _answer_lines(lines: list[Line]) -> list[Line]:
    """The lines of an answer that stands apart, its leading number taken off; one of headings alone as text."""
    if not lines:
        return lines
    first = replace(lines[0])
    if first.kind in ("item", "text", "heading"):
        number, _, _ = split_title(
            f"{first.mark} {first.rest}" if first.kind == "item" else first.rest, letters=True
        )
        if number is not None:
            rest = first.rest if first.kind == "item" else first.rest[number.start :]
            first.kind, first.rest, first.indent, first.mark = "text", rest, 0, ""
            first.text = rest
    kept = [first, *lines[1:]] if not is_blank(first.text) else lines[1:]
    if all(x.blank or x.kind == "heading" for x in kept):
        kept = [replace(x, kind="text", text=x.rest) if x.kind == "heading" else x for x in kept]
    return kept


_TERM = re.compile(
    r"(?:^|[。；;，,、]|——) *(?P<term>[^\s=：:，。；;、—→][^=：:，。；;、—→（(]{0,15}(?:[（(][^）)=]{1,24}[）)])?) ?(?P<sign>=|[：:])(?!=)"
)


def derive_title(parts: Sequence[Part], text: str) -> str:
    """A title for a question that has none: the terms that its first sentence defines (`进程 = …，线程 = …`), else its
    first clause, at most 40 characters."""
    first = next((part.text for part in parts if part.role in ("summary", "body", "point")), text)
    line = plain(trim(first.split("\n", 1)[0]))
    found = list(_TERM.finditer(line))
    terms = [
        m["term"].strip()
        for m in found
        if m["sign"] == "=" or (m.start() == 0 and m.end() < len(line)) or m["term"][-1] in "）)"
    ]
    if (len(terms) >= 2 and found[0].start() == 0) or len(terms) >= 3:
        joined = " / ".join(terms[:4])
        return joined if len(joined) <= LONG_TITLE else " / ".join(terms[:2])[:LONG_TITLE]
    clause = _first_clause(line)
    subject = re.match(r"([^是（(]{2,24}(?:[（(][^）)]{1,60}[）)])?) ?(?:是|=)", clause)
    cut_in_quotes = (
        sum(map(clause.count, '“『「"')) > sum(map(clause.count, "”』」")) + clause.count('"') // 2 * 2
    )
    if (
        (len(clause) > 30 or cut_in_quotes)
        and subject is not None
        and subject[1][-1] not in "不而就也都"
        and len(re.sub(r"[（(].*", "", subject[1])) <= 20
    ):
        clause = subject[1]
    return trim(clause[:LONG_TITLE]).rstrip("：:，,、—-=（( ") or trim(text.split("\n", 1)[0])[:LONG_TITLE]


def _first_clause(line: str) -> str:
    depth = 0
    for i, char in enumerate(line):
        depth += (char in "（([『「《“") - (char in "）)]』」》”")
        if (
            depth <= 0
            and i >= 2
            and (
                char in "。；;！!？?：:—"
                or (i >= 8 and char in "，,、" and line[i + 1 : i + 2] not in "而但")
            )
        ):
            return line[: i + 1] if char in "？?" else line[:i]
    return line


def _is_answered(parts: Sequence[Part]) -> bool:
    """Whether anything under the title says something: placeholders and bare marks do not."""
    return any(part.kind == "image" or not is_placeholder(part.text) for part in parts)


# ---------------------------------------------------------------- numbers, titles, ids


def _pin(drafts: list[_Draft], pins: Sequence[Pin], path: str, warnings: list[Warning_]) -> list[_Draft]:
    for pin in pins:
        if pin.file is not None and PurePath(path).name != PurePath(pin.file).name:
            continue
        wanted = mark_key(pin.match)
        hits = [
            d
            for d in drafts
            if wanted in mark_key(d.question.title) or mark_key(d.question.text).startswith(wanted)
        ]
        hits = hits or [d for d in drafts if wanted in mark_key(d.question.text[:400])]
        if len(hits) != 1:
            if pin.file is not None or len(hits) > 1:
                found = "no question" if not hits else f"{len(hits)} questions"
                warnings.append(
                    Warning_(
                        1,
                        "pin_unmatched",
                        f"the pin {pin.match!r} in tiyan.toml fits {found}: give more of the question's first words",
                    )
                )
            continue
        question = hits[0].question
        if pin.number is not None:
            question = replace(question, number=pin.number, number_source="pinned")
        if pin.title is not None:
            question = replace(question, title=pin.title, title_source="pinned")
        hits[0].question = question
    return drafts


def _number(drafts: list[_Draft]) -> list[_Draft]:
    """Give those without a number their place in the file, marked as assigned."""
    for place, draft in enumerate(drafts, 1):
        if draft.question.number_source == "assigned":
            draft.question = replace(draft.question, number=str(place))
    return drafts


def _tell_apart(drafts: list[_Draft]) -> list[_Draft]:
    """Topics and equal titles carry the headings above them: 「const › 作用」."""
    times = Counter(d.key for d in drafts)
    for draft in drafts:
        question, section = draft.question, draft.section
        path = [t for t in section.topic if mark_key(t) not in mark_key(question.title)]
        if question.title_source == "stated" and path and (section.handbook or times[draft.key] > 1):
            draft.question = replace(question, title=" › ".join([*path[-2:], question.title]))
    return drafts


def _identify(drafts: list[_Draft]) -> list[tuple[Question, Section]]:
    """Ids from what a question says, not from where it stands: the title, and only where that is not unique the
    headings above it, its number, and last its turn among its equals."""
    keys = [
        [
            d.key,
            "/".join(map(mark_key, d.section.topic)),
            d.question.number if d.question.number_source == "stated" else "",
        ]
        for d in drafts
    ]
    chosen: dict[int, str] = {}
    for depth in (1, 2, 3):
        joined = {i: "\0".join(keys[i][:depth]) for i in range(len(drafts)) if i not in chosen}
        times = Counter(joined.values())
        chosen |= {i: key for i, key in joined.items() if times[key] == 1}
    turns: Counter[str] = Counter()
    for i in range(len(drafts)):
        if i not in chosen:
            key = "\0".join(keys[i])
            turns[key] += 1
            chosen[i] = f"{key}\0{turns[key]}"
    named = [replace(d.question, id=question_id(chosen[i])) for i, d in enumerate(drafts)]
    return list(zip(named, (d.section for d in drafts), strict=True))


def question_id(key: str) -> str:
    return "q" + blake2b(key.encode("utf-8", "surrogatepass"), digest_size=5).hexdigest()


# ---------------------------------------------------------------- warnings


def _look_over(
    questions: list[tuple[Question, Section]], outside: list[Outside], scanned: Scan
) -> list[Warning_]:
    found: list[Warning_] = []
    by_number: dict[str, list[Question]] = {}
    by_title: dict[str, list[Question]] = {}
    for question, _ in questions:
        if not question.answered:
            found.append(
                Warning_(
                    question.line_start,
                    "no_answer",
                    f"「{question.title[:40]}」 has no answer under it; it is kept as an unanswered question",
                )
            )
        if question.number_source == "stated":
            by_number.setdefault(question.number, []).append(question)
        by_title.setdefault(mark_key(question.title), []).append(question)
    for number, same in by_number.items():
        topics = {q.topic for q in same}
        if len(same) > 1 and len(topics) < len(same):
            where = ", ".join(str(q.line_start) for q in same[:5])
            found.append(
                Warning_(
                    same[1].line_start,
                    "duplicate_number",
                    f"the number {number} is used {len(same)} times (lines {where}); all are kept, a reference to it means the first",
                )
            )
    for same in by_title.values():
        if len(same) > 1:
            found.append(
                Warning_(
                    same[1].line_start,
                    "duplicate_title",
                    f"「{same[0].title[:40]}」 also stands at line {same[0].line_start}; both are kept",
                )
            )
    for block in outside:
        if block.kind in ("intro", "notes"):
            lines = scanned.lines[block.start : block.end]
            if sum(len(trim(line.text)) for line in lines) >= 200:
                found.append(
                    Warning_(
                        lines[0].number,
                        "text_outside_questions",
                        f"lines {lines[0].number}–{lines[-1].number} belong to no question and are not searched: put them under a question's title if they answer one",
                    )
                )
    return found
