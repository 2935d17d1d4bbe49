"""Which chat model composes, and how it is opened. Nothing here reads the environment."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import urlsplit

from ingest.errors import TiyanError

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

OLLAMA = "http://127.0.0.1:11434"
_LOCAL_SERVERS: dict[Path, Any] = {}  # one a model file, for as long as the process lives
_LOOPBACK = {"localhost", "127.0.0.1", "::1", "0.0.0.0"}


class ChatModelError(TiyanError):
    """The chat model that was asked for cannot be opened."""


@dataclass(frozen=True, slots=True)
class ChatSettings:
    """How to reach a chat model; an empty one means: answer without a model.

    `model` is a name at `base_url` (any OpenAI-compatible address, with its `/v1`), or `provider:model` for another
    LangChain provider, or the path of a .gguf file (extra `local`). `timeout` in seconds is the longest silence, before
    the first token and between two; `max_retries` counts new attempts after a refused connection, 429 or 5xx, with
    growing pauses; `max_tokens` bounds a reply; `context_tokens` bounds prompt and reply together.
    """

    model: str | None = None
    base_url: str | None = None
    api_key: str | None = None
    temperature: float | None = None
    timeout: float = 60.0
    max_retries: int = 2
    max_tokens: int = 1500
    context_tokens: int = 8192

    @property
    def configured(self) -> bool:
        return bool(self.model or self.base_url)


@dataclass(frozen=True, slots=True)
class ChatChoice:
    """The settings in use and why: where they come from, and one line that says it."""

    settings: ChatSettings
    source: Literal["configured", "ollama", "none"]
    reason: str


def choose_chat_model(settings: ChatSettings, *, ollama: str | None = OLLAMA) -> ChatChoice:
    """What was set, else an Ollama that answers at `ollama` (None: do not look), else no model."""
    if settings.configured:
        where = settings.base_url or "provider default address"
        return ChatChoice(
            settings, "configured", f"{settings.model or 'first model'} at {where}, as configured"
        )
    found = ollama_models(ollama) if ollama else []
    if found:
        using = replace(settings, model=found[0], base_url=f"{ollama}/v1")
        return ChatChoice(using, "ollama", f"{found[0]}, from the Ollama that answers at {ollama}")
    looked = f"and no Ollama answers at {ollama}" if ollama else "and Ollama is not looked for"
    return ChatChoice(settings, "none", f"no chat model configured {looked}; answers quote the bank")


def ollama_models(address: str = OLLAMA, timeout: float = 0.5) -> list[str]:
    """Names of the chat models that an Ollama at `address` has; empty when none answers in `timeout` seconds."""
    from urllib.request import ProxyHandler, build_opener

    try:
        with build_opener(ProxyHandler({})).open(f"{address}/api/tags", timeout=timeout) as reply:
            listed = json.load(reply)["models"]
        names = [str(entry["name"]) for entry in listed]
    except (OSError, ValueError, KeyError, TypeError):
        return []
    return [name for name in names if "embed" not in name and "bge" not in name]


def open_chat_model(settings: ChatSettings) -> BaseChatModel | None:
    """The chat model of `settings`, None when there is none. Libraries load here; nothing is sent yet.

    Raises `ChatModelError` for a missing name, provider package, key or file.
    """
    if not settings.configured:
        return None
    if settings.model and settings.model.endswith(".gguf"):
        return _open_local_file(settings)
    if settings.base_url or ":" not in (settings.model or ""):
        return _open_openai_compatible(settings)
    return _open_provider(settings)


def model_name(chat_model: Any) -> str:
    """The name an answer's `composer` shows."""
    for attribute in ("model_name", "model", "model_id"):
        name = getattr(chat_model, attribute, None)
        if isinstance(name, str) and name:
            return name
    return type(chat_model).__name__


def _open_openai_compatible(settings: ChatSettings) -> BaseChatModel:
    if not settings.model:
        raise ChatModelError(
            f"{settings.base_url}: no model name given; set the model's name as that server lists it"
        )
    official = settings.base_url is None or urlsplit(settings.base_url).hostname == "api.openai.com"
    if official and not settings.api_key:
        raise ChatModelError(f"model {settings.model!r} needs an API key or a base URL; set one of them")
    if settings.base_url and urlsplit(settings.base_url).scheme not in ("http", "https"):
        raise ChatModelError(
            f"base URL {settings.base_url!r} is no http(s) address; write it like http://127.0.0.1:8000/v1"
        )
    from langchain_openai import ChatOpenAI

    options: dict[str, Any] = {}
    if official:
        options["max_tokens"] = settings.max_tokens  # sent as max_completion_tokens
    else:
        options["extra_body"] = {"max_tokens": settings.max_tokens}  # the name that other servers know
    temperature = settings.temperature
    if temperature is None and not official:
        temperature = 0.2  # OpenAI's newer models accept none but their own
    if settings.base_url and urlsplit(settings.base_url).hostname in _LOOPBACK:
        import httpx2

        options["http_client"] = httpx2.Client(
            trust_env=False
        )  # a proxy cannot reach this machine's own servers
    return ChatOpenAI(
        model=settings.model,
        base_url=settings.base_url or "https://api.openai.com/v1",
        api_key=settings.api_key or "-",  # never another service's key from the environment
        temperature=temperature,
        timeout=settings.timeout,
        max_retries=settings.max_retries,
        use_responses_api=False,
        stream_usage=False,
        **options,
    )


def _open_provider(settings: ChatSettings) -> BaseChatModel:
    from langchain.chat_models import init_chat_model

    options = {"temperature": settings.temperature, "api_key": settings.api_key}
    try:
        return init_chat_model(
            settings.model,
            timeout=settings.timeout,
            max_retries=settings.max_retries,
            max_tokens=settings.max_tokens,
            **{name: value for name, value in options.items() if value is not None},
        )
    except ImportError as error:
        raise ChatModelError(
            f"model {settings.model!r} needs another package: {_first_line(error)}"
        ) from error
    except Exception as error:  # every provider raises its own kinds for a missing key or an unknown name
        raise ChatModelError(f"model {settings.model!r} cannot be opened: {_first_line(error)}") from error


def _open_local_file(settings: ChatSettings) -> BaseChatModel:
    path = Path(settings.model).expanduser()
    if not path.is_file():
        raise ChatModelError(f"{path}: no such model file; give the path of a .gguf file")
    try:
        import xllamacpp
    except ImportError as error:
        raise ChatModelError(
            f"{path}: a model file needs the extra `local`; run: pip install 'tiyan[local]'"
        ) from error
    if path not in _LOCAL_SERVERS:
        params = xllamacpp.CommonParams()
        params.model.path = str(path)
        params.n_ctx = settings.context_tokens
        _LOCAL_SERVERS[path] = xllamacpp.Server(params)
    address = f"{_LOCAL_SERVERS[path].listening_address}/v1"
    return _open_openai_compatible(replace(settings, model=path.stem, base_url=address))


def _first_line(error: BaseException) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0][:200]
