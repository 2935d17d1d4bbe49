"""What a clause says yes or no to, and which way it points: negation, opposites, quantifiers."""

from __future__ import annotations

import re
from dataclasses import dataclass

from assistant.text import CJK, terms

# Not a negation, although the character is there.
_LEXICAL = re.compile(
    r"不仅|不只是?|不但|不光|不同|不断|不久|不变|不可变|不透明|不等|不妨|不过|不管|不论|无论|无穷|无限|无状态|无锁|无服务|未来|非常|除非|莫非|是不是|能不能|会不会|有没有|要不要|可不可以|差不多|没关系|not only|non-blocking|no matter|not just",
    re.IGNORECASE,
)
_CUE = re.compile(
    r"不(?:再|会|能|可以?|需要?|必|用|得|应该?|允许|要|想|是)?|没有?|无法|无需|无须|无|未(?:能|曾|必)?|并非|非|勿|别(?=[去把让再])|禁止|拒绝|避免|杜绝|防止|"
    r"\bnot\b|n't\b|\bno\b(?!\.)|\bnever\b|\bwithout\b|\bcannot\b|\bneither\b|\bnor\b|\bunable\b|\bfails? to\b|\bavoids?\b|\bprevents?\b",
    re.IGNORECASE,
)
_SCOPE_END = re.compile(r"[，。；：！？,;:!?\n（）()]|而是|而非|但|却|\bbut\b|\band\b", re.IGNORECASE)
_MODAL = re.compile(
    r"^(?:会|能够?|可以?|需要?|必须?|用|得|应该?|允许|要|想|是|再|被|直接|在|去|把|让|做|做到|有|的)+"
)
SCOPE = 8  # characters after a cue that it speaks of

OPPOSITES: tuple[tuple[str, str], ...] = (
    ("大", "小"), ("高", "低"), ("快", "慢"), ("多", "少"), ("增", "减"), ("升", "降"), ("长", "短"), ("先", "后"), ("前", "后"),
    ("主动", "被动"), ("强", "弱"), ("贵", "便宜"), ("早", "晚"), ("输入", "输出"), ("客户端", "服务端"), ("允许", "禁止"),
    ("同步", "异步"), ("静态", "动态"), ("打开", "关闭"), ("开启", "关闭"), ("上升", "下降"), ("变大", "变小"), ("共享", "独立"),
    ("读", "写"), ("成功", "失败"), ("入口", "出口"), ("上游", "下游"), ("串行", "并行"), ("计算密集", "访存密集"), ("密集", "稀疏"),
    ("连续", "离散"), ("集中", "分散"), ("有状态", "无状态"), ("用户态", "内核态"), ("在线", "离线"), ("局部", "全局"), ("内部", "外部"),
    ("命中", "未命中"), ("阻塞", "非阻塞"), ("必须", "可选"), ("递增", "递减"), ("最大", "最小"), ("最高", "最低"), ("更大", "更小"),
    ("节省", "浪费"), ("优于", "劣于"), ("大于", "小于"), ("高于", "低于"), ("快于", "慢于"), ("之前", "之后"), ("以上", "以下"),
    ("increase", "decrease"), ("higher", "lower"), ("faster", "slower"), ("larger", "smaller"), ("more", "less"), ("more", "fewer"),
    ("before", "after"), ("first", "last"), ("input", "output"), ("client", "server"), ("static", "dynamic"), ("read", "write"),
    ("active", "passive"), ("shared", "private"), ("synchronous", "asynchronous"), ("cheaper", "more expensive"), ("longer", "shorter"),
)  # fmt: skip
_ABSOLUTE = re.compile(
    r"只有|仅有?|只(?![是要读])|唯一|总是|永远|始终|一定|必然|必定|绝对|完全|彻底|全部|所有|任何|一切|从不|绝不|毫无|都(?!要|是为)|每[个次一]|百分之百|最(?=好|佳|优|强)|无需任何|"
    r"\bonly\b|\balways\b|\bnever\b|\ball\b|\bevery\b|\bany\b|\bcompletely\b|\bentirely\b|\bguarantees?\b|\bsolely\b|\bmust\b|\bbest\b",
    re.IGNORECASE,
)
_KINDS_OF_ABSOLUTE = (
    ("only", re.compile(r"只|仅|唯一|\bonly\b|\bsolely\b|单独|专门", re.I)),
    ("always", re.compile(r"总是|永远|始终|一定|必然|必定|绝对|从不|绝不|都|必须|\balways\b|\bnever\b|\bmust\b|\bguarantee", re.I)),
    ("all", re.compile(r"完全|彻底|全部?|所有|任何|一切|都|每|毫无|整|百分之百|\ball\b|\bevery\b|\bany\b|\bcompletely\b|\bentirely\b|\bfully\b", re.I)),
    ("best", re.compile(r"最|首选|\bbest\b|\bmost\b", re.I)),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Polarity:
    """Terms a text denies, and terms it says without a denial before them."""

    denied: frozenset[str]
    affirmed: frozenset[str]


def polarity(text: str) -> Polarity:
    """Terms of `text` by whether a negation governs them. The two may overlap: 不是甲而是乙，乙……."""
    plain = _LEXICAL.sub(lambda match: "＿" * len(match.group()), text)
    denied: set[str] = set()
    rest = plain
    for match in reversed(list(_CUE.finditer(plain))):
        scope = scope_after(plain, match.end())
        denied |= set(terms(scope))
        end = match.end() + len(plain[match.end() :]) - len(plain[match.end() :].lstrip()) + len(scope)
        rest = rest[: match.start()] + "。" + rest[end:]
    return Polarity(frozenset(denied), frozenset(terms(rest)))


def negations(text: str) -> int:
    return len(_CUE.findall(_LEXICAL.sub("＿", text)))


def scope_after(text: str, start: int) -> str:
    """What a cue that ends at `start` denies: up to the clause's end, a few characters or three words."""
    scope = text[start:]
    end = _SCOPE_END.search(scope)
    scope = scope[: end.start()] if end else scope
    scope = scope.strip()
    if re.match(f"[{CJK}]", scope):
        modal = _MODAL.match(scope)
        return scope[: SCOPE + (modal.end() if modal else 0)]
    return " ".join(scope.split()[:3])


def overclaims(sentence: str, passage: str) -> list[str]:
    """Absolutes of `sentence` (只, 总是, all) that `passage` has no counterpart of."""
    found = []
    for match in _ABSOLUTE.finditer(sentence):
        kinds = [pattern for name, pattern in _KINDS_OF_ABSOLUTE if pattern.search(match.group())]
        if kinds and not any(pattern.search(passage) for pattern in kinds):
            found.append(match.group())
    return found


def opposed(sentence: str, passage: str) -> list[tuple[str, str]]:
    """(said, meant) pairs: the sentence has one pole where the passage has only the other."""
    found = []
    for one, other in OPPOSITES:
        for mine, theirs in ((one, other), (other, one)):
            if (
                _has(sentence, mine)
                and not _has(passage, mine)
                and _has(passage, theirs)
                and not _has(sentence, theirs)
            ):
                found.append((mine, theirs))
    return found


def _has(text: str, word: str) -> bool:
    if word.isascii():
        return bool(re.search(rf"\b{word}(?:s|d|ed|ing)?\b", text, re.IGNORECASE))
    return word in text
