"""Say a point, a 题眼 or a title as a question, by rules."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from assistant.reading import subject_of
from assistant.sentences import split_sentences
from assistant.text import Language, content_terms, language_of
from assistant.wording import (
    ASKS_EN,
    asks,
    cleaned,
    distinct,
    led,
    listed,
    owned_by,
    says_something,
    spaced,
    with_mark,
    without_parentheses,
)
from ingest.grammar import untagged

if TYPE_CHECKING:
    from index.chunk import Chunk
    from ingest.question import Question

FREQUENT = re.compile(r"\s*(?:\*\*)?(?:高频|常见|连环)?追问(?:\*\*)?\s*[：:]|\s*面试官(?:会|常)?(?:追)?问")

# What a point opens with before its colon, dash or equals sign: 「为什么需要 TIME_WAIT：…」.
_LEAD_PHRASE = re.compile(
    r"\s*(?:\*\*|__)?(?P<phrase>[^：:。；;！？?!\n]{1,40}?(?:[？?](?=\s*[：:]))?)(?:\*\*|__)?\s*"
    r"(?:[：:]|——|(?<=[\w）)\s])=(?=[\s\w\u3400-\u9fff]))\s*(?:\*\*|__)?"
)
_STATES = re.compile(
    r"不?是(?!什么)|会|必须|应该|可以?(?!用|选|观|靠|见|变)|不[^同]|没有|无法|更|要(?!点|求|素)|需要|取决于|通常|由.+主导|主导(?=\s*\w)|进[^程口]|直挂|决定|[增减]少|提升|降低|避免"
)
_PLURAL = re.compile(
    r"(?:要点|清单|步骤|场景|原则|手段|方法|陷阱|误区|坑|阶段|类型|指标|特点|特性|优点|缺点|好处|代价|条件|策略|方案|对策)$"
)
_EMPTY = re.compile(
    r"^(?:要点|正文|说明|其[他它]|补充|总结|小结|注意|备注|例子?|示例|答案?|详解|展开|一|二|三|[①-⑳])$"
)
_VAGUE = re.compile(
    r"^(?:目标|核心|本质|结论|定义|背景|问题|答案?|两者|它们?|这|区别|关键|整体|总体|一般|首先)$"
)
# What a point says about its subject decides how it is asked for.
_ANGLES = [("适合|适用", "适合什么场景"), ("代价|缺点", "有什么好处和代价")]
# 「服务端有两条队列」, 「延迟由三段组成」: how many of what is said, so which they are can be asked.
_COUNTED = re.compile(
    r"^(?P<of>[^，,]{2,24}?)(?P<verb>分[为成]?|包括|包含|经过|由|有|靠|走)(?P<many>[两二三四五六七八九十][条段个种层类级步项道]|[3-9] ?[条段个种层类级步项道])(?P<what>[^，,不没]{0,12})$"
)
# A point that names a step to be taken, and one of what is gained.
_STEP = re.compile(
    r"(?:导入|创建|新建|收集|采集|定义|构建|选择|确定|设置|加载|准备|编写|配置|安装|清洗|划分|评估|部署|合并|初始化|生成|标注|抽取|切分|转换|发送|建立|检查)(?=[\w ]{2,})(?!.*[器者方法率度]$)"
)
_GAIN = re.compile(r"(?P<of>.{2,20}?)的?(?P<gain>好处|优点|优势|缺点|不足|局限性?|特点|特性|意义)$")
_GAINS = re.compile(r"(?:避免|提升|提高|降低|减少|增加|增强|加快|加速|节省|支持|适应|缓解|保证|防止|简化)")
_LEARN = re.compile(r"^(?:掌握|理解|了解|熟悉|认识)(?=.{2})")
_COUNT = re.compile(r"^[一二三四五六七八九十]+[、.．]\s*|^[（(][一二三四五六七八九十\d]+[）)]\s*")
_GENERIC = re.compile(  # a heading that says nothing without its question
    r"^(?:基本|主要|核心|具体|相关|工作)?(?:原理|口径|概念|背景|流程|过程|步骤|建立|关闭|机制|做法|方法|方案|结构|定义|区别|对比|分类|类型|特点|优点|缺点|应用|场景|实现|内容|思路|介绍|说明|概述|简介|分析|展开|细节)$"
)
# Words that make a few characters a clause, not a name.
_PREDICATE = re.compile(
    rf"{_STATES.pattern}|[把被让使用给将先再有在]|[=<>≈≤≥→+]|因为|所以|需|能|只|都|就|才|又"
)
_DONE = re.compile(r"[用把将先让给]|对(?![称应比抗象话齐于])")  # how a sentence about what is done begins
# A title that tells the one who is asked what to do.
_ORDER = re.compile(
    r"(?:请|画出|写出|手写|实现|设计(?!模式|原则)|比较|解释|描述|列举|列出|推导|给出|简述|说明|举例|谈谈|说说|讲讲|介绍|阐述|分析)(?=.{2})"
)
_NO_NAME = re.compile(  # numbers, units, what is everywhere, and models and cards that only serve as examples
    r"[Qq]\d+(?:/\d+)*|[KMGTP]i?[Bb](?:/s)?|[mnu]?s|xx|\w|[GT]?FLOPs?(?:/s)?|e\.g|i\.e|vs|K/V|KV|[GC]PU|API|ID|BW|JSON|tokens?|prompt"
    r"|(?:Llama|Qwen|DeepSeek|GPT|Mistral|OPT|PaLM)[\w.\-]*|[ABHLV]\d{2,3}(?: \w{3,4})?|[\w.\-]*\d[BM]"
)
# How somebody notes down what was asked: 「然后问了 …」, 「让解释 …」, and how it went in brackets behind.
_TOLD = re.compile(
    r"(?:然后|接着|又|还|再|先|继续|最后|面试官|就|被){0,3}(?:问(?:了|到|过|我)?(?!题|卷)|让(?:我|你|你们)?(?=解释|介绍|讲|说|写|实现|描述|比较|设计|手))[，,:： ]*(?=.{4})"
)
_WENT = re.compile(
    r"\s*[（(][^（()）]*(?:答|没|不[会太熟了]|忘|卡|懵|说了|追问|讲了|问了)[^（()）]*[)）]\s*$"
)
_ORDER_EN = re.compile(
    r"(?:explain|describe|compare|define|list|write|implement|design|create|build|discuss|tell|name|draw|give|show|walk|outline|state)\b",
    re.IGNORECASE,
)
_VERSUS = re.compile(r"(?P<one>[^,;:]{1,50}?),? (?:vs\.?|versus) (?P<other>[^,;:]{1,50})$", re.IGNORECASE)
_MANY_EN = re.compile(
    r"(?:ways|steps|types|kinds|differences?|advantages|disadvantages|benefits|drawbacks|features|principles|components|stages|levels|use cases|examples|best practices|pros and cons)\b",
    re.IGNORECASE,
)
# What is counted out or weighed is no statement to be explained.
_OR = re.compile(r"^[^，,]{1,14}还是[^，,]{1,14}$")
_AMOUNT = re.compile(r"^(?P<what>[^，,]{0,10}多少)(?:都?可以|能)算(?:出来)?$")
_NOUN = re.compile(r"的(?:成本|代价|场景|情况|原因|理由|收益|好处|条件|信号|办法)$")
_BARE = 10  # characters of a question that says little without its subject


def point_questions(chunk: Chunk, language: Language = "zh") -> tuple[str, ...]:
    """Ways to ask for a point, best first, from how it opens: `为什么需要 TIME_WAIT：…` → `为什么需要 TIME_WAIT？`."""
    native = language_of(chunk.text)
    if language == "en" and native == "zh":
        return _in_english(chunk)
    subject = subject_phrase(chunk.question)
    text = untagged(chunk.text).strip()
    frequent = FREQUENT.match(text)
    if frequent:
        return _trouble(text[frequent.end() :], subject, native)
    heading = cleaned(chunk.heading or "")
    under: tuple[str, ...] = ()
    if heading and len(heading) <= 30 and asks(heading):
        asked = with_mark(without_parentheses(heading), native)
        under = _with_subject(asked, subject) if len(asked) > 6 else _within(asked, subject)
    match = _LEAD_PHRASE.match(text)
    phrase = cleaned(match["phrase"]) if match else ""
    if phrase and says_something(phrase) and not _EMPTY.match(phrase):
        return distinct(*under, *ask_for(phrase, subject, heading, text[match.end() :], native))
    statement = re.split(r"[。；;：:→\n]|——", text)[0]
    named = cleaned(without_parentheses(statement)).removesuffix("篇")
    if (
        native == "zh"
        and 2 <= len(named) <= 12
        and says_something(named)
        and not _PREDICATE.search(named)
        and not _DONE.match(named)
    ):
        return distinct(*under, *ask_for(named, subject, heading, "", native))
    return distinct(*under, *_why(statement, subject, native))


def ask_for(
    phrase: str, subject: str, heading: str = "", rest: str = "", language: Language = "zh"
) -> tuple[str, ...]:
    """A heading or lead phrase as a question, alone and with what it belongs to; `rest` is what it leads to."""
    if language == "en":
        asked = phrase if ASKS_EN.match(phrase) else f"What is {phrase}"
        return distinct(with_mark(asked, "en"), f"{asked.rstrip('?')} in {subject}?" if subject else "")
    bare = _LEARN.sub("", without_parentheses(phrase) or phrase)
    if amount := _AMOUNT.match(bare):
        return _with_subject(f"{amount['what']}，怎么算？", subject)
    if asks(phrase):
        return _with_subject(with_mark(without_parentheses(phrase), "zh"), subject)
    if counted := _which(bare):
        return _alone_and_within(counted, subject)
    if _OR.match(bare):
        return _with_subject(f"{bare}？", subject)
    if _NOUN.search(bare) and len(bare) <= 16:
        return _with_subject(f"{bare}有哪些？", subject, first=True)
    if _STEP.match(bare):
        asked = f"「{bare}」这一步要做什么？"
        return distinct(*_within(asked, subject), asked)
    gained = _GAIN.fullmatch(subject)
    if gained and len(bare) <= 16 and not _STATES.search(bare):
        return distinct(f"{led('为什么说', spaced(bare))}是{spaced(gained['of'])}的{gained['gain']}？")
    if _STATES.search(bare) or re.search(r"[，,→]", bare):
        return _why(bare, subject, language)
    if _PLURAL.search(bare):
        return distinct(f"{owned_by(subject, bare, '的')}{spaced(bare)}有哪些？", f"{spaced(bare)}有哪些？")
    heading = _COUNT.sub("", without_parentheses(heading))
    placed = heading and len(heading) <= 16 and not asks(heading) and not _GENERIC.match(heading)
    place = f"「{heading}」里，" if placed else ""
    if re.search(r"本质|含义|作用|目的|原理|原因|核心|公式|惯例", bare):
        return distinct(f"{owned_by(subject, bare, '中，')}{spaced(bare)}是什么？", f"{spaced(bare)}是什么？")
    owner = owned_by(subject, bare, "中，")
    within = place or owner
    asked = next((words for pattern, words in _ANGLES if re.search(pattern, rest)), "是怎么回事")
    return distinct(
        f"{within}{spaced(bare)}{asked}？"
        if within or asked != "是怎么回事"
        else f"{spaced(bare)}是什么，有什么特点？",
        f"{owner}{spaced(bare)}{asked}？",
        f"{spaced(bare)}是什么，有什么特点？",
    )


def key_questions(chunk: Chunk, language: Language = "zh") -> tuple[str, ...]:
    """Ways to ask for the one point that an answer must hit."""
    subject = subject_phrase(chunk.question) or chunk.question.title.rstrip("？?")
    if language == "en":
        named = listed(_names(chunk.question.title)) if language_of(chunk.question.title) == "zh" else subject
        return distinct(f"What is the key point of {named} that an answer must hit?") if named else ()
    return distinct(
        f"回答「{subject}」时，最关键的一点是什么？",
        f"「{chunk.question.title.rstrip('？?…')}」这道题的题眼是什么？",
    )


def title_questions(question: Question, language: Language = "zh") -> tuple[str, ...]:
    """A question's title asked as an interviewer would; a derived title is a statement and becomes a question."""
    title = cleaned(_TOLD.sub("", _WENT.sub("", question.title.strip().rstrip("…")), count=1))
    native = language_of(title, language_of(question.text, "en"))
    if language == "en" and native == "zh":
        names = _names(title)
        if not names:
            return ()
        asked = (
            f"What is {names[0]}, and why does it matter?"
            if len(names) == 1
            else f"How do {listed(names)} relate?"
        )
        return distinct(asked, f"What should one know about {listed(names)}?")
    if question.title_source == "derived" and not asks(title):
        subject = subject_phrase(question)
        several = "、" in subject
        asked = f"{spaced(subject)}{'各是什么，有什么区别' if several else '是什么'}？" if subject else ""
        return distinct(asked, f"怎样理解「{without_parentheses(title)}」？")
    if asks(title):
        return (with_mark(title, native),)
    if native == "en":
        return _title_in_english(title)
    if _ORDER.match(title):
        return (f"{'' if title.startswith('请') else '请'}{title.rstrip('。.！!')}。",)
    if re.search(r"区别|对比|差异|[、，]", title):
        return distinct(f"{led('请讲讲', title)}？")
    return distinct(f"{spaced(title)}是什么？", f"{led('请讲讲', title)}？")


