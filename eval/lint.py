"""What is wrong with a set of cases, a line each: file, line, what, and what to do about it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from eval.binding import find_question, missing_span
from eval.cases import ABSENT_KINDS, ANSWERS, Case, CaseError, parse_line
from eval.folding import longest_shared_run, match_key, shown, tokens
from ingest import Bank, Question

Severity = Literal["error", "warning"]
COPIED_RUN = (
    12  # tokens that a query may share in one run with its question; a term and its neighbours are fewer
)
OWN_WORDS_RUN = 8  # the same for the kinds that promise other words than the bank's
OWN_WORDS = frozenset({"paraphrase", "colloquial"})
SMALLEST_SPLIT = 0.2  # share of the cases, and of a kind with six or more, that each split has at least


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing to mend. Errors make the figures wrong; warnings make them weaker."""

    path: str
    line: int
    code: str
    message: str
    severity: Severity = "error"

    def __str__(self) -> str:
        where = f"{self.path} line {self.line}" if self.line else self.path
        return f"{where}: {self.message} ({self.code})"


def lint_files(paths: Iterable[str | Path], bank: Bank) -> list[Problem]:
    """All problems of these files against `bank`, by file and line. Lines that cannot be read are problems too."""
    cases: list[Case] = []
    problems: list[Problem] = []
    for path in map(Path, paths):
        try:
            text = path.read_text(encoding="utf-8-sig")
        except (OSError, UnicodeDecodeError):
            problems.append(
                Problem(str(path), 0, "unreadable", "cannot be read as UTF-8 text; name a file of cases")
            )
            continue
        for number, line in enumerate(text.split("\n"), start=1):
            if not line.strip():
                continue
            try:
                cases.append(parse_line(line, str(path), number))
            except CaseError as error:
                message = str(error).removeprefix(f"{path} line {number}: ")
                problems.append(Problem(str(path), number, "schema", message))
    problems += lint_cases(cases, bank)
    order = (
        {str(path): turn for turn, path in enumerate(map(str, paths))} if isinstance(paths, Sequence) else {}
    )
    return sorted(problems, key=lambda p: (order.get(p.path, len(order)), p.path, p.line, p.code))


def lint_cases(cases: Sequence[Case], bank: Bank) -> list[Problem]:
    """Problems of cases that fit the schema: names, spans, contradictions, duplicates, copies, balance."""
    problems = [
        Problem(case.path, case.line, code, message, severity)
        for case in cases
        for code, message, severity in _of_one(case, bank)
    ]
    problems += _duplicates(cases)
    problems += _balance([case for case in cases if not case.draft])
    return problems


Finding = tuple[str, str, Severity]


def _of_one(case: Case, bank: Bank) -> Iterator[Finding]:
    yield from _contradictions(case)
    found: dict[str, Question] = {}
    named = [("relevant", n) for n in case.relevant] + [("evidence", e.question) for e in case.evidence]
    for field, name in named + [("history", q) for turn in case.history for q in turn.questions]:
        if name in found:
            continue
        question = find_question(bank, name)
        if isinstance(question, str):
            yield "unknown_question", f'"{field}" names {shown(name)}, which {question}', "error"
        else:
            found[name] = question
    relevant = {found[name].id for name in case.relevant if name in found}
    for evidence in case.evidence:
        question = found.get(evidence.question)
        if question is None:
            continue
        if question.id not in relevant:
            yield (
                "evidence_elsewhere",
                f'evidence is from {evidence.question}, which "relevant" does not name; add it there',
                "error",
            )
        if evidence.text not in question.text:
            yield "span_not_found", missing_span(evidence, question), "error"
        elif (
            not any(evidence.text in part.text for part in question.parts)
            and evidence.text not in question.title
        ):
            yield (
                "span_across_parts",
                f"「{shown(evidence.text)}」 runs over several parts of {evidence.question}; cut it at the bullet, or give two",
                "warning",
            )
    yield from _copies(case, [found[name] for name in case.relevant if name in found])


def _contradictions(case: Case) -> Iterator[Finding]:
    absent = case.kind in ABSENT_KINDS
    if absent == case.answerable:
        yield (
            "answerable",
            f'kind {case.kind} with "answerable": {str(case.answerable).lower()}; change one of them',
            "error",
        )
    if not case.answerable and (case.relevant or case.evidence):
        yield (
            "absent_but_relevant",
            'no question answers it, yet "relevant" or "evidence" names some; empty them',
            "error",
        )
    if case.answerable and ANSWERS not in case.relevant.values():
        yield (
            "nothing_answers",
            "answerable, but no question has grade 2; grade the one that answers it 2",
            "error",
        )
    if (case.kind == "follow_up") != bool(case.history):
        yield (
            "history",
            '"history" belongs to kind follow_up, and each of those has one; add or remove it',
            "error",
        )
    answering = [name for name, grade in case.relevant.items() if grade == ANSWERS]
    if case.kind == "two_questions" and len(answering) < 2:
        yield "two_questions", "kind two_questions needs two questions of grade 2; name both", "error"
    if case.kind == "number" and not any(c.isdigit() for c in case.query):
        yield (
            "no_number",
            "kind number without a number in the query; write it as a learner would (Q12)",
            "error",
        )
    han = any("\u3400" <= c <= "\u9fff" for c in case.query)
    if case.kind == "english" and han:
        yield "language", "kind english with Chinese in the query; call it mixed", "error"
    if (case.language == "en") == han:
        yield (
            "language",
            f'"language": "{case.language}" does not fit the query; write {"zh or mixed" if han else "en"}',
            "error",
        )


def _copies(case: Case, questions: Sequence[Question]) -> Iterator[Finding]:
    query = tokens(case.query)
    limit = OWN_WORDS_RUN if case.kind in OWN_WORDS else COPIED_RUN
    for question in questions:
        run = longest_shared_run(query, tokens(question.text))
        if len(run) > limit:
            copied = "".join(run) if not all(t.isascii() for t in run) else " ".join(run)
            yield (
                "copied",
                f"the query copies {len(run)} tokens of {question.label} (「{shown(copied, 40)}」, at most {limit}); ask it in other words",
                "error",
            )
            return


def _duplicates(cases: Sequence[Case]) -> Iterator[Problem]:
    ids: dict[str, Case] = {}
    queries: dict[tuple[str, ...], Case] = {}
    for case in cases:
        first = ids.setdefault(case.id, case)
        if first is not case:
            yield Problem(
                case.path,
                case.line,
                "duplicate_id",
                f'the id "{case.id}" is taken by {first.place}; give it another',
            )
        key = (match_key(case.query), *(match_key(turn.query) for turn in case.history))
        first = queries.setdefault(key, case)
        if first is not case:
            yield Problem(
                case.path,
                case.line,
                "duplicate_query",
                f"asks the same as {first.id} ({first.place}) but for width, case and punctuation; remove one",
            )


def _balance(cases: Sequence[Case]) -> Iterator[Problem]:
    """Splits so uneven that one of them says nothing, over all cases and within each kind."""
    groups: dict[str, list[Case]] = defaultdict(list)
    for case in cases:
        groups["all"].append(case)
        groups[case.kind].append(case)
    for name, group in groups.items():
        counts = Counter(case.split for case in group)
        rarer = min(("dev", "test"), key=lambda split: (counts[split], split))
        if len(group) >= 6 and counts[rarer] / len(group) < SMALLEST_SPLIT:
            what = "all cases" if name == "all" else f"kind {name}"
            yield Problem(
                group[0].path,
                0,
                "split_balance",
                f"{what}: {counts['dev']} dev and {counts['test']} test; move some to {rarer}",
                "warning",
            )
