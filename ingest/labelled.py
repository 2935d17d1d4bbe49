"""Banks that have labels and nothing else: where each question begins among 一句话 … 题眼 … 参考来源."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass

from ingest.grammar import Marks, asks
from ingest.lines import Line, label_of

ORDERED = ("summary", "key_point", "sources")
LONGEST_TITLE = 80


@dataclass(frozen=True, slots=True)
class Start:
    """The first line of a question; `title_line` is the lone line above its 一句话 that names it, if there is one."""

    line: int
    title_line: int | None = None


def label_starts(lines: list[Line], marks: Marks, begin: int, end: int, *, headed: bool) -> list[Start]:
    """Where the questions of lines[begin:end] begin, or [] when labels do not make them up.

    A question has each label once, in the order 一句话 … 题眼 … 参考来源; what follows 参考来源 begins the next.
    Under headings (`headed`) a label has to repeat before it is taken to part questions.
    """
    labels = [
        (i, found.role)
        for i in range(begin, end)
        if lines[i].kind != "quote" and lines[i].indent < 2 and (found := label_of(lines[i], marks))
    ]
    seen = Counter(role for _, role in labels)
    if max(seen["summary"], seen["key_point"]) < (2 if headed else 1):
        return []
    return _Parting(lines, begin, end, labels).starts()


class _Parting:
    def __init__(self, lines: list[Line], begin: int, end: int, labels: list[tuple[int, str]]) -> None:
        self.lines, self.begin, self.end = lines, begin, end
        self.role_at = dict(labels)
        self.ordered = [(i, role) for i, role in labels if role in ORDERED]
        self.have: set[str] = set()
        self.closed_at: int | None = None  # the line of the 参考来源 that ends the question
        self.lone: int | None = None  # the only line of the question so far, a short one

    def starts(self) -> list[Start]:
        found: list[Start] = []
        for i in range(self.begin, self.end):
            line = self.lines[i]
            if line.blank or line.kind in ("rule", "markup"):
                continue
            role = self.role_at.get(i)
            if not found or self._begins(i, role):
                found.append(Start(i))
                self.have, self.closed_at = set(), None
                self.lone = i if role is None and self._could_name(line) else None
            elif role == "summary" and self.lone is not None:
                found[-1] = Start(found[-1].line, self.lone)
                self.lone = None
            else:
                self.lone = None
            self.have.add(role or "body")
            if role == "sources":
                self.closed_at = i
        return found

    @staticmethod
    def _could_name(line: Line) -> bool:
        return (
            line.kind == "text"
            and len(line.rest) <= LONGEST_TITLE
            and (line.rest[-1] not in "。；;.，," or asks(line.rest) == 2)
        )

    def _begins(self, i: int, role: str | None) -> bool:
        if role == "summary":
            return self.lone is None
        if role in self.have and role in ORDERED:
            return True
        if self.closed_at is not None and role not in ("hook", "evidence", "sources"):
            return not self._continues_sources(i)
        return (
            "key_point" in self.have
            and role is None
            and self.lines[i - 1].blank
            and self._next_ordered(i) == "key_point"
        )

    def _continues_sources(self, i: int) -> bool:
        """Whether line i is still an entry of the 参考来源 above it."""
        line = self.lines[i]
        return not self.lines[i - 1].blank or (
            line.kind == "item" and ("http" in line.rest or "](" in line.rest)
        )

    def _next_ordered(self, i: int) -> str | None:
        at = bisect_left(self.ordered, (i, ""))
        return self.ordered[at][1] if at < len(self.ordered) else None
