"""HTML of an interview: how to begin, what is asked, how an answer fared point by point."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from ui.labels import label_html
from ui.render import render_markdown
from ui.words import amount, attributes, both

if TYPE_CHECKING:
    from assistant.interview import Grade, Outcome, PointGrade, Prompt
    from index import Index

SIGNS = {"hit": "✓", "partly": "◐", "missed": "○", "wrong": "✗"}
RATINGS = ("again", "hard", "good", "easy")


def begin_html(topics: Sequence[str], *, due: int, weak: bool, open_attempt: str | None) -> str:
    """Ways to begin: what is due today first, what was left open above all."""
    resume = (
        f'<button type="button" class="way resume" data-attempt="{escape(open_attempt, quote=True)}">'
        f"<b>{both('resume')}</b><span>{both('resume_hint')}</span></button>"
        if open_attempt
        else ""
    )
    ways = [
        _way("due", amount(due, "bank_count"), off=not due),
        _way("weak", both("weak_hint"), off=not weak),
        _way("random", both("random_hint")),
    ]
    options = "".join(f'<option value="{escape(t, quote=True)}">{escape(t)}</option>' for t in topics)
    by_topic = (
        f'<div class="way by-topic"><label><b>{both("mode_topic")}</b><select name="topic" '
        f"{attributes('aria-label', 'mode_topic')}>{options}</select></label>"
        f'<button type="button" class="quiet" data-mode="topic">{both("begin")}</button></div>'
        if topics
        else ""
    )
    return (
        f'<section class="begin"><h1 class="room-title">{both("interview")}</h1><p class="hint">{both("interview_hint")}</p>'
        f'<div class="ways">{resume}{"".join(ways)}{by_topic}</div></section>'
    )


def _way(mode: str, hint: str, *, off: bool = False) -> str:
    disabled = " disabled" if off else ""
    return (
        f'<button type="button" class="way" data-mode="{mode}"{disabled}><b>{both(f"mode_{mode}")}</b>'
        f"<span>{hint}</span></button>"
    )


def prompt_html(prompt: Prompt) -> str:
    """What is asked now."""
    kind = both("follow_up_question") if prompt.is_follow_up else f"{prompt.number} / {prompt.total}"
    return f'<div class="asked"><p class="asked-kind">{kind}</p><h2>{escape(prompt.text)}</h2></div>'


def outcome_html(index: Index, said: str, outcome: Outcome, question_id: str) -> str:
    """The learner's words and what came of them."""
    mine = f'<p class="mine">{escape(said)}</p>' if said else ""
    spoken = render_markdown(outcome.text) if outcome.text else ""
    graded = grade_html(index, outcome.grade) if outcome.grade is not None else ""
    rated = ""
    if outcome.review is not None:
        rated = rating_html(outcome.review.id, outcome.review.rating)
    return (
        f'<div class="exchange {outcome.kind}">{mine}<div class="spoken">{spoken}</div>{graded}{rated}'
        f'<button type="button" class="quiet qlink" data-question="{escape(question_id, quote=True)}">'
        f"{both('open_question')}</button></div>"
    )


def comment_html(comment: str, model: str) -> str:
    """What the chat model says to it, under its name."""
    return f'<p>{escape(comment)}</p><p class="said-by">{both("comment_by")} {escape(model)}</p>'


def grade_html(index: Index, grade: Grade) -> str:
    points = "".join(_point(index, point) for point in grade.points)
    return (
        f'<div class="grade"><p class="score"><b>{round(100 * grade.score)}</b> {both("points_of_100")}</p>'
        f'<ul class="verdicts">{points}</ul></div>'
    )


def _point(index: Index, point: PointGrade) -> str:
    """One point: its verdict by sign and word, never by colour alone."""
    chunk = index.chunk(point.chunk_id)
    label = chunk.label if chunk else point.role
    evidence = f'<q class="evidence">{escape(point.evidence)}</q>' if point.evidence else ""
    reasons = f'<span class="reasons">{escape("；".join(point.reasons))}</span>' if point.reasons else ""
    question = chunk.question.id if chunk else ""
    return (
        f'<li class="verdict {point.verdict}"><span class="sign" aria-hidden="true">{SIGNS[point.verdict]}</span>'
        f'<div><span class="verdict-word">{both(point.verdict)}</span> '
        f'<button type="button" class="mark" data-question="{escape(question, quote=True)}" '
        f'data-chunk="{escape(point.chunk_id, quote=True)}">{label_html(label)}</button>'
        f"<div>{render_markdown(point.text)}</div>{evidence}{reasons}</div></li>"
    )


def rating_html(review_id: int, rating: str) -> str:
    """The rating in force for the schedule, and the learner's way to overrule it."""
    buttons = "".join(
        f'<button type="button" class="quiet" data-rating="{name}" aria-pressed="{"true" if name == rating else "false"}">'
        f"{both(f'rate_{name}')}</button>"
        for name in RATINGS
    )
    return f'<div class="rating" data-review="{review_id}"><span>{both("rating")}</span>{buttons}</div>'


def ended_html(results: Sequence[dict]) -> str:
    scored = [r["score"] for r in results if r["score"] is not None]
    mean = f"{round(100 * sum(scored) / len(scored))} {both('points_of_100')} · " if scored else ""
    return (
        f'<section class="ended"><h2>{both("interview_over")}</h2><p>{mean}{amount(len(results), "bank_count")}</p>'
        f'<button type="button" class="solid again">{both("again_interview")}</button></section>'
    )
