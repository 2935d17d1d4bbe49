"""Everyday words for what notes call by name: the table, what a query may mean by it, and that search follows."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from index import ranking
from index.thesaurus import FILE, Thesaurus, default_thesaurus


def concepts() -> list[list[list[str]]]:
    lines = [line for line in FILE.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    return [[[part.strip() for part in half.split(";")] for half in line.split("|")] for line in lines]


def test_the_table_has_names_and_ways_for_each_concept():
    found = concepts()
    assert len(found) > 2000
    for concept in found:
        assert len(concept) == 2
        assert all(part for half in concept for part in half)
    first = [names[0].casefold() for names, _ in found]
    assert len(set(first)) == len(first)


@pytest.mark.parametrize(
    ("query", "terms"),
    [
        ("每条执行流自己独有什么", {"线程", "thread"}),
        ("两边互相等着谁也不让怎么办", {"死锁", "deadlock"}),
        ("大家都在排队，一直轮不上", {"饥饿", "starvation"}),
        ("how do I save the progress of training", {"检查点", "checkpoint"}),
    ],
)
def test_a_query_may_mean_what_it_describes(query, terms):
    assert terms <= set(default_thesaurus().meant(query))


@pytest.mark.parametrize("query", ["", "你好", "为什么", "甲乙丙丁", "\u200b"])
def test_a_query_that_describes_nothing_means_nothing(query):
    assert not default_thesaurus().meant(query)


def test_a_name_that_the_query_says_is_not_added():
    assert "死锁" not in default_thesaurus().meant("死锁就是互相等着谁也不让")


def test_part_of_a_way_is_not_enough_and_rare_words_are():
    table = Thesaurus.parse(
        "# 术语 | 说法\n熔断; circuit breaker | 下游坏了就先别调\n" + "堆; heap | 甲 乙\n" * 300
    )
    assert table.meant("下游坏了，先别调它") == {"熔断": 1.0, "circuit": 1.0, "breaker": 1.0}
    assert not table.meant("下游怎样")


def test_what_is_meant_lifts_its_question_and_leaves_the_judgement(index, monkeypatch):
    query, wanted = "开头一样的部分不用再算一遍", index.question("Q125").id
    assert default_thesaurus().meant(query)
    with_it = index.search(query)
    monkeypatch.setattr(ranking, "MEANT", 0.0)
    monkeypatch.setattr(ranking, "PASSAGE_MEANT", 0.0)
    without = index.search(query)
    assert dict(with_it.question_ids)[wanted] > dict(without.question_ids)[wanted]
    assert with_it.scope_probability == without.scope_probability


@given(
    st.text(max_size=60)
    | st.lists(st.sampled_from(["执行流", "互相", "等", "谁", "让", "下游", "fuse", "trip", "的"])).map(
        " ".join
    )
)
def test_any_query_is_read_and_sure_of_nothing_beyond_one(query):
    assert all(0 < sure <= 1 for sure in default_thesaurus().meant(query).values())
