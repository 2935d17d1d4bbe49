"""The bank, its index and the assistant of a running page, opened behind it so that the page stands at once."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

from ingest.errors import TiyanError
from ui.jobs import Jobs
from ui.settings import Settings
from ui.wiring import embedder_opener, make_assistant, open_library

if TYPE_CHECKING:
    from assistant import StudyAssistant
    from index import Embedder, Index

State = Literal["opening", "loading", "ready", "failed"]


class Engine:
    """Opens the bank first (fast: it can be browsed), then the embedder (slow: it can be searched).

    `index` and `assistant` wait for their part; after a failure they raise TiyanError with its reason.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings, self.jobs = settings, Jobs()
        self.open_embedder = embedder_opener(settings)
        self._index: Index | None = None
        self._assistant: StudyAssistant | None = None
        self._failure: TiyanError | None = None
        self._opened, self._loaded = threading.Event(), threading.Event()
        self._started = threading.Lock()
        self._begun = False

    def start(self) -> None:
        """Begin to open; more calls change nothing."""
        with self._started:
            if self._begun:
                return
            self._begun = True
        threading.Thread(target=self._open, name="tiyan-open", daemon=True).start()

    @property
    def state(self) -> State:
        if self._failure is not None:
            return "failed"
        if self._loaded.is_set():
            return "ready"
        return "loading" if self._opened.is_set() else "opening"

    @property
    def failure(self) -> TiyanError | None:
        return self._failure

    @property
    def index(self) -> Index:
        self.start()
        self._opened.wait()
        if self._index is None:
            raise self._refusal("the bank could not be opened", "题库打不开")
        return self._index

    @property
    def assistant(self) -> StudyAssistant:
        self.start()
        self._loaded.wait()
        if self._assistant is None:
            raise self._refusal("the model could not be loaded", "模型加载不了")
        return self._assistant

    def _refusal(self, message: str, zh: str) -> TiyanError:
        """The failure without the traces of those who met it before, or these words."""
        return (self._failure or TiyanError(message, zh)).with_traceback(None)

    def reopen(self) -> None:
        """Take up what an ingest or a removal has changed on disk."""
        index = open_library(self.settings, self.open_embedder)
        assistant = make_assistant(index, self.settings)
        self._index, self._assistant, self._failure = index, assistant, None
        self._opened.set()
        self._loaded.set()

    def take_up(self, settings: Settings) -> None:
        """Answer with other settings from now on (the same home and embedder)."""
        assistant = make_assistant(self.index, settings) if self._index is not None else None
        self.settings = settings
        if self._loaded.is_set() and assistant is not None:
            self._assistant = assistant
            if self._failure is not None:  # it may have been the model's
                self._failure = None
                self._guard(self._load_models)

    def change_embedder(self, settings: Settings, open_embedder: Callable[[], Embedder]) -> None:
        """Search with another embedder from now on, once the home's index has been made by it."""
        self.settings, self.open_embedder = settings, open_embedder
        self.reopen()

    def _open(self) -> None:
        self._guard(self._open_bank)
        self._opened.set()
        if self._index is not None:
            self._guard(self._load_models)
        self._loaded.set()

    def _open_bank(self) -> None:
        self._index = open_library(self.settings, self.open_embedder)

    def _load_models(self) -> None:
        """Load everything that the first question would wait for."""
        assert self._index is not None
        self._assistant = make_assistant(self._index, self.settings)
        self._index.search("题眼", k=1)

    def _guard(self, step: Callable[[], None]) -> None:
        try:
            step()
        except Exception as error:  # a page that says what broke is worth more than a dead thread
            self._failure = TiyanError.of(error)
