"""The encoder in numpy: its activation, and texts that are read together as each is read alone."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from index.e5_numpy import GELU_ROWS, bundled_encoder, gelu, together


@pytest.mark.parametrize("shape", [(5,), (1, 7), (GELU_ROWS + 3, 5)])
def test_the_activation_is_x_times_its_chance(shape):
    x = np.linspace(-6, 6, math.prod(shape), dtype=np.float32).reshape(shape)
    wanted = [v * (1 + math.erf(v / math.sqrt(2))) / 2 for v in x.ravel().tolist()]
    assert np.allclose(gelu(x).ravel(), wanted, atol=2e-6)


def test_texts_that_are_read_together_do_not_see_each_other():
    encoder = bundled_encoder()
    texts = [
        "query: 主动关闭的一方",
        "query: TTFT",
        "query: why does a cache miss cost so much more than a hit",
    ]
    ids = [encoder.tokenizer.ids(text, 64) for text in texts]
    layers = encoder.layers[:3]
    apart = [encoder.through(encoder.embedded(one), layers) for one in ids]
    joined = np.concatenate(encoder.states(ids, layers))
    assert np.allclose(joined, np.concatenate(apart), atol=1e-4)
    as_one = encoder.through(np.concatenate([encoder.embedded(one) for one in ids]), layers)
    assert not np.allclose(joined, as_one, atol=1e-2)


@given(st.lists(st.integers(1, 50), max_size=30), st.integers(1, 100))
def test_runs_hold_every_text_once_in_order_within_the_limit(lengths, limit):
    runs = list(together(lengths, limit))
    assert [n for run in runs for n in range(run.start, run.stop)] == list(range(len(lengths)))
    assert all(sum(lengths[run]) <= limit or run.stop - run.start == 1 for run in runs)
