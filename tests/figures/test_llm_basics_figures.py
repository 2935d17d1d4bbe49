"""Recomputes every figure that llm-basics.md states."""

import itertools
import math

import pytest

from tests.figures.bank_text import says

# NVIDIA H100 SXM: dense BF16 FLOP/s and HBM bytes/s.
PEAK, HBM = 989e12, 3.35e12
HALF = PEAK / 2

# Llama 3.1 8B.
VOCAB, DIM, LAYERS, FFN, HEADS, KV_HEADS, HEAD = 128_256, 4096, 32, 14_336, 32, 8, 128
ATTN = 2 * DIM * DIM + 2 * DIM * KV_HEADS * HEAD
MLP = 3 * DIM * FFN
EMBED = VOCAB * DIM
PARAMS = LAYERS * (ATTN + MLP + 2 * DIM) + 2 * EMBED + DIM
READ = 2 * (PARAMS - EMBED)  # bytes of weights read in one decode step, BF16
KV = 2 * LAYERS * KV_HEADS * HEAD * 2  # bytes per token, BF16
LINEAR = LAYERS * (ATTN + MLP)

# Llama 3.1 70B.
PARAMS_70B = 80 * (2 * 8192**2 + 2 * 8192 * 1024 + 3 * 8192 * 28_672 + 2 * 8192) + 2 * VOCAB * 8192 + 8192
KV_70B = 2 * 80 * 8 * 128 * 2

# Llama 3.2 1B, input and output embedding shared.
EMBED_1B = VOCAB * 2048
PARAMS_1B = 16 * (2 * 2048**2 + 2 * 2048 * 512 + 3 * 2048 * 8192 + 2 * 2048) + EMBED_1B + 2048

POOL = 80e9 * 0.9 - 2 * PARAMS - 2e9  # bytes left for KV on one card
POOL_70B = 80e9 * 0.9 - 2 * PARAMS_70B / 8 - 3e9  # the same per card, 70B at TP=8
MLA = 512 + 64  # numbers per layer per token
V2, DS67B = MLA * 60, 2 * 8 * 128 * 95  # DeepSeek-V2 and DeepSeek 67B, numbers per token


def prefill(tokens: int) -> float:
    """FLOPs of a causal prefill of Llama 3.1 8B, logits of one position left out."""
    return 2 * LINEAR * tokens + 2 * tokens**2 * DIM * LAYERS


def step_bytes(batch: int, context: int = 4096) -> float:
    return READ + batch * context * KV


def step_flops(batch: int, context: int = 4096) -> float:
    return batch * (READ + 4 * DIM * context * LAYERS)  # two FLOPs per parameter = its BF16 bytes


def memory_ms(batch: int) -> float:
    return step_bytes(batch) / HBM * 1e3


def compute_ms(batch: int) -> float:
    return step_flops(batch) / PEAK * 1e3


def rate(batch: int) -> float:
    return batch / (step_bytes(batch) / HBM)


def wavelengths(base: float) -> list[float]:
    return [2 * math.pi * base ** (2 * i / 128) for i in range(64)]


def bpe(words: dict[str, int], rounds: int) -> list[tuple[str, int]]:
    """The first merges and how often each pair occurs."""
    corpus = {tuple(word): count for word, count in words.items()}
    merges = []
    for _ in range(rounds):
        pairs: dict[tuple[str, str], int] = {}
        for word, count in corpus.items():
            for pair in itertools.pairwise(word):
                pairs[pair] = pairs.get(pair, 0) + count
        best = max(pairs.values())
        (pair,) = [p for p, count in pairs.items() if count == best]  # no ties
        merges.append(("".join(pair), best))
        merged = {}
        for word, count in corpus.items():
            out: list[str] = []
            for piece in word:
                if out and (out[-1], piece) == pair:
                    out[-1] += piece
                else:
                    out.append(piece)
            merged[tuple(out)] = count
        corpus = merged
    return merges


BPE = bpe({"token": 6, "broken": 4, "taken": 3, "open": 3}, 4)

