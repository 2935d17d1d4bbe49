"""Passages: each a slice of its file, in one question, within the window, named for a citation."""

from pathlib import Path

import pytest

from index import cut_questions
from index.build import PREFIX_RESERVE, cut_for, passage_text
from ingest import read_bank, shipped_material


def bank_of(text, tmp_path, encoding="utf-8"):
    path = tmp_path / "题库.md"
    path.write_bytes(text.encode(encoding))
    return read_bank([path])


LONG = (
    "## Q1 长答案？\n\n- "
    + "".join(f"第{i}句讲一件事，占 {i}.5GB。" for i in range(260))
    + "\n\n```python\n"
    + "".join(f"value_{i} = compute({i})\n" for i in range(12))
    + "```\n\n## Q2 短的？\n\n- 一句话。\n"
)


@pytest.mark.parametrize("material", ["shipped", "long"])
def test_passages_are_slices_of_their_files_and_of_one_question(material, tmp_path):
    bank = read_bank([shipped_material()]) if material == "shipped" else bank_of(LONG, tmp_path)
    for chunk in cut_questions(bank):
        lines = Path(chunk.question.path).read_text(encoding="utf-8").split("\n")
        assert chunk.text.strip()
        assert chunk.text in "\n".join(lines[chunk.line_start - 1 : chunk.line_end])
        assert chunk.question.line_start <= chunk.line_start <= chunk.line_end <= chunk.question.line_end


def test_a_long_bullet_becomes_pieces_in_order_that_the_embedder_reads_to_the_end(embedder, tmp_path):
    bank = bank_of(LONG, tmp_path)
    chunks = cut_for(bank.questions, embedder)
    assert all(embedder.count_tokens(passage_text(chunk)) <= embedder.window for chunk in chunks)
    pieces = [
        chunk for chunk in chunks if chunk.role == "point" and chunk.question.number == "1" and chunk.piece
    ]
    assert [chunk.piece for chunk in pieces] == list(range(1, len(pieces) + 1))
    joined = "".join(chunk.text for chunk in pieces)
    assert all(f"第{i}句讲一件事，占 {i}.5GB。" in joined for i in range(260))
    assert all(chunk.text.endswith(("。", "```")) for chunk in pieces)


def test_room_is_kept_for_title_and_heading(embedder):
    assert embedder.count_tokens("字" * 2 * (PREFIX_RESERVE // 3)) < PREFIX_RESERVE


def test_ids_and_labels(bank):
    chunks = [chunk for chunk in cut_questions(bank) if chunk.question.number == "12"]
    question_id = chunks[0].question.id
    assert [chunk.id.removeprefix(question_id) for chunk in chunks] == [
        "/title", "/summary", "/p1", "/p2", "/p3", "/p4", "/key", "/sources",
    ]  # fmt: skip
    assert [chunk.label for chunk in chunks][2:7] == [
        "Q12·要点1",
        "Q12·要点2",
        "Q12·要点3",
        "Q12·要点4",
        "Q12·题眼",
    ]


def test_every_id_is_its_own_and_stable():
    first, second = (cut_questions(read_bank([shipped_material()])) for _ in range(2))
    assert first == second
    assert len({chunk.id for chunk in first}) == len(first)


def test_a_question_without_an_answer_is_its_title(bank):
    (only,) = [chunk for chunk in cut_questions(bank) if chunk.question.number == "14"]
    assert (only.role, only.text) == ("title", "间隙锁是什么？")


def test_two_short_questions_never_share_a_passage(tmp_path):
    bank = bank_of("## Q1 甲？\n\n- 一。\n\n## Q2 乙？\n\n- 二。\n", tmp_path)
    for chunk in cut_questions(bank):
        assert not ("一" in chunk.text and "二" in chunk.text)
        assert not ("甲" in chunk.text and "乙" in chunk.text)


def test_code_and_tables_are_whole_with_their_blanks(bank):
    texts = [chunk.text for chunk in cut_questions(bank) if chunk.question.number == "13"]
    assert any("-- 联合索引的最左前缀\nSELECT name FROM users" in text for text in texts)
    assert any(
        "| 哈希 | 不支持 |\n| B+ 树 | 支持 |" in text and "| 结构 | 范围查询 |" in text for text in texts
    )


@pytest.mark.parametrize("encoding, ends", [("utf-8-sig", "\r\n"), ("gb18030", "\n"), ("utf-8", "\n")])
def test_bytes_do_not_matter(tmp_path, encoding, ends):
    plain = cut_questions(bank_of(LONG, tmp_path))
    other = cut_questions(bank_of(LONG.replace("\n", ends), tmp_path, encoding))
    assert [(c.id, c.text, c.line_start, c.line_end) for c in other] == [
        (c.id, c.text, c.line_start, c.line_end) for c in plain
    ]
