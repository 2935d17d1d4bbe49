"""One thread at a time reads NumPy's files.

Their headers are Python literals, and CPython 3.11's parser, asked from two threads at once, can fail with
`SystemError: AST constructor recursion depth mismatch`.
"""

import threading
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

_READING = threading.RLock()
P = ParamSpec("P")
R = TypeVar("R")


def alone(load: Callable[P, R]) -> Callable[P, R]:
    """`load`, in one thread at a time over the whole process."""

    @wraps(load)
    def one_at_a_time(*args: P.args, **kwargs: P.kwargs) -> R:
        with _READING:
            return load(*args, **kwargs)

    return one_at_a_time
