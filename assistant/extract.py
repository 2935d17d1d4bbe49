"""Answer without a model: choose passages of the bank and arrange them, to the letter."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from assistant.answer import Sentence
from assistant.asking import subject_phrase
from assistant.conversation import Asked
from assistant.evidence import hit_for
from assistant.prompt import Length
from assistant.reading import Reading
from assistant.sentences import split_sentences
from assistant.text import Language, content_terms, match_key
from assistant.words import say

if TYPE_CHECKING:
    from index import Hit, Index, SearchResult
    from index.chunk import Chunk
    from ingest.question import Question

_CHARACTERS = {"short": 160, "normal": 600, "long": 100_000}  # of points, besides summary and key point
_BEST_POINTS = {"short": 1, "normal": 3, "long": 6}
_SAYS_WHOLE = frozenset(
    ("工作", "原理", "理解", "实现", "机制", "概念", "work", "works", "mean", "means", "exactly")
)
_ROLE_ASKED = [
    ("key_point", re.compile(r"题眼|key point", re.I)),
    ("hook", re.compile(r"记忆锚点|锚点|怎么记|口诀|memory hook|mnemonic", re.I)),
    ("sources", re.compile(r"参考来源|参考资料|来源|出处在哪|\bsources?\b", re.I)),
    ("evidence", re.compile(r"权威出处|\bevidence\b", re.I)),
    ("summary", re.compile(r"一句话(?:总结|概括)?|in one sentence|summar", re.I)),
]


@dataclass(frozen=True, slots=True)
class Quoted:
    """An arrangement of quotations: sentences, each citing the chunk that it is a slice of, and those chunks' hits."""

    sentences: tuple[Sentence, ...]
    hits: dict[str, Hit]


def quote(
    reading: Reading, asked: Asked, result: SearchResult, index: Index, question_ids: Sequence[str], *, length: Length = "normal"
) -> Quoted:  # fmt: skip
    """Quote `question_ids` (best first) for what was asked.

    The summary when a whole question is meant, else its best points, in the bank's order; then 题眼 and sources. Two
    questions stand one under the other, each under its title.
    """
    sentences: list[Sentence] = []
    hits: dict[str, Hit] = {}
    for question_id in question_ids:
        chunks = choose(reading, asked, result, index, question_id, length, several=len(question_ids) > 1)
        sentences += arrange(chunks, reading.language)
        hits |= {chunk.id: hit_for(chunk, result.hits) for chunk in chunks}
    return Quoted(tuple(sentences), hits)


def list_questions(result: SearchResult, index: Index, question_ids: Sequence[str]) -> Quoted:
    """The titles of `question_ids`, one a line: the answer to "which questions are there about …"."""
    sentences, hits = [], {}
    for question_id in question_ids:
        chunk = index.chunks_of(question_id)[0]
        question = chunk.question
        shown = Sentence(question.title, (chunk.id,), True, f"\n- **{question.label}** ", quoted=True)
        sentences.append(shown)
        hits[chunk.id] = hit_for(chunk, result.hits)
    return Quoted(tuple(sentences), hits)


def choose(
    reading: Reading, asked: Asked, result: SearchResult, index: Index, question_id: str, length: Length, several: bool = False
) -> list[Chunk]:  # fmt: skip
    """The passages of one question that answer, in the bank's order, 题眼 and sources last."""
    chunks = [chunk for chunk in index.chunks_of(question_id) if chunk.role != "title"]
    by_role = {
        role: [chunk for chunk in chunks if chunk.role == role] for role in {chunk.role for chunk in chunks}
    }
    ending = [*by_role.get("key_point", []), *by_role.get("sources", [])]
    points = [chunk for chunk in chunks if chunk.role in ("point", "body")]
    if asked.points:
        counted = _counted(points, asked.points)
        return counted and counted + by_role.get("sources", [])
    role = next(
        (role for role, pattern in _ROLE_ASKED if role in by_role and pattern.search(reading.text)), None
    )
    if role and asked.depth < 1 and (role == "summary" or not several):
        return by_role[role] + (by_role.get("sources", []) if role != "sources" else [])
    found = [hit.chunk for hit in result.hits if hit.chunk.question.id == question_id]
    if asked.depth > 0:
        length = "long"
    elif asked.depth < 0:
        length = "short"
    if several:
        length = "short" if length != "long" else length
    named = [] if several or asked.depth else named_points(reading, points)
    if named:
        opening, kept = [], named[: _BEST_POINTS["long"]]
    elif several or asked.depth or whole_is_meant(reading, index.chunks_of(question_id)[0].question, found):
        opening = by_role.get("summary", [])
        body = [chunk for chunk in chunks if chunk.role in ("point", "body", "evidence")]
        kept = _fitting(body, found, _CHARACTERS[length])
        if length == "short" and opening:
            kept = []
    else:
        opening = []
        kept = _best(found, _BEST_POINTS[length])
        if not kept:
            opening, kept = by_role.get("summary", []), _fitting(points, found, _CHARACTERS[length])
    chosen = {chunk.id for chunk in [*opening, *kept]}
    return [chunk for chunk in chunks if chunk.id in chosen and chunk not in ending] + ending


def whole_is_meant(reading: Reading, question: Question, found: Sequence[Chunk]) -> bool:
    """Whether the query asks for the question as a whole, rather than for one side of it."""
    if reading.only_a_number or reading.shape in ("list", "what"):
        return True
    asked, title = set(content_terms(reading.text)), set(content_terms(question.title))
    if title and len(asked & title) >= 0.6 * len(title):
        return True
    subject = set(content_terms(subject_phrase(question)))
    if subject and subject <= asked <= subject | _SAYS_WHOLE:
        return True
    best = next((chunk for chunk in found if chunk.role != "sources"), None)
    if best is None:
        return True
    return best.role in ("title", "summary", "key_point", "hook") and reading.shape != "why"


