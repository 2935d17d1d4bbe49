"""What to ask next: untouched points, 题眼, 高频追问 and linked questions, phrased as questions and checked."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest
from typing import TYPE_CHECKING

from assistant.answer import FollowUp
from assistant.asking import FREQUENT, key_questions, point_questions, title_questions
from assistant.text import Language, content_terms, match_key

if TYPE_CHECKING:
    from index import Index
    from index.chunk import Chunk
    from ingest.question import Question

FREQUENTLY, MIDDLE, KEY = 0, 3, 9  # depths of a 高频追问, of an ordinary point, of the 题眼
RELATED = 0.2  # relevance of an unlinked question that comes before what was shown already
FOUND_WITHIN = 3  # a follow-up's own question must be among the first three that a search with its text finds


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A possible follow-up: ways to say it, best first, and the passage that answers it. `depth` orders them."""

    texts: tuple[str, ...]
    chunk: Chunk
    depth: int


def follow_ups(
    index: Index, question: Question | None, *, n: int = 3, asked: Sequence[str] = (), touched: Sequence[str] = (),
    language: Language = "zh", topic: str | None = None, within: Collection[str] | None = None,
) -> tuple[FollowUp, ...]:  # fmt: skip
    """At most `n` follow-ups to `question`, or over the questions of `topic`, or over the whole bank.

    `asked` are the texts of this conversation: none comes again. `touched` are the chunk ids that its answers cited:
    they come last. With `within` all stay among these question ids. Each was searched for with its own text, and its question came within the first three.
    """
    if question is not None:
        sources: Iterator[_Candidate] = _around(index, question, set(touched), language)
    else:
        questions = questions_of_topic(index, topic) if topic else index.bank.questions
        sources = _across(index, [q for q in questions if q.answered], language)
    if within is not None:
        sources = (candidate for candidate in sources if candidate.chunk.question.id in within)
    return tuple(_checked(index, sources, n, asked))


def _checked(
    index: Index, candidates: Iterable[_Candidate], n: int, asked: Sequence[str]
) -> Iterator[FollowUp]:
    """The first `n` candidates that repeat nothing and find their own question."""
    seen, used = list(asked), set()
    for candidate in candidates:
        if len(used) >= n:
            return
        if candidate.chunk.id in used:
            continue
        for text in candidate.texts:
            if not any(repeats(text, other) for other in seen) and finds(
                index, text, candidate.chunk.question.id
            ):
                yield FollowUp(text, candidate.chunk.question.id, candidate.chunk.id, True)
                seen.append(text)
                used.add(candidate.chunk.id)
                break


def title_follow_ups(
    index: Index,
    question_ids: Sequence[str],
    *,
    n: int = 3,
    asked: Sequence[str] = (),
    language: Language = "zh",
) -> tuple[FollowUp, ...]:
    """The nearest questions themselves, to offer where nothing could be answered."""
    questions = [
        question
        for id in question_ids[:8]
        if (question := index.question(id)) is not None and question.answered
    ]
    candidates = (candidate for question in questions for candidate in _opening(index, question, language))
    return tuple(_checked(index, candidates, n, asked))


def questions_of_topic(index: Index, topic: str) -> tuple[Question, ...]:
    """Questions whose headings, tags or title name `topic`, else those that a search for it finds."""
    key = match_key(topic)
    named = [
        q
        for q in index.bank.questions
        if any(key in match_key(text) for text in (*q.topic, *q.tags, q.title))
    ]
    if named:
        return tuple(named)
    result = index.search(topic)
    if not result.in_scope:
        return ()
    found = (index.question(id) for id, _ in result.question_ids)
    return tuple(question for question in found if question is not None)


def repeats(text: str, other: str) -> bool:
    """Whether two questions ask the same: alike but for punctuation, question words, order and where they belong."""
    ours, theirs = _bare(text), _bare(other)
    mine, its = repeat_key(ours), repeat_key(theirs)
    shorter, longer = sorted((mine, its), key=len)
    if mine == its or (len(shorter) >= 4 and shorter in longer and len(longer) - len(shorter) <= 3):
        return True
    said, asked = set(content_terms(ours)), set(content_terms(theirs))
    return bool(said) and len(said & asked) >= 0.9 * len(said | asked)


def repeat_key(text: str) -> str:
    return match_key(re.sub(r"\W+", "", text))


def _bare(text: str) -> str:
    """`TCP：为什么需要 TIME_WAIT？` without the place it was put in."""
    return re.sub(r"^(?:[^：？]{1,30}：|「[^」]*」里，|[^，？]{1,30}中，)(?=.{4})", "", text)


