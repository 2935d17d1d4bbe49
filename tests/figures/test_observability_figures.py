"""Figures stated in the bank's questions 41 to 45, recomputed."""

import math

import pytest

from tests.figures.bank_text import says

# The table of Q42: (upper bound in seconds, cumulative count).
BUCKETS = [(0.1, 800), (0.25, 950), (0.5, 985), (1.0, 998), (math.inf, 1000)]


def histogram_quantile(share: float) -> float:
    """As Prometheus does with classic buckets: linear within one, capped at the last bound."""
    rank = share * BUCKETS[-1][1]
    lower, below = 0.0, 0
    for upper, count in BUCKETS:
        if count >= rank - 1e-9:
            if math.isinf(upper):
                return lower
            return lower + (upper - lower) * (rank - below) / (count - below)
        lower, below = upper, count
    raise AssertionError


def quantile(values: list[float], share: float) -> float:
    """The value at the rank `share` of the sorted values."""
    return sorted(values)[math.ceil(round(share * len(values), 6)) - 1]


FAST, SLOW = [0.1] * 9950, [2.0] * 50
FACTOR = 2 ** (2**-3)
SPAN_BYTES = 1000 * 20 * 500  # a second
MONTH_HOURS = 30 * 24
FLOPS = 6 * 7e9 * 1e4

FIGURES = [
    # Q41: series of one classic histogram
    ("41", "共 14 条", 11 + 1 + 1 + 1, 14, 0),
    ("41", "10 个实例、20 个路由就是 2800 条", (11 + 3) * 10 * 20, 2800, 0),
    ("41", "抓取间隔 15 秒时常写 `[1m]`", 4 * 15 / 60, 1, 0),
    # Q42: the worked table
    ("42", "| 累计数 | 800 | 950 | 985 | 998 | 1000 |", BUCKETS[-1][1], 1000, 0),
    ("42", "P99 的名次 990", 0.99 * 1000, 990, 1e-9),
    ("42", "0.5 + 0.5×(990−985)/(998−985) ≈ 0.692 秒", histogram_quantile(0.99), 0.692, 1e-3),
    ("42", "P95 的名次 950 正好踩在边界，得 0.25 秒", histogram_quantile(0.95), 0.25, 1e-9),
    ("42", "P99.9 名次是 999", 0.999 * 1000, 999, 1e-9),
    ("42", "`histogram_quantile` 只能返回 1 秒", histogram_quantile(0.999), 1, 1e-9),
    ("42", "里的 13 次", 998 - 985, 13, 0),
    ("42", "插值仍报 0.692 秒，低估 27%", 1 - histogram_quantile(0.99) / 0.95, 0.27, 1e-2),
    (
        "42",
        "两个 P99 的均值是 1.05 秒",
        (quantile(FAST, 0.99) + quantile(SLOW, 0.99)) / 2,
        1.05,
        1e-9,
    ),
    ("42", "合并后的 P99 仍是 0.1 秒", quantile(FAST + SLOW, 0.99), 0.1, 1e-9),
    ("42", "2 的八分之一次方即约 1.0905", FACTOR, 1.0905, 1e-4),
    ("42", "桶宽恒为约 9%", FACTOR - 1, 0.09, 1e-2),
    ("42", "约 101 个边界", math.ceil(math.log(60 / 0.010) / math.log(FACTOR)), 101, 0),
    ("42", "5 分钟窗口只有 300 个样本", 1 * 5 * 60, 300, 0),
    ("42", "由最慢的 3 个决定", 300 * (1 - 0.99), 3, 1e-6),
    # Q43: propagation and volume
    ("43", "共 55 个字符", 2 + 32 + 16 + 2 + 3, 55, 0),
    ("43", "共 55 个字符", len("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"), 55, 0),
    ("43", "推理 |==============================| 3.0 s", 0.4 + 0.3 + 2.3, 3.0, 1e-9),
    ("43", "是 10 MB/s", SPAN_BYTES / 1e6, 10, 0),
    ("43", "一天 864 GB", SPAN_BYTES * 86400 / 1e9, 864, 0),
    ("43", "只留 1% 也有 8.64 GB", SPAN_BYTES * 86400 * 0.01 / 1e9, 8.64, 1e-9),
    ("43", "十万个请求里的 100 个错误平均只留下 1 个", 100_000 * 0.001 * 0.01, 1, 1e-9),
    ("43", "十万个请求里的 100 个错误", 100_000 * 0.001, 100, 1e-9),
    ("43", "等 10 秒约占 100 MB", SPAN_BYTES * 10 / 1e6, 100, 0),
    # Q44: budgets and burn rates
    ("44", "| 99% | 1% | 7.2 小时 |", MONTH_HOURS * (1 - 0.99), 7.2, 1e-6),
    ("44", "| 99.9% | 0.1% | 43.2 分钟 |", MONTH_HOURS * 60 * (1 - 0.999), 43.2, 1e-6),
    ("44", "| 99.99% | 0.01% | 4.32 分钟 |", MONTH_HOURS * 60 * (1 - 0.9999), 4.32, 1e-6),
    ("44", "上限只有约 99.5%", 0.999**5, 0.995, 1e-4),
    ("44", "换算出阈值 14.4", 0.02 * MONTH_HOURS / 1, 14.4, 1e-9),
    ("44", r"\frac{2\% \times 720\ \text{h}}{1\ \text{h}} = 14.4", 0.02 * 720 / 1, 14.4, 1e-9),
    ("44", "就是错误率 1.44%", 14.4 * 0.001, 0.0144, 1e-9),
    ("44", "50 小时花光全月", MONTH_HOURS / 14.4, 50, 1e-9),
    ("44", "6 小时花 5% 即 6 倍", 0.05 * MONTH_HOURS / 6, 6, 1e-9),
    ("44", "3 天花 10% 即 1 倍", 0.10 * MONTH_HOURS / 72, 1, 1e-9),
    ("44", "1/12 的短窗口（1 小时配 5 分钟）", 60 / 12, 5, 0),
    ("44", "全量中断时燃烧率是 1000", 1 / 0.001, 1000, 1e-9),
    ("44", "14.4/1000×60 分钟，约 52 秒", 14.4 / 1000 * 3600, 52, 1e-2),
    ("44", "错误率只有 2% 时则要 43.2 分钟", 14.4 / (0.02 / 0.001) * 60, 43.2, 1e-9),
    ("44", "每小时 10 个请求失败 1 个，燃烧率就是 100", (1 / 10) / 0.001, 100, 1e-9),
    # Q45: utilisation and MFU
    ("45", "SM_ACTIVE 只有约 0.76%", 1 / 132, 0.0076, 5e-3),
    ("45", "6×7×10⁹×10⁴ 即 420 TFLOPS", FLOPS / 1e12, 420, 1e-9),
    ("45", "除以 H100 BF16 峰值 989，约 42.5%", FLOPS / 989e12, 0.425, 2e-3),
]


@pytest.mark.parametrize(("number", "text", "value", "stated", "tolerance"), FIGURES)
def test_figure(number, text, value, stated, tolerance):
    assert says(number, text), f"Q{number} does not say: {text}"
    assert value == pytest.approx(stated, rel=tolerance, abs=0)
