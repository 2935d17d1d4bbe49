"""A small bank of our own for the page and the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.index.conftest import small_model as small_model
from tests.ui.browsing import browser

CACHE = """\
# 缓存

## Q51 缓存和数据库怎样保持一致？

一句话：先更新数据库、再删除缓存，下一次读负责回填。

### 写路径

- 先更新数据库，再删缓存：旧值不会长期留着。
- 不直接改缓存：两个并发写的顺序可能相反（→ Q55）。

### 读路径

- 未命中时查库回填，并带上 300 秒过期时间：

  ```python
  cache.set(key, row, ex=300)
  ```

题眼：先更库后删缓存，是「删」不是「改」。

记忆锚点：先改账本，再撕旧价目表。

参考来源：
- [Scaling Memcache at Facebook](https://www.usenix.org/conference/nsdi13)：要点 1
- 内部笔记

## Q55 消息队列怎样保证不丢消息？

一句话：生产者确认、落盘复制、消费者手动确认，三段都要做到。

- 生产者等到 broker 的 ack 才算发出。
- broker 把消息写到多个副本再确认。
- 消费者处理完再提交位点，见 Q51 与 Q99。

题眼：三段各有各的确认，少一段就会丢。
"""

GPU = """\
# 显存

## Q125 KV Cache 为什么占显存？

一句话：每个 token 每层都要存 K 和 V，长度和并发一上来就线性增长。

- 每个 token 的大小是 $2 \\cdot L \\cdot H \\cdot d \\cdot b$ 字节。
- PagedAttention 按块分配，碎片从六成降到 4% 以内。

| 做法 | 碎片 |
|---|---|
| 连续分配 | 高 |
| 分页 | 低 |

题眼：随长度和并发线性增长，靠分页和量化压下来。
"""


@pytest.fixture(scope="session")
def bank_files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder, with Chinese and a space in its name, of two files: three questions, two links, one dangling."""
    folder = tmp_path_factory.mktemp("题库 一")
    (folder / "缓存.md").write_text(CACHE, encoding="utf-8")
    (folder / "显存.md").write_text(GPU, encoding="utf-8")
    return folder


@pytest.fixture(scope="session")
def small_bank(bank_files: Path):
    from ingest import read_bank

    return read_bank([bank_files])


@pytest.fixture(scope="module")
def chromium():
    """Debian's Chromium for the tests of a file; closed with it, because its loop would stand in the way of others."""
    with browser() as opened:
        yield opened


@pytest.fixture(scope="module")
def own_home(tmp_path_factory: pytest.TempPathFactory, bank_files: Path) -> Path:
    """A home, with Chinese and a space in its path, that holds the small bank."""
    from tests.ui.test_cli import tiyan

    home = tmp_path_factory.mktemp("题库 家") / "home"
    done = tiyan("ingest", bank_files, home=home)
    assert done.returncode == 0, done.stderr
    return home
