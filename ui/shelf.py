"""HTML of the bank as a shelf: its files, its questions under them, what was understood of a new file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from itertools import groupby
from typing import TYPE_CHECKING

from ui.labels import label_html
from ui.question_card import lines_html
from ui.words import amount, attributes, both
from ui.words_rooms import WARNINGS

if TYPE_CHECKING:
    from ingest import Bank, FileReport, Question
    from ingest.parse import Warning_

WARNINGS_SHOWN = 12
NOTHING: Mapping[str, str] = {}


def file_name(path: str) -> str:
    return path.replace("\\", "/").rsplit("/", 1)[-1]


def find_questions(bank: Bank, find: str = "", file: str = "", topic: str = "") -> list[Question]:
    """Questions of a file and a topic whose words hold every word of `find`, in the bank's order."""
    wanted = find.casefold().split()
    return [
        q
        for q in bank.questions
        if (not file or q.path == file)
        and (not topic or topic in q.topic)
        and (not wanted or _holds(q, wanted))
    ]


def _holds(question: Question, wanted: Sequence[str]) -> bool:
    text = "\n".join([question.label, question.title, *(part.text for part in question.parts)]).casefold()
    return all(word in text for word in wanted)


def shelf_html(bank: Bank, found: Sequence[Question], *, own: bool) -> str:
    """The questions found, under their files."""
    if not found:
        return f'<p class="note">{both("nothing_found")}</p>'
    titles = {file.path: file.title for file in bank.files}
    groups = "".join(
        f'<section class="shelf-file"><h2>{escape(titles.get(path) or file_name(path))}'
        f'<span class="shelf-name">{escape(file_name(path))}</span></h2>'
        f"<ul>{''.join(map(_line, questions))}</ul></section>"
        for path, questions in groupby(found, key=lambda q: q.path)
    )
    return groups


def _line(question: Question) -> str:
    short = (
        question.label if question.number_source != "assigned" else f"第{question.number}题"
    )  # without the bank
    summary = question.summary or question.key_point or ""
    state = "" if question.answered else f' <em class="off-bank">{both("unanswered")}</em>'
    return (
        f'<li><button type="button" class="shelf-line" data-question="{escape(question.id, quote=True)}">'
        f'<span class="shelf-number">{label_html(short)}</span><span class="shelf-text"><span class="shelf-title">'
        f"{escape(question.title)}{state}</span>"
        f'<span class="shelf-summary">{escape(" ".join(summary.split())[:140])}</span></span></button></li>'
    )


def count_html(bank: Bank, shown: int, *, own: bool) -> str:
    total = len(bank.questions)
    count = f"{shown} / {total}" if shown != total else str(total)
    where = "" if own else f" · {both('shipped')}"
    return f"{amount(count, 'bank_count')} · {amount(len(bank.files), 'file_count')}{where}"


def filters_html(bank: Bank) -> str:
    """Choices of file and topic; none where there is nothing to choose."""
    files = [(file.path, file.title or file_name(file.path)) for file in bank.files if file.questions]
    topics = dict.fromkeys(topic for q in bank.questions for topic in q.topic)
    return _select("file", "all_files", files) + _select("topic", "all_topics", [(t, t) for t in topics])


def _select(name: str, everything: str, options: Sequence[tuple[str, str]]) -> str:
    if len(options) < 2:
        return ""
    zh, en = (escape(text) for text in _pair(everything))
    listed = "".join(
        f'<option value="{escape(v, quote=True)}">{escape(text[:40])}</option>' for v, text in options
    )
    return (
        f'<select name="{name}" {attributes("aria-label", everything)}>'
        f'<option value="" data-zh="{zh}" data-en="{en}">{zh}</option>{listed}</select>'
    )


def _pair(key: str) -> tuple[str, str]:
    from ui.words import WORDS

    return WORDS[key]


