"""The room where one is examined, and the one that shows how far one has come: what their pages call."""

from __future__ import annotations

from base64 import b64encode
from collections import OrderedDict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from ingest import TiyanError
from ui.documents import Document
from ui.engine import Engine
from ui.interview_html import (
    begin_html,
    comment_html,
    ended_html,
    outcome_html,
    prompt_html,
    rating_html,
)
from ui.progress_html import progress_html

if TYPE_CHECKING:
    from assistant.interview import Interview, Outcome, StudyLog

EXPORTS = {"csv": "tiyan-study-log.csv", "anki": "tiyan.apkg"}
COUNTS = (3, 5, 10)
MODES = ("due", "weak", "random", "topic", "one")
HELD = 50  # attempts whose last answer may still be commented on


class InterviewPage:
    """Attempts live in the home's study log; the page holds nothing but the id of one, and for a chat model's comment
    what was graded last."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._graded: OrderedDict[str, tuple[Outcome, str]] = OrderedDict()

    def setup(self, data: Document) -> Document:
        """How one may begin now."""
        from assistant.interview import progress

        bank, log = self._engine.index.bank, self._log()
        now = progress(bank, log)
        attempts = log.open_attempts()
        topics = [topic.topic for topic in now.topics]
        weak = any(review.score < 0.6 for review in log.reviews())
        return {
            "html": begin_html(
                list(topics), due=len(now.due), weak=weak, open_attempt=next(iter(attempts), None)
            )
        }

    def begin(self, data: Document) -> Document:
        """Start an attempt, or go on with one."""
        from assistant.interview import Interview, Plan

        index, log = self._searchable(), self._log()
        if data.get("attempt"):
            return self._now(Interview.resume(index, log, str(data["attempt"])))
        mode = data.get("mode") if data.get("mode") in MODES else "random"
        count = data.get("count") if data.get("count") in COUNTS else 5
        plan = Plan(
            mode=mode,
            topic=str(data.get("topic") or ""),
            question=str(data.get("question") or ""),
            count=count,
        )
        return self._now(Interview.start(index, log, plan))

    def reply(self, data: Document) -> Document:
        """Take an answer, a command or a question; give what came of it and what is asked next."""
        from assistant.interview import Interview

        index = self._searchable()
        interview = Interview.resume(index, self._log(), str(data.get("attempt") or ""))
        asked = interview.prompt
        said = str(data.get("text") or "")
        outcome = interview.reply(said)
        html = outcome_html(index, said, outcome, asked.question_id if asked else "")
        comments = outcome.grade is not None and self._engine.assistant.chat_model is not None
        if comments:
            self._graded[interview.attempt_id] = (outcome, said)
            while len(self._graded) > HELD:
                self._graded.popitem(last=False)
        return {"exchange": html, "comments": comments, **self._now(interview)}

    def comment(self, data: Document) -> Document:
        """The chat model's words on what was graded last, and its wording of what is asked back; empty where it has none."""
        from assistant import model_name
        from assistant.interview import Interview

        attempt = str(data.get("attempt") or "")
        outcome, said = self._graded.pop(attempt, (None, ""))
        chat_model = self._engine.assistant.chat_model
        if outcome is None or chat_model is None:
            return {"html": "", "prompt": None}
        interview = Interview.resume(self._searchable(), self._log(), attempt)
        spoken = interview.speak(chat_model, outcome, said)
        prompt = interview.prompt if spoken.asks_back else None
        return {
            "html": comment_html(spoken.comment, model_name(chat_model)) if spoken.comment else "",
            "prompt": prompt_html(prompt) if prompt else None,
        }

    def rate(self, data: Document) -> Document:
        """Overrule a rating."""
        from assistant.interview import RATINGS, Interview

        rating, review = data.get("rating"), data.get("review")
        if rating not in RATINGS or not isinstance(review, int):
            raise TiyanError("no such rating")
        interview = Interview.resume(self._engine.index, self._log(), str(data.get("attempt") or ""))
        kept = interview.rate(rating, review)
        return {"html": rating_html(kept.id, kept.rating)}

    def progress(self, data: Document) -> Document:
        from assistant.interview import progress

        return {"html": progress_html(progress(self._engine.index.bank, self._log()))}

    def export(self, data: Document) -> Document:
        """The study log (`csv`) or the bank (`anki`) as a file: its name and its bytes in base 64."""
        from assistant.interview import export_anki, export_csv

        kind, bank = data.get("kind"), self._engine.index.bank
        if kind not in EXPORTS:
            raise TiyanError("no such export")
        with TemporaryDirectory() as folder:
            path = Path(folder) / EXPORTS[kind]
            if kind == "csv":
                export_csv(bank, self._log(), path)
            else:
                export_anki(bank.questions, path)
            return {"name": path.name, "base64": b64encode(path.read_bytes()).decode()}

    def _now(self, interview: Interview) -> Document:
        from assistant.interview import prepare_grading

        prompt = interview.prompt
        if prompt is not None:
            prepare_grading(self._engine.index, prompt.question_id)
        return {
            "attempt": interview.attempt_id,
            "prompt": prompt_html(prompt) if prompt else None,
            "ended": None if prompt else ended_html(interview.results),
            "pending": interview.pending,
        }

    def _log(self) -> StudyLog:
        from assistant.interview import StudyLog

        return StudyLog(self._engine.settings.home)

    def _searchable(self):
        """The index with its embedder loaded: grading needs it."""
        _ = self._engine.assistant
        return self._engine.index
