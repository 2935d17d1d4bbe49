"""A small bank of our own, indexed with the real parts, and a study log whose clock can be set."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

BANK = Path(__file__).parents[1] / "data" / "interview_bank.md"


class Clock:
    """Time that passes when it is told to."""

    def __init__(self, at: datetime = datetime(2026, 3, 1, 9, tzinfo=UTC)):
        self.at = at

    def __call__(self) -> datetime:
        return self.at

    def passes(self, **span) -> None:
        self.at += timedelta(**span)


@pytest.fixture(scope="session")
def open_embedder():
    from index import open_embedder

    embedder = open_embedder()
    return lambda: embedder


@pytest.fixture(scope="session")
def home(open_embedder, tmp_path_factory):
    """A home, with Chinese and a space in its name, that holds the bank."""
    from index import build_index
    from ingest import read_bank

    home = tmp_path_factory.mktemp("题库 home")
    build_index(read_bank([BANK]), home, open_embedder())
    return home


@pytest.fixture(scope="session")
def index(home, open_embedder):
    from index import open_index

    return open_index(home, open_embedder())


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def log(tmp_path, clock):
    from assistant.interview import StudyLog

    return StudyLog(tmp_path / "家 home", now=clock)
