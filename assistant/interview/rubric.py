"""What an answer to a question is held against: its points and its 题眼, each with a weight."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from assistant.asking import FREQUENT
from assistant.interview.clauses import Clause, clauses, plain

if TYPE_CHECKING:
    from index.chunk import Chunk

KEY_WEIGHT, FREQUENT_WEIGHT = 2.0, 0.5
SAYS_SOMETHING = 2  # characters that a point needs outside code and references

# How a 题眼 tells the reader what to do; what is to be said comes after.
_INSTRUCTION = re.compile(
    r"(?:^|(?<=[，,；;。、\s]))(?:先|再|并|还|最后|然后|接着)?(?:能|会|要|可|须)?(?:一句话)?(?:讲清楚?|说清楚?|讲出|说出|答出|点出|点破|点明|抓住|分清|写出|指出|给出|补一句|补上|讲得出|说得出|答得出|区分)(?:了)?|"
    r"(?:就)?(?:结论)?(?:才)?站得住|即可?拿?高?分|加分项?|真懂"
)


@dataclass(frozen=True, slots=True)
class RubricItem:
    """One thing to say. `clauses` are its claims in order, without code, formulas on their own and references."""

    chunk: Chunk
    weight: float
    clauses: tuple[Clause, ...]

    @property
    def text(self) -> str:
        return self.chunk.text


@dataclass(frozen=True, slots=True)
class Rubric:
    """`items` in the bank's order. `asked` is the question as the bank puts it: saying it back is no answer."""

    question_id: str
    asked: str
    items: tuple[RubricItem, ...]


def make_rubric(chunks: Sequence[Chunk]) -> Rubric:
    """From the passages of one question.

    Points and 题眼 count; a question without points is held against its text, its summary and its 题眼. The 题眼 weighs
    double, a 高频追问 half; pieces of a long point share its weight. Empty for a question that has no answer.
    """
    said = [
        chunk
        for chunk in chunks
        if chunk.role in ("point", "key_point", "body", "summary") and chunk.kind == "text"
    ]
    roles = (
        {"point", "key_point"}
        if any(chunk.role == "point" for chunk in said)
        else {"body", "summary", "key_point"}
    )
    kept = [
        chunk
        for chunk in said
        if chunk.role in roles and len(re.findall(r"\w", plain(chunk.text))) >= SAYS_SOMETHING
    ]
    items = tuple(RubricItem(chunk, weight_of(chunk, kept), claims_of(chunk)) for chunk in kept)
    question = chunks[0].question if chunks else None
    return Rubric(
        question.id if question else "",
        question.title if question else "",
        tuple(i for i in items if i.clauses),
    )


def weight_of(chunk: Chunk, kept: Sequence[Chunk]) -> float:
    pieces = sum(other.role == chunk.role and other.ordinal == chunk.ordinal for other in kept)
    whole = (
        KEY_WEIGHT if chunk.role == "key_point" else FREQUENT_WEIGHT if FREQUENT.match(chunk.text) else 1.0
    )
    return whole / max(pieces, 1)


def claims_of(chunk: Chunk) -> tuple[Clause, ...]:
    text = FREQUENT.sub("", chunk.text, count=1) if FREQUENT.match(chunk.text) else chunk.text
    if chunk.role == "key_point":
        text = _INSTRUCTION.sub("", plain(text))
    return tuple(clauses(text))
