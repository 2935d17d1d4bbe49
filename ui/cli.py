"""The command `tiyan`: read a bank, search it, ask it, serve its page.

Exit codes: 0 done, 1 something the user can mend (one line on stderr), 2 wrong usage. With `--json` stdout holds one
JSON document; with `--cases` one a line.
"""

from __future__ import annotations

import gc
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from eval.command import add_eval_command
from ingest.errors import TiyanError
from ui.cli_options import AsJson, Home, print_json
from ui.mcp_tools import ROUTE as MCP_ROUTE
from ui.mcp_tools import check_mcp
from ui.progress_cli import add_progress_command
from ui.study_cli import add_study_commands

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
    from ui.settings import load_settings, misspelt

    for remark in misspelt():
        print(remark, file=sys.stderr)
    return load_settings(home or context.obj)


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
        print_json(ingest_document(bank, report))
    else:
        show_bank(bank, report)


add_study_commands(app, _settings)


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
    if mcp:
        check_mcp()
    from ui.doorman import Doorman

    door = Doorman(settings.host, settings.port)
    gc.disable()  # gradio is a million objects that stay: looking through them while they load costs a fifth of the start
    from ui.app import serve as serve_page

    gc.enable()
    user, _, password = (auth or "").partition(":")

    def ready(address: str) -> None:
        print(f"题眼 Tiyan: {address}  (Ctrl+C ends)", flush=True)
        if mcp:
            print(f"MCP: {address.rstrip('/')}/{MCP_ROUTE}  (streamable HTTP)", flush=True)

    serve_page(settings, door, auth=(user, password) if auth else None, mcp=mcp, ready=ready)


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
        print_json(document)
    else:
        from ui.console import show_status

        show_status(document)


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
