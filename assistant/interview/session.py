"""An interview: it asks, reads the reply, grades, asks back on the weakest point, and goes on; kept at every step.

State is keyed by attempt: nothing of one interview shows in another. A reply is kept before it is graded, so that
after a crash the same attempt offers to grade it again or to skip the question.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Literal

from assistant.asking import key_questions, point_questions, title_questions
from assistant.followups import finds
from assistant.interview.choosing import Plan, choose_questions
from assistant.interview.hints import explain, hint, reference_answer
from assistant.interview.replies import Reply, read_reply
from assistant.interview.schedule import Review, StudyLog
from assistant.interview.verdicts import Grade, grade_from_state, grade_to_state, improved, sum_up
from assistant.interview.voice import Spoken, speak
from assistant.interview.words import say
from ingest.errors import TiyanError

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

    from assistant.interview.schedule import RatingName
    from index import Index
    from index.chunk import Chunk
    from ingest.question import Question

Grader = Callable[["Index", "Question", str], Grade]
Reaction = Literal[
    "graded",
    "hint",
    "answer",
    "skipped",
    "gave_up",
    "repeat",
    "question",
    "empty",
    "ended",
    "nothing_to_grade",
]
ASKS_BACK_FROM = ("wrong", "missed", "partly")


@dataclass(frozen=True, slots=True)
class Prompt:
    """What is asked now. `number` counts questions from 1 to `total`; a follow-up has the number of its question and
    the id of the passage that answers it."""

    text: str
    question_id: str
    number: int
    total: int
    chunk_id: str | None = None

    @property
    def is_follow_up(self) -> bool:
        return self.chunk_id is not None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a reply led to. `text` is what the interviewer says to it; `prompt` is what is asked next, None at the end.

    `grade` and `review` are there after an answer that was graded (and `review` after giving up).
    """

    kind: Reaction
    text: str
    prompt: Prompt | None
    grade: Grade | None = None
    review: Review | None = None


