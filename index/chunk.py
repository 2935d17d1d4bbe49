"""Cut a question into the passages that are searched and cited."""

from __future__ import annotations

from dataclasses import dataclass

from ingest.question import Kind, Question, Role

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


@dataclass(frozen=True, slots=True)
class Chunk:
    """A passage of one question. `text` is the author's, a slice of lines `line_start`..`line_end`.

    `ordinal` counts the question's parts of that role from 1 (`Q125·要点3`); `piece` counts the cuts of a long part
    from 1, 0 when it was not cut. `question` is never None: a passage knows what it belongs to.
    """

    id: str
    question: Question
    role: Role
    text: str
    line_start: int
    line_end: int
    ordinal: int = 1
    piece: int = 0
    heading: str | None = None
    kind: Kind = "text"

    @property
    def label(self) -> str:
        """`Q125·要点3`: what a citation shows."""
        name = ROLE_NAMES[self.role]
        counted = self.role in ("point", "body")
        return f"{self.question.label}·{name}{self.ordinal if counted else ''}"
