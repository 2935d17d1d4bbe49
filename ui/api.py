"""The same abilities for programs: named endpoints that answer with the documents of the command line.

One difference: where those say `path`, these say `file`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ingest import TiyanError
from ui.documents import answer_document, follow_up_documents, search_document
from ui.engine import Engine
from ui.library import part_of_bank


def endpoints(engine: Engine) -> list[Callable[..., dict]]:
    """Functions for `gr.api`; their names and docstrings are what a client sees."""

    def search(query: str, k: int = 10, file: str = "", topic: str = "") -> dict:
        """Find the passages of the bank that answer a query, best first, and whether the bank covers it at all.

        Parameters:
            query: a question or a few words, in Chinese or English
            k: how many passages at most
            file: a file of the bank to keep to; empty for all
            topic: a heading of the bank to keep to; empty for all
        Returns:
            query, in_scope, scope_probability, and hits with question, passage, place in the file and score
        """
        part = part_of_bank(engine.index.bank, file, topic)
        return search_document(engine.index.search(query, k=max(1, int(k)), **part))

    def ask(query: str, file: str = "", topic: str = "") -> dict:
        """Answer a question from the bank; every sentence names the passages that it stands on.

        Parameters:
            query: the question, in Chinese or English
            file: a file of the bank to keep to; empty for all
            topic: a heading of the bank to keep to; empty for all
        Returns:
            answer as Markdown, its sentences, its citations with their sources, and follow-up questions
        """
        part = part_of_bank(engine.index.bank, file, topic)
        return answer_document(engine.assistant.ask(query, **part))

    def question(number_or_id: str) -> dict:
        """One question of the bank, whole.

        Parameters:
            number_or_id: a number such as Q125, or the id that search and ask give
        Returns:
            the question with its points, key point, sources, references and place in the file
        """
        from ingest.serialize import question_report

        return question_report(_question(engine, number_or_id))

    def followups(number_or_id: str = "", topic: str = "", n: int = 3) -> dict:
        """Interview questions to go on with; each names the question and passage that answer it.

        Parameters:
            number_or_id: the question that was just treated; empty for any
            topic: a topic to stay within; empty for any
            n: how many
        Returns:
            follow_ups, each with text, question_id, chunk_id and in_bank
        """
        id = _question(engine, number_or_id).id if number_or_id else None
        found = engine.assistant.follow_ups(id, topic=topic or None, n=max(1, int(n)))
        return {"follow_ups": follow_up_documents(found)}

    def grade(number_or_id: str, answer: str) -> dict:
        """Grade an answer to a question of the bank, point by point.

        Parameters:
            number_or_id: the question
            answer: the answer in the learner's own words
        Returns:
            question_id, points with verdict (hit, partly, missed, wrong) and evidence, score from 0 to 1, rating
        """
        from assistant.interview import grade_answer

        return grade_answer(engine.index, _question(engine, number_or_id), answer).to_dict()

    return [_told(function) for function in (search, ask, question, followups, grade)]


def _question(engine: Engine, wanted: str) -> Any:
    found = engine.index.question(wanted)
    if found is None:
        raise TiyanError(f"{wanted}: no such question in the bank")
    return found


def without_paths(document: Any) -> Any:
    """The document with `path` called `file`: a dictionary with a `path` is a download to gradio's clients."""
    if isinstance(document, dict):
        return {"file" if key == "path" else key: without_paths(value) for key, value in document.items()}
    if isinstance(document, list):
        return [without_paths(item) for item in document]
    return document


def _told(function: Callable[..., dict]) -> Callable[..., dict]:
    """What a user can mend reaches the client as the words of a gradio error."""
    from functools import wraps

    import gradio as gr

    @wraps(function)
    def answered(*args: Any, **more: Any) -> dict:
        try:
            return without_paths(function(*args, **more))
        except TiyanError as error:
            raise gr.Error(str(error), print_exception=False) from None

    return answered
