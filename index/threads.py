"""Small matrices are not worth sharing: BLAS threads that wait for each other cost more than they save."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from functools import cache
from typing import TypeVar

Job, Done = TypeVar("Job"), TypeVar("Done")


def one_blas_thread() -> AbstractContextManager:
    """Inside, numpy's matrix products use one thread."""
    return _controller().limit(limits=1, user_api="blas")


def a_core_each(do: Callable[[Job], Done], jobs: Iterable[Job]) -> list[Done]:
    """`do` of every job, in order: a thread a core, each with a BLAS of its own; one job needs no thread."""
    jobs = list(jobs)
    with one_blas_thread():
        if len(jobs) < 2:
            return list(map(do, jobs))
        with ThreadPoolExecutor(os.cpu_count()) as threads:
            return list(threads.map(do, jobs))


@cache
def _controller():
    import numpy  # noqa: F401  (its BLAS must be loaded before it is looked for)
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController()
