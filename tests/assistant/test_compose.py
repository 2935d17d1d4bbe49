"""A reply becomes sentences with their citations, and every way a model fails keeps what had arrived."""

from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.answer import render_sentences
from assistant.compose import Composed, compose, sentences_of, speaks_another_language
from assistant.evidence import gather
from assistant.markers import MarkerReader
from assistant.prompt import build_messages

KNOWN = {"1": "a", "2": "b", "3": "c"}


def bound(text):
    reader = MarkerReader(KNOWN)
    return [(s.text, s.citations) for s in sentences_of(reader.feed(text) + reader.close())]


@pytest.mark.parametrize(
    "reply, sentences",
    [
        ("甲[1]。乙[2]。", [("甲。", ("a",)), ("乙。", ("b",))]),
        ("甲。[1]乙。[2]", [("甲。", ("a",)), ("乙。", ("b",))]),
        ("甲。 [1] 乙。 [2]", [("甲。", ("a",)), ("乙。", ("b",))]),
        ("甲 [1][3]。", [("甲。", ("a", "c"))]),
        ("甲[1]，又乙[2]。", [("甲，又乙。", ("a", "b"))]),
        (
            "甲。\n[1] 乙。",
            [("甲。", ()), ("乙。", ("a",))],
        ),  # a marker that opens a line speaks of that line
        ("- 甲[1]\n- 乙[2]", [("甲", ("a",)), ("乙", ("b",))]),
        ("**甲**：乙[1]", [("**甲**：乙", ("a",))]),
        ("## 标题\n甲[1]", [("标题", ()), ("甲", ("a",))]),
        ("```py\nx[1]\n```\n甲[1]。", [("x[1]", ()), ("甲。", ("a",))]),
        ("| 甲[1] | 乙 |\n", [("| 甲 | 乙", ("a",))]),
        ("显存 3.14GB[1]。e.g. 这样[2]。", [("显存 3.14GB。", ("a",)), ("e.g. 这样。", ("b",))]),
        ("[1]", []),
        ("", []),
    ],
)
def test_markers_are_bound_to_their_sentences(reply, sentences):
    assert bound(reply) == sentences


@pytest.mark.parametrize(
    "reply",
    [
        "甲。\n\n- 乙\n  - 丙\n\n1. 丁\n\n```py\nx = 1\n```\n\n戊。",
        "| a | b |\n|---|---|\n| c | d |\n\n后。",
        "## 题\n\n> 引用。\n\n末。",
        "```\n没有结束",
    ],
)
def test_the_layout_comes_back(reply):
    reader = MarkerReader(KNOWN)
    shown = render_sentences(sentences_of(reader.feed(reply) + reader.close()), {})
    assert shown.replace("没有结束\n```", "没有结束") == reply


@pytest.mark.parametrize(
    "text, language, other",
    [
        ("KV Cache 把每层的 K 和 V 存下来，decode 只算新 token 的那一份。", "zh", False),
        ("The cache stores keys and values so that decode only computes the new token.", "zh", True),
        ("The cache stores keys and values so that decode only computes the new token.", "en", False),
        ("缓存把每层的键和值存下来，解码时只算新的那一份，用显存换时间。", "en", True),
        ("FIN → ACK", "zh", False),  # too short to tell
    ],
)
def test_language_of_a_reply(text, language, other):
    assert speaks_another_language(text, language) == other


PIECES = ["[1]", "[2, 3]", "[9]", "[Q41]", "[Q999]", "【4】", "。", "字", "\n", "`", "[", "]", "1"]


@given(st.lists(st.sampled_from(PIECES), max_size=25))
def test_whatever_is_written_no_citation_leaves_the_passages(bank_index, pieces):
    question = bank_index.question("Q41")
    evidence = gather(SimpleNamespace(hits=()), bank_index, [question.id])
    reader = MarkerReader(evidence.markers)
    sentences = sentences_of(reader.feed("".join(pieces)) + reader.close())
    cited = {id for sentence in sentences for id in sentence.citations}
    assert cited <= {passage.id for passage in evidence.passages}


