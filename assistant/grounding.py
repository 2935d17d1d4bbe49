"""Bind each sentence of a composed answer to passages that support it, and mark those that none supports."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from assistant.answer import Sentence
from assistant.evidence import Evidence, Passage
from assistant.text import content_terms, match_key
from assistant.verify import Support, verify_all

_SAYS_NOTHING = re.compile(
    r"资料(?:里|中)?(?:没有|未|并未|并没有)(?:提到|提及|说明|涉及|给出)|没有提到|not mention|passages? (?:do|does) not|希望(?:对你|这)|^(?:好的|当然|以下|下面|总之|综上所述?|sure|here)[^。]{0,12}[：:，,!！]?$",
    re.IGNORECASE,
)
LOOKED_AT = 4  # passages that a sentence without citations is held against
_QUOTABLE = 8  # characters: a shorter copy is a coincidence


@dataclass(frozen=True, slots=True)
class _Ground:
    """A passage as its reader understands it, under its question's title and its heading, and its terms."""

    id: str
    text: str
    terms: frozenset[str]

    @classmethod
    def of(cls, passage: Passage) -> _Ground:
        chunk = passage.hit.chunk
        text = "\n".join(part for part in (chunk.question.title, chunk.heading, passage.text) if part)
        return cls(passage.id, text, frozenset(content_terms(text)))


def check_sentences(sentences: Sequence[Sentence], evidence: Evidence) -> tuple[Sentence, ...]:
    """Each sentence with `supported` set by its cited passages, or with the passage found that it forgot to cite.

    Where there is nothing to support (headings, code, "the passages do not mention it") it stays None.
    """
    passages = {passage.id: passage for passage in evidence.passages}
    grounds = [_Ground.of(passage) for passage in evidence.passages]
    seen = [_at_a_glance(sentence, passages) for sentence in sentences]
    asked = [
        [] if known is not None else _grounds(sentence, grounds)
        for sentence, known in zip(sentences, seen, strict=True)
    ]
    pairs = [(sentence.text, text) for sentence, own in zip(sentences, asked, strict=True) for text, _ in own]
    supports = iter(verify_all(pairs))
    return tuple(
        known if known is not None else _judged(sentence, [(next(supports), id) for _, id in own])
        for sentence, known, own in zip(sentences, seen, asked, strict=True)
    )


def mostly_unsupported(sentences: Sequence[Sentence]) -> bool:
    """Whether more than half of the claims of an answer have nothing behind them."""
    claims = [sentence.supported for sentence in sentences if sentence.supported is not None]
    return len(claims) > 1 and claims.count(False) > len(claims) / 2


def is_claim(sentence: Sentence) -> bool:
    if (
        "#" in sentence.lead
        or "\n" in sentence.tail
        or sentence.text.rstrip("*").endswith(("：", ":", "？", "?"))
    ):
        return False
    if set(sentence.text) <= set("|-: \t"):
        return False
    return len(content_terms(sentence.text)) >= 2 and not _SAYS_NOTHING.search(sentence.text.strip("* "))


def _at_a_glance(sentence: Sentence, passages: dict[str, Passage]) -> Sentence | None:
    """The sentence when there is nothing to read: no claim, or a copy of a passage."""
    if not is_claim(sentence):
        return sentence
    cited = [passages[id] for id in sentence.citations if id in passages]
    copied = _copied_from(sentence.text, cited or passages.values())
    if copied is None:
        return None
    return replace(sentence, supported=True, quoted=True, citations=sentence.citations or (copied.id,))


def _grounds(sentence: Sentence, grounds: Sequence[_Ground]) -> list[tuple[str, str]]:
    """(text, id) of what may carry it: each passage it cites and all of them together, for a sentence may sum up two;
    without citations the passages that share most with it."""
    texts = {ground.id: ground.text for ground in grounds}
    cited = [(texts[id], id) for id in sentence.citations if id in texts]
    if len(cited) > 1:
        return [*cited, ("\n".join(text for text, _ in cited), cited[0][1])]
    if cited:
        return cited
    terms = set(content_terms(sentence.text))
    near = sorted(grounds, key=lambda ground: -len(terms & ground.terms))[:LOOKED_AT]
    return [(ground.text, ground.id) for ground in near]


def _judged(sentence: Sentence, found: Sequence[tuple[Support, str]]) -> Sentence:
    best, id = max(found, key=lambda pair: (pair[0].supported, pair[0].score), default=(None, ""))
    if best is None or not best.supported:
        return replace(sentence, supported=False)
    among = {passage_id for _, passage_id in found}
    kept = tuple(citation for citation in sentence.citations if citation in among)
    return replace(sentence, supported=True, citations=kept or (id,))


def _copied_from(text: str, passages) -> Passage | None:
    key = match_key(text.strip('。.；; *「」“”"'))
    if len(key) < _QUOTABLE:
        return None
    return next((passage for passage in passages if key in match_key(passage.text)), None)
