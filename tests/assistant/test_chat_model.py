"""Opening a chat model, and what each way of failing is called."""

import json
import socket
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from assistant.chat_model import (
    ChatModelError,
    ChatSettings,
    choose_chat_model,
    model_name,
    ollama_models,
    open_chat_model,
)
from assistant.failures import failure_of
from tests.assistant.endpoint import Script, endpoint


def settings_for(url, **changes):
    return ChatSettings(**{"model": "scripted", "base_url": url, "timeout": 0.4, "max_retries": 0, **changes})


def free_address():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{probe.getsockname()[1]}/v1"


def stream(url, **changes):
    model = open_chat_model(settings_for(url, **changes))
    return "".join(chunk.text for chunk in model.stream("问"))


def test_no_settings_no_model():
    assert open_chat_model(ChatSettings()) is None


def test_a_reply_arrives_whole_and_the_request_says_what_was_set():
    script = Script(reply="答案是分页。")
    with endpoint(script) as url:
        assert stream(url, api_key="k-1", max_tokens=77) == "答案是分页。"
    (request,) = script.requests
    assert (request["model"], request["max_tokens"], request["stream"]) == ("scripted", 77, True)
    assert script.headers[0]["authorization"] == "Bearer k-1"


def test_a_key_from_the_environment_is_not_sent_to_another_server(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "secret")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    script = Script()
    with endpoint(script) as url:
        stream(url)
    assert "secret" not in json.dumps(script.headers)


def test_a_proxy_does_not_stand_before_this_machine(monkeypatch):
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    monkeypatch.delenv("NO_PROXY", raising=False)
    monkeypatch.delenv("no_proxy", raising=False)
    with endpoint(Script(reply="到了。")) as url:
        assert stream(url) == "到了。"


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_passing_failure_is_retried(status):
    script = Script(mode="status", status=status, failures=1, reply="第二次成了。")
    with endpoint(script) as url:
        assert stream(url, max_retries=1) == "第二次成了。"
    assert len(script.requests) == 2


def test_a_wrong_key_is_not_retried():
    script = Script(mode="status", status=401)
    with endpoint(script) as url, pytest.raises(Exception) as caught:
        stream(url, max_retries=2)
    assert failure_of(caught.value).kind == "unauthorized"
    assert len(script.requests) == 1


@pytest.mark.parametrize(
    "mode, status, kind",
    [
        ("status", 401, "unauthorized"),
        ("status", 403, "unauthorized"),
        ("status", 404, "not_found"),
        ("status", 429, "rate_limited"),
        ("status", 500, "server"),
        ("status", 503, "server"),
        ("status", 400, "rejected"),
        ("silent", 0, "timeout"),
        ("stall", 0, "timeout"),
        ("malformed", 0, "malformed"),
    ],
)
def test_a_failure_is_called_by_its_name(mode, status, kind):
    with (
        endpoint(Script(mode=mode, status=status, reply="很长的回答" * 9)) as url,
        pytest.raises(Exception) as caught,
    ):
        stream(url)
    found = failure_of(caught.value)
    assert found.kind == kind
    assert "\n" not in found.message
    assert failure_of(caught.value, "en").message.isascii()


def test_a_refused_connection_names_the_address():
    url = free_address()
    with pytest.raises(Exception) as caught:
        stream(url)
    found = failure_of(caught.value)
    assert found.kind == "refused"
    assert url.removesuffix("/v1") in found.message


@pytest.mark.parametrize("mode", ["cut", "error_event"])
def test_a_stream_that_breaks_off_is_called_cut(mode):
    with endpoint(Script(mode=mode, reply="很长的回答" * 9)) as url, pytest.raises(Exception) as caught:
        stream(url)
    assert failure_of(caught.value, partial=True).kind == "cut"


@pytest.mark.parametrize(
    "settings, words",
    [
        (ChatSettings(model="gpt-x"), "API key"),
        (ChatSettings(base_url="http://127.0.0.1:9/v1"), "model name"),
        (ChatSettings(model="m", base_url="localhost:8000"), "http"),
        (ChatSettings(model="nobody:model"), "nobody"),
        (ChatSettings(model="/nowhere/a.gguf"), ".gguf"),
    ],
)
def test_settings_that_cannot_work_say_so_in_one_line(settings, words):
    with pytest.raises(ChatModelError, match=words) as caught:
        open_chat_model(settings)
    assert "\n" not in str(caught.value)


def test_a_model_file_needs_the_extra(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "xllamacpp", None)  # as when it is not installed
    file = tmp_path / "small.gguf"
    file.touch()
    with pytest.raises(ChatModelError, match=r"tiyan\[local\]"):
        open_chat_model(ChatSettings(model=str(file)))


def test_a_name_with_a_colon_is_the_servers_own_when_there_is_a_server():
    model = open_chat_model(settings_for("http://127.0.0.1:9/v1", model="qwen2.5:7b"))
    assert model_name(model) == "qwen2.5:7b"


class Tags(BaseHTTPRequestHandler):
    def log_message(self, *args):
        pass

    def do_GET(self):
        data = json.dumps({"models": [{"name": "nomic-embed-text"}, {"name": "qwen3:4b"}]}).encode()
        self.send_response(200)
        self.end_headers()
        self.wfile.write(data)


def test_an_ollama_that_answers_is_used_and_said():
    server = HTTPServer(("127.0.0.1", 0), Tags)
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}"
    try:
        choice = choose_chat_model(ChatSettings(), ollama=address)
        configured = choose_chat_model(
            ChatSettings(model="m", base_url="http://127.0.0.1:9/v1"), ollama=address
        )
    finally:
        server.shutdown()
        server.server_close()
    assert (choice.settings.model, choice.settings.base_url) == ("qwen3:4b", f"{address}/v1")
    assert choice.source == "ollama" and address in choice.reason
    assert configured.source == "configured" and "as configured" in configured.reason
    assert configured.settings.model == "m"
    assert ollama_models(address) == []  # it has gone
    none = choose_chat_model(ChatSettings(), ollama=address)
    assert none.source == "none" and address in none.reason and not none.settings.configured


def test_the_door_is_light():
    import subprocess

    code = "import assistant, sys; print(sorted({'torch','langchain','langchain_core','openai','gradio','faiss'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.strip() == "[]"
