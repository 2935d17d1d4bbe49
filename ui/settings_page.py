"""The room of settings: what its page calls. A key goes in and never comes out; a rebuild keeps the old index until it is done."""

from __future__ import annotations

from html import escape
from itertools import islice
from pathlib import Path
from typing import Any

from pydantic import SecretStr

from ingest import TiyanError
from ui.documents import Document
from ui.engine import Engine
from ui.jobs import Job
from ui.library import index_bank, made_by, own_bank
from ui.settings import (
    SAVED,
    Settings,
    choose_home,
    chosen_home,
    default_home,
    fixed_by_environment,
    load_settings,
    save,
)
from ui.settings_html import LENGTHS, THEMES, Stand, settings_form
from ui.wiring import chat_choice, embedder_opener, make_chat_model

LOOPBACK = ("127.0.0.1", "localhost", "::1")
TRY = "Reply with the single word: ready"
TRY_SECONDS = 30.0
TRY_PIECES = 40  # of a stream; enough to see that words come
ON_PAGE = tuple(
    name for name in SAVED if name != "embedder"
)  # what `save` takes: an embedder needs a rebuild
CHOICES = {"answer_length": LENGTHS, "theme": THEMES}


class SettingsPage:
    """Settings change only where the page serves this machine or asks who is there."""

    def __init__(self, engine: Engine, *, guarded: bool = False) -> None:
        self._engine, self._guarded = engine, guarded
        self._home_given = "home" in engine.settings.model_fields_set

    def show(self, data: Document) -> Document:
        settings = self._engine.settings
        stand = Stand(
            settings,
            self._fixed(),
            chat_choice(settings),
            made_by=made_by(settings.home)["name"],
            questions=self._questions(),
            next_home=None if self._home_given else default_home(),
            changeable=self._changeable(),
        )
        return {"html": settings_form(stand), "theme": settings.theme, "length": settings.answer_length}

    def save(self, data: Document) -> Document:
        """Keep what the form says and answer with it from now on."""
        self._require_changeable()
        wanted, current = self._wanted(data), self._engine.settings
        make_chat_model(self._tried(wanted))  # raises where there is no such model to open
        save(current.home, wanted)
        fresh = load_settings(current.home)
        self._engine.take_up(
            fresh.model_copy(
                update={"host": current.host, "port": current.port, "embedder": current.embedder}
            )
        )
        return self.show({}) | {"saved": True}

    def try_model(self, data: Document) -> Document:
        """Ask the model of the form for one word; nothing is kept."""
        self._require_changeable()
        trial = self._tried(self._wanted(data)).model_copy(update={"chat_timeout": TRY_SECONDS})
        reply = try_chat_model(trial, english=data.get("language") == "en")
        return {"html": f'<p class="note">{escape(reply)}</p>'}

    def rebuild(self, data: Document) -> Document:
        """Begin to index the bank with another embedder (or the present one anew); gives the token of the job."""
        self._require_changeable()
        current = self._engine.settings
        named = str(data.get("embedder") or "").strip() or None
        wanted = current.embedder if "embedder" in self._fixed() else named
        return {"token": self._engine.jobs.run(lambda job: self._rebuild(job, wanted))}

    def rebuilt(self, data: Document) -> Document:
        return self._engine.jobs.document(str(data.get("token") or ""))

    def move(self, data: Document) -> Document:
        """Use another home folder from the next start on; an empty one is the platform's."""
        self._require_changeable()
        if self._home_given:
            raise TiyanError("the home folder is set by TIYAN_HOME or --home; change it there")
        named = str(data.get("home") or "").strip()
        home = Path(named).expanduser() if named else None
        if home is not None and not home.is_absolute():
            raise TiyanError(f"{named}: write the whole path, such as {Path.home() / 'tiyan'}")
        if home != default_home() or chosen_home() is None:
            choose_home(home)
        return self.show({}) | {"saved": True}

    def _rebuild(self, job: Job, embedder: str | None) -> None:
        settings = self._engine.settings.model_copy(update={"embedder": embedder})
        open_embedder = embedder_opener(settings)
        index_bank(settings, own_bank(settings), open_embedder, progress=job.moved)
        if "embedder" not in self._fixed():
            save(settings.home, {"embedder": embedder})
        self._engine.change_embedder(settings, open_embedder)

    def _questions(self) -> int:
        try:
            return len(self._engine.index.bank.questions)
        except TiyanError:  # the bank cannot be opened, which is said elsewhere; the settings can be
            return 0

    def _fixed(self) -> set[str]:
        return fixed_by_environment(self._engine.settings.home) | ({"home"} if self._home_given else set())

    def _changeable(self) -> bool:
        return self._guarded or self._engine.settings.host in LOOPBACK

    def _require_changeable(self) -> None:
        if not self._changeable():
            raise TiyanError("settings can be changed on this machine only, or behind --auth")

    def _wanted(self, data: Document) -> dict[str, str | None]:
        """What the form changes; an empty key means the one that is there, `forget` means none."""
        named = [name for name in ON_PAGE if name in data and name not in self._fixed()]
        wanted = {name: str(data[name] or "").strip() or None for name in named}
        for name, known in CHOICES.items():
            if name in wanted and wanted[name] not in known:
                raise TiyanError(f"{name}: {wanted[name]!r} is none of {', '.join(known)}")
        if "chat_api_key" in wanted and wanted["chat_api_key"] is None:
            key = self._engine.settings.chat_api_key
            wanted["chat_api_key"] = None if data.get("forget") or key is None else key.get_secret_value()
        return wanted

    def _tried(self, wanted: dict[str, str | None]) -> Settings:
        """The present settings with these values."""
        changes: dict[str, Any] = dict(wanted)
        if changes.get("chat_api_key"):
            changes["chat_api_key"] = SecretStr(changes["chat_api_key"])
        return self._engine.settings.model_copy(update=changes)


def try_chat_model(settings: Settings, *, english: bool = False) -> str:
    """The model's reply to one short request. Raises TiyanError when it cannot be reached."""
    model = make_chat_model(settings)
    if model is None:
        raise TiyanError("no chat model is named: answers quote the bank")
    try:
        reply = "".join(str(piece.text) for piece in islice(model.stream(TRY), TRY_PIECES))
    except Exception as error:
        from assistant.failures import failure_of

        raise TiyanError(failure_of(error, "en" if english else "zh").message) from None
    return f"✓ {reply.strip()[:80]}"
