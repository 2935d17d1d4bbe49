"""Fit the three steps of grading: `python -m eval.fit_grading`.

On the labelled answers of the split dev, each alone and with a stranger's before or after it, because people answer
several points in one breath; and on the answers that were kept from the pair model, over a bank made of their points.
Writes `assistant/interview/coefficients.json` and prints the figures of both splits.
"""

from __future__ import annotations

import json
import random
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from assistant.interview.grade import grader_of
from assistant.interview.judge import FEATURES, judge, tamed
from eval.grading import GradeCase, chunk_of, figures, load_grades, table
from eval.pair_data import ANSWERS, lines_of
from ingest.errors import TiyanError

if TYPE_CHECKING:
    from index import Index

OUT = Path(__file__).parents[1] / "assistant" / "interview" / "coefficients.json"
STRENGTH = {
    "about": 0.5,
    "against": 30.0,
    "enough": 1.0,
}  # inverse regularisation; contradictions are few and clear
SUBSTANCE = ("paraphrase", "synonym", "other_point", "half")
Row = tuple[GradeCase, dict[str, float]]


def with_strangers(cases: Sequence[GradeCase], seed: int = 5) -> list[GradeCase]:
    """Every case again, its answer beside one that was given to another question."""
    rng = random.Random(seed)
    out = []
    for case in cases:
        other = rng.choice([o for o in cases if o.question != case.question and o.kind in SUBSTANCE])
        joined = f"{case.answer}。{other.answer}" if rng.random() < 0.5 else f"{other.answer}。{case.answer}"
        out.append(replace(case, answer=joined))
    return out


def rows_of(index: Index, cases: Sequence[GradeCase]) -> list[Row]:
    """Cases with their features; those whose answer says nothing are left out, as grading never judges them."""
    compared = [(case, grader_of(index).compare(chunk_of(index, case), case.answer)) for case in cases]
    return [(case, found.values) for case, found in compared if found is not None]


def held_rows(folder: Path) -> list[Row]:
    """The answers kept from the pair model, graded over a bank of their own that is indexed in `folder`."""
    from index import build_index, open_embedder, open_index
    from ingest import read_bank

    rows = list(lines_of(ANSWERS, held=True))
    text = "\n".join(
        f"## Q{number} {row['title']}\n\n"
        + "".join(f"- {' '.join(point.split())}\n" for point in row["points"])
        for number, row in enumerate(rows, start=1)
    )
    (folder / "bank.md").write_text(text, encoding="utf-8")
    build_index(read_bank([folder / "bank.md"]), folder / "home", open_embedder())
    index = open_index(folder / "home")
    cases = [
        GradeCase(f"h-{number}-{place}-{n}", f"Q{number}", point, "point", answer["text"], answer["verdicts"][place], answer["kind"], "held")
        for number, row in enumerate(rows, start=1)
        for place, point in enumerate(row["points"])
        for n, answer in enumerate(row["answers"])
    ]  # fmt: skip
    return rows_of(index, [case for case in cases if has_point(index, case)])


def has_point(index: Index, case: GradeCase) -> bool:
    try:
        return chunk_of(index, case) is not None
    except TiyanError:
        return False


def fit(rows: Sequence[Row]) -> dict[str, Any]:
    """The coefficients of every step, each on the cases that reach it."""
    rows = [(case, tamed(values)) for case, values in rows]
    about = [(values, case.verdict != "missed") for case, values in rows]
    against = [(values, case.verdict == "wrong") for case, values in rows if case.verdict != "missed"]
    enough = [(values, case.verdict == "hit") for case, values in rows if case.verdict in ("hit", "partly")]
    return {
        name: fit_step(name, part)
        for name, part in (("about", about), ("against", against), ("enough", enough))
    }


def fit_step(name: str, rows: Sequence[tuple[dict[str, float], bool]]) -> dict[str, Any]:
    """Logistic regression. What speaks against a point can only ever speak against it: no weight below 0 there."""
    from scipy.optimize import minimize

    names = FEATURES[name]
    x = np.array([[values[n] for n in names] for values, _ in rows])
    y = np.array([label for _, label in rows], float)
    one_sided = name == "against"
    means = np.zeros(len(names)) if one_sided else x.mean(axis=0)
    scales = np.ones(len(names)) if one_sided else x.std(axis=0) + 1e-6
    z = (x - means) / scales

    def loss(w: np.ndarray) -> float:
        total = z @ w[:-1] + w[-1]
        return float(np.logaddexp(0, total).sum() - y @ total + (w[:-1] ** 2).sum() / (2 * STRENGTH[name]))

    bounds = [(0.0, None) if one_sided else (None, None)] * len(names) + [(None, None)]
    weights = minimize(loss, np.zeros(len(names) + 1), bounds=bounds, method="L-BFGS-B").x

    def named(values: np.ndarray) -> dict[str, float]:
        return {n: round(float(v), 4) for n, v in zip(names, values, strict=True)}

    return {
        "intercept": round(float(weights[-1]), 4),
        "weights": named(weights[:-1]),
        "means": named(means),
        "scales": named(scales),
    }


def main(index: Index | None = None) -> None:
    from index import open_index

    with tempfile.TemporaryDirectory() as empty:  # nothing ingested: the bank that ships
        index = index or open_index(Path(empty))
        dev, test = load_grades(split="dev"), load_grades(split="test")
        rows = [*rows_of(index, [*dev, *with_strangers(dev)]), *held_rows(Path(empty))]
        coefficients = fit(rows)
        OUT.write_text(json.dumps(coefficients, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
        for name, cases in (("dev", dev), ("test", test)):
            graded = {case.id: judge(values, coefficients).verdict for case, values in rows_of(index, cases)}
            print(f"{name}\n{table(figures([(case, graded.get(case.id, 'missed')) for case in cases]))}\n")


if __name__ == "__main__":
    main()
