"""The page: rooms laid out as Gradio components, wired to what `AskPage` and `BankPage` answer.

Importing this module imports gradio; the command line does so for `serve` alone.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gradio as gr
from gradio.utils import get_upload_folder

from ingest.errors import TiyanError
from ui.api import endpoints
from ui.ask_page import AskPage
from ui.bank_page import BankPage
from ui.cards import greeting_html
from ui.doorman import Doorman, server_on
from ui.engine import Engine
from ui.interview_page import InterviewPage
from ui.mcp_tools import give_json
from ui.settings import Settings
from ui.settings_page import SettingsPage
from ui.shell import (
    aside_html,
    bank_html,
    composer_html,
    drawer_html,
    interview_html,
    progress_room_html,
    settings_html,
    top_html,
)
from ui.talks import Talks

STATIC = Path(__file__).parent / "static"
TITLE = "题眼 Tiyan"
LOAD_AFTER = 4.0  # seconds; a page that is opened sooner sets the loading off itself, once it has been drawn


def static(name: str) -> str:
    return (STATIC / name).read_text(encoding="utf-8")


def build_page(engine: Engine, *, guarded: bool = False) -> gr.Blocks:
    """The whole page over an engine that may still be opening; `guarded` behind a password."""
    room = AskPage(engine, Talks(engine.settings.home / "talks"))
    examined = InterviewPage(engine)
    chosen = SettingsPage(engine, guarded=guarded)
    bank = BankPage(engine, Path(get_upload_folder()))

    def part(html: str, script: str, calls: list[Callable] | None = None, **options: Any) -> gr.HTML:
        """A piece of the page: its HTML, its script, and the functions that the script may call."""
        return gr.HTML(
            html,
            js_on_load=static(script),
            server_functions=[quiet(call) for call in calls or []],
            apply_default_css=False,
            **options,
        )

    with gr.Blocks(title=TITLE, analytics_enabled=False, fill_width=True) as page:
        part(top_html(), "top.js", [room.status], elem_id="top")
        with gr.Column(elem_id="ask-room"):
            talk = part(greeting_html([]), "talk.js", [room.open_talk], elem_id="talk")
            live = part("", "live.js", elem_id="live")
            composer = part(
                composer_html(engine.settings.answer_length),
                "composer.js",
                [room.stop, room.parts],
                elem_id="composer",
            )
        part(
            bank_html(),
            "bank.js",
            [bank.shelf, bank.graph, bank.preview, bank.change, bank.job],
            elem_id="bank-room",
        )
        part(
            interview_html(),
            "interview.js",
            [examined.setup, examined.begin, examined.reply, examined.rate, examined.comment],
            elem_id="interview-room",
        )
        part(
            progress_room_html(), "progress.js", [examined.progress, examined.export], elem_id="progress-room"
        )
        part(
            settings_html(),
            "settings.js",
            [chosen.show, chosen.save, chosen.try_model, chosen.rebuild, chosen.rebuilt, chosen.move],
            elem_id="settings-room",
        )
        part(aside_html(), "aside.js", [room.passage], elem_id="aside")
        part(drawer_html(), "drawer.js", [room.list_talks, room.change_talk], elem_id="drawer")

        def ask(data: gr.EventData):
            for written, before in room.ask(data):
                yield written, gr.skip() if before is None else before

        composer.ask(
            ask,
            None,
            [live, talk],
            show_progress="hidden",
            concurrency_limit=4,
            api_name="write_on_page",
            api_visibility="private",
            queue=True,
        )
        for endpoint in endpoints(engine):
            gr.api(endpoint, api_name=endpoint.__name__, concurrency_limit=4)
    return page


def quiet(call: Callable[[dict], dict]) -> Callable[[dict], dict]:
    """The same function for the page's scripts: what a user can mend comes back as words, not as a server error."""

    def answered(data: dict) -> dict:
        try:
            return call(data if isinstance(data, dict) else {})
        except TiyanError as error:
            return {"error": str(error), "error_zh": error.zh}
        except Exception as error:  # a fault of ours: said on the page, told whole where the server runs
            logging.getLogger("tiyan").exception("%s failed", call.__name__)
            return {"error": f"{type(error).__name__}: {error}"}

    answered.__name__ = call.__name__
    return answered


def launch_options() -> dict[str, Any]:
    """What every launch of the page needs: nothing from outside, no footer, our own type and colours."""
    return {
        "theme": gr.themes.Base(font=["system-ui", "sans-serif"], font_mono=["ui-monospace", "monospace"]),
        "head": f"<style>{static('page.css')}</style><script>{static('page.js')}</script>",  # `css` would be rewritten
        "footer_links": [],
        "run_history": False,
        "enable_monitoring": False,
        "ssr_mode": False,
        "share": False,
        "pwa": False,
        "show_error": False,
        "quiet": True,
        "favicon_path": STATIC / "seal.svg",
    }


def serve(
    settings: Settings,
    door: Doorman,
    *,
    auth: tuple[str, str] | None = None,
    mcp: bool = False,
    ready: Callable[[str], None] = print,
) -> None:
    """Open the page behind `door` and stay until interrupted; `ready` hears its address. With `mcp` its endpoints are
    MCP tools too.

    Raises TiyanError when the tools cannot be served.
    """
    engine = Engine(settings)
    page = build_page(engine, guarded=auth is not None)
    with server_on(door.relieve()):
        _, address, _ = page.launch(
            server_name=settings.host,
            server_port=settings.port,
            auth=auth,
            mcp_server=mcp,  # None would look into the environment
            prevent_thread_lock=True,
            **launch_options(),
        )
    door.let_in()
    if mcp:
        give_json(page)
    ready(address)
    later = threading.Timer(LOAD_AFTER, engine.start)
    later.daemon = True
    later.start()
    try:
        page.block_thread()
    finally:
        page.close(verbose=False)
