"""Shared by all tests: the real embedder, loaded once."""

import os

import pytest
from hypothesis import settings

settings.register_profile("tiyan", deadline=None)  # how long something takes is no promise of a test
settings.load_profile("tiyan")
# A process a core runs the tests: more threads would only wait for each other.
os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ["TIYAN_OLLAMA"] = "off"  # what happens to answer on this machine is no part of a test


@pytest.fixture(scope="session")
def embedder():
    """The bundled one."""
    from index import open_embedder

    return open_embedder()
