"""The bank's room: filtered, linked, drawn, previewed before anything is stored, replaced and removed, and all of it undone."""

from __future__ import annotations

import os
import shutil

import pytest

from tests.ui.browsing import CHROMIUM, WAIT, open_page, serving
from tests.ui.test_cli import tiyan

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not os.path.exists(CHROMIUM), reason="no chromium on this machine"),
]
CAREFUL = (
    """\
# 零散

一段很长的话，不属于任何一题。"""
    + "它只是放在这里，让人知道它没有被搜索到。" * 12
    + """

## Q700 什么是幂等？

一句话：做一次和做多次结果一样。

- 用请求号去重。

题眼：结果不随次数变。

## Q700 什么是重试？

## Q701 没有写完的代码？

答案里有代码：

```python
print("没有收尾")
"""
)


@pytest.fixture
def home(own_home, tmp_path):
    shutil.copytree(own_home, tmp_path / "我的 家")
    return tmp_path / "我的 家"


@pytest.fixture(scope="module")
def address(own_home):
    with serving(own_home) as at:
        yield at


def bank_of(chromium, address, **options):
    watched = open_page(chromium, address + "#/bank", **options)
    watched.page.wait_for_selector(".shelf-line", timeout=WAIT)
    return watched


def titles(page) -> list[str]:
    return page.locator(".shelf-title").all_inner_texts()


def wait_for_titles(page, *wanted: str) -> None:
    page.wait_for_function(
        """(wanted) => { const seen = [...document.querySelectorAll('.shelf-title')].map((n) => n.textContent);
            return seen.length === wanted.length && wanted.every((w) => seen.some((s) => s.includes(w))); }""",
        arg=list(wanted),
        timeout=WAIT,
    )


TOPICS = """\
# 笔记

## 网络

### Q1 TCP 为什么要三次握手？

一句话：双方都要确认对方收得到。

### Q2 TIME_WAIT 在哪一方？

一句话：主动关闭的一方。

## 存储

### Q3 WAL 是什么？

一句话：先写日志再改页。
"""


def test_files_and_topics_narrow_the_shelf(chromium, bank_files, tmp_path):
    (tmp_path / "笔记.md").write_text(TOPICS, encoding="utf-8")
    assert tiyan("ingest", bank_files / "显存.md", tmp_path / "笔记.md", home=tmp_path / "家").returncode == 0
    with serving(tmp_path / "家") as address:
        page = bank_of(chromium, address).page
        assert len(titles(page)) == 4
        page.select_option(".filters [name=topic]", "网络")
        wait_for_titles(page, "三次握手", "TIME_WAIT")
        assert page.inner_text(".count").startswith("2 / 4")
        page.fill("#bank-room .find", "主动")
        wait_for_titles(page, "TIME_WAIT")
        page.select_option(".filters [name=topic]", "")
        page.fill("#bank-room .find", "")
        page.select_option(".filters [name=file]", label="显存")
        wait_for_titles(page, "KV Cache")
        page.fill("#bank-room .find", "广义相对论")
        page.wait_for_selector(".shelf .note")


def test_links_lead_in_both_directions_and_what_is_not_there_is_said(chromium, address):
    page = bank_of(chromium, address).page
    page.locator(".shelf-line", has_text="保持一致").click()
    page.wait_for_selector("#aside .links")
    out, back = page.locator("#aside .links").all_inner_texts()
    assert "引出" in out and "Q55" in out and "被引" in back and "Q55" in back
    page.locator("#aside .links .qlink").first.click()
    page.wait_for_function("document.querySelector('#aside h2').textContent.includes('不丢消息')")
    assert "Q99" in page.inner_text("#aside .dangling") and "库外" in page.inner_text("#aside .dangling")
    page.locator("#aside .links").nth(1).locator(".qlink").click()
    page.wait_for_function("document.querySelector('#aside h2').textContent.includes('保持一致')")


def test_the_picture_of_references_is_clicked_and_walked_by_keyboard(chromium, address):
    watched = bank_of(chromium, address)
    page = watched.page
    page.click(".picture-of-links summary")
    node = page.locator('.graph .node[aria-label*="Q55"]')
    node.wait_for()
    node.locator("circle").hover()
    assert page.locator(".threads path.lit").count() == 2  # Q51 names Q55, and Q55 names Q51
    node.locator("circle").click()
    page.wait_for_function("document.querySelector('#aside h2')?.textContent.includes('不丢消息')")
    page.click("#aside .close")
    page.locator('.graph .node[aria-label*="Q51"]').focus()
    page.keyboard.press("Enter")
    page.wait_for_function("document.querySelector('#aside h2')?.textContent.includes('保持一致')")
    assert watched.errors == []