class Interview:
    """One attempt. Make it with `start` or `resume`; it is over when `prompt` is None."""

    def __init__(
        self,
        index: Index,
        log: StudyLog,
        attempt_id: str,
        state: dict[str, Any],
        *,
        grader: Grader | None = None,
    ) -> None:
        if grader is None:
            from assistant.interview.grade import grade_answer as grader
        self._index, self._log, self._grader = index, log, grader
        self.attempt_id = attempt_id
        self._state = state
        self._pass_over_lost_questions()

    @classmethod
    def start(cls, index: Index, log: StudyLog, plan: Plan, *, grader: Grader | None = None) -> Interview:
        """Choose questions and ask the first. Raises TiyanError when there is nothing to ask."""
        queue = choose_questions(index, log, plan)
        state = {"plan": asdict(plan), "queue": list(queue), "at": 0, "results": [], **_fresh()}
        interview = cls(index, log, uuid.uuid4().hex, state, grader=grader)
        interview._save()
        return interview

    @classmethod
    def resume(
        cls, index: Index, log: StudyLog, attempt_id: str, *, grader: Grader | None = None
    ) -> Interview:
        """The attempt as it was left. Raises TiyanError when there is none with this id."""
        state = log.attempt(attempt_id)
        if state is None:
            raise TiyanError(f"attempt {attempt_id}: there is none; begin one with: tiyan interview")
        return cls(index, log, attempt_id, state, grader=grader)

    @property
    def prompt(self) -> Prompt | None:
        question = self._question
        if question is None:
            return None
        at, total = self._state["at"] + 1, len(self._state["queue"])
        chunk_id = self._state["follow_up"]
        if chunk_id is not None:
            return Prompt(self._state["follow_up_text"], question.id, at, total, chunk_id)
        return Prompt(asked_as(question), question.id, at, total)

    @property
    def pending(self) -> str | None:
        """A reply that was kept and not graded, because grading was interrupted: `retry()` it, or skip."""
        return self._state["pending"]

    @property
    def results(self) -> tuple[dict[str, Any], ...]:
        """For each question that is over: `question_id`, `outcome` (graded, gave_up, skipped), `score`, `rating`, `review_id`."""
        return tuple(self._state["results"])

    def reply(self, text: str) -> Outcome:
        """Take what the learner says: an answer, a command or a question of theirs."""
        question = self._question
        if question is None:
            return Outcome("ended", say("over"), None)
        said = read_reply(text)
        match said.kind:
            case "answer":
                return self._answer(question, said)
            case "again":
                return self.retry()
            case "skip":
                return self._leave("skipped", say("skipped"))
            case "unknown" | "show":
                return self._give_up(question)
            case "end":
                return self.end()
            case "hint":
                self._state["hints"] += 1
                self._save()
                return Outcome(
                    "hint",
                    hint(
                        self._index.chunks_of(question.id),
                        self._grade,
                        self._state["hints"],
                        self._state["follow_up"],
                    ),
                    self.prompt,
                )
            case "repeat":
                return Outcome("repeat", say("repeat"), self.prompt)
            case "question":
                return Outcome("question", explain(said.text, self._index, question), self.prompt)
            case _:
                return Outcome("empty", say("empty"), self.prompt)

    def speak(self, chat_model: BaseChatModel, outcome: Outcome, said: str) -> Spoken:
        """`chat_model`'s words for a graded `outcome` of this attempt; what it asks back takes the place of the draft.

        `said` is the answer. Nothing for other outcomes, or where the model fails.
        """
        grade = outcome.grade
        question = self._index.question(grade.question_id) if grade else None
        if grade is None or question is None:
            return Spoken()
        asked = outcome.prompt if outcome.prompt is not None and outcome.prompt.is_follow_up else None
        spoken = speak(
            chat_model,
            question,
            grade,
            said,
            asked.text if asked else None,
            lambda text: finds(self._index, text, question.id),
        )
        if spoken.asks_back and asked is not None and self._state["follow_up"] == asked.chunk_id:
            self._state["follow_up_text"] = spoken.asks_back
            self._save()
        return spoken

    def retry(self) -> Outcome:
        """Grade again what was said last on this question, after an interruption or because the learner asks."""
        question, text = self._question, self._state["pending"]
        if question is None:
            return Outcome("ended", say("over"), None)
        if text is None:
            return Outcome("nothing_to_grade", say("nothing_to_grade"), self.prompt)
        return self._answer(question, Reply("answer", text))

    def rate(self, rating: RatingName, review_id: int | None = None) -> Review:
        """Overrule the rating of a review of this attempt (the last one). Raises TiyanError when there is none."""
        known = [result["review_id"] for result in self._state["results"] if result["review_id"] is not None]
        if self._state["review_id"] is not None:
            known.append(self._state["review_id"])
        if not known or (review_id is not None and review_id not in known):
            raise TiyanError("nothing to rate yet; answer a question first")
        review = self._log.overrule(known[-1] if review_id is None else review_id, rating)
        for result in self._state["results"]:
            if result["review_id"] == review.id:
                result["rating"] = rating
        self._save()
        return review

    def end(self) -> Outcome:
        """Close the attempt; what was graded stays."""
        if self._state["grade"] is not None:
            self._finish_question("graded")
        self._state["at"] = len(self._state["queue"])
        self._save()
        return Outcome("ended", say("ended"), None)

    def _answer(self, question: Question, said: Reply) -> Outcome:
        self._state["pending"] = said.text
        self._save()
        graded = self._grader(self._index, question, said.text)
        before, chunk_id = self._grade, self._state["follow_up"]
        if before is not None and chunk_id is not None:
            graded = improved(before, graded, chunk_id, at_most="hard" if self._state["hints"] else "good")
        elif self._state["hints"]:
            graded = sum_up(question.id, graded.points, at_most="good")
        with self._log.transaction() as connection:
            if self._state["review_id"] is None:
                review = self._log.record_in(connection, question.id, graded, attempt_id=self.attempt_id)
            else:
                review = self._log.revise_in(connection, self._state["review_id"], graded)
            self._state |= {"pending": None, "grade": grade_to_state(graded), "review_id": review.id}
            self._ask_back_or_go_on(question, graded)
            self._log.save_attempt_in(connection, self.attempt_id, self._state, ended=self._question is None)
        return Outcome("graded", feedback(graded, self._index), self.prompt, graded, review)

    def _ask_back_or_go_on(self, question: Question, grade: Grade) -> None:
        asked: list[str] = self._state["asked_back"]
        weakest = grade.weakest(asked)
        chunk = self._index.chunk(weakest.chunk_id) if weakest is not None else None
        if chunk is None or len(asked) >= self._state["plan"]["follow_ups"] or grade.rating == "easy":
            self._finish_question("graded")
            return
        asked.append(chunk.id)
        self._state |= {"follow_up": chunk.id, "follow_up_text": follow_up_text(chunk, question)}

    def _give_up(self, question: Question) -> Outcome:
        """Counts as forgotten, unless something was graded before: then only the follow-up is lost."""
        shown = reference_answer(self._index.chunks_of(question.id), self._state["follow_up"])
        review = None
        with self._log.transaction() as connection:
            if self._state["review_id"] is None:
                review = self._log.record_in(connection, question.id, None, attempt_id=self.attempt_id)
                self._state["review_id"] = review.id
                self._finish_question("gave_up")
            else:
                self._finish_question("graded")
            self._log.save_attempt_in(connection, self.attempt_id, self._state, ended=self._question is None)
        return Outcome("gave_up", shown, self.prompt, None, review)

    def _leave(self, kind: Reaction, text: str) -> Outcome:
        self._finish_question("graded" if self._state["grade"] is not None else "skipped")
        self._save()
        return Outcome(kind, text, self.prompt)

    def _finish_question(self, outcome: str) -> None:
        grade, question = self._grade, self._question
        rating = grade.rating if grade else "again" if outcome == "gave_up" else None
        self._state["results"].append(
            {
                "question_id": question.id if question else "",
                "outcome": outcome,
                "score": grade.score if grade else 0.0 if outcome == "gave_up" else None,
                "rating": rating,
                "review_id": self._state["review_id"],
            }
        )
        self._state |= {"at": self._state["at"] + 1, **_fresh()}
        self._pass_over_lost_questions()

    @property
    def _grade(self) -> Grade | None:
        return grade_from_state(self._state["grade"]) if self._state["grade"] else None

    @property
    def _question(self) -> Question | None:
        queue, at = self._state["queue"], self._state["at"]
        return self._index.question(queue[at]) if at < len(queue) else None

    def _pass_over_lost_questions(self) -> None:
        """The bank may have changed since the attempt was left."""
        queue = self._state["queue"]
        while self._state["at"] < len(queue) and self._index.question(queue[self._state["at"]]) is None:
            self._state |= {"at": self._state["at"] + 1, **_fresh()}
        if self._state["follow_up"] is not None and self._index.chunk(self._state["follow_up"]) is None:
            self._state |= {"follow_up": None, "follow_up_text": None}

    def _save(self) -> None:
        self._log.save_attempt(self.attempt_id, self._state, ended=self._question is None)


