"""From settings to the working parts. Nothing heavy is imported before it is used."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from ui.settings import Settings

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

    from assistant import ChatChoice, ChatSettings, StudyAssistant
    from eval.library import Tools
    from index import Embedder, Index


def embedder_opener(settings: Settings) -> Callable[[], Embedder]:
    """A function that loads the embedder at its first call and gives the same one ever after, from any thread."""
    kept: list[Embedder] = []
    lock = threading.Lock()

    def opened() -> Embedder:
        with lock:
            if not kept:
                from index import open_embedder

                kept.append(open_embedder(settings.embedder))
            return kept[0]

    return opened


def open_library(settings: Settings, open_embedder: Callable[[], Embedder] | None = None) -> Index:
    """The bank that was ingested into the home, or the one that ships."""
    from index import open_index, reranker_opener

    return open_index(
        settings.home, open_embedder or embedder_opener(settings), reranker_opener(settings.reranker)
    )


def make_assistant(index: Index, settings: Settings, **options: Any) -> StudyAssistant:
    """An assistant over `index`, with the chat model of the settings if they name one."""
    from assistant import StudyAssistant

    return StudyAssistant(
        index,
        make_chat_model(settings),
        length=settings.answer_length,
        context_tokens=settings.chat_context_tokens,
        reply_tokens=settings.chat_max_tokens,
        **options,
    )


def chat_settings(settings: Settings) -> ChatSettings:
    from assistant import ChatSettings

    key = settings.chat_api_key
    return ChatSettings(
        model=settings.chat_model,
        base_url=settings.chat_base_url,
        api_key=key.get_secret_value() if key else None,
        temperature=settings.chat_temperature,
        timeout=settings.chat_timeout,
        max_tokens=settings.chat_max_tokens,
        context_tokens=settings.chat_context_tokens,
    )


def chat_choice(settings: Settings) -> ChatChoice:
    """The chat model in use and why: the one that is set, else an Ollama that answers, else none."""
    from assistant import choose_chat_model

    return choose_chat_model(
        chat_settings(settings), ollama=None if settings.ollama == "off" else settings.ollama
    )


def make_chat_model(settings: Settings) -> BaseChatModel | None:
    """The chat model of `chat_choice`, None where there is none."""
    from assistant import open_chat_model

    return open_chat_model(chat_choice(settings).settings)


def eval_tools(settings: Settings) -> Tools:
    """What an evaluation opens through these settings."""
    from eval.library import Tools

    open_embedder = embedder_opener(settings)
    return Tools(
        home=settings.home,
        embedder=settings.embedder,
        open_embedder=open_embedder,
        open_library=lambda: open_library(settings, open_embedder),
        make_assistant=lambda index: make_assistant(index, settings),
        make_chat_model=lambda: make_chat_model(settings),
        reranker=settings.reranker,
    )


def support_documents(pairs: Sequence[tuple[str, str]]) -> list[dict[str, Any]]:
    """Whether each passage carries its sentence, by the same judge that marks an answer's sentences."""
    from assistant.verify import verify_all

    return [
        {
            "supported": found.supported,
            "score": round(float(found.score), 4),
            "reasons": list(found.reasons),
        }
        for found in verify_all(pairs)
    ]
