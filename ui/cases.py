"""Many cases in one process: objects out of a JSON-lines file, one at a time."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ingest.errors import TiyanError


def read_cases(path: str, *needed: str) -> Iterator[dict[str, Any]]:
    """Each object of a JSON-lines file (`-`: stdin) as it is read; every one has the `needed` texts.

    Raises TiyanError naming the line that does not fit; blank lines are passed over.
    """
    name = "stdin" if path == "-" else path
    for number, line in enumerate(_lines(path), start=1):
        if not line.strip():
            continue
        try:
            case = json.loads(line)
        except ValueError as error:
            raise TiyanError(f"{name} line {number}: not JSON ({error}); write one object a line") from None
        missing = [key for key in needed if not isinstance(case, dict) or not isinstance(case.get(key), str)]
        if missing:
            raise TiyanError(f'{name} line {number}: no text "{missing[0]}"; write {{"{missing[0]}": "…"}}')
        yield case


def _lines(path: str) -> Iterator[str]:
    try:
        if path == "-":
            yield from (line.decode("utf-8-sig") for line in sys.stdin.buffer)
        else:
            with Path(path).open(encoding="utf-8-sig") as file:
                yield from file
    except UnicodeDecodeError:
        raise TiyanError(f"{path}: not UTF-8 text; save it as UTF-8") from None
    except OSError as error:
        raise TiyanError(f"{path}: cannot be read ({error.strerror})") from None
