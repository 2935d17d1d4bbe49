"""The document as Markdown tables, for a README."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from eval.retrieval import MEASURES, NAMES

Document = Mapping[str, Any]


def markdown_report(document: Document) -> str:
    """A table a level with a row a kind, the systems when there are several, scope and answers in a line each."""
    first = document["systems"][0]
    cases, bank = document["cases"], document["bank"]
    blocks = [
        f"{cases['count']} cases ({cases['answerable']} answerable) over {bank['questions']} questions; 95 % bootstrap intervals."
    ]
    for level, heading in (("questions", "The right question"), ("passages", "The right passage")):
        if first[level]:
            blocks += [f"**{heading}**", _measures(first[level])]
    if len(document["systems"]) > 1:
        blocks += ["**Configurations**", _systems(document)]
    if first["scope"]:
        blocks.append(scope_line(first["scope"]))
    if document["answers"]:
        blocks.append(answers_line(document["answers"]))
    blocks += judge_lines(document["judges"])
    if first["speed"]:
        blocks.append(
            f"A search takes {first['speed']['median']:.0f} ms (median; 95 % under {first['speed']['p95']:.0f} ms)."
        )
    blocks.append(
        "Versions: "
        + ", ".join(f"{name} {v}" for name, v in document["versions"].items())
        + f"; seed {document['seed']}."
    )
    return "\n\n".join(blocks) + "\n"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table, the first column to the left and the others to the right."""
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def scope_line(scope: Document) -> str:
    parts = [
        ("AUROC", "auroc"),
        ("refusal precision", "refusal_precision"),
        ("refusal recall", "refusal_recall"),
        ("answerable refused", "false_refusals"),
        ("calibration error", "calibration_error"),
    ]
    shown = ", ".join(f"{name} {scope[key]:.3f}" for name, key in parts if scope[key] is not None)
    return f"Is it in the bank ({scope['answerable']} answerable, {scope['absent']} absent)? {shown}."


def answers_line(answers: Document) -> str:
    parts = [
        "citation_recall",
        "citation_precision",
        "supported",
        "points_cited",
        "points_said",
        "refusal_precision",
        "refusal_recall",
    ]
    shown = ", ".join(
        f"{name.replace('_', ' ')} {answers[name]:.3f}" for name in parts if answers[name] is not None
    )
    return f"Answers ({answers['composer']}, {answers['n']} of them, judged by {answers['judge']}): {shown}; citations of nothing: {answers['unknown_citations']}."


def judge_lines(judges: Document) -> list[str]:
    """One line for each of the product's judges that was held against people."""
    names = {"support": "Does the passage support the sentence", "grading": "Grading"}
    keys = ("agreement", "auroc", "precision", "recall", "macro_f1", "kappa")
    return [
        f"{names[name]} ({found['n']} labelled by people): "
        + ", ".join(f"{key.replace('_', ' ')} {found[key]:.3f}" for key in keys if found.get(key) is not None)
        + "."
        for name, found in judges.items()
        if found
    ]


def _measures(groups: Document) -> str:
    rows = [
        [f"**{name}**" if name == "all" else name, str(g["ndcg@10"]["n"])]
        + [f"{g[m]['mean']:.3f} ±{(g[m]['high'] - g[m]['low']) / 2:.3f}" for m in MEASURES]
        for name, g in groups.items()
    ]
    return table(["kind", "n", *(NAMES[m] for m in MEASURES)], rows)


def _systems(document: Document) -> str:
    compared = {
        c["system"]: c
        for c in document["comparisons"]
        if (c["level"], c["measure"]) == ("questions", "ndcg@10")
    }
    rows = []
    for s in document["systems"]:
        q, p, c = s["questions"].get("all"), s["passages"].get("all"), compared.get(s["name"])
        rows.append([
            s["name"],
            *(f"{q[m]['mean']:.3f}" if q else "–" for m in ("ndcg@10", "mrr@10", "recall@5")),
            f"{p['ndcg@10']['mean']:.3f}" if p else "–",
            f"{s['scope']['auroc']:.3f}" if s["scope"] and s["scope"]["auroc"] is not None else "–",
            f"{s['speed']['median']:.0f}" if s["speed"] else "–",
            f"{c['difference']:+.3f} (p {c['p']:.4f})" if c else "",
        ])  # fmt: skip
    return table(
        ["configuration", "nDCG@10", "MRR@10", "recall@5", "passage nDCG@10", "AUROC", "ms", "Δ nDCG@10"],
        rows,
    )
