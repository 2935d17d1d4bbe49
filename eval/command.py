"""`tiyan eval` and what stands under it, for the command line to take in: `add_eval_command(app, tools_of)`."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from eval.options import EvalGroup, progress_bar
from ingest.errors import TiyanError

if TYPE_CHECKING:
    from eval.library import Tools

    ToolsOf = Callable[[typer.Context, Path | None], Tools]


class Split(StrEnum):
    all = "all"
    dev = "dev"
    test = "test"


Home = Annotated[
    Path | None,
    typer.Option(
        "--home", help="Folder that holds all state [env: TIYAN_HOME]", show_default=False, file_okay=False
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]
ReportFile = Annotated[
    Path | None, typer.Option("--report", metavar="FILE.html", help="Write a report too, one file.")
]
Banks = Annotated[
    list[Path] | None,
    typer.Option(
        "--bank",
        metavar="PATH …",
        help="A bank to measure instead: files, folders, or a BEIR folder.",
        show_default=False,
    ),
]
CaseFiles = Annotated[
    list[Path] | None, typer.Option("--cases", metavar="FILE.jsonl …", help="Its cases.", show_default=False)
]


def add_eval_command(app: typer.Typer, tools_of: ToolsOf) -> None:
    """Put `eval`, `eval lint`, `eval make-cases` and `eval peers` into `app`.

    `tools_of(context, home)` gives the caller's `eval.library.Tools`, with `home` put before its own settings.
    """
    group = typer.Typer(
        cls=EvalGroup, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]}
    )

    @group.callback()
    def measure(
        context: typer.Context,
        as_json: AsJson = False,
        report: ReportFile = None,
        markdown: Annotated[
            Path | None, typer.Option("--markdown", metavar="FILE.md", help="Write the tables as Markdown.")
        ] = None,
        bank: Banks = None,
        cases: CaseFiles = None,
        compare: Annotated[
            list[str] | None,
            typer.Option(
                "--compare",
                metavar="A B …",
                help="Ablations, or other embedders by id; a wrong name lists them.",
                show_default=False,
            ),
        ] = None,
        split: Annotated[Split, typer.Option("--split", help="Only the cases of one split.")] = Split.all,
        answers: Annotated[
            bool, typer.Option("--answers", help="Measure the assistant's answers too.")
        ] = False,
        k: Annotated[int, typer.Option("-k", min=1, max=100, help="How many passages a search gives.")] = 10,
        update_baseline: Annotated[
            bool, typer.Option("--update-baseline", help="Keep these figures as the baseline.")
        ] = False,
        home: Home = None,
    ) -> None:
        """Measure search and answers on golden cases; exit 1 below the committed baseline."""
        if context.invoked_subcommand is not None:
            return
        from eval.run import Request, run

        request = Request(
            tuple(bank or ()),
            tuple(cases or ()),
            tuple(compare or ()),
            split.value,
            k,
            answers,
            update_baseline,
        )
        with progress_bar() as moved:
            outcome = run(request, tools_of(context, home), moved)
        _write_reports(outcome.document, report, markdown)
        if as_json:
            print(json.dumps(outcome.document, ensure_ascii=False))
        else:
            from eval.terminal import show

            show(outcome.document)
        for note in outcome.notes:
            print(note, file=sys.stderr)
        if not outcome.passed:
            raise typer.Exit(1)

    @group.command("lint")
    def lint(
        context: typer.Context,
        files: Annotated[
            list[Path] | None,
            typer.Argument(help="Files of cases; without any, the golden ones.", show_default=False),
        ] = None,
        bank: Banks = None,
        home: Home = None,
    ) -> None:
        """Look cases over: names, spans, duplicates, copies, balance."""
        from eval.cases import golden_files
        from eval.lint import lint_files
        from eval.run import bank_of
        from ingest import read_bank, shipped_material

        golden = not files and not bank
        known = read_bank([shipped_material()]) if golden else bank_of(bank or (), tools_of(context, home))
        paths = files or golden_files()
        problems = lint_files(paths, known)
        for problem in problems:
            print(f"{problem.severity}: {problem}")
        errors = sum(problem.severity == "error" for problem in problems)
        print(f"{len(paths)} files: {errors} errors, {len(problems) - errors} warnings", file=sys.stderr)
        if errors:
            raise typer.Exit(1)

    @group.command("make-cases")
    def make_cases(
        context: typer.Context,
        bank: Banks = None,
        out: Annotated[
            Path | None,
            typer.Option("--out", metavar="FILE.jsonl", help="Where to write; without it, stdout."),
        ] = None,
        per_question: Annotated[
            int, typer.Option("-n", min=1, max=20, help="How many a question, at most.")
        ] = 3,
        with_model: Annotated[
            bool, typer.Option("--model", help="Let the configured chat model propose them.")
        ] = False,
        home: Home = None,
    ) -> None:
        """Draft cases for a bank; they count once you take "draft": true out."""
        from eval.draft import draft_cases, to_lines
        from eval.run import bank_of

        tools = tools_of(context, home)
        model = tools.make_chat_model() if with_model else None
        if with_model and model is None:
            raise TiyanError(
                "no chat model is set; set TIYAN_CHAT_MODEL (and TIYAN_CHAT_BASE_URL), or leave out --model"
            )
        with progress_bar() as moved:
            drafts = draft_cases(bank_of(bank or (), tools), per_question, model, moved)
        if not drafts:
            raise TiyanError(
                "no case could be drafted: the bank has no answered question; ingest another with: tiyan ingest PATH"
            )
        if out is None:
            sys.stdout.write(to_lines(drafts))
        else:
            if out.exists():
                raise TiyanError(
                    f"{out}: is there already; name another file, so that accepted cases are not lost"
                )
            _write(out, to_lines(drafts))
        print(
            f'{len(drafts)} drafts; take "draft": true out of those you accept, then: tiyan eval --cases FILE',
            file=sys.stderr,
        )

    @group.command("peers")
    def peers(
        context: typer.Context,
        names: Annotated[
            list[str] | None, typer.Argument(help="Which; without any, all of them.", show_default=False)
        ] = None,
        bank: Banks = None,
        cases: CaseFiles = None,
        as_json: AsJson = False,
        report: ReportFile = None,
        markdown: Annotated[
            Path | None, typer.Option("--markdown", metavar="FILE.md", help="Write the table as Markdown.")
        ] = None,
        home: Home = None,
    ) -> None:
        """Run other products over the same files, embedder and cases (needs the extra `peers`; minutes)."""
        from eval.peers.run import run_peers

        with progress_bar() as moved:
            document, table = run_peers(
                tuple(names or ()), tuple(bank or ()), tuple(cases or ()), tools_of(context, home), moved
            )
        _write_reports(document, report, None)
        if markdown is not None:
            _write(markdown, table)
        print(json.dumps(document, ensure_ascii=False) if as_json else table)

    app.add_typer(group, name="eval")


def _write_reports(document: dict[str, Any], report: Path | None, markdown: Path | None) -> None:
    if report is not None:
        from eval.html import html_report

        _write(report, html_report(document))
    if markdown is not None:
        from eval.markdown import markdown_report

        _write(markdown, markdown_report(document))


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise TiyanError(
            f"{path}: cannot be written ({error.strerror}); name a file in a folder that exists"
        ) from None
