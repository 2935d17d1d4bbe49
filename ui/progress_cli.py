"""`tiyan progress` for the command line to take in: `add_progress_command(app, settings_of)`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ui.cli_options import AsJson, Home, SettingsOf

if TYPE_CHECKING:
    from assistant.interview import Progress


def add_progress_command(app: typer.Typer, settings_of: SettingsOf) -> None:
    """Put `progress` into `app`. `settings_of(context, home)` gives the caller's settings."""

    @app.command("progress")
    def show(
        context: typer.Context,
        csv: Annotated[
            Path | None, typer.Option("--csv", metavar="FILE.csv", help="Write every review.")
        ] = None,
        anki: Annotated[
            Path | None,
            typer.Option("--anki", metavar="FILE.apkg", help="Write the bank as an Anki package."),
        ] = None,
        reset: Annotated[bool, typer.Option("--reset", help="Forget every review and schedule.")] = False,
        as_json: AsJson = False,
        home: Home = None,
    ) -> None:
        """What is due, how well each topic sits, what was missed most; export or forget it."""
        from assistant.interview import StudyLog, export_anki, export_csv, progress
        from ui.wiring import open_library

        settings = settings_of(context, home)
        index, log = open_library(settings), StudyLog(settings.home)
        if csv is not None:
            print(f"{csv}: {export_csv(index.bank, log, csv)} reviews")
        if anki is not None:
            print(f"{anki}: {export_anki(index.bank.questions, anki)} notes")
        if reset:
            log.reset()
            print("every review and schedule is forgotten")
        if csv is None and anki is None and not reset:
            found = progress(index.bank, log)
            if as_json:
                _print_json(progress_document(found))
            else:
                show_progress(found)


def progress_document(found: Progress) -> dict[str, Any]:
    return {
        "reviews": found.reviews, "seen": found.seen, "questions": found.questions, "streak": found.streak,
        "due": [{"question_id": d.question.id, "title": d.question.title, "due": d.due.isoformat(), "recall": round(d.recall, 4)} for d in found.due],
        "topics": [{"topic": t.topic, "questions": t.questions, "seen": t.seen, "due": t.due, "mastery": round(t.mastery, 4)} for t in found.topics],
        "forecast": [{"day": day.isoformat(), "due": count} for day, count in found.forecast],
        "missed": [{"question_id": m.question_id, "chunk_id": m.chunk_id, "text": m.text, "missed": m.missed, "asked": m.asked} for m in found.missed],
        "retention": [{"days": days, "recall": round(recall, 4)} for days, recall in found.curve],
    }  # fmt: skip


def show_progress(found: Progress) -> None:
    from rich.markup import escape
    from rich.table import Table

    from ui.console import out

    console = out()
    console.print(
        f"复习 {found.reviews} 次，见过 {found.seen}/{found.questions} 题，连续 {found.streak} 天，今天到期 {len(found.due)} 题"
    )
    table = Table(box=None, pad_edge=False, header_style="dim")
    for heading in ("主题", "题数", "见过", "到期", "掌握"):
        table.add_column(heading, justify="left" if heading == "主题" else "right")
    for topic in found.topics:
        table.add_row(
            escape(topic.topic),
            str(topic.questions),
            str(topic.seen),
            str(topic.due),
            f"{100 * topic.mastery:.0f}%",
        )
    console.print(table)
    for missed in found.missed[:5]:
        console.print(
            f"[yellow]{missed.missed}/{missed.asked}[/yellow] {escape(' '.join(missed.text.split())[:70])}"
        )


def _print_json(document: Any) -> None:
    print(json.dumps(document, ensure_ascii=False), flush=True)
