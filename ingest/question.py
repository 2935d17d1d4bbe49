"""What a bank is made of: a `Question` and the `Part`s of its answer, each with its exact place."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

Role = Literal["title", "summary", "point", "key_point", "hook", "evidence", "sources", "body"]
ROLE_NAMES = {
    "title": "题目",
    "summary": "一句话",
    "point": "要点",
    "key_point": "题眼",
    "hook": "记忆锚点",
    "evidence": "权威出处",
    "sources": "参考来源",
    "body": "正文",
}
Kind = Literal["text", "code", "table", "formula", "image"]
NumberSource = Literal["stated", "assigned", "pinned"]
TitleSource = Literal["stated", "derived", "pinned"]


@dataclass(frozen=True, slots=True)
class Source:
    """One entry of 参考来源: its label, and its address where the bank gives one."""

    label: str
    url: str | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a question with one role.

    `text` is the author's, to the letter: a slice of lines `line_start`..`line_end` (from 1, both included, line
    ends as "\\n") without the list mark or label it opens with. `heading` is the sub-heading it stands under.
    """

    role: Role
    text: str
    line_start: int
    line_end: int
    heading: str | None = None
    kind: Kind = "text"


@dataclass(frozen=True, slots=True)
class Reference:
    """A mention of another question, by number (`Q26`) or by link (`other.md#anchor`)."""

    line: int
    number: str | None = None
    link: str | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """An item of the bank. Lines count from 1 in `path`; both ends are included.

    `parts` stand in the file's order and never hold the title. `text` is the whole question as written. `topic` holds
    the headings above it, outermost first. `answered` is false when the bank has the question and nothing under it.
    """

    id: str
    number: str
    number_source: NumberSource
    title: str
    title_source: TitleSource
    path: str
    line_start: int
    line_end: int
    text: str
    bank: str
    parts: tuple[Part, ...] = ()
    sources: tuple[Source, ...] = ()
    references: tuple[Reference, ...] = ()
    topic: tuple[str, ...] = ()
    answered: bool = True
    tags: tuple[str, ...] = field(default=())

    def parts_of(self, role: Role) -> tuple[Part, ...]:
        return tuple(part for part in self.parts if part.role == role)

    def _joined(self, role: Role) -> str | None:
        return "\n".join(part.text for part in self.parts_of(role)) or None

    @property
    def summary(self) -> str | None:
        return self._joined("summary")

    @property
    def key_point(self) -> str | None:
        return self._joined("key_point")

    @property
    def hook(self) -> str | None:
        return self._joined("hook")

    @property
    def evidence(self) -> str | None:
        return self._joined("evidence")

    @property
    def points(self) -> tuple[Part, ...]:
        return self.parts_of("point")

    @property
    def reference_numbers(self) -> tuple[str, ...]:
        """Numbers that it refers to, ranges expanded, each once, in order of mention."""
        return tuple(dict.fromkeys(r.number for r in self.references if r.number is not None))

    @property
    def label(self) -> str:
        """How a reader is shown it: `Q125` if the bank says so, else the bank's name and a place in it."""
        if self.number_source == "assigned":
            return f"{self.bank} 第{self.number}题"
        return f"Q{self.number}" if self.number.isdigit() else self.number
