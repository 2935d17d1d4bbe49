"""From the first moment the door is open: the page says that it opens, other requests wait for the server."""

from __future__ import annotations

import socket
import threading
import urllib.request

import pytest

from ingest import TiyanError
from tests.ui.browsing import free_port
from ui.doorman import Doorman, asks_for_the_page, server_on

OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}))


async def answers_all(scope, receive, send):
    """A server that echoes path and body."""
    if scope["type"] != "http":
        return
    body = (await receive()).get("body", b"")
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": scope["path"].encode() + b" " + body})


def fetch(port: int, path: str, data: bytes | None = None) -> str:
    with OPENER.open(f"http://127.0.0.1:{port}{path}", data=data, timeout=30) as reply:
        return reply.read().decode()


def test_the_page_is_answered_at_once_and_the_rest_when_the_server_is_there():
    door = Doorman("127.0.0.1", free_port())
    assert "题眼" in fetch(door.port, "/") and "题眼" in fetch(door.port, "/?__theme=dark")
    replies: dict[str, str] = {}

    def ask(path: str, data: bytes | None) -> None:
        replies[path] = fetch(door.port, path, data)

    waiting = [
        threading.Thread(target=ask, args=held) for held in (("/config", None), ("/call", b"x" * 9_000))
    ]
    for thread in waiting:
        thread.start()
    assert "题眼" in fetch(door.port, "/")  # those who wait hold nobody up
    assert replies == {}
    from gradio import http_server

    with server_on(door.relieve()):
        _, port, address, server = http_server.start_server(answers_all, "127.0.0.1", door.port)
    try:
        door.let_in()
        for thread in waiting:
            thread.join(30)
        assert replies == {"/config": "/config ", "/call": "/call " + "x" * 9_000}
        assert fetch(port, "/") == "/ " and address.endswith(f":{port}/")
    finally:
        server.close()
    assert http_server.start_server.__module__ == "gradio.http_server"


def test_a_visitor_who_says_nothing_holds_nobody_up():
    door = Doorman("127.0.0.1", free_port())
    with socket.create_connection(("127.0.0.1", door.port)):
        assert "题眼" in fetch(door.port, "/")
    door.relieve().close()


def test_a_door_that_is_taken_is_said_in_one_line():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(TiyanError, match=rf"127.0.0.1:{port}: the page cannot be opened there .* --port"):
            Doorman("127.0.0.1", port)


@pytest.mark.parametrize(
    "request_line, page",
    [
        (b"GET / HTTP/1.1", True),
        (b"GET /?view=bank HTTP/1.1", True),
        (b"GET /config HTTP/1.1", False),
        (b"POST / HTTP/1.1", False),
        (b"HEAD / HTTP/1.1", False),
        (b"GET", False),
        (b"\x16\x03\x01", False),
    ],
)
def test_who_asks_for_the_page(request_line, page):
    assert asks_for_the_page(request_line) is page
