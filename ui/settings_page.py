"""The room of settings: which chat model answers, tried on the spot; its key goes in and never comes out."""

from __future__ import annotations

from html import escape
from itertools import islice
from typing import Any

from pydantic import SecretStr

from ingest import TiyanError
from ui.documents import Document
from ui.engine import Engine
from ui.settings import SAVED, Settings, fixed_by_environment, load_settings, save
from ui.words import both

LOOPBACK = ("127.0.0.1", "localhost", "::1")
TRY = "Reply with the single word: ready"
TRY_SECONDS = 30.0
TRY_PIECES = 40  # of a stream; enough to see that words come


class SettingsPage:
    """What the page of settings calls. Settings change only where the page serves this machine or asks who is there."""

    def __init__(self, engine: Engine, *, guarded: bool = False) -> None:
        self._engine, self._guarded = engine, guarded

    def show(self, data: Document) -> Document:
        settings = self._engine.settings
        fixed = fixed_by_environment(settings.home)
        return {"html": settings_html(settings, fixed, changeable=self._changeable())}

    def save(self, data: Document) -> Document:
        """Keep what the form says and answer with it from now on."""
        self._save(self._wanted(data))
        return self.show({}) | {"saved": True}

    def try_model(self, data: Document) -> Document:
        """Ask the model of the form for one word; nothing is kept."""
        if not self._changeable():
            raise TiyanError("settings can be changed on this machine only, or behind --auth")
        wanted: dict[str, Any] = self._wanted(data)
        if wanted.get("chat_api_key"):
            wanted["chat_api_key"] = SecretStr(wanted["chat_api_key"])
        wanted.pop("answer_length", None)
        trial = self._engine.settings.model_copy(update={**wanted, "chat_timeout": TRY_SECONDS})
        return {
            "html": f'<p class="note">{escape(try_chat_model(trial, english=data.get("language") == "en"))}</p>'
        }

    def _changeable(self) -> bool:
        return self._guarded or self._engine.settings.host in LOOPBACK

    def _wanted(self, data: Document) -> dict[str, str | None]:
        """The form's values; an empty key means the one that is there, `forget` means none."""
        fixed = fixed_by_environment(self._engine.settings.home)
        wanted = {name: str(data.get(name) or "").strip() or None for name in SAVED if name not in fixed}
        if "chat_api_key" in wanted and wanted["chat_api_key"] is None:
            key = self._engine.settings.chat_api_key
            wanted["chat_api_key"] = None if data.get("forget") or key is None else key.get_secret_value()
        return wanted

    def _save(self, wanted: dict[str, str | None]) -> None:
        if not self._changeable():
            raise TiyanError("settings can be changed on this machine only, or behind --auth")
        current = self._engine.settings
        save(current.home, wanted)
        fresh = load_settings(current.home)
        self._engine.take_up(fresh.model_copy(update={"host": current.host, "port": current.port}))


def try_chat_model(settings: Settings, *, english: bool = False) -> str:
    """The model's reply to one short request. Raises TiyanError when it cannot be reached."""
    from ui.wiring import make_chat_model

    model = make_chat_model(settings)
    if model is None:
        raise TiyanError("no chat model is named: answers quote the bank")
    try:
        reply = "".join(str(piece.text) for piece in islice(model.stream(TRY), TRY_PIECES))
    except Exception as error:
        from assistant.failures import failure_of

        raise TiyanError(failure_of(error, "en" if english else "zh").message) from None
    return f"✓ {reply.strip()[:80]}"


def settings_html(settings: Settings, fixed: set[str], *, changeable: bool) -> str:
    """The form; what the environment decides is shown and cannot be edited."""
    has_key = settings.chat_api_key is not None
    fields = [
        _field("chat_base_url", "text", settings.chat_base_url or "", fixed, "https://…/v1"),
        _field("chat_model", "text", settings.chat_model or "", fixed, "qwen3 · deepseek-chat · …"),
        _field("chat_api_key", "password", "", fixed, "••••••••" if has_key else ""),
    ]
    forget = (
        f'<label class="keep"><input type="checkbox" name="forget"> {both("forget_key")}</label>'
        if has_key and "chat_api_key" not in fixed
        else ""
    )
    locked = "" if changeable else f'<p class="note trouble">{both("settings_locked")}</p>'
    off = "" if changeable else " disabled"
    return (
        f'{locked}<form class="settings" autocomplete="off"><h2>{both("chat_model_title")}</h2>'
        f'<p class="hint">{both("chat_model_hint")}</p>{"".join(fields)}{forget}'
        f'<div class="settings-acts"><button type="button" class="quiet try"{off}>{both("try")}</button>'
        f'<button type="submit" class="solid"{off}>{both("save")}</button></div><div class="tried" role="status"></div></form>'
        f'<dl class="facts"><dt>{both("embedder")}</dt><dd><code>{escape(settings.embedder or "multilingual-e5-small")}</code>'
        f"</dd><dt>{both('home')}</dt><dd><code>{escape(str(settings.home))}</code></dd></dl>"
        f'<p class="hint">{both("environment_hint")}</p>'
    )


def _field(name: str, kind: str, value: str, fixed: set[str], example: str) -> str:
    note = f" <em>{both('by_environment')}</em>" if name in fixed else ""
    off = " disabled" if name in fixed else ""
    return (
        f'<label class="field"><span>{both(name)}{note}</span><input type="{kind}" name="{name}" '
        f'value="{escape(value, quote=True)}" placeholder="{escape(example, quote=True)}" spellcheck="false" '
        f'autocomplete="{"new-password" if kind == "password" else "off"}"{off}></label>'
    )
