"""Spoken numbers against written ones."""

import numpy as np
import pytest

from assistant.interview.numbers import check_numbers


@pytest.mark.parametrize(
    "point, answer, against",
    [
        ("显存 80 GB", "显存有 40GB", 1),
        ("显存 80 GB", "八十 GB 的显存", 0),
        ("至少 4.48 ms", "大概四毫秒半", 0),
        ("共 28232 个端口", "有两万八千多个端口", 0),
        ("每秒约 470 条", "每秒大概 4700 条", 1),
        ("容忍 300 秒", "容忍五分钟", 0),
        ("约 90.5% 命中", "九成都命中", 0),
        ("最多 13 个、至少 8 个可用", "最多 15 个、最少 4 个可用", 2),
        ("没有数字", "有 3 个", 0),
        ("占 25%", "只剩四分之一", 0),
    ],
)
def test_numbers_that_speak_against(point, answer, against):
    assert check_numbers([point], [answer], np.ones((1, 1))).against == against
