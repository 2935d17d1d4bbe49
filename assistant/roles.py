"""Who does what: in a contrast, whether a sentence gives one side what the passage gives the other."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from assistant.text import CJK

CLAUSE_END = re.compile(
    rf"[，,；;。！？!?\n]|——|(?<=[{CJK}])而(?=[{CJK}])|但是?(?=[{CJK}])|却(?=[{CJK}])|(?<=[a-z]) (?:while|whereas|but) (?=\w)"
)
_OPENING = re.compile(
    r"^(?:[①-⑳\d.、\s\"“「『]|如果|若|当|用|对|由|让|把|而|且|但|先|再|只有|如|the\b)*", re.IGNORECASE
)
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_./\-]*")
_LEAD = re.compile(r"[^：:\n]{1,30}(?=[：:])")


def clauses(text: str) -> list[str]:
    return [clause.strip() for clause in CLAUSE_END.split(text) if clause and clause.strip()]


@lru_cache(maxsize=4096)
def words(text: str) -> tuple[str, ...]:
    """Words of more than one character, and Latin names, caseless."""
    import rjieba

    cut = (word.strip() for word in rjieba.cut(text.casefold()))
    return tuple(word for word in cut if re.search(r"\w", word) and (len(word) > 1 or word.isascii()))


def misplaced(claim: str, ground: str) -> list[str]:
    """Names whose clause in the claim says what the passage says of another name only.

    A clause belongs to the name it opens with, or to the one before it: `Prefill：计算密集；Decode：访存密集` gives
    `访存` to Decode, so `Prefill 访存密集` is misplaced. A name that the whole passage is about owns all of it.
    """
    subjects = _subjects(claim, ground)
    territory: dict[str | None, set[str]] = {}
    for owner, clause in _owned(ground, subjects):
        territory.setdefault(owner, set()).update(words(clause))
    lead = _LEAD.match(ground)
    overall = lead.group().casefold() if lead else ""
    found = []
    for owner, clause in _owned(claim, subjects):
        if owner is None or owner not in territory or owner in overall:
            continue
        said = {word for word in words(clause) if word not in owner and owner not in word}
        known = [word for word in said if any(word in its for its in territory.values())]
        foreign = [word for word in known if word not in territory[owner]]
        if known and 2 * len(foreign) >= len(known) and foreign:
            found.append(owner)
    return list(dict.fromkeys(found))


def _subjects(claim: str, ground: str) -> set[str]:
    """Chinese words that open clauses and occur more than once in the two texts together."""
    found = set()
    for clause in clauses(ground) + clauses(claim):
        opening = _OPENING.sub("", clause)
        run = re.match(f"[{CJK}]{{2,5}}", opening) if _has_predicate(opening) else None
        for end in range(2, min(len(run.group()), len(opening) - 2) + 1) if run else ():
            head = run.group()[:end]
            if head in ground and ground.count(head) + claim.count(head) > 1:
                found.add(head)
    return found


def _has_predicate(clause: str) -> bool:
    """Long enough to say something of what it opens with: `访存密集` is itself said of something."""
    return (len(clause) >= 6 or "：" in clause or ":" in clause) and clause[
        0
    ] not in "以按从向在为被会要能可不没无是有与和及"


def _owned(text: str, subjects: set[str]) -> Iterator[tuple[str | None, str]]:
    owner = None
    for clause in clauses(text):
        opening = _OPENING.sub("", clause)
        name = _NAME.match(opening)
        if name:
            owner = name.group().casefold().rstrip(".-/")
        else:
            heads = [opening[:n] for n in (5, 4, 3, 2)] if _has_predicate(opening) else []
            owner = next((head for head in heads if head in subjects), owner)
        yield owner, clause
