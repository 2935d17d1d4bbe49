"""Small matrices are not worth sharing: BLAS threads that wait for each other cost more than they save."""

from __future__ import annotations

from contextlib import AbstractContextManager
from functools import cache


def one_blas_thread() -> AbstractContextManager:
    """Inside, numpy's matrix products use one thread."""
    return _controller().limit(limits=1, user_api="blas")


@cache
def _controller():
    import numpy  # noqa: F401  (its BLAS must be loaded before it is looked for)
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController()
