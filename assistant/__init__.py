"""Query and passages → an `Answer` whose every citation was checked, and what to ask next."""

from assistant.answer import Answer, Citation, Failure, FollowUp, Sentence, Turn
from assistant.chat_model import (
    ChatChoice,
    ChatModelError,
    ChatSettings,
    choose_chat_model,
    model_name,
    open_chat_model,
)
from assistant.tutor import StudyAssistant, UnknownQuestion
from assistant.verify import Support, verify

__all__ = [
    "Answer",
    "ChatChoice",
    "ChatModelError",
    "ChatSettings",
    "Citation",
    "Failure",
    "FollowUp",
    "Sentence",
    "StudyAssistant",
    "Support",
    "Turn",
    "UnknownQuestion",
    "choose_chat_model",
    "model_name",
    "open_chat_model",
    "verify",
]
