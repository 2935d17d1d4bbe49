"""HTML of the settings: which model answers and why, how answers and the page look, what searches, where it all lives."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from ui.settings import PREFIX, Settings
from ui.words import amount, both

if TYPE_CHECKING:
    from assistant import ChatChoice

BUNDLED = "multilingual-e5-small"
LENGTHS = ("short", "normal", "long")
THEMES = ("system", "light", "dark")


@dataclass(frozen=True, slots=True)
class Stand:
    """How things are: what is set, what of it is `fixed` from outside, what made the index, which home comes next."""

    settings: Settings
    fixed: Collection[str]
    choice: ChatChoice
    made_by: str
    questions: int
    next_home: Path | None = None
    changeable: bool = True


def settings_form(stand: Stand) -> str:
    """All of the room. What the environment decides is shown, named, and cannot be edited."""
    locked = "" if stand.changeable else f'<p class="note trouble">{both("settings_locked")}</p>'
    return (
        f"{locked}{_chat(stand)}{_looks(stand)}{_embedder(stand)}{_home(stand)}"
        f'<p class="hint">{both("environment_hint")}</p>'
    )


def _section(name: str, title: str, hint: str, body: str, acts: str = "") -> str:
    acts = f'<div class="settings-acts">{acts}</div>' if acts else ""
    return (
        f'<form class="settings" data-form="{name}" autocomplete="off"><h2>{both(title)}</h2>'
        f'<p class="hint">{both(hint)}</p>{body}{acts}<div class="tried" role="status"></div></form>'
    )


def _chat(stand: Stand) -> str:
    settings, fixed = stand.settings, stand.fixed
    has_key = settings.chat_api_key is not None
    fields = [
        _field(stand, "chat_base_url", "text", settings.chat_base_url or "", "https://…/v1"),
        _field(stand, "chat_model", "text", settings.chat_model or "", "qwen3 · deepseek-chat · …"),
        _field(stand, "chat_api_key", "password", "", "••••••••" if has_key else ""),
    ]
    forget = (
        f'<label class="keep"><input type="checkbox" name="forget"> {both("forget_key")}</label>'
        if has_key and "chat_api_key" not in fixed
        else ""
    )
    off = "" if stand.changeable else " disabled"
    acts = (
        f'<button type="button" class="quiet try"{off}>{both("try")}</button>'
        f'<button type="submit" class="solid"{off}>{both("save")}</button>'
    )
    return _section(
        "chat", "chat_model_title", "chat_model_hint", choice_html(stand) + "".join(fields) + forget, acts
    )


def choice_html(stand: Stand) -> str:
    """The chat model in use, and why that one."""
    choice, settings = stand.choice, stand.settings
    if choice.source == "none":
        model, why = both("no_model"), both("why_no_ollama" if settings.ollama == "off" else "why_no_model")
    else:
        named = choice.settings.model
        at = f" · <code>{escape(choice.settings.base_url)}</code>" if choice.settings.base_url else ""
        model = (f"<code>{escape(named)}</code>" if named else both("first_model")) + at
        outside = {"chat_model", "chat_base_url"} & set(stand.fixed)
        set_by = "why_environment" if outside else "why_page"
        why = both("why_ollama" if choice.source == "ollama" else set_by)
    return (
        f'<p class="in-use" data-source="{choice.source}"><span class="in-use-name">{both("in_use")}</span> '
        f'<b>{model}</b><br><span class="in-use-why">{why}</span></p>'
    )


def _looks(stand: Stand) -> str:
    body = _choice(stand, "answer_length", LENGTHS, stand.settings.answer_length)
    return _section(
        "looks", "looks", "looks_hint", body + _choice(stand, "theme", THEMES, stand.settings.theme)
    )


def _choice(stand: Stand, name: str, values: tuple[str, ...], chosen: str) -> str:
    off = " disabled" if name in stand.fixed or not stand.changeable else ""
    options = "".join(
        f'<label><input type="radio" name="{name}" value="{value}"{" checked" if value == chosen else ""}{off}>'
        f"<span>{both(f'theme_{value}' if name == 'theme' else value)}</span></label>"
        for value in values
    )
    return (
        f'<fieldset class="choice"><legend>{both(name)}{_fixed(stand, name)}</legend>'
        f'<div class="choice-row">{options}</div></fieldset>'
    )


def _embedder(stand: Stand) -> str:
    fixed = "embedder" in stand.fixed
    field = _field(stand, "embedder", "text", stand.settings.embedder or "", BUNDLED)
    made = (
        f'<p class="in-use"><span class="in-use-name">{both("index_made_by")}</span> '
        f"<b><code>{escape(stand.made_by)}</code></b> · {amount(stand.questions, 'bank_count')}</p>"
    )
    off = "" if stand.changeable else " disabled"
    key = "rebuild" if fixed else "change_and_rebuild"
    acts = f'<button type="submit" class="solid"{off}>{both(key)}</button>'
    return _section("embedder", "embedder", "embedder_hint", made + field, acts)


def _home(stand: Stand) -> str:
    now = (
        f'<p class="in-use"><span class="in-use-name">{both("in_use")}</span> '
        f"<b><code>{escape(str(stand.settings.home))}</code></b></p>"
    )
    if "home" in stand.fixed:
        note = f'<p class="hint fixed-home">{both("home_fixed")} <code>{PREFIX}HOME</code> / <code>--home</code></p>'
        return _section("home", "home", "home_hint", now + note)
    next_home = stand.next_home or stand.settings.home
    later = (
        f'<p class="note next-home">{both("home_next")} <code>{escape(str(next_home))}</code></p>'
        if next_home != stand.settings.home
        else ""
    )
    field = _field(stand, "home", "text", str(next_home), "")
    off = "" if stand.changeable else " disabled"
    acts = f'<button type="submit" class="solid"{off}>{both("home_change")}</button>'
    return _section("home", "home", "home_hint", now + later + field, acts)


def _fixed(stand: Stand, name: str) -> str:
    if name not in stand.fixed:
        return ""
    return f" <em>{both('by_environment')} <code>{PREFIX}{name.upper()}</code></em>"


def _field(stand: Stand, name: str, kind: str, value: str, example: str) -> str:
    off = " disabled" if name in stand.fixed or not stand.changeable else ""
    return (
        f'<label class="field"><span>{both(name)}{_fixed(stand, name)}</span><input type="{kind}" name="{name}" '
        f'value="{escape(value, quote=True)}" placeholder="{escape(example, quote=True)}" spellcheck="false" '
        f'autocomplete="{"new-password" if kind == "password" else "off"}"{off}></label>'
    )
