"""The one place that reads the environment: `TIYAN_*` variables and a `.env` file, with their defaults."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import Literal

from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from ingest.errors import TiyanError

PREFIX = "TIYAN_"


def default_home() -> Path:
    """The home that the page was told to use from the next start on, else the platform's folder for a user's data."""
    from platformdirs import user_data_path

    return chosen_home() or user_data_path("tiyan", appauthor=False)


def home_pointer() -> Path:
    """The file that names a home, such as `~/.config/tiyan/home`: a home cannot say itself where it is."""
    from platformdirs import user_config_path

    return user_config_path("tiyan", appauthor=False) / "home"


def chosen_home() -> Path | None:
    """What the pointer file names; None where it is missing, unreadable or no absolute path."""
    try:
        named = Path(home_pointer().read_text(encoding="utf-8").strip())
    except (OSError, ValueError):
        return None
    return named if named.is_absolute() else None


def choose_home(home: Path | None) -> None:
    """Use this home from the next start on; None goes back to the platform's. Raises TiyanError when it cannot be."""
    pointer = home_pointer()
    try:
        if home is None:
            pointer.unlink(missing_ok=True)
            return
        home.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=home):
            pass
        write_private(pointer, str(home))
    except OSError as error:
        raise TiyanError(
            f"{error.filename or home}: cannot be the home folder ({error.strerror})",
            f"{error.filename or home}：不能用作数据目录（{error.strerror}）",
        ) from error


class Settings(BaseSettings):
    """What a user can set from outside. Every field is `TIYAN_<NAME>` in the environment or in `.env`.

    Without `chat_model` and `chat_base_url` (any OpenAI-compatible address) an Ollama at `ollama` answers when there is
    one, and else answers are quoted from the bank.
    """

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, env_file=".env", env_file_encoding="utf-8", env_ignore_empty=True, extra="ignore"
    )

    home: Path = Field(default_factory=default_home)
    embedder: str | None = None
    reranker: str | None = None

    chat_model: str | None = None
    chat_base_url: str | None = None
    chat_api_key: SecretStr | None = None
    chat_temperature: float | None = Field(default=None, ge=0, le=2)
    chat_timeout: float = Field(default=60.0, gt=0)
    chat_max_tokens: int = Field(default=1500, ge=1)
    chat_context_tokens: int = Field(default=8192, ge=512)
    ollama: str = (
        "http://127.0.0.1:11434"  # asked for its models when no chat model is named; "off": not asked
    )
    answer_length: Literal["short", "normal", "long"] = "normal"
    theme: Literal["system", "light", "dark"] = "system"

    host: str = "127.0.0.1"
    port: int = Field(default=7860, ge=1, le=65535)

    @field_validator("home")
    @classmethod
    def _expand(cls, home: Path) -> Path:
        return home.expanduser()


def load_settings(home: Path | None = None) -> Settings:
    """Settings of this machine: `home` as given, then the environment, then `.env`, then what the page saved.

    Raises TiyanError naming the variable that does not fit.
    """
    given = {} if home is None else {"home": home}
    try:
        settings = Settings(**given)
        kept = {
            name: value
            for name, value in saved(settings.home).items()
            if name not in settings.model_fields_set
        }
        return Settings(**given, **kept) if kept else settings
    except ValidationError as error:
        first = error.errors()[0]
        name = PREFIX + str(first["loc"][0]).upper()
        found = "(hidden)" if "key" in str(first["loc"][0]) else repr(first.get("input"))
        raise TiyanError(
            f"{name}: {found} does not fit ({first['msg']}); set another value or unset it"
        ) from None


def misspelt() -> list[str]:
    """One line for each `TIYAN_…` variable, of the environment or of `.env`, that is no setting."""
    from difflib import get_close_matches

    known = [PREFIX + name.upper() for name in Settings.model_fields]
    remarks = []
    for where, names in (("the environment", list(os.environ)), (".env", _names_in(Path(".env")))):
        for name in sorted(name for name in names if name.upper().startswith(PREFIX)):
            if name.upper() not in known:
                near = get_close_matches(name.upper(), known, 1, 0.8)
                remedy = f"did you mean {near[0]}?" if near else f"known are {', '.join(known)}"
                remarks.append(f"{name} in {where} is no setting; {remedy}")
    return remarks


def _names_in(file: Path) -> list[str]:
    from dotenv import dotenv_values

    return list(dotenv_values(file)) if file.is_file() else []


# what the page may set
SAVED = ("chat_model", "chat_base_url", "chat_api_key", "embedder", "answer_length", "theme")


def saved(home: Path) -> dict[str, str]:
    """What the page saved in this home; nothing when the file is missing or broken."""
    try:
        kept = json.loads((home / "settings.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return {name: kept[name] for name in SAVED if isinstance(kept, dict) and isinstance(kept.get(name), str)}


def save(home: Path, changes: dict[str, str | None]) -> None:
    """Keep these for the next start, readable by this user alone; None and "" forget.

    Raises TiyanError when the home cannot be written.
    """
    kept = {**saved(home), **{name: value for name, value in changes.items() if name in SAVED}}
    text = json.dumps({name: value for name, value in kept.items() if value}, ensure_ascii=False, indent=1)
    try:
        write_private(home / "settings.json", text)
    except OSError as error:
        raise TiyanError(f"{home}: the settings could not be kept ({error.strerror})") from error


def write_private(path: Path, text: str) -> None:
    """Write a file whole or not at all, readable by this user alone."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, suffix=".part")
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(name, path)


def fixed_by_environment(home: Path) -> set[str]:
    """Names among SAVED that the environment or `.env` sets, which no page can change."""
    return set(SAVED) & Settings(home=home).model_fields_set
