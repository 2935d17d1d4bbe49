"""Figures stated in the bank's questions 1 to 8, recomputed."""

import math

import pytest

from tests.figures.bank_text import says

KIB, MIB, GIB = 2**10, 2**20, 2**30

MSS = 1460
INITIAL_WINDOW = 10 * MSS
PORTS = 60999 - 32768 + 1


def rounds(total: float, first: float) -> int:
    """Round trips of slow start (doubling) until `total` bytes have been sent."""
    sent, count, window = 0.0, 0, first
    while sent < total:
        sent, count, window = sent + window, count + 1, window * 2
    return count


FIGURES = [
    # Q1: thread stacks
    ("1", "一万个线程要保留约 78.1 GiB", 10_000 * 8 * MIB / GIB, 78.1, 1e-3),
    ("1", "一万个约 19.5 MiB", 10_000 * 2 * KIB / MIB, 19.5, 2e-3),
    # Q2: retries and ports
    ("2", "要占 63 秒", sum(2**i for i in range(5 + 1)), 63, 0),
    ("2", "按 1、2、4、8、16、32 秒", 2**5, 32, 0),
    ("2", "32768 到 60999 共 28232 个", PORTS, 28232, 0),
    ("2", "每秒只能新建约 470 条", PORTS / 60, 470, 2e-3),
    # Q3: page tables
    ("3", "恰好 48 位虚拟地址", 9 * 4 + 12, 48, 0),
    ("3", r"9 \times 4 + 12 = 48", 9 * 4 + 12, 48, 0),
    ("3", r"2^{48}\ \text{B} = 256\ \text{TiB}", 2**48 / 2**40, 256, 0),
    ("3", "五级页表（LA57）是 57 位，即 128 PiB", 2 ** (9 * 5 + 12) / 2**50, 128, 0),
    ("3", "是 57 位", 9 * 5 + 12, 57, 0),
    ("3", "4 KiB 页只覆盖 6 MiB", 1536 * 4 * KIB / MIB, 6, 0),
    ("3", "2 MiB 页能覆盖 3 GiB", 1536 * 2 * MIB / GIB, 3, 0),
    ("3", "(4+1)×(4+1)−1 = 24 次", (4 + 1) * (4 + 1) - 1, 24, 0),
    ("3", "映射 512 GiB 的末级页表就是 1 GiB", 512 * GIB / (4 * KIB) * 8 / GIB, 1, 0),
    ("3", "换成 2 MiB 页只要 2 MiB", 512 * GIB / (2 * MIB) * 8 / MIB, 2, 0),
    ("3", "放大 512 倍", 2 * MIB / (4 * KIB), 512, 0),
    # Q4: what each call moves
    ("4", "10000×8 字节即 80 KB", 10_000 * 8 / 1e3, 80, 0),
    ("4", "100×12 字节即 1.2 KB", 100 * 12 / 1e3, 1.2, 1e-9),
    ("4", "每秒最多也只能做 100 次", 1 / 0.010, 100, 1e-9),
    # Q5: write-back and loading weights
    ("5", "512 GiB 的机器 20% 就是 102.4 GiB", 512 * 0.20, 102.4, 1e-9),
    ("5", "BF16 权重约 140 GB", 70e9 * 2 / 1e9, 140, 0),
    ("5", "7 GB/s 的 NVMe 读要 20 秒", 70e9 * 2 / 7e9, 20, 1e-9),
    ("5", "PCIe 4.0 x16 理论 31.5 GB/s", 16e9 * 16 * 128 / 130 / 8 / 1e9, 31.5, 1e-3),
    ("5", "只要约 4.4 秒", 140 / (16 * 16 * 128 / 130 / 8), 4.4, 2e-2),
    # Q6: windows
    ("6", "首轮约 14.6 KB", INITIAL_WINDOW / 1e3, 14.6, 1e-9),
    ("6", r"n = 7", rounds(1e6, INITIAL_WINDOW), 7, 0),
    ("6", "传 1 MB 要 7 轮，RTT 50 ms 就是 350 ms", rounds(1e6, INITIAL_WINDOW) * 50, 350, 0),
    ("6", "10 Gb/s、RTT 50 ms 需要 62.5 MB", 10e9 * 0.050 / 8 / 1e6, 62.5, 1e-9),
    ("6", "单连接最多约 1.01 Gb/s", 6 * MIB * 8 / 0.050 / 1e9, 1.01, 1e-2),
    ("6", "单连接上限约 28.5 Mb/s", MSS * 8 / 0.050 * 1.22 / math.sqrt(1e-4) / 1e6, 28.5, 2e-3),
    # Q7: bandwidth
    ("7", "8×4800×10⁶×8 字节即 307.2 GB/s", 8 * 4800e6 * 8 / 1e9, 307.2, 1e-9),
    ("7", "PCIe 5.0 x16 单向理论约 63 GB/s", 32e9 * 16 * 128 / 130 / 8 / 1e9, 63, 1e-3),
    # Q8: handshakes and streams
    ("8", "初始 65535 字节", 2**16 - 1, 65535, 0),
    ("8", "RTT 100 ms 时首字节前少等 100 ms", (2 - 1) * 100, 100, 0),
    ("8", "5 字节前缀（1 字节压缩标志、4 字节长度）", 1 + 4, 5, 0),
    ("8", "一路流是 12.5 KB/s", 250 * 50 / 1e3, 12.5, 1e-9),
    ("8", "一千路是 100 Mb/s", 250 * 50 * 1000 * 8 / 1e6, 100, 1e-9),
    ("8", "每秒五万次小写", 50 * 1000, 50_000, 0),
]


@pytest.mark.parametrize(("number", "text", "value", "stated", "tolerance"), FIGURES)
def test_figure(number, text, value, stated, tolerance):
    assert says(number, text), f"Q{number} does not say: {text}"
    assert value == pytest.approx(stated, rel=tolerance, abs=0)
