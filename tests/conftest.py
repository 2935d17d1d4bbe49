"""Shared by all tests: the real embedder, loaded once."""

import pytest


@pytest.fixture(scope="session")
def embedder():
    """The bundled one."""
    from index import open_embedder

    return open_embedder()
