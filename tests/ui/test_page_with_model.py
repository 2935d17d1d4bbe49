"""The page with a chat model: written as it comes, stopped on a wish, and whole again after the model fails."""

from __future__ import annotations

import os
import re

import pytest

from tests.assistant.endpoint import Script, endpoint
from tests.ui.browsing import CHROMIUM, browser, open_page, serving
from tests.ui.test_cli import tiyan

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(
        not os.path.exists(CHROMIUM), reason="no chromium on this machine (install Debian's `chromium`)"
    ),
]
WAIT = 60_000
REPLY = "每个 token 每层都要存 K 和 V，长度和并发一上来就线性增长。[1]<img src=x onerror=alert(1)>[99]"


@pytest.fixture(scope="module")
def home(tmp_path_factory, bank_files):
    home = tmp_path_factory.mktemp("家") / "home"
    done = tiyan("ingest", bank_files, home=home)
    assert done.returncode == 0, done.stderr
    return home


@pytest.fixture(scope="module")
def chromium():
    with browser() as opened:
        yield opened


@pytest.fixture(scope="module")
def scripted(home):
    """A page whose model does what the script says; the script may be changed between questions."""
    script = Script()
    with (
        endpoint(script) as base_url,
        serving(home, TIYAN_CHAT_BASE_URL=base_url, TIYAN_CHAT_MODEL="scripted") as address,
    ):
        yield script, address


def ask(page, text: str) -> None:
    page.fill("#query", text)
    page.press("#query", "Enter")


def finished(page):
    page.wait_for_selector("#talk .turn:last-child .answer-foot", timeout=WAIT)
    page.wait_for_function("!document.documentElement.dataset.busy")
    return page.locator("#talk .turn:last-child")


def test_an_answer_is_streamed_named_and_its_marks_are_checked(chromium, scripted):
    script, address = scripted
    script.mode, script.reply = "good", REPLY
    watched = open_page(chromium, address)
    page = watched.page
    ask(page, "KV Cache 为什么占显存？")
    turn = finished(page)
    assert "线性增长" in turn.inner_text() and "scripted" in turn.locator(".said").inner_text()
    assert turn.locator("img").count() == 0 and "<img" in turn.locator(".answer-text").inner_text()
    assert turn.locator(".mark").count() >= 1 and turn.locator(".mark-unknown").count() == 1
    turn.locator(".mark").first.click()
    page.wait_for_selector("#cited")
    assert watched.errors == [] and watched.outside == []


def test_an_answer_of_two_hundred_lines_is_shown_whole_within_the_page(chromium, scripted):
    script, address = scripted
    line = "- 长度和并发一上来就线性增长。[1]"
    script.mode, script.reply = "good", "\n".join([line] * 200)
    watched = open_page(chromium, address, viewport={"width": 390, "height": 844})
    page = watched.page
    ask(page, "KV Cache 为什么占显存？")
    turn = finished(page)
    assert turn.locator(".answer-text li").count() == 200
    assert (
        turn.locator(".answer-text .mark").count() == 1
    )  # items of one list that stand on the same share it
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    last = turn.locator(".answer-text li").last
    last.scroll_into_view_if_needed()
    last.locator(".mark").click()
    page.wait_for_selector("#cited")
    assert watched.errors == []


def test_stop_ends_an_endless_answer_and_keeps_what_there_was(chromium, scripted):
    script, address = scripted
    script.mode, script.reply = "endless", "又一句话没有说完，"
    page = open_page(chromium, address).page
    ask(page, "KV Cache 为什么占显存？")
    page.wait_for_function(
        "document.querySelector('#live .answer')?.textContent.includes('又一句话')", timeout=WAIT
    )
    page.click(".composer .stop")
    turn = finished(page)
    assert "又一句话" in turn.inner_text() and "已停止" in turn.inner_text()
    assert script.left.wait(10)  # the model was told, too
    script.left.clear()
    script.mode, script.reply = "good", REPLY
    turn.locator(".retry").click()
    page.wait_for_selector("#talk .turn:last-child .mark", timeout=WAIT)
    assert page.locator("#talk .turn").count() == 1


def test_a_broken_line_keeps_the_partial_text_says_why_and_quotes_the_bank(chromium, scripted):
    script, address = scripted
    script.mode, script.reply, script.pieces = "cut", "半句话就断了" * 4, 4
    page = open_page(chromium, address).page
    ask(page, "KV Cache 为什么占显存？")
    turn = finished(page)
    text = turn.inner_text()
    assert "半句话" in text and turn.locator(".trouble").count() == 1
    assert turn.locator(".fallback .mark").count() >= 1 and turn.locator(".retry").count() == 1
    assert "题库里没有" not in text


def test_escape_stops_and_the_page_is_ready_for_the_next_question(chromium, scripted):
    script, address = scripted
    script.mode, script.reply = "endless", "说个不停，"
    page = open_page(chromium, address).page
    ask(page, "KV Cache 为什么占显存？")
    page.wait_for_function(
        "document.querySelector('#live .answer')?.textContent.includes('说个不停')", timeout=WAIT
    )
    page.keyboard.press("Escape")
    finished(page)
    script.mode, script.reply = "good", REPLY
    ask(page, "Q51")
    page.wait_for_function("document.querySelectorAll('#talk .turn').length === 2", timeout=WAIT)


