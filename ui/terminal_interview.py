"""The interview in a terminal: a question, a reply that ends with an empty line, its grade, the next question."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from ingest import TiyanError
from ui.settings import Settings
from ui.wiring import make_chat_model, open_library

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel


def hold(settings: Settings, *, mode: str, topic: str | None, question: str | None, count: int) -> None:
    """Ask until the plan is through, the learner says 结束, or the input ends. An open attempt is gone on with first.

    Raises TiyanError when there is nothing to ask.
    """
    from assistant.interview import Interview, Plan, StudyLog, prepare_grading
    from ui.console import show_grade

    index, log, chat_model = open_library(settings), StudyLog(settings.home), _commenter(settings)
    attempts = log.open_attempts() if mode == "random" else ()
    if attempts:
        held = Interview.resume(index, log, attempts[0])
        print("(going on with the interview that was left open; say 结束 to close it)")
    else:
        held = Interview.start(index, log, Plan(mode=mode, topic=topic, question=question, count=count))
    print("Answer in your own words and end with an empty line. 提示 · 看答案 · 跳过 · 结束 work too.")
    while (prompt := held.prompt) is not None:
        kind = "追问" if prompt.is_follow_up else f"{prompt.number}/{prompt.total}"
        print(f"\n[{kind}] {prompt.text}", flush=True)
        prepare_grading(index, prompt.question_id)
        said = _read_reply()
        if said is None:
            print("\n(left open; go on with: tiyan interview)")
            return
        outcome = held.reply(said)
        print(outcome.text)
        if outcome.grade is None:
            continue
        show_grade(outcome.grade, index)
        if chat_model is not None and (comment := held.speak(chat_model, outcome, said).comment):
            print(f"\n{comment}")
    scores = [result["score"] for result in held.results if result["score"] is not None]
    if scores:
        print(f"\n{len(scores)} answered, {round(100 * sum(scores) / len(scores))} of 100 on average")


def _commenter(settings: Settings) -> BaseChatModel | None:
    """The chat model that comments on answers; one that cannot be opened is told of, and the interview held without."""
    try:
        return make_chat_model(settings)
    except TiyanError as error:
        print(f"({error}; the interview is held without a chat model)")
        return None


def _read_reply() -> str | None:
    """Lines up to an empty one; None when the input has ended and nothing was said."""
    lines: list[str] = []
    while True:
        line = sys.stdin.readline()
        if line == "":
            return "\n".join(lines) or None
        if not line.strip():
            if lines:
                return "\n".join(lines)
            continue
        lines.append(line.rstrip("\n"))
