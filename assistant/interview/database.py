"""Where the study log lives: one SQLite file, its schema by version, a copy kept before it is changed."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from ingest.errors import TiyanError

FILE = "study.sqlite3"
WAIT = 10.0  # seconds for another process to finish writing

# Each script takes the schema one version on; version 0 is an empty file. Times are UTC, ISO 8601.
MIGRATIONS: tuple[str, ...] = (
    """
    CREATE TABLE reviews (
        id INTEGER PRIMARY KEY, question_id TEXT NOT NULL, reviewed TEXT NOT NULL,
        graded INTEGER NOT NULL, rating INTEGER NOT NULL, score REAL NOT NULL, attempt_id TEXT
    );
    CREATE INDEX reviews_by_question ON reviews (question_id, reviewed);
    CREATE TABLE cards (question_id TEXT PRIMARY KEY, card TEXT NOT NULL, due TEXT NOT NULL);
    CREATE TABLE attempts (
        id TEXT PRIMARY KEY, started TEXT NOT NULL, changed TEXT NOT NULL, ended TEXT, state TEXT NOT NULL
    );
    """,
    """
    CREATE TABLE verdicts (
        review_id INTEGER NOT NULL REFERENCES reviews (id) ON DELETE CASCADE,
        chunk_id TEXT NOT NULL, role TEXT NOT NULL, text TEXT NOT NULL, verdict TEXT NOT NULL
    );
    CREATE INDEX verdicts_by_review ON verdicts (review_id);
    """,
)


class Database:
    """A study log's file under `home`, made or brought up to date when opened.

    Before a migration the old file is copied beside it (`study.sqlite3.v1.backup`). Raises TiyanError for a file that
    a newer version wrote, that is no database, or that cannot be written.
    """

    def __init__(self, home: Path, migrations: Sequence[str] = MIGRATIONS) -> None:
        self.path = home / FILE
        self._migrations = migrations
        try:
            home.mkdir(parents=True, exist_ok=True)
            self._migrate()
        except OSError as error:
            raise TiyanError(
                f"{home}: cannot be written ({error.strerror}); choose another with --home DIR"
            ) from error
        except sqlite3.DatabaseError as error:
            raise TiyanError(
                f"{self.path}: cannot be read as a study log ({error}); move it away to begin a new one"
            ) from error

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        with closing(self._connect()) as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction: all of it is kept, or, after an exception, nothing."""
        with closing(self._connect()) as connection:
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
            except BaseException:
                connection.rollback()
                raise
            connection.commit()

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.path, timeout=WAIT, isolation_level=None)
        connection.row_factory = sqlite3.Row
        connection.execute("PRAGMA foreign_keys = ON")
        return connection

    def _migrate(self) -> None:
        with self.reading() as connection:
            version = version_of(connection)
            if version > len(self._migrations):
                raise TiyanError(
                    f"{self.path}: written by a newer tiyan (schema {version}, this one knows {len(self._migrations)}); update tiyan"
                )
            if 0 < version < len(self._migrations):
                self._back_up(connection, version)
        if version == len(self._migrations):
            return
        with self.writing() as connection:
            for number, script in enumerate(self._migrations, start=1):
                if number > version_of(connection):  # asked again: another process may have been faster
                    for statement in script.split(";"):
                        if statement.strip():
                            connection.execute(statement)
                    connection.execute(f"PRAGMA user_version = {number}")

    def _back_up(self, connection: sqlite3.Connection, version: int) -> None:
        part = self.path.with_name(f"{FILE}.v{version}.part")
        with closing(sqlite3.connect(part)) as copy:
            connection.backup(copy)
        part.replace(self.path.with_name(f"{FILE}.v{version}.backup"))


def version_of(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])
