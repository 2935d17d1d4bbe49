"""Which questions a peer's passage holds text of, however the peer cut and rewrote it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

from eval.folding import match_key
from eval.found import FoundPassage
from eval.peers.job import Piece
from ingest import Bank

GRAM = 8  # characters of a run that is unlikely to stand in two questions by chance
LEAST = 0.1  # share of a passage's runs from which it counts as holding a question's text


class QuestionMap:
    """Runs of eight characters → the questions that have them."""

    def __init__(self, bank: Bank) -> None:
        self._file_of = {q.id: Path(q.path).name for q in bank.questions}
        self._keys = {q.id: match_key(f"{q.title}\n{q.text}") for q in bank.questions}
        self._questions_of: dict[str, set[str]] = defaultdict(set)
        for question in bank.questions:
            for run in runs(self._keys[question.id]):
                self._questions_of[run].add(question.id)

    def questions_in(self, piece: Piece) -> tuple[str, ...]:
        """Ids, the one with most of the passage first; empty for a passage that is nobody's (a file's heading)."""
        found = runs(match_key(piece.text))
        counts: dict[str, int] = defaultdict(int)
        for run in found:
            for question_id in self._holding(run):
                if piece.file is None or self._file_of[question_id] == Path(piece.file).name:
                    counts[question_id] += 1
        ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
        return tuple(id for id, count in ranked if count >= max(1, LEAST * len(found)))

    def _holding(self, run: str) -> Iterable[str]:
        """Questions that have it; a passage shorter than a run is looked for as it is."""
        if len(run) >= GRAM:
            return self._questions_of.get(run, ())
        return [id for id, key in self._keys.items() if run in key]

    def passages(self, pieces: Sequence[Piece]) -> dict[str, FoundPassage]:
        return {piece.id: FoundPassage(piece.id, piece.text, self.questions_in(piece)) for piece in pieces}


def runs(key: str) -> set[str]:
    """Every run of `GRAM` characters; of a shorter key, itself."""
    return {key[i : i + GRAM] for i in range(len(key) - GRAM + 1)} or ({key} if key else set())
