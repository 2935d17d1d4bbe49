"""Text that is hard to show, in a real browser at a phone's width: it looks right, runs nothing and pushes nothing aside."""

from __future__ import annotations

import os

import pytest

from tests.ui.browsing import CHROMIUM, ask, open_page, serving
from tests.ui.test_cli import tiyan

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not os.path.exists(CHROMIUM), reason="no chromium on this machine"),
]
LONG_WORD = "Pneumono" * 40
LINES = "\n".join(f"- 第 {n} 条：检查项 {n} 的阈值是 {n} 毫秒。" for n in range(1, 201))
HARD = f"""\
# 难排的题

## Q1 泛型怎么写？

一句话：写成 `Vec<T>`，价格从 $5 涨到 $10，a<b 且 b>c，<script>alert(1)</script>。

- 代码保持缩进 <img src=x onerror="document.title='hacked'">：

  ```python
  def swap(a: list[int]) -> None:
      a[0], a[1] = a[1], a[0]  # {"一行很长的注释" * 20}
  ```

- 公式 $\\frac{{a}}{{b}} \\le \\sqrt{{n}}$ 与金额 $3 和 $4 同行。

| 做法 | 说明 | 代价 | 备注 | 来源 | 再来一列 |
|---|---|---|---|---|---|
| 甲 | {"很长的格子" * 8} | 1 | <b>粗</b> | a \\| b | x |

题眼：尖括号是字符，[不是链接](javascript:alert(1))。

## Q2 超长的词怎么断行？

一句话：{LONG_WORD}。

## Q3 上线检查清单有哪些？

{LINES}
"""


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    folder = tmp_path_factory.mktemp("难")
    (folder / "难.md").write_text(HARD, encoding="utf-8")
    assert tiyan("ingest", folder / "难.md", home=folder / "home").returncode == 0
    with serving(folder / "home") as at:
        yield at


def phone(chromium, address):
    watched = open_page(chromium, address, viewport={"width": 360, "height": 760})
    watched.page.on("dialog", lambda dialog: watched.errors.append(dialog.message))
    return watched


def opened(page) -> None:
    page.locator("#talk .mark").first.click()
    page.wait_for_selector("#cited")


def fits(page) -> bool:
    return page.evaluate("document.documentElement.scrollWidth") == 360 and not page.evaluate(
        """[...document.querySelectorAll('#talk, #aside .aside-body')].some((n) => n.scrollWidth > n.clientWidth + 1)"""
    )


def test_code_tables_formulas_angle_brackets_and_dollars(chromium, address):
    watched = phone(chromium, address)
    page = watched.page
    ask(page, "Q1")
    assert "<script>alert(1)</script>" in page.inner_text("#talk")
    opened(page)
    card = page.locator("#aside .card")
    text = card.inner_text()
    assert "Vec<T>" in text and "$5 涨到 $10" in text and "$3 和 $4" in text and "a<b 且 b>c" in text
    assert "<img src=x onerror=\"document.title='hacked'\">" in text.replace("’", "'") and "<b>粗</b>" in text
    assert card.locator("pre .k-k, pre .k-nf").count() >= 1  # coloured
    assert "\n    a[0], a[1]" in card.locator("pre").first.inner_text()
    assert card.locator("math mfrac").count() == 1 and card.locator("table td").count() == 6
    assert (
        card.locator("img, script, b:not(.label-bank):not(.card-label b), a[href^=javascript]").count() == 0
    )
    assert fits(page) and page.title() != "hacked"
    scrolls = "(n) => getComputedStyle(n).overflowX === 'auto' && n.scrollWidth > n.clientWidth"
    assert card.locator("pre").first.evaluate(scrolls) and card.locator(".table").first.evaluate(scrolls)
    assert watched.errors == [] and watched.outside == []


def test_a_very_long_word_breaks_instead_of_widening_the_page(chromium, address):
    watched = phone(chromium, address)
    page = watched.page
    ask(page, "Q2")
    assert LONG_WORD in page.inner_text("#talk").replace("\n", "")
    assert fits(page)
    opened(page)
    assert fits(page)
    page.click("#aside .close")
    ask(page, LONG_WORD)  # and as a question
    assert fits(page) and watched.errors == []


def test_an_answer_of_two_hundred_lines_is_whole_and_the_box_stays_in_sight(chromium, address):
    watched = phone(chromium, address)
    page = watched.page
    page.check(".lengths [value=long]", force=True)
    ask(page, "Q3")
    opened(page)
    card = page.locator("#aside .card")
    assert card.locator(".points > li").count() == 200
    assert "检查项 200" in card.inner_text()
    page.click("#aside .close")
    box = page.locator("#query").bounding_box()
    assert 0 < box["y"] < 760 and fits(page)
    assert watched.errors == []
