"""Mistakes that a user can make and mend. Each message is one line: what, where, what to do next."""


class TiyanError(Exception):
    """Shown to the user as it is, without a stack trace; the command exits with 1."""
