"""Help short of grading: hints that give away little, the reference answer, what a word means."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from assistant.interview.clauses import clauses, plain
from assistant.interview.words import say
from assistant.text import content_terms

if TYPE_CHECKING:
    from assistant.interview.verdicts import Grade
    from index import Index
    from index.chunk import Chunk
    from ingest.question import Question

HEADINGS = 4
_LEAD = re.compile(r"^(?:\*\*)?([^：:。；;，,\n]{2,24}?)(?:\*\*)?\s*[：:]")
_ABOUT = re.compile(
    r"请问|什么意思|啥意思|是什么的?缩写|怎么理解|指的?是什么|指什么|指的?是啥|是指|什么是|啥是|何为|是什么|是啥|这个?|那个?|词|题目?|里面?|你说的|你问的|问题|[?？吗呢的]|\bwhat\b|\bdoes\b|\bis\b|\bmean\b|\bthe\b",
    re.IGNORECASE,
)


def hint(chunks: Sequence[Chunk], grade: Grade | None, number: int, follow_up: str | None = None) -> str:
    """The `number`th hint (from 1): what to think of, then the 记忆锚点, then how the next open point begins."""
    done = {p.chunk_id for p in grade.points if p.verdict == "hit"} if grade else set()
    points = [c for c in chunks if c.role in ("point", "body") and c.kind == "text" and c.id not in done]
    if follow_up is not None:
        points = [c for c in chunks if c.id == follow_up] or points
    headings = list(dict.fromkeys(h for c in points if (h := _heading(c))))[:HEADINGS]
    hooks = [c for c in chunks if c.role == "hook"]
    steps = [say("hint_headings", headings="、".join(headings))] if headings and follow_up is None else []
    steps += [say("hint_hook", hook=hooks[0].text)] if hooks and follow_up is None else []
    steps += [say("hint_start", start=_start(c)) for c in points[:2]]
    return steps[number - 1] if number <= len(steps) else say("no_hint")


def reference_answer(chunks: Sequence[Chunk], follow_up: str | None = None) -> str:
    """The bank's own words: the passage of a follow-up, else the whole answer but for its sources."""
    if follow_up is not None:
        return "\n\n".join(c.text for c in chunks if c.id == follow_up)
    lines = []
    for chunk in chunks:
        if chunk.role in ("title", "sources"):
            continue
        mark = {"point": "- ", "key_point": "题眼：", "hook": "记忆锚点：", "evidence": "权威出处："}.get(
            chunk.role, ""
        )
        lines.append(mark + chunk.text if chunk.piece <= 1 else chunk.text)
    return "\n".join(lines)


def explain(text: str, index: Index, question: Question) -> str:
    """An answer to a counter-question out of the bank: the best passage of another question that names the word."""
    word = " ".join(_ABOUT.sub(" ", text).split()).strip("「」“”\"' ，,。")
    if not word or not content_terms(word):
        return say("not_explained")
    result = index.search(word, k=8)
    for hit in result.hits:
        chunk = hit.chunk
        if (
            result.in_scope
            and chunk.question.id != question.id
            and chunk.role in ("summary", "point")
            and word.casefold() in chunk.text.casefold()
        ):
            return say("explained", text=plain(chunk.text), label=chunk.label)
    return say("not_explained") + say("as_statement")


def _heading(chunk: Chunk) -> str:
    lead = _LEAD.match(plain(chunk.text))
    return (lead[1] if lead else chunk.heading or "").strip()


def _start(chunk: Chunk) -> str:
    found = clauses(chunk.text)
    return found[0].said.rstrip("，,；;：:。") if found else chunk.text[:12]
