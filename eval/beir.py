"""BEIR folders as they are: corpus.jsonl, queries.jsonl, qrels/*.tsv → a bank and its cases.

A document becomes a question, its text the body. Grades are kept as gains; a document of grade 1 or more answers, as
the public figures of such sets count it.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from eval.binding import BoundCase
from eval.cases import Case
from ingest import Bank, Part, Question, TiyanError


def is_beir(folder: Path) -> bool:
    return (folder / "corpus.jsonl").is_file() and (folder / "queries.jsonl").is_file()


def read_beir(folder: Path, split: str = "test") -> tuple[Bank, tuple[BoundCase, ...]]:
    """Raises TiyanError, naming file and line, when the folder is not what it should be."""
    questions = tuple(
        _document(row, folder / "corpus.jsonl", line) for line, row in _rows(folder / "corpus.jsonl")
    )
    by_name = {q.number: q.id for q in questions}
    if not questions:
        raise TiyanError(
            f'{folder / "corpus.jsonl"}: holds no document; each line is {{"_id": …, "title": …, "text": …}}'
        )
    grades = _read_qrels(_qrels_file(folder, split), by_name)
    cases = []
    for line, row in _rows(folder / "queries.jsonl"):
        relevant = grades.get(row["_id"])
        if relevant:
            cases.append(_case(row, relevant, split, folder / "queries.jsonl", line))
    if not cases:
        raise TiyanError(
            f"{folder}: no query has a relevant document in its {split} qrels; check that their ids agree"
        )
    return Bank(questions), tuple(cases)


def _document(row: dict[str, Any], path: Path, line: int) -> Question:
    title, text = str(row.get("title") or "").strip(), str(row.get("text") or "")
    whole = f"{title}\n{text}" if title else text
    return Question(
        id=f"d{line}",
        number=row["_id"],
        number_source="stated",
        title=title or " ".join(text.split())[:60],
        title_source="stated" if title else "derived",
        path=str(path),
        line_start=line,
        line_end=line,
        text=whole,
        bank=path.parent.name,
        parts=(Part("body", text, line, line),) if text.strip() else (),
        answered=bool(text.strip()),
    )


def _case(row: dict[str, Any], relevant: dict[str, int], split: str, path: Path, line: int) -> BoundCase:
    text = str(row.get("text", ""))
    han = any("\u3400" <= c <= "\u9fff" for c in text)
    language = "en" if not han else "mixed" if any(c.isascii() and c.isalpha() for c in text) else "zh"
    answerable = max(relevant.values()) >= 1
    case = Case(row["_id"], text, relevant, "beir", language, answerable, split, path=str(path), line=line)
    return BoundCase(case, relevant, answers_from=1)


def _qrels_file(folder: Path, split: str) -> Path:
    known = sorted([*(folder / "qrels").glob("*.tsv"), *folder.glob("qrels*.tsv")])
    wanted = [path for path in known if path.stem == split] or (known if len(known) == 1 else [])
    if not wanted:
        names = ", ".join(path.stem for path in known) or "none"
        raise TiyanError(f"{folder / 'qrels'}: no {split}.tsv (found: {names}); put the judgements there")
    return wanted[0]


def _read_qrels(path: Path, by_name: dict[str, str]) -> dict[str, dict[str, int]]:
    grades: dict[str, dict[str, int]] = defaultdict(dict)
    for number, line in enumerate(_lines(path), start=1):
        cells = line.rstrip("\r\n").split("\t")
        if not line.strip() or (number == 1 and not cells[-1].strip().lstrip("-").isdigit()):
            continue  # the header
        try:
            query, document, grade = cells[0], cells[-2], int(cells[-1])
        except (IndexError, ValueError):
            raise TiyanError(
                f"{path} line {number}: not query, document and grade between tabs; mend that line"
            ) from None
        if document not in by_name:
            raise TiyanError(
                f"{path} line {number}: judges the document {document}, which is not in corpus.jsonl; mend one of them"
            )
        if grade > 0:
            grades[query][by_name[document]] = grade
    return grades


def _rows(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    for number, line in enumerate(_lines(path), start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            row["_id"] = str(row["_id"])
        except (ValueError, KeyError, TypeError):
            raise TiyanError(
                f'{path} line {number}: not an object with "_id"; each line is {{"_id": …, "text": …}}'
            ) from None
        yield number, row


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text(encoding="utf-8-sig").split("\n")
    except OSError as error:
        raise TiyanError(
            f"{path}: cannot be read ({error.strerror}); a BEIR folder has corpus.jsonl, queries.jsonl and qrels/"
        ) from None
    except UnicodeDecodeError:
        raise TiyanError(f"{path}: not UTF-8 text; save it as UTF-8") from None
