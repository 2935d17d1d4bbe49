"""Around an answer: copied, explained, kept to a part, led on to neighbours; conversations over a restart; keys, phone, languages."""

from __future__ import annotations

import os

import pytest

from tests.ui.browsing import CHROMIUM, WAIT, ask, enter, open_page, serving

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not os.path.exists(CHROMIUM), reason="no chromium on this machine"),
]
QUERY = "缓存和数据库怎样保持一致？"
ROOMS = ("ask", "interview", "bank", "progress", "settings")


@pytest.fixture(scope="module")
def address(own_home):
    with serving(own_home) as at:
        yield at


def test_an_answer_is_copied_as_markdown_with_its_sources(chromium, address):
    page = open_page(chromium, address, permissions=["clipboard-read", "clipboard-write"]).page
    ask(page, QUERY)
    page.click("#talk .copy")
    page.wait_for_selector("#talk .copy.copied")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith(f"## {QUERY}\n") and "- [1] Q51·" in copied and "缓存.md:" in copied
    assert "[Scaling Memcache at Facebook](https://www.usenix.org/conference/nsdi13)" in copied
    assert "已复制" in page.inner_text(".heard")


def test_a_mark_says_why_its_passage_was_found_in_both_languages(chromium, address):
    page = open_page(chromium, address).page
    ask(page, QUERY)
    page.locator("#talk .mark").first.click()
    page.click("#aside .why summary")
    assert "语义第" in page.inner_text("#aside .why") and "词面第" in page.inner_text("#aside .why")
    chunk = page.locator('#talk .mark[title*="要点"]').first.get_attribute("data-chunk")
    mark = page.locator(f'#talk .mark[data-chunk="{chunk}"]').first
    assert "要点" in mark.inner_text()
    page.click('[data-do="language"]')
    assert "·point " in mark.inner_text() and "·point " in mark.get_attribute("title")
    assert "by meaning" in page.inner_text("#aside .why")


def test_questions_next_to_the_answer_are_read_beside_it(chromium, address):
    watched = open_page(chromium, address)
    page = watched.page
    ask(page, QUERY)
    near = page.locator("#talk .related .qlink", has_text="Q55")
    near.click()
    page.wait_for_function("document.querySelector('#aside h2')?.textContent.includes('不丢消息')")
    assert page.locator("#talk .turn").count() == 1
    page.click("#aside [data-ask]")
    page.wait_for_function("document.querySelectorAll('#talk .turn').length === 2", timeout=WAIT)
    assert watched.errors == []


def test_a_shorter_answer_is_shorter_and_the_choice_stays(chromium, address):
    page = open_page(chromium, address).page
    page.check(".lengths [value=long]", force=True)
    ask(page, QUERY)
    long = page.inner_text("#talk .answer-text")
    page.check(".lengths [value=short]", force=True)
    page.click("#talk .retry")
    page.wait_for_function(
        "(long) => (document.querySelector('#talk .answer-text')?.innerText ?? long).length < long.length",
        arg=long,
        timeout=WAIT,
    )
    page.reload()
    page.wait_for_selector("#query")
    assert page.is_checked(".lengths [value=short]")


def test_a_conversation_outlives_its_server_and_its_question(chromium, own_home, tmp_path):
    import shutil

    home = tmp_path / "家 二"
    shutil.copytree(own_home, home)
    with serving(home) as at:
        page = open_page(chromium, at).page
        ask(page, QUERY)
        before = page.inner_text("#talk .answer-text")
    with serving(home) as at:
        watched = open_page(chromium, at)
        page = watched.page
        page.click('[data-do="talks"]')
        page.fill("#drawer .find", "缓存和数据库")
        line = page.locator("#drawer .talk-list > li").first
        with page.expect_download() as taken:
            line.locator('[data-wish="export"]').click()
        assert taken.value.suggested_filename.endswith(".md")
        exported = taken.value.path().read_text(encoding="utf-8")
        assert exported.startswith(f"# {QUERY}") and "Q51·" in exported
        line.locator(".talk-open").click()
        page.wait_for_selector("#talk .turn")
        assert page.inner_text("#talk .answer-text") == before
        page.locator("#talk .mark").first.click()
        page.wait_for_selector("#cited")
        page.click("#aside .close")
        # the file goes; the mark still opens what it cited, and says that it is gone
        enter(page, "bank")
        page.locator(".files summary", has_text="文件").click()
        remove = page.locator(".file-list li", has_text="缓存.md").locator("[data-remove]")
        remove.click()
        page.click("[data-remove].sure")
        page.wait_for_function("document.querySelectorAll('.shelf-line').length === 1", timeout=WAIT)
        enter(page, "ask")
        page.locator("#talk .mark").first.click()
        page.wait_for_selector("#aside .gone")
        assert "已不在题库" in page.inner_text("#aside") and page.inner_text("#cited")
        assert watched.errors == []