def named_points(reading: Reading, points: Sequence[Chunk]) -> list[Chunk]:
    """Points that say in their heading or opening words just what was asked: `有什么代价` finds those under 代价."""
    if not points or reading.only_a_number or reading.shape == "list":
        return []
    title = points[0].question.title
    if match_key(reading.text.strip(" ?？")) in match_key(title):
        return []
    asked = _squeezed(reading.text)
    exact = [
        chunk
        for chunk in points
        if len(asked) >= 4 and asked in _squeezed(f"{chunk.heading or ''} {opening(chunk)}")
    ]
    if exact:
        return exact
    if reading.sides and all(_about(side, title) for side in reading.sides):
        return []
    if reading.sides:  # two points of one question compared: each by its name
        named = [[chunk for chunk in points if _about(side, opening(chunk))] for side in reading.sides]
        return [chunk for chunk in points if chunk in named[0] + named[1]] if all(named) else []
    rest = set(content_terms(reading.text)) - set(content_terms(title))
    found = [
        chunk
        for chunk in points
        if rest and rest <= set(content_terms(f"{chunk.heading or ''} {opening(chunk)}"))
    ]
    return found if len(found) < len(points) or len(points) == 1 else []


def opening(chunk: Chunk) -> str:
    """What a point opens with, before its first colon or stop."""
    return re.split(r"[：:。]", chunk.text, maxsplit=1)[0][:40]


def _about(side: str, text: str) -> bool:
    wanted = set(content_terms(side))
    return bool(wanted) and wanted <= set(content_terms(text))


def _squeezed(text: str) -> str:
    return match_key(re.sub(r"[^\w]", "", text))


def arrange(chunks: Sequence[Chunk], language: Language = "zh") -> list[Sentence]:
    """Sentences that quote `chunks` of one question, laid out as Markdown under its title."""
    out: list[Sentence] = []
    heading: str | None = None
    before: Chunk | None = None
    for chunk in chunks:
        lead = f"\n\n**{chunk.question.label} {chunk.question.title}**\n\n" if before is None else "\n\n"
        if before is not None and chunk.role == before.role == "point" and chunk.heading == before.heading:
            lead = "\n"
        if chunk.heading and chunk.heading != heading and chunk.role in ("point", "body"):
            lead += f"**{chunk.heading}**\n\n"
        heading = chunk.heading if chunk.role in ("point", "body") else heading
        goes_on = before is not None and (before.role, before.ordinal) == (chunk.role, chunk.ordinal)
        if chunk.role in ("key_point", "sources", "hook", "evidence") and not goes_on:
            colon = "：" if language == "zh" else ": "
            lead += f"**{say(chunk.role, language)}**{colon}" + ("\n\n" if "\n" in chunk.text.strip() else "")
        out += _quotation(chunk, lead, before)
        before = chunk
    return out


def _quotation(chunk: Chunk, lead: str, before: Chunk | None) -> list[Sentence]:
    cites = (chunk.id,)
    if chunk.kind == "code" and not re.match(r"\s*(`{3,}|~{3,})", chunk.text):
        return [Sentence(chunk.text, cites, True, f"{lead}```\n", "\n```", quoted=True)]
    if chunk.kind != "text":
        return [Sentence(chunk.text, cites, True, lead, "\n", quoted=True)]
    if "\n" in chunk.text.strip():  # a list in itself: its lines belong together
        mark = "" if chunk.role != "point" else "- " if chunk.piece <= 1 else "  "
        tail = "\n" if re.search(r"(?:`{3}|~{3}|\$\$|\|)\s*$", chunk.text) else ""
        return [Sentence(chunk.text, cites, True, lead + mark, tail, quoted=True)]
    if chunk.role == "point":
        continued = chunk.piece > 1 and before is not None and before.ordinal == chunk.ordinal
        lead = "\n  " if continued else f"{lead}- "
    out: list[Sentence] = []
    for piece in split_sentences(chunk.text):
        body = piece.strip()
        start = piece.index(body) if body else len(piece)
        out.append(Sentence(body, cites, True, lead + piece[:start], quoted=True))
        lead = piece[start + len(body) :]
    return out


def _counted(points: Sequence[Chunk], wanted: Sequence[int]) -> list[Chunk]:
    last = max((chunk.ordinal for chunk in points if chunk.role == "point"), default=0)
    ordinals = {last if number == -1 else number for number in wanted}
    return [chunk for chunk in points if chunk.role == "point" and chunk.ordinal in ordinals]


def _best(found: Sequence[Chunk], most: int) -> list[Chunk]:
    """The best points that were found, with all pieces of a long one that was found twice."""
    kept: list[Chunk] = []
    for chunk in found:
        if (
            chunk.role in ("point", "body", "evidence", "summary")
            and chunk.kind in ("text", "table")
            and len(kept) < most
        ):
            kept.append(chunk)
    return kept


def _fitting(chunks: Sequence[Chunk], found: Sequence[Chunk], characters: int) -> list[Chunk]:
    """As many of `chunks` as fit, those that were found first."""
    order = {chunk.id: rank for rank, chunk in enumerate(found)}
    kept = []
    for chunk in sorted(chunks, key=lambda chunk: order.get(chunk.id, len(order))):
        if len(chunk.text) <= characters:
            kept.append(chunk)
            characters -= len(chunk.text)
    return kept
