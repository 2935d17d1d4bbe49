"""Keys for comparing texts. Never shown."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

# A Han character, a kana or a hangul syllable is a token of its own; letters and digits run together.
TOKEN = re.compile(
    r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\U00020000-\U0003ffff]|[^\W_]+?(?=[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|\W|_|$)"
)


@lru_cache(maxsize=16_384)  # the same passages come up for many cases
def match_key(text: str) -> str:
    """Width-folded, caseless, without spaces and punctuation: `？` and `?` match, `KV Cache` and `kvcache` too."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return "".join(c for c in folded if unicodedata.category(c)[0] not in "PZC" or c in "+#")


def shown(text: str, most: int = 30) -> str:
    """The beginning of `text` on one line, for a message."""
    line = " ".join(text.split())
    return line if len(line) <= most else line[:most] + "…"


def tokens(text: str) -> tuple[str, ...]:
    """`KV Cache 是什么` → kv, cache, 是, 什, 么: what a reader would count when asking how much was copied."""
    return tuple(TOKEN.findall(unicodedata.normalize("NFKC", text).casefold()))


def longest_shared_run(left: tuple[str, ...], right: tuple[str, ...]) -> tuple[str, ...]:
    """The longest run of tokens that stands in both, the first one of `left` where several are equally long."""
    best_length, best_end = 0, 0
    previous = [0] * (len(right) + 1)
    for i, token in enumerate(left, start=1):
        current = [0] * (len(right) + 1)
        for j, other in enumerate(right, start=1):
            if token == other:
                current[j] = previous[j - 1] + 1
                if current[j] > best_length:
                    best_length, best_end = current[j], i
        previous = current
    return left[best_end - best_length : best_end]
