"""Asked within a file or a topic, the assistant answers from that part alone and says so when it holds nothing."""

import pytest

from assistant import StudyAssistant

ENGINES, NETWORK = ["推理引擎"], ["网络"]


@pytest.fixture(scope="module")
def quoting(bank_index):
    return StudyAssistant(bank_index)


def topics_of(answer, bank_index):
    ids = [*answer.question_ids, *(f.question_id for f in answer.follow_ups)]
    return {bank_index.question(id).topic[0] for id in ids}


@pytest.mark.parametrize(
    "topics,query", [(ENGINES, "什么是 PagedAttention"), (NETWORK, "为什么需要 TIME_WAIT"), (NETWORK, "Q51")]
)
def test_a_part_that_holds_the_answer_gives_it(quoting, bank_index, topics, query):
    answer = quoting.ask(query, topics=topics)
    assert answer.in_scope and answer.sentences == quoting.ask(query).sentences
    assert topics_of(answer, bank_index) == set(topics)


@pytest.mark.parametrize(
    "topics,query", [(NETWORK, "什么是 PagedAttention"), (ENGINES, "为什么需要 TIME_WAIT"), (ENGINES, "Q51")]
)
def test_what_only_the_rest_answers_is_refused_with_words_that_tell_why(quoting, bank_index, topics, query):
    answer = quoting.ask(query, topics=topics)
    assert not answer.in_scope and answer.citations == ()
    assert "所选范围" in answer.text
    assert topics_of(answer, bank_index) <= set(topics)


def test_a_turn_that_leans_on_a_question_outside_does_not_bring_it_in(quoting, bank_index):
    first = quoting.ask("什么是 PagedAttention")
    answer = quoting.ask("它有什么代价", [first.turn()], topics=NETWORK)
    assert "41" not in [bank_index.question(id).number for id in answer.question_ids]


def test_a_list_of_questions_stays_inside(quoting, bank_index):
    answer = quoting.ask("有哪些题目", topics=NETWORK)
    assert answer.in_scope and topics_of(answer, bank_index) == set(NETWORK)


def test_a_file_is_named_by_its_path_or_its_name(quoting, bank_index):
    whole = quoting.ask("什么是 PagedAttention")
    for file in (bank_index.bank.files[0].path, "assistant_bank.md"):
        assert quoting.ask("什么是 PagedAttention", files=[file]).sentences == whole.sentences
    assert "所选范围" in quoting.ask("什么是 PagedAttention", files=["another.md"]).text


def test_a_comparison_takes_neither_side_from_outside(quoting, bank_index):
    answer = quoting.ask("PagedAttention 和 TIME_WAIT 有什么区别", topics=NETWORK)
    assert topics_of(answer, bank_index) <= set(NETWORK)
