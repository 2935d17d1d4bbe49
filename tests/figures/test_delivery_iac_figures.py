"""The figures that 交付与 IaC states, recomputed."""

import base64
import math

import pytest

from tests.figures.bank_text import says


def touched_by_count(before: list[str], after: list[str]) -> int:
    """Instances whose index holds something else after the change."""
    longest = max(len(before), len(after))
    padded_before = before + [""] * (longest - len(before))
    padded_after = after + [""] * (longest - len(after))
    return sum(old != new for old, new in zip(padded_before, padded_after, strict=True))


FIVE = ["a", "b", "c", "d", "e"]

ROWS = [
    # number, text the bank says, recomputed, stated, relative tolerance
    ("106", "1 − 0.999^200 ≈ 18%", 1 - (1 - 0.001) ** 200, 0.18, 0.01),
    ("107", "总共 64 张", 2 * 32, 64, 0),
    ("107", "ln 0.05 / ln 0.999 ≈ 2994", math.log(1 - 0.95) / math.log(1 - 0.001), 2994, 1e-3),
    ("107", r"\approx \frac{3}{p}", 0.001 * math.log(0.05) / math.log(0.999), 3, 0.01),
    ("107", "就要等约 300 秒", math.log(0.05) / math.log(0.999) / (1000 * 0.01), 300, 0.01),
    ("108", "最多等 3 分钟才被发现", (120 + 60) / 60, 3, 0),
    ("110", "100 / 10 × 30 = 300 秒", math.ceil(100 / 10) * 30, 300, 0),
    ("111", "漂移平均潜伏约 3 小时", 6 / 2, 3, 0),
    ("112", "32 字节的密钥编出 44 个字符", len(base64.b64encode(bytes(32))), 44, 0),
    ("112", "牵动 5 个实例", touched_by_count(FIVE, FIVE[1:]), 5, 0),
    ("112", "count 会让后 4 个下标前移", len(FIVE[1:]), 4, 0),
    ("112", "for_each 只动 1 个", len(set(FIVE) ^ set(FIVE[1:])), 1, 0),
]


@pytest.mark.parametrize(("number", "text", "recomputed", "stated", "tolerance"), ROWS)
def test_figure(number, text, recomputed, stated, tolerance):
    assert says(number, text)
    assert math.isclose(recomputed, stated, rel_tol=tolerance)
