"""Which questions an interview asks: of a topic, the weak ones, those due today, any, or one."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta, tzinfo
from typing import TYPE_CHECKING, Literal, get_args

from assistant.followups import questions_of_topic
from ingest.errors import TiyanError

if TYPE_CHECKING:
    from assistant.interview.schedule import Review, StudyLog
    from index import Index
    from ingest.question import Question

Mode = Literal["topic", "weak", "due", "random", "one"]
MODES: tuple[Mode, ...] = get_args(Mode)
WEAK_BELOW = 0.6  # mean score under which a question is weak


@dataclass(frozen=True, slots=True)
class Plan:
    """What to ask. `topic` belongs to the mode of that name, `question` (an id or a number) to `one`.

    `seed` makes the order repeatable. `follow_ups` is how many a question may have at most.
    """

    mode: Mode = "random"
    topic: str | None = None
    question: str | None = None
    count: int = 5
    follow_ups: int = 2
    seed: int | None = None


def choose_questions(
    index: Index, log: StudyLog, plan: Plan, *, zone: tzinfo | None = None
) -> tuple[str, ...]:
    """Ids of at most `plan.count` answered questions, in the order of asking.

    Raises TiyanError when there is nothing to ask, and says what to do about it.
    """
    answered = [question for question in index.bank.questions if question.answered]
    if not answered:
        raise TiyanError("the bank has no answered question; ingest another with: tiyan ingest PATH")
    if plan.mode not in MODES:
        raise TiyanError(f"mode {plan.mode!r}: there is none; use one of {', '.join(MODES)}")
    picked = {"topic": _of_topic, "weak": _weak, "due": _due, "random": _any, "one": _one}[plan.mode](
        index, log, plan, answered, zone
    )
    return tuple(question.id for question in picked[: max(1, plan.count)])


def end_of_day(now: datetime, zone: tzinfo | None = None) -> datetime:
    """The next midnight of the learner's day (their machine's zone unless told)."""
    local = now.astimezone(zone)
    return datetime.combine(local.date() + timedelta(days=1), time(), local.tzinfo)


def _any(index: Index, log: StudyLog, plan: Plan, answered: Sequence[Question], zone) -> list[Question]:
    return shuffled(answered, plan.seed)


def _one(index: Index, log: StudyLog, plan: Plan, answered: Sequence[Question], zone) -> list[Question]:
    question = index.question(plan.question or "")
    if question is None:
        raise TiyanError(f"{plan.question}: no such question in the bank; `tiyan status` lists its files")
    if not question.answered:
        raise TiyanError(
            f"{question.label}: the bank has no answer to hold yours against; choose another question"
        )
    return [question]


def _of_topic(index: Index, log: StudyLog, plan: Plan, answered: Sequence[Question], zone) -> list[Question]:
    if not (plan.topic or "").strip():
        raise TiyanError("no topic is named; name one with --topic, or leave out the mode")
    found = [question for question in questions_of_topic(index, plan.topic or "") if question.answered]
    if not found:
        raise TiyanError(f"{plan.topic}: no question of the bank is about it; try a heading of your notes")
    return least_known_first(shuffled(found, plan.seed), log.reviews())


def _weak(index: Index, log: StudyLog, plan: Plan, answered: Sequence[Question], zone) -> list[Question]:
    weak = weakness(log.reviews())
    found = [question for question in answered if weak.get(question.id, 1.0) < WEAK_BELOW]
    if not found:
        raise TiyanError("no weak question yet; answer some first with: tiyan interview --mode random")
    return sorted(found, key=lambda question: weak[question.id])


def _due(index: Index, log: StudyLog, plan: Plan, answered: Sequence[Question], zone) -> list[Question]:
    known = {question.id: question for question in answered}
    found = [known[id] for id in log.due(end_of_day(log.now(), zone)) if id in known]
    if not found:
        raise TiyanError("nothing is due today; go on with: tiyan interview --mode random")
    return found


def weakness(reviews: Sequence[Review]) -> dict[str, float]:
    """Question id → how well it went, in [0, 1]: the latest answer counts as much as all before it."""
    level: dict[str, float] = {}
    for review in reviews:
        level[review.question_id] = (
            (level[review.question_id] + review.score) / 2 if review.question_id in level else review.score
        )
    return level


def least_known_first(questions: Sequence[Question], reviews: Sequence[Review]) -> list[Question]:
    """Never asked first, then the worst; equal ones stay in order."""
    level = weakness(reviews)
    return sorted(questions, key=lambda question: level.get(question.id, -1.0))


def shuffled(questions: Sequence[Question], seed: int | None) -> list[Question]:
    order = list(questions)
    random.Random(seed).shuffle(order)
    return order
