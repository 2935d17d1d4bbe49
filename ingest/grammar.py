"""The table of marks: how numbers, titles, labels and questions look. Pure functions over one line.

Patterns run on `fold(text)`, which has the same length as `text`, so that a place found in the one is the place in
the other and the author's own characters are what is kept.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

BLANKS = " \t\u00a0\u1680\u2000-\u200b\u202f\u205f\u2028\u2029\u3000\ufeff\x0b\x0c\x1c-\x1f\x85"
_STRIP = "".join(chr(c) for c in [*range(0x2000, 0x200C), 0x20, 9, 0xA0, 0x1680, 0x202F, 0x205F, 0x2028, 0x2029,
                                  0x3000, 0xFEFF, 0x0B, 0x0C, 0x1C, 0x1D, 0x1E, 0x1F, 0x85, 0x2060])  # fmt: skip
_FOLD = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_FOLD |= {ord(c): " " for c in _STRIP if c != "\t"}
_FOLD |= {ord("。"): ".", ord("﹕"): ":", ord("︰"): ":", ord("∶"): ":", ord("．"): ".", ord("＃"): "#"}


def fold(text: str) -> str:
    """Full-width forms and odd blanks as ASCII, one character for one character."""
    return text if text.isascii() and text.isprintable() else text.translate(_FOLD)


@cache
def _simple() -> dict[int, str]:
    from zhconv.zhconv import getdict

    return {ord(a): b for a, b in getdict("zh-hans").items() if len(a) == len(b) == 1 and a != b}


def simple(text: str) -> str:
    """Traditional characters as simplified ones, one for one: what words of a bank are looked up by. Never shown."""
    return text if text.isascii() else text.translate(_simple())


def trim(text: str) -> str:
    """Without blanks at either end, invisible ones included."""
    return text.strip(_STRIP)


def is_blank(text: str) -> bool:
    return not trim(text)


@dataclass(frozen=True)
class Marks:
    """Labels by role and the headings with a fixed meaning. Compared without case, width or blanks."""

    labels: Mapping[str, str]  # key of the label → role
    answer_parts: frozenset[str]
    answer_sections: frozenset[str]
    question_parts: frozenset[str]
    question_lists: frozenset[str]
    question_headings: frozenset[str]
    question_column: frozenset[str]
    answer_column: frozenset[str]
    contents: frozenset[str]
    meta: frozenset[str]
    remarks: frozenset[str]
    task_headings: frozenset[str]
    askers: frozenset[str]  # names of those who ask in a dialogue
    answerers: frozenset[str]
    label_pattern: re.Pattern[str]


_KEY_NOISE = re.compile(r"[\s*_:`【】\[\]#>]+")


EMBLEMS = "\u2190-\u21ff\u25a0-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff\ufe0f\u200d\u203b"  # 💡 ✅ ★ ※ before a label


def mark_key(text: str) -> str:
    """A key for comparing titles and labels: without case, width, blanks and Markdown's marks. Never shown."""
    return _KEY_NOISE.sub("", fold(text)).casefold()


def load_marks(extra: Mapping[str, Sequence[str]] | None = None) -> Marks:
    """The table of `marks.toml`, with a learner's own labels (role → words) added."""
    table = tomllib.loads((Path(__file__).parent / "marks.toml").read_text(encoding="utf-8"))
    words = {role: [*own, *(extra or {}).get(role, ())] for role, own in table["labels"].items()}
    labels = {word_key(word): role for role, own in words.items() for word in own}
    longest_first = sorted({simple(fold(w)) for own in words.values() for w in own}, key=len, reverse=True)
    some_label = "|".join(re.escape(word).replace(r"\ ", " *") for word in longest_first)
    pattern = re.compile(
        rf"(?:(?P<marks>[*_]{{0,3}})[{EMBLEMS}][{EMBLEMS} ]{{0,8}})?(?P<open>[*_]{{0,3}}[【\[(<]?[*_]{{0,3}}) *(?P<word>{some_label})(?P<aside> ?\([^()]{{0,12}}\))?"
        rf" *(?P<close>[*_]{{0,3}}(?P<bracket>[】\])>])?[*_]{{0,3}}) *(?P<colon>[*_]{{0,3}}:[*_]{{0,3}})?(?P<rest>.*)",
        re.IGNORECASE | re.DOTALL,
    )
    headings = {
        name: frozenset(word_key(word) for word in own)
        for name, own in (table["headings"] | table["dialogue"]).items()
    }
    return Marks(labels, label_pattern=pattern, **headings)


