"""Changes of the bank that take time: one at a time, in a thread, followed by a token."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from ingest import Bank, TiyanError
from ui.documents import Document


@dataclass
class Job:
    """One change as the page follows it; `over` ends it, with `error` where it came to nothing."""

    done: int = 0
    total: int = 0
    note: str = ""
    over: bool = False
    error: TiyanError | None = None
    undoable: bool = False
    added: list[str] = field(default_factory=list)
    before: Bank | None = None  # the learner's bank as it was
    saved: dict[Path, Path] = field(
        default_factory=dict
    )  # replaced or removed file → where its content waits

    def moved(self, done: int, total: int, note: str = "") -> None:
        self.done, self.total, self.note = done, total, note


class Jobs:
    """The changes of one home, latest state of each by its token."""

    def __init__(self) -> None:
        self._jobs: dict[str, Job] = {}
        self._busy = threading.Lock()

    def run(self, work: Callable[[Job], None], token: str = "") -> str:
        """Begin `work`; gives its token. Raises TiyanError while another change is under way."""
        if not self._busy.acquire(blocking=False):
            raise TiyanError(
                "another change is under way; try again when it is done", "另一项改动还在进行，等它完成再试"
            )
        token = token or secrets.token_hex(8)
        job = self._jobs[token] = Job()

        def worked() -> None:
            try:
                work(job)
            except Exception as error:  # the page must hear of it, whatever it is
                job.error = TiyanError.of(error)
            finally:
                job.over = True
                self._busy.release()

        threading.Thread(target=worked, name="tiyan-change", daemon=True).start()
        return token

    def get(self, token: str) -> Job:
        return self._jobs.get(token) or Job(
            over=True, error=TiyanError("this change is not known here", "这里没有这项改动")
        )

    def document(self, token: str) -> Document:
        """How a change goes, for the page."""
        job = self.get(token)
        added = [path.replace("\\", "/").rsplit("/", 1)[-1] for path in job.added]
        told = {"error": str(job.error), "error_zh": job.error.zh} if job.error else {"error": None}
        return {"done": job.done, "total": job.total, "over": job.over, "added": added} | told
