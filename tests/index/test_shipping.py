"""The vectors that ship are those of the material that ships."""

from index.build import cut_for, passage_text
from index.bundled_e5 import BundledE5
from index.home import SHIPPED
from index.vector_cache import VectorCache
from ingest import read_bank, shipped_material


def test_every_shipped_passage_has_its_vector():
    embedder = BundledE5()
    kept = VectorCache.load(VectorCache.file_in(SHIPPED, embedder.fingerprint), embedder.fingerprint)
    passages = cut_for(read_bank([shipped_material()]).questions, embedder)

    def nothing_to_embed():
        raise AssertionError("make the shipped vectors anew with: python -m index.shipping")

    assert len(kept.passages([passage_text(chunk) for chunk in passages], nothing_to_embed)) == len(passages)
