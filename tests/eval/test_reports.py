import json
import re
from html.parser import HTMLParser

import pytest

from eval.answers import AnswerFigures
from eval.baseline import make_baseline
from eval.document import evaluation_document
from eval.evaluation import evaluate
from eval.html import html_report
from eval.markdown import markdown_report, table
from eval.plots import Whisker, curve, histogram, reliability, scatter, whiskers
from eval.terminal import show
from eval.verdict import judge
from tests.eval.conftest import TableSystem

JUDGES = {
    "support": {
        "n": 4,
        "agreement": 0.75,
        "auroc": None,
        "precision": 1.0,
        "recall": 0.5,
        "kinds": {"negated": (1, 2)},
        "wrong": ("v",),
    },
    "grading": {
        "n": 9,
        "agreement": 0.5,
        "macro_f1": 0.4,
        "kappa": 0.3,
        "kinds": {"paraphrase": (3, 9)},
        "wrong": (),
    },
}
VOID = {"meta", "br", "input", "hr", "img"}
SHAPES = {"circle", "line", "path", "rect"}


@pytest.fixture
def document(bank, cases, perfect):
    """Two systems, answers, and a baseline that the first one falls below."""
    worse = TableSystem(
        bank, {**perfect._table, "回表 代价": ["1", "2"], "<b>": ["1"]}, "worse & <slower>", {"Q3": 0.2}
    )
    evaluation = evaluate(bank, cases, [worse, perfect], about={"perfect": {"embedder": "<none>"}})
    baseline = make_baseline(evaluate(bank, cases, [perfect]), "bundled")
    answers = AnswerFigures("quoted", 8, 1.0, 0.9, None, 0, 0.5, 0.5, 1.0, 0.5, 0.01)
    return evaluation_document(
        evaluation,
        bank,
        k=10,
        verdict=judge(evaluation, baseline, "bundled"),
        answers=answers,
        judge="quotation",
        judges=JUDGES,
    )


class Balanced(HTMLParser):
    """Every element that is opened is closed, in order."""

    def __init__(self):
        super().__init__()
        self.open, self.wrong, self.seen = [], [], []

    def handle_starttag(self, tag, attrs):
        self.seen.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.seen.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)


def parsed(page):
    parser = Balanced()
    parser.feed(page)
    assert not parser.wrong and not parser.open
    return parser


def test_the_document_is_json_and_holds_every_case(document, cases):
    assert json.loads(json.dumps(document)) == document
    assert [row["id"] for row in document["per_case"]] == [c.id for c in cases]
    assert set(document["per_case"][0]["systems"]) == {"worse & <slower>", "perfect"}


def test_figures_are_the_same_on_a_second_run(bank, cases, perfect):
    def figures():
        made = evaluation_document(
            evaluate(bank, cases, [perfect, TableSystem(bank, {}, "empty")]), bank, k=10
        )
        return {**made, "systems": [{**s, "speed": None} for s in made["systems"]]}

    assert figures() == figures()


def test_the_worst_cases_come_first_with_what_was_found_instead(document):
    worst = document["worst"]
    assert [case["badness"] for case in worst] == sorted((c["badness"] for c in worst), reverse=True)
    by_id = {case["id"]: case for case in worst}
    # ranked second; both absent ones let through; the refused one. All that went well is left out.
    assert set(by_id) == {"t-02", "t-04", "t-06", "t-07"}
    assert [q["label"] for q in by_id["t-02"]["found"]] == ["Q1", "Q2"]
    assert [(q["label"], q["grade"]) for q in by_id["t-02"]["wanted"]] == [("Q2", 2)]


def test_systems_are_compared_pairwise_with_the_first(document):
    row = next(c for c in document["comparisons"] if (c["level"], c["measure"]) == ("questions", "mrr@10"))
    assert (row["system"], row["against"], row["better"], row["worse"]) == (
        "perfect",
        "worse & <slower>",
        1,
        0,
    )
    assert row["difference"] == round(0.5 / 6, 4) and row["p"] == row["p_holm"] == 1