@cache
def default_marks() -> Marks:
    return load_marks()


def word_key(text: str) -> str:
    """`mark_key`, in simplified characters: what the words of `marks.toml` are looked up by."""
    return simple(mark_key(text))


def heading_key(text: str) -> str:
    """`word_key` without numbers, emoji and signs around the words: 「📑 目录」 and 「一、目录：」 are 目录."""
    return re.sub(r"^[\W\d_]+|[\W_]+$", "", word_key(text))


class Label(NamedTuple):
    """A label at the start of a line: its role, the word, and where its text begins."""

    role: str
    word: str
    start: int


def find_label(text: str, marks: Marks) -> Label | None:
    """The label that `text` (no blanks or list mark before it) opens with; single letters need their colon."""
    folded = simple(fold(text[:200]))
    match = marks.label_pattern.match(folded)
    if match is None:
        return None
    word, rest, colon = match["word"], match["rest"], match["colon"]
    bracketed = bool(match["bracket"])
    alone = not rest.strip(" *_")
    bold = bool((match["marks"] or "") + match["open"].strip()) and match["close"].strip() != ""
    if not (
        colon
        or (bracketed and match["open"].strip("*_ "))
        or (alone and len(text) <= 200 and (bold or len(word) > 1))
    ):
        return None
    if match["open"].strip("*_ ") and not bracketed:
        return None
    if len(word) == 1 and word.isascii() and not colon:
        return None
    start = match.start("rest") if not alone else len(folded.rstrip())
    skipped = len(text[start:]) - len(text[start:].lstrip(_STRIP))
    return Label(marks.labels[mark_key(word)], word, min(start + skipped, len(text)))


_CLOSING_MARK = re.compile(r"(?<=[^\s*_])(\*{1,3}|_{1,3})$")


def closing_mark(text: str) -> str:
    """The mark at the end of `text` that nothing in it opens: the `**` of 「**答案：甲**」 once the label is gone."""
    match = _CLOSING_MARK.search(text)
    return match[1] if match and len(re.findall(re.escape(match[1][0]) + "+", text)) % 2 else ""


# ---------------------------------------------------------------- numbers


class Numbered(NamedTuple):
    """A number at the start of a title: as the bank writes it, its kind, and where the title begins.

    kind: `q` (Q12, 第12题: names a question), `dotted` (2.1.3), `plain` (12、), `letter` (a.), `chinese` (一、).
    """

    number: str
    kind: str
    start: int


def whole_number(number: Numbered | None) -> int | None:
    """12 of 12、 and Q12; None of 2.1.3, letters, Chinese numerals and none at all."""
    return int(number.number) if number is not None and number.number.isdigit() else None


def counts_on(number: Numbered, following: Numbered) -> bool:
    """Whether 1.2 comes after 1.1, 8 after 7."""
    (*head, last), (*head_next, next_) = (re.split(r"[.\-]", n.number) for n in (number, following))
    return head == head_next and last.isdigit() and next_.isdigit() and int(next_) == int(last) + 1


def is_plain(number: Numbered | None) -> bool:
    """Whether it is one like 12、."""
    return number is not None and number.kind == "plain"


_Q_NUMBER = re.compile(
    r"[\[(【]?(?:(?:Q|Question|问题|问(?! ?\d{1,5} ?(?:个(?!人)|[道种台条]))|題目|题目|面试题|考点(?=\d)|知识点(?=\d)|题(?=\d)|FAQ) ?(?:No\.? ?)?#?(?P<a>\d{1,5})(?![\d])"
    r"|第 ?(?P<b>\d{1,5}) ?[题題问問](?!库)|No\.? ?(?P<c>\d{1,5})(?!\d)|#(?P<d>\d{1,5})(?!\d| ?[楼樓层層]))[\])】]?",
    re.IGNORECASE,
)
_AFTER_Q = re.compile(r" *(?:[:.、,)\-—–|]+ *| +|$|(?=[^\x00-\x7f])|(?=[\"'“「『*`]))")
_NOT_A_TITLE = re.compile(r" *[/~～]|[–—-] *Q?\d| *[、,] *Q?\d|_")
_DOTTED = re.compile(r"(\d{1,4}(?:[.\-]\d{1,4}){1,5})(?: ?[、:)]+ *|\.+ *| +|(?=[^\x00-\x7f]))")
_PLAIN = re.compile(
    r"(?:[(\[【](\d{1,5})[)\]】][.、:]? *|(\d{1,5})(?:[.、)]{1,2}(?!\d) *|[:、] *| +\.? ?| *[-–—] +))"
)
_LETTER = re.compile(r"(?:\(([A-Za-z])\) *|([A-Za-z])[.、)] *)(?=\S)")
_CHINESE = re.compile(
    r"(?:第 ?)?\(?([一二三四五六七八九十百]{1,4})\)?(?:[、.,:)]|(?:[章节節篇讲講]|部(?!分))[:、 ]?| +)"
)
_KEYCAP = re.compile(r"(?:((?:\d{1,3}\ufe0f?\u20e3){1,3})|🔟)[.、:)]? *")
_CIRCLED = "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳"


