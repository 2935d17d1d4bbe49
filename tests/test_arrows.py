"""The data goes one way: who may import whom, and what loads when."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MAY_IMPORT = {
    "ingest": set(),
    "index": {"ingest"},
    "assistant": {"ingest", "index"},
    "ui": {"ingest", "index", "assistant", "eval"},  # the command line opens the evaluation
    "eval": {"ingest", "index", "assistant"},
}
HEAVY = ("torch", "sentence_transformers", "transformers", "gradio", "langchain", "faiss", "markitdown")


def folders_imported_by(folder):
    found = set()
    for path in (ROOT / folder).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = (
                [a.name for a in node.names]
                if isinstance(node, ast.Import)
                else [node.module or ""]
                if isinstance(node, ast.ImportFrom) and node.level == 0
                else []
            )
            found |= {name.split(".")[0] for name in names} & MAY_IMPORT.keys()
    return found


@pytest.mark.parametrize("folder", MAY_IMPORT)
def test_imports_follow_the_data(folder):
    assert folders_imported_by(folder) - {folder} <= MAY_IMPORT[folder]


@pytest.mark.parametrize("module", ["ingest", "index", "assistant", "ui.cli"])
def test_heavy_libraries_load_only_where_they_are_used(module):
    code = f"import sys, {module}; print(*[m for m in {HEAVY!r} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout.split() == []


def test_only_the_settings_read_the_environment():
    readers = {
        path.relative_to(ROOT).as_posix()
        for folder in MAY_IMPORT
        for path in (ROOT / folder).rglob("*.py")
        if any(word in path.read_text(encoding="utf-8") for word in ("os.environ", "getenv("))
    }
    assert readers <= {
        "ui/settings.py",
        "eval/peers/race.py",
    }  # the latter hands its own on to the processes it starts


def test_nothing_is_pickled():
    words = ("import pickle", "from pickle", "allow_pickle=True", "joblib.load", "torch.load(", "shelve")
    found = [
        (path.relative_to(ROOT).as_posix(), word)
        for folder in MAY_IMPORT
        for path in (ROOT / folder).rglob("*.py")
        for word in words
        if word in path.read_text(encoding="utf-8")
    ]
    assert found == []
