"""Questions as plain dictionaries and back, without loss: what is written to disk and to `--json`."""

from __future__ import annotations

from typing import Any

from ingest.question import Part, Question, Reference, Source


def question_to_dict(question: Question) -> dict[str, Any]:
    """Everything that makes up the question; `question_from_dict` gives an equal one back."""
    return {
        "id": question.id,
        "number": question.number,
        "number_source": question.number_source,
        "title": question.title,
        "title_source": question.title_source,
        "path": question.path,
        "line_start": question.line_start,
        "line_end": question.line_end,
        "text": question.text,
        "bank": question.bank,
        "parts": [[p.role, p.text, p.line_start, p.line_end, p.heading, p.kind] for p in question.parts],
        "sources": [[s.label, s.url] for s in question.sources],
        "references": [[r.line, r.number, r.link] for r in question.references],
        "topic": list(question.topic),
        "answered": question.answered,
        "tags": list(question.tags),
    }


def question_from_dict(data: dict[str, Any]) -> Question:
    return Question(
        **{
            key: data[key]
            for key in (
                "id",
                "number",
                "number_source",
                "title",
                "title_source",
                "path",
                "line_start",
                "line_end",
                "text",
                "bank",
                "answered",
            )
        },
        parts=tuple(Part(*part) for part in data["parts"]),
        sources=tuple(Source(*source) for source in data["sources"]),
        references=tuple(Reference(*reference) for reference in data["references"]),
        topic=tuple(data["topic"]),
        tags=tuple(data["tags"]),
    )


def question_report(question: Question) -> dict[str, Any]:
    """The question as `tiyan ingest --json` prints it."""
    return {
        "id": question.id,
        "number": question.number,
        "number_source": question.number_source,
        "title": question.title,
        "title_source": question.title_source,
        "summary": question.summary,
        "points": [
            {"text": p.text, "heading": p.heading, "line_start": p.line_start, "line_end": p.line_end}
            for p in question.points
        ],
        "key_point": question.key_point,
        "hook": question.hook,
        "evidence": question.evidence,
        "sources": [{"label": s.label, "url": s.url} for s in question.sources],
        "references": list(question.reference_numbers),
        "path": question.path,
        "line_start": question.line_start,
        "line_end": question.line_end,
        "answered": question.answered,
        "topic": list(question.topic),
        "parts": [
            {
                "role": p.role,
                "kind": p.kind,
                "text": p.text,
                "heading": p.heading,
                "line_start": p.line_start,
                "line_end": p.line_end,
            }
            for p in question.parts
        ],
    }