_EMBLEM_LEAD = re.compile(rf"[{EMBLEMS}]{{1,6}} ?(?=\d{{1,5}} ?[.．、)）:：]|Q ?\d|第 ?\d)")


def find_number(text: str, *, letters: bool = False) -> Numbered | None:
    """The number that a title opens with, or None. `2PC 是什么？` has none; nor has `Q125/163 讲过`; `★5. 甲` has 5."""
    emblem = None if text[:1].isalnum() else _EMBLEM_LEAD.match(text)
    if emblem is not None:
        number = find_number(text[emblem.end() :], letters=letters)
        return number._replace(start=number.start + emblem.end()) if number is not None else None
    folded = simple(fold(text[:80]))
    if (match := _Q_NUMBER.match(folded)) is not None:
        end = match.end()
        after = _AFTER_Q.match(folded, end)
        if after is not None and not _NOT_A_TITLE.match(folded, end):
            number = next(group for group in match.groups() if group)
            return Numbered(number.lstrip("0") or "0", "q", _past_blanks(text, after.end()))
        return None
    if (match := _DOTTED.match(folded)) is not None:
        return Numbered(match[1], "dotted", _past_blanks(text, match.end()))
    if (match := _PLAIN.match(folded)) is not None:
        number = match[1] or match[2]
        return Numbered(number.lstrip("0") or "0", "plain", _past_blanks(text, match.end()))
    if (match := _KEYCAP.match(folded)) is not None:
        number = "".join(c for c in match[1] if c.isdigit()) if match[1] else "10"
        return Numbered(number.lstrip("0") or "0", "plain", _past_blanks(text, match.end()))
    if text[:1] in _CIRCLED and text[:1]:
        return Numbered(str(_CIRCLED.index(text[0]) + 1), "plain", _past_blanks(text, 1))
    if letters and (match := _LETTER.match(folded)) is not None:
        return Numbered(match[1] or match[2], "letter", _past_blanks(text, match.end()))
    if (match := _CHINESE.match(folded)) is not None:
        return Numbered(match[1], "chinese", _past_blanks(text, match.end()))
    return None


_CHINESE_DIGITS = {c: i for i, c in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}
_CHINESE_UNITS = {"十": 10, "百": 100}
_BELOW_HUNDRED = re.compile("[〇一二三四五六七八九]?十[〇一二三四五六七八九]?|[〇一二三四五六七八九]?")


def from_chinese(numeral: str) -> int:
    """一百二十五 → 125, 十二 → 12, 一二五 → 125."""
    if not any(c in _CHINESE_UNITS for c in numeral):
        return int("".join(str(_CHINESE_DIGITS[c]) for c in numeral))
    total, digit = 0, None
    for c in numeral:
        if c in _CHINESE_UNITS:
            total += (1 if digit is None else digit) * _CHINESE_UNITS[c]
            digit = None
        else:
            digit = _CHINESE_DIGITS[c]
    return total + (digit or 0)


def chinese_value(number: str) -> int:
    """The value of a Chinese numeral up to 九十九; 0 for one beyond."""
    return from_chinese(number) if number and _BELOW_HUNDRED.fullmatch(number) else 0


def _past_blanks(text: str, start: int) -> int:
    while start < len(text) and text[start] in _STRIP:
        start += 1
    return start


# ---------------------------------------------------------------- titles

