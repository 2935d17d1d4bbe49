"""What the command line shows to a person: tables and short lists. Nothing here computes."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.console import Console
from rich.markup import escape
from rich.table import Table

if TYPE_CHECKING:
    from assistant import Answer, FollowUp
    from assistant.interview import Grade
    from index import Index, IndexReport, SearchResult
    from ingest import Bank
    from ui.documents import Document

Progress = Callable[[int, int, str], None]
SNIPPET = 90


def out() -> Console:
    """The terminal as it is now; made afresh so that a redirected stdout is honoured."""
    return Console(highlight=False, soft_wrap=not sys.stdout.isatty())


@contextmanager
def progress_bar(what: str) -> Iterator[Progress]:
    """A bar on stderr that a reader or an index moves; silent where stderr is no terminal."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(what, total=None)

        def moved(done: int, total: int, note: str = "") -> None:
            bar.update(task, completed=done, total=total, description=f"{what} {escape(note[-40:])}")

        yield moved


def show_bank(bank: Bank, report: IndexReport | None) -> None:
    """A table for each file, its warnings under it, and one closing line."""
    console = out()
    for file in bank.files:
        questions = [q for q in bank.questions if q.path == file.path]
        title = f"{escape(file.path)}  [dim]{file.encoding}, {file.questions} questions[/dim]"
        table = Table(title=title, title_justify="left", box=None, pad_edge=False, header_style="dim")
        table.add_column("question", overflow="fold", ratio=1)
        for heading in ("points", "sources", "references"):
            table.add_column(heading, justify="right")
        table.add_column("题眼", justify="center")
        table.add_column("lines", justify="right", style="dim", no_wrap=True)
        for q in questions:
            mark = "" if q.number_source != "assigned" else "~"
            table.add_row(
                f"[bold]{mark}{escape(q.number)}[/bold] {escape(q.title)}"
                + ("" if q.answered else " [dim](no answer)[/dim]"),
                str(len(q.points)),
                str(len(q.sources)),
                str(len(q.reference_numbers)),
                "✓" if q.key_point else "",
                f"{q.line_start}–{q.line_end}",
            )
        if questions:
            console.print(table)
        else:
            console.print(title)
        for warning in file.warnings:
            where = f"line {warning.line}: " if warning.line else ""
            console.print(
                f"  [yellow]![/yellow] {where}{escape(warning.message)} [dim]({warning.code})[/dim]"
            )
        console.print()
    if any(q.number_source == "assigned" for q in bank.questions):
        console.print("[dim]~ the file states no number; this one was given in order[/dim]")
    if bank.dangling_references:
        shown = ", ".join(bank.dangling_references[:20])
        rest = len(bank.dangling_references) - 20
        console.print(
            f"[dim]referred to, but not in the bank: {escape(shown)}{f' and {rest} more' if rest > 0 else ''}[/dim]"
        )
    total = f"{counted(len(bank.questions), 'question')} in {counted(len(bank.files), 'file')}"
    if report is None:
        console.print(f"{total}; nothing was stored")
    else:
        console.print(
            f"{total}; {report.chunks} passages ({report.embedded} embedded, {report.reused} reused) in {report.seconds:.1f} s"
        )


def show_hits(result: SearchResult) -> None:
    console = out()
    if not result.in_scope:
        console.print(
            f"[yellow]not in this bank[/yellow] [dim](probability {result.scope_probability:.2f})[/dim]; nearest:"
        )
    for rank, hit in enumerate(result.hits, start=1):
        chunk, question = hit.chunk, hit.chunk.question
        text = " ".join(chunk.text.split())
        text = text if len(text) <= SNIPPET else text[:SNIPPET] + "…"
        console.print(
            f"[bold]{rank:2} {escape(chunk.label)}[/bold] {escape(question.title)} [dim]{hit.score:.3f}[/dim]"
        )
        console.print(f"   {escape(text)}")
        console.print(f"   [dim]{escape(question.path)}:{chunk.line_start}-{chunk.line_end}[/dim]")
    if not result.hits:
        console.print("nothing found")


def show_grounds(answer: Answer) -> None:
    """What stands under a printed answer: its passages, its sources, what to go on with."""
    console = out()
    console.print()
    if answer.notice:
        console.print(f"[dim]{escape(answer.notice)}[/dim]")
    sources: dict[str, None] = {}
    for citation in answer.citations:
        question, chunk = citation.hit.chunk.question, citation.hit.chunk
        console.print(
            f"[dim]\\[{citation.number}][/dim] {escape(citation.label)} "
            f"[dim]{escape(question.path)}:{chunk.line_start}-{chunk.line_end}[/dim]"
        )
        for source in question.sources:
            sources[f"{source.label}  {source.url}" if source.url else source.label] = None
    for line in sources:
        console.print(f"    {escape(line)}")
    show_follow_ups(answer.follow_ups)


def show_follow_ups(follow_ups: Sequence[FollowUp]) -> None:
    console = out()
    for follow_up in follow_ups:
        note = "" if follow_up.in_bank else " [dim](not in the bank)[/dim]"
        console.print(f"→ {escape(follow_up.text)}{note}")


def show_grade(grade: Grade, index: Index) -> None:
    """Each point with its verdict, the learner's words about it, and the score."""
    console = out()
    styles = {"hit": "green", "partly": "yellow", "missed": "dim", "wrong": "red"}
    for point in grade.points:
        chunk = index.chunk(point.chunk_id)
        text = " ".join(point.text.split())
        text = text if len(text) <= SNIPPET else text[:SNIPPET] + "…"
        style = styles[point.verdict]
        console.print(
            f"[{style}]{point.verdict:6}[/{style}] {escape(chunk.label if chunk else point.role)} {escape(text)}"
        )
        if point.evidence:
            console.print(f"       [dim]「{escape(point.evidence)}」[/dim]")
        for reason in point.reasons:
            console.print(f"       [red]{escape(reason)}[/red]")
    console.print(f"score {round(100 * grade.score)} of 100, {grade.rating}")


def counted(count: int, word: str) -> str:
    return f"{count} {word}{'' if count == 1 else 's'}"


def show_status(document: Document) -> None:
    console = out()
    whose = "your bank" if document["own"] else "the bank that ships"
    embedder = document["embedder"]
    console.print(f"home       {escape(document['home'])}")
    console.print(
        f"bank       {whose}: {counted(document['questions'], 'question')}, {counted(document['chunks'], 'passage')}"
    )
    for file in document["files"]:
        notes = counted(file["questions"], "question") + (
            f", {counted(file['warnings'], 'warning')}" if file["warnings"] else ""
        )
        gone = "" if file["there"] else " [yellow](file is gone; its questions are kept)[/yellow]"
        console.print(f"           {escape(file['path'])} [dim]{notes}[/dim]{gone}")
    console.print(
        f"embedder   {escape(str(embedder.get('name')))} [dim]{embedder.get('dimension')} dimensions[/dim]"
    )
    console.print(f"chat model {escape(document['chat_reason'])}")
