"""Bytes on disk: encodings, folders, and every kind of file that cannot be read."""

import os
import zipfile

import pytest

from ingest import TiyanError, read_bank
from ingest.files import MOST_BYTES, FileProblem, decode, find_files, read_document

CHINESE = "## Q12 什么是进程？\n\n- 进程是资源分配的单位，线程是调度的单位。\n- 问题：为什么切换线程更快？\n\n## Q13 什么是死锁？\n\n- 互相等待。\n"
TRADITIONAL = "## Q12 什麼是行程？\n\n- 行程是資源分配的單位，執行緒是排程的單位，這個問題很常見。\n"


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "gb18030", "gbk"]
)
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_encoding_and_line_ends_change_nothing(tmp_path, encoding, newline):
    (tmp_path / "a.md").write_bytes(CHINESE.replace("\n", newline).encode(encoding))
    plain = tmp_path / "plain"
    plain.mkdir()
    (plain / "a.md").write_text(CHINESE, encoding="utf-8")
    told, wanted = read_bank([tmp_path / "a.md"]), read_bank([plain / "a.md"])

    def essence(bank):
        return [(q.id, q.number, q.title, q.parts, q.line_start, q.line_end) for q in bank.questions]

    assert essence(told) == essence(wanted)


def test_big5_is_told_from_gb18030():
    assert decode(TRADITIONAL.encode("big5")) == (TRADITIONAL, "big5")
    assert decode(CHINESE.encode("gb18030")) == (CHINESE, "gb18030")


@pytest.mark.parametrize(
    "data",
    [
        b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + bytes(range(256)) * 8,
        b"\x7fELF" + b"\x00" * 200,
        bytes(range(128, 256)) * 40,
    ],
)
def test_bytes_that_are_no_text(data, tmp_path):
    path = tmp_path / "picture.md"
    path.write_bytes(data)
    with pytest.raises(FileProblem) as problem:
        read_document(path)
    assert problem.value.code == "not_text" and "\n" not in str(problem.value)


def test_a_file_in_a_folder_that_fails_does_not_stop_the_others(tmp_path):
    (tmp_path / "good.md").write_text(CHINESE)
    (tmp_path / "bad.md").write_bytes(b"\x00\x01\x02" * 100)
    (tmp_path / "empty.txt").write_text(" \n\u3000\n")
    (tmp_path / "broken.docx").write_bytes(b"PK\x03\x04 no archive")
    (tmp_path / "broken.pdf").write_bytes(b"%PDF-1.4 nothing")
    bank = read_bank([tmp_path])
    assert {os.path.basename(f.path): (f.failed, f.warnings[0].code if f.warnings else None) for f in bank.files} == {
        "bad.md": (True, "not_text"), "broken.docx": (True, "broken"), "broken.pdf": (True, "broken"), "empty.txt": (True, "no_question"), "good.md": (False, None),
    }  # fmt: skip
    assert len(bank.questions) == 2


@pytest.mark.parametrize(
    ("make", "word"),
    [
        (lambda p: None, "no such file"),
        (lambda p: p.mkdir(), "no file that can be read"),
        (lambda p: p.write_text("散文一段，没有题目。"), "no question"),
    ],
)
def test_nothing_to_read_is_one_clear_line(tmp_path, make, word):
    path = tmp_path / "x.md"
    make(path)
    with pytest.raises(TiyanError) as error:
        read_bank([path])
    assert word in str(error.value) and str(path) in str(error.value) and "\n" not in str(error.value)


def test_a_folder_that_links_back_to_itself_ends(tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.md").write_text(CHINESE)
    (tmp_path / "in" / "loop").symlink_to(tmp_path, target_is_directory=True)
    assert [p.name for p in find_files([tmp_path])] == ["a.md"]


def test_one_file_named_twice_is_read_once(tmp_path):
    (tmp_path / "a.md").write_text(CHINESE)
    assert len(list(find_files([tmp_path, tmp_path / "a.md"]))) == 1


def test_a_file_far_too_large_is_refused_unread(tmp_path):
    path = tmp_path / "big.md"
    with path.open("wb") as file:
        file.truncate(MOST_BYTES + 1)  # sparse: takes no room
    with pytest.raises(FileProblem) as problem:
        read_document(path)
    assert problem.value.code == "too_large"


def test_an_archive_that_unpacks_to_gigabytes_is_refused(tmp_path):
    path = tmp_path / "bomb.docx"
    with (
        zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive,
        archive.open("word/document.xml", "w") as member,
    ):
        for _ in range(96):
            member.write(b"\0" * 2**20)
    with pytest.raises(FileProblem) as problem:
        read_document(path)
    assert problem.value.code == "too_large"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_permission_says_so(tmp_path):
    path = tmp_path / "a.md"
    path.write_text(CHINESE)
    path.chmod(0)
    with pytest.raises(FileProblem) as problem:
        read_document(path)
    assert problem.value.code == "unreadable"


def test_names_with_blanks_and_chinese(tmp_path):
    folder = tmp_path / "我的 题库"
    folder.mkdir()
    (folder / "第 一 份.md").write_text(CHINESE)
    assert len(read_bank([folder]).questions) == 2
