"""The JSON documents of the command line and the API: plain dictionaries of what a search, an answer or a bank holds."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from assistant import Answer, Citation, FollowUp
    from index import Hit, IndexReport, SearchResult
    from ingest import Bank, Question

Document = dict[str, Any]


def sources_document(question: Question) -> list[Document]:
    return [{"label": source.label, "url": source.url} for source in question.sources]


def ingest_document(bank: Bank, report: IndexReport | None = None) -> Document:
    """What was read, and with `report` what was indexed."""
    from ingest.serialize import question_report

    document: Document = {
        "files": [
            {
                "path": file.path,
                "encoding": file.encoding,
                "questions": file.questions,
                "warnings": [
                    {"line": warning.line, "code": warning.code, "message": warning.message}
                    for warning in file.warnings
                ],
            }
            for file in bank.files
        ],
        "questions": [question_report(question) for question in bank.questions],
        "dangling_references": list(bank.dangling_references),
    }
    if report is not None:
        document["index"] = {
            "chunks": report.chunks,
            "embedded": report.embedded,
            "reused": report.reused,
            "seconds": round(report.seconds, 3),
        }
    return document


def hit_document(hit: Hit) -> Document:
    chunk, question = hit.chunk, hit.chunk.question
    return {
        "question_id": question.id,
        "number": question.number,
        "title": question.title,
        "chunk_id": chunk.id,
        "role": chunk.role,
        "text": chunk.text,
        "path": question.path,
        "line_start": chunk.line_start,
        "line_end": chunk.line_end,
        "score": round(float(hit.score), 4),
    }


def search_document(result: SearchResult) -> Document:
    return {
        "query": result.query,
        "in_scope": bool(result.in_scope),
        "scope_probability": round(float(result.scope_probability), 4),
        "hits": [hit_document(hit) for hit in result.hits],
    }


def citation_document(citation: Citation) -> Document:
    chunk, question = citation.hit.chunk, citation.hit.chunk.question
    return {
        "id": citation.id,
        "label": citation.label,
        "question_id": question.id,
        "number": question.number,
        "chunk_id": chunk.id,
        "role": chunk.role,
        "text": chunk.text,
        "path": question.path,
        "line_start": chunk.line_start,
        "line_end": chunk.line_end,
        "sources": sources_document(question),
    }


def follow_up_documents(follow_ups: Iterable[FollowUp]) -> list[Document]:
    return [
        {"text": f.text, "question_id": f.question_id, "chunk_id": f.chunk_id, "in_bank": bool(f.in_bank)}
        for f in follow_ups
    ]


def answer_document(answer: Answer) -> Document:
    return {
        "query": answer.query,
        "in_scope": bool(answer.in_scope),
        "composer": answer.composer,
        "answer": answer.text,
        "sentences": [
            {"text": s.text, "citations": list(s.citations), "supported": s.supported}
            for s in answer.sentences
        ],
        "citations": [citation_document(citation) for citation in answer.citations],
        "follow_ups": follow_up_documents(answer.follow_ups),
        "seconds": round(float(answer.seconds), 3),
    }
