"""An interview written down as it was spoken: 「面试官：…」 asks, 「候选人：…」 answers.

Only a file whose headings do not ask is read so: below 「## 什么是甲？」 a dialogue is part of the answer.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from ingest.candidates import Candidate, from_title
from ingest.grammar import Marks, asks, fold, trim, word_key
from ingest.headings import Node, headings_ask
from ingest.lines import Line

_SPEAKER = re.compile(
    r"(?:[\[(]?\d{1,2}:\d{2}(?::\d{2})?[\])]? *[-–—]? *)?[*_【\[<]{0,4} ?(?P<name>[^\s*_:【】\[\]<>()][^*_:【】\[\]<>()]{0,15}?) ?(?:\([^()]{1,12}\))?[*_】\]>]{0,4} ?: ?[*_]{0,3}"
)
_ASKS_ON = re.compile(r"(?:接着|继续|繼續|又|再)?(?:问|問|追问|追問|提问|提問)?[a-z甲乙丙\d]?$")
_OPENING = re.compile(
    r"^(?:(?:[你您]好|hello|hi|嗯+|好的?|行|可以|不错|不錯|很好|哦+|噢+|ok|okay|well|right|great|good|fine|alright|so|and|then)[，,。.!！…~ ]+|那[么麼]?[，,]?|接下来|接下來|然后|最后|最後|[你您](?=[说說讲講谈談介简簡解聊描]))+",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"[，,。.；;!！]")
_LONG = 400  # characters
_MANY = 5  # headings with text


class Speech(NamedTuple):
    """A line that a speaker opens: `asking` or not, and where the words begin."""

    line: int
    asking: bool
    words: str
    words_line: int


def find_speeches(lines: Sequence[Line], marks: Marks) -> list[Speech]:
    """The lines with a speaker's name, in order; empty unless the file is a dialogue.

    The one who asks must ask twice; where nobody is named who answers, thrice.
    """
    found: list[Speech] = []
    for i, line in enumerate(lines):
        if line.kind not in ("text", "item", "quote") or line.indent > 3:
            continue
        spoken = _speaker(line, marks)
        if spoken is None:
            continue
        asking, start = spoken
        words, at = trim(line.rest[start:]), i
        if not words:
            at = next((j for j in range(i + 1, min(i + 3, len(lines))) if not lines[j].blank), i)
            told = lines[at].kind in ("text", "item", "quote") and _speaker(lines[at], marks) is None
            words = lines[at].rest if told else ""
        found.append(Speech(i, asking, words, at))
    asked = sum(s.asking and _is_question(s.words) for s in found)
    answered = sum(not s.asking for s in found)
    enough = asked >= 2 and answered >= 2 and answered >= 0.3 * asked
    return found if enough or (asked >= 3 and not answered) else []


def _speaker(line: Line, marks: Marks) -> tuple[bool, int] | None:
    """(whether it is the one who asks, where the words begin) of a line that a speaker's name opens."""
    folded = fold(line.rest[:48])
    match = _SPEAKER.match(folded) if ":" in folded else None
    if match is None:
        return None
    name = word_key(match["name"])
    asking = name in marks.askers or _ASKS_ON.sub("", name) in marks.askers
    return (asking, match.end()) if asking or name in marks.answerers else None


def _is_question(words: str) -> bool:
    words = words.rstrip("*_ ")
    if len(words) > _LONG:
        return False
    if "?" in words or "？" in words:
        return True
    clauses = [_OPENING.sub("", clause.strip()) for clause in _CLAUSE.split(words)]
    return any(asks(clause) == 2 and clause[2:3] != "得" for clause in clauses)  # 「分析得不错」 praises


def take_dialogue(nodes: Sequence[Node], lines: Sequence[Line], marks: Marks) -> None:
    """Make the questions of a dialogue the candidates of the headings that they stand under."""
    if headings_ask(nodes):
        return
    speeches = find_speeches(lines, marks)
    if not speeches:
        return
    spoken: list[tuple[Node, list[Speech]]] = []
    n = told = 0
    for node in nodes:
        own: list[Speech] = []
        while n < len(speeches) and speeches[n].line < node.own_end:
            own.append(speeches[n])
            n += 1
        spoken += [(node, own)] if own else []
        told += any(not x.blank for x in lines[node.index + 1 : node.own_end])
    if told > _MANY and len(spoken) < 0.3 * told:
        return  # here and there a dialogue in a handbook
    for node, own in spoken:
        asked = [s for s in own if s.asking and _is_question(s.words)]
        if not asked or (len(nodes) > 2 and node.ask == 2 and node is not nodes[1]):
            continue
        lines_spoken = {s.line for s in own}
        others = [c for c in node.candidates if c.style != "loose" and c.start not in lines_spoken]
        if sum(c.ask == 2 for c in others) > len(asked):
            continue  # a dialogue within one of the answers
        node.candidates = [_candidate(s) for s in asked]
        if not own[-1].asking:  # what stands after a rule below the last answer speaks of the whole
            rest = range(own[-1].words_line + 1, node.own_end)
            node.candidates[-1].end = next((i for i in rest if lines[i].kind == "rule"), node.own_end)


def _candidate(speech: Speech) -> Candidate:
    candidate = from_title(speech.line, "dialogue", speech.words.rstrip("*_ "))
    candidate.ask, candidate.extra["title_line"] = 2, speech.words_line
    return candidate
