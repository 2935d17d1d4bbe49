"""`tiyan grade`, `tiyan interview` and `tiyan progress`, for the command line to take in: `add_interview_commands(app, …)`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ingest.errors import TiyanError

if TYPE_CHECKING:
    from assistant.interview import Grade, Interview, Outcome, Progress, StudyLog
    from index import Index
    from ui.settings import Settings

    SettingsOf = Callable[[typer.Context, Path | None], Settings]

Home = Annotated[
    Path | None,
    typer.Option(
        "--home", help="Folder that holds all state (or TIYAN_HOME).", show_default=False, file_okay=False
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]
MARKS = {
    "hit": "[green]✓[/green]",
    "partly": "[yellow]~[/yellow]",
    "missed": "[dim]·[/dim]",
    "wrong": "[red]✗[/red]",
}
NAMES = {"hit": "答到", "partly": "部分", "missed": "漏掉", "wrong": "说错"}


def add_interview_commands(app: typer.Typer, settings_of: SettingsOf) -> None:
    """Put the commands into `app`. `settings_of(context, home)` gives the caller's settings."""

    @app.command("grade")
    def grade(
        context: typer.Context,
        question: Annotated[
            str | None, typer.Argument(help="A number (`Q125`) or an id.", show_default=False)
        ] = None,
        answer: Annotated[str | None, typer.Option("--answer", help="What you would say.")] = None,
        cases: Annotated[
            str | None,
            typer.Option(
                "--cases",
                metavar="FILE.jsonl",
                help="Many in one process: an object a line with `question` and `answer`, `-` for stdin.",
            ),
        ] = None,
        as_json: AsJson = False,
        home: Home = None,
    ) -> None:
        """Hold an answer against the bank, point by point."""
        if (cases is None) == (question is None or answer is None) or (
            cases is not None and (question or answer)
        ):
            raise typer.BadParameter(
                "give a QUESTION and --answer TEXT, or --cases FILE.jsonl", param_hint="QUESTION"
            )
        from assistant.interview import grade_answer
        from ui.cases import read_cases
        from ui.wiring import open_library

        index = open_library(settings_of(context, home))
        if cases is not None:
            for case in read_cases(cases, "question", "answer"):
                _print_json(grade_answer(index, case["question"], case["answer"]).to_dict())
            return
        found = grade_answer(index, question or "", answer or "")
        if as_json:
            _print_json(found.to_dict())
        else:
            show_grade(found, index)

    @app.command("interview")
    def interview(
        context: typer.Context,
        question: Annotated[
            str | None, typer.Argument(help="Only this question.", show_default=False)
        ] = None,
        mode: Annotated[str, typer.Option("--mode", help="random, topic, weak, due or one.")] = "random",
        topic: Annotated[str | None, typer.Option("--topic", help="Ask about this topic.")] = None,
        count: Annotated[int, typer.Option("-n", min=1, max=100, help="How many questions.")] = 5,
        seed: Annotated[int | None, typer.Option("--seed", help="Makes the order repeatable.")] = None,
        resume: Annotated[
            bool, typer.Option("--resume", help="Go on with the interview that was left last.")
        ] = False,
        home: Home = None,
    ) -> None:
        """Be examined: answer in your own words, or say 提示, 跳过, 不会, 看答案, 结束."""
        from assistant.interview import Interview, Plan, StudyLog
        from ui.wiring import open_library

        settings = settings_of(context, home)
        index, log = open_library(settings), StudyLog(settings.home)
        if resume:
            left = log.open_attempts()
            if not left:
                raise TiyanError("no interview was left open; begin one with: tiyan interview")
            talk = Interview.resume(index, log, left[0])
        else:
            wanted = "one" if question else "topic" if topic else mode
            talk = Interview.start(index, log, Plan(wanted, topic, question, count, seed=seed))  # type: ignore[arg-type]
        hold_interview(talk, index, log)

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


def hold_interview(talk: Interview, index: Index, log: StudyLog) -> None:
    """Ask and listen until it is over; an end of input leaves it to be resumed."""
    from ui.console import out

    console = out()
    if talk.pending is not None:
        console.print("[dim]上次的回答还没有评分，现在评分。[/dim]")
        _show_outcome(talk.retry(), index)
    while (prompt := talk.prompt) is not None:
        place = "追问" if prompt.is_follow_up else f"第 {prompt.number}/{prompt.total} 题"
        console.print(f"\n[bold cyan]{place}[/bold cyan] ", end="")
        console.print(prompt.text, markup=False)
        _prepare(index, prompt.question_id)
        try:
            said = input("> ")
        except (EOFError, KeyboardInterrupt):
            console.print("\n[dim]先到这里；接着来：tiyan interview --resume[/dim]")
            return
        _show_outcome(talk.reply(said), index)
    graded = [result for result in talk.results if result["score"] is not None]
    if graded:
        mean = sum(result["score"] for result in graded) / len(graded)
        console.print(
            f"\n{len(graded)} 题，平均 {100 * mean:.0f} 分；到期 {len(log.due())} 题。详情：tiyan progress"
        )


def _prepare(index: Index, question_id: str) -> None:
    """Embed the points while the learner writes."""
    from threading import Thread

    from assistant.interview.grade import grader_of

    question = index.question(question_id)
    if question is not None:
        Thread(target=lambda: grader_of(index).prepare(question), daemon=True).start()


def _show_outcome(outcome: Outcome, index: Index) -> None:
    from ui.console import out

    if outcome.grade is not None:
        show_grade(outcome.grade, index)
    out().print(outcome.text, markup=False)


def show_grade(grade: Grade, index: Index) -> None:
    """A line a point: its mark, its label, how it begins; under it the learner's words."""
    from rich.markup import escape

    from ui.console import out

    console = out()
    for point in grade.points:
        chunk = index.chunk(point.chunk_id)
        text = " ".join(point.text.split())
        console.print(
            f"{MARKS[point.verdict]} {NAMES[point.verdict]} [bold]{escape(chunk.label if chunk else point.chunk_id)}[/bold] {escape(text[:60])}{'…' if len(text) > 60 else ''}"
        )
        if point.evidence:
            console.print(f"    [dim]你说：「{escape(point.evidence)}」[/dim]")
        for reason in point.reasons:
            console.print(f"    [red]{escape(reason)}[/red]")
    console.print(f"得分 {100 * grade.score:.0f}，评级 {grade.rating}")


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
