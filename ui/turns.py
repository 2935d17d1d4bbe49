"""A turn of a conversation as it is stored and shown: the answer's document, and what the page needs besides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ui.documents import Document, answer_document
from ui.render import DOUBT_CLOSE, DOUBT_OPEN

if TYPE_CHECKING:
    from assistant import Answer, Sentence

NO_MARKS = str.maketrans("", "", DOUBT_OPEN + DOUBT_CLOSE)


def turn_document(answer: Answer, *, stopped: bool = False) -> Document:
    """Everything that is needed to show the answer again, without the bank it came from.

    `layout` is its Markdown with `[n]` marks and doubtful sentences between DOUBT_OPEN and DOUBT_CLOSE; `why` says for
    each cited chunk how it was found.
    """
    judged = [sentence.supported for sentence in answer.sentences if sentence.supported is not None]
    failure = getattr(answer, "failure", None)
    fallback = getattr(answer, "fallback", None)
    return {
        "query": answer.query,
        "answer": answer_document(answer),
        "layout": layout(answer),
        "question_ids": list(getattr(answer, "question_ids", ())),
        "why": {c.id: why_document(c.hit) for c in answer.citations},
        "notice": answer.notice,
        "judged": len(judged),
        "supported": sum(judged),
        "failure": failure.message if failure is not None else None,
        "fallback": turn_document(fallback) if fallback is not None else None,
        "stopped": stopped,
    }


def stopped_turn(query: str, text: str, *, failure: str | None = None) -> Document:
    """A turn that ended before its answer was whole: what had been written stays, without checked citations."""
    return {
        "query": query,
        "answer": None,
        "layout": text.translate(NO_MARKS),
        "question_ids": [],
        "why": {},
        "notice": None,
        "judged": 0,
        "supported": 0,
        "failure": failure,
        "fallback": None,
        "stopped": failure is None,
    }


def why_document(hit) -> Document:
    return {"score": round(float(hit.score), 3), "dense": hit.dense_rank, "terms": hit.term_rank}


def layout(answer: Answer) -> str:
    """The answer's Markdown, marks after each run of sentences on the same citations: items of one list may share a
    mark, paragraphs do not."""
    from assistant.answer import render_sentences

    numbers = {citation.id: citation.number for citation in answer.citations}
    return render_sentences(answer.sentences, numbers, said=_said, apart="\n\n")


def _said(sentence: Sentence) -> str:
    text = sentence.text.translate(NO_MARKS)
    return DOUBT_OPEN + text + DOUBT_CLOSE if sentence.supported is False else text


def turn_markdown(turn: Document) -> str:
    """The turn as Markdown to keep: question, answer, and a list of what it stands on."""
    answer = turn["answer"]
    parts = [f"## {turn['query']}", answer["answer"] if answer else turn["layout"]]
    if answer and answer["citations"]:
        parts.append("\n".join(_citation_line(i, c) for i, c in enumerate(answer["citations"], start=1)))
    if turn["fallback"]:
        parts.append(turn_markdown(turn["fallback"]).split("\n\n", 1)[1])
    return "\n\n".join(parts) + "\n"


def _citation_line(number: int, citation: Document) -> str:
    sources = "；".join(
        f"[{s['label']}]({s['url']})" if s["url"] else s["label"] for s in citation["sources"]
    )
    place = f"{citation['path']}:{citation['line_start']}-{citation['line_end']}"
    return f"- [{number}] {citation['label']} ({place})" + (f" — {sources}" if sources else "")
