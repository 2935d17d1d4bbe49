"""The labelled pairs that the pair model learns from: statements about passages, and answers to questions.

`labelled/statements.jsonl` has a passage a line with statements that it carries and that it does not, each with its
kind; `labelled/answers.jsonl` a question a line with its points and answers, each with a verdict a point. Both are
written for this, about other subjects' wording than the shipped bank's; no passage of the measured sets is among them.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

STATEMENTS = Path(__file__).parent / "labelled" / "statements.jsonl"
ANSWERS = Path(__file__).parent / "labelled" / "answers.jsonl"
HELD = 20  # each so-many-th line is kept from the pair model: thresholds are set on it
OPEN = frozenset({"absent", "unrelated"})  # kinds of which the passage says nothing either way
VERDICTS = ("hit", "partly", "missed", "wrong")
Task = Literal["support", "grade"]


@dataclass(frozen=True, slots=True)
class Pair:
    """`claim` and `ground` are texts in parts. `label` counts the outcomes of its task: for "support" carried, open,
    contradicted; for "grade" hit, partly, missed, wrong."""

    claim: tuple[str, ...]
    ground: tuple[str, ...]
    label: int
    task: Task


Group = tuple[Pair, ...]  # pairs that share a passage or a point


def statement_groups(path: Path = STATEMENTS, *, held: bool = False) -> list[Group]:
    """One group a passage: those that are trained on, or those `held` back."""
    groups = []
    for row in lines_of(path, held):
        ground = (row["passage"],)
        carried = [Pair((text,), ground, 0, "support") for _, text in row["true"]]
        others = [Pair((text,), ground, 1 if kind in OPEN else 2, "support") for kind, text in row["false"]]
        groups.append((*carried, *others))
    return groups


def answer_groups(path: Path = ANSWERS, *, held: bool = False) -> list[Group]:
    """One group a point of a question, likewise."""
    return [
        tuple(
            Pair((point,), (answer["text"],), VERDICTS.index(answer["verdicts"][place]), "grade")
            for answer in row["answers"]
        )
        for row in lines_of(path, held)
        for place, point in enumerate(row["points"])
    ]


def lines_of(path: Path, held: bool) -> Iterator[dict]:
    lines = [line for line in path.read_text(encoding="utf-8").split("\n") if line.strip()]
    return (json.loads(line) for number, line in enumerate(lines) if (number % HELD == 0) is held)


def in_other_company(group: Group, groups: Sequence[Group], rng: random.Random) -> Group:
    """The same pairs, some among other texts: a stranger's passage or answer beside, two claims as one, a text against
    itself, a claim before a stranger's passage. Labels follow."""
    vary = vary_statement if group[0].task == "support" else vary_answer
    return tuple(vary(pair, group, groups, rng) for pair in group)


def vary_statement(pair: Pair, group: Group, groups: Sequence[Group], rng: random.Random) -> Pair:
    chance = rng.random()
    if chance < 0.12:
        return beside(pair, groups, rng)
    if chance < 0.22:
        other = rng.choice(group)
        first, second = (pair, other) if rng.random() < 0.5 else (other, pair)
        return replace(pair, claim=first.claim + second.claim, label=max(pair.label, other.label))
    if chance < 0.25:
        return replace(rng.choice(rng.choice(groups)), ground=pair.ground, label=1)
    if chance < 0.28:
        return replace(pair, claim=pair.ground, label=0)
    return pair


def vary_answer(pair: Pair, group: Group, groups: Sequence[Group], rng: random.Random) -> Pair:
    chance = rng.random()
    if chance < 0.20:
        return beside(pair, groups, rng)
    if chance < 0.26:
        return replace(pair, ground=rng.choice(rng.choice(groups)).ground, label=VERDICTS.index("missed"))
    if chance < 0.28:
        return replace(pair, ground=pair.claim, label=VERDICTS.index("hit"))
    return pair


def beside(pair: Pair, groups: Sequence[Group], rng: random.Random) -> Pair:
    other = rng.choice(groups)[0].ground
    return replace(pair, ground=pair.ground + other if rng.random() < 0.5 else other + pair.ground)
