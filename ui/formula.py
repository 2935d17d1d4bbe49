"""TeX → MathML that is safe to put in a page: only known elements, no attribute that could name an address or a style."""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape
from xml.etree import ElementTree

NAMESPACE = "{http://www.w3.org/1998/Math/MathML}"
ELEMENTS = frozenset(
    [
        "math",
        "mrow",
        "mi",
        "mo",
        "mn",
        "mtext",
        "mspace",
        "ms",
        "mfrac",
        "msqrt",
        "mroot",
        "mstyle",
        "mpadded",
        "mphantom",
        "menclose",
        "msub",
        "msup",
        "msubsup",
        "munder",
        "mover",
        "munderover",
        "mmultiscripts",
        "mprescripts",
        "none",
        "mtable",
        "mtr",
        "mtd",
    ]
)
ATTRIBUTES = frozenset(
    [
        "display",
        "mathvariant",
        "stretchy",
        "fence",
        "separator",
        "form",
        "lspace",
        "rspace",
        "minsize",
        "maxsize",
        "largeop",
        "movablelimits",
        "accent",
        "accentunder",
        "linethickness",
        "columnalign",
        "rowspacing",
        "columnspacing",
        "notation",
        "width",
        "height",
        "depth",
    ]
)
PLAIN_VALUE = re.compile(r"[\w.%+\- ]*")


@lru_cache(maxsize=512)
def formula_html(tex: str, display: bool = False) -> str:
    """MathML for `tex`; where that cannot be had, the TeX itself as code."""
    return (
        _mathml(tex, display)
        or f'<code class="tex{" tex-block" if display else ""}">{escape(tex.strip())}</code>'
    )


def _mathml(tex: str, display: bool) -> str | None:
    try:
        from latex2mathml.converter import convert
    except ImportError:
        return None
    try:
        # "<" is an operator in TeX; the converter copies it out of \text as it is
        made = convert(tex.replace("<", r"\lt "), display="block" if display else "inline")
        root = ElementTree.fromstring(made)
    except Exception:  # the converter raises a dozen kinds of its own, and IndexError on some input
        return None
    if any(not _clean(element) for element in root.iter()):
        return None
    return ElementTree.tostring(root, encoding="unicode")


def _clean(element: ElementTree.Element) -> bool:
    """Strip the element to what is allowed; False where it is none of MathML's."""
    if not isinstance(element.tag, str):
        return False
    element.tag = element.tag.removeprefix(NAMESPACE)
    element.attrib = {
        name: value
        for name, value in element.attrib.items()
        if name in ATTRIBUTES and PLAIN_VALUE.fullmatch(value)
    }
    if element.tag == "mi" and element.text and element.text.startswith("\\"):
        return False  # a command that the converter does not know comes back as it was
    return element.tag in ELEMENTS