def test_a_dropped_file_is_previewed_with_its_lines_and_warnings_and_nothing_is_stored(chromium, home):
    with serving(home) as address:
        watched = bank_of(chromium, address)
        page = watched.page
        page.click("#bank-room .add")
        dropped = page.evaluate_handle(
            """(text) => { const data = new DataTransfer();
                data.items.add(new File([text], '零散 <b>.md', {type: 'text/markdown'})); return data; }""",
            CAREFUL,
        )
        page.dispatch_event(".drop", "dragover", {"dataTransfer": dropped})
        assert "over" in page.get_attribute(".drop", "class").split()
        page.dispatch_event(".drop", "drop", {"dataTransfer": dropped})
        page.wait_for_selector(".preview", timeout=WAIT)
        shown = page.inner_text(".preview")
        assert (
            "什么是幂等" in shown and "行 5–11" in shown and "1 个要点" in shown and "UTF-8" in shown.upper()
        )
        page.click(".preview .warnings summary")
        warned = page.inner_text(".preview .warnings")
        for line in ("行 13 只有题目", "行 19 代码块没有收尾", "行 3 这段长文字"):
            assert line in warned
        assert page.locator(".preview b b").count() == 0 and len(titles(page)) == 3
        page.click(".preview .cancel")
        page.wait_for_selector(".preview", state="detached")
        assert len(titles(page)) == 3 and not (home / "files").exists()
        assert not any((home / "staged").iterdir())
        assert watched.errors == []


def write(path, title: str, number: int = 900):
    path.write_text(f"## Q{number} {title}？\n\n一句话：{title}的答案。\n", encoding="utf-8")
    return path


def choose(page, path) -> None:
    page.set_input_files("#bank-room .choosing", path)
    page.wait_for_selector(".preview", timeout=WAIT)


def confirm(page) -> None:
    page.click(".preview .confirm")
    page.wait_for_selector(".told .undo", timeout=WAIT)


def test_files_are_replaced_and_removed_after_a_question_and_each_time_brought_back(chromium, home, tmp_path):
    (tmp_path / "新").mkdir()
    small = ("保持一致", "不丢消息", "KV Cache")
    with serving(home) as address:
        watched = bank_of(chromium, address)
        page = watched.page
        page.click("#bank-room .add")
        choose(page, write(tmp_path / "甲.md", "旧的问法"))
        confirm(page)
        wait_for_titles(page, *small, "旧的问法")

        # the same name again: said, confirmed, undone
        choose(page, write(tmp_path / "新" / "甲.md", "新的问法"))
        assert "将替换 甲.md" in page.inner_text(".preview .replaced")
        confirm(page)
        wait_for_titles(page, *small, "新的问法")
        page.click(".told .undo")
        wait_for_titles(page, *small, "旧的问法")
        assert "旧的问法" in (home / "files" / "甲.md").read_text(encoding="utf-8")

        # a file of the learner's own folder, by a file of another name: the folder stays as it is
        page.locator(".files summary", has_text="文件").click()
        line = page.locator(".file-list li", has_text="显存.md")
        with page.expect_file_chooser() as chooser:
            line.locator("[data-replace]").click()
        chooser.value.set_files(write(tmp_path / "乙.md", "改写的问法", 901))
        page.wait_for_selector(".preview", timeout=WAIT)
        assert "将替换 显存.md" in page.inner_text(".preview .replaced")
        confirm(page)
        wait_for_titles(page, *small[:2], "旧的问法", "改写的问法")
        page.click(".told .undo")
        wait_for_titles(page, *small, "旧的问法")
        assert not (home / "files" / "乙.md").exists()

        # out, after asking once more; and back
        remove = page.locator(".file-list li", has_text="甲.md").locator("[data-remove]")
        remove.click()
        assert "确定" in page.locator("[data-remove].sure").inner_text() and len(titles(page)) == 4
        page.click("[data-remove].sure")
        wait_for_titles(page, *small)
        assert not (home / "files" / "甲.md").exists()
        page.click(".told .undo")
        wait_for_titles(page, *small, "旧的问法")
        assert "旧的问法" in (home / "files" / "甲.md").read_text(encoding="utf-8")
        page.wait_for_selector(".told:not(:has(.bar))")
        assert page.locator(".told .undo").count() == 0  # what was undone is over
        assert watched.errors == [] and watched.outside == []
