"""Shared by all tests: the real embedder, loaded once."""

import os

import pytest

os.environ["TIYAN_OLLAMA"] = "off"  # what happens to answer on this machine is no part of a test


def pytest_collection_modifyitems(items):
    """Files with browser tests first: they take longest, and a file runs whole in one process."""
    long = {item.path for item in items if item.get_closest_marker("browser")}
    items.sort(key=lambda item: item.path not in long)


@pytest.fixture(scope="session")
def embedder():
    """The bundled one."""
    from index import open_embedder

    return open_embedder()
