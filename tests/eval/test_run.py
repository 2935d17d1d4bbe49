"""The whole road with the real embedder and the real index, on the small bank."""

import json

import pytest

from eval.ablation import weights
from eval.baseline import baseline_path
from eval.binding import bind
from eval.cases import load_cases
from eval.evaluation import run_system
from eval.library import index_of_paths
from eval.run import Request, run
from eval.systems import NAMES, BankSearch, build_systems
from ingest.errors import TiyanError
from tests.eval.conftest import BANK, CASES

COMPARED = ("dense", "terms")


def figures(outcome):
    """The document without what a clock says."""
    document = json.loads(json.dumps(outcome.document))
    return {**document, "systems": [{**s, "speed": None} for s in document["systems"]], "answers": None}


@pytest.fixture(scope="session")
def outcome(tools):
    return run(Request((BANK,), (CASES,), compare=COMPARED, answers=True), tools)


def test_a_bank_and_its_cases_are_measured(outcome, cases):
    document = outcome.document
    assert [s["name"] for s in document["systems"]] == ["full", *COMPARED]
    full = document["systems"][0]
    assert full["questions"]["all"]["mrr@10"]["mean"] >= 0.9  # three questions, of three subjects
    assert full["scope"]["answerable"] + full["scope"]["absent"] == full["speed"]["n"] == len(cases)
    assert full["about"]["bank"] == str(BANK) and full["about"]["questions"] == 3
    assert outcome.verdict is None and outcome.passed


def test_answers_are_measured_in_the_same_report(outcome):
    answers = outcome.document["answers"]
    assert answers["composer"] == "quoted" and answers["n"] == 8
    assert answers["unknown_citations"] == 0 and answers["citation_recall"] == 1  # it quotes


@pytest.mark.slow
def test_a_second_run_gives_the_same_figures_on_one_thread_and_on_two(tools, outcome):
    from threadpoolctl import threadpool_limits

    request = Request((BANK,), (CASES,), compare=COMPARED)
    runs = []
    for threads in (1, 2):
        with threadpool_limits(limits=threads):
            runs.append(figures(run(request, tools)))
    assert runs[0] == runs[1] == figures(outcome)


def test_a_follow_up_turn_is_searched_as_the_assistant_reads_it(outcome):
    case = next(c for c in outcome.document["per_case"] if c["id"] == "t-05")
    assert case["query"] == "它有上限吗" and "连接池" in case["asked"]


def test_every_configuration_can_be_searched(tools, bank):
    opened = index_of_paths([BANK], tools)
    systems = build_systems(tuple(NAMES), opened, tools)
    assert [system.name for system, _ in systems] == list(NAMES)
    for system, about in systems:
        found = system.find("索引 回表 代价", (), 3)
        assert bank.by_id(found.question_ids[0]).number == "2" and len(found.passages) == 3, system.name
        assert about["change"] == NAMES[system.name]


def test_ablations_differ_from_the_whole(outcome):
    ranked = {
        name: [c["systems"][name]["found"] for c in outcome.document["per_case"]]
        for name in ("full", "terms", "dense")
    }
    assert ranked["terms"] != ranked["full"] != ranked["dense"]
    assert outcome.document["systems"][1]["scope"] is None  # a ranking by one signal judges no scope


def test_weights_are_put_back_after_a_search_and_after_a_failure():
    from index import ranking

    before = ranking.WORDS
    with pytest.raises(RuntimeError), weights({"ranking.WORDS": 0.0}):
        assert ranking.WORDS == 0.0
        raise RuntimeError
    assert before == ranking.WORDS


def test_a_weight_that_is_gone_is_noticed():
    with pytest.raises(AttributeError), weights({"ranking.NO_SUCH_WEIGHT": 0.0}):
        pass


