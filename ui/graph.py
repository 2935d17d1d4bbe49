"""The bank's own references as a picture: questions on a circle, a thread for each mention."""

from __future__ import annotations

from html import escape
from math import cos, pi, sin
from typing import TYPE_CHECKING

from ui.words import attributes, both

if TYPE_CHECKING:
    from ingest import Bank, Question

SIZE, RADIUS, MARGIN = 640, 240, 26
MOST = 160  # questions; beyond that the best linked ones are drawn


def linked_questions(bank: Bank) -> list[Question]:
    """Questions that have a link in or out, in the bank's order, at most MOST."""
    degree = {q.id: len(bank.links_from(q.id)) + len(bank.links_to(q.id)) for q in bank.questions}
    kept = set(sorted((id for id, n in degree.items() if n), key=lambda id: -degree[id])[:MOST])
    return [q for q in bank.questions if q.id in kept]


def graph_html(bank: Bank) -> str:
    """An SVG whose questions are buttons; a line of text where nothing refers to anything."""
    questions = linked_questions(bank)
    if not questions:
        return f'<p class="note">{both("no_links")}</p>'
    angle = {q.id: 2 * pi * i / len(questions) - pi / 2 for i, q in enumerate(questions)}
    threads = "".join(
        _thread(angle[q.id], angle[other], q.id, other)
        for q in questions
        for other in bank.links_from(q.id)
        if other in angle
    )
    nodes = "".join(_node(q, angle[q.id], len(bank.links_to(q.id))) for q in questions)
    half = SIZE / 2
    return (
        f'<svg class="graph" viewBox="{-half:.0f} {-half:.0f} {SIZE} {SIZE}" role="group" '
        f'{attributes("aria-label", "graph")}><g class="threads">{threads}</g>{nodes}</svg>'
    )


def _at(angle: float, radius: float) -> str:
    return f"{radius * cos(angle):.1f} {radius * sin(angle):.1f}"


def _thread(start: float, end: float, source: str, target: str) -> str:
    ends = f'data-from="{escape(source, quote=True)}" data-to="{escape(target, quote=True)}"'
    return f'<path d="M{_at(start, RADIUS)} Q0 0 {_at(end, RADIUS)}" {ends}/>'


def _node(question: Question, angle: float, mentions: int) -> str:
    """A dot that grows with how often it is referred to, and its number outside the circle, never upside down."""
    x, y = _at(angle, RADIUS).split()
    turned = angle * 180 / pi
    left = cos(angle) < 0
    number = question.number if question.number_source == "assigned" else question.label
    label = (
        f'<text transform="rotate({turned + 180 if left else turned:.1f}) '
        f'translate({-(RADIUS + 12) if left else RADIUS + 12} 4)" text-anchor="{"end" if left else "start"}">'
        f"{escape(number[:8])}</text>"
    )
    name = escape(f"{question.label} {question.title}", quote=True)
    return (
        f'<g class="node" role="button" tabindex="0" data-question="{escape(question.id, quote=True)}" aria-label="{name}">'
        f'<title>{name}</title><circle cx="{x}" cy="{y}" r="{min(7, 2.5 + mentions**0.5):.1f}"/>{label}</g>'
    )
