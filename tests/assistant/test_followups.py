"""Follow-ups can be answered by the bank, repeat nothing, and speak the learner's language."""

import pytest

from assistant import StudyAssistant
from assistant.followups import repeat_key, repeats
from assistant.text import language_of


@pytest.fixture(scope="module")
def assistant(bank_index):
    return StudyAssistant(bank_index)


NUMBERS = ["40", "41", "42", "51", "52", "53", "54"]


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("language", ["zh", "en"])
def test_each_carries_the_question_and_chunk_that_answer_it(assistant, bank_index, number, language):
    found = assistant.follow_ups(f"Q{number}", n=5, language=language)
    assert found or language == "en"
    for follow_up in found:
        chunk = bank_index.chunk(follow_up.chunk_id)
        assert chunk.question.id == follow_up.question_id
        assert follow_up.question_id in [id for id, _ in bank_index.search(follow_up.text).question_ids[:3]]
        assert follow_up.in_bank
        assert follow_up.text.endswith(("？", "?"))
        assert language_of(follow_up.text, language) == language


@pytest.mark.parametrize("number", NUMBERS)
def test_three_by_default_and_all_different(assistant, number):
    found = assistant.follow_ups(f"Q{number}")
    assert len(found) == 3
    assert len({f.chunk_id for f in found}) == len({repeat_key(f.text) for f in found}) == 3


def test_what_was_asked_does_not_come_again(assistant):
    first = assistant.follow_ups("Q40")
    asked = [follow_up.text for follow_up in first]
    for _ in range(4):
        following = assistant.follow_ups("Q40", asked=asked)
        assert not {f.text for f in following} & set(asked)
        asked += [follow_up.text for follow_up in following]


def test_a_frequent_follow_up_of_the_bank_comes_first(assistant):
    assert assistant.follow_ups("Q51")[0].text == "短连接太多时会积压大量 TIME_WAIT，占满端口，怎么办？"


def test_linked_questions_are_offered_both_ways(assistant, bank_index):
    for number, other in (("40", "41"), ("41", "40")):
        ids = {follow_up.question_id for follow_up in assistant.follow_ups(f"Q{number}", n=4)}
        assert bank_index.question(f"Q{other}").id in ids


def test_what_was_shown_already_comes_last(assistant, bank_index):
    shown = [chunk.id for chunk in bank_index.chunks_of(bank_index.question("Q40").id)]
    assert assistant.follow_ups("Q40", touched=shown)[0].chunk_id not in shown


def test_a_topic_gives_its_questions_first(assistant, bank_index):
    found = assistant.follow_ups(topic="网络", n=4)
    topics = {bank_index.question(f.question_id).topic for f in found}
    assert topics == {("网络",)}
    assert found[0].text == "TIME_WAIT 在谁身上？为什么需要它？"


def test_without_a_question_the_whole_bank_is_asked(assistant):
    assert len(assistant.follow_ups(n=5)) == 5


def test_a_topic_that_is_not_there(assistant):
    assert assistant.follow_ups(topic="烹饪") == ()


def test_unanswered_questions_are_never_offered(assistant, bank_index):
    nobody = bank_index.question("Q60").id
    assert all(f.question_id != nobody for f in assistant.follow_ups(n=50))


@pytest.mark.parametrize(
    "text, other, same",
    [
        ("什么是 KV Cache？", "什么是KV Cache", True),
        ("KV Cache 是什么？", "什么是 KV Cache", True),
        ("为什么需要 TIME_WAIT？", "TIME_WAIT 为什么需要", True),
        ("TCP：为什么需要 TIME_WAIT？", "为什么需要 TIME_WAIT", True),
        ("为什么需要 TIME_WAIT？", "TIME_WAIT 在谁身上？", False),
        ("令牌桶适合什么场景？", "漏桶适合什么场景？", False),
    ],
)
def test_what_counts_as_a_repeat(text, other, same):
    assert repeats(text, other) == same
