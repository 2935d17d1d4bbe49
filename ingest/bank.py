"""Many files → one `Bank`: ids without collisions, the graph of references, duplicates and a report per file."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import blake2b
from pathlib import Path, PurePath, PurePosixPath
from urllib.parse import unquote

from ingest.errors import TiyanError
from ingest.files import Document, FileProblem, find_files, read_document
from ingest.grammar import Marks, default_marks, load_marks, mark_key
from ingest.parse import OutsideBlock, Parsed, Pin, Warning_, parse
from ingest.question import Question

SETTINGS_NAME = "tiyan.toml"
Progress = Callable[[int, int, str], None]  # done, of how many, what


@dataclass(frozen=True, slots=True)
class FileReport:
    """What was understood of one file. `failed` files gave nothing; their first warning says why."""

    path: str
    encoding: str
    questions: int
    warnings: tuple[Warning_, ...]
    digest: str
    title: str | None = None
    outside: tuple[OutsideBlock, ...] = ()
    failed: bool = False
    named: bool = False  # the learner named this very path, it was not found in a folder


@dataclass(frozen=True)
class Bank:
    """Questions of all files, in reading order, and what links them."""

    questions: tuple[Question, ...]
    files: tuple[FileReport, ...] = ()
    texts: Mapping[str, str] = field(default_factory=dict, repr=False, compare=False)

    @cached_property
    def _by_id(self) -> dict[str, Question]:
        return {q.id: q for q in self.questions}

    @cached_property
    def _by_number(self) -> dict[str, tuple[Question, ...]]:
        found: dict[str, list[Question]] = {}
        for question in self.questions:
            if question.number_source != "assigned":
                found.setdefault(question.number.casefold(), []).append(question)
        return {number: tuple(same) for number, same in found.items()}

    def by_id(self, question_id: str) -> Question | None:
        return self._by_id.get(question_id)

    def by_number(self, number: str) -> tuple[Question, ...]:
        """Questions that state `number` (or have it pinned); assigned numbers are nobody's name."""
        return self._by_number.get(number.casefold(), ())

    @cached_property
    def _links(self) -> dict[str, tuple[str, ...]]:
        return {
            q.id: tuple(dict.fromkeys(t.id for t in self._targets(q) if t.id != q.id)) for q in self.questions
        }

    @cached_property
    def _back_links(self) -> dict[str, tuple[str, ...]]:
        back: dict[str, list[str]] = {}
        for source, targets in self._links.items():
            for target in targets:
                back.setdefault(target, []).append(source)
        return {target: tuple(sources) for target, sources in back.items()}

    def _targets(self, question: Question) -> Iterable[Question]:
        for reference in question.references:
            if reference.number is not None:
                same = self.by_number(reference.number)
                near = [q for q in same if q.path == question.path]
                yield from (near or list(same))[:1]
            elif reference.link is not None:
                yield from self._linked(question, reference.link)

    @cached_property
    def _by_file_name(self) -> dict[str, list[Question]]:
        found: dict[str, list[Question]] = {}
        for question in self.questions:
            path = PurePosixPath(Path(question.path).as_posix())
            for name in {path.name.casefold(), path.stem.casefold()}:
                found.setdefault(name, []).append(question)
        return found

    def _linked(self, question: Question, link: str) -> Iterable[Question]:
        path, _, anchor = unquote(link).partition("#")
        name = PurePosixPath(path.replace("\\", "/")).name.casefold()
        there = self._by_file_name.get(name, [])
        if anchor:
            wanted = mark_key(anchor.replace("-", ""))
            there = [
                q for q in there if wanted and wanted in mark_key(f"{q.number}{q.title}".replace("-", ""))
            ]
        elif len({q.path for q in there}) == 1 and len(there) > 1:
            there = []  # a link to a file of many questions names none of them
        yield from there[:1]

    def links_from(self, question_id: str) -> tuple[str, ...]:
        """Ids of the questions that this one refers to, in order of mention."""
        return self._links.get(question_id, ())

    def links_to(self, question_id: str) -> tuple[str, ...]:
        """Ids of the questions that refer to this one."""
        return self._back_links.get(question_id, ())

    @cached_property
    def dangling_references(self) -> tuple[str, ...]:
        """Numbers that are referred to and that no question states, in number order."""
        missing = {n for q in self.questions for n in q.reference_numbers if not self.by_number(n)}
        return tuple(sorted(missing, key=lambda n: ([int(p) if p.isdigit() else 0 for p in n.split(".")], n)))

    @cached_property
    def _titles(self) -> dict[str, str]:
        return {file.path: file.title for file in self.files if file.title}

    def headings_of(self, question: Question) -> tuple[str, ...]:
        """What a question stands under: the title of its file, then its topic."""
        title = self._titles.get(question.path)
        return question.topic if title is None else (title, *question.topic)

    def within(
        self, files: Collection[str] | None = None, topics: Collection[str] | None = None
    ) -> frozenset[str]:
        """Ids of the questions in one of these files and under one of these headings; None does not ask."""
        return frozenset(
            q.id
            for q in self.questions
            if (files is None or any(same_file(q.path, name) for name in files))
            and (topics is None or not set(topics).isdisjoint(self.headings_of(q)))
        )


