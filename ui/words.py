"""Every word of the page, in Chinese and English.

A page carries both languages and a style rule shows one, so that switching needs no round trip: `both(key)`.
"""

from __future__ import annotations

from html import escape

from ui.words_ask import ASK
from ui.words_rooms import ROOMS
from ui.words_settings import SETTINGS

WORDS: dict[str, tuple[str, str]] = {**ASK, **ROOMS, **SETTINGS}


def word(key: str, language: str) -> str:
    """The word in `zh` or `en`, as plain text."""
    return WORDS[key][language == "en"]


def both(key: str) -> str:
    """HTML that holds the word in both languages, one of them shown."""
    zh, en = WORDS[key]
    return f'<span class="zh" lang="zh">{escape(zh)}</span><span class="en" lang="en">{escape(en)}</span>'


def amount(count: int | str, key: str) -> str:
    """「3 题」 and "3 questions" or "1 question", as HTML in both languages; 「2 / 60」 is a count, too."""
    zh, en = WORDS[key]
    en = en.removesuffix("s") if count == 1 else en
    return f'{count} <span class="zh" lang="zh">{escape(zh)}</span><span class="en" lang="en">{escape(en)}</span>'


def attributes(name: str, key: str) -> str:
    """An attribute in both languages, such as a label for screen readers; the page's script sets `name` from them."""
    zh, en = (escape(text, quote=True) for text in WORDS[key])
    return f'{name}="{zh}" data-{name}-zh="{zh}" data-{name}-en="{en}"'
