"""The document as one HTML file that needs nothing else: styles and plots inside, no script."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from eval.plots import Whisker, curve, histogram, reliability, scatter, whiskers
from eval.retrieval import MEASURES
from eval.words import both, side_by_side, word

Document = Mapping[str, Any]
SHOWN_FALLS = 12


def html_report(document: Document) -> str:
    """The whole page."""
    css = (Path(__file__).parent / "report.css").read_text(encoding="utf-8")
    sections = [
        _head(document),
        _tiles(document),
        _by_kind(document),
        _systems(document),
        _scope(document),
        _answers(document),
        _worst(document),
        _made_of(document),
    ]
    return (
        '<!doctype html><html lang="zh"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>Tiyan · {word('title', 'zh')}</title><style>{css}</style></head><body><main>{''.join(sections)}</main></body></html>\n"
    )


def _head(document: Document) -> str:
    first = document["systems"][0]
    about = " · ".join(
        escape(str(v))
        for v in (first["about"].get("bank"), first["about"].get("embedder"), first["name"])
        if v
    )
    toggle = f'<input type="checkbox" id="lang"><label for="lang">{both("language")}</label>'
    return f'<div class="top"><h1>{both("title")}</h1>{toggle}</div><p class="note">{about}</p>{_verdict(document["verdict"])}'


def _verdict(verdict: Document | None) -> str:
    if verdict is None:
        return ""
    if verdict["skipped"]:
        return f'<div class="verdict none">{both("skipped")}<span class="note"> · {escape(verdict["skipped"])}</span></div>'
    if verdict["passed"]:
        return f'<div class="verdict">{both("passed")}<span class="note"> · n = {verdict["compared"]}</span></div>'
    lines = "".join(f"<li>{escape(line)}</li>" for line in verdict["lines"][:SHOWN_FALLS])
    return f'<div class="verdict bad">{both("fell")}<ul>{lines}</ul></div>'


def _tiles(document: Document) -> str:
    first = document["systems"][0]
    shown: list[tuple[str, str]] = []
    for level, measures in (("questions", ("ndcg@10", "mrr@10", "recall@5")), ("passages", ("ndcg@10",))):
        figures = first[level].get("all")
        for measure in measures if figures else ():
            shown.append((f"{both(level)} · {measure}", f"{figures[measure]['mean']:.3f}"))
    scope = first["scope"] or {}
    if scope.get("auroc") is not None:
        shown.append(("AUROC", f"{scope['auroc']:.3f}"))
    shown += [
        (both(name), f"{scope[name]:.3f}")
        for name in ("refusal_precision", "refusal_recall")
        if scope.get(name) is not None
    ]
    if first["speed"]:
        shown.append((both("median_ms"), f"{first['speed']['median']:.0f}"))
    cells = "".join(f"<div><b>{value}</b><span>{label}</span></div>" for label, value in shown)
    return f'<h2>{both("headline")}</h2><div class="tiles">{cells}</div>'


def _by_kind(document: Document) -> str:
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


def _systems(document: Document) -> str:
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


def _scope(document: Document) -> str:
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


def _answers(document: Document) -> str:
    answers = document["answers"]
    if not answers:
        return ""
    names = (
        "citation_recall",
        "citation_precision",
        "supported",
        "points_cited",
        "points_said",
        "refusal_precision",
        "refusal_recall",
    )
    cells = "".join(
        f"<div><b>{answers[n]:.3f}</b><span>{both(n)}</span></div>" for n in names if answers[n] is not None
    )
    cells += f"<div><b>{answers['unknown_citations']}</b><span>{both('unknown_citations')}</span></div>"
    note = f"{both('answers_note')} {escape(answers['judge'] or '')} · {both('composer')}: {escape(answers['composer'])} · n = {answers['n']}"
    return f'<h2>{both("answers")}</h2><p class="note">{note}</p><div class="tiles">{cells}</div>'


def _worst(document: Document) -> str:
    rows = "".join(_worst_case(case) for case in document["worst"])
    nothing = f"<p>{both('worst_none')}</p>"
    return f"<h2>{both('worst')}</h2>{rows or nothing}"


def _worst_case(case: Document) -> str:
    entries: list[tuple[str, str]] = []
    if case["asked"] != case["query"]:
        entries.append(("searched_as", escape(case["asked"])))
    entries.append(
        (
            "wanted",
            _list([f"{q['label']} {q['title']} ({q['grade']})" for q in case["wanted"]]) or both("nothing"),
        )
    )
    entries.append(
        ("found", _list([f"{q['label']} {q['title']}" for q in case["found"]], ordered=True) or "–")
    )
    if case["evidence"]:
        entries.append(("evidence", _list(case["evidence"])))
    if case["passages"]:
        entries.append(("first_passages", _list(case["passages"], ordered=True)))
    tag = ""
    if case["in_scope"] is not None and case["in_scope"] != case["answerable"]:
        tag = f'<span class="tag">{both("was_refused" if case["answerable"] else "was_let_through")} {case["scope_probability"]:.2f}</span>'
    body = "".join(f"<dt>{both(name)}</dt><dd>{value}</dd>" for name, value in entries)
    return (
        f'<details><summary><span>{escape(case["query"])}</span>{tag}<span class="score">{escape(case["id"])} · {escape(case["kind"])} · '
        f"{1 - case['badness']:.2f}</span></summary><dl>{body}</dl></details>"
    )


def _made_of(document: Document) -> str:
    kinds = ", ".join(f"{name} {n}" for name, n in document["cases"]["kinds"].items())
    entries = [
        (both("bank"), both("bank_value", **document["bank"])),
        (
            both("cases"),
            both("cases_value", **document["cases"]) + f'<br><span class="small">{escape(kinds)}</span>',
        ),
        (both("seed"), str(document["seed"])),
        (both("versions"), escape(", ".join(f"{name} {v}" for name, v in document["versions"].items()))),
    ]
    for s in document["systems"]:
        details = ", ".join(f"{name} {value}" for name, value in s["about"].items())
        entries.append((f"{both('configuration')} · {escape(s['name'])}", escape(details) or "–"))
    return f"<h2>{both('made_of')}</h2><dl>{''.join(f'<dt>{name}</dt><dd>{value}</dd>' for name, value in entries)}</dl>"


def _list(items: Sequence[str], *, ordered: bool = False) -> str:
    if not items:
        return ""
    tag = "ol" if ordered else "ul"
    return f"<{tag}>{''.join(f'<li>{escape(item)}</li>' for item in items)}</{tag}>"
