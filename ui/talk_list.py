"""HTML of the list of conversations."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from html import escape

from ui.talks import TalkLine
from ui.words import attributes, both


def talk_list_html(lines: Sequence[TalkLine], current: str) -> str:
    """One line a conversation, latest first, with what can be done to it."""
    if not lines:
        return f'<p class="note">{both("no_talks")}</p>'
    return f'<ul class="talk-list">{"".join(_line(line, line.id == current) for line in lines)}</ul>'


def _line(line: TalkLine, current: bool) -> str:
    acts = "".join(
        f'<button type="button" class="quiet" data-wish="{wish}" {attributes("aria-label", wish)}>{both(wish)}</button>'
        for wish in ("rename", "export", "delete")
    )
    when = datetime.fromtimestamp(line.updated)
    here = ' aria-current="true"' if current else ""
    return (
        f'<li data-talk="{escape(line.id, quote=True)}"{here}>'
        f'<button type="button" class="talk-open">{escape(line.title)}</button>'
        f'<div class="talk-acts">{acts}<time datetime="{when.isoformat(timespec="seconds")}">'
        f"{when:%Y-%m-%d %H:%M}</time></div></li>"
    )
