"""When a question comes again: one FSRS card a question, folded from its reviews, in SQLite, in UTC."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Literal, get_args

from assistant.interview.database import Database
from ingest.errors import TiyanError

if TYPE_CHECKING:
    from fsrs import Card, Scheduler

    from assistant.interview.verdicts import Grade

RatingName = Literal["again", "hard", "good", "easy"]
RATINGS: tuple[RatingName, ...] = get_args(RatingName)  # FSRS counts them from 1
LAPSE: RatingName = "again"
RETENTION = 0.9  # the chance of recall at which a question is due


@dataclass(frozen=True, slots=True)
class Review:
    """One answer that counted. `graded` is the rating that the grade gave, `rating` the one in force: the learner's,
    where they overruled it. `reviewed` is UTC."""

    id: int
    question_id: str
    reviewed: datetime
    graded: RatingName
    rating: RatingName
    score: float
    attempt_id: str | None = None


@dataclass(frozen=True, slots=True)
class Missed:
    """A point that did not come: its latest text and how often it was missed or wrong, of how many times it was due."""

    question_id: str
    chunk_id: str
    role: str
    text: str
    missed: int
    asked: int


def utc_now() -> datetime:
    return datetime.now(UTC)


class StudyLog:
    """Reviews, cards and attempts of one learner under `home`. `now` gives the time (aware) for everything it writes.

    A card is never edited: it is folded again from its question's reviews, so that an overruled rating counts as if
    it had been given at once. Safe to use from several threads and processes.
    """

    def __init__(
        self, home: Path, *, now: Callable[[], datetime] = utc_now, retention: float = RETENTION
    ) -> None:
        self._database = Database(Path(home))
        self._now = now
        self._retention = retention

    def now(self) -> datetime:
        return self._now().astimezone(UTC)

    @property
    def scheduler(self) -> Scheduler:
        from fsrs import Scheduler

        return Scheduler(desired_retention=self._retention, enable_fuzzing=False)

    def record(
        self,
        question_id: str,
        grade: Grade | None,
        *,
        attempt_id: str | None = None,
        rating: RatingName | None = None,
    ) -> Review:
        """Keep one review and move the question's card. Without a `grade` the learner gave up: `again`, nothing said."""
        with self._database.writing() as connection:
            return self.record_in(connection, question_id, grade, attempt_id=attempt_id, rating=rating)

    def record_in(
        self, connection: sqlite3.Connection, question_id: str, grade: Grade | None, *, attempt_id: str | None = None,
        rating: RatingName | None = None,
    ) -> Review:  # fmt: skip
        """The same within a transaction that is open already."""
        graded: RatingName = grade.rating if grade is not None else LAPSE
        counted = rating or graded
        score = grade.score if grade is not None else 0.0
        cursor = connection.execute(
            "INSERT INTO reviews (question_id, reviewed, graded, rating, score, attempt_id) VALUES (?, ?, ?, ?, ?, ?)",
            (question_id, self.now().isoformat(), number_of(graded), number_of(counted), score, attempt_id),
        )
        review_id = int(cursor.lastrowid or 0)
        if grade is not None:
            self._keep_verdicts(connection, review_id, grade)
        self._fold(connection, question_id)
        return self._review(connection, review_id)

    def revise_in(self, connection: sqlite3.Connection, review_id: int, grade: Grade) -> Review:
        """A later grade of the same answer, after a follow-up; a rating that the learner overruled stays theirs."""
        before = self._review(connection, review_id)
        graded = number_of(grade.rating)
        rating = graded if before.rating == before.graded else number_of(before.rating)
        connection.execute(
            "UPDATE reviews SET graded = ?, rating = ?, score = ? WHERE id = ?",
            (graded, rating, grade.score, review_id),
        )
        connection.execute("DELETE FROM verdicts WHERE review_id = ?", (review_id,))
        self._keep_verdicts(connection, review_id, grade)
        self._fold(connection, before.question_id)
        return self._review(connection, review_id)

    def overrule(self, review_id: int, rating: RatingName) -> Review:
        """Count another rating for a review. Raises TiyanError when there is no such review or rating."""
        number_of(rating)
        with self._database.writing() as connection:
            review = self._review(connection, review_id)
            connection.execute("UPDATE reviews SET rating = ? WHERE id = ?", (number_of(rating), review_id))
            self._fold(connection, review.question_id)
            return self._review(connection, review_id)

    def reviews(self, question_id: str | None = None) -> tuple[Review, ...]:
        """In order of time, of one question or of all."""
        where, values = ("WHERE question_id = ?", (question_id,)) if question_id else ("", ())
        with self._database.reading() as connection:
            rows = connection.execute(
                f"SELECT * FROM reviews {where} ORDER BY reviewed, id", values
            ).fetchall()
        return tuple(_as_review(row) for row in rows)

    def cards(self) -> dict[str, Card]:
        """By question id; a question that was never reviewed has none."""
        from fsrs import Card

        with self._database.reading() as connection:
            rows = connection.execute(
                "SELECT question_id, card FROM cards ORDER BY due, question_id"
            ).fetchall()
        return {row["question_id"]: Card.from_json(row["card"]) for row in rows}

    def due(self, at: datetime | None = None) -> tuple[str, ...]:
        """Ids of the questions due by `at` (now), longest overdue first."""
        moment = (at or self.now()).astimezone(UTC)
        return tuple(id for id, card in self.cards().items() if card.due <= moment)

    def missed(self) -> tuple[Missed, ...]:
        """Points that were missed or wrong at least once, most often first."""
        query = """
            SELECT r.question_id, v.chunk_id, v.role, v.text, COUNT(*) AS asked, MAX(r.reviewed) AS latest,
                   SUM(v.verdict IN ('missed', 'wrong')) AS missed
            FROM verdicts v JOIN reviews r ON r.id = v.review_id
            GROUP BY v.chunk_id HAVING SUM(v.verdict IN ('missed', 'wrong')) > 0
            ORDER BY missed DESC, missed * 1.0 / asked DESC, latest DESC
        """
        with self._database.reading() as connection:
            return tuple(
                Missed(r["question_id"], r["chunk_id"], r["role"], r["text"], r["missed"], r["asked"])
                for r in connection.execute(query)
            )

    def reset(self, question_ids: Iterable[str] | None = None) -> None:
        """Forget the reviews of these questions, or everything."""
        with self._database.writing() as connection:
            if question_ids is None:
                for table in ("verdicts", "reviews", "cards", "attempts"):
                    connection.execute(f"DELETE FROM {table}")
                return
            for id in question_ids:
                connection.execute("DELETE FROM reviews WHERE question_id = ?", (id,))
                connection.execute("DELETE FROM cards WHERE question_id = ?", (id,))

    def save_attempt(self, attempt_id: str, state: dict, *, ended: bool = False) -> None:
        with self._database.writing() as connection:
            self.save_attempt_in(connection, attempt_id, state, ended=ended)

    def save_attempt_in(
        self, connection: sqlite3.Connection, attempt_id: str, state: dict, *, ended: bool = False
    ) -> None:
        now = self.now().isoformat()
        connection.execute(
            """INSERT INTO attempts (id, started, changed, ended, state) VALUES (?, ?, ?, ?, ?)
               ON CONFLICT (id) DO UPDATE SET changed = excluded.changed, ended = excluded.ended, state = excluded.state""",
            (attempt_id, now, now, now if ended else None, json.dumps(state, ensure_ascii=False)),
        )

    def attempt(self, attempt_id: str) -> dict | None:
        """The state that was saved under this id."""
        with self._database.reading() as connection:
            row = connection.execute("SELECT state FROM attempts WHERE id = ?", (attempt_id,)).fetchone()
        return json.loads(row["state"]) if row else None

    def open_attempts(self) -> tuple[str, ...]:
        """Ids of attempts that were begun and not ended, the latest first."""
        with self._database.reading() as connection:
            rows = connection.execute(
                "SELECT id FROM attempts WHERE ended IS NULL ORDER BY changed DESC, rowid DESC"
            ).fetchall()
        return tuple(row["id"] for row in rows)

    def transaction(self):
        """Several of the `…_in` methods as one: all of it is kept, or nothing."""
        return self._database.writing()

    def _keep_verdicts(self, connection: sqlite3.Connection, review_id: int, grade: Grade) -> None:
        connection.executemany(
            "INSERT INTO verdicts VALUES (?, ?, ?, ?, ?)",
            [(review_id, point.chunk_id, point.role, point.text, point.verdict) for point in grade.points],
        )

    def _review(self, connection: sqlite3.Connection, review_id: int) -> Review:
        row = connection.execute("SELECT * FROM reviews WHERE id = ?", (review_id,)).fetchone()
        if row is None:
            raise TiyanError(
                f"review {review_id}: there is none; only an answer of this study log can be rated again"
            )
        return _as_review(row)

    def _fold(self, connection: sqlite3.Connection, question_id: str) -> None:
        from fsrs import Card, Rating

        rows = connection.execute(
            "SELECT reviewed, rating FROM reviews WHERE question_id = ? ORDER BY reviewed, id", (question_id,)
        ).fetchall()
        scheduler = self.scheduler
        card = Card(card_id=1, due=datetime.fromisoformat(rows[0]["reviewed"]))
        for row in rows:
            card, _ = scheduler.review_card(
                card, Rating(row["rating"]), datetime.fromisoformat(row["reviewed"])
            )
        connection.execute(
            "INSERT OR REPLACE INTO cards VALUES (?, ?, ?)",
            (question_id, card.to_json(), card.due.isoformat()),
        )


def number_of(rating: RatingName) -> int:
    """FSRS's number: again 1 … easy 4. Raises TiyanError for another word."""
    if rating not in RATINGS:
        raise TiyanError(f"rating {rating!r}: there is none; use one of {', '.join(RATINGS)}")
    return RATINGS.index(rating) + 1


def _as_review(row: sqlite3.Row) -> Review:
    return Review(
        row["id"], row["question_id"], datetime.fromisoformat(row["reviewed"]), RATINGS[row["graded"] - 1],
        RATINGS[row["rating"] - 1], row["score"], row["attempt_id"],
    )  # fmt: skip
