"""New files on their way into the bank: staged, previewed, then taken in as a whole; and files taken out. Both can be undone."""

from __future__ import annotations

import re
import secrets
import shutil
import time
from collections.abc import Sequence
from pathlib import Path

from ingest import Bank, TiyanError
from ui.engine import Engine
from ui.jobs import Job
from ui.library import index_bank, own_bank, preview, read_with_kept, remove_from_bank

TOKEN = re.compile(r"[0-9a-f]{16}")
KEPT_FOR = 24 * 3600  # seconds that a staged upload waits for its answer


def upload_is_gone() -> TiyanError:
    return TiyanError(
        "this upload is no longer here; choose the files again", "这次上传已经不在了，请重新选择文件"
    )


class Intake:
    """Uploads of one home. They live in `<home>/files` once taken in, and in `<home>/staged/<token>` before."""

    def __init__(self, engine: Engine) -> None:
        self._engine, self._jobs = engine, engine.jobs
        home = engine.settings.home
        self._files, self._staged = home / "files", home / "staged"
        self._instead: dict[str, Path] = {}  # token → the file of the bank that the upload takes the place of

    def stage(self, uploads: Sequence[tuple[Path, str]], instead_of: str = "") -> tuple[str, Bank]:
        """Copy uploads aside and read them. Raises TiyanError, leaving nothing, when they cannot be understood."""
        self._sweep()
        token = secrets.token_hex(8)
        folder = self._staged / token
        try:
            folder.mkdir(parents=True)
            paths = []
            for source, name in uploads:
                target = folder / safe_name(name)
                shutil.copyfile(source, target)
                paths.append(target)
            bank = preview(paths)
        except (OSError, TiyanError) as error:
            shutil.rmtree(folder, ignore_errors=True)
            if isinstance(error, OSError):
                raise TiyanError(
                    f"{error.filename}: cannot be stored ({error.strerror})",
                    f"{error.filename}：存不下来（{error.strerror}）",
                ) from None
            said = (text.replace(f"{folder}/", "") for text in (str(error), error.zh))
            raise TiyanError(*said) from None
        if instead_of:
            self._instead[token] = Path(instead_of)
        return token, bank

    def replaces(self, token: str) -> dict[str, str]:
        """Staged file → name of the file of the bank whose place it takes."""
        names = [path.name for path in self._folder(token).iterdir()]
        same = {name: name for name in names if (self._files / name).exists()}
        instead = self._instead.get(token)
        return same | ({names[0]: instead.name} if instead and names else {})

    def drop(self, token: str) -> None:
        self._instead.pop(token, None)
        shutil.rmtree(self._folder(token), ignore_errors=True)

    def take_in(self, token: str, *, with_shipped: bool) -> None:
        """Begin to store and index what was staged; the job of this token tells how it goes."""
        folder = self._folder(token)
        self._jobs.run(lambda job: self._take(job, folder, with_shipped), token)

    def undo(self, token: str) -> None:
        """Begin to make the bank what it was before this intake or removal."""
        changed = self._jobs.get(token)
        if not changed.undoable:
            raise TiyanError("there is nothing to undo", "没有可以撤销的改动")
        self._jobs.run(lambda job: self._untake(job, changed), token)

    def remove(self, path: str) -> str:
        """Begin to take a file out of the bank; gives the token of the job."""
        return self._jobs.run(lambda job: self._remove(job, Path(path)))

    def _take(self, job: Job, folder: Path, with_shipped: bool) -> None:
        settings, instead = self._engine.settings, self._instead.get(folder.name)
        job.before = own_bank(settings)
        self._files.mkdir(parents=True, exist_ok=True)
        sources = sorted(folder.iterdir())
        targets = [self._files / source.name for source in sources]
        for path in targets:
            self._keep(job, path, folder.name)
        job.added = [str(target) for target in targets]
        try:
            for source, target in zip(sources, targets, strict=True):
                shutil.copyfile(source, target)
            without = [instead] if instead and instead not in targets else []
            bank = read_with_kept(settings, targets, with_shipped=with_shipped, without=without)
            self._index(job, bank)
        except BaseException:
            self._put_back(job)
            raise
        for path in without:
            self._take_away(job, path, folder.name)
        job.undoable = True
        self._instead.pop(folder.name, None)
        shutil.rmtree(folder, ignore_errors=True)

    def _untake(self, job: Job, changed: Job) -> None:
        self._put_back(changed)
        self._index(job, changed.before)

    def _remove(self, job: Job, path: Path) -> None:
        job.before = own_bank(self._engine.settings)
        remove_from_bank(self._engine.settings, path, self._engine.open_embedder, progress=job.moved)
        self._engine.reopen()
        self._take_away(job, path, secrets.token_hex(8))
        job.undoable = True

    def _keep(self, job: Job, path: Path, token: str) -> None:
        """Copy a file of ours aside, so that a wish can bring it back."""
        if path.parent == self._files and path.is_file():
            aside = self._staged / f"{token}-old"
            aside.mkdir(parents=True, exist_ok=True)
            job.saved[path] = aside / path.name
            shutil.copyfile(path, job.saved[path])

    def _take_away(self, job: Job, path: Path, token: str) -> None:
        """Delete a file of ours; the learner's own folders are left alone."""
        self._keep(job, path, token)
        if path in job.saved:
            path.unlink(missing_ok=True)

    def _put_back(self, job: Job) -> None:
        for path in map(Path, job.added):
            if path not in job.saved:
                path.unlink(missing_ok=True)
        for path, content in job.saved.items():
            shutil.copyfile(content, path)

    def _index(self, job: Job, bank: Bank | None) -> None:
        index_bank(self._engine.settings, bank, self._engine.open_embedder, progress=job.moved)
        self._engine.reopen()

    def _folder(self, token: str) -> Path:
        folder = self._staged / token
        if not TOKEN.fullmatch(token) or not folder.is_dir():
            raise upload_is_gone()
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
