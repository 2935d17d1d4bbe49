"""Figures stated in the bank's questions 51 to 55, recomputed."""

import math

import pytest

from tests.figures.bank_text import says

BITS_PER_KEY = -math.log(0.01) / math.log(2) ** 2

FIGURES = [
    # Q52: filters, stampedes, hit rates
    ("52", "误判率 1% 时每键约 9.59 位", BITS_PER_KEY, 9.59, 1e-3),
    ("52", "共约 114 MiB", 1e8 * BITS_PER_KEY / 8 / 2**20, 114, 5e-3),
    ("52", "哈希函数 7 个", round(BITS_PER_KEY * math.log(2)), 7, 0),
    ("52", "失效瞬间就有约 1000 个请求", 5000 * 0.200, 1000, 1e-9),
    ("52", "约 16667 次/秒回源", 1e6 / 60, 16667, 1e-4),
    ("52", "就摊到 720 秒", 3600 * 0.10 * 2, 720, 1e-9),
    ("52", "约 1389 次/秒", 1e6 / (3600 * 0.10 * 2), 1389, 1e-3),
    ("52", "命中率从 99% 掉到 95%，回源量是原来的 5 倍", (1 - 0.95) / (1 - 0.99), 5, 1e-9),
    ("52", "缓存全挂则是 100 倍", 1 / (1 - 0.99), 100, 1e-9),
    # Q53: rates, Little's law, retries
    ("53", "速率 100/s、桶深 200，十秒最多 1200", 200 + 100 * 10, 1200, 0),
    ("53", "几秒内就放了 200", 100 + 100, 200, 0),
    ("53", "时延 50 ms 能撑 4000 QPS", 200 / 0.050, 4000, 1e-9),
    ("53", r"\frac{200}{0.05} = 4000", 200 / 0.05, 4000, 1e-9),
    ("53", "下游变成 5 秒就只剩 40 QPS", 200 / 5, 40, 0),
    ("53", "最底层最坏收到 27 倍流量", 3**3, 27, 0),
    ("53", "那么最坏也只有 1.1 倍", 1 + 0.10, 1.1, 1e-9),
    # Q55: backlog and poll limits
    ("55", "默认 5 分钟", 300_000 / 1000 / 60, 5, 0),
    ("55", "每条 1 秒就要 500 秒", 500 * 1, 500, 0),
    ("55", "消费 1500/s 要 20 分钟", 600_000 / (1500 - 1000) / 60, 20, 0),
    ("55", r"T = \frac{600000}{1500 - 1000} = 1200", 600_000 / (1500 - 1000), 1200, 0),
]


@pytest.mark.parametrize(("number", "text", "value", "stated", "tolerance"), FIGURES)
def test_figure(number, text, value, stated, tolerance):
    assert says(number, text), f"Q{number} does not say: {text}"
    assert value == pytest.approx(stated, rel=tolerance, abs=0)
