"""New files on their way into the bank: staged, previewed, then taken in as a whole, and taken out again on a wish."""

from __future__ import annotations

import re
import secrets
import shutil
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ingest import Bank, TiyanError
from ui.engine import Engine
from ui.library import index_bank, own_bank, preview, read_with_kept, remove_from_bank

TOKEN = re.compile(r"[0-9a-f]{16}")
KEPT_FOR = 24 * 3600  # seconds that a staged upload waits for its answer


@dataclass
class Job:
    """One intake as the page follows it; `error` or `over` ends it."""

    done: int = 0
    total: int = 0
    note: str = ""
    over: bool = False
    error: str | None = None
    added: list[str] = field(default_factory=list)
    before: Bank | None = None  # the learner's bank as it was
    saved: dict[Path, Path] = field(default_factory=dict)  # replaced file → where its old content waits

    def moved(self, done: int, total: int, note: str = "") -> None:
        self.done, self.total, self.note = done, total, note


class Intake:
    """Uploads of one home. They live in `<home>/files` once taken in, and in `<home>/staged/<token>` before."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        home = engine.settings.home
        self._files, self._staged = home / "files", home / "staged"
        self._jobs: dict[str, Job] = {}
        self._busy = threading.Lock()

    def stage(self, uploads: Sequence[tuple[Path, str]]) -> tuple[str, Bank]:
        """Copy uploads aside and read them. Raises TiyanError, leaving nothing, when they cannot be understood."""
        self._sweep()
        token = secrets.token_hex(8)
        folder = self._staged / token
        folder.mkdir(parents=True)
        try:
            paths = []
            for source, name in uploads:
                target = folder / safe_name(name)
                shutil.copyfile(source, target)
                paths.append(target)
            return token, preview(paths)
        except (OSError, TiyanError) as error:
            shutil.rmtree(folder, ignore_errors=True)
            if isinstance(error, OSError):
                raise TiyanError(f"{error.filename}: cannot be stored ({error.strerror})") from None
            raise TiyanError(str(error).replace(f"{folder}/", "")) from None

    def replaces(self, token: str) -> list[str]:
        """Names among the staged files that the bank already has."""
        return [path.name for path in self._folder(token).iterdir() if (self._files / path.name).exists()]

    def drop(self, token: str) -> None:
        shutil.rmtree(self._folder(token), ignore_errors=True)

    def take_in(self, token: str, *, with_shipped: bool) -> None:
        """Begin to store and index what was staged; `job` tells how it goes."""
        folder = self._folder(token)
        self._run(token, lambda job: self._take(job, folder, with_shipped))

    def undo(self, token: str) -> None:
        """Begin to make the bank what it was before this intake."""
        taken = self._jobs.get(token)
        if taken is None or not taken.over or taken.error:
            raise TiyanError("there is nothing to undo")
        self._run(token, lambda job: self._untake(job, taken))

    def remove(self, path: str) -> str:
        """Begin to take a file out of the bank; gives the token of the job."""
        token = secrets.token_hex(8)
        self._run(token, lambda job: self._remove(job, Path(path)))
        return token

    def job(self, token: str) -> Job:
        return self._jobs.get(token) or Job(over=True, error="unknown")

    def _run(self, token: str, work: Callable[[Job], None]) -> None:
        if not self._busy.acquire(blocking=False):
            raise TiyanError("another change is under way; try again when it is done")
        job = self._jobs[token] = Job()

        def worked() -> None:
            try:
                work(job)
            except TiyanError as error:
                job.error = str(error)
            except Exception as error:  # the page must hear of it, whatever it is
                job.error = f"{type(error).__name__}: {error}"
            finally:
                job.over = True
                self._busy.release()

        threading.Thread(target=worked, name="tiyan-intake", daemon=True).start()

    def _take(self, job: Job, folder: Path, with_shipped: bool) -> None:
        job.before = own_bank(self._engine.settings)
        self._files.mkdir(parents=True, exist_ok=True)
        kept = self._staged / f"{folder.name}-old"
        targets = []
        for source in sorted(folder.iterdir()):
            target = self._files / source.name
            if target.exists():
                kept.mkdir(parents=True, exist_ok=True)
                job.saved[target] = kept / target.name
                shutil.copyfile(target, job.saved[target])
            shutil.copyfile(source, target)
            targets.append(target)
        job.added = [str(target) for target in targets]
        try:
            bank = read_with_kept(self._engine.settings, targets, with_shipped=with_shipped)
            self._index(job, bank)
        except BaseException:
            self._put_back(job)
            raise
        shutil.rmtree(folder, ignore_errors=True)

    def _untake(self, job: Job, taken: Job) -> None:
        self._put_back(taken)
        self._index(job, taken.before)

    def _put_back(self, job: Job) -> None:
        for path in map(Path, job.added):
            if path in job.saved:
                shutil.copyfile(job.saved[path], path)
            else:
                path.unlink(missing_ok=True)

    def _remove(self, job: Job, path: Path) -> None:
        remove_from_bank(self._engine.settings, path, self._engine.open_embedder, progress=job.moved)
        self._engine.reopen()
        if path.parent == self._files:
            path.unlink(missing_ok=True)

    def _index(self, job: Job, bank: Bank | None) -> None:
        index_bank(self._engine.settings, bank, self._engine.open_embedder, progress=job.moved)
        self._engine.reopen()

    def _folder(self, token: str) -> Path:
        folder = self._staged / token
        if not TOKEN.fullmatch(token) or not folder.is_dir():
            raise TiyanError("this upload is no longer here; choose the files again")
        return folder

    def _sweep(self) -> None:
        """Forget uploads that nobody came back for."""
        if not self._staged.is_dir():
            return
        for folder in self._staged.iterdir():
            if time.time() - folder.stat().st_mtime > KEPT_FOR:
                shutil.rmtree(folder, ignore_errors=True)


def safe_name(name: str) -> str:
    """A file name without a folder, a leading dot or characters that a file system refuses."""
    bare = re.sub(r'[\x00-\x1f<>:"/\\|?*]', "_", name.replace("\\", "/").rsplit("/", 1)[-1]).lstrip(". ")
    return bare[-120:] or "bank.md"