def test_a_model_is_tried_and_kept_in_the_settings_and_its_key_never_comes_back(chromium, home, tmp_path):
    script = Script(mode="good", reply="ready")
    with endpoint(script) as base_url, serving(tmp_path / "home") as address:
        page = open_page(chromium, address + "#/settings").page
        page.fill("[name=chat_base_url]", base_url)
        page.fill("[name=chat_model]", "scripted")
        page.fill("[name=chat_api_key]", "sk-very-secret")
        page.click(".settings .try")
        page.wait_for_selector(".tried .note", timeout=WAIT)
        assert "ready" in page.inner_text(".tried") or "✓" in page.inner_text(".tried")
        assert script.headers[-1]["authorization"] == "Bearer sk-very-secret"
        page.click(".settings .solid")
        page.wait_for_function("document.querySelector('[name=chat_api_key]').value === ''")
        assert "sk-very-secret" not in page.content()
        page.reload()
        page.wait_for_selector("[name=chat_model]")
        assert page.input_value("[name=chat_model]") == "scripted"
        assert "sk-very-secret" not in page.content()
    assert "sk-very-secret" in (tmp_path / "home" / "settings.json").read_text()


def passages_in(request: dict) -> dict[int, str]:
    """Number → text of the passages that a request shows the model."""
    shown = request["messages"][-1]["content"].split("<资料>")[-1].split("</资料>")[0]
    return {int(n): text.strip() for n, text in re.findall(r"^\[(\d+)\]（[^）]*）(.*)", shown, re.MULTILINE)}


def test_marks_1_3_3_2_open_exactly_their_passages_also_after_a_reload(chromium, scripted):
    script, address = scripted
    script.mode, script.reply = "good", "好。"
    page = open_page(chromium, address).page
    ask(page, "缓存和数据库怎样保持一致？")
    finished(page)
    said = passages_in(script.requests[-1])
    first = {n: re.split(r"(?<=[。；])", text)[0] for n, text in said.items()}
    script.reply = "\n\n".join(f"{first[n]}[{n}]" for n in (1, 3, 3, 2))
    page.click("#talk .retry")
    page.wait_for_function("document.querySelectorAll('#talk .answer-text .mark').length === 4", timeout=WAIT)
    for again in (False, True):
        if again:
            page.reload()
            page.wait_for_selector("#talk .mark")
        opened = []
        for mark in page.locator("#talk .answer-text .mark").all():
            mark.click()
            page.wait_for_selector("#cited")
            opened.append((mark.get_attribute("title"), page.inner_text("#cited")))
            page.click("#aside .close")
        assert opened[1] == opened[2] and len({title for title, _ in opened}) == 3
        for (title, cited), number in zip(opened, (1, 3, 3, 2), strict=True):
            assert bare(first[number]) in bare(cited), (title, number)


def bare(text: str) -> str:
    return re.sub(r"\W", "", text)


def test_a_model_that_says_nothing_is_said_so_and_the_bank_answers(chromium, scripted):
    script, address = scripted
    script.mode = "empty"
    watched = open_page(chromium, address)
    ask(watched.page, "KV Cache 为什么占显存？")
    turn = finished(watched.page)
    assert "什么也没有回答" in turn.locator(".trouble").inner_text()
    assert turn.locator(".mark").count() >= 1 and turn.locator(".retry").count() == 1
    assert watched.errors == []


def answer_one(page) -> None:
    """Be examined on one question, from its page in the bank, and answer it."""
    page.locator(".shelf-line", has_text="保持一致").first.click()
    page.click("[data-examine]")
    page.wait_for_selector("#interview-room .asked", timeout=WAIT)
    page.fill("#reply", "先更新数据库，再删除缓存。")
    page.press("#reply", "Control+Enter")


def test_a_graded_answer_is_commented_on_and_asked_back_in_the_models_words(chromium, scripted):
    script, address = scripted
    script.mode, script.reply = (
        "good",
        "说出了先后的次序，很好。要等 97 秒。还要补上为什么会旧。\n追问：为什么不直接改缓存，而是把它删掉？",
    )
    watched = open_page(chromium, address + "#/bank")
    page = watched.page
    answer_one(page)
    page.wait_for_selector(".comment .said-by", timeout=WAIT)
    comment = page.inner_text(".comment")
    assert "很好" in comment and "scripted" in comment and "97" not in comment
    assert page.locator(".verdict").count() >= 1
    page.wait_for_function(
        "document.querySelector('.now h2').textContent.includes('而是把它删掉')", timeout=WAIT
    )
    assert watched.errors == []


def test_a_model_that_fails_leaves_the_verdicts_and_the_question_asked_back(chromium, scripted):
    script, address = scripted
    script.mode, script.status = "status", 401
    watched = open_page(chromium, address + "#/bank")
    page = watched.page
    answer_one(page)
    page.wait_for_selector(".verdict", timeout=WAIT)
    page.wait_for_function("!document.querySelector('.comment')", timeout=WAIT)
    assert page.locator(".now h2").count() == 1 and watched.errors == []
    script.mode, script.status = "good", 500
