"""The room of settings: what answers and why, looks, the embedder with its rebuild, the home; what the environment decides."""

from __future__ import annotations

import json
import os

import pytest

from ingest import TiyanError
from tests.ui.browsing import CHROMIUM, WAIT, ask, enter, open_page, serving
from ui.engine import Engine
from ui.settings import load_settings, saved
from ui.settings_page import SettingsPage

browsing = [
    pytest.mark.browser,
    pytest.mark.skipif(not os.path.exists(CHROMIUM), reason="no chromium on this machine"),
]
PAPER = "getComputedStyle(document.querySelector('.gradio-container')).backgroundColor"
DARK = "rgb(26, 25, 23)"


def settings_of(chromium, address, **options):
    watched = open_page(chromium, address + "#/settings", **options)
    watched.page.wait_for_selector(".settings", timeout=WAIT)
    return watched


@pytest.fixture
def served(own_home, tmp_path):
    """A copy of the small bank's home, to do with as one likes, and its address."""
    import shutil

    home = tmp_path / "家"
    shutil.copytree(own_home, home)
    with serving(home) as address:
        yield home, address


class TestOnThePage:
    pytestmark = browsing

    def test_looks_are_kept_at_once_for_every_browser(self, chromium, served):
        home, address = served
        watched = settings_of(chromium, address)
        page = watched.page
        page.check("[name=theme][value=dark]", force=True)
        page.wait_for_selector('[data-form="looks"] .tried .note')
        assert page.evaluate(PAPER) == DARK
        page.check('.settings [name="answer_length"][value=short]', force=True)
        page.wait_for_function("document.querySelector('.lengths [value=short]').checked")
        assert saved(home) == {"theme": "dark", "answer_length": "short"}
        other = open_page(chromium, address).page  # a light system, and nothing chosen in it
        other.wait_for_function(f"{PAPER} === '{DARK}'")
        assert other.is_checked(".lengths [value=short]")
        other.click('[data-do="theme"]')  # for this browser alone
        assert other.evaluate(PAPER) != DARK
        page.check("[name=theme][value=system]", force=True)
        page.wait_for_function(f"{PAPER} !== '{DARK}'")
        assert watched.errors == []

    def test_another_embedder_rebuilds_the_index_and_a_bad_one_changes_nothing(
        self, chromium, served, small_model
    ):
        home, address = served
        watched = settings_of(chromium, address)
        page = watched.page
        assert "multilingual-e5-small" in page.inner_text('[data-form="embedder"] .in-use')
        page.fill("[name=embedder]", "/no/such/model")
        page.click('[data-form="embedder"] [type=submit]')
        page.wait_for_selector('[data-form="embedder"] .trouble', timeout=WAIT)
        assert "照旧" in page.inner_text('[data-form="embedder"] .tried') and saved(home) == {}
        enter(page, "ask")
        ask(page, "KV Cache 为什么占显存？")
        assert page.locator("#talk .mark").count() >= 1
        enter(page, "settings")
        model = small_model(64)
        page.fill("[name=embedder]", model)
        page.click('[data-form="embedder"] [type=submit]')
        page.wait_for_selector(
            '[data-form="embedder"] .tried .note:not(.trouble):not(:has(.bar))', timeout=WAIT
        )
        assert model in page.inner_text('[data-form="embedder"] .in-use') and saved(home) == {
            "embedder": model
        }
        enter(page, "ask")
        page.fill("#query", "Q51")
        page.press("#query", "Enter")
        page.wait_for_selector("#talk .turn:nth-child(2) .mark", timeout=WAIT)
        assert watched.errors == [] and watched.outside == []
        assert load_settings(home).embedder == model  # and so it is after a restart

    def test_what_the_environment_sets_is_shown_named_and_locked(self, chromium, own_home):
        fixed = {
            "TIYAN_THEME": "dark",
            "TIYAN_ANSWER_LENGTH": "long",
            "TIYAN_CHAT_MODEL": "qwen3",
            "TIYAN_CHAT_BASE_URL": "http://127.0.0.1:9/v1",
            "TIYAN_CHAT_API_KEY": "sk-environment",
        }
        with serving(own_home, **fixed) as address:
            page = settings_of(chromium, address).page
            for name in fixed:
                field = name.removeprefix("TIYAN_").lower()
                inputs = page.locator(f'.settings [name="{field}"]')
                assert inputs.count() >= 1 and inputs.first.is_disabled(), name
                assert name in page.inner_text(".settings-body")
            assert page.input_value(".settings [name=chat_model]") == "qwen3"
            assert page.is_checked(".settings [name=answer_length][value=long]")
            assert page.evaluate(PAPER) == DARK and "sk-environment" not in page.content()
            in_use = page.inner_text('[data-form="chat"] .in-use')
            assert "qwen3" in in_use and "因为环境变量" in in_use
            page.click('[data-do="language"]')
            assert "Because the environment" in page.inner_text('[data-form="chat"] .in-use')
            assert "cannot be changed here" in page.inner_text(".fixed-home")

    def test_why_there_is_no_chat_model_and_a_key_that_is_missing(self, chromium, served):
        _, address = served
        page = settings_of(chromium, address, locale="en-US").page
        assert "Ollama is not looked for" in page.inner_text(".in-use-why")
        page.fill("[name=chat_model]", "some-model")
        page.click('[data-form="chat"] .try')
        page.wait_for_selector('[data-form="chat"] .trouble', timeout=WAIT)
        assert "Traceback" not in page.inner_text('[data-form="chat"] .tried')

    def test_another_home_is_used_from_the_next_start_on(self, chromium, tmp_path, monkeypatch):
        data, new = tmp_path / "data", tmp_path / "新 家"
        around = {"XDG_CONFIG_HOME": str(tmp_path / "config"), "XDG_DATA_HOME": str(data)}
        with serving(None, **around) as address:
            page = settings_of(chromium, address).page
            assert page.input_value("[name=home]") == str(data / "tiyan")
            page.fill("[name=home]", "not/whole")
            page.click('[data-form="home"] [type=submit]')
            page.wait_for_selector('[data-form="home"] .trouble')
            page.fill("[name=home]", str(new))
            page.click('[data-form="home"] [type=submit]')
            page.wait_for_selector(".next-home")
            assert str(new) in page.inner_text(".next-home")
        assert (tmp_path / "config" / "tiyan" / "home").read_text() == str(new)
        for name, value in around.items():
            monkeypatch.setenv(name, value)
        monkeypatch.delenv("TIYAN_HOME", raising=False)
        by_the_page = shown(load_settings())
        assert str(new) in by_the_page and 'name="home"' in by_the_page
        monkeypatch.setenv("TIYAN_HOME", str(tmp_path / "by environment"))
        set_by_environment = shown(load_settings())
        assert "by environment" in set_by_environment and 'name="home"' not in set_by_environment


