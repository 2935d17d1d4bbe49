"""Sections of the report that hold figures: by kind, by configuration, and whether the bank has an answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from eval.plots import Whisker, curve, histogram, reliability, scatter, whiskers
from eval.retrieval import MEASURES, NAMES
from eval.words import both, side_by_side

Document = Mapping[str, Any]


def by_kind_section(document: Document) -> str:
    first = document["systems"][0]
    out = [f'<h2>{both("by_kind")}</h2><p class="note">{both("by_kind_note")}</p>']
    for level in ("questions", "passages"):
        groups = first[level]
        if not groups:
            continue
        rows = [
            Whisker(
                f"{name} ({g['ndcg@10']['n']})",
                g["ndcg@10"]["mean"],
                g["ndcg@10"]["low"],
                g["ndcg@10"]["high"],
                strong=name == "all",
            )
            for name, g in groups.items()
        ]
        plot = whiskers(rows, f"nDCG@10, {level}, by kind")
        out.append(
            f'<h3>{both(level)}</h3><p class="note">{both(f"{level}_note")}</p><figure>{plot}<figcaption>nDCG@10</figcaption></figure>'
        )
        out.append(_measure_table(groups))
    return "".join(out)


def _measure_table(groups: Document) -> str:
    head = "".join(f"<th>{NAMES[m]}</th>" for m in MEASURES)
    rows = "".join(
        f"<tr{' class=first' if name == 'all' else ''}><td>{escape(name)}</td><td>{g['ndcg@10']['n']}</td>"
        + "".join(
            f"<td>{g[m]['mean']:.3f} <small>±{(g[m]['high'] - g[m]['low']) / 2:.3f}</small></td>"
            for m in MEASURES
        )
        + "</tr>"
        for name, g in groups.items()
    )
    return f'<div class="wide"><table><thead><tr><th>{both("kind")}</th><th>n</th>{head}</tr></thead><tbody>{rows}</tbody></table></div>'


def systems_section(document: Document) -> str:
    """Nothing where there is one system only."""
    if len(document["systems"]) < 2:
        return ""
    compared = {
        c["system"]: c
        for c in document["comparisons"]
        if (c["level"], c["measure"]) == ("questions", "ndcg@10")
    }
    return (
        f'<h2>{both("systems")}</h2><p class="note">{both("systems_note")}</p>'
        f"{_systems_table(document, compared)}{_costs_table(document.get('costs'))}{_systems_plots(document, compared)}"
    )


def _systems_table(document: Document, compared: Document) -> str:
    question, passage = both("questions"), both("passages")
    head = [both("system"), f"{question} nDCG@10", "MRR@10", "recall@5", f"{passage} nDCG@10", "AUROC", "ms"]
    rows = []
    for s in document["systems"]:
        q, p, c = s["questions"].get("all"), s["passages"].get("all"), compared.get(s["name"])
        cells = [escape(s["name"])]
        cells += [f"{q[m]['mean']:.3f}" if q else "–" for m in ("ndcg@10", "mrr@10", "recall@5")]
        cells.append(f"{p['ndcg@10']['mean']:.3f}" if p else "–")
        cells.append(f"{s['scope']['auroc']:.3f}" if s["scope"] and s["scope"]["auroc"] is not None else "–")
        cells.append(f"{s['speed']['median']:.0f}" if s["speed"] else "–")
        cells += [
            f"{c['difference']:+.3f} <small>[{c['low']:+.3f}, {c['high']:+.3f}]</small>" if c else "",
            f"{c['p']:.4f} <small>({c['p_holm']:.4f})</small>" if c else "",
            f"{c['better']} / {c['worse']} / {c['equal']}" if c else "",
        ]
        rows.append(cells)
    return _table([*head, both("difference"), "p", both("better_worse")], rows)


def _costs_table(costs: Document | None) -> str:
    """What peers cost; ablations share one index and have no such table."""
    if not costs:
        return ""
    names = ("pieces", "index_s", "peak_mb", "import_s", "cold_s")
    rows = [
        [escape(name), str(c["pieces"]), f"{c['index_s']:.0f}", f"{c['peak_mb']:.0f}", f"{c['import_s']:.1f}", f"{c['cold_s']:.1f}"]
        for name, c in costs.items()
    ]  # fmt: skip
    return _table([both("system"), *(both(name) for name in names)], rows)


def _systems_plots(document: Document, compared: Document) -> str:
    forest = [
        Whisker(name, c["difference"], c["low"], c["high"], f"p = {c['p']:.4f}")
        for name, c in compared.items()
    ]
    reach = max([0.05, *(abs(v) for c in compared.values() for v in (c["low"], c["high"]))])
    label = min(16 + 7 * max((len(name) for name in compared), default=10), 240)
    points = [
        (s["name"], s["speed"]["median"], s["questions"]["all"]["ndcg@10"]["mean"])
        for s in document["systems"]
        if s["speed"] and s["questions"]
    ]
    differences = whiskers(forest, "difference in nDCG@10", low=-reach, high=reach, zero=True, label=label)
    cost = scatter(points, "quality over time", "ms", "nDCG@10")
    return (
        f'<div class="figures"><figure>{differences}<figcaption>Δ nDCG@10</figcaption></figure>'
        f"<figure>{cost}<figcaption>{both('quality_cost')}</figcaption></figure></div>"
    )


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Cells are HTML; the first row is what the others are compared with."""
    top = "".join(f"<th>{cell}</th>" for cell in head)
    body = "".join(
        f"<tr{' class=first' if turn == 0 else ''}>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"
        for turn, cells in enumerate(rows)
    )
    return f'<div class="wide"><table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>'


def scope_section(document: Document) -> str:
    scope = document["systems"][0]["scope"]
    if not scope:
        return ""
    numbers = [
        (name, scope[key])
        for name, key in (
            ("AUROC", "auroc"), (both("refusal_precision"), "refusal_precision"), (both("refusal_recall"), "refusal_recall"),
            (both("false_refusals"), "false_refusals"), ("Brier", "brier"), (both("calibration_error"), "calibration_error"),
        )
        if scope[key] is not None
    ]  # fmt: skip
    interval = scope["auroc_interval"]
    cells = "".join(
        f"<div><b>{value:.3f}</b><span>{name}{f' [{interval[0]:.3f}, {interval[1]:.3f}]' if name == 'AUROC' and interval else ''}</span></div>"
        for name, value in numbers
    )
    yes = [p for p, answerable in scope["probabilities"] if answerable]
    no = [p for p, answerable in scope["probabilities"] if not answerable]
    bins = [(b["probability"], b["answerable"], b["count"]) for b in scope["bins"]]
    plots = [
        (curve(scope["roc"], "ROC", side_by_side("roc_x"), side_by_side("roc_y")), both("roc")),
        (
            reliability(bins, "calibration", side_by_side("calibration_x"), side_by_side("calibration_y")),
            both("calibration"),
        ),
        (
            histogram(
                yes,
                no,
                "probabilities",
                side_by_side("answerable"),
                side_by_side("absent"),
                side_by_side("calibration_x"),
            ),
            both("probabilities"),
        ),
    ]
    drawn = "".join(
        f"<figure>{svg}<figcaption>{caption}</figcaption></figure>" for svg, caption in plots if svg
    )
    return f'<h2>{both("scope")}</h2><p class="note">{both("scope_note")}</p><div class="tiles">{cells}</div><div class="figures">{drawn}</div>'