def _fresh() -> dict[str, Any]:
    """The state of a question that was not answered yet."""
    return {
        "grade": None,
        "review_id": None,
        "pending": None,
        "hints": 0,
        "follow_up": None,
        "follow_up_text": None,
        "asked_back": [],
    }


def asked_as(question: Question) -> str:
    """The question as an interviewer says it."""
    texts = title_questions(question)
    return texts[0] if texts else question.title


def follow_up_text(chunk: Chunk, question: Question) -> str:
    texts: Sequence[str] = key_questions(chunk) if chunk.role == "key_point" else point_questions(chunk)
    return texts[0] if texts else say("say_more", title=question.title)


def feedback(grade: Grade, index: Index) -> str:
    """What to say to a graded answer, in one or two sentences."""
    counts = {
        verdict: sum(p.verdict == verdict for p in grade.points)
        for verdict in ("hit", "partly", "missed", "wrong")
    }
    text = say(
        "feedback",
        hit=counts["hit"],
        partly=counts["partly"],
        missed=counts["missed"],
        total=len(grade.points),
        score=round(100 * grade.score),
    )
    for point in grade.points:
        if point.verdict == "wrong":
            chunk = index.chunk(point.chunk_id)
            text += "\n" + say(
                "wrong", said=point.evidence, label=chunk.label if chunk else point.chunk_id, text=point.text
            )
    return text
