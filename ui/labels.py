"""The name of a passage, such as `Q125·要点3`, in both languages of the page."""

from __future__ import annotations

import re
from html import escape

from ingest.question import ROLE_NAMES

# "notes 第3题·要点2": the bank's name is kept apart so that a long one can be cut short on the page
LONG_LABEL = re.compile(r"(?P<bank>.+) (?P<place>第\S+题.*)", re.DOTALL)
PLACE = re.compile(r"第(\S+?)题")
ENGLISH = {"key_point": "key point", "hook": "memory hook", "body": "text"}
ROLES = {name: ENGLISH.get(role, role) for role, name in ROLE_NAMES.items()}
ROLE = re.compile(rf"·({'|'.join(ROLES)})(\d*)$")


def english_label(label: str) -> str:
    """`Q125·point 3`; what is no name of ours stays as it is."""
    said = ROLE.sub(lambda found: f"·{ROLES[found[1]]} {found[2]}".rstrip(), label)
    return PLACE.sub(r"no. \1", said) if LONG_LABEL.fullmatch(label) or PLACE.match(label) else said


def label_html(label: str) -> str:
    """The label in the language of the page; a long bank name can be cut short."""
    found = LONG_LABEL.fullmatch(label)
    bank = f'<span class="label-bank">{escape(found["bank"])}</span> ' if found else ""
    zh = found["place"] if found else label
    en = english_label(label)[len(found["bank"]) + 1 :] if found else english_label(label)
    if zh == en:
        return bank + escape(zh)
    return f'{bank}<span class="zh">{escape(zh)}</span><span class="en">{escape(en)}</span>'


def label_attributes(name: str, label: str) -> str:
    """An attribute that holds the label in the language of the page."""
    zh, en = escape(label, quote=True), escape(english_label(label), quote=True)
    return f'{name}="{zh}" data-{name}-zh="{zh}" data-{name}-en="{en}"'
