"""The page in a real browser: asked, checked against its passage, kept, and never a request to the outside."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from tests.ui.browsing import CHROMIUM, browser, open_page, serving

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(
        not os.path.exists(CHROMIUM), reason="no chromium on this machine (install Debian's `chromium`)"
    ),
]
QUERY = "KV Cache 为什么占显存？"
WAIT = 60_000  # the model loads behind the first question


@pytest.fixture(scope="module")
def chromium():
    with browser() as opened:
        yield opened


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("题库 家") / "home") as at:
        yield at


def ask(page, text: str) -> None:
    page.fill("#query", text)
    page.press("#query", "Enter")
    page.wait_for_selector("#talk .turn:last-child .answer-foot", timeout=WAIT)
    page.wait_for_function("!document.documentElement.dataset.busy")


def test_a_question_is_answered_and_a_mark_opens_its_passage(chromium, address):
    watched = open_page(chromium, address)
    page = watched.page
    ask(page, QUERY)
    assert page.inner_text("#talk .query-text") == QUERY
    mark = page.locator("#talk .mark").first
    label = mark.get_attribute("title")
    mark.click()
    cited = page.locator("#aside #cited")
    cited.wait_for()
    number = label.split("·")[0]
    assert number in page.inner_text("#aside .card-label")
    assert page.locator("#aside .cited").count() == 1
    assert page.locator("#aside .part.sources a").count() >= 1
    top, bottom = page.evaluate(
        "(() => { const c = document.querySelector('#cited').getBoundingClientRect(), b = document.querySelector('.aside-body').getBoundingClientRect(); return [c.top - b.top, b.bottom - c.top]; })()"
    )
    assert top >= 0 and bottom > 0  # it has been scrolled to
    page.click("#aside .close")
    assert not page.locator("#aside").is_visible()
    assert watched.errors == [] and watched.outside == []


def test_each_mark_opens_its_own_passage_also_after_a_reload(chromium, address):
    page = open_page(chromium, address).page
    ask(page, QUERY)
    seen = []
    for again in (False, True):
        if again:
            page.reload()
            page.wait_for_selector("#talk .mark")
        for mark in page.locator("#talk .mark").all()[:4]:
            before = page.locator("#aside .aside-body").inner_html()
            mark.click()
            page.wait_for_function(
                "(before) => document.querySelector('.aside-body').innerHTML !== before", arg=before
            )
            role = mark.get_attribute("title").split("·")[-1]
            place = page.locator("#cited")
            if found := re.fullmatch(r"要点(\d+)", role):
                assert place.get_attribute("value") == found[1]
            seen.append((again, role, place.inner_text()))
    assert [s[1:] for s in seen if s[0]] == [s[1:] for s in seen if not s[0]]


def test_a_follow_up_is_asked_by_a_click(chromium, address):
    page = open_page(chromium, address).page
    ask(page, QUERY)
    follow = page.locator("#talk .follow-ups .follow").first
    text = follow.locator("span").first.inner_text()
    follow.click()
    page.wait_for_function("document.querySelectorAll('#talk .turn').length === 2", timeout=WAIT)
    assert page.locator("#talk .query-text").last.inner_text() == text


def test_off_topic_is_refused_without_marks_and_the_next_question_is_answered(chromium, address):
    page = open_page(chromium, address).page
    ask(page, "今天上海天气怎么样")
    assert page.locator("#talk .mark").count() == 0
    page.fill("#query", QUERY)
    page.press("#query", "Enter")
    page.wait_for_selector("#talk .turn:nth-child(2) .mark", timeout=WAIT)


def test_enter_sends_shift_enter_breaks_and_a_composing_enter_does_neither(chromium, address):
    page = open_page(chromium, address).page
    page.click("#query")
    page.keyboard.type("第一行")
    page.keyboard.press("Shift+Enter")
    page.keyboard.type("第二行")
    assert page.input_value("#query") == "第一行\n第二行"
    for composing in ({"isComposing": True}, {"keyCode": 229}):
        sent = page.evaluate(
            """(how) => !document.querySelector('#query').dispatchEvent(
                new KeyboardEvent('keydown', {key: 'Enter', bubbles: true, cancelable: true, ...how}))""",
            composing,
        )
        assert not sent
    assert page.locator(".turn").count() == 0
    page.keyboard.press("Enter")
    page.wait_for_selector(".turn")
    assert page.input_value("#query") == ""


def test_the_last_question_can_be_edited_and_retried(chromium, address):
    page = open_page(chromium, address).page
    ask(page, "TTFT 是什么？")
    page.click("#talk .edit")
    assert page.input_value("#query") == "TTFT 是什么？"
    ask(page, "TPOT 是什么？")
    page.wait_for_function("document.querySelector('#talk .query-text').textContent === 'TPOT 是什么？'")
    assert page.locator("#talk .turn").count() == 1
    page.click("#talk .retry")
    page.wait_for_function("document.documentElement.dataset.busy")
    page.wait_for_function("!document.documentElement.dataset.busy", timeout=WAIT)
    assert page.locator("#talk .turn").count() == 1


@pytest.mark.parametrize(
    "locale, title, lang",
    [
        ("zh-CN", "今天想弄懂哪一题", "zh-CN"),
        ("en-US", "get to the bottom", "en"),
        ("fr-FR", "get to the bottom", "en"),
    ],
)
def test_the_browser_chooses_the_language_and_a_button_changes_it(chromium, address, locale, title, lang):
    page = open_page(chromium, address, locale=locale).page
    assert title in page.inner_text(".greeting h1")
    assert page.evaluate("document.documentElement.lang") == lang
    placeholder = page.get_attribute("#query", "placeholder")
    page.click('[data-do="language"]')
    assert title not in page.inner_text(".greeting h1")
    assert page.get_attribute("#query", "placeholder") != placeholder
    page.reload()
    page.wait_for_selector("#query")
    assert title not in page.inner_text(".greeting h1")


def test_light_and_dark_follow_the_system_until_told_otherwise(chromium, address):
    paper = "getComputedStyle(document.querySelector('.gradio-container')).backgroundColor"
    light = open_page(chromium, address).page
    dark = open_page(chromium, address, color_scheme="dark").page
    by_system = light.evaluate(paper), dark.evaluate(paper)
    assert by_system[0] != by_system[1]
    light.click('[data-do="theme"]')
    assert light.evaluate(paper) == by_system[1]


def test_on_a_phone_nothing_is_wider_than_the_screen_and_the_passage_opens_below(chromium, address):
    page = open_page(chromium, address, viewport={"width": 390, "height": 800}).page
    wide = "document.documentElement.scrollWidth > innerWidth"
    assert not page.evaluate(wide)
    ask(page, QUERY)
    page.locator("#talk .mark").first.click()
    page.wait_for_selector("#cited")
    box = page.locator("#aside").bounding_box()
    assert box["y"] > 200 and round(box["width"]) == 390
    assert not page.evaluate(wide)


def test_conversations_are_listed_found_renamed_and_deleted(chromium, address):
    page = open_page(chromium, address).page
    ask(page, "什么是 OverlayFS？")
    page.click('[data-do="talks"]')
    page.fill("#drawer .find", "overlayfs")
    line = page.locator("#drawer .talk-list > li").first
    line.wait_for()
    line.locator('[data-wish="rename"]').click()
    page.fill("#drawer .talk-name", "镜像分层")
    page.press("#drawer .talk-name", "Enter")
    page.wait_for_function("document.querySelector('#drawer .talk-open')?.textContent === '镜像分层'")
    page.click("#drawer .new-talk")
    page.wait_for_selector("#talk .greeting")
    page.click('[data-do="talks"]')
    page.fill("#drawer .find", "")
    page.locator("#drawer .talk-open", has_text="镜像分层").first.click()
    page.wait_for_selector("#talk .turn")
    page.click('[data-do="talks"]')
    mine = page.locator("#drawer .talk-list > li", has_text="镜像分层")
    mine.locator('[data-wish="delete"]').click()
    mine.locator('[data-wish="delete"].sure').click()
    page.wait_for_selector("#talk .greeting")
    assert mine.count() == 0


def test_the_bank_is_found_filtered_and_read(chromium, address):
    watched = open_page(chromium, address + "#/bank")
    page = watched.page
    page.wait_for_selector(".shelf-line")
    everything = page.locator(".shelf-line").count()
    page.fill("#bank-room .find", "overlayfs")
    page.wait_for_function("(n) => document.querySelectorAll('.shelf-line').length < n", arg=everything)
    page.locator(".shelf-line", has_text="OverlayFS").first.click()
    page.wait_for_selector("#aside .card .points")
    page.locator("#aside .qlink").first.click()
    page.wait_for_function("!document.querySelector('#aside h2').textContent.includes('OverlayFS')")
    assert watched.errors == [] and watched.outside == []


NOTES = "# 我的笔记\n\n## Q900 什么是背压？\n\n一句话：下游慢时让上游也慢下来。\n\n- 有界队列满了就阻塞或拒绝。\n- 指标是队列长度 <script>alert(1)</script>。\n\n题眼：压力往回传。\n"


def test_a_file_is_previewed_taken_in_asked_about_and_taken_out_again(chromium, tmp_path):
    notes = tmp_path / "我的 笔记.md"
    notes.write_text(NOTES, encoding="utf-8")
    with serving(tmp_path / "home") as address:
        watched = open_page(chromium, address + "#/bank")
        page = watched.page
        page.wait_for_selector(".shelf-line")
        shipped = page.locator(".shelf-line").count()
        page.click("#bank-room .add")
        page.set_input_files("#bank-room input[type=file]", notes)
        page.wait_for_selector(".preview")
        assert "什么是背压" in page.inner_text(".preview") and page.locator(".shelf-line").count() == shipped
        page.click(".preview .confirm")
        page.wait_for_selector(".told .undo", timeout=WAIT)
        assert page.locator(".shelf-line").count() == 1
        page.click('.rooms [data-room="ask"]')
        ask(page, "背压是什么意思")
        page.locator("#talk .mark").first.click()
        page.wait_for_selector("#cited")
        assert "Q900" in page.inner_text("#aside .card-label")
        page.click('.rooms [data-room="bank"]')
        page.click(".told .undo")
        page.wait_for_function(
            "(n) => document.querySelectorAll('.shelf-line').length === n", arg=shipped, timeout=WAIT
        )
        page.click('.rooms [data-room="ask"]')
        page.locator("#talk .mark").first.click()
        page.wait_for_selector("#aside .gone")
        assert "已不在题库" in page.inner_text("#aside .gone")
        assert watched.errors == [] and watched.outside == []


def test_a_file_with_no_question_is_refused_in_words_and_the_bank_stays(chromium, address, tmp_path):
    empty = tmp_path / "photo.md"
    empty.write_bytes(bytes(range(256)) * 20)
    page = open_page(chromium, address + "#/bank").page
    page.wait_for_selector(".shelf-line")
    shipped = page.locator(".shelf-line").count()
    page.click("#bank-room .add")
    page.set_input_files("#bank-room input[type=file]", empty)
    page.wait_for_selector(".told.trouble")
    told = page.inner_text(".told")
    assert "photo.md" in told and str(Path("/")) + "tmp" not in told
    assert page.locator(".shelf-line").count() == shipped


def test_the_page_stands_and_says_so_when_the_index_is_damaged(chromium, tmp_path):
    (tmp_path / "home" / "index").mkdir(parents=True)
    (tmp_path / "home" / "index" / "current").write_text("lost")
    with serving(tmp_path / "home") as address:
        page = open_page(chromium, address).page
        page.wait_for_selector(".failure:not([hidden])", timeout=WAIT)
        assert "tiyan ingest" in page.inner_text(".failure")
        page.fill("#query", QUERY)
        page.press("#query", "Enter")
        page.wait_for_selector("#talk .turn .trouble", timeout=WAIT)
