"""A peer's process: `python -m eval.peers.worker index NAME JOB.json RECORD.json`, `… cold NAME JOB.json`.

`index` builds, answers every query and leaves a record. `cold` opens what `index` left and prints the clock at the
first result; the parent knows when it started.
"""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from eval.peers.job import DEEP, SHALLOW, Job, Record, now

PEERS = {  # name → (module, class)
    "tiyan": ("tiyan_peer", "Tiyan"),
    "langchain": ("langchain_recipe", "LangChainRecipe"),
    "langchain+bm25": ("langchain_recipe", "LangChainHybrid"),
    "llamaindex": ("llamaindex_peer", "LlamaIndexSentences"),
    "llamaindex+markdown": ("llamaindex_peer", "LlamaIndexMarkdown"),
    "haystack": ("haystack_peer", "Haystack"),
    "txtai": ("txtai_peer", "Txtai"),
}


def make(name: str, job: Job) -> tuple[Any, tuple[str, ...]]:
    """The peer, with nothing heavy imported yet, and the packages whose versions matter."""
    module_name, class_name = PEERS[name]
    module = import_module(f"eval.peers.{module_name}")
    return getattr(module, class_name)(job), module.PACKAGES


def index(name: str, job: Job) -> Record:
    peer, packages = make(name, job)
    t0 = now()
    peer.imports()
    t1 = now()
    peer.load_model()
    t2 = now()
    pieces = peer.build()
    t3 = now()
    peer.open()
    deep = tuple(tuple(peer.search(query, DEEP)) for query in job.queries)  # also warms up
    shallow, seconds = [], []
    for query in job.queries:
        started = now()
        found = peer.search(query, SHALLOW)
        seconds.append(now() - started)
        shallow.append(tuple(found))
    return Record(
        tuple(pieces),
        deep,
        tuple(shallow),
        tuple(seconds),
        t1 - t0,
        t2 - t1,
        t3 - t2,
        peak_mb(),
        _versions(packages),
    )


def cold(name: str, job: Job) -> float:
    """The clock at the first result."""
    peer, _ = make(name, job)
    peer.imports()
    peer.load_model()
    peer.open()
    if not peer.search(job.queries[0], SHALLOW):
        raise SystemExit(f"{name}: found nothing for the first query")
    return now()


def peak_mb() -> float:
    """The largest resident size of this process so far; 0 where the system does not say."""
    status = Path("/proc/self/status")
    if (
        status.is_file()
    ):  # what `resource` says on Linux begins with the size of the process that started this one
        lines = status.read_text(encoding="utf-8").splitlines()
        return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM")), 0.0)
    try:
        import resource
    except ImportError:
        return 0.0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1024 * 1024 if sys.platform == "darwin" else 1024)


def _versions(packages: tuple[str, ...]) -> dict[str, str]:
    found = {}
    for package in packages:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return found


def main(what: str, name: str, job_path: str, *record_path: str) -> None:
    job = Job.read(Path(job_path))
    if what == "cold":
        print(f"first result at {cold(name, job)!r}", flush=True)
    else:
        index(name, job).write(Path(record_path[0]))


if __name__ == "__main__":
    main(*sys.argv[1:])
