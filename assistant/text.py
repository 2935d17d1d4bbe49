"""Small questions about text: what its terms are, which language it speaks."""

from __future__ import annotations

import re
import unicodedata
from typing import Literal

Language = Literal["zh", "en"]

CJK = "\u3400-\u9fff\uf900-\ufaff\U00020000-\U0002ffff"
HAS_CJK = re.compile(f"[{CJK}]")


def match_key(text: str) -> str:
    """A key for comparing texts: width-folded, caseless, without spaces. Never shown."""
    return "".join(unicodedata.normalize("NFKC", text).casefold().split())


_WORD = re.compile(rf"[A-Za-z][A-Za-z0-9]*(?:[+#_./\-][A-Za-z0-9]+)*[+#]*|\d+(?:\.\d+)*|[{CJK}]+")
_STOP_WORDS = (
    "a an the of to in on for and or is are was were be been being it its this that these those what "
    "which who why how when where do does did can could should would will shall may might with without by "
    "from as at than then so if but not no about into over under between explain describe compare tell me please "
    "you your i my we our us there their they "
)
_STOP_EN = frozenset(_STOP_WORDS.split())
_FILLER_ZH = re.compile(
    "什么|怎么样?|如何|为什么|为何|为啥|哪些|哪个|哪种|多少|几种|是啥|请问|介绍|一下|解释|说明|讲讲|说说|谈谈|讲一讲|说一说|"
    "详细|展开|具体|的话|以及|还有|区别|不同|差异|之间|分别|有没有|是不是|能不能|可以|应该|需要|进行|通过|对于|关于|"
    "[的了吗呢吧啊呀和与跟或在是有会能要把被让给从到对为以及其这那它个些种时候里中上下]"
)


def terms(text: str) -> list[str]:
    """Comparable terms, in order: Latin words and numbers caseless, Chinese as overlapping character pairs."""
    found: list[str] = []
    for word in _WORD.findall(unicodedata.normalize("NFKC", text)):
        if not HAS_CJK.match(word):
            found.append(word.casefold())
        elif len(word) == 1:
            found.append(word)
        else:
            found.extend(word[i : i + 2] for i in range(len(word) - 1))
    return found


def without_fillers(text: str) -> str:
    """`text` with Chinese question words and particles blanked out."""
    return _FILLER_ZH.sub(" ", unicodedata.normalize("NFKC", text))


def content_terms(text: str) -> list[str]:
    """The terms that carry what a query is about: question words and particles left out."""
    return [term for term in terms(without_fillers(text)) if term not in _STOP_EN]


def latin_terms(text: str) -> list[str]:
    """Names and English terms as written (`TIME_WAIT`, `KV Cache`), each once, in order."""
    run = re.compile(
        r"[A-Za-z][A-Za-z0-9]*(?:[+#_./\-][A-Za-z0-9]+)*[+#]*(?: [A-Z][A-Za-z0-9]*(?:[+#_./\-][A-Za-z0-9]+)*)*"
    )
    seen = dict.fromkeys(match.group() for match in run.finditer(text))
    return [term for term in seen if term.casefold() not in _STOP_EN]


def language_of(text: str, default: Language = "zh") -> Language:
    """`zh` when there is any Chinese, `en` for an English sentence; bare terms (`TTFT`) say nothing: `default`."""
    return stated_language(text) or default


def stated_language(text: str) -> Language | None:
    """The language that a text speaks; None for names alone."""
    if HAS_CJK.search(text):
        return "zh"
    words = re.findall(r"[A-Za-z]+", text)
    return "en" if any(word.casefold() in _STOP_EN for word in words) or len(words) > 5 else None
