"""Let the chat model make a leaning query stand alone; the rules' version is the net under it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from assistant.answer import Failure, Turn
from assistant.conversation import Asked
from assistant.failures import failure_of
from assistant.markers import without_thinking
from assistant.prompt import build_rewrite
from assistant.text import Language, content_terms, language_of

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

LONGEST = 120  # characters of a rewritten query


def rewrite(
    chat_model: BaseChatModel, asked: Asked, history: Sequence[Turn], language: Language = "zh"
) -> tuple[Asked, Failure | None]:
    """`asked` with the model's wording where that keeps its subject, else as it was; and how the model failed, if so."""
    text = ""
    try:
        for delta in without_thinking(
            str(chunk.text) for chunk in chat_model.stream(build_rewrite(asked.query, history, language))
        ):
            text += delta
            if len(text) > 2 * LONGEST:
                break
    except Exception as error:
        return asked, failure_of(error, language)
    text = text.strip().strip("「」“”\"'").strip()
    return (replace(asked, text=text), None) if _keeps(text, asked, language) else (asked, None)


def _keeps(text: str, asked: Asked, language: Language) -> bool:
    """One line, not longer than a question, in the learner's language, about what the rules found it to be about."""
    if not text or "\n" in text or len(text) > LONGEST or language_of(text, language) != language:
        return False
    said = set(content_terms(text))
    subject = set(content_terms(asked.text)) - set(content_terms(asked.query))
    return bool(said & subject) if subject else True
