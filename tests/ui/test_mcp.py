"""The endpoints as MCP tools, called by the protocol's own client over HTTP."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.util import find_spec

import pytest

from tests.ui.browsing import ROOT, serving
from tests.ui.test_cli import HIT_KEYS, tiyan
from ui.mcp_tools import ROUTE

CALLS = """
import asyncio, json, sys
from mcp import ClientSession
from mcp.client.streamable_http import streamable_http_client

async def main():
    async with streamable_http_client(sys.argv[1]) as (reading, writing, _), ClientSession(reading, writing) as session:
        await session.initialize()
        tools = (await session.list_tools()).tools
        found = await session.call_tool("search", {"query": "KV Cache 显存", "k": 2})
        unknown = await session.call_tool("question", {"number_or_id": "Q424242"})
    print(json.dumps({
        "tools": {tool.name: {"told": tool.description, "takes": tool.inputSchema} for tool in tools},
        "search": found.content[0].text, "failed": found.isError,
        "unknown": unknown.content[0].text, "unknown_failed": unknown.isError,
    }))

asyncio.run(main())
"""


@pytest.mark.slow
@pytest.mark.skipif(
    find_spec("mcp") is None, reason="no package mcp (install it with: pip install 'mcp>=1.21,<2')"
)
def test_an_mcp_client_finds_the_tools_and_searches_with_one(tmp_path, bank_files):
    home = tmp_path / "家"
    assert tiyan("ingest", bank_files, home=home).returncode == 0
    with serving(home, "--mcp") as address:
        done = subprocess.run(
            [sys.executable, "-c", CALLS, address + ROUTE],
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=240,
        )
    assert done.returncode == 0, done.stderr
    given = json.loads(done.stdout.splitlines()[-1])
    assert sorted(given["tools"]) == ["ask", "followups", "grade", "question", "search"]
    search = given["tools"]["search"]
    assert search["told"].startswith("Find the passages of the bank")
    assert search["takes"]["required"] == ["query"] and search["takes"]["properties"]["k"]["description"]
    found = json.loads(given["search"])
    assert not given["failed"] and [set(hit) for hit in found["hits"]] == [HIT_KEYS - {"path"} | {"file"}] * 2
    assert found["hits"][0]["number"] == "125"
    assert given["unknown_failed"] and "Q424242" in given["unknown"]


def test_without_the_package_one_line_says_how_to_install_it(monkeypatch):
    from ingest import TiyanError
    from ui import mcp_tools

    monkeypatch.setattr(mcp_tools, "find_spec", lambda name: None)
    with pytest.raises(TiyanError, match="pip install 'mcp") as told:
        mcp_tools.check_mcp()
    assert "\n" not in str(told.value)


def test_a_password_and_mcp_exclude_each_other(tmp_path):
    done = tiyan("serve", "--mcp", "--auth", "a:b", home=tmp_path)
    assert done.returncode == 2 and "--mcp" in done.stderr
