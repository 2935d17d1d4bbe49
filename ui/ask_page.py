"""The room where questions are asked: what its page calls, and the one event that streams an answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ingest.errors import TiyanError
from ui.cards import greeting_html, streaming_html, talk_html
from ui.documents import Document
from ui.engine import Engine
from ui.part import filters_of, part_options
from ui.question_links import card_of, related
from ui.settings_html import LENGTHS
from ui.streaming import Progress, Stops, follow
from ui.talk_list import talk_list_html
from ui.talks import Talks
from ui.turns import stopped_turn, turn_document
from ui.words import both

if TYPE_CHECKING:
    from assistant import Answer, Turn
    from ingest import Bank

HISTORY = 6  # turns that a new query may lean on
STARTERS = 4


class AskPage:
    """Everything the page shows comes from here as HTML; ids that it sends are checked, never trusted."""

    def __init__(self, engine: Engine, talks: Talks) -> None:
        self._engine, self._talks, self._stops = engine, talks, Stops()

    # what the page calls; each takes one dictionary and gives one

    def status(self, data: Document) -> Document:
        """How far the bank and the model are, and what is set for every browser; the first call sets them going."""
        self._engine.start()
        settings, failure = self._engine.settings, self._engine.failure
        return {
            "state": self._engine.state,
            "failure": str(failure) if failure else None,
            "failure_zh": failure.zh if failure else None,
            "theme": settings.theme,
            "length": settings.answer_length,
        }

    def open_talk(self, data: Document) -> Document:
        """A conversation as it was left, or the greeting."""
        id = str(data.get("talk") or "")
        turns = self._talks.turns(id)
        if turns:
            return {
                "html": talk_html(turns),
                "talk": id,
                "title": self._talks.title(id),
                "part": self._talks.part(id),
            }
        greeting = greeting_html(starters(self._engine.index.bank))
        return {"html": greeting, "talk": None, "title": "", "part": ""}

    def parts(self, data: Document) -> Document:
        """What a conversation may keep to; with `talk` and `part`, that one keeps to it from now on."""
        if data.get("talk"):
            self._talks.keep_to(str(data["talk"]), str(data.get("part") or ""))
        return {"html": part_options(self._engine.index.bank)}

    def list_talks(self, data: Document) -> Document:
        current = str(data.get("talk") or "")
        return {"html": talk_list_html(self._talks.list(str(data.get("find") or "")), current)}

    def change_talk(self, data: Document) -> Document:
        """Rename (`title`), delete or export one conversation, then give the list."""
        id, wish = str(data.get("talk") or ""), data.get("wish")
        if wish == "export":
            return {"markdown": self._talks.markdown(id), "title": self._talks.title(id)}
        if wish == "delete":
            self._talks.delete(id)
        elif wish == "rename":
            self._talks.rename(id, str(data.get("title") or ""))
        return self.list_talks({"talk": data.get("current"), "find": data.get("find")})

    def passage(self, data: Document) -> Document:
        """The passage of a citation within its whole question, as it stands in the bank now."""
        turns = self._talks.turns(str(data.get("talk") or ""))
        number, chunk_id = data.get("turn"), str(data.get("chunk") or "")
        turn = turns[number] if isinstance(number, int) and 0 <= number < len(turns) else None
        cited = _cited(turn, chunk_id)
        html = card_of(
            self._engine.index,
            question_id=str(data.get("question") or (cited or {}).get("question_id") or ""),
            chunk_id=chunk_id,
            cited=cited,
            why=((turn or {}).get("why") or {}).get(chunk_id),
        )
        return {"html": html}

    def stop(self, data: Document) -> Document:
        self._stops.stop(str(data.get("place")))
        return {}

    # the event

    def ask(self, data: Any) -> Iterator[tuple[str, str | None]]:
        """Yield (the turn being written, the turns before it or None for "as before")."""
        query, id = str(getattr(data, "text", "") or "").strip(), str(getattr(data, "talk", "") or "")
        part = str(getattr(data, "part", "") or "")
        turns = self._talks.turns(id)
        if getattr(data, "replace", False):
            turns = turns[:-1]
        if not query:
            yield "", talk_html(turns)
            return
        stop = self._stops.begin(str(getattr(data, "place", "")))
        ready = self._engine.state == "ready"
        waiting = "thinking" if ready else "waiting_model"
        yield streaming_html(query, "", len(turns), state=waiting), talk_html(turns, goes_on=True)
        history, length = history_of(turns), getattr(data, "length", None)
        length = length if length in LENGTHS else None

        def start() -> Iterator[str | Answer]:
            return self._engine.assistant.stream(query, history, length=length, **filters_of(part))

        for progress in follow(start, stop):
            if progress.over:
                yield from self._finish(id, [*turns, self._with_related(over(query, progress))], part)
            else:
                yield streaming_html(query, progress.text, len(turns)), None

    def _with_related(self, turn: Document) -> Document:
        shown = turn["answer"] or (turn["fallback"] or {}).get("answer") or {}
        cited = dict.fromkeys(citation["question_id"] for citation in shown.get("citations", []))
        return turn | {"related": related(self._engine.index, [*cited])} if cited else turn

    def _finish(self, id: str, turns: list[Document], part: str) -> Iterator[tuple[str, str]]:
        note = ""
        try:
            id = self._talks.save(id, turns, part)
        except TiyanError as error:  # the answer is there all the same
            note = f'<p class="note trouble">{both("failed_answer")}：{error}</p>'
        yield f'<div data-state="done" data-talk="{id}">{note}</div>', talk_html(turns)


def over(query: str, progress: Progress) -> Document:
    """The stored form of an answer that has come to its end, one way or another."""
    if progress.answer is not None:
        return turn_document(progress.answer)
    return stopped_turn(query, progress.text, failure=progress.failure)


def history_of(turns: list[Document]) -> tuple[Turn, ...]:
    """The last turns as the assistant wants them."""
    from assistant import Turn

    return tuple(
        Turn(turn["query"], (turn["answer"] or {}).get("answer", turn["layout"]), tuple(turn["question_ids"]))
        for turn in turns[-HISTORY:]
    )


def starters(bank: Bank) -> list[Document]:
    """A few answered questions spread over the bank, to begin with."""
    titled = [q for q in bank.questions if q.answered and q.title]
    stated = [q for q in titled if q.title_source != "derived"] or titled
    step = max(1, len(stated) // STARTERS)
    return [
        {"text": q.title, "question_id": q.id, "chunk_id": None, "in_bank": True}
        for q in stated[::step][:STARTERS]
    ]


def _cited(turn: Document | None, chunk_id: str) -> Document | None:
    """The citation of a stored turn, also where the answer fell back on quotes."""
    while turn:
        for citation in (turn["answer"] or {}).get("citations", []):
            if citation["id"] == chunk_id:
                return citation
        turn = turn["fallback"]
    return None
