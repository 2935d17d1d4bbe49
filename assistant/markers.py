"""Read citation markers out of a reply while it streams, however its tokens were cut."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from assistant.text import match_key

_SPECIAL = re.compile(r"[`$\\\[［【\n]")
_CLOSER = {"[": "]", "［": "］", "【": "】"}
_ID_LIKE = re.compile(r"\d{1,2}|[qQ]\d{1,5}(?:·\w{1,12}(?:\.\d+)?)?")
_FENCE = re.compile(r"[ ]{0,12}(`{3,}(?=[^`\n]*(?:\n|$))|~{3,})")
_INDEXED = re.compile(r"(?:(?<![A-Za-z0-9])[A-Za-z]|\w*_\w*|\))$", re.ASCII)
_ADDRESS = re.compile(r"\(\s*<?(?:[a-z][a-z0-9+.\-]*:|//|www\.|[#/.?])[^\s]*\)|\(\)", re.IGNORECASE)
SPAN_LIMIT = (
    400  # a code span or formula on one line is at most this long; longer, the mark was meant as itself
)
BLOCK_LIMIT = 4000
MARKER_LIMIT = 60


@dataclass(frozen=True, slots=True)
class Mark:
    """A citation marker: the known ids in it, what it named that is not known, and how it was written."""

    ids: tuple[str, ...]
    unknown: tuple[str, ...]
    raw: str


class MarkerReader:
    """Turns the deltas of a reply into text and `Mark`s; what comes out does not depend on where they were cut.

    `known` maps what a marker may say (`1`, `Q125·要点3`) to chunk ids. Only exact ids count; a bracket that is no id,
    and anything inside code, formulas or a Markdown link, stays text. Text comes out as soon as no later delta can
    change what it is: a lone `[` waits for 60 characters at most, a backtick for its line.
    """

    def __init__(self, known: Mapping[str, str]) -> None:
        self._known = {match_key(marker): id for marker, id in known.items()}
        self._buffer = ""
        self._fence = ""  # the marks that opened the fence we are in
        self._at_line_start = True
        self._before = ""  # the last characters that came out, up to the last marker

    def feed(self, delta: str) -> list[str | Mark]:
        self._buffer += delta
        return self._drain(final=False)

    def close(self) -> list[str | Mark]:
        return self._drain(final=True)

    def _drain(self, final: bool) -> list[str | Mark]:
        out: list[str | Mark] = []
        while self._buffer:
            token = self._next(self._buffer, final)
            if token is None:
                break
            size = len(token.raw if isinstance(token, Mark) else token)
            self._buffer = self._buffer[size:]
            if isinstance(token, Mark):
                self._before, self._at_line_start = "", False
                out.append(token)
                continue
            self._before = (self._before + token)[-40:]
            last_line = token.rpartition("\n")[2]
            if "\n" in token or not self._at_line_start:
                self._at_line_start = "\n" in token and not last_line.strip()
            else:
                self._at_line_start = not last_line.strip()
            if out and isinstance(out[-1], str):
                out[-1] += token
            else:
                out.append(token)
        return out

    def _next(self, text: str, final: bool) -> str | Mark | None:
        """The first token of `text`, or None when more text could change it."""
        if self._fence:
            return self._inside_fence(text, final)
        if self._at_line_start and self._before[-1:] in ("", "\n"):
            if not final and re.fullmatch(r"[ ]{0,12}(?:`*|~*)", text):
                return None
            fence = _FENCE.match(text)
            if fence:
                end = text.find("\n") + 1
                if not end and not final:
                    return None
                self._fence = fence[1]
                return text[: end or len(text)]
        special = _SPECIAL.search(text)
        if special is None:
            return text
        if special.start():
            return text[: special.start()]
        match special.group():
            case "\n":
                return "\n"
            case "`":
                return self._code_span(text, final)
            case "$":
                return self._formula(text, final)
            case "\\":
                return self._escape(text, final)
            case _:
                return self._bracket(text, final)

    def _inside_fence(self, text: str, final: bool) -> str | None:
        end = text.find("\n") + 1
        fresh = self._before[-1:] in ("", "\n")
        if fresh and not end and not final and re.fullmatch(r"[ ]{0,12}[`~]*[ \t]*", text):
            return None
        line = text[: end or len(text)]
        if fresh:
            mark = line.strip()
            if mark and set(mark) == {self._fence[0]} and len(mark) >= len(self._fence):
                self._fence = ""
        return line

    def _code_span(self, text: str, final: bool) -> str | None:
        ticks = re.match("`+", text).group()
        if len(ticks) == len(text) and not final:
            return None
        return self._span(text, ticks, rf"(?<!`){ticks}(?!`)", final)

    def _formula(self, text: str, final: bool) -> str | None:
        if len(text) == 1 and not final:
            return None
        if text.startswith("$$"):
            return self._span(text, "$$", r"\$\$", final, BLOCK_LIMIT, one_line=False)
        if not re.match(r"\$[^\s\d]", text):  # a price, a prompt
            return "$"
        return self._span(text, "$", r"(?<=\S)\$(?!\d)", final)

    def _escape(self, text: str, final: bool) -> str | None:
        if len(text) == 1 and not final:
            return None
        if text.startswith("\\("):
            return self._span(text, "\\(", r"\\\)", final)
        if text.startswith("\\["):
            return self._span(text, "\\[", r"\\\]", final, BLOCK_LIMIT, one_line=False)
        return text[:1] if text[1:2] == "\n" else text[:2]

    @staticmethod
    def _span(
        text: str, opening: str, closing: str, final: bool, limit: int = SPAN_LIMIT, one_line: bool = True
    ) -> str | None:
        """The span from `opening` to `closing` if it closes in time, else the opening alone."""
        window = text[len(opening) : len(opening) + limit]
        newline = window.find("\n") if one_line else -1
        complete = final or newline >= 0 or len(window) == limit
        if newline >= 0:
            window = window[:newline]
        for match in re.finditer(closing, text[: len(opening) + len(window) + 1]):
            if match.start() < len(opening) or match.end() > len(opening) + len(window):
                continue
            if match.end() == len(text) and not final:
                return None  # the next character may say that it does not close here
            return text[: match.end()]
        return opening if complete else None

    def _bracket(self, text: str, final: bool) -> str | Mark | None:
        closer = _CLOSER[text[0]]
        window = text[1 : 1 + MARKER_LIMIT]
        stop = re.search(r"[\[\]［］【】\n`$\\]", window)
        if stop is None:
            return text[0] if final or len(window) == MARKER_LIMIT else None
        if stop.group() != closer:
            return text[0]
        content, end = window[: stop.start()], stop.start() + 2
        ids, unknown = self._resolve(content)
        if not (ids or unknown):
            return text[0]
        if self._before and _INDEXED.search(self._before):
            return text[0]
        if len(text) == end and not final:
            return None
        if text[end : end + 1] == "(":  # [1](address): the link is ours to make
            close = text.find(")", end, end + SPAN_LIMIT)
            newline = text.find("\n", end, end + SPAN_LIMIT)
            if close < 0 and newline < 0 and len(text) < end + SPAN_LIMIT and not final:
                return None
            address = _ADDRESS.fullmatch(text, end, close + 1) if close > 0 else None
            if address:
                end = close + 1
        return Mark(ids, unknown, text[:end])

    def _resolve(self, content: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Known ids and unknown names in a bracket; both empty when it is no marker."""
        whole = self._known.get(match_key(content))
        if whole:
            return (whole,), ()
        parts = [part for part in re.split(r"[,，、;；\s]+", content.strip()) if part]
        if not parts or "0" in parts:  # [0, 1] is an interval: no passage has the number 0
            return (), ()
        ids: dict[str, None] = {}
        unknown: dict[str, None] = {}
        for part in parts:
            known = self._known.get(match_key(part))
            if known:
                ids[known] = None
            elif _ID_LIKE.fullmatch(part):
                unknown[part] = None
            else:
                return (), ()
        return tuple(ids), tuple(unknown)


def without_thinking(deltas: Iterable[str]) -> Iterator[str]:
    """Drop white space and `<think>…</think>` blocks that some models put before their reply."""
    held, replying = "", False
    for delta in deltas:
        if replying:
            yield delta
            continue
        held = (held + delta).lstrip()
        while held.startswith("<think>") and "</think>" in held:
            held = held.partition("</think>")[2].lstrip()
        if held and not held.startswith("<think>") and not "<think>".startswith(held):
            replying = True
            yield held
    if not replying and held and not held.startswith("<think>"):
        yield held
