"""A bank of three questions, its cases, and a system that answers from a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

import pytest

from eval.binding import bind
from eval.cases import load_cases
from eval.found import Found, FoundPassage
from eval.library import Tools
from ingest import Bank, read_bank

DATA = Path(__file__).parent.parent / "data"
BANK, CASES = DATA / "eval_bank.md", DATA / "eval_cases.jsonl"


@pytest.fixture(scope="session")
def bank() -> Bank:
    return read_bank([BANK])


@pytest.fixture(scope="session")
def cases(bank):
    return bind(load_cases([CASES]), bank)


class TableSystem:
    """Finds what a table says: query → numbers of questions, best first. Every passage is a whole question."""

    def __init__(
        self,
        bank: Bank,
        table: Mapping[str, Sequence[str]],
        name: str = "table",
        refused: Mapping[str, float] | None = None,
    ):
        self.name, self._bank, self._table, self._refused = name, bank, table, refused or {}

    def find(self, query, history, k):
        questions = [self._bank.by_number(number)[0] for number in self._table.get(query, ())]
        probability = self._refused.get(query, 0.9)
        passages = tuple(FoundPassage(f"{q.id}/all", q.text, (q.id,)) for q in questions[:k])
        return Found(
            query, tuple(q.id for q in questions), passages, probability >= 0.5, probability, seconds=0.002
        )


@pytest.fixture
def perfect(bank, cases) -> TableSystem:
    """Ranks what is relevant, by grade, and refuses what is absent."""
    number = {q.id: q.number for q in bank.questions}
    table = {
        c.case.query: [number[id] for id, _ in sorted(c.relevant.items(), key=lambda r: -r[1])] for c in cases
    }
    return TableSystem(bank, table, "perfect", {c.case.query: 0.1 for c in cases if not c.case.answerable})


@pytest.fixture(scope="session")
def tools(tmp_path_factory) -> Tools:
    """What `tiyan` would open: the bundled embedder, a home of its own, no chat model."""
    from assistant import StudyAssistant
    from index import open_embedder, open_index

    home = tmp_path_factory.mktemp("home")
    opened = cache(lambda: open_embedder(None))
    return Tools(home, None, opened, lambda: open_index(home, opened), StudyAssistant, lambda: None)