# `List<String>` and `vector<int>` are names of types, `<BRANCH>` and `<meta>` words of the author: no tags
_TAG = re.compile(
    r"(?!(?<=[A-Za-z0-9_])<(?:(?-i:[A-Z])|(?:u?int|char|bool|float|double|string|auto|void|long|short|unsigned|const|std|size_t|[iuf]\d{1,3})\b))"
    r"</?(?:[abipqsu] ?/?|(?:abbr|big|blockquote|br|center|code|dd|del|details|dfn|div|dl|dt|em|figure|font|h[1-6]|hr|img|input|ins|kbd|li|mark|nobr|ol|picture|pre|rp|rt|ruby"
    r"|samp|small|source|span|strike|strong|sub|summary|sup|svg|t[dhrt]|table|tbody|thead|ul|var|wbr)(?=[\s/>])[^<>]{0,300}|[A-Za-z][\w-]{0,40}\s[^<>=]{0,100}=[^<>]{0,300})>",
    re.IGNORECASE,
)
_CODE = re.compile(r"(`{1,3})([^`]{1,200})\1")
_SIGNS, _HIDDEN = "<>[]()*~=_&\\", "".join(chr(0xFDD0 + n) for n in range(12))
_HIDE, _SHOW = str.maketrans(_SIGNS, _HIDDEN), str.maketrans(_HIDDEN, _SIGNS)
_LINK = re.compile(
    r"!?\[([^\[\]]{0,300})\]\([^()\s]{0,1000}(?:\([^()]{0,200}\)[^()\s]{0,300})?(?: +\"[^\"]{0,200}\")?\)"
)
_IMAGE = re.compile(r"!\[[^\[\]]{0,300}\]\([^()]{0,1000}\)")
_WIKI = re.compile(r"\[\[([^\[\]|]{1,200})(?:\|([^\[\]]{1,200}))?\]\]")
_STRONG = re.compile(r"(?<!\\)(\*{2,3}|~~|==)(?=\S)(.{1,400}?)(?<=\S)\1")
_EMPHASIS = re.compile(r"(?<![A-Za-z0-9*\\])(\*)(?=\S)([^*]{1,400})(?<=\S)\*(?![A-Za-z0-9*])")
# __new__ is a name, __粗体__ is bold
_UNDERSCORES = re.compile(r"(?<![\w])(?!__[a-z]+__)(_{1,3})(?=\S)([^_]{1,300})(?<=\S)\1(?![\w])")
_META = re.compile(
    r"[【\[](?:热度|熱度|难度|難度|出题公司|公司|应用场景|[^【】\[\]]{0,12}应用场景|标签|分类|频率|频次|考频|重要|级别|来源)(?: ?[:：] ?[^【】\[\]]{0,60})?[】\]]"
)
_ATTRIBUTE = re.compile(r" *\{[#.][^{}]{1,80}\} *$")
_CHECKBOX = re.compile(r"^\[[ xX]\] +")


# 「[[⬆]](#toc)」 leads back to the top and says nothing
_TO_TOP = re.compile(
    r"\[{1,2}[^\w\[\]()]{0,8}(?:(?<!\[)|back to (?:the )?top|(?:回到?|返回)(?:目[录錄]|[顶頂]部|[顶頂]端))[^\w\[\]()]{0,8}\]{1,2}\(#[^()\s]{0,100}\)",
    re.IGNORECASE,
)
_NOTE = re.compile(r" *<!--.{0,300}?-->")
_PLAIN_STEPS = (("<!--", _NOTE, r""), ("<", _TAG, r""), ("](#", _TO_TOP, r""), ("[[", _WIKI, r"\1"), ("](", _LINK, r"\1"), ("**", _STRONG, r"\2"), ("~~", _STRONG, r"\2"), ("==", _STRONG, r"\2"), ("*", _EMPHASIS, r"\2"),
                ("_", _UNDERSCORES, r"\2"))  # fmt: skip
_ENTITIES = (("&lt;", "<"), ("&gt;", ">"), ("&nbsp;", " "), ("&quot;", '"'), ("&#39;", "'"), ("&amp;", "&"))
_ESCAPED = re.compile(r"\\([#*_`\[\]().+\-!|<>])")
_BLANK_RUN = re.compile(rf"[{BLANKS}]+")
_BY_REFERENCE = re.compile(
    r"(?s)\[([^\[\]]{4,300})\]\[[^\[\]]{1,200}\]"
)  # a whole line: `a[i][j]` and 「[校招][后端]」 are none


def untagged(text: str) -> str:
    """Without HTML's tags and Markdown's images."""
    return _IMAGE.sub("", _TAG.sub("", text))