def finds(index: Index, text: str, question_id: str) -> bool:
    """Whether a search with `text` has the question among its first `FOUND_WITHIN`."""
    return question_id in [id for id, _ in index.search(text).question_ids[:FOUND_WITHIN]]


def _around(index: Index, question: Question, touched: set[str], language: Language) -> Iterator[_Candidate]:
    """Candidates near `question`: within it from shallow to deep, linked questions in between."""
    chunks = index.chunks_of(question.id)
    inside = list(_inside(chunks, language))
    fresh = [candidate for candidate in inside if candidate.chunk.id not in touched]
    frequent = [candidate for candidate in fresh if candidate.depth == FREQUENTLY]
    points = [candidate for candidate in fresh if candidate.depth not in (FREQUENTLY, KEY)]
    keys = [candidate for candidate in fresh if candidate.depth == KEY]
    linked = list(_linked(index, question, language))
    yield from frequent[:1]
    # One from inside, one link, by turns; 题眼 after the first point.
    yield from (c for pair in zip_longest(chain(points[:1], keys, points[1:]), linked) for c in pair if c)
    yield from frequent[1:]
    near = list(_nearest(index, question, language))
    yield from (candidate for relevance, candidate in near if relevance >= RELATED)
    # What was shown already can still be asked, to see whether it stuck.
    yield from (candidate for candidate in inside if candidate.chunk.id in touched)
    yield from (candidate for relevance, candidate in near if relevance < RELATED)
    others = sorted(index.bank.questions, key=lambda other: other.topic != question.topic)
    yield from _across(index, [q for q in others if q.answered and q.id != question.id][:12], language)


def _linked(index: Index, question: Question, language: Language) -> Iterator[_Candidate]:
    bank = index.bank
    for id in dict.fromkeys((*bank.links_from(question.id), *bank.links_to(question.id))):
        other = index.question(id)
        if other is not None and other.answered and other.id != question.id:
            yield from _opening(index, other, language)


def _nearest(index: Index, question: Question, language: Language) -> Iterator[tuple[float, _Candidate]]:
    """Questions that a search for this one's title finds, with their relevance."""
    for id, relevance in index.search(question.title).question_ids[:6]:
        other = index.question(id)
        if other is not None and other.answered and other.id != question.id:
            for candidate in _opening(index, other, language):
                yield relevance, candidate


def _across(index: Index, questions: Sequence[Question], language: Language) -> Iterator[_Candidate]:
    """Each question's own title first, then their points by turns, deeper each round."""
    rounds = [
        [
            *_opening(index, q, language),
            *sorted(_inside(index.chunks_of(q.id), language), key=lambda c: c.depth or MIDDLE),
        ]
        for q in questions
    ]
    for candidates in zip_longest(*rounds):
        yield from (candidate for candidate in candidates if candidate)


def _inside(chunks: Sequence[Chunk], language: Language) -> Iterator[_Candidate]:
    """What one question's own points and 题眼 can be asked as."""
    for chunk in chunks:
        if chunk.piece > 1:
            continue
        if chunk.role == "point" and chunk.kind == "text" and (texts := point_questions(chunk, language)):
            yield _Candidate(texts, chunk, _depth(chunk))
        elif chunk.role == "key_point" and (texts := key_questions(chunk, language)):
            yield _Candidate(texts, chunk, KEY)


def _opening(index: Index, question: Question, language: Language) -> Iterator[_Candidate]:
    """The question itself, answered by its summary or whatever comes first."""
    chunks = [chunk for chunk in index.chunks_of(question.id) if chunk.role not in ("title", "sources")]
    if not chunks:
        return
    answer = next((chunk for chunk in chunks if chunk.role == "summary"), chunks[0])
    texts = title_questions(question, language)
    if texts:
        yield _Candidate(texts, answer, 1)


def _depth(chunk: Chunk) -> int:
    """0 for a 高频追问, else from definition (1) over mechanism and trade-offs to troubleshooting and design (5)."""
    text = f"{chunk.heading or ''} {chunk.text[:60]}"
    if FREQUENT.search(text):
        return 0
    for depth, words in ((5, "设计|架构|方案|姿势|流水线"), (4, "排查|故障|失败|错误|异常|定位|坑|误区"), (3, "代价|取舍|优点|缺点|优化|对策|选型|区别|对比|强在"),
                         (2, "为什么|原理|怎么|如何|机制|流程|执行|本质")):  # fmt: skip
        if re.search(words, text):
            return depth
    return 1
