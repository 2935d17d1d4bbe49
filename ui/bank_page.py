"""The room where the bank is browsed and added to: what its page calls, as HTML."""

from __future__ import annotations

from pathlib import Path

from ingest import Bank, TiyanError
from ui.documents import Document
from ui.engine import Engine
from ui.graph import graph_html
from ui.intake import Intake, upload_is_gone
from ui.library import is_own
from ui.shelf import count_html, files_html, filters_html, find_questions, preview_html, shelf_html

MOST_FILES = 200


class BankPage:
    """Everything the page shows comes from here; uploads are read only from `upload_folder`."""

    def __init__(self, engine: Engine, upload_folder: Path) -> None:
        self._engine, self._intake = engine, Intake(engine)
        self._uploads = upload_folder.resolve()

    def shelf(self, data: Document) -> Document:
        """The questions that fit a wish (`find`, `file`, `topic`); with `all` the choices and files too."""
        bank, own = self._bank()
        find, file, topic = (str(data.get(name) or "") for name in ("find", "file", "topic"))
        found = find_questions(bank, find, file, topic)
        answer = {"html": shelf_html(bank, found, own=own), "count": count_html(bank, len(found), own=own)}
        if data.get("all"):
            answer |= {"filters": filters_html(bank), "files": files_html(bank, own=own)}
        return answer

    def graph(self, data: Document) -> Document:
        return {"html": graph_html(self._bank()[0])}

    def preview(self, data: Document) -> Document:
        """Stage uploaded files and show what is understood of them; with `instead` one takes that file's place."""
        uploads = [self._upload(entry) for entry in list(data.get("files") or [])[:MOST_FILES]]
        before, own = self._bank()
        instead = str(data.get("instead") or "")
        if instead and (len(uploads) != 1 or instead not in {file.path for file in before.files}):
            raise TiyanError(
                "one file of the bank is replaced by one file", "题库里的一个文件只能换成一个文件"
            )
        token, bank = self._intake.stage(uploads, instead)
        return {
            "html": preview_html(bank, token, replaces=self._intake.replaces(token), own=own),
            "token": token,
        }

    def change(self, data: Document) -> Document:
        """Confirm, cancel or undo an upload, or remove a file; what takes time goes on behind its token."""
        wish, token = data.get("wish"), str(data.get("token") or "")
        if wish == "confirm":
            self._intake.take_in(token, with_shipped=bool(data.get("keep")))
        elif wish == "cancel":
            self._intake.drop(token)
        elif wish == "undo":
            self._intake.undo(token)
        elif wish == "remove":
            token = self._intake.remove(str(data.get("path") or ""))
        else:
            raise TiyanError("unknown wish")
        return {"token": token}

    def job(self, data: Document) -> Document:
        return self._engine.jobs.document(str(data.get("token") or ""))

    def _bank(self) -> tuple[Bank, bool]:
        index = self._engine.index
        return index.bank, is_own(index.bank)

    def _upload(self, entry: Document) -> tuple[Path, str]:
        """The uploaded file that an entry names, if it is one."""
        path = Path(str(entry.get("path") or "")).resolve()
        if not path.is_relative_to(self._uploads) or not path.is_file():
            raise upload_is_gone()
        return path, str(entry.get("name") or path.name)
