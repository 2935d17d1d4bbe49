"""A chat model may reword follow-ups; what it does to them never makes them worse."""

import pytest

from assistant import StudyAssistant


@pytest.fixture(scope="module")
def drafts(bank_index):
    return StudyAssistant(bank_index).follow_ups("Q40")


def phrased(serve, bank_index, reply, mode="good", **script):
    scripted, model = serve(reply, mode, **script)
    return scripted, StudyAssistant(bank_index, model).follow_ups("Q40")


def test_a_good_wording_is_taken_with_its_passage(serve, bank_index, drafts):
    reply = "1. 要是 KV Cache 把显存占满了，你会怎么处理？\n2. 说说不做 KV Cache 会慢在哪里？\n3. PagedAttention 到底解决了 KV Cache 的什么问题？"
    script, found = phrased(serve, bank_index, reply)
    assert [(f.question_id, f.chunk_id) for f in found] == [(f.question_id, f.chunk_id) for f in drafts]
    assert found[0].text == "要是 KV Cache 把显存占满了，你会怎么处理？"
    told = script.requests[0]["messages"][1]["content"]
    assert all(draft.text in told for draft in drafts)


@pytest.mark.parametrize(
    "reply",
    [
        "",
        "好的，我来改写。",
        "1. 今天上海天气怎么样？",  # asks for something else
        "1. KV Cache 显存不够就量化。",  # no question
        "1. What would you do when the KV Cache fills the memory?",  # another language
        "1. KV Cache 显存不够时怎么办[1]？",
        "1. " + "很长" * 60 + "？",
        "7. KV Cache 显存不够时怎么办呢？",  # no such draft
    ],
)
def test_a_wording_that_does_not_hold_leaves_the_draft(serve, bank_index, drafts, reply):
    assert phrased(serve, bank_index, reply)[1] == drafts


@pytest.mark.parametrize("mode", ["silent", "status", "malformed", "endless"])
def test_a_model_that_fails_leaves_the_drafts(serve, bank_index, drafts, mode):
    assert phrased(serve, bank_index, "改写", mode)[1] == drafts
