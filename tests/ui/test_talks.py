"""Conversations are kept, found, renamed, deleted and exported; broken files harm nobody."""

from __future__ import annotations

import pytest

from ingest import TiyanError
from ui.talks import Talks
from ui.turns import stopped_turn

TURNS = [stopped_turn("什么是 PagedAttention？", "按块分配显存。"), stopped_turn("它解决了什么？", "碎片。")]


@pytest.fixture
def talks(tmp_path) -> Talks:
    return Talks(tmp_path / "题库 家" / "talks")


def test_a_talk_comes_back_as_it_was(talks):
    id = talks.save(None, TURNS)
    assert Talks(talks._folder).turns(id) == TURNS
    assert talks.title(id) == "什么是 PagedAttention？"


def test_saving_again_keeps_id_and_given_title(talks):
    id = talks.save(None, TURNS[:1])
    talks.rename(id, "显存")
    assert talks.save(id, TURNS) == id
    assert [(line.id, line.title, line.turns) for line in talks.list()] == [(id, "显存", 2)]


def test_the_list_is_latest_first_and_searches_title_query_and_answer(talks):
    first, second = talks.save(None, TURNS), talks.save(None, [stopped_turn("TCP 握手", "三次")])
    assert [line.id for line in talks.list()] == [second, first]
    for word in ("pagedattention", "它解决", "碎片"):
        assert [line.id for line in talks.list(word)] == [first]
    assert talks.list("没有这个词") == []


def test_deleting_forgets(talks):
    id = talks.save(None, TURNS)
    talks.delete(id)
    assert talks.turns(id) == [] and talks.list() == []
    talks.delete(id)


def test_markdown_holds_every_question_and_answer(talks):
    text = talks.markdown(talks.save(None, TURNS))
    for turn in TURNS:
        assert f"## {turn['query']}" in text and turn["layout"] in text


@pytest.mark.parametrize("id", ["../../etc/passwd", "a/b", "", "x" * 90, "nosuchid", "..", "con.json"])
def test_ids_from_outside_open_nothing_else(talks, id):
    assert talks.turns(id) == []
    talks.delete(id)
    assert talks.save(id, TURNS) != "../../etc/passwd"
    assert all(path.parent == talks._folder for path in talks._folder.iterdir())


@pytest.mark.parametrize("content", ["", "{", "[]", '{"id": 1}', "\x00"])
def test_a_broken_file_is_passed_over(talks, content):
    id = talks.save(None, TURNS)
    (talks._folder / "broken1.json").write_text(content, encoding="utf-8")
    assert talks.turns("broken1") == [] and [line.id for line in talks.list()] == [id]


def test_a_folder_that_cannot_be_written_is_named(tmp_path):
    (tmp_path / "talks").write_text("a file where the folder should be")
    with pytest.raises(TiyanError, match="could not be kept"):
        Talks(tmp_path / "talks").save(None, TURNS)
