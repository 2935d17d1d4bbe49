"""Banks without any mark of Markdown: cards with tabs, outlines by indentation, `01` over a title, 「术语：解释」 line by line,
lists counted anew in each chapter.

Each of them must make up nearly all of a file; the first that does is taken.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from ingest.candidates import Candidate, asking_counts, from_title, with_next
from ingest.grammar import Marks, asks, chinese_value, find_label, find_number, is_plain, plain
from ingest.headings import Node
from ingest.lines import Line
from ingest.runs import are_distinct

_SETTING = re.compile(r"#[a-z ]{2,20}:\S")  # `#separator:tab` at the top of an export of Anki
_COUNT = re.compile(r"0?\d{1,2}[.、]?")
_DECIMAL = re.compile(
    r"(?P<one>\d{1,3})[.．](?:(?P<two>\d{1,3})(?:[.、．](?!\d{1,3}[.、．])[ \t]*|[ \t]+|(?=[^\d.\s]))|(?!\d))\s*(?P<title>\S.*)"
)
_TERM = re.compile(r"(?P<term>[^：:。；;，,？?!！\t]{1,24}?) ?(?:：|:(?= ))\s*(?P<told>\S.{3,})")
_GROUP = re.compile(r"[【\[](?P<name>[^】\]]{1,30})[】\]]")
_COUNTS_FROM_ONE = re.compile(r"1[、.．)）]")
_TITLE, _ENTRY, _CHAPTER = 120, 80, 30  # characters of a title, of one in a list, of a chapter
_CARDS = 6  # between rules
_SAID = re.compile(r"\w\w")
_COMPANIES, _GROUP_NAME = 3, 12  # lines at the margin that name a list; characters of a group within one
_HEADS = re.compile(r"[:：][^:：]{0,8}$")
_ROWS, _LEVELS = 4, 3  # the fewest questions; the fewest depths of an outline


def take_unmarked(nodes: Sequence[Node], lines: Sequence[Line], marks: Marks) -> None:
    """Make what such a file lists the candidates of its last heading, where nothing but lone lines asks so far."""
    if len(nodes) > 2 or any(c.style != "loose" for node in nodes for c in node.candidates):
        return
    node = nodes[-1]
    told = [i for i in range(node.index + 1, node.own_end) if not lines[i].blank]
    for reader in (
        _cards,
        _counted,
        _decimals,
        _ruled,
        _lists,
        _margin,
        _outline,
        _indented,
        _terms,
        _lone_lines,
    ):
        found = reader(lines, told, marks)
        if sum(not c.divides for c in found) >= _ROWS:
            node.candidates = found
            return


def _cards(lines: Sequence[Line], told: Sequence[int], marks: Marks) -> list[Candidate]:
    """`question<TAB>answer`, as Anki exports its notes; more columns hold tags."""
    rows = [i for i in told if "\t" in lines[i].text.strip("\t")]
    settings = sum(bool(_SETTING.match(lines[i].text)) for i in told)
    columns = Counter(lines[i].text.count("\t") for i in rows).most_common(1)
    if not columns or columns[0][1] < 0.9 * (len(told) - settings) or any(lines[i].indent for i in rows):
        return []
    found = []
    for i in rows:
        title, answer, *_ = lines[i].text.split("\t")
        candidate = from_title(i, "row", plain(title))
        candidate.extra["lead"], candidate.end = answer.strip(), i + 1
        found += [candidate] if candidate.title else []
    return found if all(len(c.title) <= 2 * _TITLE for c in found) else []


def _counted(lines: Sequence[Line], told: Sequence[int], marks: Marks) -> list[Candidate]:
    """`01` on a line of its own, its title on the next, `02`, … : articles copied from a reader's page."""
    found: list[Candidate] = []
    for i, below in pairwise(told):
        if (
            not _COUNT.fullmatch(lines[i].text.strip())
            or int(re.sub(r"\D", "", lines[i].text)) != len(found) + 1
        ):
            continue
        title = plain(lines[below].rest)
        if 0 < len(title) <= _TITLE and lines[below].kind == "text":
            candidate = from_title(i, "count", f"{len(found) + 1}. {title}")
            candidate.extra["title_line"] = below
            found.append(candidate)
    return found


def _ruled(lines: Sequence[Line], told: Sequence[int], marks: Marks) -> list[Candidate]:
    """A short line over a blank one, its text, then a rule, card after card."""
    cards: list[list[int]] = [[]]
    for i in told:
        if lines[i].kind == "rule":
            cards.append([])
        else:
            cards[-1].append(i)
    cards = [card for card in cards if card]
    titles = [card[0] for card in cards if len(card) > 1 and _heads_card(lines, card[0])]
    if len(cards) < _CARDS or len(titles) < 0.9 * len(cards):
        return []
    found = [from_title(i, "count", plain(lines[i].rest)) for i in titles]
    return found if are_distinct(found) else []


