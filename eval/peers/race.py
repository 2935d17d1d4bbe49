"""Run the peers, each in a process of its own, and bring what they found into one evaluation."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from eval.binding import BoundCase
from eval.evaluation import Evaluation, bank_digest, score
from eval.found import Found, in_first_mention
from eval.peers.job import Job, Record, now
from eval.peers.mapping import QuestionMap
from eval.peers.worker import PEERS
from ingest import Bank, TiyanError

Progress = Callable[[int, int, str], None]
QUIET = {
    "HF_HUB_OFFLINE": "1",
    "TRANSFORMERS_OFFLINE": "1",
    "HAYSTACK_TELEMETRY_ENABLED": "False",
    "TOKENIZERS_PARALLELISM": "false",
    "PYTHONWARNINGS": "ignore",
}
COLD_RUNS = 3


@dataclass(frozen=True)
class Costs:
    """What a peer costs: seconds, megabytes at its peak (indexing included), milliseconds a query.

    `cold_s`: from starting the process to its first result, over an index on disk; the median of a few starts.
    """

    index_s: float
    import_s: float
    cold_s: float
    peak_mb: float
    pieces: int
    unseen: int
    versions: dict[str, str]


def race(
    bank: Bank,
    cases: Sequence[BoundCase],
    model: Path,
    scratch: Path,
    names: Sequence[str] = tuple(PEERS),
    progress: Progress | None = None,
) -> tuple[Evaluation, dict[str, Costs]]:
    """All peers over the files of `bank`. Follow-up turns are left out: peers have no talk to lean on.

    Raises TiyanError when a peer is unknown, not installed, or fails.
    """
    for name in names:
        if name not in PEERS:
            raise TiyanError(f"{name}: no such peer; known are {', '.join(PEERS)}")
    alone = tuple(case for case in cases if not case.history)
    files = tuple(dict.fromkeys(q.path for q in bank.questions))
    questions = QuestionMap(bank)
    results, costs = [], {}
    for done, name in enumerate(names):
        if progress is not None:
            progress(done, len(names), name)
        record, cold_s = _run(
            name, Job(files, tuple(c.case.query for c in alone), str(model), str(scratch / name)), scratch
        )
        costs[name] = _costs(record, cold_s, questions)
        about = {"passages": costs[name].pieces, **costs[name].versions}
        results.append(score(name, alone, found_by(record, questions), about))
    return Evaluation(bank_digest(bank), len(bank.questions), alone, tuple(results)), costs


def found_by(record: Record, questions: QuestionMap) -> list[Found]:
    """A question stands where its first passage does; a passage counts for the question it holds most of."""
    passages = questions.passages(record.pieces)
    return [
        Found(
            asked="",
            question_ids=in_first_mention(
                passages[id].question_ids[0] for id in deep if passages[id].question_ids
            ),
            passages=tuple(passages[id] for id in dict.fromkeys(shallow)),
            seconds=seconds,
        )
        for deep, shallow, seconds in zip(record.deep, record.shallow, record.seconds, strict=True)
    ]


def _costs(record: Record, cold_s: float, questions: QuestionMap) -> Costs:
    nobodys = sum(not questions.questions_in(piece) for piece in record.pieces)
    return Costs(
        record.index_s, record.import_s, cold_s, record.peak_mb, len(record.pieces), nobodys, record.versions
    )


def _run(name: str, job: Job, scratch: Path) -> tuple[Record, float]:
    Path(job.store).mkdir(parents=True, exist_ok=True)
    job_path, record_path = scratch / f"{name}.job.json", scratch / f"{name}.record.json"
    job.write(job_path)
    _spawn("index", name, str(job_path), str(record_path))
    starts = []
    for _ in range(COLD_RUNS):
        started = now()
        out = _spawn("cold", name, str(job_path))
        starts.append(float(out.rpartition("first result at ")[2]) - started)
    return Record.read(record_path), sorted(starts)[COLD_RUNS // 2]


def _spawn(*arguments: str) -> str:
    environment = {**os.environ, **QUIET}
    root = str(Path(__file__).parents[2])
    done = subprocess.run(
        [sys.executable, "-m", "eval.peers.worker", *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment,
        cwd=root,
    )
    if done.returncode:
        lines = [line for line in done.stderr.splitlines() if line.strip()]
        last = lines[-1] if lines else f"exit code {done.returncode}"
        hint = (
            "; install the peers with: pip install 'tiyan[peers]' (or run: make peers)"
            if "ModuleNotFoundError" in last or "ImportError" in last
            else ""
        )
        raise TiyanError(f"{arguments[1]}: {last}{hint}")
    return done.stdout


def peers_table(document: dict[str, Any], costs: dict[str, Costs], date: str) -> str:
    """The Markdown table that README shows: quality and cost a row, the day and the versions under it."""
    from eval.markdown import table

    rows = []
    for system in document["systems"]:
        cost, q, p = costs[system["name"]], system["questions"]["all"], system["passages"].get("all")
        rows.append([
            f"**{system['name']}**" if system["name"] == "tiyan" else system["name"],
            f"{q['ndcg@10']['mean']:.3f} ±{(q['ndcg@10']['high'] - q['ndcg@10']['low']) / 2:.3f}",
            f"{q['mrr@10']['mean']:.3f}",
            f"{q['recall@5']['mean']:.3f}",
            f"{p['ndcg@10']['mean']:.3f}" if p else "–",
            f"{cost.index_s:.0f}",
            f"{system['speed']['median']:.0f} / {system['speed']['p95']:.0f}",
            f"{cost.peak_mb:.0f}",
            f"{cost.import_s:.1f}",
            f"{cost.cold_s:.1f}",
        ])  # fmt: skip
    head = [
        "",
        "nDCG@10",
        "MRR@10",
        "recall@5",
        "evidence nDCG@10",
        "indexing s",
        "query ms, median / p95",
        "peak MB",
        "import s",
        "cold start s",
    ]
    versions = {name: v for cost in costs.values() for name, v in cost.versions.items()}
    first = document["systems"][0]["questions"]["all"]["ndcg@10"]
    note = (
        f"{date}; {first['n']} answerable cases over {document['bank']['questions']} questions, the same files and embedder for all; "
        f"each peer as its own documentation sets it up. Cold start: from starting the process to the first result. "
        f"Versions: {', '.join(f'{name} {v}' for name, v in versions.items())}."
    )
    return f"{table(head, rows)}\n\n{note}\n"
