"""Whose statement is whose: names of a point that have each other's statements in an answer."""

import pytest

from assistant.interview.binding import exchanged
from assistant.interview.numbers import Figure, derived


@pytest.mark.parametrize(
    "point, answer",
    [
        (
            "namespace 决定进程看得见什么，cgroup 决定进程用得了多少",
            "cgroup 决定进程看得见什么，namespace 决定进程能用多少资源",
        ),
        ("CUBIC 看丢包、BBR 看带宽与最小 RTT", "BBR 看丢包来调窗口，CUBIC 估计带宽和最小 RTT"),
        ("就绪探针：失败移出端点；存活探针：失败杀掉重启", "存活探针失败移出端点，就绪探针失败杀掉重启"),
        ("prefill 受算力限制，decode 受带宽限制", "Decode 受算力限制；Prefill 受带宽限制"),
    ],
)
def test_names_that_changed_places_are_seen(point, answer):
    assert exchanged(point, answer)
    assert exchanged(answer, point)
    assert not exchanged(point, point)


@pytest.mark.parametrize(
    "answer",
    [
        "cgroup 决定用得了多少，namespace 决定看得见什么",
        "看得见什么归 namespace，用得了多少归 cgroup",
        "namespace 管隔离，cgroup 管配额",
        "cgroup 决定用得了多少",
        "namespace 和 cgroup 决定进程看得见什么、用得了多少",
        "",
    ],
)
def test_order_and_other_words_exchange_nothing(answer):
    assert not exchanged("namespace 决定进程看得见什么，cgroup 决定进程用得了多少", answer)


def seconds(*values):
    return [Figure(value, value, "time", f"{value} 秒") for value in values]


@pytest.mark.parametrize(
    "said, known, follows",
    [
        (250, seconds(1000, 750), True),
        (60, seconds(600, 10), False),  # ten minutes are sixty times ten seconds, and no sixty seconds
        (60, seconds(10, 20, 40, 80, 160, 300, 600), False),  # of many numbers some two always fit
        (40, seconds(10, 20, 40, 80, 160, 300, 600), True),
    ],
)
def test_a_number_follows_from_two_others(said, known, follows):
    assert derived(seconds(said)[0], known) is follows
