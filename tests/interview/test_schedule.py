"""The study log: what is kept, when it comes again, what survives."""

import sqlite3
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.interview import StudyLog
from assistant.interview.database import FILE, MIGRATIONS, Database
from assistant.interview.verdicts import PointGrade, sum_up
from ingest.errors import TiyanError


def graded(question="q1", *verdicts):
    return sum_up(
        question, [PointGrade(f"{question}/p{n}", "point", f"要点{n}", v) for n, v in enumerate(verdicts, 1)]
    )


def test_a_good_answer_comes_later_than_a_bad_one(log, clock):
    log.record("well", graded("well", "hit", "hit", "partly"))
    log.record("badly", graded("badly", "missed", "missed"))
    cards = log.cards()
    assert clock.at < cards["badly"].due < cards["well"].due
    assert log.due() == ()
    clock.passes(minutes=2)
    assert log.due() == ("badly",)
    clock.passes(days=1)
    assert log.due() == ("badly", "well")


def test_times_are_utc_whatever_the_clock_says(tmp_path):
    from datetime import timezone

    east = datetime(2026, 3, 1, 1, tzinfo=timezone(timedelta(hours=8)))
    log = StudyLog(tmp_path, now=lambda: east)
    assert log.record("q", graded("q", "hit")).reviewed == datetime(2026, 2, 28, 17, tzinfo=UTC)
    with sqlite3.connect(tmp_path / FILE) as raw:
        assert raw.execute("SELECT reviewed FROM reviews").fetchone()[0].endswith("+00:00")


def test_an_overruled_rating_counts_as_if_given_at_once(tmp_path, clock):
    one, other = StudyLog(tmp_path / "a", now=clock), StudyLog(tmp_path / "b", now=clock)
    first = one.record("q", graded("q", "missed"))
    other.record("q", graded("q", "missed"), rating="good")
    clock.passes(days=3)
    for log in (one, other):
        log.record("q", graded("q", "hit"))
    changed = one.overrule(first.id, "good")
    assert (changed.graded, changed.rating) == ("again", "good")
    assert one.cards()["q"].to_dict() == other.cards()["q"].to_dict()


def test_overruling_what_is_not_there_is_refused(log):
    with pytest.raises(TiyanError, match="review 7"):
        log.overrule(7, "good")
    review = log.record("q", None)
    with pytest.raises(TiyanError, match="again, hard, good, easy"):
        log.overrule(review.id, "great")


def test_missed_points_are_counted_worst_first(log):
    log.record("q", graded("q", "missed", "hit", "wrong"))
    log.record("q", graded("q", "missed", "hit", "hit"))
    assert [(m.chunk_id, m.missed, m.asked) for m in log.missed()] == [("q/p1", 2, 2), ("q/p3", 1, 2)]


def test_reset_forgets_one_question_or_all(log):
    for id in ("a", "b"):
        log.record(id, graded(id, "missed"))
    log.reset(["a"])
    assert list(log.cards()) == ["b"]
    assert {m.question_id for m in log.missed()} == {"b"}
    log.reset()
    assert (log.reviews(), log.cards(), log.missed()) == ((), {}, ())


def test_an_old_log_is_copied_then_brought_up_to_date(tmp_path):
    old = Database(tmp_path, MIGRATIONS[:1])
    with old.writing() as connection:
        connection.execute(
            "INSERT INTO reviews (question_id, reviewed, graded, rating, score) VALUES ('q', '2026-01-01T00:00:00+00:00', 3, 3, 0.7)"
        )
    log = StudyLog(tmp_path)
    assert [review.question_id for review in log.reviews()] == ["q"]
    log.record("q", graded("q", "missed"))  # needs what the new schema has
    with sqlite3.connect(tmp_path / f"{FILE}.v1.backup") as backup:
        assert backup.execute("PRAGMA user_version").fetchone() == (1,)
        assert backup.execute("SELECT question_id FROM reviews").fetchall() == [("q",)]


def test_a_migration_that_fails_leaves_the_old_log(tmp_path):
    Database(tmp_path, MIGRATIONS)
    with pytest.raises(TiyanError):
        Database(tmp_path, (*MIGRATIONS, "CREATE TABLE fresh (x); NONSENSE"))
    with sqlite3.connect(tmp_path / FILE) as raw:
        assert raw.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS),)
        assert not raw.execute("SELECT 1 FROM sqlite_master WHERE name = 'fresh'").fetchall()


@pytest.mark.parametrize("spoil, told", [("newer", "update tiyan"), ("broken", "move it away")])
def test_a_log_that_cannot_be_read_is_refused_and_left_alone(tmp_path, spoil, told):
    path = tmp_path / FILE
    if spoil == "newer":
        with sqlite3.connect(path) as raw:
            raw.execute("PRAGMA user_version = 99")
    else:
        path.write_bytes(b"not a database, but long enough to be looked at" * 40)
    before = path.read_bytes()
    with pytest.raises(TiyanError, match=told):
        StudyLog(tmp_path)
    assert path.read_bytes() == before


def test_a_transaction_keeps_all_or_nothing(log):
    with pytest.raises(RuntimeError), log.transaction() as connection:
        log.record_in(connection, "q", graded("q", "hit"))
        raise RuntimeError
    assert (log.reviews(), log.cards()) == ((), {})


@settings(max_examples=20)
@given(
    st.lists(
        st.tuples(st.sampled_from(["again", "hard", "good", "easy"]), st.integers(0, 40)),
        min_size=1,
        max_size=8,
    )
)
def test_a_card_is_always_due_after_its_last_review(tmp_path_factory, answers):
    from tests.interview.conftest import Clock

    clock = Clock()
    log = StudyLog(tmp_path_factory.mktemp("log"), now=clock)
    for rating, days in answers:
        clock.passes(days=days)
        log.record("q", None, rating=rating)
    card = log.cards()["q"]
    assert card.last_review == clock.at
    assert card.due > clock.at
