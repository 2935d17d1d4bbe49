"""Where the sentences of a Markdown text end."""

from __future__ import annotations

import re
from collections.abc import Iterator

from assistant.text import HAS_CJK

_OPEN, _CLOSE = "（(「『“《[【〈{", "）)」』”》]】〉}"
_PAIR = dict(zip(_OPEN, _CLOSE, strict=True))
_CLOSERS = "）)」』”’\"'》]】〉*_~"

# Regions that no sentence end can lie in: fences (also unclosed), code spans, formulas, addresses.
_OPAQUE = re.compile(
    r"(?ms:^[ ]{0,12}(?P<fence>`{3,}|~{3,})[^\n]*\n.*?(?:^[ ]{0,12}(?P=fence)[`~]*[ \t]*$|\Z))"
    r"|(?s:\$\$.+?\$\$)"
    r"|(?P<tick>`+)[^\n]*?[^`\n](?P=tick)(?!`)"
    r"|\$(?=[^\s\d$])[^\n$]*[^\s$]\$(?!\d)"
    r"|\\\([^\n]*?\\\)"
    r"|(?s:\\\[.*?\\\])"
    r"|https?://[!-~]+"
)
# A dot after these ends no sentence.
_ABBREVIATION = re.compile(
    r"(?:^|[^A-Za-z])(?:e\.g|i\.e|a\.k\.a|etc|vs|cf|approx|resp|et al|fig|eq|sec|ch|no|vol|pp?|dr|mr|mrs|ms|st|[A-Za-z])$",
    re.IGNORECASE,
)


def opaque_spans(text: str) -> list[tuple[int, int]]:
    """Start and end of each code fence, code span, formula and address, in order."""
    return [match.span() for match in _OPAQUE.finditer(text)]


def split_sentences(text: str) -> list[str]:
    """Cut `text` after its sentence ends and line breaks; the pieces joined give the text back.

    Punctuation, closing quotes and following white space stay with the sentence they close. Nothing is cut inside
    code, formulas, addresses, brackets, `3.14GB` or `e.g.`; a fence is one piece.
    """
    pieces, start = [], 0
    for end in _ends(text):
        if end <= start:
            continue
        if not text[start:end].strip():  # white space alone: leave it to what precedes it
            if pieces:
                pieces[-1] += text[start:end]
                start = end
            continue
        pieces.append(text[start:end])
        start = end
    if start < len(text):
        rest = text[start:]
        if pieces and not rest.strip():
            pieces[-1] += rest
        else:
            pieces.append(rest)
    return pieces


def _ends(text: str) -> Iterator[int]:
    spans = iter([*opaque_spans(text), (len(text), len(text))])
    hidden_from, hidden_to = next(spans)
    start = 0  # of the sentence
    expected: list[tuple[str, bool]] = []  # brackets due on this line; whether each opened its sentence
    i = 0
    while i < len(text):
        if i >= hidden_from:
            if text[hidden_from:hidden_to].lstrip().startswith(("```", "~~~")):
                yield hidden_from
                yield (start := _skip_space(text, hidden_to))
            i = max(hidden_to, i)
            hidden_from, hidden_to = next(spans, (len(text) + 1, len(text) + 1))
            continue
        char = text[i]
        if char == "\n":
            expected.clear()
            yield (start := _skip_space(text, i))
        elif char in _PAIR and _PAIR[char] in text[i : _line_end(text, i)]:
            expected.append((_PAIR[char], not text[start:i].strip()))
        elif expected and char == expected[-1][0]:
            expected.pop()
        elif _closes(text, i):
            end, over = i + 1, True
            while end < len(text) and text[end] in "。！？!?":
                end += 1
            while end < len(text) and text[end] in _CLOSERS:
                if expected and text[end] == expected[-1][0]:
                    over = expected.pop()[1]  # 它说「甲。」就完。 goes on; 「甲。」乙。 does not
                end += 1
            if over and not expected:
                yield (start := _skip_space(text, end))
            i = end
            continue
        i += 1


def _closes(text: str, i: int) -> bool:
    char = text[i]
    if char in "。！？":
        return True
    after = text[i + 1 : i + 2]
    if char in "!?":
        return (
            after == "" or after.isspace() or after in _CLOSERS or after in "!?" or bool(HAS_CJK.match(after))
        )
    if char != "." or not (after == "" or after.isspace() or after in _CLOSERS):
        return False
    before = text[max(0, i - 12) : i]
    if before.endswith(".") or _ABBREVIATION.search(before):
        return False
    return not re.search(r"(?:^|\n)\s*\d+$", before)  # "1." opens a list


def _skip_space(text: str, i: int) -> int:
    """Past the white space at `i`, but not past the indentation of the next line: a list keeps its shape."""
    end = i
    while end < len(text) and text[end].isspace():
        end += 1
    newline = text.rfind("\n", i, end)
    return newline + 1 if newline >= 0 and end < len(text) else end


def _line_end(text: str, i: int) -> int:
    end = text.find("\n", i)
    return len(text) if end < 0 else end


def cut_to(text: str, limit: int) -> str:
    """The leading sentences of `text` that fit `limit` characters, at least the first one whole."""
    kept = ""
    for sentence in split_sentences(text):
        if kept and len(kept) + len(sentence.rstrip()) > limit:
            break
        kept += sentence
    return kept.rstrip()
