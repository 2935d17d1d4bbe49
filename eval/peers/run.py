"""`tiyan eval peers`: from files and cases to the document of all peers and their table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from eval.binding import bind
from eval.cases import golden_files, load_cases
from eval.document import evaluation_document
from eval.evaluation import DEPTH
from eval.library import Tools
from eval.peers.model_folder import export_bundled
from eval.peers.race import PEERS, peers_table, race
from eval.run import accepted
from ingest import TiyanError, read_bank, shipped_material

Progress = Callable[[int, int, str], None]


def run_peers(
    names: Sequence[str],
    bank_paths: Sequence[Path],
    case_paths: Sequence[Path],
    tools: Tools,
    progress: Progress | None = None,
) -> tuple[dict[str, Any], str]:
    """The document of all peers and their table in Markdown. The bundled embedder for all of them."""
    if bool(bank_paths) != bool(case_paths):
        raise TiyanError("a bank and its cases go together; give both --bank and --cases, or neither")
    bank = read_bank(bank_paths or [shipped_material()])
    paths = case_paths or golden_files()
    cases, _ = accepted(bind(load_cases(paths), bank), "all", paths)
    model = export_bundled(tools.home / "eval" / "bundled-model")
    with TemporaryDirectory(prefix="tiyan-peers-") as scratch:
        evaluation, costs = race(bank, cases, model, Path(scratch), names or tuple(PEERS), progress)
    document = evaluation_document(evaluation, bank, k=DEPTH)
    document["costs"] = {name: asdict(cost) for name, cost in costs.items()}
    return document, peers_table(document, costs, date.today().isoformat())
