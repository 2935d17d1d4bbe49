"""On disk: whole or not at all, the same after loading, and never opened with the wrong embedder."""

import json
import pickle
import shutil
import threading
from pathlib import Path

import numpy as np
import pytest

from index import IndexMismatch, build_index, open_embedder, open_index, remove_path
from index.generation import Generation
from index.home import index_folder
from index.store import load_current
from ingest import Bank, TiyanError, read_bank


def current(home):
    folder = index_folder(home)
    return folder / "generations" / (folder / "current").read_text(encoding="utf-8")


def found(index, query="三次握手"):
    return [(hit.chunk, hit.score, hit.dense_rank, hit.term_rank) for hit in index.search(query).hits]


def test_loaded_it_finds_the_same(built, index, embedder):
    again = open_index(built, embedder)
    assert again.bank.questions == index.bank.questions
    for query in ("三次握手", "Q13", "prefix caching", "晚饭"):
        assert again.search(query) == index.search(query)


def test_unchanged_files_embed_nothing(bank, home, embedder):
    report = build_index(bank, home, embedder)
    assert (report.embedded, report.reused) == (0, report.chunks)


def test_a_changed_passage_alone_is_embedded(bank, home, embedder, tmp_path):
    text = Path(bank.questions[0].path).read_text(encoding="utf-8")
    changed = tmp_path / "index_bank.md"
    changed.write_text(text.replace("叶子相连", "叶子彼此相连"), encoding="utf-8")
    report = build_index(read_bank([changed]), home, embedder)
    assert report.embedded == 1
    assert report.embedded + report.reused == report.chunks


def test_an_empty_bank_is_refused_and_the_index_stays(home, embedder):
    with pytest.raises(TiyanError):
        build_index(Bank(()), home, embedder)
    assert open_index(home, embedder).search("三次握手").in_scope


def test_removing_one_of_three_leaves_the_others_findable(embedder, tmp_path):
    for number, text in ((1, "哈希表怎样处理冲突"), (2, "死锁的四个条件"), (3, "快速排序为什么不稳定")):
        (tmp_path / f"{number}.md").write_text(
            f"## Q{number} {text}？\n\n- {text}，答案在此。\n", encoding="utf-8"
        )
    build_index(read_bank([tmp_path]), tmp_path / "home", embedder)
    ids = {q.number: q.id for q in open_index(tmp_path / "home", embedder).bank.questions}
    report = remove_path(tmp_path / "home", tmp_path / "2.md", embedder)
    assert report.embedded == 0
    index = open_index(tmp_path / "home", embedder)
    assert index.search("快速排序").hits[0].chunk.question.id == ids["3"]
    assert index.question("2") is None and index.search("死锁的条件").hits[0].chunk.question.number != "2"


def test_removing_what_is_not_there_is_an_error_and_the_last_one_out_leaves_the_shipped_bank(
    home, bank, embedder
):
    with pytest.raises(TiyanError, match="not in the index"):
        remove_path(home, home / "nowhere.md", embedder)
    remove_path(home, bank.questions[0].path, embedder)
    shipped = open_index(home, embedder).bank
    assert len(shipped.questions) > 20


def test_a_write_that_fails_leaves_the_old_generation(home, bank, embedder, monkeypatch):
    before = found(open_index(home, embedder))
    one = Bank(bank.questions[:1], bank.files)
    for place in ("save", "load"):
        with monkeypatch.context() as patch:
            if place == "save":
                patch.setattr(np, "savez", lambda *_, **__: 1 / 0)  # killed between two files
            else:
                patch.setattr("index.store.write_whole", lambda *_: 1 / 0)  # killed before the swap
            with pytest.raises(ZeroDivisionError):
                build_index(one, home, embedder)
        assert found(open_index(home, embedder)) == before
    build_index(one, home, embedder)  # and the next write succeeds
    assert len(open_index(home, embedder).bank.questions) == 1


def test_counts_of_vectors_and_passages_agree(home):
    generation = Generation.load(current(home))
    assert len(generation.vectors) == len(generation.chunks) == len(generation.tokens)


