import json

import pytest

from eval.support import SupportCase, load_support, support_figures
from ingest.errors import TiyanError


def case(id, supported, kind="paraphrase"):
    return SupportCase(id, f"sentence {id}", "passage", supported, kind, "dev")


def test_figures_are_what_the_sums_say():
    cases = [case("a", True), case("b", True), case("c", False, "negated"), case("d", False, "negated")]
    said = {"a": (True, 0.9), "b": (False, 0.4), "c": (True, 0.6), "d": (False, 0.1)}
    found = support_figures(cases, lambda sentence, passage: said[sentence.split()[1]])
    assert (found.precision, found.recall, found.agreement) == (1 / 2, 1 / 2, 2 / 4)
    assert found.auroc == 3 / 4  # .9 > .6 .1; .4 < .6, > .1
    assert found.kinds == {"negated": (1, 2), "paraphrase": (1, 2)} and found.wrong == ("b", "c")
    assert support_figures([]) is None


def test_a_judge_that_never_says_yes_has_no_precision():
    assert support_figures([case("a", True)], lambda sentence, passage: (False, 0.0)).precision is None


def test_the_assistants_judge_agrees_with_people_on_the_pairs_that_were_kept_back():
    found = support_figures(load_support(split="test"))
    assert found.n >= 140 and found.auroc > 0.84 and found.precision > 0.73 and found.recall > 0.7


@pytest.mark.parametrize("line", ["{", '{"id": "x"}', json.dumps(dict.fromkeys(SupportCase.__slots__, "x"))])
def test_a_line_that_does_not_fit_is_named(tmp_path, line):
    path = tmp_path / "support.jsonl"
    path.write_text("\n" + line + "\n", encoding="utf-8")
    with pytest.raises(TiyanError, match=r"support.jsonl line 2: "):
        load_support(path)


def test_splits_are_apart():
    dev, test = load_support(split="dev"), load_support(split="test")
    assert dev and test and not {c.id for c in dev} & {c.id for c in test}
    assert len(dev) + len(test) == len(load_support())
