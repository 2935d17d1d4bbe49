"""Conversations on disk: one JSON file each under `<home>/talks`, written whole or not at all."""

from __future__ import annotations

import json
import re
import secrets
import time
from dataclasses import dataclass
from pathlib import Path

from ingest.errors import TiyanError
from ui.documents import Document
from ui.settings import write_private
from ui.turns import turn_markdown

ID = re.compile(r"[0-9a-z]{6,40}")
TITLE_LENGTH = 40


@dataclass(frozen=True, slots=True)
class TalkLine:
    """A conversation as a list shows it; `updated` is seconds since the epoch."""

    id: str
    title: str
    updated: float
    turns: int


class Talks:
    """All conversations of one home. Unknown and unreadable ids are as if they had never been."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def turns(self, id: str) -> list[Document]:
        return self._read(id).get("turns", [])

    def title(self, id: str) -> str:
        return self._read(id).get("title", "")

    def part(self, id: str) -> str:
        """The part of the bank that the conversation keeps to, as in `ui.part`."""
        return str(self._read(id).get("part", ""))

    def keep_to(self, id: str, part: str) -> None:
        kept = self._read(id)
        if kept:
            self._write({**kept, "part": part})

    def save(self, id: str | None, turns: list[Document], part: str = "") -> str:
        """Store the turns and the part they keep to; give the conversation's id, a new one for None."""
        id = id if id and ID.fullmatch(id) else f"{int(time.time()):x}{secrets.token_hex(4)}"
        kept = self._read(id)
        title = kept.get("title") or (turns[0]["query"].strip()[:TITLE_LENGTH] if turns else "")
        self._write({"id": id, "title": title, "updated": time.time(), "part": part, "turns": turns})
        return id

    def rename(self, id: str, title: str) -> None:
        kept = self._read(id)
        if kept and title.strip():
            self._write({**kept, "title": title.strip()[:TITLE_LENGTH]})

    def delete(self, id: str) -> None:
        if ID.fullmatch(id):
            self._path(id).unlink(missing_ok=True)

    def list(self, containing: str = "") -> list[TalkLine]:
        """Latest first; with `containing`, those that say it in their title, a query or an answer."""
        wanted = containing.strip().casefold()
        found = []
        for path in self._folder.glob("*.json"):
            kept = self._read(path.stem)
            if kept and (not wanted or wanted in _searchable(kept)):
                found.append(TalkLine(kept["id"], kept["title"], kept["updated"], len(kept["turns"])))
        return sorted(found, key=lambda line: line.updated, reverse=True)

    def markdown(self, id: str) -> str:
        kept = self._read(id)
        return "\n".join([f"# {kept.get('title', '')}\n", *map(turn_markdown, kept.get("turns", []))])

    def _path(self, id: str) -> Path:
        return self._folder / f"{id}.json"

    def _read(self, id: str) -> Document:
        if not id or not ID.fullmatch(id):
            return {}
        try:
            kept = json.loads(self._path(id).read_text(encoding="utf-8"))
            return (
                kept if isinstance(kept, dict) and {"id", "title", "updated", "turns"} <= kept.keys() else {}
            )
        except (OSError, ValueError):
            return {}

    def _write(self, kept: Document) -> None:
        try:
            write_private(self._path(kept["id"]), json.dumps(kept, ensure_ascii=False))
        except OSError as error:
            raise TiyanError(
                f"{self._folder}: the conversation could not be kept ({error.strerror})"
            ) from error


def _searchable(kept: Document) -> str:
    return "\n".join([kept["title"], *(f"{t['query']}\n{t['layout']}" for t in kept["turns"])]).casefold()
