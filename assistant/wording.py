"""Small moves with the words of a question: does it ask, what does it end with, what stands in its brackets."""

from __future__ import annotations

import re
from collections.abc import Sequence

from assistant.text import Language, content_terms, language_of

_ASKS_ZH = re.compile(
    r"什么|为何|为啥|怎么|怎样|如何|谁|哪|几[个种类步]|多少|何时|是否|能不能|会不会|要不要|是不是|有没有|[吗呢]$"
)
ASKS_EN = re.compile(r"^(?:why|how|what|when|where|which|who|is|are|does|do|can|should)\b", re.IGNORECASE)
_TRIM = re.compile(r"^(?:[\s*_`#>\-•①-⑳、)）]|\d{1,2}[.)、）]\s*(?!\d))+(?=\S)|[\s*_`，,、：:。]+$")
_PARENTHESIS = re.compile(r"\s*[（(][^（()）]*[)）]|\s*[（(][^（()）]*$")


def says_something(text: str) -> bool:
    return any(not term.isdigit() for term in content_terms(text))


def asks(text: str) -> bool:
    if language_of(text) == "en" or not re.search(r"[\u3400-\u9fff]", text):
        return bool(ASKS_EN.match(text)) or text.rstrip().endswith(("?", "？"))
    return text.rstrip().endswith(("?", "？")) or bool(
        _ASKS_ZH.search(re.sub(r"[「『“\"].*?[」』”\"]", "", text))
    )


def with_mark(text: str, language: Language) -> str:
    text = text.rstrip(" 。.…")
    return text if text.endswith(("?", "？")) else text + ("？" if language == "zh" else "?")


def owned_by(subject: str, phrase: str, link: str) -> str:
    """`subject` before `phrase`, unless the phrase names it already."""
    if not subject or set(content_terms(phrase)) & set(content_terms(subject)):
        return ""
    return f"{spaced(subject)}{link}"


def listed(names: Sequence[str]) -> str:
    return " and ".join(names) if len(names) < 3 else ", ".join(names[:-1]) + f" and {names[-1]}"


def without_parentheses(text: str) -> str:
    """`text` without its parentheses."""

    def gap(match: re.Match[str]) -> str:
        before, after = text[: match.start()][-1:], text[match.end() :][:1]
        return (
            " "
            if before.isascii()
            and before.isalnum()
            and after
            and not after.isspace()
            and after not in "，。、：；？"
            else ""
        )

    return _PARENTHESIS.sub(gap, text).strip()


def cleaned(text: str) -> str:
    previous = None
    while previous != text:
        previous, text = text, _TRIM.sub("", text.strip())
    return re.sub(r"\*\*|`", "", text)


def spaced(text: str) -> str:
    """A space where Chinese will follow a Latin word."""
    return f"{text} " if re.search(r"[A-Za-z0-9]$", text) else text


def led(chinese: str, text: str) -> str:
    """`chinese`, then `text`, a space between where a Latin word follows."""
    return f"{chinese} {text}" if re.match(r"[A-Za-z0-9]", text) else f"{chinese}{text}"


def distinct(*texts: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(text for text in texts if text))
