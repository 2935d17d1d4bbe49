"""The commands of study: search, ask, followups, grade, interview, verify."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ingest.errors import TiyanError
from ui.cli_options import AsJson, Cases, Files, Home, SettingsOf, Topics, print_json

if TYPE_CHECKING:
    from index import Index
    from ingest import Question


AT_ONCE = 32  # pairs that `verify --cases` reads together


def add_study_commands(app: typer.Typer, settings_of: SettingsOf) -> None:
    """Hang them on the command `tiyan`."""

    @app.command()
    def search(
        context: typer.Context,
        query: Annotated[str | None, typer.Argument(help="What to look for.", show_default=False)] = None,
        k: Annotated[int, typer.Option("-k", min=1, help="How many passages.")] = 10,
        file: Files = None,
        topic: Topics = None,
        cases: Cases = None,
        as_json: AsJson = False,
        home: Home = None,
    ) -> None:
        """Find the passages that answer a query, best first."""
        from ui.documents import search_document
        from ui.library import part_of_bank
        from ui.wiring import open_library

        queries = _queries(query, cases)
        index = open_library(settings_of(context, home))
        part = part_of_bank(index.bank, file, topic)
        if cases is not None:
            for case in queries:
                print_json(search_document(index.search(case["query"], k=int(case.get("k", k)), **part)))
            return
        result = index.search(query or "", k=k, **part)
        if as_json:
            print_json(search_document(result))
        else:
            from ui.console import show_hits

            show_hits(result)

    @app.command()
    def ask(
        context: typer.Context,
        query: Annotated[str | None, typer.Argument(help="The question.", show_default=False)] = None,
        file: Files = None,
        topic: Topics = None,
        cases: Cases = None,
        as_json: AsJson = False,
        home: Home = None,
    ) -> None:
        """Answer a question from the bank, every sentence with its passage."""
        from ui.documents import answer_document
        from ui.library import part_of_bank
        from ui.wiring import make_assistant, open_library

        queries = _queries(query, cases)
        settings = settings_of(context, home)
        index = open_library(settings)
        part = part_of_bank(index.bank, file, topic)
        assistant = make_assistant(index, settings)
        if cases is not None:
            for case in queries:
                print_json(answer_document(assistant.ask(case["query"], **part)))
            return
        if as_json:
            print_json(answer_document(assistant.ask(query or "", **part)))
            return
        from ui.console import show_grounds

        for piece in assistant.stream(query or "", **part):
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

        settings = settings_of(context, home)
        index = open_library(settings)
        asked = _question(index, question).id if question else None
        found = make_assistant(index, settings).follow_ups(asked, topic=topic, n=n)
        if as_json:
            print_json({"follow_ups": follow_up_documents(found)})
        else:
            from ui.console import show_follow_ups

            show_follow_ups(found)

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
            raise typer.BadParameter(
                "give QUESTION and --answer, or --cases FILE.jsonl", param_hint="QUESTION"
            )
        from assistant.interview import grade_answer
        from ui.cases import read_cases
        from ui.wiring import open_library

        index = open_library(settings_of(context, home))
        if cases is not None:
            for case in read_cases(cases, "question", "answer"):
                print_json(grade_answer(index, case["question"], case["answer"]).to_dict())
            return
        graded = grade_answer(index, question or "", answer or "")
        if as_json:
            print_json(graded.to_dict())
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

        settings = settings_of(context, home)
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
        from ui.wiring import support_documents

        if cases is not None:
            rows = read_cases(cases, "sentence", "passage")
            while some := [(row["sentence"], row["passage"]) for row in islice(rows, AT_ONCE)]:
                for found in support_documents(some):
                    print_json(found)
            return
        (found,) = support_documents([(sentence or "", passage or "")])
        if as_json:
            print_json(found)
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


def _question(index: Index, wanted: str) -> Question:
    found = index.question(wanted)
    if found is None:
        raise TiyanError(f"{wanted}: no such question in the bank; `tiyan status` lists its files")
    return found
