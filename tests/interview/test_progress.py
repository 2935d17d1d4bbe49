"""What the learner is told about how far they have come, and what they can take elsewhere."""

import csv
import json
import sqlite3
import zipfile
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from assistant.interview import export_anki, export_csv, progress
from assistant.interview.progress import forecast, observed, streak
from assistant.interview.verdicts import PointGrade, sum_up
from ingest import read_bank
from ingest.errors import TiyanError

NOW = datetime(2026, 3, 10, 22, tzinfo=UTC)


def days_ago(*days):
    return [NOW - timedelta(days=n) for n in days]


@pytest.mark.parametrize(
    "days, length",
    [
        ((), 0),
        ((0,), 1),
        ((0, 1, 2), 3),
        ((1, 2), 2),
        ((2, 3), 0),
        ((0, 2), 1),
        ((0, 0, 1), 2),
    ],  # today is not over yet
)
def test_streak(days, length):
    assert streak(days_ago(*days), NOW, UTC) == length


def test_a_day_is_the_learners():
    from datetime import timezone

    east = timezone(timedelta(hours=8))  # 22:00 UTC on the 10th is 6:00 on the 11th there
    late, early = datetime(2026, 3, 9, 15, tzinfo=UTC), datetime(2026, 3, 9, 17, tzinfo=UTC)
    assert streak([late], NOW, east) == 0  # the evening of the 9th
    assert streak([early], NOW, east) == 1  # the small hours of the 10th


def test_forecast_counts_what_is_overdue_today():
    due = [
        NOW - timedelta(days=5),
        NOW + timedelta(hours=1),
        NOW + timedelta(days=2),
        NOW + timedelta(days=90),
    ]
    assert forecast(due, NOW, UTC, 3) == (
        (date(2026, 3, 10), 2),
        (date(2026, 3, 11), 0),
        (date(2026, 3, 12), 1),
    )


def test_observed_recall_is_by_days_since_the_review_before():
    # a: after 1 day recalled, after 3 days not; b: after 1 day not
    told = [("a", 0, True), ("b", 0, True), ("a", 1, True), ("b", 1, False), ("a", 4, False)]
    assert observed([(q, NOW + timedelta(days=d), r) for q, d, r in told]) == ((1, 1, 2, 0.5), (2, 3, 1, 0.0))


def test_progress_follows_the_log(index, log, clock):
    question = index.question("Q52")
    empty = progress(index.bank, log, zone=UTC)
    assert (empty.seen, empty.questions, empty.curve, empty.due) == (0, 7, (), ())  # Q60 has no answer
    log.record(question.id, sum_up(question.id, [PointGrade("x/p1", "point", "令牌桶", "missed")]))
    log.record("not-in-the-bank-any-more", None)
    found = progress(index.bank, log, zone=UTC)
    assert (found.seen, found.reviews, found.streak) == (1, 1, 1)
    assert [d.question.number for d in found.due] == ["52"]
    assert [m.text for m in found.missed] == ["令牌桶"]
    network = next(t for t in found.topics if t.topic == "网络")
    assert (network.questions, network.seen, network.due) == (4, 1, 1)
    assert network.mastery == pytest.approx(1 / 4)
    recalls = [recall for _, recall in found.curve]
    assert recalls == sorted(recalls, reverse=True)


def test_csv_holds_every_review(index, log, tmp_path):
    question = index.question("Q52")
    log.record(question.id, None)
    log.record("gone", None)
    assert export_csv(index.bank, log, tmp_path / "复习.csv") == 2
    rows = list(csv.DictReader((tmp_path / "复习.csv").open(encoding="utf-8-sig", newline="")))
    assert [(r["number"], r["rating"]) for r in rows] == [("52", "again"), ("", "again")]
    assert rows[0]["title"] == question.title


def notes_of(package: Path):
    """guid → fields, and the ids of decks and note types."""
    with zipfile.ZipFile(package) as archive:
        archive.extract("collection.anki2", package.parent)
    connection = sqlite3.connect(package.parent / "collection.anki2")
    notes = {
        guid: fields.split("\x1f") for guid, fields in connection.execute("SELECT guid, flds FROM notes")
    }
    decks, models = connection.execute("SELECT decks, models FROM col").fetchone()
    connection.close()
    return notes, set(json.loads(decks)), set(json.loads(models))


def test_anki_ids_survive_an_edit(tmp_path):
    bank = tmp_path / "题库.md"
    text = "# 网络\n\n## Q1 锁是什么？\n\n- 互斥 <b>&amp; 排他。\n\n## Q2 队列？\n\n- 先进先出。\n"
    found = []
    for version in (text, text.replace("先进先出", "先进先出，后进后出")):
        bank.write_text(version, encoding="utf-8")
        export_anki(read_bank([bank]).questions, tmp_path / "a.apkg")
        found.append(notes_of(tmp_path / "a.apkg"))
    (before, *ids), (after, *same_ids) = found
    assert set(before) == set(after)
    assert ids == same_ids
    assert before != after
    assert any("&lt;b&gt;&amp;amp;" in fields[1] for fields in after.values())  # shown as written


def test_nothing_to_export_is_said(tmp_path):
    with pytest.raises(TiyanError, match="no answered question"):
        export_anki([], tmp_path / "a.apkg")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_not_there_is_said(index, log, tmp_path):
    with pytest.raises(TiyanError, match="cannot be written"):
        export_csv(index.bank, log, tmp_path / "none" / "a.csv")