def _title_in_english(title: str) -> tuple[str, ...]:
    """`Deployment vs StatefulSet` → `What is the difference between Deployment and StatefulSet?`."""
    bare = title.rstrip(". ")
    if _ORDER_EN.match(bare):
        return (f"{bare[0].upper()}{bare[1:]}.",)
    if pair := _VERSUS.match(bare):
        return distinct(f"What is the difference between {pair['one']} and {pair['other']}?", f"{bare}?")
    if many := _MANY_EN.match(bare):
        verb = "is" if many[0].casefold() == "difference" else "are"
        return distinct(f"What {verb} the {bare[0].lower()}{bare[1:]}?", f"{bare}?")
    if re.search(r", | and |(?<![su])s$", without_parentheses(bare)):
        return distinct(f"What can you say about {bare}?", f"{bare}?")
    return distinct(f"What is {bare}?", f"{bare}?")


def subject_phrase(question: Question) -> str:
    """What a question is about, in a few words; empty when its title does not say (`目标不是…`)."""
    clause = re.split(r"[？?；;。…，,]", question.title)[0]
    plain = re.split(r"\s*(?:=|——|：|:)\s*", without_parentheses(clause))[0]
    found = subject_of(plain) or plain
    if question.title_source == "derived":
        found = re.split(r"不?是|(?<=\S)按(?=[\"“「『])|\s*对外|[\"“]", found)[0]
    found = cleaned(re.sub(r"\s+/\s+", "、", found))
    found = re.sub(r"(?<=.{2})的?(?:介绍|简介|概述|详解|讲解|总结)$", "", found)
    found = re.sub(r"(?<=.{3})(?:各自|分别|(?<=\w) ?时|下|(?<=[A-Za-z]) ?[快慢强难])$", "", found).rstrip()
    return "" if _VAGUE.match(found) or not content_terms(found) or len(found) > 24 or asks(found) else found


