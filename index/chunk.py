"""Cut a question into the passages that are searched and cited."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from index.pieces import cut_text
from ingest.question import ROLE_NAMES, Kind, Part, Question, Role

ID_NAMES = {"point": "p", "body": "b", "key_point": "key"}
LIMIT = 480  # characters by default: no tokenizer makes more tokens of a text than it has characters


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


def cut_questions(
    questions: Iterable[Question], *, limit: int = LIMIT, measure: Callable[[str], int] = len
) -> list[Chunk]:
    """The passages of a bank (or of questions), in order; none holds text of two questions.

    `limit` bounds `measure(text)`: characters, or an embedder's tokens.
    """
    questions = getattr(questions, "questions", questions)
    return [chunk for question in questions for chunk in cut_question(question, limit, measure)]


def cut_question(question: Question, limit: int, measure: Callable[[str], int]) -> Iterator[Chunk]:
    """At least one passage: the title alone where there is nothing else."""
    counts: Counter[str] = Counter()
    below: list[Chunk] = []
    for part in question.parts:
        counts[part.role] += 1
        below += cut_part(question, part, counts[part.role], limit, measure)
    if question.title_source == "stated" or not below:
        yield title_chunk(question)
    yield from below


def title_chunk(question: Question) -> Chunk:
    """The title where it stands; where it was put together from several places, the part that the question opens with."""
    lines = question.text.split("\n")
    for text in (question.title, question.title.split(" › ")[-1], lines[0].strip()):
        offset = next((i for i, line in enumerate(lines) if text in line), None)
        if text and offset is not None:
            break
    line = min(question.line_start + (offset or 0), question.line_end)
    return Chunk(f"{question.id}/title", question, "title", text, line, line)


def cut_part(
    question: Question, part: Part, ordinal: int, limit: int, measure: Callable[[str], int]
) -> Iterator[Chunk]:
    name = ID_NAMES.get(part.role, part.role)
    counted = part.role in ("point", "body") or ordinal > 1
    chunk_id = f"{question.id}/{name}{ordinal if counted else ''}"
    pieces = cut_text(part.text, limit, measure, opaque=part.kind in ("code", "table", "formula"))
    spans = [span for span in places(part, pieces) if span[0]]
    for number, (text, first, last) in enumerate(spans, start=1):
        piece = number if len(spans) > 1 else 0
        yield Chunk(
            id=f"{chunk_id}.{piece}" if piece else chunk_id,
            question=question,
            role=part.role,
            text=text,
            line_start=first,
            line_end=last,
            ordinal=ordinal,
            piece=piece,
            heading=part.heading,
            kind=part.kind,
        )


def places(part: Part, pieces: list[str]) -> Iterator[tuple[str, int, int]]:
    """(piece without the blank lines around it, first line, last line). A label alone on its line comes before."""
    line = part.line_end - part.text.count("\n")
    for piece in pieces:
        body = piece.strip("\n").rstrip()
        first = line + len(piece) - len(piece.lstrip("\n"))
        yield body, max(first, part.line_start), min(first + body.count("\n"), part.line_end)
        line += piece.count("\n")
