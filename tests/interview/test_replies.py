"""Commands and counter-questions are told from answers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.interview.replies import read_reply


@pytest.mark.parametrize(
    "text, kind",
    [
        ("提示", "hint"), ("给个提示吧", "hint"), ("hint", "hint"), ("/提示", "hint"),
        ("跳过", "skip"), ("跳过这题", "skip"), ("下一题", "skip"), ("pass", "skip"),
        ("不会", "unknown"), ("我不知道", "unknown"), ("这道题完全不会", "unknown"), ("I don't know", "unknown"), ("忘了", "unknown"),
        ("看答案", "show"), ("直接告诉我答案", "show"), ("不知道，看答案吧", "show"), ("show answer", "show"),
        ("结束", "end"), ("结束吧", "end"), ("quit", "end"), ("不考了", "end"),
        ("再说一遍", "repeat"), ("重新评分", "again"), ("", "empty"), ("。。。", "empty"), ("?", "question"),
        ("这个词什么意思", "question"), ("什么是 MSL？", "question"), ("你是指客户端吗？", "question"), ("TIME_WAIT 是什么意思", "question"),
        ("线程切换不会换页表，所以开销小", "answer"),  # 不会 is what it says, not a command
        ("跳过缓存直接查数据库会打垮它", "answer"),
        ("结束连接的一方进入 TIME_WAIT", "answer"),
        ("为什么需要它？因为最后一个 ACK 可能丢", "answer"),  # asks, and answers itself
        ("停在主动关闭方，等两个 MSL，对吗？", "answer"),
        ("主动关闭方", "answer"),
        ("MSL 是指报文在网络里最多活多久", "answer"),
        ("可以换成连接池来复用连接", "answer"),
    ],
)  # fmt: skip
def test_reply_kinds(text, kind):
    assert read_reply(text).kind == kind


def test_a_tag_question_is_taken_off_the_answer():
    assert read_reply("停在主动关闭方，等两个 MSL，对吗？").text == "停在主动关闭方，等两个 MSL"


@given(st.text(max_size=80))
def test_any_text_is_read(text):
    assert read_reply(text).text in (text.strip(), *[text.strip()[:n] for n in range(len(text) + 1)])
