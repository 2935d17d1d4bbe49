"""A small bank of our own, indexed with the real parts."""

from pathlib import Path

import pytest

from index import build_index, open_index
from ingest import read_bank

BANK = Path(__file__).parents[1] / "data" / "index_bank.md"


@pytest.fixture(scope="session")
def bank():
    return read_bank([BANK])


@pytest.fixture(scope="session")
def built(bank, embedder, tmp_path_factory):
    """A home that holds the bank's index; not to be written to."""
    home = tmp_path_factory.mktemp("题库 home")  # Chinese and a space in the path
    build_index(bank, home, embedder)
    return home


@pytest.fixture(scope="session")
def index(built, embedder):
    return open_index(built, embedder)


@pytest.fixture
def home(built, tmp_path):
    """A copy of that home, to do with as one likes."""
    import shutil

    shutil.copytree(built, tmp_path / "库")
    return tmp_path / "库"


@pytest.fixture(scope="session")
def small_model(tmp_path_factory):
    """Make a folder with a sentence-transformers model: (dimension, seed) → path. Random, and quick to load."""
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.sentence_transformer.modules import Normalize, StaticEmbedding
    from tokenizers import Tokenizer, models, pre_tokenizers

    def make(dimension: int, seed: int = 0, prompts: dict | None = None) -> str:
        import torch

        vocabulary = {"[UNK]": 0} | {chr(c): i for i, c in enumerate(range(33, 127), start=1)}
        vocabulary |= {chr(c): len(vocabulary) + i for i, c in enumerate(range(0x4E00, 0x9FA6))}
        tokenizer = Tokenizer(models.WordLevel(vocabulary, unk_token="[UNK]"))
        tokenizer.pre_tokenizer = pre_tokenizers.Split("", "isolated")
        torch.manual_seed(seed)
        modules = [StaticEmbedding(tokenizer, embedding_dim=dimension), Normalize()]
        folder = tmp_path_factory.mktemp(f"模型{dimension}-{seed}")
        SentenceTransformer(modules=modules, device="cpu", prompts=prompts).save(str(folder))
        return str(folder)

    return make