def _heads_card(lines: Sequence[Line], i: int) -> bool:
    line = lines[i]
    short = line.kind == "text" and len(line.rest) <= _ENTRY and line.rest[-1:] not in "。；;，,"
    return short and lines[i + 1].blank


def _begins(match: re.Match[str]) -> bool:
    """`1.` or `4.1.`"""
    return int(match["two"] or match["one"]) == 1


def _decimals(lines: Sequence[Line], told: Sequence[int], marks: Marks) -> list[Candidate]:
    """`2.面试题` over `2.1.甲是什么？`, `2.2.…`, as a program numbers the sections of a document; some chapters may count 1, 2, 3."""
    numbered = [(i, match) for i in told if (match := _DECIMAL.match(lines[i].text.strip()))]
    found: list[Candidate] = []
    chapter = last = deep = 0
    plain_ones = False  # whether this chapter counts 1, 2, 3
    for (i, match), (_, after) in pairwise([*numbered, (-1, None)]):
        one, two = int(match["one"]), int(match["two"] or 0)
        opens = not two and chapter < one <= chapter + 5 and after is not None and _begins(after)
        if two:
            plain_ones = False
            fits = (one == chapter and last < two <= last + 2) or (two == 1 and one > chapter)
        elif opens:
            named = _SAID.search(match["title"]) and len(match["title"]) <= _CHAPTER
            fits = named and (not after["two"] or int(after["one"]) == one)
        else:
            fits = plain_ones and one == last + 1
        if not fits:
            continue
        count = f"{one}.{match['two'] or ''}"
        candidate = from_title(i, "num", plain(f"{count} {match['title']}"))
        if two:
            chapter, last, deep = one, two, deep + 1
        elif opens:
            candidate.divide()
            chapter, last, plain_ones = one, 0, not after["two"]
        else:
            last = one
        found += [candidate] if candidate.title else []
    entries = [c for c in found if not c.divides]
    could, do = asking_counts(entries)
    short = sum(len(c.title) <= _TITLE for c in entries)
    asked = do >= 0.3 * len(entries) and could >= 0.4 * len(entries)
    return found if deep >= 5 and asked and short >= 0.9 * len(entries) else []


def _lists(lines: Sequence[Line], told: Sequence[int], marks: Marks) -> list[Candidate]:
    """`1、甲的原理`, `2、…` without answers, counted anew under 「二、深度学习」 or 「单模型」: ten or more, most could be asked."""
    found: list[Candidate] = []
    last = runs = 0
    for i, below in pairwise([*told, -1]):
        number = find_number(lines[i].text.strip())
        value = int(number.number) if is_plain(number) else 0
        candidate = from_title(i, "num", plain(lines[i].text.strip()))
        fits = 0 < len(candidate.title) <= _ENTRY and "://" not in candidate.title[:8]
        if value and value in (1, last + 1):
            last = value
            runs += value == 1
            found += [candidate] if fits else []
        elif below >= 0 and _COUNTS_FROM_ONE.match(lines[below].text.strip()) and len(candidate.title) <= 24:
            candidate.divide()
            found.append(candidate)
    entries = [c for c in found if not c.divides]
    could, do = asking_counts(entries)
    if len(entries) < 10 or runs < 2 or could < 0.55 * len(entries) or do < 0.1 * len(entries):
        return []
    return found if len(found) >= 0.7 * sum(i >= found[0].start for i in told) else []


def _margin(lines: Sequence[Line], told: Sequence[int], marks: Marks) -> list[Candidate]:
    """一、…, 二、…, at the margin, everything else but a stray line indented below them."""
    margin = [i for i in told if not lines[i].text[:1].isspace()]
    numbers = {i: find_number(lines[i].text.strip()) for i in margin}
    own = [i for i, n in numbers.items() if n is not None and n.kind == "chinese"]
    counted = [chinese_value(numbers[i].number) for i in own] == list(range(1, len(own) + 1))
    if not counted or len(margin) > 1.25 * len(own) or 3 * len(own) > len(told) or own[:1] != told[:1]:
        return []
    return [from_title(i, "chinese", plain(lines[i].text.strip())) for i in own]


