"""Settings: environment, `.env`, and a clear word about what does not fit."""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest import TiyanError
from ui.settings import choose_home, fixed_by_environment, home_pointer, load_settings, misspelt, save, saved


@pytest.fixture(autouse=True)
def clean(monkeypatch, tmp_path):
    import os

    for name in [name for name in os.environ if name.startswith("TIYAN_")]:
        monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))


def test_nothing_set_means_this_machine_alone_and_no_model():
    settings = load_settings()
    assert (settings.host, settings.port, settings.chat_model, settings.embedder) == (
        "127.0.0.1",
        7860,
        None,
        None,
    )
    assert settings.home.is_absolute()


def test_home_argument_beats_environment_beats_env_file(monkeypatch, tmp_path):
    (tmp_path / ".env").write_text("TIYAN_HOME=/from/file\nTIYAN_CHAT_MODEL=qwen\n", encoding="utf-8")
    assert load_settings().home == Path("/from/file")
    monkeypatch.setenv("TIYAN_HOME", "/from/environment")
    assert load_settings().home == Path("/from/environment")
    assert load_settings(Path("/given")).home == Path("/given")
    assert load_settings().chat_model == "qwen"


def test_a_key_is_never_shown(monkeypatch):
    monkeypatch.setenv("TIYAN_CHAT_API_KEY", "sk-secret")
    assert "sk-secret" not in repr(load_settings()) + str(load_settings())
    assert load_settings().chat_api_key.get_secret_value() == "sk-secret"


@pytest.mark.parametrize(
    "name, value",
    [
        ("TIYAN_PORT", "abc"),
        ("TIYAN_PORT", "70000"),
        ("TIYAN_ANSWER_LENGTH", "endless"),
        ("TIYAN_CHAT_TIMEOUT", "-1"),
    ],
)
def test_a_value_that_does_not_fit_is_named_in_one_line(monkeypatch, name, value):
    monkeypatch.setenv(name, value)
    with pytest.raises(TiyanError) as told:
        load_settings()
    assert name in str(told.value) and value in str(told.value) and "\n" not in str(told.value)


@pytest.mark.parametrize(
    "name, remedy", [("TIYAN_CHATMODEL", "TIYAN_CHAT_MODEL?"), ("TIYAN_COLOUR", "known are TIYAN_HOME")]
)
def test_a_variable_that_is_no_setting_is_said(monkeypatch, tmp_path, name, remedy):
    monkeypatch.chdir(tmp_path)
    assert misspelt() == []
    monkeypatch.setenv(name, "x")
    (tmp_path / ".env").write_text("TIYAN_PORTS=1\n", encoding="utf-8")
    first, second = misspelt()
    assert first.startswith(f"{name} in the environment") and remedy in first
    assert second == "TIYAN_PORTS in .env is no setting; did you mean TIYAN_PORT?"


def test_an_empty_variable_is_as_if_unset(monkeypatch):
    monkeypatch.setenv("TIYAN_PORT", "")
    assert load_settings().port == 7860


def test_what_the_page_saved_stands_below_the_environment(monkeypatch, tmp_path):
    save(tmp_path / "家", {"chat_model": "saved", "chat_api_key": "sk-1", "host": "0.0.0.0"})
    settings = load_settings(tmp_path / "家")
    assert (settings.chat_model, settings.chat_api_key.get_secret_value(), settings.host) == (
        "saved",
        "sk-1",
        "127.0.0.1",
    )
    monkeypatch.setenv("TIYAN_CHAT_MODEL", "from-environment")
    assert load_settings(tmp_path / "家").chat_model == "from-environment"
    assert fixed_by_environment(tmp_path / "家") == {"chat_model"}


def test_saving_keeps_the_rest_forgets_what_is_emptied_and_is_private(tmp_path):
    save(tmp_path, {"chat_model": "m", "chat_api_key": "sk-1"})
    save(tmp_path, {"chat_api_key": None})
    assert saved(tmp_path) == {"chat_model": "m"}
    assert (tmp_path / "settings.json").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("content", ["", "[]", "{", '{"chat_model": 3}', "\x00"])
def test_a_broken_settings_file_is_as_if_there_were_none(tmp_path, content):
    (tmp_path / "settings.json").write_text(content, encoding="utf-8")
    assert saved(tmp_path) == {} and load_settings(tmp_path).chat_model is None


def test_a_chosen_home_stands_below_the_environment_and_can_be_taken_back(monkeypatch, tmp_path):
    default = load_settings().home
    choose_home(tmp_path / "新 家")
    assert load_settings().home == tmp_path / "新 家" and (tmp_path / "新 家").is_dir()
    monkeypatch.setenv("TIYAN_HOME", "/from/environment")
    assert load_settings().home == Path("/from/environment")
    monkeypatch.delenv("TIYAN_HOME")
    choose_home(None)
    assert load_settings().home == default


def test_a_home_that_cannot_be_one_is_refused_and_a_broken_pointer_ignored(tmp_path):
    (tmp_path / "file").write_text("x")
    with pytest.raises(TiyanError, match="cannot be the home folder"):
        choose_home(tmp_path / "file")
    default = load_settings().home
    home_pointer().parent.mkdir(parents=True)
    for content in (b"", b"relative/path", b"\xff\xfe\x00"):
        home_pointer().write_bytes(content)
        assert load_settings().home == default
