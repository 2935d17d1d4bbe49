"""An answer is followed piece by piece, can be stopped between two, and its failure is said with what there was."""

from __future__ import annotations

import threading
import time
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.answer import Answer
from ingest import TiyanError
from ui.streaming import TICK, Stops, follow

ANSWER = Answer("问", True, "quoted")


def run(pieces, stop=None):
    return list(follow(lambda: iter(pieces), stop or threading.Event()))


@settings(max_examples=25)
@given(st.lists(st.text(min_size=1, max_size=5), max_size=6))
def test_what_is_seen_only_grows_and_ends_with_the_answer(pieces):
    seen = run([*pieces, ANSWER])
    assert seen[-1].answer is ANSWER and seen[-1].text == "".join(pieces)
    assert all(later.text.startswith(earlier.text) for earlier, later in pairwise(seen))
    assert [progress.over for progress in seen] == [False] * (len(seen) - 1) + [True]


def test_a_failure_keeps_what_was_written():
    def broken():
        yield "前二十个字"
        raise TiyanError("the endpoint hung up")

    last = list(follow(broken, threading.Event()))[-1]
    assert (last.text, last.failure, last.answer) == ("前二十个字", "the endpoint hung up", None)


def test_an_unknown_failure_names_its_kind():
    def broken():
        raise ValueError("odd")
        yield

    assert list(follow(broken, threading.Event()))[-1].failure == "ValueError: odd"


def test_an_assistant_that_says_nothing_ends_without_text():
    last = run([])[-1]
    assert last.over and last.text == "" and not last.failure


@pytest.mark.parametrize("ending", [None, OSError("connection closed")], ids=["ends", "breaks"])
def test_an_answer_that_ends_because_it_was_stopped_did_not_fail(ending):
    stop = threading.Event()

    seen = threading.Event()

    def source():
        yield "半句"
        seen.wait(60)
        time.sleep(TICK / 4)  # the follower waits for the next piece now
        stop.set()
        if ending:
            raise ending

    states = follow(source, stop)
    next(states)
    seen.set()
    last = list(states)[-1]
    assert last.stopped and last.failure is None and last.text == "半句"


def test_stopping_ends_at_once_though_the_model_hangs():
    stop, hangs = threading.Event(), threading.Event()

    def slow():
        yield "半句"
        hangs.wait(60)
        yield ANSWER

    following = follow(slow, stop)
    assert next(following).text == "半句"
    stop.set()
    last = list(following)[-1]
    hangs.set()
    assert last.stopped and last.text == "半句"


def test_asking_again_at_one_place_stops_what_ran_there():
    stops = Stops()
    first, other = stops.begin("a"), stops.begin("b")
    second = stops.begin("a")
    assert first.is_set() and not second.is_set() and not other.is_set()
    stops.stop("a")
    stops.stop("nowhere")
    assert second.is_set() and not other.is_set()
