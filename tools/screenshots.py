"""Take the pictures of docs/screenshots: the real page over the bank that ships, in Chromium.

Usage: python tools/screenshots.py [FOLDER]
"""

from __future__ import annotations

import io
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.ui.browsing import browser, open_page, serving  # noqa: E402

REPLY = "每步只算新 token，历史的 K 和 V 存下来重用；代价是显存随上下文长度线性增长，并发一高就装不下。双向模型不能这样缓存。"
NOTES = """\
# 分布式

## Q900 什么是背压？

一句话：下游慢时让上游也慢下来。

- 有界队列满了就阻塞或拒绝。
- 指标是队列长度，见 Q51。

题眼：压力往回传。

## Q901 什么是幂等？
"""
DESK, PHONE = {"width": 1360, "height": 860}, {"width": 390, "height": 844}
ASKED = {"zh-CN": "KV Cache 为什么占显存？怎么省？", "en-US": "Why does the KV cache use so much GPU memory?"}


def answered(page, query: str) -> None:
    page.fill("#query", query)
    page.press("#query", "Enter")
    page.wait_for_selector("#talk .answer-foot", timeout=120_000)
    page.wait_for_timeout(500)


def shrink(png: bytes, path: Path) -> None:
    """Keep a picture in 256 colours: a quarter of the size, and nobody sees it."""
    from PIL import Image

    Image.open(io.BytesIO(png)).convert("RGB").quantize(256, dither=Image.Dither.NONE).save(
        path, optimize=True
    )


def take(chromium, address: str, folder: Path, locale: str, scheme: str, size: dict, name: str) -> None:
    """One visitor's way through the page, a picture at each stop."""
    page = open_page(
        chromium,
        address,
        locale=locale,
        color_scheme=scheme,
        viewport=size,
        device_scale_factor=2 if size is PHONE else 1,
    ).page

    def shot(stop: str) -> None:
        page.wait_for_timeout(500)
        shrink(page.screenshot(), folder / f"{stop}-{name}.png")

    page.wait_for_selector(".greeting .follow")
    page.wait_for_selector('.state[data-state="ready"]', state="attached", timeout=120_000)
    shot("start")
    answered(page, ASKED[locale])
    shot("answer")
    page.locator("#talk .follow-ups").scroll_into_view_if_needed()
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    shot("answer-end")
    page.locator("#talk .mark").nth(1).click()
    page.wait_for_selector("#cited")
    shot("ask")
    page.click("[data-examine]")
    page.wait_for_selector("#interview-room .asked", timeout=60_000)
    page.fill("#reply", REPLY)
    page.click("#interview-room form .solid")
    page.wait_for_selector(".exchange", timeout=60_000)
    page.wait_for_timeout(900)
    shot("interview")
    for room, there in (("progress", ".figures"), ("bank", ".shelf-line"), ("settings", ".settings")):
        page.click(f'.rooms [data-room="{room}"]')
        page.wait_for_selector(there)
        page.mouse.move(700, 700)
        page.evaluate("scrollTo(0, 0)")
        shot(room)
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    shot("settings-end")
    page.click('.rooms [data-room="bank"]')
    page.click(".picture-of-links summary")
    page.wait_for_selector(".graph .node")
    page.locator(".graph").scroll_into_view_if_needed()
    page.locator(".graph .node").nth(3).focus()
    shot("graph")
    page.evaluate("scrollTo(0, 0)")
    page.click("#bank-room .add")
    with tempfile.TemporaryDirectory() as folder_of_notes:
        notes = Path(folder_of_notes) / "notes.md"
        notes.write_text(NOTES, encoding="utf-8")
        page.set_input_files("#bank-room .choosing", notes)
        page.wait_for_selector(".preview")
    page.click(".preview .warnings summary")
    page.locator(".preview").scroll_into_view_if_needed()
    shot("preview")
    page.click(".preview .cancel")
    page.context.close()


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "screenshots"
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as home, serving(Path(home)) as address, browser() as chromium:
        for locale, scheme, size, name in (
            ("zh-CN", "light", DESK, "desktop-light-zh"),
            ("en-US", "dark", DESK, "desktop-dark-en"),
            ("zh-CN", "dark", PHONE, "phone-dark-zh"),
            ("en-US", "light", PHONE, "phone-light-en"),
        ):
            take(chromium, address, folder, locale, scheme, size, name)
            print(f"{folder}/*-{name}.png")


if __name__ == "__main__":
    main()