def _which(statement: str) -> str:
    """「服务端有两条队列」 → 「服务端有哪两条队列？」; empty where nothing is counted."""
    found = _COUNTED.match(statement)
    if found is None:
        return ""
    return f"{spaced(found['of'])}{found['verb']}哪{found['many']}{found['what']}？"


def _alone_and_within(asked: str, subject: str) -> tuple[str, ...]:
    """A question as it stands, and with what it belongs to."""
    return distinct(asked, f"{spaced(subject)}中，{asked}" if subject else "")


def _within(asked: str, subject: str) -> tuple[str, ...]:
    return (f"{subject}：{asked}",) if subject else ()


def _with_subject(asked: str, subject: str, *, first: bool = False) -> tuple[str, ...]:
    """A question as it stands and with its subject before it, first the one that says enough: 「投机解码：草稿从哪来？」."""
    short = first or (len(asked) <= _BARE and not re.search(r"[A-Za-z]{2}", asked))
    named = _within(asked, subject) if not set(content_terms(asked)) & set(content_terms(subject)) else ()
    return distinct(*named, asked) if short else distinct(asked, *named)


def _why(statement: str, subject: str, language: Language) -> tuple[str, ...]:
    """A question for the reason of what the bank states."""
    statement = cleaned(without_parentheses(statement))
    because = re.match(r"(.{4,30}?)[，,]\s*(?:这?是)?因为", statement)
    if because:
        asked = f"{led('为什么', because[1])}？"
        return _alone_and_within(asked, subject)
    first = cleaned(re.split(r"[，,]", statement)[0])
    if len(first) >= 6 or len(statement) > 34:
        statement = first
    if len(statement) > 34:
        statement = cleaned(re.split("、", statement)[0])
    if len(statement) > 34 or not says_something(statement):
        return ()
    if language == "en":
        return distinct(with_mark(statement, "en") if asks(statement) else f"What is meant by “{statement}”?")
    if asks(statement):
        return _with_subject(with_mark(statement, "zh"), subject)
    if counted := _which(statement):
        return _alone_and_within(counted, subject)
    gained = _GAIN.fullmatch(subject)
    if subject and _GAINS.match(statement):
        return distinct(f"{spaced(gained['of'] if gained else subject)}为什么能{statement}？")
    asked = f"{led('为什么要' if _DONE.match(statement) else '为什么说', statement)}？"
    return _alone_and_within(asked, subject)