def plain(text: str) -> str:
    """Markdown's marks and HTML's tags taken off a title: what a reader sees of it. Code keeps its signs: `Option<T>`."""
    coded = "`" in text and _CODE.search(text) is not None
    if coded:
        text = _CODE.sub(lambda match: match[2].translate(_HIDE), text)
    if "][" in text and (whole := _BY_REFERENCE.fullmatch(text.strip())) is not None:
        text = whole[1]
    for mark, pattern, kept in _PLAIN_STEPS:
        if mark in text:
            text = pattern.sub(kept, text)
    if "&" in text:
        for entity, char in _ENTITIES:
            text = text.replace(entity, char)
    if "\\" in text:
        text = _ESCAPED.sub(r"\1", text)
    if coded:
        text = text.translate(_SHOW)
    return _BLANK_RUN.sub(" ", text).strip()


def split_title(text: str, *, letters: bool = False) -> tuple[Numbered | None, str, tuple[str, ...]]:
    """(number, clean title, tags) of a heading's or list item's text.

    >>> split_title("12、TCP 为什么要三次握手？【热度: 260】")
    (Numbered(number='12', kind='plain', start=3), 'TCP 为什么要三次握手？', ('热度: 260',))
    """
    text = _CHECKBOX.sub("", plain(_ATTRIBUTE.sub("", text) if "}" in text else text))
    tags: tuple[str, ...] = ()
    if "【" in text or "[" in text:
        tags = tuple(tag.strip("【】[]") for tag in _META.findall(text))
        text = _META.sub("", text)
    text = trim(text)
    number = find_number(text, letters=letters)
    rest = trim(text[number.start :]) if number else text
    if (
        number is not None
        and number.kind != "q"
        and (inner := _Q_NUMBER.match(fold(rest)))
        and rest[inner.end() :]
    ):
        second = find_number(rest)  # 「### 3. Q12：…」: the question's own number is the one that names it
        if second is not None and second.kind == "q":
            number, rest = second._replace(start=0), trim(rest[second.start :])
    return number, trim(rest.rstrip(":：")), tags


def clean_title(text: str) -> str:
    """The title alone: `1.1.4 LRU缓存机制` → `LRU缓存机制`."""
    return split_title(text)[1]


# ---------------------------------------------------------------- does it ask?

_ASKS = re.compile(
    r"[?？]"
    r"|什[么麼]|甚[么麼]|是啥|啥是|干啥|为啥|有啥|怎[么麼样樣]|咋|如何|[为為]何|哪[些个個种種里裡几幾类類一两兩二三四五六家方]|几[种個个大类類]|幾[種個]|多少|是否|能否|可否|有[没沒無无]|(?:[吗嗎嘛呢]|(?<![什甚怎这這那多要])[么麼])[?？!！。…)）]*$"
    r"|(?:不?正确|错误|不?包括|不?属于)的?(?:是|有)|(?:下列|以下|下面)[^。]{0,40}的是|请选择"
    r"|[讲講]一[讲講]|[说說]一[说說]|[谈談]一[谈談]|聊一聊|介[绍紹]一下|[讲講说說]一下"
    r"|是不是|能不能|会不会|會不會|要不要|可不可以|有何|何[时時谓謂种種]|谁[来來是]|誰[來是]|多[久大长長]",
)
_ASKS_EN = re.compile(
    r"^(?:so |and |but |then |in [\w ,]{1,60}, ?)?(?:what(?:'s|’s|\b)|why\b|how\b|when (?:to|do|does|is|are|would|should|did)\b|where\b|which\b|who\b|explain\b|describe\b|compare\b|differen(?:ces?|t between)\b|"
    r"(?:is|are|do|does|did|can|could|should|would|will|have|has|was|were) (?:\w|[\"'`])|tell (?:me|us|about|all|the)\b|walk me|talk about|give (?:an?|some|me|\w+ examples?)\b|define\b|discuss\b|list (?:the|some|all|down)\b|name (?:the|some|a|\d|two|three)\b|"
    r"mention\b|differentiate|suppose\b|given (?:an?|the)\b|write an?\b|implement\b|design an?\b|in which\b)",
    re.IGNORECASE,
)
_BIDS = re.compile(
    r"^(?:请(?!求)|請(?!求)|试(?!验|卷|图|用|点)|試(?!驗|卷|圖)|简[单述要]|簡[單述要]|详细|详述|介[绍紹]|[说說](?:一|下|说|說|出|明|[^，,]{0,12}区别)|谈|談|[讲講](?:一|下|讲|講|述|解)|聊|描述|解[释釋]|阐|闡|列[举舉出]|[举舉]例|比[较較]|[对對]比|推导|推導|手[写写撕]|手寫|写(?:一|出|个)|寫(?:一|出|個)|[编編][写寫]|[创創]建一[个個]|回答.{0,12}(?:答案|問題|问题|值)|用[^，,]{1,20}(?:实现|實現|写|寫)|[实實][现現]一|设计一|設計一|概述|分析|叙述|敘述|你[对對认認会會在知了是有最曾])"
)
_BIDS_LAST = re.compile(
    r"[，,。；;] ?(?:请|請)[你您]?(?:分别|分別|具体|具體|详细|詳細|简单|簡單|展开|展開)?(?:[讲講说說谈談聊述]|介[绍紹]|解[释釋]|[举舉]例|分析)[^，,。；;]{0,10}[:：]?$"
)
_NOUNS = re.compile(
    r"(?:[区區]别|[异異]同|不同(?:之[处處]|[点點])?|差[异異别別]|优缺点|優缺點|利弊|优劣|[优優]势|[缺劣][点點势勢]|好处|特[点點]|作用|用途|用法|原理|流程|步[骤驟]|[关關]系|[关關]係|[联聯]系|思路|[过過]程|机制|機制|場景|场景|原因|意[义義]|含[义義]|[选選]型|[对對]比|比[较較]|[生]?命周期|[实實][现現]方式|[方][式法案]|影响|理解|认识|看法|注意事项|的?问题|策略|vs\.? ?.{1,30})(?:[(（][^()（）]{0,40}[)）])?[。.!！…]*$",
    re.IGNORECASE,
)
_CHAPTER = re.compile(
    r"^(?:第 ?[\d一二三四五六七八九十百]+ ?[章节節篇部讲講回卷天周]|chapter \d|part \d|part [ivx]+\b)|(?:篇|章|部分|专题|專題|专栏|系列|汇总|彙總|大全|合集|集锦|面试题|面試題|面经|题库|題庫|相关|基础|基礎|进阶|進階|高级|入门|[^层方对表里外全反断正侧平页界画场局直片]面|知识点?|知识)$",
    re.IGNORECASE,
)


