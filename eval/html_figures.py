"""Sections of the report that hold figures: by kind, by configuration, and whether the bank has an answer."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

from eval.plots import Whisker, curve, histogram, reliability, scatter, whiskers
from eval.retrieval import MEASURES
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
    head = "".join(f"<th>{m}</th>" for m in MEASURES)
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
    systems = document["systems"]
    if len(systems) < 2:
        return ""
    compared = {
        c["system"]: c
        for c in document["comparisons"]
        if (c["level"], c["measure"]) == ("questions", "ndcg@10")
    }
    head = "".join(
        f"<th>{h}</th>"
        for h in (both("system"), f"{both('questions')} nDCG@10", "MRR@10", "recall@5", f"{both('passages')} nDCG@10", "AUROC", "ms",
                  both("difference"), "p", both("better_worse"))
    )  # fmt: skip
    body = []
    for turn, s in enumerate(systems):
        q, p = s["questions"].get("all"), s["passages"].get("all")
        cells = [escape(s["name"])]
        cells += [f"{q[m]['mean']:.3f}" if q else "–" for m in ("ndcg@10", "mrr@10", "recall@5")]
        cells.append(f"{p['ndcg@10']['mean']:.3f}" if p else "–")
        cells.append(f"{s['scope']['auroc']:.3f}" if s["scope"] and s["scope"]["auroc"] is not None else "–")
        cells.append(f"{s['speed']['median']:.0f}" if s["speed"] else "–")
        c = compared.get(s["name"])
        cells += [
            f"{c['difference']:+.3f} <small>[{c['low']:+.3f}, {c['high']:+.3f}]</small>" if c else "",
            f"{c['p']:.4f} <small>({c['p_holm']:.4f})</small>" if c else "",
            f"{c['better']} / {c['worse']} / {c['equal']}" if c else "",
        ]
        body.append(
            f"<tr{' class=first' if turn == 0 else ''}>"
            + "".join(f"<td>{cell}</td>" for cell in cells)
            + "</tr>"
        )
    forest = [
        Whisker(name, c["difference"], c["low"], c["high"], f"p = {c['p']:.4f}")
        for name, c in compared.items()
    ]
    reach = max([0.05, *(abs(v) for c in compared.values() for v in (c["low"], c["high"]))])
    label = 16 + 7 * max(len(name) for name in compared) if compared else 100
    costs = [
        (s["name"], s["speed"]["median"], s["questions"]["all"]["ndcg@10"]["mean"])
        for s in systems
        if s["speed"] and s["questions"]
    ]
    return (
        f'<h2>{both("systems")}</h2><p class="note">{both("systems_note")}</p>'
        f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{"".join(body)}</tbody></table></div><div class="figures">'
        f"<figure>{whiskers(forest, 'difference in nDCG@10', low=-reach, high=reach, zero=True, label=min(label, 240))}<figcaption>Δ nDCG@10</figcaption></figure>"
        f"<figure>{scatter(costs, 'quality over time', 'ms', 'nDCG@10')}<figcaption>{both('quality_cost')}</figcaption></figure></div>"
    )


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
