"""What a learner is shown of a verdict: their own words that it rests on, and what speaks against the point."""

from __future__ import annotations

import re

from assistant.interview.features import Comparison


def evidence_in(answer: str, found: Comparison, contradicts: bool) -> str:
    """The learner's words about the point, a slice of `answer`: the clause that contradicts, else all from the first to
    the last that speak of it if they stand together, else the nearest."""
    best = found.alike.max(axis=0)
    if contradicts:
        marks = [
            *found.turned,
            *(mine for mine, _ in found.opposites),
            *(t.split()[0] for t in found.numbers.said),
        ]
        for mark in marks:
            for clause in found.said:
                if mark and mark in clause.text and (place := place_of(clause.said, answer)) is not None:
                    return answer[slice(*place)].rstrip("，,；;")
    runs: list[list[int]] = []
    places: dict[int, tuple[int, int]] = {}
    end = 0
    for i, clause in enumerate(found.said):
        place = place_of(clause.said, answer, end)
        if place is None:
            continue
        if runs and not answer[end : place[0]].strip():
            runs[-1].append(i)
        else:
            runs.append([i])
        places[i] = place
        end = place[1]
    if not runs:
        return answer.strip()
    run = max(runs, key=lambda run: sum(float(best[i]) for i in run))
    return answer[places[run[0]][0] : places[run[-1]][1]].rstrip("，,；; \n")


def place_of(said: str, answer: str, after: int = 0) -> tuple[int, int] | None:
    """(start, end) of a clause in the answer from `after` on, which may have marks in it that the clause lost: `**`, a backtick."""
    at = answer.find(said, after)
    if at >= 0:
        return at, at + len(said)
    marked = re.compile("[`*_]*".join(map(re.escape, said))).search(answer, after)
    return marked.span() if marked else None


def reasons_of(found: Comparison) -> tuple[str, ...]:
    """What speaks against the point, for the learner to read."""
    reasons = []
    if found.numbers.against:
        reasons.append(f"数字不符：{'、'.join(found.numbers.said)}")
    if found.values["order"]:
        reasons.append("先后颠倒")
    if found.values["crossed"] or found.values["exchanged"]:
        reasons.append("张冠李戴：两者的说法对调了")
    reasons += [f"方向相反：{mine} / {theirs}" for mine, theirs in found.opposites]
    if found.turned and not reasons:
        reasons.append(f"肯定与否定相反：{'、'.join(found.turned[:3])}")
    return tuple(reasons)
