"""How an answer reads: markers where a reader expects them, layout as it was."""

from types import SimpleNamespace

from assistant.answer import Answer, Citation, Sentence, number_citations, render_sentences

NUMBERS = {"a": 1, "b": 2}


def hit(id):
    return SimpleNamespace(chunk=SimpleNamespace(id=id))


def test_a_marker_follows_its_sentence():
    sentences = [Sentence("甲。", ("a",), True), Sentence("乙。", ("a", "b"), True)]
    assert render_sentences(sentences, NUMBERS) == "甲。[1]乙。[1][2]"


def test_a_run_on_one_passage_is_marked_once_at_its_end():
    sentences = [
        Sentence("甲。", ("a",), True),
        Sentence("乙。", ("a",), True),
        Sentence("丙。", ("a",), True, lead="\n- "),
    ]
    assert render_sentences(sentences, NUMBERS) == "甲。乙。[1]\n- 丙。[1]"


def test_what_is_unsupported_or_unknown_is_shown():
    sentences = [Sentence("甲。", ("a",), False), Sentence("乙。", (), False, unknown=("9",))]
    assert render_sentences(sentences, NUMBERS) == "甲。[1]⚠乙。[9?]⚠"


def test_a_marker_never_falls_into_a_fence_or_out_of_a_table():
    code = Sentence("x = 1", ("a",), None, lead="```py\n", tail="\n```")
    row = Sentence("| 甲 | 乙", ("b",), True, lead="\n", tail=" |")
    assert render_sentences([code, row], NUMBERS) == "```py\nx = 1\n```\n\n[1]\n| 甲 | 乙[2] |"


def test_citations_are_numbered_by_first_mention():
    sentences = [Sentence("甲", ("c", "a")), Sentence("乙", ("a", "b", "gone"))]
    found = number_citations(sentences, {id: hit(id) for id in "abc"})
    assert [(c.number, c.id) for c in found] == [(1, "c"), (2, "a"), (3, "b")]


def test_counts():
    sentences = (
        Sentence("甲", supported=False, unknown=("9", "Q7")),
        Sentence("乙", supported=None),
        Sentence("丙", supported=True),
    )
    answer = Answer("问", True, "m", sentences, (Citation(1, hit("a")),), question_ids=("q1",))
    assert (answer.unsupported, answer.unknown_citations) == (1, ("9", "Q7"))
    assert answer.turn().question_ids == ("q1",)


def test_a_refusal_names_no_question():
    assert Answer("问", False, "quoted", question_ids=("q1",)).turn().question_ids == ()
