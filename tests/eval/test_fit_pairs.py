"""The pair model: torch trains what numpy reads, and the pairs it learns from keep their promises."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from assistant.pair_model import PairModel
from eval.grading import load_grades
from eval.pair_data import (
    ANSWERS,
    OPEN,
    STATEMENTS,
    Pair,
    answer_groups,
    in_other_company,
    lines_of,
    statement_groups,
)
from eval.support import load_support
from index.e5_numpy import bundled_encoder

PAIRS = [
    Pair(
        ("块表不要求物理块连续。",),
        ("块表：逻辑块到物理块的映射，一块默认 16 个 token，不要求连续。",),
        0,
        "support",
    ),
    Pair(("A block holds 64 tokens",), ("块表：一块默认 16 个 token。", "碎片低于 4%。"), 2, "support"),
    Pair(("令牌桶允许突发",), ("漏桶把突发削平，令牌桶放它过去",), 0, "grade"),
]


@pytest.mark.slow
def test_numpy_reads_what_torch_computes():
    import torch

    from eval.fit_pairs import encode_texts, tensors
    from eval.pair_network import PairNetwork, exported, load_exported

    torch.manual_seed(1)
    library = encode_texts([text for pair in PAIRS for text in (*pair.claim, *pair.ground)])
    library = replace(library, spread=np.ones_like(library.spread))  # of so few tokens there is none
    network = PairNetwork(library.states.shape[1]).eval()
    model = PairModel(bundled_encoder(), exported(network, library.mean, library.spread))
    read = model.read([(pair.claim[0], pair.ground) for pair in PAIRS])
    with torch.no_grad():
        support, grade = network(*tensors(PAIRS, library))
    assert np.allclose([r.support for r in read], support.log_softmax(-1), atol=0.02)
    assert np.allclose([r.grade for r in read], grade.log_softmax(-1), atol=0.02)
    other = PairNetwork(library.states.shape[1]).eval()
    weights = exported(network, library.mean, library.spread)
    both = exported(other, library.mean, library.spread)
    both = {name: np.concatenate([array, both[name]]) for name, array in weights.items()}
    with torch.no_grad():
        second, _ = other(*tensors(PAIRS, library))
    mean = (support.log_softmax(-1) + second.log_softmax(-1)) / 2
    together = PairModel(bundled_encoder(), both).read([(pair.claim[0], pair.ground) for pair in PAIRS])
    assert np.allclose([r.support for r in together], mean.log_softmax(-1), atol=0.02)
    load_exported(other, both, 0)
    assert all(
        np.array_equal(array, weights[name])
        for name, array in exported(other, library.mean, library.spread).items()
    )


def test_nothing_that_is_measured_is_trained_on():
    measured = {case.passage for case in load_support()} | {case.point for case in load_grades()}
    groups = [*statement_groups(), *answer_groups()]
    trained = {text for group in groups for pair in group for text in (*pair.ground, *pair.claim)}
    assert measured.isdisjoint(trained)


def test_what_is_held_back_is_not_trained_on():
    for groups in (statement_groups, answer_groups):
        held, trained = groups(held=True), groups()
        assert 0.03 < len(held) / (len(held) + len(trained)) < 0.08
        assert {pair.ground for group in held for pair in group}.isdisjoint(
            pair.ground for group in trained for pair in group
        )


def test_every_statement_stands_on_one_side_and_every_point_has_its_verdict():
    for row in [*lines_of(STATEMENTS, held=False), *lines_of(STATEMENTS, held=True)]:
        carried, others = ({text for _, text in row[side]} for side in ("true", "false"))
        assert carried and others and carried.isdisjoint(others)
    for row in [*lines_of(ANSWERS, held=False), *lines_of(ANSWERS, held=True)]:
        assert all(len(answer["verdicts"]) == len(row["points"]) for answer in row["answers"])


@pytest.mark.parametrize("seed", range(5))
def test_other_company_keeps_the_labels_true(seed):
    groups = statement_groups(held=True)
    for group in groups[:20]:
        for before, after in zip(group, in_other_company(group, groups, random.Random(seed)), strict=True):
            if after.claim == before.claim:
                assert after.label == before.label and set(before.ground) <= set(after.ground)
    assert {"absent", "unrelated"} == OPEN