def test_from_question_to_passage_and_back_without_a_mouse(chromium, address):
    watched = open_page(chromium, address)
    page = watched.page
    page.wait_for_function("document.activeElement?.id === 'query'")
    page.keyboard.type(QUERY)
    page.keyboard.press("Enter")
    page.wait_for_selector("#talk .answer-foot", timeout=WAIT)
    page.locator("#talk .edit").focus()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.classList.contains('mark')")
    outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert outline == "solid"  # one sees where one is
    page.keyboard.press("Enter")
    page.wait_for_selector("#cited")
    assert page.evaluate("document.activeElement.classList.contains('aside-body')")
    page.keyboard.press("Escape")
    page.wait_for_function("!document.documentElement.dataset.aside")
    assert page.evaluate("document.activeElement.classList.contains('mark')")
    page.locator('[data-do="talks"]').focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("#drawer .talk-list")
    page.keyboard.press("Escape")
    page.wait_for_function("!document.documentElement.dataset.drawer")
    for room in ROOMS[1:]:
        page.locator(f'.rooms [data-room="{room}"]').focus()
        page.keyboard.press("Enter")
        page.wait_for_function("(room) => document.documentElement.dataset.room === room", arg=room)
        focusable = page.locator(f"#{room}-room :is(button, input, select, a, summary):visible").first
        focusable.wait_for()
        page.locator('[data-do="language"]').focus()
        page.keyboard.press("Tab")
        inside = f"document.querySelector('#{room}-room').contains(document.activeElement)"
        assert page.evaluate(inside), room  # from the top bar straight into the room
    assert watched.errors == []


# what is called when the bank stands, or one comes back to a room; a field keeps what is about to be written in it
AGAIN = "Promise.all([...tiyan.on.opened, ...Object.values(tiyan.on.room)].map((fn) => fn()))"


def test_a_room_that_is_looked_up_again_keeps_what_one_has_chosen_and_is_writing(chromium, address):
    page = open_page(chromium, address).page
    page.wait_for_selector("#bank-room .shelf-line", state="attached", timeout=WAIT)
    enter(page, "bank")
    page.select_option("#bank-room [name=file]", index=1)
    file = page.input_value("#bank-room [name=file]")
    enter(page, "interview")
    page.evaluate("document.querySelector('#interview-room .ways').dataset.mine = 'yes'")
    enter(page, "settings")
    page.focus("[name=chat_base_url]")
    page.evaluate(AGAIN)
    page.keyboard.type("http://localhost:1/v1")
    page.fill("[name=embedder]", "half-written")
    page.evaluate(AGAIN)
    assert page.input_value("[name=chat_base_url]") == "http://localhost:1/v1"
    page.fill("[name=chat_base_url]", "")
    page.click("[data-form=chat] .solid")
    page.wait_for_selector("[data-form=chat] .tried .note")
    assert page.input_value("[name=embedder]") == "half-written"  # another form has been saved meanwhile
    assert page.input_value("#bank-room [name=file]") == file != ""
    assert page.get_attribute("#interview-room .ways", "data-mine") == "yes"


NAMELESS = """[...document.querySelectorAll('button, input, select, textarea, a[href], [role=button]')].filter((node) =>
    node.checkVisibility() && !(node.getAttribute('aria-label') || node.innerText?.trim() || node.labels?.length ||
    node.getAttribute('title'))).map((node) => node.outerHTML.slice(0, 120))"""


@pytest.mark.parametrize("locale, scheme", [("zh-CN", "dark"), ("en-US", "light")])
def test_every_room_fits_a_narrow_phone_names_its_controls_and_logs_no_error(
    chromium, address, locale, scheme
):
    watched = open_page(
        chromium, address, locale=locale, color_scheme=scheme, viewport={"width": 360, "height": 740}
    )
    page = watched.page
    ask(page, QUERY)
    page.click('[data-do="talks"]')
    page.wait_for_selector("#drawer .talk-list")
    page.keyboard.press("Escape")
    for room, there in zip(ROOMS, (".mark", ".way", ".shelf-line", ".solid", ".settings"), strict=True):
        enter(page, room)
        page.wait_for_selector(f"#{room}-room {there}", timeout=WAIT)
        assert page.evaluate("document.documentElement.scrollWidth") == 360, room
        assert page.evaluate(NAMELESS) == [], room
        small = page.evaluate(
            """(room) => [...document.querySelectorAll(`#${room}-room :is(button, a, summary)`)].filter((n) =>
                n.checkVisibility() && n.getBoundingClientRect().right > innerWidth + 1).map((n) => n.outerHTML.slice(0, 90))""",
            room,
        )
        assert small == [], room
    assert watched.errors == [] and watched.outside == []
