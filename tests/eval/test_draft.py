import json

import pytest
from langchain_core.language_models.fake_chat_models import FakeListChatModel

from eval.binding import bind
from eval.cases import parse_line
from eval.draft import draft_cases, to_lines
from eval.folding import match_key
from eval.lint import lint_cases
from ingest import read_bank

NOTES = """# 随手记

什么是 CDN？

- 就近取内容：边缘节点缓存静态文件，源站压力小。
- 回源有代价：未命中的请求要再走一程。

什么是 DNS？

- 把名字换成地址：逐级查询，结果按 TTL 缓存。
"""


def test_drafts_are_sound_cases_that_are_marked_as_drafts(bank):
    drafts = draft_cases(bank, 3)
    assert {id for case in drafts for id in case.relevant} == {"Q1", "Q2", "Q3"}
    assert all(case.draft for case in drafts)
    assert [p for p in lint_cases(drafts, bank) if p.severity == "error"] == []
    assert len({match_key(case.query) for case in drafts}) == len(drafts)
    assert {case.split for case in drafts} == {"dev", "test"}
    bind(drafts, bank)


def test_the_lead_of_a_point_asks_for_that_point(bank):
    drafts = {case.query: case for case in draft_cases(bank, 9)}
    assert drafts["池子有上限"].evidence[0].text == "池子有上限：超过上限的请求排队，所以要设等待超时。"


@pytest.mark.parametrize("count", [1, 2])
def test_no_question_gets_more_than_asked_for(bank, count):
    drafts = draft_cases(bank, count)
    for number in ("Q1", "Q2", "Q3"):
        assert sum(number in case.relevant for case in drafts) == count


def test_a_bank_without_numbers_is_named_by_ids(tmp_path):
    path = tmp_path / "notes.md"
    path.write_text(NOTES, encoding="utf-8")
    bank = read_bank([path])
    drafts = draft_cases(bank)
    assert {id for case in drafts for id in case.relevant} == {q.id for q in bank.questions}
    assert all(case.kind != "number" for case in drafts)
    bind(drafts, bank)


def test_what_is_written_can_be_read_back(bank):
    drafts = draft_cases(bank)
    assert [parse_line(line, "", 0) for line in to_lines(drafts).splitlines()] == drafts


def reply(*rows):
    return "好的，如下：\n```json\n" + json.dumps(rows, ensure_ascii=False) + "\n```"


def test_a_model_proposes_and_what_is_unsound_is_dropped(bank):
    good = {"query": "短连接一多延迟就高，咋整", "kind": "colloquial", "evidence": "握手要花往返时间"}
    model = FakeListChatModel(responses=[
        reply(
            good,
            {"query": "超过上限的请求排队，所以要设等待超时", "kind": "paraphrase", "evidence": ""},  # copies
            {"query": "问点别的", "kind": "riddle", "evidence": ""},  # no such kind
            {"query": "连接复用有啥用", "kind": "colloquial", "evidence": "答案里没有的话"},  # kept without its evidence
            "not even an object",
        ),
        "我不会写 JSON",
        reply({"query": "短连接一多，延迟就高，咋整？", "kind": "colloquial", "evidence": ""}),  # asked already
    ])  # fmt: skip
    drafts = draft_cases(bank, 3, model)
    assert [(case.query, [e.text for e in case.evidence]) for case in drafts] == [
        (good["query"], [good["evidence"]]), ("连接复用有啥用", []),
    ]  # fmt: skip
    assert all(case.draft and case.relevant == {"Q1": 2} for case in drafts)
