"""Mentions of other questions: `Q26`, `Q125/163`, `Q84–104、114–150`, `第12题`, `见 2.1.3`, links to other files."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ingest.grammar import fold
from ingest.question import Reference, Source

_DASH = "-‐‑‒–—―−~～〜"
# 2024 Q1, Q4_K_M, FAQ12 and Q3 财报 name no question.
_FIRST = re.compile(
    r"(?<![A-Za-z0-9_])(?:Q ?|q ?(?=\d)|(?:第|见|参见) ?(?=\d{1,5} ?[题題])|(?:题|題|问题|問題)(?:号|目)? ?(?=\d))#?(\d{1,5})(?![\d_]|\.\d)"
)
_MORE = re.compile(
    rf" ?(?:(?P<dash>[{_DASH}至到]|\.\.+) ?|(?P<tight>/ ?)|(?P<loose>[、,&和与及] ?))(?:Q ?)?(?P<n>\d{{1,5}})(?![\d_]|\.\d)",
    re.IGNORECASE,
)
_NOT_A_NUMBER = re.compile(
    r" ?(?:[A-Za-z%°×*]|[个個倍次年月日天秒分时時台张張块卡层層步行条條种種类類节節章位字人元万千百亿億代级級])"
)
_DOTTED = re.compile(
    r"(?:见|參見|参见|详见|參考|参考|→|->|⇒) ?[§第]?(\d{1,4}(?:\.\d{1,4}){1,4})(?![\d.]|[ ]?[A-Za-z%版])"
)
_LINK = re.compile(r"(?<!!)\[[^\[\]]{0,300}\]\(([^()\s]{1,1000})(?: +\"[^\"]{0,200}\")?\)")
_WIKI = re.compile(r"(?<!!)\[\[([^\[\]|]{1,200})(?:\|[^\[\]]{1,200})?\]\]")
_TARGET = re.compile(r"\]\([^()\s]{1,1000}\)")
WIDEST_RANGE = 500


def find_numbers(text: str) -> list[str]:
    """Numbers of the questions that `text` mentions, ranges expanded, in order, with repeats.

    >>> find_numbers("见 Q125/163，Q84–86、90")
    ['125', '163', '84', '85', '86', '90']
    """
    folded = fold(text)
    found: list[str] = []
    for match in _FIRST.finditer(folded):
        head = match[0][0]
        before, after = (
            folded[max(0, match.start() - 5) : match.start()],
            folded[match.end() : match.end() + 3],
        )
        if re.search(r"\d{4} ?年? ?$", before) or re.match(r" ?(?:季度|财|業績|业绩)", after):
            continue
        if head in "第见参" and not re.match(r" ?[题題]", after):
            continue
        if head not in "Qq" and _NOT_A_NUMBER.match(after):
            continue
        found.extend(_run(folded, match))
    return found


def _run(folded: str, match: re.Match[str]) -> Iterator[str]:
    """The number of `match` and those that continue it by /, 、 or a range."""
    last = int(match[1])
    yield str(last)
    end = match.end()
    while (more := _MORE.match(folded, end)) is not None:
        number = int(more["n"])
        explicit = "q" in more[0].lower()
        if not explicit and _NOT_A_NUMBER.match(folded, more.end()):
            return
        if (
            more["loose"]
            and not explicit
            and not re.match(rf" ?(?:[{_DASH}/、,，。;；.)）\]】\s]|$|是|的|等|题|題)", folded[more.end() :])
        ):
            return
        if more["dash"]:
            if not last < number <= last + WIDEST_RANGE:
                return
            yield from map(str, range(last + 1, number + 1))
        else:
            yield str(number)
        last, end = number, more.end()


def find_references(text: str, first_line: int, own_number: str | None) -> tuple[Reference, ...]:
    """All mentions in a question's text (whose first line is `first_line`), without its own number; each line's once."""
    found: dict[Reference, None] = {}
    for offset, line in enumerate(text.split("\n")):
        number = first_line + offset
        if any(mark in line for mark in "QqＱｑ题題"):
            for mentioned in find_numbers(_TARGET.sub("]", line) if "](" in line else line):
                if mentioned != own_number:
                    found[Reference(number, mentioned)] = None
        if "." in line and any(mark in line for mark in "见見考→>⇒"):
            for match in _DOTTED.finditer(fold(line)):
                if match[1] != own_number:
                    found[Reference(number, match[1])] = None
        if "[" in line:
            for link in [m[1] for m in _LINK.finditer(line)] + [m[1] for m in _WIKI.finditer(line)]:
                if not re.match(r"[a-z][a-z0-9+.\-]*:|//|#", link, re.IGNORECASE) and _is_note(link):
                    found[Reference(number, link=link)] = None
    return tuple(found)


def _is_note(link: str) -> bool:
    path = link.partition("#")[0].casefold()
    return path.endswith((".md", ".markdown", ".txt")) or "." not in path.rsplit("/", 1)[-1]


# ---------------------------------------------------------------- sources

_URL = re.compile(r"<?(https?://[^\s<>\"'，。；、）】」』]+)>?")
_OUTER = "、,，;；"


def find_sources(text: str) -> tuple[Source, ...]:
    """The entries of a 参考来源 part: links, bare addresses, or names between 、; brackets keep their commas.

    >>> find_sources("RFC 793（TCP）、RFC 1122 §TIME_WAIT。")
    (Source(label='RFC 793（TCP）', url=None), Source(label='RFC 1122 §TIME_WAIT', url=None))
    """
    found: dict[Source, None] = {}
    lines = text.split("\n")
    for line in lines:
        listed = len(lines) > 1 or re.match(r"\s*[-*+•●·] ", line) is not None
        entry = re.sub(r"^\s*(?:[-*+•●·]|\d{1,3}[.)、]|\[\d{1,3}\]:?(?!\())\s*", "", line).strip()
        if not entry:
            continue
        links = [
            m
            for m in re.finditer(
                r"\[([^\[\]]{1,400})\]\(<?(https?://[^\s<>]{1,1000}?)>?(?: +\"[^\"]{0,200}\")?\)(?!\))", entry
            )
        ]
        if links:
            for match in links:
                found[Source(match[1].strip(), match[2])] = None
            continue
        urls = _URL.findall(entry)
        if len(urls) == 1:
            url = urls[0].rstrip(".,;:!?)" if urls[0].count("(") < urls[0].count(")") else ".,;:!?")
            label = (
                re.sub(r"[\s:：\-—–(（<>]+$", "", entry[: entry.find(urls[0])].strip())
                or entry[entry.find(urls[0]) + len(urls[0]) :].strip(" :：-—–>)）。")
                or url
            )
            found[Source(label, url)] = None
        elif urls:
            for url in urls:
                found[Source(url.rstrip(".,;:!?"), url.rstrip(".,;:!?"))] = None
        else:
            for label in [entry.rstrip("。.")] if listed else _split_outside_brackets(entry):
                found[Source(label)] = None
    return tuple(found)


def _split_outside_brackets(text: str) -> list[str]:
    pieces, depth, start = [], 0, 0
    for i, char in enumerate(text):
        if char in "（([【《「『“":
            depth += 1
        elif char in "）)]】》」』”":
            depth = max(0, depth - 1)
        elif char in _OUTER and depth == 0:
            pieces.append(text[start:i])
            start = i + 1
    pieces.append(text[start:])
    return [cleaned for piece in pieces if (cleaned := piece.strip().strip("。.").strip())]
