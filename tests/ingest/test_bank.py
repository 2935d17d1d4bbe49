"""Many files: identities, duplicates, the graph of references, a learner's own labels and pins."""

import pytest

from ingest import TiyanError, read_bank
from ingest.serialize import question_report

A = "## Q1 什么是甲？\n\n- 见 Q2、Q9\n\n## Q2 什么是乙？\n\n- 乙\n"


def write(folder, **files):
    for name, text in files.items():
        path = folder / (name.replace("__", "/") + ".md")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def test_the_graph_runs_both_ways_and_reports_what_dangles(tmp_path):
    bank = read_bank([write(tmp_path, a=A)])
    first, second = bank.questions
    assert bank.links_from(first.id) == (second.id,) and bank.links_to(second.id) == (first.id,)
    assert bank.dangling_references == ("9",)
    assert bank.by_number("2") == (second,) and bank.by_number("9") == ()


def test_links_to_files_are_references(tmp_path):
    bank = read_bank(
        [write(tmp_path, a="## 什么是甲？\n\n见 [乙](b.md) 和 [[b]]\n", b="## 什么是乙？\n\n乙\n")]
    )
    assert bank.links_from(bank.questions[0].id) == (bank.questions[1].id,)


def test_assigned_numbers_are_nobodys_name(tmp_path):
    bank = read_bank([write(tmp_path, a="## 什么是甲？\n\n见 Q2\n\n## 什么是乙？\n\n乙\n")])
    assert [q.number for q in bank.questions] == ["1", "2"] and bank.dangling_references == ("2",)
    assert bank.questions[1].label == "a 第2题"


def test_two_files_of_one_name_and_one_file_under_two_names(tmp_path):
    write(
        tmp_path,
        x__n="## Q1 什么是甲？\n\n甲一\n",
        y__n="## Q1 什么是甲？\n\n甲二\n",
        z__copy="## Q1 什么是甲？\n\n甲二\n",
    )
    bank = read_bank([tmp_path])
    assert len({q.id for q in bank.questions}) == 3
    codes = {f.path[len(str(tmp_path)) + 1 :]: [w.code for w in f.warnings] for f in bank.files}
    assert codes == {"x/n.md": [], "y/n.md": ["duplicate_question"], "z/copy.md": ["duplicate_file"]}


def test_ids_survive_edits_elsewhere_new_files_and_renumbering(tmp_path):
    before = {q.title: q.id for q in read_bank([write(tmp_path, a=A)]).questions}
    write(
        tmp_path,
        a="# 新标题\n\n## Q7 新题是什么？\n\n新\n\n" + A.replace("Q1", "Q11").replace("- 乙", "- 乙改了"),
        b="## Q3 什么是丙？\n\n丙\n",
    )
    after = {q.title: q.id for q in read_bank([tmp_path]).questions}
    assert before.items() <= after.items()


def test_equal_titles_are_told_apart_by_their_chapters(tmp_path):
    bank = read_bank(
        [write(tmp_path, a="# 手册\n\n## const\n\n### 作用\n\n甲甲甲\n\n## static\n\n### 作用\n\n乙乙乙\n")]
    )
    assert [q.title for q in bank.questions] == ["const › 作用", "static › 作用"]


def test_own_labels_and_pins(tmp_path):
    write(tmp_path, a="## 什么是甲？\n\n一言蔽之：甲是甲。\n\n- 点\n\n## 什么是乙？\n\n乙\n")
    (tmp_path / "tiyan.toml").write_text(
        '[labels]\nsummary = ["一言蔽之"]\n\n[[questions]]\nmatch = "什么是乙"\nnumber = "77"\ntitle = "乙是何物"\n',
        encoding="utf-8",
    )
    plain = {
        q.title: q.id for q in read_bank([write(tmp_path / "plain", a="## 什么是乙？\n\n乙\n")]).questions
    }
    first, second = read_bank([tmp_path / "a.md"]).questions
    assert first.summary == "甲是甲。"
    assert (second.number, second.number_source, second.title, second.title_source) == (
        "77",
        "pinned",
        "乙是何物",
        "pinned",
    )
    assert second.id == plain["什么是乙？"]  # a pin names, it does not make another question


@pytest.mark.parametrize(
    "toml", ["[labels", "[other]\nx = 1", '[labels]\nsummry = ["x"]', "[[questions]]\nnumber = 1"]
)
def test_settings_with_a_mistake_are_one_line(tmp_path, toml):
    write(tmp_path, a=A)
    (tmp_path / "tiyan.toml").write_text(toml, encoding="utf-8")
    with pytest.raises(TiyanError) as error:
        read_bank([tmp_path / "a.md"])
    assert "tiyan.toml" in str(error.value) and "\n" not in str(error.value)


def test_the_report_holds_the_contract(tmp_path):
    bank = read_bank([write(tmp_path, a=A)])
    report = question_report(bank.questions[0])
    assert {
        "id",
        "number",
        "number_source",
        "title",
        "title_source",
        "summary",
        "points",
        "key_point",
        "hook",
        "evidence",
        "sources",
        "references",
        "path",
        "line_start",
        "line_end",
        "answered",
    } <= report.keys()
    assert report["references"] == ["2", "9"] and report["points"] == [
        {"text": "见 Q2、Q9", "heading": None, "line_start": 3, "line_end": 3}
    ]
