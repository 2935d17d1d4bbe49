import json

import pytest

from eval.beir import is_beir, read_beir
from eval.evaluation import run_system
from eval.found import Found
from index.chunk import cut_questions
from ingest.errors import TiyanError


@pytest.fixture
def folder(tmp_path):
    corpus = [
        {"_id": "doc/1", "title": "冒泡排序", "text": "相邻的两个数比较并交换。\n\n最坏 O(n²)。"},
        {"_id": "2", "title": "", "text": "Quicksort picks a pivot."},
        {"_id": "3", "title": "空的", "text": ""},
    ]
    queries = [
        {"_id": "q1", "text": "冒泡怎么排"},
        {"_id": "q2", "text": "pivot"},
        {"_id": "q3", "text": "nobody judged this"},
    ]
    for name, rows in (("corpus", corpus), ("queries", queries)):
        (tmp_path / f"{name}.jsonl").write_text(
            "".join(json.dumps(r, ensure_ascii=False) + "\n" for r in rows), encoding="utf-8"
        )
    (tmp_path / "qrels").mkdir()
    (tmp_path / "qrels" / "test.tsv").write_text(
        "query-id\tcorpus-id\tscore\nq1\tdoc/1\t2\nq1\t2\t0\nq2\t2\t1\n", encoding="utf-8"
    )
    return tmp_path


def test_documents_become_questions_and_judged_queries_cases(folder):
    assert is_beir(folder) and not is_beir(folder.parent)
    bank, cases = read_beir(folder)
    assert [(q.number, q.title, q.answered) for q in bank.questions] == [
        ("doc/1", "冒泡排序", True), ("2", "Quicksort picks a pivot.", True), ("3", "空的", False),
    ]  # fmt: skip
    assert [(c.id, {bank.by_id(q).number: g for q, g in c.relevant.items()}, c.case.language) for c in cases] == [
        ("q1", {"doc/1": 2}, "zh"), ("q2", {"2": 1}, "en"),
    ]  # fmt: skip
    assert all(c.answering for c in cases)  # grade 1 answers here


def test_its_documents_can_be_cut_into_passages(folder):
    bank, _ = read_beir(folder)
    assert [(c.id, c.text) for c in cut_questions(bank)] == [
        ("d1/title", "冒泡排序"), ("d1/b1", bank.questions[0].parts[0].text), ("d2/b1", "Quicksort picks a pivot."), ("d3/title", "空的"),
    ]  # fmt: skip


def test_recall_counts_documents_of_grade_one(folder):
    bank, cases = read_beir(folder)

    class Second:
        name = "second"

        def find(self, query, history, k):
            return Found(query, (bank.questions[2].id, bank.by_number("2")[0].id), ())

    result = run_system(Second(), cases)
    assert result.questions["q2"]["recall@3"] == 1 and result.questions["q2"]["mrr@10"] == 1 / 2
    assert result.questions["q1"]["recall@10"] == 0
    assert result.scope is None  # such a set has no absent query, and this system judges none


def test_qrels_without_a_header_and_in_trec_columns(folder):
    (folder / "qrels" / "test.tsv").write_text("q2\t0\t2\t1\n", encoding="utf-8")
    assert [c.id for c in read_beir(folder)[1]] == ["q2"]


@pytest.mark.parametrize(
    "name, text, said",
    [
        ("corpus.jsonl", '{"title": "no id"}\n', 'corpus.jsonl line 1: not an object with "_id"'),
        ("corpus.jsonl", "\n", "corpus.jsonl: holds no document"),
        ("queries.jsonl", "{", "queries.jsonl line 1"),
        (
            "qrels/test.tsv",
            "query-id\tcorpus-id\tscore\nq1\tdoc/9\t1\n",
            "test.tsv line 2: judges the document doc/9",
        ),
        (
            "qrels/test.tsv",
            "query-id\tcorpus-id\tscore\nq1 doc/1 1\n",
            "test.tsv line 2: not query, document and grade",
        ),
        ("qrels/test.tsv", "query-id\tcorpus-id\tscore\n", "no query has a relevant document"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(folder, name, text, said):
    (folder / name).write_text(text, encoding="utf-8")
    with pytest.raises(TiyanError) as raised:
        read_beir(folder)
    assert said in str(raised.value) and "\n" not in str(raised.value)


def test_missing_judgements_name_what_is_there(folder):
    (folder / "qrels" / "test.tsv").rename(folder / "qrels" / "dev.tsv")
    (folder / "qrels" / "train.tsv").write_text("", encoding="utf-8")
    with pytest.raises(TiyanError, match=r"no test.tsv \(found: dev, train\)"):
        read_beir(folder)
