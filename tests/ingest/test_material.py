"""The bank that ships: it parses cleanly, hangs together and repeats nothing."""

import re
from collections import Counter
from urllib.parse import urlsplit

import pytest

from ingest import read_bank, shipped_material

# Numbers that a learner's notes on AI infrastructure refer to, with a word that each one's title or summary must hold.
SUBJECTS = {
    "26": "OverlayFS", "84": "prefill", "86": "GQA", "88": "带宽", "92": "数据并行", "93": "张量并行", "94": "batching", "100": "流水线", "101": "专家",
    "102": "ZeRO", "111": "漂移", "114": "PD", "117": "存储层次", "119": "KV", "120": "PD", "123": "并行", "124": "投机", "125": "前缀", "126": "抢占", "127": "block table",
    "129": "copy-on-write", "130": "all-reduce", "132": "NVLink", "136": "RAG", "137": "微调", "138": "LoRA", "139": "loss", "140": "遗忘", "143": "吞吐", "146": "Transformer",
    "148": "检查点", "149": "量化", "150": "约束", "157": "token", "161": "V1", "163": "RadixAttention", "168": "BPE", "170": "roofline",
}  # fmt: skip


@pytest.fixture(scope="module")
def bank():
    return read_bank([shipped_material()])


def test_it_parses_without_a_warning_and_nothing_lies_outside(bank):
    assert [(f.path, w) for f in bank.files for w in f.warnings] == []
    assert {o.kind for f in bank.files for o in f.outside} == {"title"}
    assert bank.dangling_references == ()


def test_it_is_large_enough_and_numbers_are_unique(bank):
    assert len(bank.questions) >= 62
    assert {q.number_source for q in bank.questions} == {"stated"} == {q.title_source for q in bank.questions}
    assert [n for n, times in Counter(q.number for q in bank.questions).items() if times > 1] == []


def test_every_question_is_whole(bank):
    lacking = [
        q.label
        for q in bank.questions
        if not (q.summary and q.key_point and q.sources and 4 <= len(q.points) <= 9)
    ]
    assert lacking == []


def test_referred_numbers_hold_their_subject(bank):
    wrong = {}
    for number, word in SUBJECTS.items():
        (question,) = bank.by_number(number)
        if word.casefold() not in f"{question.title}{question.summary}".casefold():
            wrong[number] = question.title
    assert wrong == {}


def test_references_run_both_ways(bank):
    labels = {q.id: q.label for q in bank.questions}
    one_way = [
        f"{labels[a]} → {labels[b]}"
        for a in labels
        for b in bank.links_from(a)
        if a not in bank.links_from(b)
    ]
    assert one_way == []


def test_every_source_has_an_address_that_could_exist(bank):
    for question in bank.questions:
        for source in question.sources:
            parts = urlsplit(source.url or "")
            assert parts.scheme == "https" and re.fullmatch(r"[a-z0-9.-]+\.[a-z]{2,}", parts.netloc), (
                question.label,
                source,
            )
            if parts.netloc == "arxiv.org":
                assert re.fullmatch(r"/abs/\d{4}\.\d{4,5}", parts.path), (question.label, source)


def test_sources_name_points_that_exist(bank):
    for question in bank.questions:
        text = "\n".join(p.text for p in question.parts_of("sources"))
        for listed in re.findall(r"要点 ?([\d、,，\- –]+)", text):
            assert all(1 <= int(n) <= len(question.points) for n in re.findall(r"\d+", listed)), (
                question.label,
                listed,
            )


def test_no_two_points_say_the_same(bank):
    grams = []
    for question in bank.questions:
        for i, point in enumerate(question.points, 1):
            text = re.sub(r"[\W_]+", "", point.text)
            grams.append((f"{question.label}·{i}", {text[k : k + 3] for k in range(len(text) - 2)}))
    near = [
        (a, b)
        for i, (a, x) in enumerate(grams)
        for b, y in grams[i + 1 :]
        if len(x & y) > 0.5 * min(len(x), len(y))
    ]
    assert near == []


def test_variety_for_the_page_and_the_search(bank):
    kinds = Counter(p.kind for q in bank.questions for p in q.parts)
    inside = "\n".join(q.text for q in bank.questions)
    assert (
        kinds["table"] + inside.count("|---|") >= 8 and inside.count("$$") >= 16 and inside.count("```") >= 20
    )
    assert sum("\n" in p.text for q in bank.questions for p in q.points) >= 10
