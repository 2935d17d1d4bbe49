"""Mistakes that a user can make and mend. Each message is one line: what, where, what to do next."""


class TiyanError(Exception):
    """Shown to the user as it is, without a stack trace; the command exits with 1. `zh` is what a Chinese page says."""

    def __init__(self, message: str, zh: str | None = None) -> None:
        super().__init__(message)
        self.zh = zh or message
