"""The part of the bank that a conversation keeps to: `file:PATH`, `topic:NAME`, or an empty string for the whole bank."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from ui.shelf import file_name
from ui.words import WORDS, attributes, both

if TYPE_CHECKING:
    from ingest import Bank


def filters_of(part: str) -> dict[str, list[str]]:
    """The filters that `StudyAssistant.stream` takes; none for the whole bank or for what names no part."""
    kind, _, name = part.partition(":")
    return {f"{kind}s": [name]} if kind in ("file", "topic") and name else {}


def part_html() -> str:
    """The control under the question box; its choices come when the bank is open."""
    return (
        f'<div class="keep-to" hidden><label class="keep-to-label"><span>{both("part")}</span>'
        f'<select name="part" {attributes("aria-label", "part")}></select></label>'
        f'<button type="button" class="keep-to-clear" {attributes("aria-label", "whole_bank_again")} '
        f"{attributes('title', 'whole_bank_again')}>×</button></div>"
    )


def part_options(bank: Bank) -> str:
    """The choices: files, then topics; empty where there are no two of either."""
    files = [
        (f"file:{file.path}", file.title or file_name(file.path)) for file in bank.files if file.questions
    ]
    topics = [(f"topic:{t}", t) for t in dict.fromkeys(t for q in bank.questions for t in q.topic)]
    groups = [
        _group(key, choices) for key, choices in (("files", files), ("topics", topics)) if len(choices) > 1
    ]
    zh, en = (escape(text, quote=True) for text in WORDS["whole_bank"])
    return f'<option value="" data-zh="{zh}" data-en="{en}">{zh}</option>{"".join(groups)}' if groups else ""


def _group(key: str, choices: Sequence[tuple[str, str]]) -> str:
    zh, en = (escape(text, quote=True) for text in WORDS[key])
    options = "".join(
        f'<option value="{escape(value, quote=True)}">{escape(text[:40])}</option>' for value, text in choices
    )
    return f'<optgroup label="{zh}" data-zh="{zh}" data-en="{en}">{options}</optgroup>'
