"""A question's card with its links in both directions, looked up in the index."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from ui.documents import Document
from ui.labels import label_html
from ui.question_card import passage_html, question_card, source_html
from ui.words import both

if TYPE_CHECKING:
    from index import Index
    from ingest import Question

Link = tuple[str, str | None, str]
MISSING_SHOWN, RELATED = 6, 5


def card_of(
    index: Index,
    *,
    question_id: str,
    chunk_id: str = "",
    cited: Document | None = None,
    why: Document | None = None,
) -> str:
    """The card of a question; where it is gone from the bank, what its citation kept of it."""
    question = index.bank.by_id(question_id) if question_id else None
    if question is None:
        return _gone(cited)
    return question_card(
        question,
        cited=index.chunk(chunk_id) if chunk_id else None,
        why=why,
        refers_to=refers_to(index, question),
        referred_by=referred_by(index, question),
    )


def refers_to(index: Index, question: Question) -> list[Link]:
    """Questions that it names, in order of mention; those that the bank lacks come with their bare number."""
    found: list[Link] = []
    for id in index.bank.links_from(question.id):
        other = index.bank.by_id(id)
        if other is not None:
            found.append((other.label, other.id, other.title))
    here = {number for number in question.reference_numbers if index.bank.by_number(number)}
    missing = [number for number in question.reference_numbers if number not in here]
    shown = [(f"Q{n}" if n.isdigit() else n, None, "") for n in missing[:MISSING_SHOWN]]
    rest = len(missing) - len(shown)
    return [*found, *shown, *([(f"+{rest}", None, "")] if rest else [])]


def referred_by(index: Index, question: Question) -> list[Link]:
    others = [index.bank.by_id(id) for id in index.bank.links_to(question.id)]
    return [(other.label, other.id, other.title) for other in others if other is not None]


def related(index: Index, question_ids: Sequence[str], most: int = RELATED) -> list[Document]:
    """Questions next to these in the graph of references, in order of mention, none of these themselves."""
    near = [*question_ids]
    for id in question_ids:
        near += [*index.bank.links_from(id), *index.bank.links_to(id)]
    others = [index.bank.by_id(id) for id in dict.fromkeys(near) if id not in question_ids]
    return [{"id": q.id, "label": q.label, "title": q.title} for q in others if q is not None][:most]


def _gone(cited: Document | None) -> str:
    notice = f'<p class="note">{both("deleted_source")}</p>'
    if cited is None:
        return f'<article class="card">{notice}</article>'
    sources = "".join(f"<li>{source_html(s['label'], s['url'])}</li>" for s in cited["sources"])
    listed = (
        f'<section class="part sources"><h3>{both("sources")}</h3><ul>{sources}</ul></section>'
        if sources
        else ""
    )
    return (
        f'<article class="card gone"><header><p class="card-label">{label_html(cited["label"])}</p></header>{notice}'
        f'<div class="body cited" id="cited">{passage_html(cited["text"], cited["path"])}</div>{listed}'
        f'<footer class="card-foot"><p>{escape(cited["path"].rsplit("/", 1)[-1])}</p></footer></article>'
    )
