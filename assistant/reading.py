"""What kind of question a query is: its shape, the numbers it names, the two sides it compares."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from assistant.text import Language, content_terms, language_of

Shape = Literal["what", "why", "how", "difference", "list", "questions", "other"]

_NUMBER = re.compile(
    r"(?<![A-Za-z0-9])[Qq]\s?(\d{1,5}(?:\.\d+)*)(?![A-Za-z0-9])|第\s*(\d{1,5}|[一二三四五六七八九十百]+)\s*[题问道]"
)
_ORDINAL = re.compile(
    r"第\s*(\d{1,2}|[一二三四五六七八九十]+)\s*[个]?[点条项步段]|(最后|上|前|下)(?:面)?一?[个]?[点条项步]"
    r"|\b(first|second|third|fourth|fifth|sixth|last|next|previous)\s+(?:point|one|item|step|bullet)\b",
    re.IGNORECASE,
)
_WORDS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "last": -1, "最后": -1}
_DIGITS = {digit: value for value, digit in enumerate("零一二三四五六七八九")}

_CONTRAST = r"区别|不同|[不两]一样|差异|差别|异同|对比|比较|怎么选|如何选|选哪个|哪个好|哪个更\w+"
_ASKING = r"^(?:请问|请|麻烦|帮我|你能|能不能|能|可以)?(?:说一?下|讲一?下|讲讲|说说|谈谈|解释一?下?|介绍一?下?|比较一?下?|对比一?下?|区分一?下?|分析一?下?|聊聊)?"
_SIDES = [
    re.compile(rf"{_ASKING}\s*(?P<a>\S.*?)\s*(?:和|与|跟|同|以及|、|/|\bvs\.?|\bversus\b|对比|还是|相比|比起)\s*(?P<b>\S.*?)\s*(?:之间|两者|二者|各自)?(?:相比)?的?(?:主要|本质|核心|最大)?(?:有什么|有何|有啥|有哪些|是什么|哪里|在哪|都有)?的?(?:{_CONTRAST})", re.I),
    re.compile(r"(?P<a>\S.*?)\s*(?:\bvs\.?|\bversus\b|ＶＳ)\s*(?P<b>\S[^?？。]*)", re.I),
    re.compile(r"(?:对比|比较|区分|区别)一?下?\s*(?P<a>\S.*?)\s*(?:和|与|跟|同|、)\s*(?P<b>\S[^?？。]*)"),
    re.compile(r"\bdifferences?\s+between\s+(?P<a>.+?)\s+and\s+(?P<b>[^?]+)", re.I),
    re.compile(r"\bhow\s+(?:does|do|are|is)\s+(?P<a>.+?)\s+and\s+(?P<b>.+?)\s+(?:differ|compare|different)\b", re.I),
    re.compile(r"\bcompare\s+(?P<a>.+?)\s+(?:and|with|to)\s+(?P<b>[^?]+)", re.I),
    re.compile(r"\bhow\s+(?:does|do|is|are)\s+(?P<a>.+?)\s+(?:differ(?:ent)?\s+from)\s+(?P<b>[^?]+)", re.I),
    re.compile(rf"{_ASKING}\s*(?P<a>\S.*?)\s*(?:和|与|跟|以及)\s*(?P<b>\S.*?)(?:分别|各)(?:是|有|怎么|如何|指)"),
]  # fmt: skip
_SHAPES: list[tuple[Shape, re.Pattern[str]]] = [
    ("questions", re.compile(r"(?:哪些|什么|列出|多少)[^，。]{0,16}(?<!问)题(?![眼库])|题库里?有(?:哪些|什么)(?!特)|list\s.*\bquestions\b|which questions", re.I)),
    ("list", re.compile(r"哪些|哪几|列出|列举|罗列|几种|几类|几个|几步|清单|有几|\blist\b|what are the|which .*s are there", re.I)),
    ("why", re.compile(r"为什么|为何|为啥|凭什么|原因|怎么会|\bwhy\b|\bhow come\b|reason", re.I)),
    ("how", re.compile(r"怎么|怎样|如何|咋|流程|步骤|过程|\bhow\b", re.I)),
    ("what", re.compile(r"什么是|是什么|是啥|啥是|什么叫|什么意思|定义|介绍|讲讲|说说|解释|谈谈|聊聊|总结|^what\s+(?:is|are|'s)\b|^(?:explain|define|describe|introduce)\b|\btell me about\b|\bwhat does .* mean", re.I)),
]  # fmt: skip
_AROUND_SUBJECT = re.compile(
    r"^(?:那么?|所以|请问|请|麻烦|帮我|我想知道|想问一?下?|你能|能不能|能|可以)*\s*"
    r"(?:什么是|啥是|啥叫|什么叫|何谓|(?:给我|跟我|给大家|简单)?(?:介绍一?下?|讲一?下|讲讲|说一?下|说说|谈谈|聊聊|解释一?下?|总结一?下?)|为什么需要|为[什啥]么?要有?|为什么|为啥|为何|怎么保证|如何保证|怎么|怎样|如何)?\s*"
    r"(?P<subject>.+?)\s*"
    r"(?:是个?(?:什么|啥)(?:意思|东西|玩意儿?|来头|鬼)?|(?:是|指)?指什么|的定义|的含义|的概念|怎么回事|(?:是|有)?(?:起到?|干|做)(?:嘛|啥|什么)(?:作用|使|用|事)?的?|起什么作用|你?了解|(?:是|都)?咋.*|"
    r"(?:到底|究竟|差在|区别在|从哪|在哪).*|在\S{0,4}什么.*|(?:是|为)?(?:怎么|怎样|如何|为什么|为啥|为何|有什么|有哪些|有啥|都有|解决|包括|能|会|要|用来|适合|保持|保证|做到).*)?\s*[呢吗啊呀吧]?[?？。!！]*$"
)
_AROUND_SUBJECT_EN = re.compile(
    r"^(?:so|ok|please|can you|could you|then)*\s*(?:what(?:'s|\s+is|\s+are)|explain|define|describe|introduce|tell me about|"
    r"why\s+(?:is|are|do|does|did|do we need)|how\s+(?:is|are|do|does|did|to)|when\s+(?:is|are|do|does|to))\s+(?:the |a |an )?"
    r"(?P<subject>.+?)(?:\s+(?:work|mean|used|needed|do|used for|schedule|differ|help|matter|and why|in detail).*)?[?.!]*$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Reading:
    """`numbers` are question numbers it names, `ordinals` points counted from 1 (-1: the last), `sides` what it compares."""

    text: str
    language: Language
    shape: Shape
    numbers: tuple[str, ...] = ()
    ordinals: tuple[int, ...] = ()
    sides: tuple[str, str] | None = None

    @property
    def only_a_number(self) -> bool:
        """`Q125`, `第125题讲了什么`: the whole question is meant."""
        return bool(self.numbers) and not content_terms(without_numbers(self.text))


def read_query(text: str, default: Language = "zh") -> Reading:
    """Read a query by rules. A side or number that is not there is left empty."""
    sides = _sides(text)
    shape: Shape = "other"
    if sides:
        shape = "difference"
    else:
        shape = next((name for name, pattern in _SHAPES if pattern.search(text)), "other")
    return Reading(text, language_of(text, default), shape, numbers_in(text), ordinals_in(text), sides)


def numbers_in(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(m[1] or str(_count(m[2])) for m in _NUMBER.finditer(text)))


def without_numbers(text: str) -> str:
    return re.sub(
        r"讲的?|说的?|问的?|题|内容|呢|question|about", " ", _NUMBER.sub(" ", text), flags=re.IGNORECASE
    )


def ordinals_in(text: str) -> tuple[int, ...]:
    """Points named by order. `上一点` and `下一点` depend on what came before and are left out."""
    found = []
    for match in _ORDINAL.finditer(text):
        name = (match[1] or match[2] or match[3]).casefold()
        if name in _WORDS:
            found.append(_WORDS[name])
        elif match[1]:
            found.append(_count(match[1]))
    return tuple(dict.fromkeys(found))


def without_ordinals(text: str) -> str:
    return _ORDINAL.sub(" ", text)


def subject_of(text: str) -> str | None:
    """What a query is about: `为什么需要 TIME_WAIT？` → `TIME_WAIT`. None when the rules see none."""
    sides = _sides(text)
    if sides:
        return " 和 ".join(sides) if language_of(text) == "zh" else " and ".join(sides)
    pattern = _AROUND_SUBJECT if language_of(text) == "zh" else _AROUND_SUBJECT_EN
    match = pattern.match(text.strip())
    subject = match["subject"].strip(" ，,。的") if match else None
    return subject if subject and content_terms(subject) and len(subject) <= 40 else None


def topic_of(text: str) -> str:
    """The topic that a query for questions names: `题库里有哪些关于缓存的题` → `缓存`. Empty when it names none."""
    rest = re.sub(
        r"题库里?|关于|有关|相关|涉及|哪些|什么|列出|列举|给我|所有|全部|多少|几道?|题目|问题|[题有里的和道吗呢？?。，,]|(?:考|问)(?:了|到|过)?|可以?"
        r"|\b(?:list|which|what|are|there|the|all|questions?|about|on|in|bank|this|me|show|give)\b",
        " ", text, flags=re.IGNORECASE,
    )  # fmt: skip
    return " ".join(rest.split())


def _sides(text: str) -> tuple[str, str] | None:
    for pattern in _SIDES:
        match = pattern.search(text)
        if not match:
            continue
        a, b = (_clean_side(match[name]) for name in "ab")
        if a and b and a != b and content_terms(a) and content_terms(b):
            return a, b
    return None


def _clean_side(side: str) -> str:
    side = re.sub(
        rf"^(?:what(?:'s| is| are)?|the(?= )|an?(?= )|请问|为什么|为何|那么?|如果|关于)\s*|(?:{_CONTRAST}|有什么|有何|的|呢|吗|之间|两者).*$",
        "",
        side.strip(),
        flags=re.I,
    )
    return side.strip(" ，,。?？「」『』“”\"'")


def _count(numeral: str) -> int:
    """`12` or `十二` → 12."""
    if numeral.isdigit():
        return int(numeral)
    total, digit = 0, 0
    for char in numeral:
        if char in "十百":
            total += (digit or 1) * (10 if char == "十" else 100)
            digit = 0
        else:
            digit = _DIGITS[char]
    return total + digit
