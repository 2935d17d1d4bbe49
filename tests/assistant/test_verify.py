"""What a passage supports, and what speaks against a sentence that it does not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant import verify
from assistant.polarity import overclaims, polarity
from assistant.quantities import missing, quantities
from assistant.roles import misplaced
from assistant.verify import verify_all, windows_of

PAGED = "块表：逻辑块到物理块的映射，一块默认 16 个 token，不要求连续；碎片低于 4%，吞吐提高 2~4 倍。"
BUCKETS = "令牌桶：按固定速率放令牌，允许突发；漏桶：请求先排队，再以恒定速率流出，突发会被削平。"


@pytest.mark.parametrize(
    "sentence, passage",
    [
        ("块表把逻辑块映射到物理块，一块默认 16 个 token。", PAGED),
        ("物理块不要求连续。", PAGED),
        ("吞吐提高两到四倍，碎片低于 4%。", PAGED),
        ("吞吐提高 2 倍到 4 倍。", PAGED),
        ("令牌桶允许突发。", BUCKETS),
        ("漏桶以恒定速率流出。", BUCKETS),
        (PAGED, PAGED),
    ],
)
def test_supported(sentence, passage):
    support = verify(sentence, passage)
    assert support.supported
    assert support.score >= 0.5


@pytest.mark.parametrize(
    "sentence, passage, reason",
    [
        ("一块默认 64 个 token。", PAGED, "number"),
        ("吞吐提高 8 倍。", PAGED, "number"),
        ("物理块要求连续。", PAGED, "denies"),
        ("碎片高于 4%。", PAGED, "direction"),
        ("CUDA Graph 由块表映射到物理块。", PAGED, "name"),
        ("漏桶：按固定速率放令牌，允许突发。", BUCKETS, "said of another"),
        ("上海今天会下大雨。", PAGED, "something else"),
        ("量子计算机需要接近绝对零度的环境。", BUCKETS, "something else"),
    ],
)
def test_unsupported_and_why(sentence, passage, reason):
    support = verify(sentence, passage)
    assert not support.supported
    assert any(reason in said for said in support.reasons)


@pytest.mark.parametrize(
    ("sentence", "passage", "supported"),
    [
        ("支持连续批处理", "不支持连续批处理", False),  # its letters stand in the passage, its claim does not
        ("支持连续批处理", "vLLM：支持连续批处理，也支持分页。", True),
        ("需要 80 GB", "需要 180 GB", False),
        ("会阻塞写入", "它不会阻塞写入；读取照常。", False),
    ],
)
def test_a_sentence_that_stands_in_the_passage_stands_there_as_a_clause(sentence, passage, supported):
    assert verify(sentence, passage).supported is supported


@pytest.mark.parametrize("sentence", ["", "。", "好的！", "   ", "**"])
def test_what_says_nothing_is_not_supported(sentence):
    assert not verify(sentence, PAGED).supported


@given(st.text(max_size=60), st.text(max_size=60))
def test_any_text_gets_a_verdict(sentence, passage):
    support = verify(sentence, passage)
    assert 0 <= support.score <= 1
    assert support.supported == (support.score >= 0.5)


def test_markup_and_width_make_no_difference():
    assert (
        verify("**块表**：一块默认 `１６` 个 token。", PAGED).score
        == verify("块表：一块默认 16 个 token。", PAGED).score
    )


def test_an_english_sentence_is_read_against_a_chinese_passage():
    passage = "TTFT 由 prefill 主导：排队加一次完整的 prompt 计算。"
    good = "TTFT is dominated by prefill, that is queueing plus computing the whole prompt."
    off = "Bananas grow well in tropical climates with a lot of rain."
    assert verify(good, passage).supported
    assert not verify(off, passage).supported


def test_many_pairs_at_once_are_judged_as_one_by_one():
    pairs = [
        ("物理块要求连续。", PAGED),
        ("", PAGED),
        ("令牌桶允许突发。", BUCKETS),
        ("漏桶允许突发，排队也不用等。", BUCKETS),
    ]
    assert verify_all(pairs) == [verify(*pair) for pair in pairs]
    assert verify_all([]) == []


@given(st.text(max_size=900))
def test_a_long_passage_is_read_in_parts_and_nothing_of_it_is_left_out(text):
    windows = windows_of(text)
    assert windows[0][0] == "" or text.startswith(windows[0][0])
    parts = [*windows[0], *(window[-1] for window in windows[1:])]
    assert "".join(parts) == text


def test_what_stands_late_in_a_long_passage_supports_too():
    filler = "日志按天归档，保留三十天，之后转入冷存储。" * 40
    assert verify("令牌桶容得下短时间的一阵猛冲，所以允许突发。", filler + BUCKETS).supported


@pytest.mark.parametrize(
    "text, values",
    [
        ("显存 3.14GB", [(3.14 * 1024**3, "bytes")]),
        ("3–4 倍", [(3, "times")]),
        ("×3~4", [(3, "times")]),
        ("二十毫秒", [(0.02, "time")]),
        ("一分钟", [(60, "time")]),
        ("一半", [(0.5, "ratio")]),
        ("百分之五十", [(0.5, "ratio")]),
        ("10 万字", [(100_000, "")]),
        ("1,024 个", [(1024, "")]),
        ("$2.50", [(2.5, "money")]),
        ("十二层", [(12, "")]),
        ("H100、FP8、Q125、SOSP'23、arXiv:2309.06180、L1/L2、2023 年", []),  # digits in names
        ("第三点，①", []),
        ("一个", []),
        ("Linux 4.12+", [(4.12, "")]),
    ],
)
def test_quantities(text, values):
    found = [(quantity.low, quantity.dimension) for quantity in quantities(text)]
    assert [dimension for _, dimension in found] == [dimension for _, dimension in values]
    assert [low for low, _ in found] == pytest.approx([low for low, _ in values])


@pytest.mark.parametrize(
    "sentence, passage, lacks",
    [
        ("等 60 秒", "默认 60s 左右", 0),
        ("等一分钟", "默认 60s 左右", 0),
        ("等 30 秒", "默认 60s", 1),
        ("占 60%", "占 60 个", 1),
        ("低于四成", "20.4%~38.2%，约四成", 0),
        ("四次握手", "三次握手", 1),
        ("三个理由", "① 甲 ② 乙", 0),  # the writer counted
        ("0.02 s", "20 毫秒", 0),
        ("16 token", "16 个 token", 0),
    ],
)
def test_numbers_in_another_notation(sentence, passage, lacks):
    certain, counted = missing(sentence, passage)
    assert len(certain) + len(counted) == lacks


def test_what_is_denied():
    assert "支持" in polarity("不支持连续批处理").denied
    assert "支持" in polarity("支持连续批处理").affirmed
    assert polarity("不仅快，而且省").denied == frozenset()
    assert "aggregated" in polarity("It cannot be aggregated").denied


@pytest.mark.parametrize(
    "sentence, passage, found",
    [
        ("只有主动关闭方会进入", "主动关闭方会进入", ["只有"]),
        ("只有主动关闭方会进入", "仅主动关闭方会进入", []),
        ("It always works", "it works", ["always"]),
    ],
)
def test_absolutes(sentence, passage, found):
    assert overclaims(sentence, passage) == found


def test_roles():
    ground = "Prefill 一次算完，计算密集；Decode 逐个生成，访存密集。"
    assert misplaced("Prefill 访存密集。", ground) == ["prefill"]
    assert misplaced("Decode 访存密集。", ground) == []
