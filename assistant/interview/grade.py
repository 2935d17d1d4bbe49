"""Grade an answer against a question's rubric, without a model: each point hit, partly, missed or wrong."""

from __future__ import annotations

import math
import random
import re
import threading
from collections import Counter, OrderedDict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import combinations
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import numpy as np

from assistant.interview.clauses import Clause, clauses
from assistant.interview.features import Comparison, Side, compare, make_side, only_echoes
from assistant.interview.judge import judge
from assistant.interview.readings import as_features, read_points, said_by
from assistant.interview.replies import read_reply
from assistant.interview.rubric import RubricItem, claims_of, make_rubric
from assistant.interview.showing import evidence_in, reasons_of
from assistant.interview.terms import words
from assistant.interview.verdicts import Grade, PointGrade, sum_up
from assistant.pair_model import PairReading, bundled_pair_model
from ingest.errors import TiyanError

if TYPE_CHECKING:
    from index import Index
    from index.chunk import Chunk
    from ingest.question import Question

KEPT = 20_000  # clause vectors kept in memory, 1.5 kB each with 384 dimensions
BUNDLED, FLOOR, CEILING = (
    "multilingual-e5-small",
    0.80,
    0.93,
)  # cosines of strangers, and of clauses that say the same
SAMPLE = 300  # questions from which the rarity of words is counted
LONGEST = 6000  # characters of an answer that are read

# Said to whoever grades, not about the subject.
_ORDERS = re.compile(
    r"(?:忽略|无视|忘掉|不要管|ignore|disregard|forget)[^。！!\n]{0,12}(?:以上|上面|之前|上述|前面|要求|指令|规则|评分|previous|above|instruction|rubric)|"
    r"(?:给|打|判|按|记|得)[^。，,！!\n]{0,6}(?:满分|最高分|100\s?分)|满分(?:处理|记录|通过)|full (?:marks|score|credit)|"
    r"(?:判|标|算|视|记|当)(?:为|成|作|定为)?[^。，,\n]{0,8}(?:命中|已覆盖|全对|正确|答对|\bhit\b)|都算对|(?:评委|阅卷|考官|评分(?:员|者|系统)|老师)[^。，,\n]{0,4}(?:备注|注意|请|提示)|"
    r"</?(?:answer|system|instructions?|rubric)>|system prompt|系统提示(?:词)?[：:]|你(?:现在)?是一?[个位名][^。，,\n]{0,10}(?:老师|评委|考官|助手)|不(?:需要|用|必)再?(?:核对|检查|看)",
    re.IGNORECASE,
)

_GRADERS: WeakKeyDictionary[Index, Grader] = WeakKeyDictionary()
_MAKING = threading.Lock()


def grade_answer(index: Index, question: Question | str, answer: str) -> Grade:
    """Grade `answer` to a question (or its id or number) of `index`. Nothing said gives `missed` throughout.

    Raises TiyanError for an unknown question or one without an answer to hold it against.
    """
    found = index.question(question) if isinstance(question, str) else question
    if found is None:
        raise TiyanError(f"{question}: no such question in the bank; `tiyan status` lists its files")
    return grader_of(index).grade(found, answer)


def grader_of(index: Index) -> Grader:
    """The one that remembers this index's rubrics."""
    with _MAKING:
        if index not in _GRADERS:
            _GRADERS[index] = Grader(index)
        return _GRADERS[index]


def prepare_grading(index: Index, question_id: str) -> threading.Thread:
    """Read a question's points while the learner is still writing. The thread has been started."""

    def read() -> None:
        question = index.question(question_id)
        if question is not None:
            # a mistake is grading's to say; at the end of the program no thread can be had, and nobody asks
            with suppress(TiyanError, RuntimeError):
                grader_of(index).prepare(question)

    thread = threading.Thread(target=read, name="tiyan-prepare", daemon=True)
    thread.start()
    return thread


