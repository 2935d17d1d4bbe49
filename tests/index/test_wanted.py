"""A query that names a kind of passage gets it; one that merely holds such a word does not."""

import pytest

from index import build_index, open_index
from index.wanted import wanted
from ingest import read_bank


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("有没有好记的比喻来理解注意力缓存", {"hook"}),
        ("給個口訣", {"hook"}),
        ("Is there an analogy for paging?", {"hook"}),
        ("快排的代码怎么写", {"code"}),
        ("show me the code", {"code"}),
        ("Redis 配置怎么写", {"code"}),
        ("KV Cache 大小的公式", {"formula"}),
        ("这句话的出处是哪篇论文", {"sources", "evidence"}),
        ("有没有参考资料", {"sources", "evidence"}),
        ("日志怎么记录", set()),
        ("unicode 和 utf-8 的区别", set()),
        ("decode 阶段为什么慢", set()),
        ("流量的来源有哪些", set()),
        ("How is a value passed by reference?", set()),
        ("Any references for paging?", {"sources", "evidence"}),
        ("为什么需要三次握手", set()),
        ("", set()),
    ],
)
def test_kinds_that_a_query_names(query, names):
    assert wanted(query) == names


def test_the_named_kind_stands_first(tmp_path, embedder):
    bank = tmp_path / "bank.md"
    bank.write_text(
        "## Q1 快速排序是怎么做的？\n\n一句话：选一个基准，小的放左，大的放右，再分别排。\n\n- 平均 O(n log n)，最坏 O(n²)。\n"
        "- 基准选得随机，最坏就少见。\n\n```python\ndef sort(a):\n    return a and sort([x for x in a[1:] if x < a[0]])\n```\n\n"
        "题眼：基准怎么选。\n\n记忆锚点：像按身高排队，先挑一个人站中间。\n\n参考来源：https://example.org/quick\n",
        encoding="utf-8",
    )
    home = tmp_path / "home"
    build_index(read_bank([bank]), home, embedder)
    index = open_index(home, embedder)
    for query, of in (
        ("快速排序的代码怎么写", lambda c: c.kind == "code"),
        ("快速排序有没有好记的比喻", lambda c: c.role == "hook"),
        ("快速排序有什么参考资料", lambda c: c.role == "sources"),
    ):
        assert any(of(hit.chunk) for hit in index.search(query).hits[:2]), query