@pytest.fixture(scope="module")
def evidence(bank_index):
    result = bank_index.search("什么是 PagedAttention")
    return gather(result, bank_index, [bank_index.question("Q41").id])


def run(model, evidence, **limits):
    items = list(compose(model, build_messages("什么是 PagedAttention", evidence), evidence, **limits))
    assert isinstance(items[-1], Composed)
    return items[:-1], items[-1]


REPLY = "它把 KV Cache 切成固定大小的块[1]。块不要求连续[2]。最后一句没有标记。"


def test_a_good_reply(serve, evidence):
    _, model = serve(REPLY)
    deltas, composed = run(model, evidence)
    assert "".join(deltas) == REPLY
    assert composed.failure is None
    assert [len(sentence.citations) for sentence in composed.sentences] == [1, 1, 0]


@pytest.mark.parametrize("piece", range(1, 12))
def test_however_the_reply_is_cut_it_reads_the_same(serve, evidence, piece):
    _, model = serve("见[2]与[1]，`x[1]` 不算，[B, L] 也不算[9]。", piece=piece)
    deltas, composed = run(model, evidence)
    assert "".join(deltas) == "见[1]与[2]，`x[1]` 不算，[B, L] 也不算[9?]。"  # numbered by first mention
    (sentence,) = composed.sentences
    assert sentence.citations == (evidence.passages[1].id, evidence.passages[0].id)
    assert sentence.unknown == ("9",)


@pytest.mark.parametrize(
    "mode, kind",
    [
        ("cut", "cut"),
        ("malformed", "malformed"),
        ("stall", "timeout"),
        ("unfinished", "cut"),
        ("error_event", "cut"),
        ("length", "endless"),
    ],
)
def test_what_had_arrived_is_kept(serve, evidence, mode, kind):
    _, model = serve(REPLY, mode=mode, piece=3, pieces=8)
    deltas, composed = run(model, evidence)
    assert composed.failure.kind == kind
    arrived = REPLY if mode in ("unfinished", "length") else REPLY[:24]
    assert "".join(deltas) == arrived
    assert composed.sentences[0].text == "它把 KV Cache 切成固定大小的块。"


@pytest.mark.parametrize(
    "mode, status, kind",
    [
        ("status", 401, "unauthorized"),
        ("status", 429, "rate_limited"),
        ("status", 500, "server"),
        ("silent", 0, "timeout"),
        ("empty", 0, "empty"),
    ],
)
def test_when_nothing_arrives_the_reason_is_said(serve, evidence, mode, status, kind):
    _, model = serve(mode=mode, status=status)
    deltas, composed = run(model, evidence)
    assert (composed.failure.kind, composed.sentences, deltas) == (kind, (), [])


def test_an_endless_reply_is_stopped_and_the_server_is_told(serve, evidence):
    script, model = serve("很长的一句话。", mode="endless")
    deltas, composed = run(model, evidence, max_characters=300)
    assert composed.failure.kind == "endless"
    assert 300 < len("".join(deltas)) < 330
    assert script.left.wait(3)


def test_leaving_early_stops_the_model(serve, evidence):
    script, model = serve("很长的一句话。", mode="endless")
    stream = compose(model, build_messages("问", evidence), evidence)
    assert next(stream)
    stream.close()
    assert script.left.wait(3)


def test_a_reply_in_another_language_is_said(serve, evidence):
    _, model = serve("It splits the cache into blocks of a fixed size and maps them with a block table [1].")
    assert run(model, evidence)[1].failure.kind == "language"


def test_thinking_is_not_shown(serve, evidence):
    _, model = serve("<think>让我想想[1]</think>\n\n它分块[1]。", piece=2)
    deltas, composed = run(model, evidence)
    assert "".join(deltas) == "它分块[1]。"
    assert len(composed.sentences) == 1
