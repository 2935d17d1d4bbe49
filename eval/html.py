"""The document as one HTML file that needs nothing else: styles and plots inside, no script."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from eval.html_figures import by_kind_section, scope_section, systems_section
from eval.retrieval import NAMES
from eval.words import both, word

Document = Mapping[str, Any]
SHOWN_FALLS = 12


def html_report(document: Document) -> str:
    """The whole page."""
    css = (Path(__file__).parent / "report.css").read_text(encoding="utf-8")
    sections = [
        _head(document),
        _tiles(document),
        by_kind_section(document),
        systems_section(document),
        scope_section(document),
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
            shown.append((f"{both(level)} · {NAMES[measure]}", f"{figures[measure]['mean']:.3f}"))
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


def _answers(document: Document) -> str:
    answers = document["answers"]
    if not answers:
        return ""
    names = ("citation_recall", "citation_precision", "supported", "points_cited", "points_said", "refusal_precision", "refusal_recall")  # fmt: skip
    cells = "".join(
        f"<div><b>{answers[n]:.3f}</b><span>{both(n)}</span></div>" for n in names if answers[n] is not None
    )
    cells += f"<div><b>{answers['unknown_citations']}</b><span>{both('unknown_citations')}</span></div>"
    note = f"{both('answers_note')} {escape(answers['judge'] or '')} · {both('composer')}: {escape(answers['composer'])} · n = {answers['n']}"
    judges = "".join(_judge(name, figures) for name, figures in document["judges"].items() if figures)
    return f'<h2>{both("answers")}</h2><p class="note">{note}</p><div class="tiles">{cells}</div>{judges}'


def _judge(name: str, figures: Document) -> str:
    """One of the product's judges against people: its figures, and how often it agreed, kind by kind."""
    shown = (
        (key, figures.get(key)) for key in ("agreement", "auroc", "precision", "recall", "macro_f1", "kappa")
    )
    cells = "".join(
        f"<div><b>{v:.3f}</b><span>{both(f'judge_{key}')}</span></div>" for key, v in shown if v is not None
    )
    kinds = ", ".join(f"{kind} {agreed}/{of}" for kind, (agreed, of) in figures["kinds"].items())
    return f'<h3>{both(f"judge_{name}")} (n = {figures["n"]})</h3><div class="tiles">{cells}</div><p class="note">{escape(kinds)}</p>'


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
