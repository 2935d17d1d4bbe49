"""Which passages to show, in which order: the best question's best ones together, and no question pushed out."""

from __future__ import annotations

from collections.abc import Sequence

TOGETHER = 5  # passages that an answer is made from


def arrange(
    passages: Sequence[int],
    owner: Sequence[int],
    scores: Sequence[float],
    question_rank: dict[int, int],
    k: int,
) -> list[int]:
    """At most `k` of `passages`, best first.

    `scores` already hold how good the passage's question is. The first `TOGETHER` go by score; after them each further
    question in turn gives its best passage; what is left follows by score. A question shows no sooner than those
    ranked before it, so that the order of first appearance is the order of questions.
    """
    by_score = sorted(passages, key=lambda p: (-scores[p], p))
    shown: list[int] = []
    next_rank = 0

    def take(limit: int, fresh_only: bool) -> None:
        nonlocal next_rank
        while len(shown) < limit:
            allowed = (
                p
                for p in by_score
                if p not in taken
                and question_rank[owner[p]] <= next_rank
                and (not fresh_only or question_rank[owner[p]] == next_rank)
            )
            best = next(allowed, None)
            if best is None:
                return
            taken.add(best)
            shown.append(best)
            next_rank = max(next_rank, question_rank[owner[best]] + 1)

    taken: set[int] = set()
    take(min(TOGETHER, k), fresh_only=False)
    take(k, fresh_only=True)
    take(k, fresh_only=False)
    return shown