def _outline(lines: Sequence[Line], told: Sequence[int], marks: Marks) -> list[Candidate]:
    """Lines under lines by their indentation alone, as mind maps are exported: on one depth most lines ask."""
    depths = sorted({lines[i].indent for i in told})
    if len(depths) < _LEVELS or sum(lines[i].kind in ("text", "code") for i in told) < 0.9 * len(told):
        return []
    for depth, inner in pairwise(depths):
        own = [i for i in told if lines[i].indent == depth]
        parents = sum(lines[b].indent >= inner for a, b in pairwise(told) if lines[a].indent == depth)
        asking = sum(asks(plain(lines[i].text)) == 2 for i in own)
        if len(own) >= _ROWS and parents >= 0.7 * len(own) and asking >= 0.6 * len(own):
            return [_entry(lines, i, depth) for i in told if lines[i].indent <= depth]
    return []


def _entry(lines: Sequence[Line], i: int, depth: int) -> Candidate:
    candidate = from_title(i, "outline", plain(lines[i].text.strip()))
    if lines[i].indent < depth:
        candidate.divide()
    return candidate


def _indented(lines: Sequence[Line], told: Sequence[int], marks: Marks) -> list[Candidate]:
    """「阿里：电话面」 at the margin, what was asked there set in below it, a line each, maybe in groups 「笔试」."""
    margin = [n for n, i in enumerate(told) if lines[i].indent == 0]
    names = [n for n in margin if _HEADS.search(lines[told[n]].text)]
    if len(names) < _COMPANIES or len(names) < 0.6 * len(margin) or 3 * len(margin) > len(told):
        return []
    found: list[Candidate] = []
    for n, end in with_next(names):
        found.append(_entry(lines, told[n], 1))
        found += _below(lines, told[n + 1 : end], _COMPANIES)
    could, do = asking_counts(c for c in found if not c.divides)
    entries = sum(not c.divides for c in found)
    return found if could >= 0.3 * entries and do >= 0.1 * entries else []


def _below(lines: Sequence[Line], told: Sequence[int], depths: int) -> list[Candidate]:
    """The least indented of these lines; those that count, if some do; those below a short one without a number."""
    if not told or not depths:
        return []
    base = min(lines[i].indent for i in told)
    places = [n for n, i in enumerate(told) if lines[i].indent == base]
    own = [from_title(told[n], "outline", plain(lines[told[n]].text.strip())) for n in places]
    counted = sum(c.number is not None and bool(c.title) for c in own)
    found: list[Candidate] = []
    for one, (n, end) in zip(own, with_next(places), strict=True):
        below = told[n + 1 : end]
        if below and one.number is None and len(one.title) <= _GROUP_NAME and one.ask < 2:
            inner = _below(lines, below, depths - 1)
            one.divide()
            found += [one, *inner]
        elif one.title and not one.title.isdigit() and (one.number is not None or counted < 2):
            found.append(one)
    return found


def _lone_lines(lines: Sequence[Line], told: Sequence[int], marks: Marks) -> list[Candidate]:
    """Fifteen short lines or more with a blank one between them, a third of which ask and half of which could."""
    own = [i for i in told if lines[i].kind == "text" and len(lines[i].rest) <= _TITLE]
    alone = [i for i in own if i == 0 or lines[i - 1].blank]
    if len(alone) < 15 or len(alone) < 0.85 * len(told):
        return []
    found = [from_title(i, "line", plain(lines[i].rest)) for i in alone]
    could, do = asking_counts(found)
    ended = sum(lines[i].rest.endswith(("。", ".", "；", ";")) for i in alone)
    fits = could >= 0.5 * len(found) and do >= 0.3 * len(found) and ended <= 0.2 * len(found)
    return [c for c in found if c.title] if fits else []


def _terms(lines: Sequence[Line], told: Sequence[int], marks: Marks) -> list[Candidate]:
    """「CAP：一致性、可用性、分区容错…」, a line each, maybe in groups 「【理论】」."""
    found: list[Candidate] = []
    for i in told:
        line = lines[i]
        group, term = _GROUP.fullmatch(line.rest), _TERM.match(line.rest)
        if line.kind != "text" or line.indent > 3 or find_label(line.rest, marks) is not None:
            continue
        if group is not None:
            candidate = from_title(i, "term", group["name"])
            candidate.divide()
            found.append(candidate)
        elif term is not None and (found or i == 0 or lines[i - 1].blank):
            candidate = from_title(i, "term", term["term"])
            candidate.extra["lead"], candidate.end = line.rest[term.start("told") :], i + 1
            found.append(candidate)
    grouped = next((n for n, c in enumerate(found) if c.divides), 0)
    found = found[grouped:]  # what stands before the first group is a word to the reader
    return found if found and len(found) >= 0.8 * sum(i >= found[0].start for i in told) else []
