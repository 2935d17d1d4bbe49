"""HTML of a turn and of its marks, follow-ups and footer: pure functions over documents."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from ui.documents import Document
from ui.labels import label_attributes, label_html
from ui.render import render_answer
from ui.turns import turn_markdown
from ui.words import attributes, both


def mark_html(citation: Document, turn: int) -> str:
    """The mark 「Q2·要点3」 that opens its passage."""
    return (
        f'<button type="button" class="mark" data-turn="{turn}" data-chunk="{escape(citation["id"], quote=True)}" '
        f'{label_attributes("title", citation["label"])}><span class="sr">{both("open_passage")} </span>'
        f"{label_html(citation['label'])}</button>"
    )


def talk_html(turns: Sequence[Document], *, goes_on: bool = False) -> str:
    """All turns that are over; with `goes_on` another is being written below them."""
    last = None if goes_on else len(turns) - 1
    return "".join(turn_html(turn, number, last=number == last) for number, turn in enumerate(turns))


def turn_html(turn: Document, number: int, *, last: bool = False) -> str:
    """A question and its answer. Only the last turn can be retried and edited, and offers what to go on with."""
    return (
        f'<article class="turn" data-state="done" data-turn="{number}">{query_html(turn["query"], last)}'
        f'<div class="answer">{_answer_body(turn, number)}{_footer(turn, last)}</div>'
        f"{_follow_ups(turn) + related_html(turn.get('related') or []) if last else ''}</article>"
    )


def query_html(query: str, editable: bool = False) -> str:
    edit = f'<button type="button" class="quiet edit">{both("edit")}</button>' if editable else ""
    return f'<div class="query"><h2 class="query-text">{escape(query)}</h2>{edit}</div>'


def streaming_html(query: str, text: str, number: int, *, state: str = "thinking") -> str:
    """The turn that is being written; `state` is the word shown until its first character arrives."""
    body = (
        render_answer(text, {}, streaming=True) if text.strip() else f'<p class="thinking">{both(state)}</p>'
    )
    caret = '<span class="caret" aria-hidden="true"></span>' if text.strip() else ""
    return (
        f'<article class="turn" data-state="streaming" data-turn="{number}">{query_html(query)}'
        f'<div class="answer" aria-busy="true">{body}{caret}</div></article>'
    )


def _answer_body(turn: Document, number: int) -> str:
    answer = turn["answer"]
    citations = answer["citations"] if answer else []
    marks = {n: mark_html(citation, number) for n, citation in enumerate(citations, start=1)}
    kind = "" if answer is None or answer["in_scope"] else " outside"
    parts = []
    if turn["layout"].strip():
        text = set_off(render_answer(turn["layout"], marks))
        parts.append(f'<div class="answer-text{kind}">{text}</div>')
    elif not turn["failure"]:
        parts.append(f'<p class="note">{both("empty_answer")}</p>')
    if turn["stopped"]:
        parts.append(f'<p class="note">{both("stopped")}</p>')
    if turn["failure"]:
        parts.append(
            f'<p class="note trouble" role="alert">{both("failed_answer")}：{escape(turn["failure"])}</p>'
        )
    if turn["fallback"]:
        parts.append(f'<div class="fallback">{_answer_body(turn["fallback"], number)}</div>')
    return "".join(parts)


def set_off(html: str) -> str:
    """Give the paragraphs that a bank labels 题眼 and 参考来源 the look that they have on its cards."""
    for label, look in (("题眼", "eye"), ("Key point", "eye"), ("参考来源", "from"), ("Sources", "from")):
        html = html.replace(f"<p><strong>{label}</strong>", f'<p class="{look}"><strong>{label}</strong>')
    return html


def _footer(turn: Document, last: bool) -> str:
    """Who composed the answer and how much of it stands on the bank, in modest type, and what can be done with it."""
    said = []
    answer = turn["answer"]
    if answer and answer["in_scope"]:
        quoted = answer["composer"] == "quoted"
        said.append(
            both("quoted") if quoted else f"{both('composed')} <code>{escape(answer['composer'])}</code>"
        )
        if turn["judged"] and not quoted:
            said.append(f"{turn['supported']}/{turn['judged']} {both('grounded')}")
    if answer and turn["notice"] and not turn["failure"] and answer["composer"] != "quoted":
        said.append(escape(turn["notice"]))
    copied = escape(turn_markdown(turn), quote=True)
    actions = (
        f'<button type="button" class="quiet copy" data-text="{copied}"><span class="undone">{both("copy")}</span>'
        f'<span class="done" aria-hidden="true">✓ {both("copied")}</span></button>'
    )
    if last:
        actions += f'<button type="button" class="quiet retry">{both("retry")}</button>'
    notes = "".join(f"<span>{note}</span>" for note in said)
    return f'<footer class="answer-foot"><div class="said">{notes}</div><div class="acts">{actions}</div></footer>'


def _follow_ups(turn: Document) -> str:
    shown = turn["answer"] or (turn["fallback"] or {}).get("answer")
    if not shown or not shown["follow_ups"]:
        return ""
    return follow_ups_html(shown["follow_ups"], "follow_ups")


def follow_ups_html(follow_ups: Sequence[Document], heading: str) -> str:
    """Questions as buttons that ask them."""
    items = "".join(
        f'<li><button type="button" class="follow" data-ask="{escape(f["text"], quote=True)}">'
        f"<span>{escape(f['text'])}</span>"
        + ("" if f["in_bank"] else f'<em class="off-bank">{both("off_bank")}</em>')
        + "</button></li>"
        for f in follow_ups
    )
    return f'<nav class="follow-ups" {attributes("aria-label", heading)}><h3>{both(heading)}</h3><ul>{items}</ul></nav>'


def related_html(related: Sequence[Document]) -> str:
    """Questions that the cited ones refer to, or that refer to them; a click reads one beside the answer."""
    if not related:
        return ""
    items = "".join(
        f'<li><button type="button" class="qlink" data-question="{escape(r["id"], quote=True)}">'
        f"<b>{label_html(r['label'])}</b> {escape(r['title'])}</button></li>"
        for r in related
    )
    return f'<nav class="related" {attributes("aria-label", "related")}><h3>{both("related")}</h3><ul>{items}</ul></nav>'


def greeting_html(starters: Sequence[Document]) -> str:
    """What an empty conversation shows."""
    begin = follow_ups_html(starters, "starters") if starters else ""
    return f'<section class="greeting"><h1>{both("greeting")}</h1><p>{both("greeting_hint")}</p>{begin}</section>'
