"""Short lines with what answers them right below, a blank line before the next: 「接口怎么做」, 「走 RPC，…」, and so on.

One such line may open any paragraph; six under a heading that does not ask, half of which ask, are its questions. So are
names over what they mean, fifteen in a file that holds hardly anything else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from ingest.candidates import asking_counts, from_title
from ingest.grammar import Marks, find_label, find_number, plain
from ingest.headings import Node
from ingest.lines import Line
from ingest.runs import are_distinct

_LONGEST = 40  # characters of a title
_FEWEST, _NAMES = 6, 15  # under a heading; in a file
_SENTENCE_ENDS = "。.；;，,、！!"


def take_told_lines(
    nodes: Sequence[Node], lines: Sequence[Line], marks: Marks, *, one_question: bool = False
) -> None:
    """Make such lines the candidates of their headings, where nothing but lone lines begins a question; names are none in
    the answer to `one_question`, which the file's name asks."""
    if not one_question and _take_names(nodes, lines, marks):
        return
    for node in nodes:
        if node.asking or any(c.style != "loose" for c in node.candidates):
            continue
        blocks = list(_blocks(node, lines))
        if len(blocks) < _FEWEST:
            continue
        found = [from_title(b[0], "told", plain(lines[b[0]].rest)) for b in blocks if _heads(b, lines, marks)]
        could, do = asking_counts(found)
        starts = [c.start for c in found]
        enough = len(found) >= max(_FEWEST, 0.5 * len(blocks)) and starts[0] == blocks[0][0]
        asked = could >= 0.6 * len(found) and do >= 0.5 * len(found)
        if enough and asked and {c.start for c in node.candidates} <= set(starts):
            node.candidates = found


def _take_names(nodes: Sequence[Node], lines: Sequence[Line], marks: Marks) -> bool:
    """`empiricism`, right below it what it means, a blank line, and the next: whether the file is made of such."""
    if any(node.asking or node.candidates for node in nodes):
        return False
    blocks = [list(_blocks(node, lines)) for node in nodes]
    found = [
        [
            from_title(b[0], "told", plain(lines[b[0]].rest))
            for b in own
            if _heads(b, lines, marks) and _is_meaning(lines[b[0]], lines[b[1]] if len(b) > 1 else None)
        ]
        for own in blocks
    ]
    named = list(chain.from_iterable(found))
    if len(named) < _NAMES or len(named) < 0.85 * sum(map(len, blocks)) or not are_distinct(named):
        return False
    for node, own in zip(nodes, found, strict=True):
        node.candidates = own
    return True


def _is_meaning(name: Line, line: Line | None) -> bool:
    """Whether this line may say what the name means: longer, and a text."""
    return line is not None and line.kind == "text" and len(line.rest) > len(name.rest)


def _blocks(node: Node, lines: Sequence[Line]) -> Iterator[range]:
    """The runs of lines of its own text that have no blank line between them."""
    begin = node.index + 1
    for i in range(begin, node.own_end + 1):
        if i == node.own_end or lines[i].blank or lines[i].kind == "rule":
            if i > begin:
                yield range(begin, i)
            begin = i + 1


def _heads(block: range, lines: Sequence[Line], marks: Marks) -> bool:
    """Whether its first line is a title: short, no sentence, with more below it or a colon at its end."""
    line = lines[block[0]]
    if line.kind != "text" or line.indent > 3 or not 1 < len(line.rest) <= _LONGEST:
        return False
    if line.rest[-1] in _SENTENCE_ENDS or find_label(line.rest, marks) or find_number(line.rest):
        return False
    return len(block) > 1 or line.rest.endswith((":", "："))
