"""A chat endpoint on loopback that speaks OpenAI's streaming protocol and misbehaves on request."""

from __future__ import annotations

import json
import socket
import threading
import time
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass
class Script:
    """What the endpoint does. `reply` is streamed in pieces of `piece` characters.

    `mode`: good, status (answers `status`, the first `failures` times or always), silent (accepts and says nothing),
    cut (drops the connection after `pieces` pieces), unfinished (ends politely, without a finish reason), empty,
    malformed (a broken chunk after `pieces`), endless (until the client leaves), stall (silent after `pieces`), length
    (stops at its token limit), error_event (an error in the stream).
    """

    mode: str = "good"
    reply: str = "好。"
    piece: int = 3
    pieces: int = 4
    status: int = 500
    failures: int = 10**9
    requests: list[dict] = field(default_factory=list)
    headers: list[dict] = field(default_factory=list)
    left: threading.Event = field(default_factory=threading.Event)  # the client went away before the end


@contextmanager
def endpoint(script: Script):
    """Serve `script`; yields the base URL."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *args):
            pass

        def do_POST(self):
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            script.requests.append(body)
            script.headers.append({name.lower(): value for name, value in self.headers.items()})
            if script.mode == "status" and len(script.requests) <= script.failures:
                return self.refuse()
            if script.mode == "silent":
                script.left.wait(5)
                return self.drop()
            try:
                self.stream()
            except OSError:
                script.left.set()
                self.close_connection = True

        def refuse(self):
            data = json.dumps(
                {"error": {"message": f"scripted {script.status}", "type": "scripted"}}
            ).encode()
            self.send_response(script.status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.send_header("retry-after-ms", "5")
            self.end_headers()
            self.wfile.write(data)

        def drop(self):
            self.close_connection = True
            with suppress(OSError):
                self.connection.shutdown(socket.SHUT_RDWR)

        def event(self, payload):
            data = payload if isinstance(payload, str) else json.dumps(payload, ensure_ascii=False)
            line = f"data: {data}\n\n".encode()
            self.wfile.write(f"{len(line):x}\r\n".encode() + line + b"\r\n")
            self.wfile.flush()

        def delta(self, text, finish=None):
            content = {"role": "assistant", "content": text} if text is not None else {}
            self.event(
                {"id": "x", "object": "chat.completion.chunk", "created": 0, "model": "scripted",
                 "choices": [{"index": 0, "delta": content, "finish_reason": finish}]}
            )  # fmt: skip

        def stream(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.send_header("Transfer-Encoding", "chunked")
            self.end_headers()
            mode = script.mode
            text = "" if mode == "empty" else script.reply
            pieces = [text[i : i + script.piece] for i in range(0, len(text), script.piece)]
            if mode == "endless":
                while True:
                    self.delta(script.reply)
                    time.sleep(0.001)
            for count, piece in enumerate(pieces):
                if count == script.pieces and mode in ("cut", "malformed", "stall", "error_event"):
                    break
                self.delta(piece)
            if mode == "cut":
                return self.drop()
            if mode == "stall":
                script.left.wait(5)
                return self.drop()
            if mode == "malformed":
                self.event('{"id": "x", "choices": [{"del')
            if mode == "error_event":
                self.event({"error": {"message": "scripted failure", "type": "server_error"}})
            if mode != "unfinished":
                self.delta(None, "length" if mode == "length" else "stop")
                self.event("[DONE]")
            self.wfile.write(b"0\r\n\r\n")
            self.wfile.flush()

    class Server(ThreadingHTTPServer):
        def handle_error(self, request, client_address):
            """A dropped connection is what was asked for."""

    server = Server(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1"
    finally:
        script.left.set()
        server.shutdown()
        server.server_close()
        thread.join()
