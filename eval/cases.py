"""Golden cases: what a learner asks, and which questions of the bank answer it. One JSON object a line."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import Any

from eval.folding import shown
from ingest.errors import TiyanError

KINDS = {
    "paraphrase": "asks in other words than the title's",
    "keyword": "a few words, as one types into a search box",
    "english": "asks in English",
    "mixed": "Chinese with English terms",
    "typo": "misspelt, or the wrong character",
    "colloquial": "as one speaks",
    "number": "names the question by its number",
    "two_questions": "needs two questions of the bank",
    "follow_up": "leans on the turns before it",
    "near_absent": "of the same field, not in the bank",
    "off_topic": "of another field",
}
ABSENT_KINDS = frozenset({"near_absent", "off_topic"})
LANGUAGES = ("zh", "en", "mixed")
SPLITS = ("dev", "test")
ANSWERS, HELPS = 2, 1  # grades

FIELDS: dict[str, type | tuple[type, ...]] = {
    "id": str,
    "query": str,
    "relevant": dict,
    "evidence": list,
    "kind": str,
    "language": str,
    "answerable": bool,
    "split": str,
    "history": list,
    "note": str,
    "draft": bool,
}
NEEDED = ("id", "query", "relevant", "kind", "language", "answerable", "split")


@dataclass(frozen=True, slots=True)
class Evidence:
    """`text` stands, to the letter, in the question that `question` names (an id or a number, `Q2`)."""

    question: str
    text: str


@dataclass(frozen=True, slots=True)
class EarlierTurn:
    """A turn before the query: what was asked, and the questions that the answer drew on, the main one first."""

    query: str
    questions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Case:
    """One golden case. `relevant` maps a question's id or number to 2 (answers it) or 1 (helps)."""

    id: str
    query: str
    relevant: Mapping[str, int]
    kind: str
    language: str
    answerable: bool
    split: str
    evidence: tuple[Evidence, ...] = ()
    history: tuple[EarlierTurn, ...] = ()
    note: str = ""
    draft: bool = False
    path: str = field(default="", compare=False)
    line: int = field(default=0, compare=False)

    @property
    def place(self) -> str:
        return f"{self.path} line {self.line}"

    def to_json(self) -> dict[str, Any]:
        """The object as it stands in a file; fields that say nothing are left out."""
        row: dict[str, Any] = {"id": self.id, "query": self.query, "relevant": dict(self.relevant)}
        if self.evidence:
            row["evidence"] = [{"question": e.question, "text": e.text} for e in self.evidence]
        row |= {
            "kind": self.kind,
            "language": self.language,
            "answerable": self.answerable,
            "split": self.split,
        }
        if self.history:
            row["history"] = [{"query": t.query, "questions": list(t.questions)} for t in self.history]
        if self.note:
            row["note"] = self.note
        if self.draft:
            row["draft"] = True
        return row


class CaseError(TiyanError):
    """A case that cannot be used: file, line, what is wrong, what to write instead."""


def golden_files() -> list[Path]:
    """The cases that are kept for the bank that ships, in name order."""
    return sorted((Path(__file__).parent / "golden").glob("*.jsonl"))


def load_cases(paths: Iterable[str | Path]) -> tuple[Case, ...]:
    """All cases of these files, in order. Raises CaseError at the first line that does not fit the schema."""
    cases = [case for path in paths for case in read_file(Path(path))]
    seen: dict[str, Case] = {}
    for case in cases:
        if case.id in seen:
            raise CaseError(
                f'{case.place}: the id "{shown(case.id)}" is taken by {seen[case.id].place}; give it another'
            )
        seen[case.id] = case
    return tuple(cases)


def read_file(path: Path) -> Iterator[Case]:
    """The cases of one file; blank lines are passed over."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise CaseError(
            f"{path}: cannot be read ({error.strerror}); name a file of cases, one JSON object a line"
        ) from None
    except UnicodeDecodeError:
        raise CaseError(f"{path}: not UTF-8 text; save the cases as UTF-8") from None
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            yield parse_line(line, str(path), number)


def parse_line(line: str, path: str, number: int) -> Case:
    """One line → one case. Raises CaseError, one line long, that says what to write."""

    def wrong(what: str) -> CaseError:
        return CaseError(f"{path} line {number}: {what}")

    try:
        row = json.loads(line)
    except ValueError as error:
        raise wrong(f"not JSON ({error}); write one object a line") from None
    if not isinstance(row, dict):
        raise wrong('not an object; write {"id": …, "query": …, …}')
    unknown = sorted(set(row) - set(FIELDS))
    if unknown:
        raise wrong(f'unknown field "{shown(unknown[0])}"; the fields are {", ".join(FIELDS)}')
    missing = [name for name in NEEDED if name not in row]
    if missing:
        raise wrong(f'no "{missing[0]}"; every case has {", ".join(NEEDED)}')
    for name, value in row.items():
        if not isinstance(value, FIELDS[name]):
            raise wrong(
                f'"{name}" is {json.dumps(value, ensure_ascii=False)[:40]}; write {_WRITE[FIELDS[name]]}'
            )
    for name, known in (("kind", tuple(KINDS)), ("language", LANGUAGES), ("split", SPLITS)):
        if row[name] not in known:
            raise wrong(f'unknown {name} "{shown(row[name])}"; write one of {", ".join(known)}')
    for name in ("id", "query"):
        if not row[name].strip():
            raise wrong(f'"{name}" is empty; write some text')
    for question, grade in row["relevant"].items():
        if grade not in (ANSWERS, HELPS) or isinstance(grade, bool):
            raise wrong(
                f'"relevant" grades {shown(question)} {json.dumps(grade)}; write 2 (answers it) or 1 (helps)'
            )
    evidence = [
        Evidence(*_texts(item, ("question", "text"), wrong, "evidence")) for item in row.get("evidence", [])
    ]
    history = [_earlier(item, wrong) for item in row.get("history", [])]
    plain = {name: row[name] for name in row if name not in ("evidence", "history")}
    return Case(**plain, evidence=tuple(evidence), history=tuple(history), path=path, line=number)


_WRITE = {str: "a text", dict: 'an object such as {"Q2": 2}', list: "a list", bool: "true or false"}


def _texts(item: Any, names: Sequence[str], wrong: Any, where: str) -> list[str]:
    shape = "{" + ", ".join(f'"{name}": "…"' for name in names) + "}"
    if (
        not isinstance(item, dict)
        or set(item) != set(names)
        or not all(isinstance(v, str) and v.strip() for v in item.values())
    ):
        raise wrong(f'"{where}" holds {json.dumps(item, ensure_ascii=False)[:60]}; each entry is {shape}')
    return [item[name] for name in names]


def _earlier(item: Any, wrong: Any) -> EarlierTurn:
    fits = (
        isinstance(item, dict) and isinstance(item.get("query"), str) and set(item) <= {"query", "questions"}
    )
    questions = item.get("questions", []) if fits else None
    if not isinstance(questions, list) or not all(isinstance(q, str) for q in questions):
        raise wrong(
            f'"history" holds {json.dumps(item, ensure_ascii=False)[:60]}; each entry is {{"query": "…", "questions": ["Q2"]}}'
        )
    return EarlierTurn(item["query"], tuple(questions))


def cases_digest(cases: Iterable[Case]) -> str:
    """A short digest of what the cases say, whatever files they stand in and in whatever order."""
    rows = sorted(json.dumps(case.to_json(), ensure_ascii=False, sort_keys=True) for case in cases)
    return blake2b("\n".join(rows).encode(), digest_size=6).hexdigest()
