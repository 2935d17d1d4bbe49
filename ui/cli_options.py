"""Options that several commands share, and what they print as JSON."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from ui.settings import Settings

Home = Annotated[
    Path | None,
    typer.Option(
        "--home", help="Folder that holds all state (or TIYAN_HOME).", show_default=False, file_okay=False
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]
Files = Annotated[
    list[str] | None,
    typer.Option("--file", metavar="FILE", help="Keep to this file of the bank (may be given again)."),
]
Topics = Annotated[
    list[str] | None,
    typer.Option(
        "--topic", metavar="TOPIC", help="Keep to questions under this heading (may be given again)."
    ),
]
Cases = Annotated[
    str | None,
    typer.Option(
        "--cases", metavar="FILE.jsonl", help="Many in one process: an object a line, `-` for stdin."
    ),
]
SettingsOf = Callable[[typer.Context, Path | None], "Settings"]  # the home named before or after the command


def print_json(document: Any) -> None:
    """One document, one line."""
    print(json.dumps(document, ensure_ascii=False), flush=True)