def _trouble(text: str, subject: str, language: Language) -> tuple[str, ...]:
    """A 高频追问 as its question: the one it opens with, else the situation and what to do about it."""
    first = re.split(r"(?<=[？?])|[。；;\n]", text.strip())[0]
    if first.endswith(("？", "?")):
        return _with_subject(cleaned(without_parentheses(first)), subject)
    situation = cleaned(re.split(r"→|——|[：:]", without_parentheses(first))[0])
    remedy = re.search("对策|解决|→|避免|治理", text)
    if len(situation) > 36 or not remedy:
        situation = cleaned(re.split(r"[，,]", situation)[0])
    if not says_something(situation) or not remedy:
        return _why(situation, subject, language)
    if language == "en":
        return distinct(f"{situation}: what can be done?")
    return distinct(f"{situation}，怎么办？", f"{situation}，为什么？")


def _in_english(chunk: Chunk) -> tuple[str, ...]:
    """English questions about a Chinese point, from the names in it."""
    lead = _LEAD_PHRASE.match(chunk.text)
    opening = lead["phrase"] if lead and _names(lead["phrase"]) else split_sentences(chunk.text)[0]
    about = _names(chunk.question.title)
    names = _names(opening)
    names = [name for name in names if name not in about][:2] or names[:2]
    if not names:
        return ()
    named, subject, one = listed(names), listed(about[:2]), len(names) == 1
    apart = bool(about) and not set(about) & set(names)
    if re.match(r"\s*(?:\*\*)?为什么", chunk.text):
        place = f" in {subject}" if apart else ""
        return (f"Why {'is' if one else 'are'} {named} needed{place}?",)
    if not apart:
        return (f"What is {named} for, and how does it work?" if one else f"How do {named} work together?",)
    if one:
        return (
            f"How does {named} relate to {subject}?",
            f"What is {named}, and why does it matter for {subject}?",
        )
    return (f"How do {named} relate to {subject}?",)


def _names(text: str) -> list[str]:
    """Names in a Chinese text that an English question can use: `TIME_WAIT`, `KV Cache`, not `n` or `Q26`."""
    words = r"[A-Za-z][A-Za-z0-9]*(?:[+#_./\-][A-Za-z0-9]+)*[+#]*"
    for shown in (without_parentheses(text), text):
        named = dict.fromkeys(m.group() for m in re.finditer(rf"{words}(?: {words}){{0,3}}", shown))
        kept = [
            name
            for name in named
            if not _NO_NAME.fullmatch(name) and (len(name) > 5 or re.search("[A-Z_]", name))
        ]
        if kept:
            break
    return [name for name in kept if re.search(r"[A-Z_]", name)][:3] or kept[:2]
