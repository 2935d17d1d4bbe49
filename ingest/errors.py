"""Mistakes that a user can make and mend. Each message is one line: what, where, what to do next."""

from __future__ import annotations


class TiyanError(Exception):
    """Shown to the user as it is, without a stack trace; the command exits with 1. `zh` is what a Chinese page says."""

    def __init__(self, message: str, zh: str | None = None) -> None:
        super().__init__(message)
        self.zh = zh or message

    @classmethod
    def of(cls, error: Exception) -> TiyanError:
        """A user's mistake as it is; a fault of ours, named after its kind."""
        return error if isinstance(error, TiyanError) else cls(f"{type(error).__name__}: {error}")
