"""What a system found for a case: questions and passages, best first. The one shape that all measures read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from eval.binding import BoundCase

Progress = Callable[[int, int, str], None]  # done, of how many, what


@dataclass(frozen=True, slots=True)
class FoundPassage:
    """A passage as the system returned it; `question_ids` are the questions whose text it holds."""

    id: str
    text: str
    question_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Found:
    """`question_ids` without repeats. `asked` is what was searched (a follow-up turn may have been rewritten).

    `in_scope` and `scope_probability` are None where a system does not judge whether the bank has an answer.
    `seconds` is the wall time of this one search.
    """

    asked: str
    question_ids: tuple[str, ...]
    passages: tuple[FoundPassage, ...]
    in_scope: bool | None = None
    scope_probability: float | None = None
    seconds: float = 0.0


class System(Protocol):
    """Anything that searches the bank: ours, an ablation of it, or a peer."""

    name: str

    def find(self, query: str, history: Sequence[tuple[str, tuple[str, ...]]], k: int) -> Found:
        """At least ten questions and `k` passages, where the bank has as many."""
        ...


def find_all(
    system: System, cases: Sequence[BoundCase], k: int = 10, progress: Progress | None = None
) -> tuple[Found, ...]:
    """The system's findings, one a case, in order. The first search is repeated, so that no case pays for loading."""
    if cases:
        system.find(cases[0].case.query, cases[0].history, k)
    results = []
    for done, case in enumerate(cases):
        if progress is not None:
            progress(done, len(cases), system.name)
        results.append(system.find(case.case.query, case.history, k))
    if progress is not None:
        progress(len(cases), len(cases), system.name)
    return tuple(results)


def in_first_mention(ids: Iterable[str]) -> tuple[str, ...]:
    """Each id once, where it came first."""
    return tuple(dict.fromkeys(ids))
