"""Plots as inline SVG: no script, no outside file. Colours are CSS variables of the page, so that dark mode works."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from eval.svg import UnitSquare, line, number, svg, text, tip

LABEL, ROW = 136, 26  # width of the label column, height of a row


@dataclass(frozen=True, slots=True)
class Whisker:
    """A labelled value with its interval; `note` is what a pointer over it shows."""

    label: str
    value: float
    low: float
    high: float
    note: str = ""
    strong: bool = False


def whiskers(
    rows: Sequence[Whisker],
    title: str,
    *,
    low: float = 0.0,
    high: float = 1.0,
    zero: bool = False,
    label: int = LABEL,
) -> str:
    """A dot with its interval a row, over [low, high]. With `zero`, a line at 0: differences."""
    if not rows:
        return ""
    plot, height = 430, ROW * len(rows) + 26
    span = (high - low) or 1.0

    def x(value: float) -> float:
        return label + (min(max(value, low), high) - low) / span * plot

    out = []
    for tick in (low + span * i / 4 for i in range(5)):
        out.append(line(x(tick), 4, x(tick), height - 22, "grid"))
        out.append(text(x(tick), height - 6, number(tick), "tick", "middle"))
    if zero and low < 0 < high:
        out.append(line(x(0), 4, x(0), height - 22, "axis"))
    for turn, row in enumerate(rows):
        y = 4 + ROW * turn + ROW / 2
        out.append(text(label - 8, y + 4, row.label, "strong" if row.strong else "label", "end"))
        shape = (
            line(x(row.low), y, x(row.high), y, "whisker")
            + f'<circle cx="{x(row.value):.1f}" cy="{y:.1f}" r="4.5" class="dot"/>'
        )
        out.append(
            f"<g>{tip(row.note or f'{row.label}: {row.value:.3f} [{row.low:.3f}, {row.high:.3f}]')}{shape}</g>"
        )
        out.append(
            text(
                label + plot + 10,
                y + 4,
                f"{row.value:+.3f}" if zero else f"{row.value:.3f}",
                "value",
                "start",
            )
        )
    return svg(label + plot + 64, height, title, out)


def curve(
    points: Sequence[tuple[float, float]], title: str, x_name: str, y_name: str, *, diagonal: bool = True
) -> str:
    """A stepped line in the unit square: a ROC curve."""
    if not points:
        return ""
    square = UnitSquare(title, x_name, y_name, diagonal)
    steps = [points[0]]
    for (_, before), (x, y) in pairwise(points):
        steps += [(x, before), (x, y)]
    path = " ".join(
        f"{'M' if i == 0 else 'L'}{square.x(a):.1f} {square.y(b):.1f}" for i, (a, b) in enumerate(steps)
    )
    return square.draw([f'<path d="{path}" class="line"/>'])


def reliability(bins: Sequence[tuple[float, float, int]], title: str, x_name: str, y_name: str) -> str:
    """(mean probability, share that was so, how many) as dots; the diagonal is what a calibrated judge gives."""
    if not bins:
        return ""
    square = UnitSquare(title, x_name, y_name, True)
    most = max(count for _, _, count in bins)
    ordered = sorted(bins)
    path = " ".join(
        f"{'M' if i == 0 else 'L'}{square.x(a):.1f} {square.y(b):.1f}" for i, (a, b, _) in enumerate(ordered)
    )
    dots = [
        f'<circle cx="{square.x(a):.1f}" cy="{square.y(b):.1f}" r="{3 + 7 * (n / most) ** 0.5:.1f}" class="bubble">'
        f"{tip(f'{x_name} {a:.2f}, {y_name} {b:.2f}, n = {n}')}</circle>"
        for a, b, n in ordered
    ]
    return square.draw([f'<path d="{path}" class="line faint"/>', *dots])


def histogram(
    yes: Sequence[float],
    no: Sequence[float],
    title: str,
    yes_name: str,
    no_name: str,
    x_name: str,
    bins: int = 20,
) -> str:
    """Two groups of values in [0, 1], one above the line and one below."""
    if not yes and not no:
        return ""
    width, half, left, top = 300, 104, 34, 18
    counts = [[0] * bins, [0] * bins]
    for group, values in enumerate((yes, no)):
        for value in values:
            counts[group][min(int(value * bins), bins - 1)] += 1
    most = max(*counts[0], *counts[1], 1)
    middle, step = top + half, width / bins
    out = [line(left, middle, left + width, middle, "axis")]
    for i in range(bins):
        for group, css in ((0, "bar"), (1, "bar other")):
            height = (counts[group][i] / most) ** 0.5 * (
                half - 6
            )  # square root: one query stays visible beside a hundred
            if counts[group][i]:
                y = middle - height if group == 0 else middle
                hint = tip(f"{i / bins:.2f}–{(i + 1) / bins:.2f}: {counts[group][i]}")
                out.append(
                    f'<rect x="{left + i * step + 1:.1f}" y="{y:.1f}" width="{step - 2:.1f}" height="{height:.1f}" class="{css}">{hint}</rect>'
                )
    out += [
        text(left + 4, top + 6, yes_name, "label", "start"),
        text(left + 4, top + 2 * half + 4, no_name, "label", "start"),
    ]
    for tick in (0, 0.5, 1):
        out.append(text(left + tick * width, top + 2 * half + 22, number(tick), "tick", "middle"))
    out.append(text(left + width / 2, top + 2 * half + 38, x_name, "label", "middle"))
    return svg(left + width + 20, top + 2 * half + 46, title, out)


def scatter(points: Sequence[tuple[str, float, float]], title: str, x_name: str, y_name: str) -> str:
    """(name, x > 0, y): quality over a cost, x on a logarithmic scale, every dot named."""
    from math import floor, log10

    points = [point for point in points if point[1] > 0]
    if not points:
        return ""
    width, height, left, top = 460, 250, 52, 14
    first = floor(log10(min(x for _, x, _ in points)))
    last = max(floor(log10(max(x for _, x, _ in points))) + 1, first + 1)
    bottom = max(0.0, min(y for _, _, y in points) - 0.05)
    ceiling = min(1.0, max(y for _, _, y in points) + 0.05)

    def at(x: float, y: float) -> tuple[float, float]:
        across = (log10(x) - first) / (last - first)
        return left + across * width, top + height - (y - bottom) / ((ceiling - bottom) or 1) * height

    out = []
    for power in range(first, last + 1):
        x, _ = at(10.0**power, bottom)
        out += [
            line(x, top, x, top + height, "grid"),
            text(x, top + height + 16, f"{10.0**power:g}", "tick", "middle"),
        ]
    for i in range(5):
        value = bottom + (ceiling - bottom) * i / 4
        _, y = at(10.0**first, value)
        out += [
            line(left, y, left + width, y, "grid"),
            text(left - 6, y + 4, number(value), "tick", "end"),
        ]
    taken: list[tuple[float, float]] = []
    for name, x_value, y_value in sorted(points, key=lambda p: -p[2]):
        x, y = at(x_value, y_value)
        label_y = y + 4
        while any(abs(label_y - other_y) < 13 and abs(x - other_x) < 110 for other_x, other_y in taken):
            label_y += 13
        taken.append((x, label_y))
        end = x > left + width * 0.75
        out.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" class="dot">{tip(f"{name}: {x_name} {x_value:.3g}, {y_name} {y_value:.3f}")}</circle>'
        )
        out.append(text(x - 9 if end else x + 9, label_y, name, "label", "end" if end else "start"))
    out += [
        text(left + width / 2, top + height + 34, x_name, "label", "middle"),
        text(left, 10, y_name, "label", "start"),
    ]
    return svg(left + width + 30, top + height + 42, title, out)