def same_file(path: str, name: str) -> bool:
    """`name` is the path, its end, or a folder above."""
    path_parts, parts = PurePath(path).parts, PurePath(name).parts
    return Path(path) == Path(name) or path_parts[-len(parts) :] == parts or path_parts[: len(parts)] == parts


def shipped_material() -> Path:
    """The folder of the bank that ships with the product."""
    return Path(__file__).parent / "material"


def read_bank(
    paths: Sequence[str | Path], *, with_shipped: bool = False, progress: Progress | None = None
) -> Bank:
    """Read files and folders into one bank.

    A file that cannot be read is reported in `Bank.files` and the others are still read. Raises TiyanError, one line
    a path, when not a single question was found.
    """
    named = [Path(path) for path in paths]
    wanted = [*named, *([shipped_material()] if with_shipped else [])]
    found = list(find_files(wanted))
    reports: list[FileReport] = []
    parsed: list[tuple[Document, Parsed]] = []
    notes: dict[Path, _Notes] = {}
    for done, item in enumerate(found):
        if progress is not None:
            progress(done, len(found), str(item.path if isinstance(item, FileProblem) else item))
        try:
            if isinstance(item, FileProblem):
                raise item
            document = read_document(item)
            own = notes.setdefault(item.parent, _read_notes(item.parent, notes))
            result = parse(document.text, document.path, marks=own.marks, pins=own.pins)
            if not result.questions:
                raise FileProblem(
                    item,
                    "no_question",
                    "no question was found in it: give each a heading, a number or a 一句话 (see docs/writing-a-bank.md)",
                )
            parsed.append((document, result))
            told = (*_undecodable(document), *result.warnings)
            reports.append(
                FileReport(
                    document.path,
                    document.encoding,
                    len(result.questions),
                    told,
                    document.digest,
                    result.title,
                    result.outside,
                )
            )
        except FileProblem as problem:
            failed = FileReport(
                str(problem.path),
                "",
                0,
                (Warning_(0, problem.code, problem.message),),
                "",
                failed=True,
                named=problem.path in named,
            )
            reports.append(failed)
    if progress is not None:
        progress(len(found), len(found), "")
    if not parsed:
        if not reports:
            raise TiyanError(
                "nothing was named to read: give a file or a folder", "没有指定要读的文件或文件夹"
            )
        raise unreadable(reports)
    return gather(parsed, reports)


def unreadable(reports: Sequence[FileReport]) -> TiyanError:
    """Why files gave nothing, a line each."""
    return TiyanError(
        "\n".join(f"{report.path}: {report.warnings[0].message}" for report in reports),
        f"没有读到题目：{'、'.join(Path(report.path).name for report in reports)}",
    )


