"""What the options of `tiyan eval` need that typer does not give."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from typer.core import TyperGroup

SEVERAL = ("--compare", "--bank", "--cases")  # each takes as many values as follow it


class EvalGroup(TyperGroup):
    """Lets `--compare A B C` stand for `--compare A --compare B --compare C`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        return super().parse_args(ctx, spread(args, SEVERAL, set(self.commands)))


def spread(args: Sequence[str], several: Sequence[str], stop: set[str]) -> list[str]:
    """Repeat an option before each of its values: up to the next option, or a word of `stop`."""
    out: list[str] = []
    option: str | None = None
    fresh = False
    for arg in args:
        if arg in several:
            option, fresh = arg, True
            out.append(arg)
            continue
        if arg.startswith("-") and len(arg) > 1:
            option = None
        elif option is not None and not fresh:
            if arg in stop:
                option = None
            else:
                out.append(option)
        fresh = False
        out.append(arg)
    return out


@contextmanager
def progress_bar() -> Iterator[Callable[[int, int, str], None]]:
    """A bar on stderr; silent where stderr is no terminal."""
    from rich.console import Console
    from rich.markup import escape
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("", total=None)

        def moved(done: int, total: int, note: str = "") -> None:
            bar.update(task, completed=done, total=total, description=escape(note[-40:]))

        yield moved
