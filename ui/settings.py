"""The one place that reads the environment: `TIYAN_*` variables and a `.env` file, with their defaults."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from ingest.errors import TiyanError

PREFIX = "TIYAN_"


def default_home() -> Path:
    """The platform's folder for a user's data, such as `~/.local/share/tiyan`."""
    from platformdirs import user_data_path

    return user_data_path("tiyan", appauthor=False)


class Settings(BaseSettings):
    """What a user can set from outside. Every field is `TIYAN_<NAME>` in the environment or in `.env`.

    Without `chat_model` and `chat_base_url` (any OpenAI-compatible address) answers are quoted from the bank.
    """

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, env_file=".env", env_file_encoding="utf-8", env_ignore_empty=True, extra="ignore"
    )

    home: Path = Field(default_factory=default_home)
    embedder: str | None = None

    chat_model: str | None = None
    chat_base_url: str | None = None
    chat_api_key: SecretStr | None = None
    chat_temperature: float | None = Field(default=None, ge=0, le=2)
    chat_timeout: float = Field(default=60.0, gt=0)
    chat_max_tokens: int = Field(default=1500, ge=1)
    chat_context_tokens: int = Field(default=8192, ge=512)
    answer_length: Literal["short", "normal", "long"] = "normal"

    host: str = "127.0.0.1"
    port: int = Field(default=7860, ge=1, le=65535)

    @field_validator("home")
    @classmethod
    def _expand(cls, home: Path) -> Path:
        return home.expanduser()


def load_settings(home: Path | None = None) -> Settings:
    """Settings of this machine, with `home` put before the environment's.

    Raises TiyanError naming the variable that does not fit.
    """
    given = {} if home is None else {"home": home}
    try:
        return Settings(**given)
    except ValidationError as error:
        first = error.errors()[0]
        name = PREFIX + str(first["loc"][0]).upper()
        found = "(hidden)" if "key" in str(first["loc"][0]) else repr(first.get("input"))
        raise TiyanError(
            f"{name}: {found} does not fit ({first['msg']}); set another value or unset it"
        ) from None
