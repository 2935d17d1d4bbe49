"""Every pair of text and ground on the page can be read: WCAG AA, 4.5 to 1, light and dark."""

from __future__ import annotations

import re

import pytest

from ui.app import STATIC

CSS = (STATIC / "page.css").read_text(encoding="utf-8")
PAIRS = [
    *((text, ground) for text in ("ink", "ink-2", "ink-3", "seal") for ground in ("paper", "sheet", "sunk")),
    ("ink", "lit"), ("ink-2", "lit"), ("ink", "seal-soft"), ("seal", "seal-soft"), ("seal-ink", "seal"), ("paper", "ink"),
    *((code, "sunk") for code in ("k-word", "k-string", "k-note", "k-number", "k-name")),
]  # fmt: skip


def colours(scheme: str) -> dict[str, str]:
    light, dark = re.findall(r':root(?:\[data-theme="dark"\])? \{(.*?)\}', CSS, re.DOTALL)[:2]
    found = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{3,6})\b", light))
    return found if scheme == "light" else found | dict(re.findall(r"--([\w-]+): (#[0-9a-f]{3,6})\b", dark))


def luminance(colour: str) -> float:
    digits = colour[1:] if len(colour) == 7 else "".join(d * 2 for d in colour[1:])
    channels = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_contrast_of_black_and_white():
    assert contrast("#000", "#ffffff") == pytest.approx(21)  # (1 + .05) / (0 + .05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("text, ground", PAIRS)
def test_text_can_be_read_on_its_ground(scheme, text, ground):
    known = colours(scheme)
    assert contrast(known[text], known[ground]) >= 4.5
