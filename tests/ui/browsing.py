"""A real page for the tests: `tiyan serve` in a process of its own, and Debian's Chromium that may talk to it alone."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

CHROMIUM = shutil.which("chromium") or "/usr/bin/chromium"
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
ROOT = Path(__file__).parents[2]


def free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return listening.getsockname()[1]


OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}))


@contextmanager
def serving(home: Path | None, *options: str, **environment: str) -> Iterator[str]:
    """The address of a page over this home (None: wherever it looks), served with these options until the block ends."""
    port = free_port()
    kept = {name: value for name, value in os.environ.items() if not name.startswith("TIYAN_")}
    command = [
        sys.executable,
        "-c",
        "from ui.cli import main; main()",
        *([] if home is None else ["--home", str(home)]),
        "serve",
        "--port",
        str(port),
        *options,
    ]
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        env={**kept, "OMP_NUM_THREADS": "1", "TIYAN_OLLAMA": "off", **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    address = f"http://127.0.0.1:{port}/"
    try:
        for _ in range(600):
            try:
                OPENER.open(f"{address}config", timeout=60).close()  # held until the page itself is there
                break
            except urllib.error.HTTPError:
                break  # it asks for a password
            except OSError:
                assert process.poll() is None, process.stdout.read()
                time.sleep(0.1)
        yield address
    finally:
        process.terminate()
        process.wait(20)


class Watched:
    """A browser page that records what it should never see: outside requests, console errors, uncaught exceptions."""

    def __init__(self, context) -> None:
        self.outside: list[str] = []
        self.errors: list[str] = []
        context.route("**/*", self._route)
        self.page = context.new_page()
        self.page.on("console", lambda message: message.type == "error" and self.errors.append(message.text))
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))

    def _route(self, route) -> None:
        if urlsplit(route.request.url).hostname in ("127.0.0.1", "localhost", None):
            route.continue_()
        else:
            self.outside.append(route.request.url)
            route.abort()


@contextmanager
def browser() -> Iterator:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            yield chromium
        finally:
            chromium.close()


WAIT = 60_000  # milliseconds; the model loads behind the first question


def ask(page, text: str) -> None:
    """Ask and wait for the whole answer."""
    before = page.locator("#talk .turn").count()
    page.fill("#query", text)
    page.press("#query", "Enter")
    page.wait_for_function(
        "(n) => document.querySelectorAll('#talk .answer-foot').length > n && !document.documentElement.dataset.busy",
        arg=before,
        timeout=WAIT,
    )


def enter(page, room: str) -> None:
    page.click(f'.rooms [data-room="{room}"]')


def open_page(chromium, address: str, **options) -> Watched:
    """A fresh visitor: Chinese and light unless told otherwise."""
    settings = {
        "locale": "zh-CN",
        "color_scheme": "light",
        "viewport": {"width": 1360, "height": 860},
        **options,
    }
    watched = Watched(chromium.new_context(**settings))
    watched.page.set_default_timeout(WAIT)
    watched.page.goto(address)
    watched.page.wait_for_selector("#query", state="attached")
    return watched
