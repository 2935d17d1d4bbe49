"""The bank that ships comes with its vectors, so that a first start embeds nothing.

`python -m index.shipping` makes them anew after a change of the material.
"""

from __future__ import annotations

import sys

import numpy as np

from index.build import assemble, cut_for, passage_text
from index.bundled_e5 import BundledE5
from index.home import SHIPPED
from index.tokens import simplified
from index.vector_cache import VectorCache
from ingest import read_bank, shipped_material


def refresh() -> int:
    """Write `shipped/` for the material as it is now; returns how many passages were embedded."""
    embedder = BundledE5()
    path = VectorCache.file_in(SHIPPED, embedder.fingerprint)
    kept = VectorCache.load(path, embedder.fingerprint)
    kept.scopes = {}
    bank = read_bank([shipped_material()])
    assemble(
        bank,
        embedder,
        kept,
        lambda done, total, what: print(f"\r{what} {done}/{total} ", end="", file=sys.stderr),
    )
    keys = kept.keys("passage", [passage_text(chunk) for chunk in cut_for(bank.questions, embedder)])
    keys += kept.keys("query", [simplified(question.title) for question in bank.questions])
    kept.save(path, list(dict.fromkeys(keys)), np.float16)
    for other in SHIPPED.iterdir():
        if other != path:
            other.unlink()
    return kept.embedded


if __name__ == "__main__":
    print(f"{refresh()} passages embedded")
