"""Make a follow-up turn stand alone. A query that stands alone is left to the letter."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from assistant.answer import Turn
from assistant.reading import numbers_in, ordinals_in, subject_of, without_ordinals
from assistant.text import content_terms, language_of, latin_terms, without_fillers

if TYPE_CHECKING:
    from ingest.question import Question

REMEMBERED = 6  # turns that a pronoun may reach back

_PRONOUN = re.compile(
    r"它们?|(?<!其)他们?|前者|后者|[二两]者|[这本该]道?题(?![库目])|这(?:样做|个|种|些|样|里|两个|两者|几个|一点|套)?(?:东西|方法|做法|方案|机制|技术|概念|问题|过程|参数|指标)?(?![类次年])|"
    r"(?<!除)那(?:个|种|些|样|里)(?:东西|方法|做法|方案|机制|技术|概念)?|(?<![尤与极莫])其(?![他它实余次中])|上述|上面(?:的|说的|提到的)?(?:内容|那个)?|刚才(?:的|说的|提到的)?|该(?=\S)(?![不])"
)
_PRONOUN_EN = re.compile(
    r"\b(?:it|its|they|them|their|this|these|those|that one|the former|the latter|the above)\b", re.IGNORECASE
)
_EXPLETIVE_EN = re.compile(
    r"\b(?:is|was|does|would|could|can|may) it (?:\w+ )?(?:\w+ )?(?:to|that)\b|\bit (?:\w+ )?for .* to\b|\bit (?:is|was)\b.*\b(?:to|that)\b|\bthis (?:bank|question)\b",
    re.IGNORECASE,
)
# Words that ask for a side of a subject without naming one.
_ASPECT = re.compile(
    r"缺点|优点|好处|坏处|代价|例子|举例?|示例|场景|原理|作用|意义|用途|问题|注意|实现|细节|数据|来源|出处|依据|公式|代码|参数|默认值?|原因|目的|步骤|流程|"
    r"难点|易错|坑|追问|题眼|锚点|记忆|面试官?|回答|重点|总结|概括|简单|通俗|人话|白话|深入|继续|接着|往下|更多|下去|例外|前提|条件|局限|限制|影响|后果|结论|"
    r"办法|方法|做法|解决|优化|改进|排查|验证|证明|理解|记住|记|看|真的|确定|当然|再|多|先|吧|点|句|话|答|做|用|来|才|还|就|都|又|也|么|嘛|哦|嗯|没|不|得|到|出|起|过|呗|快|慢|大|小|高|低|说|讲|谈|题|一"
)
_ASPECT_WORDS = (
    "example examples detail details more drawback drawbacks advantage advantages disadvantage "
    "disadvantages pros cons work works implementation implement elaborate continue go on further simple "
    "simpler simply terms short summary summarize again give me one deeper really sure and else happens "
    "then next step steps reason reasons cost costs benefit benefits use uses matter mean means formula "
    "code source sources simplify expand say word words point points "
)
_ASPECT_EN = frozenset(_ASPECT_WORDS.split())
_AND_WHAT_OF = re.compile(r"^(?:那么?|如果是?|换成|要是)?\s*(?P<term>[^，,。？?]{1,24}?)\s*呢\s*[?？]?$")
_AND_WHAT_OF_EN = re.compile(r"^(?:and|what about|how about)\s+(?P<term>[^?]{1,40}?)\s*\??$", re.IGNORECASE)
_COURTESY = re.compile(
    r"(?:谢谢你?|多谢|好的?|明白了?|懂了?|知道了?|行|嗯+|哦+|ok(?:ay)?|thanks?(?: you)?|got it|[?？!！.。]+)[!！.。~]*",
    re.I,
)
_DEEPER = re.compile(
    r"展开|详细|深入|具体|继续|接着|往下|更多|\bmore\b|\bdetail|\belaborate|\bexpand|\bdeeper|\bgo on",
    re.IGNORECASE,
)
_SIMPLER = re.compile(
    r"人话|白话|通俗|简单[点些来说]|一句话|概括|\bsimpl|\bin short|\bone sentence|\bsummar", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Asked:
    """A query and what is searched for it: `text` equals `query` unless `rewritten`.

    `question_id` is the question that the conversation is at, when the query leans on it; `points` are the points of
    it that are meant (from 1, -1 the last). `depth` is -1 for "in short", 1 for "go on", else 0.
    """

    query: str
    text: str
    rewritten: bool = False
    question_id: str | None = None
    points: tuple[int, ...] = ()
    depth: int = 0


@dataclass(frozen=True, slots=True)
class _Topic:
    text: str
    subject: str
    question_id: str | None
    point: int = 0


def standalone(
    query: str, history: Sequence[Turn] = (), question_of: Callable[[str], Question | None] = lambda id: None
) -> Asked:
    """Resolve pronouns, ellipses and counted points of `query` against the turns before it, by rules.

    Turns that named no question (refusals, greetings) are passed over. `question_of` finds a question by id.
    """
    topic: _Topic | None = None
    for turn in history[-REMEMBERED:]:
        if turn.question_ids:
            topic = _topic_after(_resolve(turn.query, topic, question_of), turn, topic, question_of)
    return _resolve(query, topic, question_of)


def leans_on_history(query: str) -> bool:
    """Whether `query` says too little on its own: a pronoun without a referent in it, or no content at all."""
    if numbers_in(query) or not query.strip() or _COURTESY.fullmatch(query.strip()):
        return False
    if ordinals_in(query) or re.search(r"[上下前]一?[个]?[点条项步]", query):
        return _names_nothing(query[: _first_ordinal(query)])
    return bool(_pronoun(query) or _ellipsis(query)) or _names_nothing(query)


def _resolve(query: str, topic: _Topic | None, question_of: Callable[[str], Question | None]) -> Asked:
    query = query.strip()
    number = numbers_in(query)
    if topic is None or number or not leans_on_history(query):
        points = ordinals_in(query) if number else ()
        return Asked(query, query, points=points)
    depth = 1 if _DEEPER.search(query) else -1 if _SIMPLER.search(query) else 0
    points = _points(query, topic)
    if points:
        rest = without_ordinals(query).strip()
        text = topic.subject if _names_nothing(rest) else f"{topic.subject} {rest}"
        return Asked(query, text, True, topic.question_id, points, depth)
    pronoun = _pronoun(query)
    if pronoun:
        replaced = topic.subject
        if pronoun.group() in ("前者", "后者"):
            names = latin_terms(topic.text) or re.split("和|与|跟", topic.subject)
            replaced = names[0 if pronoun.group() == "前者" else -1].strip()
        text = f"{query[: pronoun.start()]}{_spaced(query, pronoun, replaced)}{query[pronoun.end() :]}"
        return Asked(query, text, True, topic.question_id, depth=depth)
    ellipsis = _ellipsis(query)
    if ellipsis:
        return Asked(query, f"{ellipsis['term'].strip()} {topic.text}", True, None, depth=depth)
    if depth:
        return Asked(query, topic.subject, True, topic.question_id, depth=depth)
    return Asked(query, f"{topic.subject} {query}", True, topic.question_id, depth=depth)


def _topic_after(
    asked: Asked, turn: Turn, before: _Topic | None, question_of: Callable[[str], Question | None]
) -> _Topic:
    question = question_of(turn.question_ids[0])
    title = question.title if question else ""
    if asked.rewritten and before and before.question_id == turn.question_ids[0]:
        # Still at the same question: what was asked about it first goes on being the subject.
        return _Topic(
            asked.text, before.subject, before.question_id, asked.points[-1] if asked.points else before.point
        )
    subject = None if numbers_in(asked.text) else subject_of(asked.text)
    if not subject:
        named = (
            [term for term in latin_terms(asked.text) if term in title] if title else latin_terms(asked.text)
        )
        subject = title or (named[0] if named else asked.text)
    return _Topic(asked.text if not numbers_in(asked.text) else title or asked.text, subject, turn.question_ids[0],
                  asked.points[-1] if asked.points else 0)  # fmt: skip


def _points(query: str, topic: _Topic) -> tuple[int, ...]:
    points = ordinals_in(query)
    step = re.search(
        r"([上下前])一?[个]?[点条项步]|\b(next|previous) (?:point|one|item|step)", query, re.IGNORECASE
    )
    if not points and step:
        forward = (step[1] or step[2]).casefold() in ("下", "next")
        return (max(1, topic.point + (1 if forward else -1)),)
    return points


def _pronoun(query: str) -> re.Match[str] | None:
    """The first pronoun whose referent is not in the query itself."""
    english = language_of(query) == "en"
    if english and _EXPLETIVE_EN.search(query):
        return None
    match = (_PRONOUN_EN if english else _PRONOUN).search(query)
    if match is None:
        return None
    before = query[: match.start()]
    clauses = re.split(r"[，,。？?；;！!：:]|\band\b|\bbut\b", before)
    if len(clauses) > 1 and any(content_terms(clause) for clause in clauses[:-1]):
        return None  # PagedAttention 是什么，它解决了什么问题: the referent stands in the clause before
    return match


def _ellipsis(query: str) -> re.Match[str] | None:
    match = (_AND_WHAT_OF if language_of(query) == "zh" else _AND_WHAT_OF_EN).match(query.strip())
    if not match or re.search(r"什么|怎么|如何|为何|为啥|哪|多少|吗|几|是不是|有没有", match["term"]):
        return None
    return None if _names_nothing(match["term"]) else match


def _names_nothing(text: str) -> bool:
    """No subject in it, only question words and sides of one: `有什么缺点`, `why?`."""
    if language_of(text) == "zh":
        return not content_terms(_ASPECT.sub(" ", without_fillers(text)))
    return all(term in _ASPECT_EN for term in content_terms(text))


def _first_ordinal(query: str) -> int:
    stripped = without_ordinals(query)
    return next((i for i, (a, b) in enumerate(zip(query, stripped, strict=False)) if a != b), len(stripped))


def _spaced(query: str, pronoun: re.Match[str], replaced: str) -> str:
    """`replaced` in the place of the pronoun, with a space where two words would run together."""
    left = " " if re.search(r"[A-Za-z0-9]$", query[: pronoun.start()]) else ""
    right = " " if re.match(r"[A-Za-z0-9]", query[pronoun.end() :]) else ""
    genitive = "的" if pronoun.group() == "其" else ""
    return f"{left}{replaced}{genitive}{right}"
