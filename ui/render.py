"""Markdown → HTML that is safe to show: no HTML of the author's passes, no image is fetched, links open outside.

Pure functions. Understood beyond CommonMark: tables, `~~strike~~`, `$…$`, `$$…$$`, `\\(…\\)`, `\\[…\\]`, and in answers the
citation marks `[3]`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from html import escape

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline

from ui.formula import formula_html
from ui.formula_rules import block_formula, inline_formula

DOUBT_OPEN, DOUBT_CLOSE = "\ue000", "\ue001"  # around a sentence that its passage does not carry
CITE = re.compile(
    r"\[(\d{1,3}|[^\[\]\s]{1,40}(?=\?\]))(\??)\]"
)  # [3], or [9?] for an id that was not among the passages
OPEN_MARK = re.compile(r"\[[\w?]{0,12}$")
PROSE_RULES = ["heading", "lheading", "hr", "blockquote", "code", "reference"]


def render_markdown(text: str, *, plain: bool = False) -> str:
    """HTML of a passage. With `plain` (a .txt file) `#`, `>`, `---` and single stars are characters, not marks."""
    return _renderer(plain).render(_without_marks(text), {})


def render_answer(text: str, marks: Mapping[int, str], *, streaming: bool = False) -> str:
    """HTML of an answer, each `[n]` replaced by `marks[n]` (HTML), or shown as unknown where there is none.

    While `streaming`, marks are small numbers, and one that is still being written at the end is held back.
    """
    if streaming:
        text = OPEN_MARK.sub("", text)
    return _renderer(False).render(text, {"marks": marks, "streaming": streaming})


def render_code(text: str, language: str = "") -> str:
    """A block of code with its line breaks and indentation, coloured where the language is known."""
    return f'<pre class="code"><code>{_highlight(text, language)}</code></pre>\n'


def _without_marks(text: str) -> str:
    return text.replace(DOUBT_OPEN, "").replace(DOUBT_CLOSE, "")


@lru_cache(maxsize=2)
def _renderer(plain: bool) -> MarkdownIt:
    md = MarkdownIt("commonmark", {"html": False, "breaks": True}).enable(["table", "strikethrough"])
    md.disable(["html_block", "html_inline"])
    if plain:
        md.disable(PROSE_RULES)
    md.inline.ruler.at("emphasis", _strong_only if plain else _star_emphasis)
    md.inline.ruler.before("escape", "formula", inline_formula)
    md.inline.ruler.before("link", "cite", _cite)
    md.block.ruler.before("fence", "formula_block", block_formula, {"alt": ["paragraph", "list"]})
    for name, rule in RULES.items():
        md.add_render_rule(name, rule)
    return md


def _star_emphasis(state: StateInline, silent: bool) -> bool:
    """Emphasis by stars alone: `_` belongs to names such as `__init__`."""
    from markdown_it.rules_inline.emphasis import tokenize

    return state.src[state.pos] != "_" and tokenize(state, silent)


def _strong_only(state: StateInline, silent: bool) -> bool:
    return state.src.startswith("**", state.pos) and _star_emphasis(state, silent)


def _cite(state: StateInline, silent: bool) -> bool:
    if "marks" not in state.env:
        return False
    found = CITE.match(state.src, state.pos)
    if found is None:
        return False
    if not silent:
        token = state.push("cite", "", 0)
        token.content, token.meta = found[1], {"unknown": bool(found[2])}
    state.pos = found.end()
    return True


def _show_cite(renderer, tokens, index, options, env) -> str:
    name, unknown = tokens[index].content, tokens[index].meta["unknown"]
    if not unknown and int(name) in env["marks"]:
        return env["marks"][int(name)]
    if not unknown and env["streaming"]:
        return f'<sup class="mark-number">{name}</sup>'
    return f'<span class="mark-unknown">[{escape(name)}]</span>'


def _show_text(renderer, tokens, index, options, env) -> str:
    """Text, its doubtful stretches wrapped one by one so that they nest with any emphasis around them."""
    shown = []
    for piece in re.split(f"([{DOUBT_OPEN}{DOUBT_CLOSE}])", tokens[index].content):
        if piece in (DOUBT_OPEN, DOUBT_CLOSE):
            env["doubt"] = piece == DOUBT_OPEN
        elif piece:
            shown.append(f'<span class="doubt">{escape(piece)}</span>' if env.get("doubt") else escape(piece))
    return "".join(shown)


def _show_formula(renderer, tokens, index, options, env) -> str:
    token = tokens[index]
    shown = formula_html(_without_marks(token.content).strip(), token.meta["display"])
    return f'<div class="formula">{shown}</div>\n' if token.block else shown


def _show_image(renderer, tokens, index, options, env) -> str:
    """An image is named and linked, never fetched: nothing may leave the machine unasked."""
    token = tokens[index]
    name = escape(_without_marks(token.content) or "image")
    address = str(token.attrs.get("src", ""))
    if address.startswith(("http://", "https://")):
        return f'<a class="picture" href="{escape(address)}" target="_blank" rel="noopener noreferrer">{name}</a>'
    return f'<span class="picture">{name}</span>'


def _show_link(renderer, tokens, index, options, env) -> str:
    address = str(tokens[index].attrs.get("href", ""))
    if not address.startswith(("http://", "https://", "mailto:")):
        tokens[index].attrs = {
            "class": "nowhere"
        }  # a path inside the author's folder leads nowhere from here
        return renderer.renderToken(tokens, index, options, env)
    tokens[index].attrs = {"href": address, "target": "_blank", "rel": "noopener noreferrer"}
    return renderer.renderToken(tokens, index, options, env)


def _show_heading(renderer, tokens, index, options, env) -> str:
    level = min(6, int(tokens[index].tag[1]) + 2)
    return f"<h{level}>" if tokens[index].nesting == 1 else f"</h{level}>\n"


def _show_table(renderer, tokens, index, options, env) -> str:
    return '<div class="table"><table>\n' if tokens[index].nesting == 1 else "</table></div>\n"


def _show_block_code(renderer, tokens, index, options, env) -> str:
    token = tokens[index]
    language = token.info.strip().split(maxsplit=1)[0] if token.info.strip() else ""
    return render_code(_without_marks(token.content).rstrip("\n"), language)


def _show_inline_code(renderer, tokens, index, options, env) -> str:
    return f"<code>{escape(_without_marks(tokens[index].content))}</code>"


def _highlight(text: str, language: str) -> str:
    from pygments import highlight
    from pygments.formatters import HtmlFormatter
    from pygments.lexers import get_lexer_by_name
    from pygments.util import ClassNotFound

    try:
        lexer = get_lexer_by_name(language, stripnl=False, ensurenl=False)
    except ClassNotFound:
        return escape(text)
    return highlight(text, lexer, HtmlFormatter(nowrap=True, classprefix="k-")).rstrip("\n")


RULES = {
    "cite": _show_cite,
    "text": _show_text,
    "formula": _show_formula,
    "image": _show_image,
    "link_open": _show_link,
    "heading_open": _show_heading,
    "heading_close": _show_heading,
    "table_open": _show_table,
    "table_close": _show_table,
    "fence": _show_block_code,
    "code_block": _show_block_code,
    "code_inline": _show_inline_code,
}
