"""The command `tiyan`: read a bank, search it, ask it, serve its page.

Exit codes: 0 done, 1 something the user can mend (one line on stderr), 2 wrong usage. With `--json` stdout holds one
JSON document; with `--cases` one a line.
"""

from __future__ import annotations

import gc
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from eval.command import add_eval_command
from ingest.errors import TiyanError
from ui.mcp_tools import ROUTE as MCP_ROUTE
from ui.progress_cli import add_progress_command

if TYPE_CHECKING:
    from eval.library import Tools

app = typer.Typer(
    name="tiyan",
    help="Tiyan (题眼): study an interview question bank, with every sentence traced to it.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

Home = Annotated[
    Path | None,
    typer.Option(
        "--home", help="Folder that holds all state (or TIYAN_HOME).", show_default=False, file_okay=False
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]
Cases = Annotated[
    str | None,
    typer.Option(
        "--cases", metavar="FILE.jsonl", help="Many in one process: an object a line, `-` for stdin."
    ),
]


@app.callback(invoke_without_command=True)
def _root(
    context: typer.Context,
    home: Home = None,
    version: Annotated[bool, typer.Option("--version", help="Print the version and leave.")] = False,
) -> None:
    context.obj = home
    if version:
        from importlib.metadata import version as installed

        print(f"tiyan {installed('tiyan')}")
        raise typer.Exit


def _settings(context: typer.Context, home: Path | None) -> Any:
    """Settings with the home that was named before or after the command."""
    from ui.settings import load_settings

    return load_settings(home or context.obj)


def _print_json(document: Any) -> None:
    print(json.dumps(document, ensure_ascii=False), flush=True)


@app.command()
def ingest(
    context: typer.Context,
    paths: Annotated[list[Path], typer.Argument(help="Files or folders: txt, md, docx, pdf, html, …")],
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show what is understood; store nothing.")
    ] = False,
    with_shipped: Annotated[
        bool, typer.Option("--with-shipped", help="Keep the bank that ships beside yours.")
    ] = False,
    as_json: AsJson = False,
    home: Home = None,
) -> None:
    """Read question banks and index them."""
    from ui.console import progress_bar, show_bank
    from ui.documents import ingest_document
    from ui.library import index_bank, preview, read_with_kept

    settings = _settings(context, home)
    report = None
    if dry_run:
        with progress_bar("reading") as moved:
            bank = preview(paths, with_shipped=with_shipped, progress=moved)
    else:
        with progress_bar("reading") as moved:
            bank = read_with_kept(settings, paths, with_shipped=with_shipped, progress=moved)
        with progress_bar("indexing") as moved:
            report = index_bank(settings, bank, progress=moved)
    if as_json:
        _print_json(ingest_document(bank, report))
    else:
        show_bank(bank, report)


@app.command()
def search(
    context: typer.Context,
    query: Annotated[str | None, typer.Argument(help="What to look for.", show_default=False)] = None,
    k: Annotated[int, typer.Option("-k", min=1, help="How many passages.")] = 10,
    cases: Cases = None,
    as_json: AsJson = False,
    home: Home = None,
) -> None:
    """Find the passages that answer a query, best first."""
    from ui.documents import search_document
    from ui.wiring import open_library

    queries = _queries(query, cases)
    index = open_library(_settings(context, home))
    if cases is not None:
        for case in queries:
            _print_json(search_document(index.search(case["query"], k=int(case.get("k", k)))))
        return
    result = index.search(query or "", k=k)
    if as_json:
        _print_json(search_document(result))
    else:
        from ui.console import show_hits

        show_hits(result)


@app.command()
def ask(
    context: typer.Context,
    query: Annotated[str | None, typer.Argument(help="The question.", show_default=False)] = None,
    cases: Cases = None,
    as_json: AsJson = False,
    home: Home = None,
) -> None:
    """Answer a question from the bank, every sentence with its passage."""
    from ui.documents import answer_document
    from ui.wiring import make_assistant, open_library

    queries = _queries(query, cases)
    settings = _settings(context, home)
    assistant = make_assistant(open_library(settings), settings)
    if cases is not None:
        for case in queries:
            _print_json(answer_document(assistant.ask(case["query"])))
        return
    if as_json:
        _print_json(answer_document(assistant.ask(query or "")))
        return
    from ui.console import show_grounds

    for piece in assistant.stream(query or ""):
        if isinstance(piece, str):
            print(piece, end="", flush=True)
        else:
            print()
            show_grounds(piece)


@app.command()
def followups(
    context: typer.Context,
    question: Annotated[
        str | None, typer.Argument(help="A number (`Q125`) or an id.", show_default=False)
    ] = None,
    topic: Annotated[str | None, typer.Option("--topic", help="Ask about this topic instead.")] = None,
    n: Annotated[int, typer.Option("-n", min=1, help="How many.")] = 3,
    as_json: AsJson = False,
    home: Home = None,
) -> None:
    """Interview questions to go on with, each answered by the bank."""
    from ui.documents import follow_up_documents
    from ui.wiring import make_assistant, open_library

    settings = _settings(context, home)
    index = open_library(settings)
    asked = _question(index, question).id if question else None
    found = make_assistant(index, settings).follow_ups(asked, topic=topic, n=n)
    if as_json:
        _print_json({"follow_ups": follow_up_documents(found)})
    else:
        from ui.console import show_follow_ups

        show_follow_ups(found)


@app.command()
def serve(
    context: typer.Context,
    host: Annotated[str | None, typer.Option("--host", help="Address to listen at.")] = None,
    port: Annotated[int | None, typer.Option("--port", min=1, max=65535, help="Port to listen at.")] = None,
    auth: Annotated[
        str | None, typer.Option("--auth", metavar="USER:PASSWORD", help="Ask for these first.")
    ] = None,
    mcp: Annotated[bool, typer.Option("--mcp", help="Serve its endpoints to MCP clients too.")] = False,
    home: Home = None,
) -> None:
    """Open the page (127.0.0.1:7860 unless told otherwise)."""
    if auth is not None and not all(auth.partition(":")[::2]):
        raise typer.BadParameter("write it as USER:PASSWORD", param_hint="--auth")
    if auth is not None and mcp:
        raise typer.BadParameter(
            "the password would not guard the MCP tools; serve them without --auth", param_hint="--mcp"
        )
    settings = _settings(context, home)
    settings = settings.model_copy(update={"host": host or settings.host, "port": port or settings.port})
    gc.disable()  # gradio is a million objects that stay: looking through them while they load costs a fifth of the start
    from ui.app import serve as serve_page

    gc.enable()
    user, _, password = (auth or "").partition(":")

    def ready(address: str) -> None:
        print(f"题眼 Tiyan: {address}  (Ctrl+C ends)", flush=True)
        if mcp:
            print(f"MCP: {address.rstrip('/')}/{MCP_ROUTE}  (streamable HTTP)", flush=True)

    serve_page(settings, auth=(user, password) if auth else None, mcp=mcp, ready=ready)


def _eval_tools(context: typer.Context, home: Path | None) -> Tools:
    from ui.wiring import eval_tools

    return eval_tools(_settings(context, home))


add_eval_command(app, _eval_tools)
add_progress_command(app, _settings)


@app.command()
def remove(
    context: typer.Context,
    path: Annotated[Path, typer.Argument(help="A file or folder that was ingested.")],
    home: Home = None,
) -> None:
    """Take a file or folder out of the bank."""
    from ui.library import remove_from_bank

    left = remove_from_bank(_settings(context, home), path)
    print(
        f"{path}: removed; {left} questions left" if left else f"{path}: removed; the bank that ships is back"
    )


@app.command()
def status(context: typer.Context, as_json: AsJson = False, home: Home = None) -> None:
    """What is in the bank, and what answers."""
    from ui.library import status_document

    document = status_document(_settings(context, home))
    if as_json:
        _print_json(document)
    else:
        from ui.console import show_status

        show_status(document)


@app.command()
def grade(
    context: typer.Context,
    question: Annotated[
        str | None, typer.Argument(help="A number (`Q125`) or an id.", show_default=False)
    ] = None,
    answer: Annotated[
        str | None, typer.Option("--answer", help="The answer to hold against the bank.")
    ] = None,
    cases: Cases = None,
    as_json: AsJson = False,
    home: Home = None,
) -> None:
    """Grade an answer to a question, point by point."""
    if (cases is None) != (question is not None and answer is not None):
        raise typer.BadParameter("give QUESTION and --answer, or --cases FILE.jsonl", param_hint="QUESTION")
    from assistant.interview import grade_answer
    from ui.cases import read_cases
    from ui.wiring import open_library

    index = open_library(_settings(context, home))
    if cases is not None:
        for case in read_cases(cases, "question", "answer"):
            _print_json(grade_answer(index, case["question"], case["answer"]).to_dict())
        return
    graded = grade_answer(index, question or "", answer or "")
    if as_json:
        _print_json(graded.to_dict())
    else:
        from ui.console import show_grade

        show_grade(graded, index)


@app.command()
def interview(
    context: typer.Context,
    mode: Annotated[str, typer.Option("--mode", help="random, due, weak, topic or one.")] = "random",
    topic: Annotated[str | None, typer.Option("--topic", help="Questions of this topic.")] = None,
    question: Annotated[str | None, typer.Option("--question", help="This question alone.")] = None,
    count: Annotated[int, typer.Option("-n", min=1, help="How many questions.")] = 5,
    home: Home = None,
) -> None:
    """Be examined in the terminal: answer, be graded, be asked back."""
    from ui.terminal_interview import hold

    settings = _settings(context, home)
    chosen = "topic" if topic else "one" if question else mode
    hold(settings, mode=chosen, topic=topic, question=question, count=count)


@app.command()
def verify(
    sentence: Annotated[str | None, typer.Option("--sentence", help="What is claimed.")] = None,
    passage: Annotated[str | None, typer.Option("--passage", help="What it should follow from.")] = None,
    cases: Cases = None,
    as_json: AsJson = False,
) -> None:
    """Judge whether a passage supports a sentence."""
    if (cases is None) != (sentence is not None and passage is not None):
        raise typer.BadParameter(
            "give --sentence and --passage, or --cases FILE.jsonl", param_hint="--sentence"
        )
    from ui.cases import read_cases
    from ui.wiring import support_document

    if cases is not None:
        for case in read_cases(cases, "sentence", "passage"):
            _print_json(support_document(case["sentence"], case["passage"]))
        return
    found = support_document(sentence or "", passage or "")
    if as_json:
        _print_json(found)
    else:
        print(f"{'supported' if found['supported'] else 'not supported'} ({found['score']:.2f})")
        for reason in found["reasons"]:
            print(f"  {reason}")


def _queries(query: str | None, cases: str | None) -> Iterator[dict[str, Any]]:
    """Cases to work through, or none for a single query; wrong usage when both or neither are given."""
    if (query is None) == (cases is None):
        raise typer.BadParameter("give either a QUERY or --cases FILE.jsonl", param_hint="QUERY")
    from ui.cases import read_cases

    return read_cases(cases, "query") if cases is not None else iter(())


def _question(index: Any, wanted: str) -> Any:
    found = index.question(wanted)
    if found is None:
        raise TiyanError(f"{wanted}: no such question in the bank; `tiyan status` lists its files")
    return found


def main() -> None:
    """Entry point: what a user can mend becomes one line on stderr and exit code 1."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
    try:
        app(standalone_mode=True)
    except TiyanError as error:
        _leave(str(error))
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        _leave(f"{place}{error.strerror or error}")
    except SystemExit as end:
        _end(end.code if isinstance(end.code, int) else 1 if end.code else 0)


def _leave(message: str) -> None:
    print(message, file=sys.stderr)
    _end(1)


def _end(code: int) -> None:
    """Leave at once: torch's own way out takes a second and a half and has nothing left to save."""
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except OSError:
        code = code or 1
    if "torch" in sys.modules:
        os._exit(code)
    sys.exit(code)
