"""What a learner is shown of a verdict: their own words that it rests on, and what speaks against the point."""

from __future__ import annotations

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
                if mark and mark in clause.text and clause.said in answer:
                    return clause.said.rstrip("，,；;")
    runs: list[list[int]] = []
    position = -1
    for i, clause in enumerate(found.said):
        at = answer.find(clause.said, max(position, 0))
        if at < 0:
            continue
        together = runs and not answer[position:at].strip()
        if together:
            runs[-1].append(i)
        else:
            runs.append([i])
        position = at + len(clause.said)
    if not runs:
        return found.said[int(best.argmax())].said
    run = max(runs, key=lambda run: sum(float(best[i]) for i in run))
    start = answer.find(found.said[run[0]].said)
    last = found.said[run[-1]].said
    end = answer.find(last, start) + len(last)
    return answer[start:end].rstrip("，,；; \n")


def reasons_of(found: Comparison) -> tuple[str, ...]:
    """What speaks against the point, for the learner to read."""
    reasons = []
    if found.numbers.against:
        reasons.append(f"数字不符：{'、'.join(found.numbers.said)}")
    if found.values["order"]:
        reasons.append("先后颠倒")
    if found.values["crossed"]:
        reasons.append("张冠李戴：两者的说法对调了")
    reasons += [f"方向相反：{mine} / {theirs}" for mine, theirs in found.opposites]
    if found.turned and not reasons:
        reasons.append(f"肯定与否定相反：{'、'.join(found.turned[:3])}")
    return tuple(reasons)
