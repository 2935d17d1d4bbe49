"""The study log and the bank for other programs: CSV of the reviews, an Anki package of the questions."""

from __future__ import annotations

import csv
import html
import os
import re
import sys
import tempfile
from collections.abc import Iterable, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

from assistant.interview.progress import topic_name
from ingest.errors import TiyanError

if TYPE_CHECKING:
    from assistant.interview.schedule import StudyLog
    from ingest import Bank
    from ingest.question import Part, Question

COLUMNS = ("reviewed", "question_id", "number", "title", "topic", "score", "graded", "rating", "due")
MODEL_ID = 1_607_392_319  # Anki keeps a note's type by this number: it never changes
FIELDS = ("question", "answer", "key_point", "hook", "sources", "number", "id")
_FORMULA_START = tuple("=+-@\t\r")
CSS = ".card{font-family:sans-serif;font-size:18px;text-align:left;line-height:1.6}.key{font-weight:bold}.dim{color:#777;font-size:14px}pre{white-space:pre-wrap}"


def export_csv(bank: Bank, log: StudyLog, path: Path) -> int:
    """Every review in order of time, with its question and when that is due; returns how many. UTF-8 with a mark, so
    that spreadsheets read it; times are UTC, ISO 8601."""
    cards = log.cards()
    rows = []
    for review in log.reviews():
        question, card = bank.by_id(review.question_id), cards.get(review.question_id)
        rows.append(
            (
                review.reviewed.isoformat(), review.question_id, question.number if question else "", _cell(question.title if question else ""),
                _cell(topic_name(question) if question else ""), f"{review.score:.4f}", review.graded, review.rating, card.due.isoformat() if card else "",
            )
        )  # fmt: skip

    def write(part: Path) -> None:
        with part.open("w", encoding="utf-8-sig", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(COLUMNS)
            writer.writerows(rows)

    _write_whole(path, write)
    return len(rows)


def export_anki(questions: Iterable[Question], path: Path) -> int:
    """An Anki package (.apkg) with a note a question, in a deck a topic; returns how many.

    Notes, decks and the note type keep their ids when texts are edited, so that a second import updates the notes
    and keeps their schedule.
    """
    from genanki import Deck, Model, Note, Package
    from genanki.util import guid_for

    model = Model(
        MODEL_ID, "Tiyan 题眼", fields=[{"name": name} for name in FIELDS], css=CSS,
        templates=[{
            "name": "问答", "qfmt": "<div>{{question}}</div><div class=dim>{{number}}</div>",
            "afmt": "{{FrontSide}}<hr id=answer>{{answer}}{{#key_point}}<p class=key>题眼：{{key_point}}</p>{{/key_point}}"
                    "{{#hook}}<p>记忆锚点：{{hook}}</p>{{/hook}}<div class=dim>{{sources}}</div>",
        }],
    )  # fmt: skip
    decks: dict[str, Deck] = {}
    count = 0
    for question in questions:
        if not question.answered:
            continue
        name = "::".join(
            ("题眼", question.bank, topic_name(question)) if question.topic else ("题眼", question.bank)
        )
        deck = decks.setdefault(name, Deck(stable_id(name), name))
        deck.add_note(
            Note(
                model,
                _fields(question),
                guid=guid_for("tiyan", question.id),
                tags=[_tag(t) for t in question.topic if _tag(t)],
            )
        )
        count += 1
    if not count:
        raise TiyanError(
            "nothing to export: the bank has no answered question; ingest another with: tiyan ingest PATH"
        )
    _write_whole(path, lambda part: Package(list(decks.values())).write_to_file(str(part)))
    return count


def stable_id(name: str) -> int:
    """A number for Anki in [2^30, 2^31) that depends on the name alone."""
    return (1 << 30) + int.from_bytes(blake2b(name.encode(), digest_size=8).digest()) % (1 << 30)


def _fields(question: Question) -> list[str]:
    told = [part for part in question.parts if part.role in ("summary", "point", "body", "evidence")]
    sources = "、".join(
        f'<a href="{html.escape(s.url)}">{html.escape(s.label)}</a>' if s.url else html.escape(s.label)
        for s in question.sources
    )
    values = (
        _html(question.title), _answer(told), _html(question.key_point or ""), _html(question.hook or ""), sources, html.escape(question.label),
        html.escape(question.id),
    )  # fmt: skip
    return list(values)


def _answer(parts: Sequence[Part]) -> str:
    out, in_list = [], False
    for part in parts:
        if (part.role == "point") != in_list:
            out.append("</ul>" if in_list else "<ul>")
            in_list = not in_list
        if part.kind in ("code", "table", "formula"):
            shown = f"<pre>{html.escape(part.text)}</pre>"
        else:
            shown = _html(part.text)
        out.append(f"<li>{shown}</li>" if part.role == "point" else f"<div>{shown}</div>")
    return "".join(out) + ("</ul>" if in_list else "")


def _html(text: str) -> str:
    return re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", html.escape(text)).replace("\n", "<br>")


def _tag(text: str) -> str:
    return re.sub(r"\s+", "_", text.strip())


def _cell(text: str) -> str:
    """A spreadsheet takes a cell that opens with = or @ for a formula."""
    return "'" + text if text.startswith(_FORMULA_START) else text


def _write_whole(path: Path, write) -> None:
    """All of the file or, after a failure, what was there before. Raises TiyanError when it cannot be written."""
    part = None
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, suffix=".part")
        os.close(handle)
        part = Path(name)
        write(part)
        os.replace(part, path)
    except OSError as error:
        raise TiyanError(
            f"{path}: cannot be written ({error.strerror}); name a file in a folder that exists"
        ) from error
    finally:
        if part is not None and part.exists() and sys.exc_info()[0] is not None:
            part.unlink(missing_ok=True)
