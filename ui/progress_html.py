"""HTML of a learner's progress: due today, days to come, topics, points that keep being missed."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from ui.words import attributes, both

if TYPE_CHECKING:
    from assistant.interview import Progress


def progress_html(progress: Progress) -> str:
    """Everything on one page; an invitation where there is nothing yet. What can be taken away comes last."""
    if not progress.reviews:
        return (
            f'<p class="note">{both("no_reviews")}</p>'
            f'<p><a class="solid" href="#/interview">{both("first_interview")}</a></p>{_exports("anki")}'
        )
    return f"{_figures(progress)}{_due(progress)}{_forecast(progress)}{_topics(progress)}{_missed(progress)}{_exports('csv', 'anki')}"


def _exports(*kinds: str) -> str:
    buttons = "".join(
        f'<button type="button" class="taken" data-export="{kind}">{both(f"export_{kind}")}</button>'
        for kind in kinds
    )
    return f'<section class="stretch"><h2>{both("export_log")}</h2><p class="take">{buttons}</p></section>'


def _figures(progress: Progress) -> str:
    figures = [
        (len(progress.due), "due_today"),
        (progress.streak, "streak"),
        (f"{progress.seen}/{progress.questions}", "seen"),
        (progress.reviews, "reviews"),
    ]
    return '<dl class="figures">' + "".join(
        f"<div><dd>{value}</dd><dt>{both(key)}</dt></div>" for value, key in figures
    ) + "</dl>"  # fmt: skip


def _due(progress: Progress) -> str:
    if not progress.due:
        return ""
    lines = "".join(
        f'<li><button type="button" class="shelf-line" data-question="{escape(d.question.id, quote=True)}">'
        f'<span class="shelf-text"><span class="shelf-title">{escape(d.question.title)}</span></span>'
        f'<span class="shelf-recall">{both("recall")} {round(100 * d.recall)}%</span></button></li>'
        for d in progress.due[:12]
    )
    return (
        f'<section class="stretch"><h2>{both("due_today")} <a class="quiet" href="#/interview">{both("begin")} →</a></h2>'
        f'<ul class="shelf-file">{lines}</ul></section>'
    )


def _forecast(progress: Progress) -> str:
    """Bars of the next days, each with its number."""
    most = max((count for _, count in progress.forecast), default=0) or 1
    bars = "".join(
        f'<li><span class="bar-count">{count or ""}</span><i style="height:{round(100 * count / most)}%"></i>'
        f'<time datetime="{day.isoformat()}">{day.day}</time></li>'
        for day, count in progress.forecast
    )
    return (
        f'<section class="stretch"><h2>{both("forecast")}</h2>'
        f'<ol class="days" {attributes("aria-label", "forecast")}>{bars}</ol></section>'
    )


def _topics(progress: Progress) -> str:
    rows = "".join(
        f'<li><span>{escape(t.topic)}</span><span class="meter"><i style="width:{round(100 * t.mastery)}%"></i></span>'
        f'<span class="meter-text">{round(100 * t.mastery)}% · {t.seen}/{t.questions}</span></li>'
        for t in progress.topics
    )
    return f'<section class="stretch"><h2>{both("mastery")}</h2><ul class="topics">{rows}</ul></section>'


def _missed(progress: Progress) -> str:
    if not progress.missed:
        return ""
    rows = "".join(
        f'<li><button type="button" class="shelf-line" data-question="{escape(m.question_id, quote=True)}" '
        f'data-chunk="{escape(m.chunk_id, quote=True)}"><span class="shelf-text">'
        f"{escape(' '.join(m.text.split())[:160])}</span>"
        f'<span class="shelf-recall">{m.missed}/{m.asked}</span></button></li>'
        for m in progress.missed
    )
    return f'<section class="stretch"><h2>{both("often_missed")}</h2><ul class="shelf-file">{rows}</ul></section>'
