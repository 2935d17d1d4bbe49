"""A conversation keeps to the part of the bank that was chosen for it, shows that, and lets go of it; exports download."""

from __future__ import annotations

import os

import pytest

from tests.ui.browsing import CHROMIUM, browser, open_page, serving
from tests.ui.test_cli import tiyan
from ui.part import filters_of, part_options
from ui.talks import Talks
from ui.turns import stopped_turn

WAIT = 60_000


@pytest.mark.parametrize(
    "part, filters",
    [
        ("", {}),
        ("file:", {}),
        ("nothing:缓存", {}),
        ("file:C:\\题库\\a.md", {"files": ["C:\\题库\\a.md"]}),
        ("topic:缓存: 一", {"topics": ["缓存: 一"]}),
    ],
)
def test_a_part_names_a_file_or_a_topic_and_anything_else_the_whole_bank(part, filters):
    assert filters_of(part) == filters


def test_the_choices_are_the_files_with_questions(small_bank):
    html = part_options(small_bank)
    assert all(f'value="file:{file.path}"' in html for file in small_bank.files)


def test_a_talk_keeps_its_part_through_renaming_and_further_turns(tmp_path):
    talks, turn = Talks(tmp_path), stopped_turn("问", "答")
    id = talks.save(None, [turn], "topic:缓存")
    talks.rename(id, "名")
    assert talks.part(id) == "topic:缓存"
    talks.keep_to(id, "")
    assert talks.part(id) == "" and talks.turns(id) == [turn]
    talks.keep_to("nosuchid", "topic:缓存")
    assert talks.part("nosuchid") == ""


@pytest.mark.browser
@pytest.mark.skipif(
    not os.path.exists(CHROMIUM), reason="no chromium on this machine (install Debian's `chromium`)"
)
def test_chosen_kept_cleared_and_exported_in_the_browser(tmp_path, bank_files):
    home = tmp_path / "家"
    assert tiyan("ingest", bank_files, home=home).returncode == 0
    with serving(home) as address, browser() as chromium:
        watched = open_page(chromium, address)
        page = watched.page

        def ask(text):
            page.fill("#query", text)
            page.press("#query", "Enter")
            page.wait_for_function("!document.documentElement.dataset.busy", timeout=WAIT)
            page.wait_for_selector("#talk .turn:last-child .answer-foot", timeout=WAIT)
            return page.inner_text("#talk .turn:last-child .answer")

        page.wait_for_selector(".keep-to:not([hidden])", timeout=WAIT)
        page.select_option(".keep-to select", label="缓存")
        assert "所选范围" in ask("KV Cache 为什么占显存？")
        page.reload()
        page.wait_for_selector(".keep-to.active")
        assert page.eval_on_selector(".keep-to select", "s => s.selectedOptions[0].text") == "缓存"
        box = page.locator("#composer").bounding_box()
        assert box["y"] + box["height"] <= 861  # in sight under a long conversation
        page.click(".keep-to-clear")
        page.wait_for_selector(".keep-to:not(.active)")
        assert "Q125" in ask("KV Cache 到底为什么占显存？")
        page.reload()
        page.wait_for_selector("#talk .turn")
        assert page.input_value(".keep-to select") == ""

        page.click('.rooms [data-room="progress"]')
        with page.expect_download() as given:
            page.click('[data-export="anki"]')
        assert given.value.suggested_filename == "tiyan.apkg"
        assert given.value.path().read_bytes()[:2] == b"PK"
        assert page.locator('[data-export="csv"]').count() == 0  # nothing to tell yet
        page.click('.rooms [data-room="interview"]')
        page.click('.way[data-mode="random"]')
        page.fill("#reply", "先更新数据库，再删缓存")
        page.click("#interview-room form .solid")
        page.wait_for_selector(".exchange", timeout=WAIT)
        page.click('.rooms [data-room="progress"]')
        with page.expect_download() as given:
            page.click('[data-export="csv"]')
        lines = given.value.path().read_text(encoding="utf-8-sig").splitlines()
        assert lines[0].startswith("reviewed,question_id") and len(lines) == 2
        assert watched.errors == [] and watched.outside == []
