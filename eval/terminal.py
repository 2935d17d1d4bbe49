"""The document as a reader of the terminal sees it."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

from eval.markdown import answers_line, judge_lines, scope_line
from eval.retrieval import MEASURES, NAMES

Document = Mapping[str, Any]
WIDTH = 130  # of what is piped
WITH_INTERVAL = ("mrr@10", "ndcg@10")  # the others stand without, so that the table fits 80 columns


def show(document: Document) -> None:
    """Print to stdout. Rich is imported here and only here."""
    from rich.console import Console
    from rich.markup import escape

    console = Console(
        highlight=False, width=None if sys.stdout.isatty() else WIDTH, soft_wrap=not sys.stdout.isatty()
    )
    first = document["systems"][0]
    cases = document["cases"]
    console.print(
        f"{cases['count']} cases, {cases['answerable']} answerable, over {document['bank']['questions']} questions [dim](95 % intervals)[/dim]"
    )
    for level, heading in (("questions", "the right question"), ("passages", "the right passage")):
        if first[level]:
            console.print(_measures(first[level], heading))
    if len(document["systems"]) > 1:
        console.print(_systems(document))
    if first["scope"]:
        console.print(escape(scope_line(first["scope"])))
    if document["answers"]:
        console.print(escape(answers_line(document["answers"])))
    for line in judge_lines(document["judges"]):
        console.print(escape(line))
    if first["speed"]:
        console.print(
            f"a search takes {first['speed']['median']:.0f} ms (median), {first['speed']['p95']:.0f} ms (95 %)"
        )


def _measures(groups: Document, heading: str) -> Any:
    from rich.table import Table

    table = Table(title=heading, title_justify="left", box=None, pad_edge=False, header_style="dim")
    table.add_column("kind")
    table.add_column("n", justify="right", style="dim")
    for measure in MEASURES:
        table.add_column(NAMES[measure], justify="right")
    for name, g in groups.items():
        cells = [
            f"{g[m]['mean']:.3f}"
            + (f" [dim]±{(g[m]['high'] - g[m]['low']) / 2:.2f}[/dim]" if m in WITH_INTERVAL else "")
            for m in MEASURES
        ]
        table.add_row(
            name,
            str(g["ndcg@10"]["n"]),
            *cells,
            style="bold" if name == "all" else None,
            end_section=name == "all",
        )
    return table


def _systems(document: Document) -> Any:
    from rich.table import Table

    table = Table(title="configurations", title_justify="left", box=None, pad_edge=False, header_style="dim")
    table.add_column("")
    for heading in (
        "nDCG@10",
        "MRR@10",
        "recall@5",
        "passages",
        "AUROC",
        "ms",
        "difference",
        "p",
        "better/worse",
    ):
        table.add_column(heading, justify="right")
    compared = {
        c["system"]: c
        for c in document["comparisons"]
        if (c["level"], c["measure"]) == ("questions", "ndcg@10")
    }
    for s in document["systems"]:
        q, p, c = s["questions"].get("all"), s["passages"].get("all"), compared.get(s["name"])
        table.add_row(
            s["name"],
            *(f"{q[m]['mean']:.3f}" if q else "–" for m in ("ndcg@10", "mrr@10", "recall@5")),
            f"{p['ndcg@10']['mean']:.3f}" if p else "–",
            f"{s['scope']['auroc']:.3f}" if s["scope"] and s["scope"]["auroc"] is not None else "–",
            f"{s['speed']['median']:.0f}" if s["speed"] else "–",
            f"{c['difference']:+.3f} [dim][{c['low']:+.2f}, {c['high']:+.2f}][/dim]" if c else "",
            f"{c['p']:.4f}" if c else "",
            f"{c['better']}/{c['worse']}" if c else "",
        )
    return table
