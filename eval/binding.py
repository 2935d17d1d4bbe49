"""Cases meet their bank: the names that people write (`Q2`) become ids, or the case is refused."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from eval.cases import ANSWERS, Case, CaseError, Evidence
from eval.folding import shown
from ingest import Bank, Question


@dataclass(frozen=True)
class Span:
    """A piece of evidence: `text` of question `question_id`. `id` is unique within its case."""

    id: str
    question_id: str
    text: str
    grade: int


@dataclass(frozen=True)
class BoundCase:
    """A case whose names are ids of one bank. `history` pairs a query with the ids its answer drew on.

    A question answers it from grade `answers_from` on; smaller grades help.
    """

    case: Case
    relevant: Mapping[str, int]
    spans: tuple[Span, ...] = ()
    history: tuple[tuple[str, tuple[str, ...]], ...] = ()
    answers_from: int = ANSWERS

    @property
    def id(self) -> str:
        return self.case.id

    @property
    def kind(self) -> str:
        return self.case.kind

    @cached_property
    def answering(self) -> frozenset[str]:
        """Ids of the questions that answer it."""
        return frozenset(id for id, grade in self.relevant.items() if grade >= self.answers_from)


def find_question(bank: Bank, name: str) -> Question | str:
    """The question that `name` (an id, `Q12`, `12`, `2.1`) means, or why it means none: the end of an error line."""
    by_id = bank.by_id(name)
    if by_id is not None:
        return by_id
    number = name.strip()
    same = bank.by_number(number) or bank.by_number(re.sub(r"^[Qq]\s*(?=\d)", "", number))
    if len(same) == 1:
        return same[0]
    if same:
        return f"stands {len(same)} times in the bank ({', '.join(q.id for q in same[:4])}); name the one you mean by its id"
    return "is not in the bank; `tiyan ingest --dry-run --json` lists ids and numbers"


def bind(cases: Iterable[Case], bank: Bank) -> tuple[BoundCase, ...]:
    """Raises CaseError at the first name or evidence that the bank does not have: the bank changed, or a slip."""
    return tuple(bind_case(case, bank) for case in cases)


def bind_case(case: Case, bank: Bank) -> BoundCase:
    def id_of(name: str, where: str) -> str:
        found = find_question(bank, name)
        if isinstance(found, str):
            raise CaseError(f"{case.place}: {where} names {shown(name)}, which {found}")
        return found.id

    relevant = {id_of(name, '"relevant"'): grade for name, grade in case.relevant.items()}
    spans = []
    for number, evidence in enumerate(case.evidence, start=1):
        question_id = id_of(evidence.question, '"evidence"')
        question = bank.by_id(question_id)
        assert question is not None
        if evidence.text not in question.text:
            raise CaseError(f"{case.place}: {missing_span(evidence, question)}")
        spans.append(Span(f"{case.id}#{number}", question_id, evidence.text, relevant.get(question_id, 1)))
    history = tuple((t.query, tuple(id_of(name, '"history"') for name in t.questions)) for t in case.history)
    return BoundCase(case, relevant, tuple(spans), history)


def missing_span(evidence: Evidence, question: Question) -> str:
    """Why the evidence is not in the question, and what to do about it."""
    same = "".join(evidence.text.split()) in "".join(question.text.split())
    remedy = (
        "only its spaces differ: copy it to the letter"
        if same
        else "copy it from the bank again, to the letter"
    )
    return f"「{shown(evidence.text)}」 is not in {evidence.question} ({shown(question.title, 24)}); {remedy}"
