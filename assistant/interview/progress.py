"""How far a learner has come: what is due, how well each topic sits, the streak, what will come, what was missed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, tzinfo
from typing import TYPE_CHECKING

from assistant.interview.choosing import end_of_day
from assistant.interview.schedule import Missed, StudyLog

if TYPE_CHECKING:
    from fsrs import Card

    from ingest import Bank
    from ingest.question import Question

FORECAST_DAYS = 14
CURVE_DAYS = (0, 1, 2, 3, 5, 7, 10, 14, 21, 30, 45, 60)
OBSERVED_BINS = (
    (1, 1),
    (2, 3),
    (4, 7),
    (8, 14),
    (15, 30),
    (31, 10**6),
)  # days since the review before, both ends included


@dataclass(frozen=True, slots=True)
class TopicProgress:
    """`mastery` in [0, 1] is the mean chance of recall now over the topic's answered questions, unseen ones counting 0."""

    topic: str
    questions: int
    seen: int
    due: int
    mastery: float

    @property
    def coverage(self) -> float:
        return self.seen / self.questions if self.questions else 0.0


@dataclass(frozen=True, slots=True)
class Due:
    question: Question
    due: datetime
    recall: float


@dataclass(frozen=True, slots=True)
class Progress:
    """All that the page and the terminal show. `forecast` are (day, questions due on it), what is overdue on the first.

    `curve` are (days from now, mean chance of recall without a review); `observed` are (least days, most days, reviews,
    share recalled) of reviews that came that long after the one before. Days are the learner's.
    """

    due: tuple[Due, ...]
    topics: tuple[TopicProgress, ...]
    streak: int
    forecast: tuple[tuple[date, int], ...]
    missed: tuple[Missed, ...]
    curve: tuple[tuple[int, float], ...]
    observed: tuple[tuple[int, int, int, float], ...]
    reviews: int
    seen: int
    questions: int


def progress(bank: Bank, log: StudyLog, *, zone: tzinfo | None = None, most: int = 10) -> Progress:
    """Of the bank's answered questions only: what is no longer in the bank is neither due nor missed."""
    questions = {q.id: q for q in bank.questions if q.answered}
    now, scheduler = log.now(), log.scheduler
    cards = {id: card for id, card in log.cards().items() if id in questions}
    recall = {id: float(scheduler.get_card_retrievability(card, now)) for id, card in cards.items()}
    today_ends = end_of_day(now, zone)
    due = [Due(questions[id], card.due, recall[id]) for id, card in cards.items() if card.due < today_ends]
    reviews = [review for review in log.reviews() if review.question_id in questions]
    return Progress(
        due=tuple(due),
        topics=_topics(list(questions.values()), recall, {d.question.id for d in due}),
        streak=streak([r.reviewed for r in reviews], now, zone),
        forecast=forecast([card.due for card in cards.values()], now, zone),
        missed=tuple(m for m in log.missed() if m.question_id in questions)[:most],
        curve=_curve(list(cards.values()), now, scheduler),
        observed=observed([(r.question_id, r.reviewed, r.rating != "again") for r in reviews]),
        reviews=len(reviews),
        seen=len(cards),
        questions=len(questions),
    )


def topic_name(question: Question) -> str:
    return question.topic[0] if question.topic else question.bank


def streak(times: Sequence[datetime], now: datetime, zone: tzinfo | None = None) -> int:
    """Days in a row with a review, up to today; a day not over yet does not break it."""
    days = {time.astimezone(zone).date() for time in times}
    day = now.astimezone(zone).date()
    if day not in days:
        day -= timedelta(days=1)
    count = 0
    while day in days:
        count, day = count + 1, day - timedelta(days=1)
    return count


def forecast(
    due: Sequence[datetime], now: datetime, zone: tzinfo | None = None, days: int = FORECAST_DAYS
) -> tuple[tuple[date, int], ...]:
    """(day, how many come due on it) from today; what is overdue counts today."""
    today = now.astimezone(zone).date()
    counts = Counter(max(moment.astimezone(zone).date(), today) for moment in due)
    return tuple((day, counts[day]) for day in (today + timedelta(days=n) for n in range(days)))


def observed(reviews: Sequence[tuple[str, datetime, bool]]) -> tuple[tuple[int, int, int, float], ...]:
    """From (question id, time, recalled) in order of time, by the days since that question's review before."""
    before: dict[str, datetime] = {}
    found: list[tuple[int, bool]] = []
    for question_id, moment, recalled in reviews:
        if question_id in before:
            found.append(((moment - before[question_id]).days, recalled))
        before[question_id] = moment
    rows = []
    for least, most in OBSERVED_BINS:
        inside = [recalled for days, recalled in found if least <= days <= most]
        if inside:
            rows.append((least, most, len(inside), sum(inside) / len(inside)))
    return tuple(rows)


def _topics(
    questions: Sequence[Question], recall: dict[str, float], due: set[str]
) -> tuple[TopicProgress, ...]:
    groups: dict[str, list[str]] = {}
    for question in questions:
        groups.setdefault(topic_name(question), []).append(question.id)
    return tuple(
        TopicProgress(
            topic, len(ids), sum(id in recall for id in ids), sum(id in due for id in ids),
            sum(recall.get(id, 0.0) for id in ids) / len(ids),
        )
        for topic, ids in groups.items()
    )  # fmt: skip


def _curve(cards: Sequence[Card], now: datetime, scheduler) -> tuple[tuple[int, float], ...]:
    if not cards:
        return ()
    moments = [(days, now.astimezone(UTC) + timedelta(days=days)) for days in CURVE_DAYS]
    return tuple(
        (days, sum(float(scheduler.get_card_retrievability(card, at)) for card in cards) / len(cards))
        for days, at in moments
    )
