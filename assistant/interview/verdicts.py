"""What grading gives: a verdict a point, a score, a rating for the schedule."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

from assistant.interview.schedule import RATINGS, RatingName

Verdict = Literal["hit", "partly", "missed", "wrong"]
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)
CREDIT: dict[Verdict, float] = {"hit": 1.0, "partly": 0.5, "missed": 0.0, "wrong": 0.0}
WORTH: tuple[Verdict, ...] = ("wrong", "missed", "partly", "hit")  # from worst to best
GOOD, HARD, EASY = 0.6, 0.3, 0.9  # least scores of these ratings


@dataclass(frozen=True, slots=True)
class PointGrade:
    """How one point fared. `evidence` is the learner's own words, to the letter, empty when nothing was said of it.

    `reasons` say what speaks against it (「数字不符：40GB」); `weight` is its share of the score before normalising.
    """

    chunk_id: str
    role: str
    text: str
    verdict: Verdict
    evidence: str = ""
    weight: float = 1.0
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Grade:
    """A graded answer. `score` in [0, 1] is the weighted share of points that came, a partly counting half."""

    question_id: str
    points: tuple[PointGrade, ...]
    score: float
    rating: RatingName

    def to_dict(self) -> dict[str, Any]:
        """As `tiyan grade --json` prints it."""
        return {
            "question_id": self.question_id,
            "points": [
                {
                    "chunk_id": p.chunk_id,
                    "role": p.role,
                    "text": p.text,
                    "verdict": p.verdict,
                    "evidence": p.evidence,
                }
                for p in self.points
            ],
            "score": self.score,
            "rating": self.rating,
        }

    def weakest(self, but: Iterable[str] = ()) -> PointGrade | None:
        """The worst point by verdict, then by weight, leaving out these chunk ids; None when all the rest were hit."""
        skipped = set(but)
        open_points = [p for p in self.points if p.verdict != "hit" and p.chunk_id not in skipped]
        return min(open_points, key=lambda p: (WORTH.index(p.verdict), -p.weight), default=None)


def sum_up(question_id: str, points: Sequence[PointGrade], *, at_most: RatingName = "easy") -> Grade:
    """The grade of graded points. A wrong point takes as much off as a partly gives: saying it wrong is worse than not."""
    total = sum(point.weight for point in points)
    gained = sum(point.weight * CREDIT[point.verdict] for point in points)
    lost = sum(point.weight for point in points if point.verdict == "wrong") / 2
    score = round(max(0.0, gained - lost) / total, 4) if total else 0.0
    wrong = any(point.verdict == "wrong" for point in points)
    rating: RatingName = "again"
    for name, least in (("hard", HARD), ("good", GOOD), ("easy", EASY)):
        if score >= least:
            rating = name
    if wrong and rating in ("good", "easy"):
        rating = "hard" if rating == "good" else "good"
    return Grade(question_id, tuple(points), score, min(rating, at_most, key=RATINGS.index))


def improved(first: Grade, later: Grade, chunk_id: str, *, at_most: RatingName = "good") -> Grade:
    """`first` after a follow-up on one point: that point takes its later verdict where it is better; others stay."""
    by_id: Mapping[str, PointGrade] = {point.chunk_id: point for point in later.points}

    def better(point: PointGrade) -> PointGrade:
        again = by_id.get(point.chunk_id)
        if point.chunk_id != chunk_id or again is None:
            return point
        return max(point, again, key=lambda p: WORTH.index(p.verdict))

    return sum_up(first.question_id, [better(point) for point in first.points], at_most=at_most)


def grade_to_state(grade: Grade) -> dict[str, Any]:
    """Everything, so that `grade_from_state` gives an equal grade."""
    points = [
        {
            "chunk_id": p.chunk_id,
            "role": p.role,
            "text": p.text,
            "verdict": p.verdict,
            "evidence": p.evidence,
            "weight": p.weight,
            "reasons": list(p.reasons),
        }
        for p in grade.points
    ]
    return {"question_id": grade.question_id, "points": points, "score": grade.score, "rating": grade.rating}


def grade_from_state(state: Mapping[str, Any]) -> Grade:
    points = tuple(PointGrade(**{**p, "reasons": tuple(p["reasons"])}) for p in state["points"])
    return Grade(state["question_id"], points, state["score"], state["rating"])
