"""Bind each sentence of a composed answer to passages that support it, and mark those that none supports."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from assistant.answer import Sentence
from assistant.evidence import Evidence, Passage
from assistant.text import content_terms, match_key
from assistant.verify import Support, verify

_SAYS_NOTHING = re.compile(
    r"资料(?:里|中)?(?:没有|未|并未|并没有)(?:提到|提及|说明|涉及|给出)|没有提到|not mention|passages? (?:do|does) not|希望(?:对你|这)|^(?:好的|当然|以下|下面|总之|综上所述?|sure|here)[^。]{0,12}[：:，,!！]?$",
    re.IGNORECASE,
)
_QUOTABLE = 8  # characters: a shorter copy is a coincidence


def check_sentences(sentences: Sequence[Sentence], evidence: Evidence) -> tuple[Sentence, ...]:
    """Each sentence with `supported` set by its cited passages, or with the passage found that it forgot to cite.

    Where there is nothing to support (headings, code, "the passages do not mention it") it stays None.
    """
    passages = {passage.id: passage for passage in evidence.passages}
    return tuple(_check(sentence, passages) for sentence in sentences)


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


def _check(sentence: Sentence, passages: dict[str, Passage]) -> Sentence:
    if not is_claim(sentence):
        return sentence
    cited = [passages[id] for id in sentence.citations if id in passages]
    copied = _copied_from(sentence.text, cited or passages.values())
    if copied is not None:
        return replace(sentence, supported=True, quoted=True, citations=sentence.citations or (copied.id,))
    if cited:
        return replace(sentence, supported=_support(sentence.text, cited).supported)
    found = [(_support(sentence.text, [passage]), passage.id) for passage in passages.values()]
    best, id = max(found, key=lambda pair: pair[0].score, default=(None, ""))
    if best is not None and best.supported:
        return replace(sentence, supported=True, citations=(id,))
    return replace(sentence, supported=False)


def _support(sentence: str, passages: Sequence[Passage]) -> Support:
    """The best that one passage gives, or all of them together: a sentence may sum up two."""
    texts = [_read(passage) for passage in passages]
    found = [verify(sentence, text) for text in texts]
    if len(texts) > 1:
        found.append(verify(sentence, "\n".join(texts)))
    return max(found, key=lambda support: (support.supported, support.score))


def _read(passage: Passage) -> str:
    """A passage as its reader understands it: under its question's title and its heading."""
    chunk = passage.hit.chunk
    return "\n".join(part for part in (chunk.question.title, chunk.heading, passage.text) if part)


def _copied_from(text: str, passages) -> Passage | None:
    key = match_key(text.strip('。.；; *「」“”"'))
    if len(key) < _QUOTABLE:
        return None
    return next((passage for passage in passages if key in match_key(passage.text)), None)