ROWS = [
    # Q83
    ("83", "约 141 GB", 2 * PARAMS_70B / 1e9, 141, 0.005),
    ("83", "约 71 秒", 2 * PARAMS_70B / 2e9, 71, 0.01),
    ("83", "100 个 token，也可以是 100K 个，相差三个数量级", math.log10(100_000 / 100), 3, 0),
    # Q84
    ("84", "T 个 token 共用一次权重读取，强度约为 T FLOP/byte", 2 * 2048 / 2, 2048, 0),
    ("84", "约需 29.7 TFLOP", prefill(2048) / 1e12, 29.7, 0.002),
    ("84", "一半计约 60 ms", prefill(2048) / HALF * 1e3, 60, 0.005),
    ("84", "平均每步至少约 4.56 ms", (READ + KV * (2048 + 100)) / HBM * 1e3, 4.56, 0.002),
    ("84", "共约 0.91 s", sum(READ + KV * (2048 + i) for i in range(200)) / HBM, 0.91, 0.005),
    # Q85
    ("85", "累计前向 1,499,500 个 token", sum(1000 + i for i in range(1000)), 1_499_500, 0),
    ("85", "只需 1,999 个", 1000 + 999, 1999, 0),
    ("85", "差 750 倍", sum(1000 + i for i in range(1000)) / 1999, 750, 0.001),
    ("85", "每个 token 占 128 KiB", KV / 1024, 128, 0),
    ("85", "4,096 token 的请求就是 512 MiB", 4096 * KV / 2**20, 512, 0),
    ("85", "KV 约 537 MB", 4096 * KV / 1e6, 537, 0.001),
    ("85", "搬回约 8.4 ms", 4096 * KV / 64e9 * 1e3, 8.4, 0.005),
    ("85", "五成算力重算约 125 ms", prefill(4096) / HALF * 1e3, 125, 0.005),
    ("85", "便宜一个数量级", (prefill(4096) / HALF) / (4096 * KV / 64e9), 15, 0.05),
    # Q86
    ("86", "| MHA，32 个 KV 头 | 512 KiB |", 2 * 32 * 32 * 128 * 2 / 1024, 512, 0),
    ("86", "| GQA，8 个 KV 头（Llama 3.1 8B） | 128 KiB |", 2 * 32 * 8 * 128 * 2 / 1024, 128, 0),
    ("86", "| MQA，1 个 KV 头 | 16 KiB |", 2 * 32 * 1 * 128 * 2 / 1024, 16, 0),
    ("86", "Llama 3.1 8B 的 g 是 4", HEADS / KV_HEADS, 4, 0),
    ("86", "每个头要在 2 张卡上各存一份", 16 / 8, 2, 0),
    ("86", "512 + 64 = 576 个数", MLA, 576, 0),
    ("86", "61 层 BF16 共约 68.6 KiB", MLA * 61 * 2 / 1024, 68.6, 0.001),
    ("86", "减少 93.3%", 100 * (1 - V2 * 6 / (DS67B * 16)), 93.3, 0.001),
    ("86", "则减少 82.2%", 100 * (1 - V2 / DS67B), 82.2, 0.001),
    # Q87
    ("87", "就有 4 GiB", 32 * 8192**2 * 2 / 2**30, 4, 0),
    ("87", "128×128 的 BF16 一块是 32 KiB", 128 * 128 * 2 / 1024, 32, 0),
    ("87", "约 740 TFLOPS（峰值的 75%）", 100 * 740e12 / PEAK, 75, 0.005),
    ("87", "最高 1,613 TFLOPS（约 71%）", 100 * 1613e12 / 2.25e15, 71, 0.015),
    ("87", "batch=1、8 个 KV 头只有 8 份活", 1 * KV_HEADS, 8, 0),
    # Q88
    ("88", "约 15.0 GB 权重", READ / 1e9, 15.0, 0.002),
    ("88", "至少 4.48 ms", READ / HBM * 1e3, 4.48, 0.001),
    ("88", "约 223 个 token", HBM / READ, 223, 0.002),
    ("88", "H100 要 295 才能喂饱算力", PEAK / HBM, 295, 0.002),
    ("88", "峰值的约 0.34%", 100 * HBM / PEAK, 0.34, 0.005),
    ("88", "步时下限只从 4.64 ms 到 7.04 ms", memory_ms(1), 4.64, 0.001),
    ("88", "步时下限只从 4.64 ms 到 7.04 ms", memory_ms(16), 7.04, 0.001),
    ("88", "吞吐变成 10.5 倍", rate(16) / rate(1), 10.5, 0.005),
    ("88", "吞吐只变成 1.9 倍", rate(64) / rate(16), 1.9, 0.01),
    ("88", "约四分之一", 4 / 16, 0.25, 0),
    # Q119
    ("119", "2 × 32 × 8 × 128 × 2 = 131,072 字节", 2 * 32 * 8 * 128 * 2, 131_072, 0),
    ("119", "32 × 32 × 128 | 512 KiB | 64 GiB", 2 * 32 * 32 * 128 * 2 * 131_072 / 2**30, 64, 0),
    ("119", "32 × 8 × 128 | 128 KiB | 16 GiB", KV * 131_072 / 2**30, 16, 0),
    ("119", "80 × 8 × 128 | 320 KiB | 40 GiB", KV_70B * 131_072 / 2**30, 40, 0),
    ("119", "80 × 8 × 128 | 320 KiB", KV_70B / 1024, 320, 0),
    ("119", "0.9 的上限用 72 GB", 80 * 0.9, 72, 1e-9),
    ("119", "减去 16.1 GB 权重", 2 * PARAMS / 1e9, 16.1, 0.003),
    ("119", "剩 53.9 GB", POOL / 1e9, 53.9, 0.001),
    ("119", "约合 41.1 万个 token", POOL / KV / 1e4, 41.1, 0.002),
    ("119", "输入 2,000、输出 500 时平均 2,250", 2000 + 500 / 2, 2250, 0),
    ("119", "约容 183 条", POOL / KV / 2250, 183, 0.002),
    ("119", "只有约 100 条", POOL / KV / 4096, 100, 0.006),
    ("119", "每卡每 token 只占 40 KiB", KV_70B / 8 / 1024, 40, 0),
    ("119", "减去 17.6 GB 权重", 2 * PARAMS_70B / 8 / 1e9, 17.6, 0.003),
    ("119", "约 125 万个 token", POOL_70B / (KV_70B / 8) / 1e4, 125, 0.005),
    ("119", "约 9.6 条 131,072 token", POOL_70B / (KV_70B / 8) / 131_072, 9.6, 0.005),
    ("119", "128 KiB × 131,072 是 16 GiB，也就是 17.2 GB", 128 * 1024 * 131_072 / 1e9, 17.2, 0.002),
    ("119", "相差约 7%", 100 * (2**30 / 1e9 - 1), 7, 0.06),
    ("119", "8B 模型约 1 MiB", 16 / 2 * KV / 2**20, 1, 0),
    ("119", "约 20.6 ms 一步", (POOL + READ) / HBM * 1e3, 20.6, 0.002),
    # Q145
    ("145", "最慢一对的波长约 54,410", wavelengths(10_000)[-1], 54_410, 1e-4),
    ("145", "64 对里有 18 对连一圈都没转完", sum(w > 4096 for w in wavelengths(10_000)), 18, 0),
    ("145", "变为约 40,890", 10_000 * 4 ** (128 / 126), 40_890, 1e-4),
    ("145", "各乘约 1.139", 0.1 * math.log(4) + 1, 1.139, 1e-3),
    ("145", "最慢波长约 256 万", wavelengths(500_000)[-1] / 1e4, 256, 0.001),
    ("145", "波长小于 2,048 的不变", 8192 / 4, 2048, 0),
    ("145", "分别有 29 对，中间 6 对", sum(w < 2048 for w in wavelengths(500_000)), 29, 0),
    ("145", "分别有 29 对，中间 6 对", sum(w > 8192 for w in wavelengths(500_000)), 29, 0),
    ("145", "中间 6 对平滑过渡", sum(2048 <= w <= 8192 for w in wavelengths(500_000)), 6, 0),
    # Q146
    ("146", "| 41.9M | 19.2% |", ATTN / 1e6, 41.9, 0.002),
    ("146", "| 41.9M | 19.2% |", 100 * ATTN / (ATTN + MLP), 19.2, 0.002),
    ("146", "| 176.2M | 80.8% |", MLP / 1e6, 176.2, 0.001),
    ("146", "| 176.2M | 80.8% |", 100 * MLP / (ATTN + MLP), 80.8, 0.001),
    ("146", "| 1.05B | 全模型的 13.1% |", 2 * EMBED / 1e9, 1.05, 0.002),
    ("146", "| 1.05B | 全模型的 13.1% |", 100 * 2 * EMBED / PARAMS, 13.1, 0.002),
    ("146", "11,008", math.ceil(4096 * 8 / 3 / 256) * 256, 11_008, 0),
    ("146", "14,336，即 3.5d", 3.5 * DIM, 14_336, 0),
    ("146", "8.03B 参数", PARAMS / 1e9, 8.03, 0.001),
    ("146", "约 15 GFLOPs", 2 * (PARAMS - EMBED) / 1e9, 15, 0.002),
    # Q168
    ("168", "e+n      出现 16 次  → en", BPE[0] == ("en", 16), True, 0),
    ("168", "k+en     出现 13 次  → ken", BPE[1] == ("ken", 13), True, 0),
    ("168", "o+ken    出现 10 次  → oken", BPE[2] == ("oken", 10), True, 0),
    ("168", "t+oken   出现  6 次  → token", BPE[3] == ("token", 6), True, 0),
    ("168", "汉字的 UTF-8 编码多为 3 个字节", len("题".encode()), 3, 0),
    ("168", "从 3.17 个字符提到 3.94 个，同样的文字少用约 20%", 100 * (1 - 3.17 / 3.94), 20, 0.03),
    ("168", "约 2.63 亿参数", EMBED_1B / 1e8, 2.63, 0.002),
    ("168", "约 12.4 亿的 21%", PARAMS_1B / 1e8, 12.4, 0.005),
    ("168", "约 12.4 亿的 21%", 100 * EMBED_1B / PARAMS_1B, 21, 0.02),
    # Q170
    ("170", r"\approx 295", PEAK / HBM, 295, 0.002),
    *[
        row
        for batch, gb, mem, comp, tokens in [
            (1, 15.5, 4.64, 0.02, 215),
            (16, 23.6, 7.04, 0.28, 2271),
            (64, 49.4, 14.74, 1.11, 4343),
            (96, 66.5, 19.87, 1.67, 4833),
        ]
        for text in [f"| {batch} | {gb} GB | {mem:.2f} ms | {comp:.2f} ms | {tokens:,} token/s |"]
        for row in [
            ("170", text, step_bytes(batch) / 1e9, gb, 0.004),
            ("170", text, memory_ms(batch), mem, 0.001),
            ("170", text, compute_ms(batch), comp, 0.15 if batch == 1 else 0.01),
            ("170", text, rate(batch), tokens, 0.003),
        ]
    ],
    ("170", "Llama 3.1 8B 是 4，离 295 差七十多倍", PEAK / HBM / (HEADS / KV_HEADS), 74, 0.01),
    ("170", "约 6,240 token/s", HBM / (4096 * KV), 6240, 0.001),
    ("170", "约 11.5 万时", READ / KV / 1e4, 11.5, 0.005),
    ("170", "强度变为 4B，临界批降到约 74", PEAK / HBM / 4, 74, 0.01),
    ("170", "临界批仍约 295", 2 * PEAK / HBM / 2, 295, 0.002),
    ("170", "光发射要 1.6 ms", 320 * 5e-3, 1.6, 1e-9),
    ("170", "4.48 ms 的权重读取", READ / HBM * 1e3, 4.48, 0.001),
    ("170", "每个 kernel 约 14 µs", READ / HBM / 320 * 1e6, 14, 0.005),
    ("170", "TP=8 切到约 1.75 µs", READ / HBM / 320 / 8 * 1e6, 1.75, 0.005),
    ("170", "约 3.5 万 token/s", HALF / (2 * LINEAR) / 1e4, 3.5, 0.02),
    ("170", "相差约 8 倍", HALF / (2 * LINEAR) / rate(64), 8, 0.03),
]


@pytest.mark.parametrize(("number", "text", "computed", "stated", "tolerance"), ROWS)
def test_figure(number: str, text: str, computed: float, stated: float, tolerance: float) -> None:
    assert says(number, text)
    assert computed == pytest.approx(stated, rel=tolerance, abs=0)