def shown(settings) -> str:
    return SettingsPage(Engine(settings)).show({})["html"]


@pytest.fixture
def page(tmp_path):
    return SettingsPage(Engine(load_settings(tmp_path / "home")))


@pytest.mark.parametrize("wish", ["save", "try_model", "rebuild", "move"])
def test_a_page_for_others_without_a_password_changes_nothing(page, tmp_path, wish):
    page._engine.settings = page._engine.settings.model_copy(update={"host": "0.0.0.0"})
    with pytest.raises(TiyanError, match="this machine only"):
        getattr(page, wish)({"chat_model": "m", "home": str(tmp_path)})
    assert saved(tmp_path / "home") == {}


@pytest.mark.parametrize("wanted", [{"theme": "pink"}, {"answer_length": ""}])
def test_a_choice_that_is_none_is_refused(page, wanted):
    with pytest.raises(TiyanError, match="is none of"):
        page.save(wanted)


def test_the_key_stays_when_other_things_are_saved(page, tmp_path):
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "settings.json").write_text(json.dumps({"chat_api_key": "sk-1", "chat_model": "m"}))
    page._engine.settings = load_settings(tmp_path / "home")
    assert page._wanted({"theme": "dark"}) == {"theme": "dark"}
    assert page._wanted({"chat_model": "n", "chat_api_key": ""}) == {
        "chat_model": "n",
        "chat_api_key": "sk-1",
    }
    assert page._wanted({"chat_api_key": "", "forget": "on"}) == {"chat_api_key": None}
