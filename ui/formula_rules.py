"""Where a formula stands in Markdown: rules for markdown-it that keep `$5 and $10` what it is."""

from __future__ import annotations

import re

from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline

DOLLARS = re.compile(r"\$\$(?P<block>[^$]+?)\$\$|\$(?P<inline>[^\s$](?:[^$\n]*[^\s$\\])?)\$(?!\d)")
BRACKETS = re.compile(r"\\\((?P<inline>.+?)\\\)|\\\[(?P<block>.+?)\\\]", re.DOTALL)
CJK = re.compile(r"[\u3400-\u9fff\u3000-\u303f\uff00-\uffef]")


def _formula_at(text: str, start: int) -> re.Match[str] | None:
    if text[start] == "\\":
        return BRACKETS.match(text, start)
    before = text[start - 1 : start]
    if text[start] != "$" or before in ("$", "\\") or (before.isascii() and before.isalnum()):
        return None
    found = DOLLARS.match(text, start)
    return None if found and found["inline"] is not None and _is_amount(found["inline"]) else found


def _is_amount(tex: str) -> bool:
    """`$5 and 10$` and `$HOME和$` are no formulas."""
    if re.search(r"[\\^_{}=]", tex):
        return False
    return bool(
        CJK.search(tex) or re.match(r"\d[\d.,]*\s*[A-Za-z]{2,}", tex) or re.search(r"[A-Za-z]{3,}\s", tex)
    )


def inline_formula(state: StateInline, silent: bool) -> bool:
    """`$…$`, `$$…$$`, `\\(…\\)` or `\\[…\\]` within a line."""
    found = _formula_at(state.src, state.pos)
    if found is None:
        return False
    display = found["block"] is not None
    tex = found["block"] if display else found["inline"]
    if not silent:
        token = state.push("formula", "", 0)
        token.content, token.meta = tex, {"display": display}
    state.pos = found.end()
    return True


def block_formula(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """`$$` on its own line up to the line that ends with `$$`; an unclosed one is no formula."""
    first = state.getLines(start, start + 1, state.blkIndent, False).strip()
    if not first.startswith("$$") or state.is_code_block(start):
        return False
    if first.endswith("$$") and len(first) > 4:
        last, tex = start, first[2:-2]
    else:
        for last in range(start + 1, end):
            if state.getLines(last, last + 1, state.blkIndent, False).rstrip().endswith("$$"):
                break
        else:
            return False
        tex = (
            state.getLines(start, last + 1, state.blkIndent, False)
            .strip()
            .removeprefix("$$")
            .removesuffix("$$")
        )
    if not silent:
        token = state.push("formula", "", 0)
        token.content, token.meta, token.block = tex, {"display": True}, True
        token.map = [start, last + 1]
        state.line = last + 1
    return True