class Grader:
    """Grades answers over one index; what it embedded it remembers. `prepare` takes the wait out of a first answer."""

    def __init__(self, index: Index) -> None:
        self._embedder = index.embedder
        self._chunks_of = index.chunks_of
        self._weight, self._usual = rarity(index.bank.questions)
        self._vectors: OrderedDict[str, np.ndarray] = OrderedDict()
        self._sides: dict[str, Side] = {}
        self._preparing = threading.Lock()
        self._floor, self._ceiling = FLOOR, CEILING
        if self._embedder.name != BUNDLED:
            self._floor, self._ceiling = self._measure(index.bank.questions)

    def prepare(self, question: Question) -> None:
        """Read the points of a question, as while the learner is still writing; who comes second waits for the first."""
        self._prepare(make_rubric(self._chunks_of(question.id)).items)

    def _prepare(self, items: Sequence[RubricItem]) -> None:
        with self._preparing:
            fresh = [item for item in items if item.chunk.id not in self._sides]
            self._embed([clause.text for item in fresh for clause in item.clauses])
            for item in fresh:
                self._side_of(item.chunk, item.clauses)
            bundled_pair_model().prepare(said_by(item.clauses) for item in items)

    def grade(self, question: Question, answer: str) -> Grade:
        rubric = make_rubric(self._chunks_of(question.id))
        if not rubric.items:
            raise TiyanError(
                f"{question.label}: the bank has no answer to hold yours against; choose another question"
            )
        self._prepare(rubric.items)
        said = self._heard(answer, question)
        readings = read_points([item.clauses for item in rubric.items], said)
        points = [
            self._grade_item(item, rubric.items, question, said, answer, reading)
            for item, reading in zip(rubric.items, readings, strict=True)
        ]
        return sum_up(question.id, points)

    def compare(self, chunk: Chunk, answer: str) -> Comparison | None:
        """The features of one passage of a question; None when the answer says nothing."""
        said = self._heard(answer, chunk.question)
        if said is None:
            return None
        rubric, claims = make_rubric(self._chunks_of(chunk.question.id)), claims_of(chunk)
        (reading,) = read_points([claims], said)
        return self._compare(chunk, claims, rubric.items, chunk.question, said, reading)

    def _grade_item(
        self,
        item: RubricItem,
        items: Sequence[RubricItem],
        question: Question,
        said: Side | None,
        answer: str,
        reading: PairReading | None,
    ) -> PointGrade:
        chunk = item.chunk
        if said is None or reading is None:
            return PointGrade(chunk.id, chunk.role, chunk.text, "missed", weight=item.weight)
        found = self._compare(chunk, item.clauses, items, question, said, reading)
        verdict = judge(found.values).verdict
        evidence = "" if verdict == "missed" else evidence_in(answer, found, verdict == "wrong")
        reasons = reasons_of(found) if verdict == "wrong" else ()
        return PointGrade(chunk.id, chunk.role, chunk.text, verdict, evidence, item.weight, reasons)

    def _compare(
        self,
        chunk: Chunk,
        claims: Sequence[Clause],
        items: Sequence[RubricItem],
        question: Question,
        said: Side,
        reading: PairReading,
    ) -> Comparison:
        """A 题眼 or a summary says again what points say, so only points have rivals."""
        rivals = [
            i for i in items if i.chunk.role == chunk.role == "point" and i.chunk.ordinal != chunk.ordinal
        ]
        found = compare(
            self._side_of(chunk, claims),
            said,
            [self._side_of(rival.chunk, rival.clauses) for rival in rivals],
            asked_by(question),
            self._weight,
            self._usual,
            self._floor,
            self._ceiling,
        )
        found.values.update(as_features(reading))
        return found

    def _heard(self, answer: str, question: Question) -> Side | None:
        """What of an answer speaks of the subject: orders to the grader, commands and counter-questions do not."""
        if read_reply(answer).kind not in ("answer", "again"):
            return None
        found = [clause for clause in clauses(answer[:LONGEST]) if not _ORDERS.search(clause.text)]
        side = self._make_side(found)
        return None if only_echoes(side, asked_by(question)) else side

    def _side_of(self, chunk: Chunk, claims: Sequence[Clause]) -> Side:
        if chunk.id not in self._sides:
            self._sides[chunk.id] = self._make_side(claims)
        return self._sides[chunk.id]

    def _make_side(self, found: Sequence[Clause]) -> Side:
        return make_side(found, self._embed([clause.text for clause in found]))

    def _embed(self, texts: Sequence[str]) -> np.ndarray:
        """(n, d) unit rows, each text embedded once; the oldest are forgotten."""
        fresh = [text for text in dict.fromkeys(texts) if text not in self._vectors]
        if fresh:
            self._vectors.update(zip(fresh, self._embedder.embed_queries(fresh), strict=True))
        rows = np.array([self._vectors[text] for text in texts])
        while len(self._vectors) > KEPT:
            self._vectors.popitem(last=False)
        return rows

    def _measure(self, questions: Sequence[Question]) -> tuple[float, float]:
        """Where this embedder puts clauses of different questions, and of the same meaning, by its distance from 1."""
        sample = random.Random(0).sample(list(questions), min(12, len(questions)))
        vectors = self._embed([found[0].text for q in sample if (found := clauses(q.text))])
        cosines = [float(a @ b) for a, b in combinations(vectors, 2)]
        floor = float(np.median(cosines)) if cosines else FLOOR
        return floor, floor + (1 - floor) * (CEILING - FLOOR) / (1 - FLOOR)


def asked_by(question: Question) -> set[str]:
    """The words of the question itself: saying them back is no answer."""
    return {word.text for word in words(question.title)}


def rarity(questions: Sequence[Question]) -> tuple[Mapping[str, float], float]:
    """(weight by word, weight of an unknown word): inverse part frequency over the bank, a sample of a large one."""
    sample = questions if len(questions) <= SAMPLE else random.Random(0).sample(list(questions), SAMPLE)
    counts: Counter[str] = Counter()
    parts = 0
    for question in sample:
        for part in question.parts:
            if part.kind == "text" and part.role in ("point", "summary", "key_point", "body"):
                parts += 1
                counts.update({word.text for word in words(part.text)})
    return {word: math.log(1 + parts / (count + 0.5)) for word, count in counts.items()}, math.log(
        1 + parts / 1.5
    )