def files_html(bank: Bank, *, own: bool) -> str:
    """Every file with what was noticed in it; the learner's own can be taken out."""
    return f'<ul class="file-list">{"".join(_file(file, removable=own) for file in bank.files)}</ul>'


def _file(file: FileReport, *, removable: bool) -> str:
    path = escape(file.path, quote=True)
    acts = (
        f'<button type="button" class="quiet" data-replace="{path}">{both("replace_file")}</button>'
        f'<button type="button" class="quiet" data-remove="{path}">{both("remove_file")}</button>'
        if removable
        else ""
    )
    return (
        f'<li><div class="file-head"><span class="file-name" title="{path}">'
        f"{escape(file_name(file.path))}</span>"
        f'<span class="file-count">{amount(file.questions, "bank_count")}</span>{acts}</div>{_warnings(file)}</li>'
    )


def _warnings(file: FileReport) -> str:
    if not file.warnings:
        return ""
    lines = "".join(_warning(warning) for warning in file.warnings[:WARNINGS_SHOWN])
    rest = len(file.warnings) - WARNINGS_SHOWN
    more = f"<li>+{rest}</li>" if rest > 0 else ""
    return (
        f'<details class="warnings"{" open" if file.failed else ""}><summary>{amount(len(file.warnings), "warnings")}'
        f"</summary><ul>{lines}{more}</ul></details>"
    )


def _warning(warning: Warning_) -> str:
    """The line, and what is the matter: in Chinese by its code, in English by its message."""
    at = f"<b>{lines_html(warning.line, warning.line)}</b> " if warning.line else ""
    message, known = escape(warning.message), WARNINGS.get(warning.code)
    if known is None:
        return f"<li>{at}{message}</li>"
    return (
        f'<li>{at}<span class="zh" title="{escape(warning.message, quote=True)}">{escape(known)}</span>'
        f'<span class="en">{message}</span></li>'
    )


def preview_html(bank: Bank, token: str, *, replaces: Mapping[str, str] = NOTHING, own: bool) -> str:
    """What was understood of new files, before anything of them is stored."""
    files = "".join(
        f'<section class="preview-file">{_preview_head(file, replaces.get(file_name(file.path), ""))}{_warnings(file)}'
        f"<ol>{''.join(_preview_line(q) for q in bank.questions if q.path == file.path)}</ol></section>"
        for file in bank.files
    )
    keep = (
        ""
        if own
        else f'<label class="keep"><input type="checkbox" name="keep"> {both("keep_shipped")}</label>'
    )
    return (
        f'<div class="preview" data-token="{escape(token, quote=True)}"><h2>{both("preview")}</h2>{files}'
        f'<div class="preview-acts">{keep}<button type="button" class="quiet cancel">{both("cancel")}</button>'
        f'<button type="button" class="solid confirm">{both("confirm")}</button></div></div>'
    )


def _preview_head(file: FileReport, replaced: str) -> str:
    note = f' <em class="replaced">{both("replaces")} {escape(replaced)}</em>' if replaced else ""
    return (
        f'<div class="file-head"><span class="file-name">{escape(file_name(file.path))}{note}</span>'
        f'<span class="file-count">{amount(file.questions, "bank_count")} · {escape(file.encoding)}</span></div>'
    )


def _preview_line(question: Question) -> str:
    seen = [f"{amount(len(question.points), 'seen_points')}"] if question.points else []
    seen += [both("body")] if question.parts_of("body") else []
    seen += [both(role) for role in ("summary", "key_point", "hook", "evidence") if getattr(question, role)]
    seen += [f"{amount(len(question.sources), 'seen_sources')}"] if question.sources else []
    seen += (
        [f"{amount(len(question.reference_numbers), 'seen_references')}"]
        if question.reference_numbers
        else []
    )
    return (
        f'<li><span class="preview-title"><b>{label_html(question.label)}</b> {escape(question.title)}</span>'
        f'<span class="preview-seen">{" · ".join([lines_html(question.line_start, question.line_end), *seen])}</span></li>'
    )