@pytest.mark.parametrize(
    "name", ["manifest.json", "vectors.faiss", "passages.jsonl", "codes.npy", "questions.jsonl"]
)
@pytest.mark.parametrize("harm", ["cut", "gone", "changed"])
def test_damage_is_noticed_and_the_way_out_named(home, embedder, name, harm):
    part = current(home) / name
    data = part.read_bytes()
    if harm == "gone":
        part.unlink()
    else:
        part.write_bytes(data[: len(data) // 2] if harm == "cut" else data.replace(data[40:44], b"\0\1\2\3"))
    with pytest.raises(TiyanError, match="tiyan ingest") as told:
        open_index(home, embedder)
    assert "\n" not in str(told.value)


def test_parts_that_belong_to_different_banks_are_refused(home, built, bank, embedder, tmp_path):
    shutil.copytree(built, tmp_path / "other")
    build_index(Bank(bank.questions[:2], bank.files), tmp_path / "other", embedder)
    part = current(home) / "passages.jsonl"
    part.write_bytes((current(tmp_path / "other") / "passages.jsonl").read_bytes())
    manifest = json.loads((current(home) / "manifest.json").read_text(encoding="utf-8"))
    manifest["digests"].pop("passages.jsonl")
    (current(home) / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    with pytest.raises(TiyanError, match="damaged"):
        load_current(index_folder(home))


class Bomb:
    def __reduce__(self):
        return (exec, ("raise SystemExit('a planted pickle ran')",))


def test_a_planted_pickle_is_never_opened(home, embedder):
    for name in ("index.pkl", "vectors.pkl", "codes.pkl"):
        (current(home) / name).write_bytes(pickle.dumps(Bomb()))
    assert open_index(home, embedder).search("三次握手").in_scope
    np.save(current(home) / "codes.npy", np.array([Bomb()], dtype=object), allow_pickle=True)
    manifest = json.loads((current(home) / "manifest.json").read_text(encoding="utf-8"))
    manifest["digests"].pop("codes.npy")
    (current(home) / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    with pytest.raises(TiyanError, match="damaged"):
        open_index(home, embedder)


@pytest.mark.parametrize("dimension", [32, 384])  # another size, and the same
def test_another_embedder_is_refused_with_both_names_and_the_command(home, bank, small_model, dimension):
    other = open_embedder(small_model(dimension))
    for opening in (
        lambda: open_index(home, other),
        lambda: open_index(home, lambda: other).search("三次握手"),
    ):
        with pytest.raises(IndexMismatch) as told:
            opening()
        assert "multilingual-e5-small" in str(told.value) and other.name in str(told.value)
        assert f"tiyan ingest {bank.questions[0].path}" in str(told.value)
        assert "\n" not in str(told.value)
    build_index(bank, home, other)  # which is what the command does
    assert open_index(home, other).search("三次握手").hits


def test_the_same_name_with_other_prefixes_or_weights_is_another_embedder(bank, tmp_path, small_model):
    plain, prefixed, retrained = (
        open_embedder(small_model(32)),
        open_embedder(small_model(32, prompts={"query": "q: ", "document": "d: "})),
        open_embedder(small_model(32, seed=1)),
    )
    prefixed.name = retrained.name = plain.name
    build_index(Bank(bank.questions[:2], bank.files), tmp_path, plain)
    with pytest.raises(IndexMismatch, match="query_prefix"):
        open_index(tmp_path, prefixed)
    with pytest.raises(IndexMismatch):
        open_index(tmp_path, retrained)
    assert open_index(tmp_path, open_embedder(plain.name)).search("三次握手").hits


def test_readers_are_never_blocked_and_always_see_a_whole_bank(home, bank, embedder):
    sizes, stop = set(), threading.Event()

    def read():
        while not stop.is_set():
            sizes.add(len(open_index(home, embedder).bank.questions))

    reader = threading.Thread(target=read)
    reader.start()
    try:
        for size in (1, 6, 2, 6):
            build_index(Bank(bank.questions[:size], bank.files), home, embedder)
    finally:
        stop.set()
        reader.join()
    assert sizes <= {1, 2, 6}
    assert len(list((index_folder(home) / "generations").iterdir())) <= 2


def test_nothing_ingested_means_the_shipped_bank_and_nothing_to_embed(tmp_path, embedder):
    index = open_index(tmp_path, embedder)
    assert index.chunks_of(index.bank.questions[0].id)
    result = index.search("KV Cache 是什么")
    assert result.in_scope
    assert not (tmp_path / "index" / "vectors").exists()  # where anything embedded would have been kept
    again = open_index(tmp_path, embedder)  # put together once, then loaded
    assert again.search("KV Cache 是什么") == result
    assert again.bank.questions == index.bank.questions


def test_going_back_to_the_shipped_bank(home, embedder):
    report = build_index(None, home, embedder)
    assert report.embedded == 0
    assert open_index(home, embedder).question("间隙锁是什么？") is None
    assert len(open_index(home, embedder).bank.questions) > 20
