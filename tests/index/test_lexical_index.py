"""Which texts hold the query's words."""

import numpy as np
import pytest

from index.lexical_index import LexicalIndex, one_slip_apart
from index.tokens import terms

POEM = ("床前明月光", "疑是地上霜", "举头望明月", "低头思故乡")


def index_of(*texts):
    return LexicalIndex.build(map(terms, texts))


def test_the_one_short_line_that_holds_the_word_comes_first():
    scores = index_of(*POEM).coverage(terms("故乡"))
    assert scores.argmax() == 3
    assert scores[3] > 0
    assert not scores[:3].any()


def test_coverage_is_a_share():
    scores = index_of("TCP 三次握手", "UDP 不握手").coverage(terms("TCP 握手"))
    assert ((scores >= 0) & (scores <= 1)).all()
    assert scores[0] > scores[1] > 0


def test_words_that_no_text_has_lower_every_score():
    index = index_of("TCP 三次握手", "HTTP 报文")
    assert index.coverage(["tcp", "quic"])[0] < index.coverage(["tcp"])[0]
    assert not index.coverage(["quic"]).any()
    assert not index.coverage([]).any()


def test_saved_and_loaded_it_scores_the_same(tmp_path):
    index = index_of(*POEM)
    index.save(tmp_path / "词")
    loaded = LexicalIndex.load(tmp_path / "词")
    assert np.array_equal(loaded.coverage(["明月"]), index.coverage(["明月"]))
    assert len(loaded) == 4


def test_a_text_without_words_is_kept_in_its_row():
    index = index_of("TCP", "……", "UDP")
    assert index.coverage(["udp"]).argmax() == 2


@pytest.mark.parametrize(
    "typed, meant",
    [
        ("cahce", "cache"),  # neighbours changed places
        ("terrform", "terraform"),  # left out
        ("kuberneetes", "kubernetes"),  # added
        ("redes", "redis"),  # changed
        ("redis", "redis"),
        ("tls", "tls"),  # too short to guess
        ("zookeeper", "zookeeper"),  # nothing near
    ],
)
def test_one_slip_of_the_fingers_is_forgiven(typed, meant):
    index = LexicalIndex.build([["cache", "terraform"], ["kubernetes", "redis"], ["tcp"]])
    assert index.corrected([typed]) == [meant]


def test_two_words_as_near_as_each_other_are_not_guessed_between():
    assert LexicalIndex.build([["plan"], ["clan"], ["plat"]]).corrected(["plaz"]) == ["plaz"]


@pytest.mark.parametrize(
    "a, b, near",
    [
        ("abc", "abc", False),
        ("abc", "acb", True),
        ("abc", "abcd", True),
        ("abcd", "acbd", True),
        ("abc", "cba", False),
        ("abc", "a", False),
    ],
)
def test_one_slip_apart(a, b, near):
    assert one_slip_apart(a, b) is one_slip_apart(b, a) is near
