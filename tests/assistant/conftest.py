"""A small bank of our own, indexed with the real parts."""

from pathlib import Path

import pytest

from tests.assistant.endpoint import Script, endpoint

BANK = Path(__file__).parents[1] / "data" / "assistant_bank.md"


@pytest.fixture(scope="session")
def embedder():
    from index import open_embedder

    return open_embedder()


@pytest.fixture(scope="session")
def bank_index(embedder, tmp_path_factory):
    from index import build_index, open_index
    from ingest import read_bank

    home = tmp_path_factory.mktemp("题库 home")
    build_index(read_bank([BANK]), home, embedder)
    return open_index(home, embedder)


@pytest.fixture
def serve():
    """Start a scripted endpoint; returns (script, a chat model that talks to it)."""
    from contextlib import ExitStack

    from assistant import ChatSettings, open_chat_model

    with ExitStack() as stack:

        def start(reply="好。", mode="good", **script):
            scripted = Script(mode=mode, reply=reply, **script)
            url = stack.enter_context(endpoint(scripted))
            return scripted, open_chat_model(
                ChatSettings(model="scripted", base_url=url, timeout=0.5, max_retries=0)
            )

        yield start