def test_one_split_is_measured_alone(tools):
    document = run(Request((BANK,), (CASES,), split="dev"), tools).document
    assert document["cases"]["splits"] == {"dev": 4} and "test" not in document["systems"][0]["questions"]


@pytest.mark.parametrize(
    "split, said", [("all", "all 8 cases are drafts"), ("dev", "all 8 cases are drafts")]
)
def test_drafts_alone_are_no_evaluation(tools, tmp_path, split, said):
    rows = [{**json.loads(line), "draft": True} for line in CASES.read_text(encoding="utf-8").splitlines()]
    path = tmp_path / "drafts.jsonl"
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    with pytest.raises(TiyanError, match=said):
        run(Request((BANK,), (path,), split=split), tools)
    rows[0]["draft"] = False
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    accepted = run(Request((BANK,), (path,)), tools)
    assert accepted.document["cases"]["count"] == 1 and accepted.notes == (
        '7 drafts left out; take "draft": true out of those you accept',
    )


def test_an_unknown_configuration_is_refused_with_the_known_ones(tools):
    with pytest.raises(TiyanError, match="densest: no such configuration; known are dense, terms, rrf"):
        run(Request((BANK,), (CASES,), compare=("densest",)), tools)


def test_a_cross_encoder_is_compared_by_its_name(tools, monkeypatch):
    asked = []

    def opened(name):
        return lambda query, texts: asked.append((name, query)) or [-float(n) for n in range(len(texts))]

    monkeypatch.setattr("index.reranker.open_reranker", opened)
    full, other = run(Request((BANK,), (CASES,), compare=("rerank=my/model",)), tools).document["systems"]
    assert other["name"] == "rerank=my/model" and {name for name, _ in asked} == {"my/model"}
    assert full["questions"]["all"]["ndcg@10"] == other["questions"]["all"]["ndcg@10"]  # the same order


def test_an_empty_file_of_cases_is_refused(tools, tmp_path):
    path = tmp_path / "empty.jsonl"
    path.write_text("\n", encoding="utf-8")
    with pytest.raises(TiyanError, match=r"empty.jsonl: holds no case"):
        run(Request((BANK,), (path,)), tools)


def test_a_beir_folder_is_measured_as_it_is(tools, tmp_path):
    (tmp_path / "corpus.jsonl").write_text(
        '{"_id": "a", "title": "冒泡排序", "text": "相邻的两个数比较并交换。"}\n{"_id": "b", "text": "B+ 树的叶子连成链表。"}\n',
        encoding="utf-8",
    )
    (tmp_path / "queries.jsonl").write_text('{"_id": "1", "text": "叶子节点怎么连"}\n', encoding="utf-8")
    (tmp_path / "qrels").mkdir()
    (tmp_path / "qrels" / "test.tsv").write_text("query-id\tcorpus-id\tscore\n1\tb\t1\n", encoding="utf-8")
    document = run(Request((tmp_path,)), tools).document
    assert document["systems"][0]["questions"]["beir"]["mrr@10"]["mean"] == 1
    assert document["systems"][0]["passages"] == {}


def test_an_index_of_a_bank_is_made_once(tools):
    before = {p: p.stat().st_mtime_ns for p in (tools.home / "eval").rglob("vectors/*")}
    opened = index_of_paths([BANK], tools)
    result = run_system(BankSearch(opened.index), bind(load_cases([CASES]), opened.index.bank))
    assert result.question_figures["all"]["mrr@10"].n == 6
    assert before.keys() <= {*(tools.home / "eval").rglob("vectors/*")}


@pytest.mark.slow
def test_the_bank_that_ships_is_found_as_well_as_at_the_baseline(tools):
    """Names the figures and the cases that fell; half of the cases, `tiyan eval` asks them all."""
    if not baseline_path().is_file():
        pytest.skip("no baseline yet")
    outcome = run(Request(split="dev"), tools)
    assert outcome.verdict.skipped is None
    assert outcome.passed, "\n".join(outcome.notes)