def test_the_html_stands_alone_and_is_well_formed(document):
    page = html_report(document)
    parser = parsed(page)
    tags = [tag for tag, _ in parser.seen]
    assert "script" not in tags and "link" not in tags and "img" not in tags
    assert not [a for _, attrs in parser.seen for a in attrs if a in ("src", "href") or a.startswith("on")]
    assert "url(" not in page and "@import" not in page and "http" not in page
    assert tags.count("svg") == 7  # kinds twice, differences, cost, ROC, calibration, probabilities
    assert tags.count("details") == len(document["worst"])


def test_what_peers_cost_stands_beside_what_they_find(document):
    costs = {"<peer>": {"pieces": 7, "index_s": 12.0, "peak_mb": 1500.4, "import_s": 2.0, "cold_s": 5.25}}
    page = html_report({**document, "costs": costs})
    parsed(page)
    assert "<td>&lt;peer&gt;</td><td>7</td><td>12</td><td>1500</td><td>2.0</td><td>5.2</td>" in page


def test_names_in_the_html_are_escaped(document):
    page = html_report(document)
    assert "worse &amp; &lt;slower&gt;" in page and "<slower>" not in page and "<none>" not in page


def test_every_word_of_the_html_stands_in_both_languages(document):
    page = html_report(document)
    assert page.count('<span lang="zh">') == page.count('<span lang="en">') > 40


def test_markdown_has_as_many_cells_in_every_row(document):
    text = markdown_report(document)
    blocks = [block.splitlines() for block in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE)]
    assert len(blocks) == 3
    for block in blocks:
        assert len({len(re.findall(r"(?<!\\)\|", row)) for row in block}) == 1
    assert table(["a"], [["x|y"]]).endswith("x\\|y |")


def test_the_terminal_shows_kinds_systems_and_scope(document, capsys):
    show(document)
    out = capsys.readouterr().out
    assert all(
        word in out
        for word in ("two_questions", "worse & <slower>", "AUROC", "nDCG@10", "citations of nothing")
    )


@pytest.mark.parametrize(
    "svg, shapes",
    [
        (whiskers([Whisker("<a>", 0.5, 0.4, 0.6), Whisker("b", 1.2, 0.1, 3)], "t"), {"circle": 2}),
        (curve([(0, 0), (0.5, 1), (1, 1)], "t", "x", "y"), {"path": 1}),
        (reliability([(0.2, 0.1, 3), (0.8, 1.0, 9)], "t", "x", "y"), {"circle": 2, "path": 1}),
        (histogram([0.0, 1.0], [0.5], "t", "yes", "no", "x"), {"rect": 3}),
        (scatter([("a", 5.0, 0.7), ("b", 50.0, 0.9), ("free", 0.0, 1.0)], "t", "x", "y"), {"circle": 2}),
    ],
)
def test_plots_draw_a_shape_for_every_value_inside_their_box(svg, shapes):
    parser = parsed(svg)
    tags = [tag for tag, _ in parser.seen]
    assert {tag: tags.count(tag) for tag in shapes} == shapes
    box = dict(parser.seen[0][1])["viewbox"].split()
    for tag, attrs in parser.seen:
        if tag in SHAPES and "cx" in attrs:
            assert 0 <= float(attrs["cx"]) <= float(box[2]) and 0 <= float(attrs["cy"]) <= float(box[3])


def test_the_products_own_judges_stand_in_every_form(document):
    page, text = html_report(document), markdown_report(document)
    assert "negated 1/2" in page and "paraphrase 3/9" in page
    assert "Grading (9 labelled by people): agreement 0.500, macro f1 0.400, kappa 0.300." in text
    assert (
        "supports" not in text
        and "(4 labelled by people): agreement 0.750, precision 1.000, recall 0.500." in text
    )


def test_plots_of_nothing_are_nothing():
    assert whiskers([], "t") == curve([], "t", "x", "y") == reliability([], "t", "x", "y") == ""
    assert histogram([], [], "t", "a", "b", "x") == scatter([], "t", "x", "y") == ""


def test_a_report_without_scope_answers_and_other_systems_is_still_a_report(bank, cases):
    answerable = [c for c in cases if c.case.answerable]
    made = evaluation_document(evaluate(bank, answerable, [TableSystem(bank, {})]), bank, k=10)
    parsed(html_report(made))
    assert "Configurations" not in markdown_report(made)
