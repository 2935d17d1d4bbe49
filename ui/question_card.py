"""HTML of one question of the bank, whole, with one of its passages highlighted."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from ui.documents import Document
from ui.labels import label_html
from ui.render import render_code, render_markdown
from ui.words import both

if TYPE_CHECKING:
    from index.chunk import Chunk
    from ingest.question import Part, Question


def question_card(
    question: Question,
    *,
    cited: Chunk | None = None,
    why: Document | None = None,
    refers_to: Sequence[tuple[str, str | None, str]] = (),
    referred_by: Sequence[tuple[str, str | None, str]] = (),
) -> str:
    """The question as a card. Links are (label, question id or None where the bank lacks it, title)."""
    notes = [f"{escape(_file_name(question.path))} · {lines_html(question.line_start, question.line_end)}"]
    if question.number_source == "assigned":
        notes.append(both("assigned"))
    if question.title_source == "derived":
        notes.append(both("derived"))
    cited_title = cited is not None and cited.role == "title"
    return (
        f'<article class="card" data-question="{escape(question.id, quote=True)}">'
        f'<header><p class="card-label">{label_html(question.label)}{_topic(question)}</p>'
        f"<h2{_cited_class(cited_title)}>{escape(question.title)}</h2></header>"
        f"{_why(cited, why)}"
        f"{_parts(question, cited) or _unanswered(question)}"
        f"{_sources(question, cited)}"
        f"{_links('refers_to', refers_to)}{_links('referred_by', referred_by)}"
        f'<footer class="card-foot"><p>{" · ".join(notes)}</p>'
        f'<div class="acts">{_examine(question)}<button type="button" class="quiet follow" '
        f'data-ask="{escape(question.title, quote=True)}">{both("ask_this")}</button></div></footer></article>'
    )


def passage_html(text: str, path: str, *, as_code: bool = False) -> str:
    """A stretch of the author's text as HTML."""
    if as_code and not text.lstrip().startswith(("```", "~~~")):
        return render_code(text)
    return render_markdown(text, plain=path.casefold().endswith(".txt"))


def _examine(question: Question) -> str:
    if not question.answered:
        return ""
    id = escape(question.id, quote=True)
    return f'<button type="button" class="quiet" data-examine="{id}">{both("examine_this")}</button>'


def _file_name(path: str) -> str:
    return path.replace("\\", "/").rsplit("/", 1)[-1]


def lines_html(start: int, end: int) -> str:
    if start == end:
        return f"{both('line')} {start}"
    return f"{both('lines')} {start}–{end}"


def _cited_class(cited: bool, names: str = "") -> str:
    """A class attribute, with the place that a citation opens marked in it."""
    classes = " ".join(filter(None, [names, "cited" if cited else ""]))
    return (f' class="{classes}"' if classes else "") + (' id="cited"' if cited else "")


def _topic(question: Question) -> str:
    return f'<span class="topic">{escape(" › ".join(question.topic))}</span>' if question.topic else ""


def _unanswered(question: Question) -> str:
    return f'<p class="note">{both("unanswered")}</p>'


def _why(cited: Chunk | None, why: Document | None) -> str:
    if cited is None or not why:
        return ""
    ranks = [
        f"{both('why_dense')} {why['dense']}" if why.get("dense") else "",
        f"{both('why_terms')} {why['terms']}" if why.get("terms") else "",
    ]
    shown = " · ".join(filter(None, ranks)) or both("why_none")
    return (
        f'<details class="why"><summary>{both("why")}</summary>'
        f"<p>{both('relevance')} {why['score']:.2f} · {shown}</p></details>"
    )


def _parts(question: Question, cited: Chunk | None) -> str:
    """The parts in the file's order: runs of points as lists under their sub-headings, the rest as blocks."""
    shown: list[str] = []
    counted: dict[str, int] = {}
    heading: str | None = None
    in_list = False
    for part in question.parts:
        if part.role == "sources":
            continue
        counted[part.role] = counted.get(part.role, 0) + 1
        is_cited = cited is not None and cited.role == part.role and cited.ordinal == counted[part.role]
        if part.role != "point" and in_list:
            shown.append("</ol>")
            in_list = False
        if part.heading != heading and part.role in ("point", "body"):
            if in_list:
                shown.append("</ol>")
                in_list = False
            heading = part.heading
            if heading:
                shown.append(f"<h3>{escape(heading)}</h3>")
        if part.role == "point":
            if not in_list:
                shown.append('<ol class="points">')
                in_list = True
            number = counted["point"]
            shown.append(
                f'<li value="{number}"{_cited_class(is_cited)}><span class="point-number">{number}</span>'
                f"<div>{_part_text(part, question, cited if is_cited else None)}</div></li>"
            )
        else:
            shown.append(_block(part, question, cited if is_cited else None))
    if in_list:
        shown.append("</ol>")
    return "".join(shown)


def _block(part: Part, question: Question, cited: Chunk | None) -> str:
    text = _part_text(part, question, cited)
    if part.role == "body":
        return f"<div{_cited_class(cited is not None, 'body')}>{text}</div>"
    seal = '<span class="seal small" aria-hidden="true">眼</span>' if part.role == "key_point" else ""
    return (
        f"<section{_cited_class(cited is not None, 'part ' + part.role)}>"
        f"<h3>{seal}{both(part.role)}</h3>{text}</section>"
    )


def _part_text(part: Part, question: Question, cited: Chunk | None) -> str:
    """The part's text; where only a piece of a long part is cited, that piece is set off."""
    as_code = part.kind == "code"
    before, piece, after = part.text, "", ""
    if cited is not None and cited.piece and cited.text in part.text:
        before, piece, after = part.text.partition(cited.text)
    shown = passage_html(before, question.path, as_code=as_code) if before.strip() else ""
    if piece:
        shown += f'<div class="piece">{passage_html(piece, question.path, as_code=as_code)}</div>'
        shown += passage_html(after, question.path, as_code=as_code) if after.strip() else ""
    return shown


def _sources(question: Question, cited: Chunk | None) -> str:
    if not question.sources:
        return ""
    items = "".join(f"<li>{source_html(s.label, s.url)}</li>" for s in question.sources)
    is_cited = cited is not None and cited.role == "sources"
    return f"<section{_cited_class(is_cited, 'part sources')}><h3>{both('sources')}</h3><ul>{items}</ul></section>"


def source_html(label: str, url: str | None) -> str:
    """A source as a link where it has an address that a browser may open."""
    if url and url.startswith(("http://", "https://")):
        return f'<a href="{escape(url, quote=True)}" target="_blank" rel="noopener noreferrer">{escape(label)}</a>'
    return escape(label)


def _links(name: str, links: Sequence[tuple[str, str | None, str]]) -> str:
    if not links:
        return ""
    items = "".join(
        f'<li><button type="button" class="qlink" data-question="{escape(id, quote=True)}" '
        f'title="{escape(title, quote=True)}">{label_html(label)}</button></li>'
        if id is not None
        else f'<li class="dangling"><span>{escape(label)}</span> <em>{both("dangling")}</em></li>'
        for label, id, title in links
    )
    return f'<section class="links"><h3>{both(name)}</h3><ul>{items}</ul></section>'
