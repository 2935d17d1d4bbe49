"""Stands at the door while the page is being put up: who asks for it sees that it opens, who asks for more waits.

Importing gradio takes seconds. The doorman listens before that, with nothing but the standard library; the server
then takes over the very socket, so that no connection is ever refused.
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from ingest.errors import TiyanError

OPENING = Path(__file__).parent / "static" / "opening.html"
HEAD, PATIENCE = 16_384, 5.0  # bytes of a request that are read, seconds that are waited for them
PIECE = 65_536


class Doorman:
    """Listens at `host`:`port` from the start; raises TiyanError when something else does.

    `GET /` gets a page that comes back by itself; every other request is held and goes to the server later.
    """

    def __init__(self, host: str, port: int) -> None:
        self._address = (host.strip("[]"), port)
        try:
            family = socket.getaddrinfo(*self._address, type=socket.SOCK_STREAM)[0][0]
            self.listener = socket.socket(family, socket.SOCK_STREAM)
            self.listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            self.listener.bind(self._address)
            self.listener.listen(128)
        except OSError as error:
            raise TiyanError(
                f"{host}:{port}: the page cannot be opened there ({error.strerror or error}); choose another --port"
            ) from None
        self._held: list[tuple[socket.socket, bytes]] = []
        self._lock = threading.Lock()
        self._relieved = self._open = False
        self.listener.settimeout(0.05)
        self._thread = threading.Thread(target=self._watch, name="tiyan-door", daemon=True)
        self._thread.start()

    @property
    def port(self) -> int:
        return self.listener.getsockname()[1]

    def relieve(self) -> socket.socket:
        """Stop accepting and give the listening socket away; connections queue in it until the server takes them."""
        self._relieved = True
        self._thread.join()
        self.listener.settimeout(None)
        return self.listener

    def let_in(self) -> None:
        """Send those who were held to the server that listens now."""
        with self._lock:
            held, self._held = self._held, []
            self._open = True
        for visitor, said in held:
            self._lead(visitor, said)

    def _watch(self) -> None:
        while not self._relieved:
            with suppress(TimeoutError):
                visitor, _ = self.listener.accept()
                threading.Thread(target=self._greet, args=(visitor,), daemon=True).start()

    def _greet(self, visitor: socket.socket) -> None:
        visitor.settimeout(PATIENCE)
        said = b""
        with suppress(OSError):
            while b"\r\n\r\n" not in said and len(said) < HEAD and (more := visitor.recv(PIECE)):
                said += more
        if not said:
            visitor.close()
            return
        with self._lock:
            early = not self._open
            if early and not asks_for_the_page(said):
                self._held.append((visitor, said))
                return
        if early:
            with suppress(OSError):
                visitor.sendall(opening_reply())
                visitor.shutdown(socket.SHUT_WR)
            visitor.close()
        else:
            self._lead(visitor, said)

    def _lead(self, visitor: socket.socket, said: bytes) -> None:
        """Pass everything on between a visitor and the server, both ways."""
        try:
            server = socket.create_connection((*self._address[:1], self.port), timeout=PATIENCE)
            server.sendall(said)
        except OSError:
            visitor.close()
            return
        for source, target in ((visitor, server), (server, visitor)):
            source.settimeout(None)
            threading.Thread(target=pass_on, args=(source, target), daemon=True).start()


def asks_for_the_page(request: bytes) -> bool:
    """Whether the request is a browser's for the page itself: `GET / HTTP/1.1`, with or without a query."""
    target = request.split(b" ", 2)[1:2]
    return request.startswith(b"GET ") and target[:1] != [] and target[0].split(b"?")[0] == b"/"


def opening_reply() -> bytes:
    body = OPENING.read_bytes()
    head = (
        "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nCache-Control: no-store\r\n"
        f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    )
    return head.encode() + body


def pass_on(source: socket.socket, target: socket.socket) -> None:
    """Bytes from one to the other until the first has no more."""
    with suppress(OSError):
        while data := source.recv(PIECE):
            target.sendall(data)
    with suppress(OSError):
        target.shutdown(socket.SHUT_WR)


@contextmanager
def server_on(listener: socket.socket) -> Iterator[None]:
    """Inside, what gradio launches serves on this socket instead of binding one of its own."""
    from gradio import http_server
    from uvicorn import Config

    class Server(http_server.Server):
        def run(self, sockets: list[socket.socket] | None = None) -> None:
            super().run([listener])

    def start_server(app: Any, server_name: str, server_port: int, **_: Any) -> tuple[str, int, str, Server]:
        server = Server(Config(app=app, host=server_name, port=server_port, log_level="warning"))
        server.run_in_thread()
        named = "localhost" if server_name == "0.0.0.0" else server_name
        return server_name, server_port, f"http://{named}:{server_port}/", server

    usual = http_server.start_server
    http_server.start_server = start_server
    try:
        yield
    finally:
        http_server.start_server = usual
