"""What a learner's reply is: an answer to grade, a command, or a question of their own."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Literal

Kind = Literal["answer", "hint", "skip", "unknown", "show", "repeat", "again", "end", "question", "empty"]

LONGEST_QUESTION = 60  # characters: what is longer and ends in a question mark says something, too

_AROUND = re.compile(
    r"^(?:[/!！#]|请|那|那就|先|我想|我要|我|想|要|能不能|可以|能|麻烦|帮我|给我|你|直接|还是|算了|这道?题|这个|嗯+|呃+|额|啊|哦|好吧|好的?|唉|[\s,，.。、…~])+"
    r"|(?:吧|了|啦|呀|啊|哦|嘛|呢|吗|一下|下|一点|点|谢谢|好吗|行吗|可以吗|这道?题|这个|该题|本题|please|thanks|[\s,，.。、!！?？…~])+$",
    re.IGNORECASE,
)
_COMMANDS: tuple[tuple[Kind, re.Pattern[str]], ...] = tuple(
    (kind, re.compile(words, re.IGNORECASE))
    for kind, words in (
        ("end", r"结束(?:面试|考试|练习|本次面试)?|停止?|到此为止|退出|不考|不玩|不想考|不练|end|quit|exit|stop|bye|finish|q"),
        ("skip", r"跳过?|略过|过|下一[题道个]|换一?[题道个]|换(?:道|个)?(?:题|别的)|pass|skip|next(?: question)?"),
        ("hint", r"(?:给|来|有|需要)?(?:一?[个点些条])?(?:小)?提示(?:我)?|提醒|线索|有没有提示|(?:a |some )?hints?|give me a hint|clue"),
        ("show", r"(?:看|公布|揭晓|告诉|说|显示|给|要|亮)?(?:一?下|我|出)?(?:正确|标准|参考)?答案(?:是什么|是啥)?|(?:看)?解析|show(?: me)?(?: the)? answer|answer|give up and show"),
        ("unknown", r"(?:真的?|完全|确实|一点都?|都|也|还)?(?:不会|不知道|不懂|不清楚|不了解|不记得|答不上来?|想不起来?|说不上来|忘|忘记|没学过|没思路|没印象|没头绪|毫无头绪|不晓得)(?:怎么(?:答|说|回答))?|放弃|"
                    r"(?:i )?(?:really )?(?:do ?n['o]t|dont|do not) (?:know|remember)|idk|no idea|not sure|give up|i have no idea|i forgot|forgot"),
        ("repeat", r"再(?:说|问|讲|读)一?[遍次]|重复(?:一?遍)?(?:问题)?|(?:问题|题目)是什么|没听清|没听懂|没看懂(?:题目?|问题)?|(?:repeat|say)(?: that| it| the question)?(?: again)?|pardon|sorry"),
        ("again", r"重新?(?:评|判|打分|评分|批改|回答|答|来)(?:一?[遍次])?|再(?:评|判|答|试|来|打)一?[遍次](?:分)?|再答|再试|retry|try again|again|grade again|regrade"),
    )
)  # fmt: skip
_TAG = re.compile(
    r"[，,。\s]*(?:对吗|对吧|对不对|是吗|是吧|是不是|没错吧|right|isn't it|yes)\s*[?？]*\s*$", re.IGNORECASE
)
_ASKS = re.compile(
    r"[^，,。；;]{0,30}(?:什么意思|啥意思|是什么的?缩写|怎么理解|指的?是(?:什么|啥)|指(?:什么|啥)|怎么读)[呀啊的\s。]*$"
    r"|^(?:请问|什么是|啥是|何为|你是?(?:问|指|想问|要我))"
    r"|^(?:what (?:is|does|do you)|do you mean|can you|could you|should i)\b",
    re.IGNORECASE,
)
_ENDS_ASKING = re.compile(r"(?:[?？]|[吗呢么])[\s。.!！~]*$")
_ADMITS = re.compile(r"[，,；;。！!]")


@dataclass(frozen=True, slots=True)
class Reply:
    """`text` is what was said; for an answer that ends in 「对吗？」 it is the answer without that."""

    kind: Kind
    text: str


def read_reply(text: str) -> Reply:
    """Tell a command or a counter-question from an answer. What states something is an answer, whatever it opens with."""
    said = text.strip()
    if not re.search(r"\w", said):
        return Reply("question" if re.search("[?？]", said) else "empty", said)
    bare = _bare(said)
    for kind, words in _COMMANDS:
        if words.fullmatch(bare):
            return Reply(kind, said)
    parts = [_bare(part) for part in _ADMITS.split(said) if part.strip()]
    kinds = [next((kind for kind, words in _COMMANDS if words.fullmatch(part)), None) for part in parts]
    if len(parts) > 1 and all(kinds):  # 「不知道，看答案」: what is asked for comes last
        return Reply(kinds[-1] or "unknown", said)
    stated = _TAG.sub("", said)
    if stated and stated != said and not _ASKS.search(stated):
        return Reply("answer", stated)
    if _is_question(said):
        return Reply("question", said)
    return Reply("answer", said)


def _bare(text: str) -> str:
    """A command without what politeness puts around it; never empty unless `text` is."""
    bare = unicodedata.normalize("NFKC", text).strip()
    previous = None
    while previous != bare:
        previous = bare
        bare = _AROUND.sub("", bare) or previous
    return bare


def _is_question(text: str) -> bool:
    """One short sentence that asks; 「为什么需要它？因为……」 answers itself."""
    if len(text) > LONGEST_QUESTION or not (_ENDS_ASKING.search(text) or _ASKS.match(text)):
        return False
    body = _ENDS_ASKING.sub("", text)
    return not re.search(r"[。！!；;\n?？]", body) and (
        bool(_ENDS_ASKING.search(text)) or not re.search("[，,]", body)
    )
