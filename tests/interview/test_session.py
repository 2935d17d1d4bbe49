"""An interview: asking, commands, follow-ups, and what happens when it is interrupted."""

import pytest

from assistant.interview import Interview, Plan, StudyLog
from ingest.errors import TiyanError

TIME_WAIT = "主动关闭的一方会停在 TIME_WAIT，这样最后一个 ACK 能送达，旧连接的报文也会在网络里消失；短连接太多就用连接池复用连接"


def begin(index, log, **plan):
    return Interview.start(index, log, Plan(**{"mode": "one", "question": "Q51", **plan}))


@pytest.mark.parametrize(
    "said", ["跳过", "提示", "不会", "看答案", "结束", "这个词什么意思", "什么是 MSL？", "再说一遍", "", "？"]
)
def test_commands_and_questions_are_never_graded(index, log, said):
    outcome = begin(index, log).reply(said)
    assert outcome.grade is None
    assert outcome.kind != "graded"
    assert outcome.text


@pytest.mark.parametrize("said, reviews", [("跳过", 0), ("提示", 0), ("结束", 0), ("不会", 1), ("看答案", 1)])
def test_only_giving_up_counts_as_forgotten(index, log, said, reviews):
    begin(index, log).reply(said)
    assert [review.rating for review in log.reviews()] == ["again"] * reviews


def test_the_answer_is_shown_when_the_learner_gives_up(index, log):
    shown = begin(index, log).reply("不会").text
    assert "保证最后一个 ACK 能送达" in shown
    assert "题眼：" in shown


def test_hints_tell_more_each_time_and_end(index, log):
    interview = begin(index, log)
    told = [interview.reply("提示").text for _ in range(6)]
    assert told[0] != told[1]
    assert "看答案" in told[-1]


def test_an_answer_moves_the_schedule(index, log):
    outcome = begin(index, log).reply(TIME_WAIT)
    assert outcome.kind == "graded"
    assert [review.question_id for review in log.reviews()] == [outcome.grade.question_id]
    assert outcome.grade.score > 0.4


def test_at_most_two_follow_ups_each_on_another_open_point(index, log):
    interview = begin(index, log, question="Q40")
    asked = []
    interview.reply("KV Cache 用显存换时间")
    while (prompt := interview.prompt) is not None:
        assert prompt.is_follow_up
        assert index.chunk(prompt.chunk_id).question.number == "40"
        asked.append(prompt.chunk_id)
        interview.reply("这个我说不太清楚，大概跟模型大小有关系")
    assert 1 <= len(asked) <= 2
    assert len(set(asked)) == len(asked)
    assert len(log.reviews()) == 1  # a question is reviewed once, whatever was asked back


def test_a_follow_up_can_only_help(index, log):
    interview = begin(index, log, question="Q40")
    first = interview.reply("KV Cache 用显存换时间")
    chunk = index.chunk(interview.prompt.chunk_id)
    second = interview.reply(chunk.text)
    assert second.grade.score > first.grade.score
    assert second.review.id == first.review.id


def test_attempts_do_not_see_each_other(index, log):
    first = begin(index, log)
    first.reply("提示")
    first.reply(TIME_WAIT)
    second = begin(index, log)
    assert second.attempt_id != first.attempt_id
    assert (second.pending, second.results, second.prompt.is_follow_up) == (None, (), False)
    assert second.prompt.number == 1


def test_an_interview_goes_on_where_it_was_left(index, log):
    interview = begin(index, log, mode="random", question=None, count=3, seed=4)
    interview.reply("跳过")
    again = Interview.resume(index, log, interview.attempt_id)
    assert (again.prompt, again.results) == (interview.prompt, interview.results)
    assert log.open_attempts() == (interview.attempt_id,)
    again.end()
    assert log.open_attempts() == ()


@pytest.mark.parametrize("then", ["retry", "skip"])
def test_an_interrupted_grading_can_be_repeated_or_skipped(index, log, then):
    def broken(*_):
        raise KeyboardInterrupt

    interview = Interview.start(index, log, Plan("one", question="Q51"), grader=broken)
    with pytest.raises(KeyboardInterrupt):
        interview.reply(TIME_WAIT)
    assert log.reviews() == ()
    again = Interview.resume(index, log, interview.attempt_id)
    assert again.pending == TIME_WAIT
    outcome = again.retry() if then == "retry" else again.reply("跳过")
    assert outcome.kind == ("graded" if then == "retry" else "skipped")
    assert len(log.reviews()) == (then == "retry")
    assert again.pending is None


def test_the_learner_may_overrule_the_rating(index, log):
    interview = begin(index, log)
    interview.reply("大概和连接有关系")
    before = log.cards()
    assert interview.rate("easy").rating == "easy"
    assert log.cards()[log.reviews()[0].question_id].due > before[log.reviews()[0].question_id].due


def test_nothing_to_rate_is_said(index, log):
    with pytest.raises(TiyanError, match="answer a question first"):
        begin(index, log).rate("good")


@pytest.mark.parametrize(
    "plan, numbers",
    [
        ({"mode": "topic", "topic": "网络", "question": None, "count": 9}, {"51", "52", "53", "54"}),
        (
            {"mode": "random", "question": None, "count": 99},
            {"40", "41", "42", "51", "52", "53", "54"},
        ),  # Q60 has no answer
    ],
)
def test_modes_choose_among_answered_questions(index, log, plan, numbers):
    from assistant.interview.choosing import choose_questions

    chosen = choose_questions(index, log, Plan(**plan))
    assert {index.question(id).number for id in chosen} == numbers


def test_weak_and_due_follow_from_what_happened(index, log, clock):
    from assistant.interview.choosing import choose_questions

    for mode in ("weak", "due"):
        with pytest.raises(TiyanError, match="tiyan interview"):
            choose_questions(index, log, Plan(mode))
    begin(index, log, question="Q52").reply("不会")
    assert [index.question(id).number for id in choose_questions(index, log, Plan("weak"))] == ["52"]
    clock.passes(days=1)
    assert [index.question(id).number for id in choose_questions(index, log, Plan("due"))] == ["52"]


@pytest.mark.parametrize("question, told", [("Q999", "no such question"), ("Q60", "no answer")])
def test_a_question_that_cannot_be_asked_is_refused(index, log, question, told):
    with pytest.raises(TiyanError, match=told):
        begin(index, log, question=question)


def test_a_log_of_another_process_is_seen(index, log, tmp_path):
    begin(index, log).reply("不会")
    assert len(StudyLog(tmp_path / "家 home").reviews()) == 1