_PLEASE = re.compile(r"請|请|試|试(?![验卷图])")


_REMARKED = re.compile(r"(?P<head>[^（）]{4,80}?) ?（[^（）]{4,400}）[。.]?")


def item_asks(text: str) -> int:
    """`asks` for a list item: a statement after a colon, or a long sentence, is a point and no question.

    What was remarked in brackets behind it (「甲和乙的区别（只答了用法）」) says nothing of that.
    """
    told = _REMARKED.fullmatch(text)
    if told is not None:
        return max(_item_asks(text), _item_asks(told["head"]))
    return _item_asks(text)


def _item_asks(text: str) -> int:
    text = simple(text)
    if text.rstrip('）)」』"” ').endswith(("?", "？")) or _BIDS_LAST.search(text):
        return 2
    if _PLEASE.match(text) and len(text) <= 60:
        text = text.rstrip("。.!！ ")
    if re.search(r"[。；;]|[:：].{8,}|[.!！] ?\S.{20,}", text) or len(text) > 90:
        return min(0, asks(text)) if "?" not in text and "？" not in text else 1
    return asks(text)


_CHAPTER_END = re.compile(r"(?:篇|章|部分|专题|系列|汇总|大全|合集|面试题|面经|题库)[:：]?$")
_ASKED_BY = re.compile(r"(?:[-—–][\u4e00-\u9fff]{2,4}){1,4}$")  # 「接口的意义-百度-乐视」
_QUOTES = frozenset(('""', "“”", "''", "‘’", "「」", "『』"))
_ADDRESS = re.compile(r"https?://\S+")


def asks(title: str) -> int:
    """How much a title reads as a question: 2 it asks, 1 it could, 0 it does not, -1 it names a chapter."""
    title = simple(trim(title))
    if len(title) > 2 and title[0] + title[-1] in _QUOTES:
        title = trim(title[1:-1])  # 「"Tell me about …"」
    bare = _ADDRESS.sub("", title) if "://" in title else title
    if _CHAPTER_END.search(bare) and not re.search(r"[?？]|^(?:什么|为什么|怎么|如何|有没有|是否|哪)", bare):
        return -1
    if _ASKS.search(bare) or _ASKS_EN.search(bare):
        return 2
    if _CHAPTER.search(bare):
        return -1
    if _BIDS_LAST.search(bare):
        return 2
    if _BIDS.search(bare):
        return 2 if len(bare) > 3 else 1
    if len(bare) > 4 and _NOUNS.search(_ASKED_BY.sub("", bare)):
        return 1
    return 0
