"""The strokes that plots are made of."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape


class UnitSquare:
    """The unit square with its axes."""

    side, left, top = 232, 58, 12

    def __init__(self, title: str, x_name: str, y_name: str, diagonal: bool) -> None:
        self.title, self.x_name, self.y_name, self.diagonal = title, x_name, y_name, diagonal

    def x(self, value: float) -> float:
        return self.left + value * self.side

    def y(self, value: float) -> float:
        return self.top + (1 - value) * self.side

    def draw(self, inside: Sequence[str]) -> str:
        out = []
        for tick in (0, 0.25, 0.5, 0.75, 1):
            out += [
                line(self.x(tick), self.top, self.x(tick), self.y(0), "grid"),
                line(self.left, self.y(tick), self.x(1), self.y(tick), "grid"),
            ]
            out.append(text(self.left - 6, self.y(tick) + 4, number(tick), "tick", "end"))
            out.append(text(self.x(tick), self.y(0) + 16, number(tick), "tick", "middle"))
        if self.diagonal:
            out.append(line(self.x(0), self.y(0), self.x(1), self.y(1), "diagonal"))
        out += inside
        out.append(text(self.x(0.5), self.y(0) + 34, self.x_name, "label", "middle"))
        centre = self.y(0.5)
        out.append(
            f'<text x="14" y="{centre}" class="label" text-anchor="middle" transform="rotate(-90 14 {centre})">{escape(self.y_name)}</text>'
        )
        return svg(self.left + self.side + 20, self.top + self.side + 44, self.title, out)


def svg(width: float, height: float, title: str, parts: Sequence[str]) -> str:
    body = "".join(parts)
    return f'<svg viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" role="img" aria-label="{escape(title)}">{body}</svg>'


def line(x1: float, y1: float, x2: float, y2: float, css: str) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{css}"/>'


def text(x: float, y: float, text: str, css: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{css}" text-anchor="{anchor}">{escape(text)}</text>'


def tip(text: str) -> str:
    return f"<title>{escape(text)}</title>"


def number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") or "0"
