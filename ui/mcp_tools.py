"""The named endpoints as tools for MCP clients: Gradio serves them, this sees to it that they can and that they give JSON."""

from __future__ import annotations

import json
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from ingest.errors import TiyanError

if TYPE_CHECKING:
    import gradio as gr

ROUTE = "gradio_api/mcp/"  # below the page's address; streamable HTTP


def check_mcp() -> None:
    """Raise TiyanError when the package is missing that Gradio serves MCP with."""
    if find_spec("mcp") is None:
        raise TiyanError(
            "serve --mcp: the package mcp is missing; install it with: pip install 'mcp>=1.21,<2'"
        )


def give_json(page: gr.Blocks) -> None:
    """Have a launched page's tools answer with JSON text; Gradio would write a dictionary the way Python does.

    Raises TiyanError when Gradio has not set the tools up.
    """
    server = page.mcp_server_obj
    if server is None:
        raise TiyanError(
            f"serve --mcp: {page.mcp_error or 'the tools could not be set up'}; serve without --mcp"
        )

    def as_json(data: list[Any], root_url: str) -> list[Any]:
        from mcp.types import TextContent

        return [TextContent(type="text", text=json.dumps(item, ensure_ascii=False)) for item in data]

    server.postprocess_output_data = as_json
