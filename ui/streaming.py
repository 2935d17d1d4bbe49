"""One answer being written: a thread that drains the assistant, so that it can be stopped between two tokens."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ingest.errors import TiyanError

if TYPE_CHECKING:
    from assistant import Answer

TICK = 0.06  # seconds between two pictures of a growing answer, at least,
REST = 3.0  # and this many times what drawing the last one took: a long answer is drawn less often


@dataclass(frozen=True, slots=True)
class Progress:
    """What there is of an answer so far. `answer` comes with the last one, `failure` or `stopped` instead of it."""

    text: str
    answer: Answer | None = None
    failure: str | None = None
    stopped: bool = False

    @property
    def over(self) -> bool:
        return self.answer is not None or self.failure is not None or self.stopped


class Stops:
    """Which of the running answers a learner has asked to stop, by the name of the place that shows them."""

    def __init__(self) -> None:
        self._running: dict[str, threading.Event] = {}

    def begin(self, name: str) -> threading.Event:
        """Stop what still runs under this name and give the flag of the next."""
        self.stop(name)
        self._running[name] = threading.Event()
        return self._running[name]

    def stop(self, name: str) -> None:
        flag = self._running.pop(name, None)
        if flag is not None:
            flag.set()


def follow(start: Callable[[], Iterator[str | Answer]], stop: threading.Event) -> Iterator[Progress]:
    """Run `start()` (text pieces, then the Answer) in a thread; yield a Progress now and then, then one that is over.

    After `stop` is set nothing more is waited for; the thread ends at its next piece.
    """
    pieces: queue.Queue[str | Answer | BaseException | None] = queue.Queue()

    def drain() -> None:
        try:
            source = start()
            for piece in source:
                if stop.is_set():
                    getattr(source, "close", lambda: None)()
                    break
                pieces.put(piece)
            pieces.put(None)
        except BaseException as error:
            pieces.put(error)

    threading.Thread(target=drain, name="tiyan-answer", daemon=True).start()
    text, shown, last, pause = "", "", 0.0, TICK
    while True:
        if stop.is_set():
            yield Progress(text, stopped=True)
            return
        try:
            piece = pieces.get(timeout=TICK)
        except queue.Empty:
            piece = ""
        if isinstance(piece, str):
            text += piece
        elif stop.is_set() and (piece is None or isinstance(piece, BaseException)):
            yield Progress(text, stopped=True)  # the source ended because it was asked to
            return
        elif piece is None:
            yield Progress(
                text, failure="the answer ended without its last piece" if text else "", stopped=False
            )
            return
        elif isinstance(piece, BaseException):
            known = isinstance(piece, TiyanError)
            yield Progress(text, failure=str(piece) if known else f"{type(piece).__name__}: {piece}")
            return
        else:
            yield Progress(text, answer=piece)
            return
        if text != shown and time.monotonic() - last >= pause:
            shown, drawn = text, time.monotonic()
            yield Progress(text)
            last = time.monotonic()
            pause = max(TICK, REST * (last - drawn))
