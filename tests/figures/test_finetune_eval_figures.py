"""Every figure of finetune-eval.md that can be recomputed, recomputed."""

from math import comb, sqrt

import pytest

from tests.figures.bank_text import says

# Llama 3 8B: (input, output) of the seven linear layers of one of its 32 blocks
LINEAR = {
    "q": (4096, 4096),
    "k": (4096, 1024),
    "v": (4096, 1024),
    "o": (4096, 4096),
    "gate": (4096, 14336),
    "up": (4096, 14336),
    "down": (14336, 4096),
}
LINEAR_WEIGHTS = 32 * sum(i * o for i, o in LINEAR.values())
EMBED_AND_HEAD = 2 * 128256 * 4096
WEIGHTS = LINEAR_WEIGHTS + EMBED_AND_HEAD + (2 * 32 + 1) * 4096
NF4_BITS = 4 + 8 / 64 + 32 / (64 * 256)


def lora(layers: list[str], rank: int = 16) -> int:
    """Parameters that LoRA of this rank adds on these layers of every block."""
    return 32 * rank * sum(sum(LINEAR[name]) for name in layers)


def pass_at(k: int, n: int, c: int) -> float:
    return 1 - comb(n - c, k) / comb(n, k)


ROWS = [
    ("137", "状态就是 128 GB", 16 * 8, 128, 0),
    ("137", "状态就是 128 GB", 16 * WEIGHTS / 1e9, 128, 0.01),
    ("137", "从约 6 倍参数量降到约 4 倍", 2 + 2 + 2 - 2, 4, 0),
    ("138", "共 41.9M", lora(list(LINEAR)) / 1e6, 41.9, 0.002),
    ("138", "占 0.52%", 100 * lora(list(LINEAR)) / WEIGHTS, 0.52, 0.005),
    ("138", "投影则是 6.8M", lora(["q", "v"]) / 1e6, 6.8, 0.003),
    ("138", "按 16 字节是 0.67 GB", 16 * lora(list(LINEAR)) / 1e9, 0.67, 0.003),
    ("138", "bf16 权重 16 GB", 2 * WEIGHTS / 1e9, 16, 0.005),
    ("138", "每参数约 4.127 位", NF4_BITS, 4.127, 1e-4),
    ("138", "开销由 0.5 位降到 0.127 位", 32 / 64, 0.5, 0),
    ("138", "开销由 0.5 位降到 0.127 位", NF4_BITS - 4, 0.127, 0.001),
    ("138", "线性层约 3.6 GB", LINEAR_WEIGHTS * NF4_BITS / 8 / 1e9, 3.6, 0.002),
    (
        "138",
        "输出层共 5.7 GB",
        (LINEAR_WEIGHTS * NF4_BITS / 8 + EMBED_AND_HEAD * 2) / 1e9,
        5.7,
        0.002,
    ),
    ("138", "适配器只有 84 MB", 2 * lora(list(LINEAR)) / 1e6, 84, 0.002),
    ("138", "可训参数约 18.9M", 96 * 2 * 4 * (12288 + 12288) / 1e6, 18.9, 0.002),
    ("138", "检查点由 350 GB", 2 * 175e9 / 1e9, 350, 0),
    ("138", "降到约 35 MB", 2 * 96 * 2 * 4 * (12288 + 12288) / 2**20, 35, 0.03),
    ("138", "要 780 GB 以上", 65e9 * (2 + 2 + 4 + 4) / 1e9, 780, 0),
    ("139", "九成监督", 900 / (900 + 100), 0.9, 1e-9),
    ("139", "作答只占一成", 100 / (900 + 100), 0.1, 1e-9),
    ("139", "是后者的 99 倍", (1 / 10) / (1 / 990), 99, 1e-9),
    ("139", "fp32 logits 要 4.2 GB", 8192 * 128256 * 4 / 1e9, 4.2, 0.002),
    ("139", "最后一行是 513 KB", 128256 * 4 / 1e3, 513, 0.0001),
    ("140", "标准误是 3.9 个百分点", 100 * sqrt(0.5 * 0.5 / 164), 3.9, 0.002),
    ("140", "区间约 ±7.7", 1.96 * 100 * sqrt(0.5 * 0.5 / 164), 7.7, 0.007),
    ("140", "k=5 时是 0.806", pass_at(5, 20, 5), 0.806, 0.001),
    ("140", "单次正确率 0.25", pass_at(1, 20, 5), 0.25, 1e-9),
    ("140", "会算成 0.763", 1 - (1 - 5 / 20) ** 5, 0.763, 0.001),
]


@pytest.mark.parametrize(
    ("number", "text", "recomputed", "stated", "tolerance"),
    ROWS,
    ids=[f"Q{row[0]}-{i}" for i, row in enumerate(ROWS)],
)
def test_figure_follows_from_first_principles(
    number: str, text: str, recomputed: float, stated: float, tolerance: float
) -> None:
    assert says(number, text)
    assert recomputed == pytest.approx(stated, rel=tolerance, abs=0)
