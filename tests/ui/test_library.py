"""Adding to the bank and taking from it: what was read stays, also when its file is gone or broken since."""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest import TiyanError, read_bank
from ui.library import index_bank, own_bank, part_of_bank, read_with_kept, remove_from_bank, status_document
from ui.settings import Settings


@pytest.fixture
def settings(tmp_path) -> Settings:
    return Settings(home=tmp_path / "家", _env_file=None)


def write(path: Path, number: int, title: str) -> Path:
    path.write_text(f"## Q{number} {title}\n\n一句话：{title}的答案。\n", encoding="utf-8")
    return path


def numbers(bank) -> set[str]:
    return {question.number for question in bank.questions}


def test_questions_of_files_that_are_gone_or_broken_stay_and_changed_ones_are_read_anew(settings, tmp_path):
    gone, broken, changed = (write(tmp_path / f"{n}.md", n, f"第{n}问是什么？") for n in (901, 902, 903))
    index_bank(settings, read_with_kept(settings, [gone, broken, changed]))
    gone.unlink()
    broken.write_bytes(bytes(range(256)) * 9)
    write(changed, 913, "改过的问是什么？")
    new = write(tmp_path / "904.md", 904, "新来的问是什么？")
    bank = read_with_kept(settings, [new])
    assert numbers(bank) == {"901", "902", "913", "904"}
    index_bank(settings, bank)
    assert [file["there"] for file in status_document(settings)["files"]].count(False) == 1
    assert remove_from_bank(settings, gone) == 3
    assert numbers(own_bank(settings)) == {"902", "913", "904"}


def test_a_part_of_the_bank_is_named_by_file_or_heading(tmp_path):
    (tmp_path / "甲.md").write_text(
        "# 缓存\n\n## Q1 一问？\n\n答。\n\n# 网络\n\n## Q2 二问？\n\n答。\n", encoding="utf-8"
    )
    bank = read_bank([tmp_path])
    assert part_of_bank(bank, ["甲.md"], ["缓存", "网络"]) == {
        "files": ("甲.md",),
        "topics": ("缓存", "网络"),
    }
    assert part_of_bank(bank, "", "缓存") == {"files": None, "topics": ("缓存",)}
    assert part_of_bank(bank, None, None) == {"files": None, "topics": None}
    with pytest.raises(TiyanError, match=r"乙\.md: no such file"):
        part_of_bank(bank, ["乙.md"], None)
    with pytest.raises(TiyanError, match="缓: no such heading in the bank; there are 缓存"):
        part_of_bank(bank, None, ["缓"])


def test_the_title_of_a_file_is_a_heading_too(tmp_path):
    (tmp_path / "甲.md").write_text("# 缓存\n\n## Q1 一问？\n\n答。\n", encoding="utf-8")
    (tmp_path / "乙.md").write_text("## Q2 二问？\n\n答。\n", encoding="utf-8")
    bank = read_bank([tmp_path])
    assert bank.within(**part_of_bank(bank, "", "缓存")) == {bank.by_number("1")[0].id}
    untitled = read_bank([tmp_path / "乙.md"])
    with pytest.raises(TiyanError, match="网: no such heading in the bank; it has none"):
        part_of_bank(untitled, None, "网")


def test_a_folder_read_again_loses_what_was_deleted_in_it(settings, tmp_path):
    folder = tmp_path / "笔记"
    folder.mkdir()
    first, _ = write(folder / "a.md", 901, "甲是什么？"), write(folder / "b.md", 902, "乙是什么？")
    index_bank(settings, read_with_kept(settings, [folder]))
    first.unlink()
    assert numbers(read_with_kept(settings, [folder])) == {"902"}


def test_the_bank_that_ships_is_replaced_unless_it_is_kept(settings, tmp_path):
    mine = write(tmp_path / "mine.md", 901, "甲是什么？")
    assert numbers(read_with_kept(settings, [mine])) == {"901"}
    both = numbers(read_with_kept(settings, [mine], with_shipped=True))
    assert "901" in both and len(both) > 50


def test_nothing_is_taken_from_the_bank_that_ships(settings):
    with pytest.raises(TiyanError, match="nothing has been ingested"):
        remove_from_bank(settings, Path("a.md"))