def _undecodable(document: Document) -> Iterable[Warning_]:
    """Where a byte fitted no character of the encoding that the rest is in."""
    if not document.encoding.startswith("utf") and "\ufffd" in document.text:
        line = document.text[: document.text.index("\ufffd")].count("\n") + 1
        yield Warning_(
            line,
            "undecodable",
            f"a byte here is no character of {document.encoding} and shows as \ufffd: save the file as UTF-8",
        )


def gather(parsed: Sequence[tuple[Document, Parsed]], reports: Sequence[FileReport] = ()) -> Bank:
    """One bank out of parsed documents: equal ids told apart by file, duplicates reported."""
    taken: dict[str, str] = {}
    first_with: dict[str, str] = {}
    titles: dict[str, Question] = {}
    extra: dict[str, list[Warning_]] = {}
    questions: list[Question] = []
    for document, result in parsed:
        same = first_with.setdefault(document.digest, document.path)
        whole_copy = same != document.path
        if whole_copy:
            extra.setdefault(document.path, []).append(
                Warning_(
                    1, "duplicate_file", f"has the same content as {same}; both are kept: remove one of them"
                )
            )
        for question in result.questions:
            if question.id in taken:
                question = replace(question, id=f"{question.id}-{_digest(f'{document.path}')}")
                while question.id in taken:
                    question = replace(question, id=question.id + "x")
            taken[question.id] = document.path
            key = mark_key(question.title)
            earlier = titles.setdefault(key, question)
            if earlier.path != question.path and not whole_copy:
                extra.setdefault(document.path, []).append(
                    Warning_(
                        question.line_start,
                        "duplicate_question",
                        f"「{question.title[:40]}」 also stands in {earlier.path} at line {earlier.line_start}; both are kept",
                    )
                )
            questions.append(question)
    told = [
        replace(
            r, warnings=tuple(sorted((*r.warnings, *extra.get(r.path, ())), key=lambda w: (w.line, w.code)))
        )
        for r in reports
    ]
    return Bank(tuple(questions), tuple(told), {d.path: d.text for d, _ in parsed})


def _digest(text: str) -> str:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=3).hexdigest()


# ---------------------------------------------------------------- tiyan.toml beside the bank


@dataclass(frozen=True, slots=True)
class _Notes:
    marks: Marks
    pins: tuple[Pin, ...] = ()


def _read_notes(folder: Path, known: Mapping[Path, _Notes]) -> _Notes:
    """The learner's own labels and pins out of `tiyan.toml` in this folder, if there is one."""
    if folder in known:
        return known[folder]
    path = folder / SETTINGS_NAME
    if not path.is_file():
        return _Notes(default_marks())
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise FileProblem(
            path, "bad_settings", f"cannot be read as TOML ({' '.join(str(error).split())}): mend that line"
        ) from error
    unknown = set(table) - {"labels", "questions"}
    if unknown:
        raise FileProblem(
            path, "bad_settings", f"does not know [{sorted(unknown)[0]}]: use [labels] and [[questions]]"
        )
    labels = table.get("labels", {})
    roles = ("summary", "key_point", "hook", "evidence", "sources", "answer", "question")
    for role, words in labels.items():
        if (
            role not in roles
            or not isinstance(words, list)
            or not all(isinstance(w, str) and w.strip() for w in words)
        ):
            raise FileProblem(
                path, "bad_settings", f"[labels] {role}: give a list of words under one of {', '.join(roles)}"
            )
    pins = []
    for entry in table.get("questions", []):
        if (
            not isinstance(entry, dict)
            or not isinstance(entry.get("match"), str)
            or set(entry) - {"match", "number", "title", "file"}
        ):
            raise FileProblem(
                path,
                "bad_settings",
                '[[questions]]: each needs match = "its first words" and may have number, title, file',
            )
        pins.append(
            Pin(entry["match"], *(str(entry[k]) if k in entry else None for k in ("number", "title", "file")))
        )
    doubled = [n for n, times in Counter(p.number for p in pins if p.number).items() if times > 1]
    if doubled:
        raise FileProblem(
            path,
            "bad_settings",
            f"[[questions]] gives the number {doubled[0]} to two questions: give each its own",
        )
    return _Notes(load_marks(labels) if labels else default_marks(), tuple(pins))
