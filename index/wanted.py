"""A query may name the kind of passage that it wants: 「有没有好记的比喻」, 「代码怎么写」, 「公式是什么」, 「出处在哪」."""

from __future__ import annotations

import re

from index.chunk import Chunk
from index.tokens import simplified

BONUS = 0.5
_WANTED = (
    (
        re.compile(r"比喻|类比|打个比方|口诀|顺口溜|好记|记忆(?:锚点|方法|技巧)|怎么记住|mnemonic|analogy|easy to remember"),
        ("hook",),
    ),
    (
        re.compile(r"代码|(?:程序|脚本|配置|命令)怎么写|示例程序|伪码|写一段|\bcode\b"),
        ("code",),
    ),
    (re.compile(r"公式|\bformula\b"), ("formula",)),
    (re.compile(r"对比表|表格|\btable of\b"), ("table",)),
    (
        re.compile(r"出处|参考(?:资料|文献|链接|来源)|哪篇论文|论文链接|延伸阅读|which paper|(?<!by )\breferences\b|further reading"),
        ("sources", "evidence"),
    ),
)  # fmt: skip


def wanted(query: str) -> frozenset[str]:
    """The roles and kinds of passages that the query asks for by name; mostly none."""
    folded = simplified(query).casefold()
    return frozenset(name for said, names in _WANTED if said.search(folded) for name in names)


def bonus(chunk: Chunk, names: frozenset[str]) -> float:
    return BONUS if chunk.role in names or chunk.kind in names else 0.0
