"""Bytes on disk → text: which files a path means, which encoding they are in, and every format to one.

Text keeps its lines; docx, pdf, html and pptx become Markdown through markitdown, and lines are then counted in that
Markdown. Every failure is a `FileProblem` of one line, so that one bad file never stops the others.
"""

from __future__ import annotations

import os
import re
import stat
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

from ingest.errors import TiyanError

TEXT = {".txt", ".md", ".markdown", ".mdown", ".mkd", ".text"}
HTML = {".html", ".htm", ".xhtml"}
CONVERTED = {".docx", ".pdf", ".pptx"}
SUPPORTED = TEXT | HTML | CONVERTED
MOST_BYTES = 64 * 2**20  # a bank of interview questions is a few hundred KB; 64 MB of text is no bank
MOST_UNPACKED = 512 * 2**20
SKIPPED_FOLDERS = {"__pycache__", "node_modules", "venv", "__MACOSX"}


class FileProblem(TiyanError):
    """Why a file could not be read. `code` is stable, `path` is the file."""

    def __init__(self, path: Path, code: str, message: str) -> None:
        super().__init__(f"{path}: {message}")
        self.path, self.code, self.message = path, code, message


@dataclass(frozen=True, slots=True)
class Document:
    """A file as text. `digest` is of its bytes (BLAKE2b, 32 hex digits)."""

    path: str
    text: str
    encoding: str
    digest: str


def find_files(paths: Iterable[Path]) -> Iterator[Path | FileProblem]:
    """The files that `paths` mean, folders walked in name order, each file once; links that loop are passed over.

    A path that does not exist, or a folder without a file that can be read, comes as a problem in its place.
    """
    seen: set[tuple[int, int]] = set()
    for path in paths:
        try:
            mode = path.stat()
        except FileNotFoundError:
            yield FileProblem(path, "missing", "there is no such file or folder: check the path")
            continue
        except OSError as error:
            yield FileProblem(
                path, "unreadable", f"cannot be opened ({_reason(error)}): check the path and its permissions"
            )
            continue
        if not stat.S_ISDIR(mode.st_mode):
            if (mode.st_dev, mode.st_ino) not in seen:
                seen.add((mode.st_dev, mode.st_ino))
                yield path
            continue
        found = False
        for item in _walk(path, set()):
            if isinstance(item, FileProblem):
                yield item
                continue
            try:
                inode = item.stat()
            except OSError as error:
                yield FileProblem(
                    item,
                    "unreadable",
                    f"cannot be opened ({_reason(error)}): check its permissions or the link's target",
                )
                continue
            if not stat.S_ISREG(inode.st_mode):
                continue
            found = True
            if (inode.st_dev, inode.st_ino) not in seen:
                seen.add((inode.st_dev, inode.st_ino))
                yield item
        if not found:
            kinds = " ".join(sorted(SUPPORTED))
            yield FileProblem(
                path,
                "empty_folder",
                f"no file that can be read is in this folder (looked for {kinds}): put notes there or name another folder",
            )


def _walk(folder: Path, above: set[tuple[int, int]]) -> Iterator[Path | FileProblem]:
    try:
        here = folder.stat()
        entries = sorted(os.scandir(folder), key=lambda e: e.name)
    except OSError as error:
        yield FileProblem(
            folder, "unreadable", f"the folder cannot be listed ({_reason(error)}): check its permissions"
        )
        return
    if (here.st_dev, here.st_ino) in above:
        return  # a link back to a folder that we are in
    above = above | {(here.st_dev, here.st_ino)}
    for entry in entries:
        if entry.name.startswith((".", "~$")) or entry.name in SKIPPED_FOLDERS:
            continue
        path = folder / entry.name
        try:
            is_folder = entry.is_dir()
        except OSError:
            is_folder = False
        if is_folder:
            yield from _walk(path, above)
        elif path.suffix.casefold() in SUPPORTED:
            yield path


def read_document(path: Path) -> Document:
    """Read one file; raises FileProblem with what is wrong and what to do."""
    try:
        info = path.stat()
        if not stat.S_ISREG(info.st_mode):
            raise FileProblem(path, "not_a_file", "is no ordinary file: name a file or a folder")
        if info.st_size > MOST_BYTES:
            raise FileProblem(
                path,
                "too_large",
                f"has {info.st_size / 2**20:,.0f} MB, over the {MOST_BYTES >> 20} MB that a bank may have: split it",
            )
        data = path.read_bytes()
    except OSError as error:
        raise FileProblem(
            path, "unreadable", f"cannot be read ({_reason(error)}): check its permissions"
        ) from error
    digest = blake2b(data, digest_size=16).hexdigest()
    suffix = path.suffix.casefold()
    if suffix in CONVERTED or data[:5] == b"%PDF-" or (data[:4] == b"PK\x03\x04" and suffix not in TEXT):
        return Document(str(path), _convert(path, data, suffix), "utf-8", digest)
    text, encoding = decode(data, path)
    if suffix in HTML:
        text = _convert_html(path, text)
    if not text.strip("\ufeff \t\r\n\u200b\u00a0\u3000"):
        raise FileProblem(path, "no_question", "is empty: write a question into it")
    return Document(str(path), text, encoding, digest)


def _reason(error: OSError) -> str:
    return (error.strerror or type(error).__name__).lower()


# ---------------------------------------------------------------- encodings

_BOMS = (
    (b"\xef\xbb\xbf", "utf-8-sig"),
    (b"\xff\xfe\x00\x00", "utf-32"),
    (b"\x00\x00\xfe\xff", "utf-32"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)
# The commonest characters of Chinese text; of a wrong decoding hardly one in fifty is among them.
_COMMON = frozenset(
    "的一是不了在人有我他这中大来上个国到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可里后小么心多天而能好都然没日于起还发成事只作当想看文无开手十用主行方又如前所本见经头面公同三已老从动两长"
    "问题答案什么怎为区别进程线程数据库网络缓存系统服务请求内存算法模型训练推理并发锁队列事务索引机器学习实现使用需要通过可以不同如果因此以及其中分布式容器节点"
    "這來個國說們為時會學對裡後麼沒還發當開經頭動兩長問題麼區別進程線資料庫網絡緩存系統服務請求記憶體演算法模型訓練並發鎖隊列務實現機學習與於從關點種應該無論讓樣處理職責團隊公司環境"
    "，。、：；？！（）“”「」《》"
)
_ASCII_CONTROL = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")


def decode(data: bytes, path: Path = Path("-")) -> tuple[str, str]:
    """(text without its byte-order mark, encoding). UTF-8, UTF-16/32, GB18030, Big5; else what charset-normalizer says.

    Raises FileProblem when the bytes are no text in any of them.
    """
    for bom, name in _BOMS:
        if data.startswith(bom):
            try:
                return data.decode(name).removeprefix("\ufeff"), name.removesuffix("-sig")
            except UnicodeDecodeError:
                break
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return _decode_legacy(data, path)
    if "\x00" in text and (wide := _wide(data)) is not None:
        return wide
    if _is_binary(data):
        raise _no_text(path)
    return text, "utf-8"


def _no_text(path: Path) -> FileProblem:
    return FileProblem(
        path,
        "not_text",
        "is no text in any encoding we know (UTF-8, UTF-16, GB18030, Big5): save it as UTF-8 or name another file",
    )


def _is_binary(data: bytes) -> bool:
    sample = data[: 1 << 16]
    return (len(_ASCII_CONTROL.findall(sample)) > max(0, len(sample) // 500) and b"\x00" in sample) or len(
        _ASCII_CONTROL.findall(sample)
    ) > len(sample) / 50


def _wide(data: bytes) -> tuple[str, str] | None:
    """UTF-16 without a mark: half of the bytes of its ASCII are zero, on one side."""
    sample = data[: 1 << 16]
    for name, zero in (("utf-16-le", 1), ("utf-16-be", 0)):
        if len(sample) >= 4 and sample[zero::2].count(0) > sample[1 - zero :: 2].count(0):
            try:
                text = data[: len(data) // 2 * 2].decode(name)
            except UnicodeDecodeError:
                continue
            if _share(text) > 0.02 or sum(c.isprintable() or c in "\r\n\t" for c in text[:4000]) > 0.97 * min(
                len(text), 4000
            ):
                return text.removeprefix("\ufeff"), name
    return None


def _share(text: str) -> float:
    """How much of the text's non-ASCII is common Chinese or its punctuation."""
    wide = [char for char in text[:60_000] if char > "\x7f"]
    return sum(char in _COMMON for char in wide) / len(wide) if wide else 0.0


def _decode_legacy(data: bytes, path: Path) -> tuple[str, str]:
    if (wide := _wide(data)) is not None and _share(wide[0]) > 0.1:
        return wide
    if _is_binary(data):
        raise _no_text(path)
    best: tuple[float, str, str] | None = None
    for name in ("gb18030", "big5hkscs", "utf-8"):
        text = data.decode(name, "replace")
        broken = text.count("\ufffd")
        if broken > len(text) / 200 + 1:
            continue
        score = _share(text) - 0.05 * broken
        if best is None or score > best[0]:
            best = (score, text, name)
    if best is not None and best[0] >= 0.12:
        return best[1], {"big5hkscs": "big5"}.get(best[2], best[2])
    from charset_normalizer import from_bytes

    match = from_bytes(data[: 1 << 18]).best()
    if match is not None and match.encoding and not _is_binary(data):
        text = data.decode(match.encoding, "replace")
        letters = sum(
            char.isalnum() or char.isspace() or char in ".,;:!?()-'\"#*`|/" for char in text[:20_000]
        )
        if text.count("\ufffd") <= len(text) / 200 and letters > 0.85 * min(len(text), 20_000):
            return text, match.encoding
    raise _no_text(path)


# ---------------------------------------------------------------- other formats


def _convert(path: Path, data: bytes, suffix: str) -> str:
    """docx, pptx or pdf as Markdown."""
    if suffix == ".pdf" or data[:5] == b"%PDF-":
        from ingest.pdf import pdf_to_text

        return pdf_to_text(path, data)
    _check_archive(path, data)
    try:
        from io import BytesIO

        from markitdown import MarkItDown, StreamInfo

        result = MarkItDown(enable_plugins=False).convert_stream(
            BytesIO(data), stream_info=StreamInfo(extension=suffix, filename=path.name)
        )
    except Exception as error:
        raise FileProblem(
            path,
            "broken",
            f"could not be read as {suffix} ({_one_line(error)}): open it in its program, save it anew and try again",
        ) from error
    from ingest.converted import tidy_markdown

    text = tidy_markdown(result.text_content)
    if not text.strip():
        raise FileProblem(path, "no_question", "holds no text: export it as text or Markdown")
    return text


def _check_archive(path: Path, data: bytes) -> None:
    """Refuse archives that are broken, locked or unpack to far more than any note holds."""
    from io import BytesIO

    if data[:8] == b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1":
        raise FileProblem(
            path,
            "encrypted",
            "is locked by a password or in the old Office format: save it as .docx without a password",
        )
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            infos = archive.infolist()
    except zipfile.BadZipFile as error:
        raise FileProblem(
            path, "broken", "is no readable Office file: open it in its program, save it anew and try again"
        ) from error
    if any(info.flag_bits & 1 for info in infos):
        raise FileProblem(path, "encrypted", "is locked by a password: save a copy without one")
    unpacked = sum(info.file_size for info in infos)
    if unpacked > MOST_UNPACKED or (unpacked > 64 * 2**20 and unpacked > 200 * max(1, len(data))):
        raise FileProblem(
            path,
            "too_large",
            f"unpacks to {unpacked / 2**20:,.0f} MB from {len(data) / 2**20:,.1f} MB, which no note does: split it or export it as text",
        )


def _convert_html(path: Path, text: str) -> str:
    from io import BytesIO

    from ingest.converted import prepare_html, tidy_markdown

    try:
        from markitdown import MarkItDown, StreamInfo

        result = MarkItDown(enable_plugins=False).convert_stream(
            BytesIO(prepare_html(text).encode("utf-8", "replace")),
            stream_info=StreamInfo(extension=".html", mimetype="text/html", charset="utf-8"),
        )
    except RecursionError as error:
        raise FileProblem(
            path, "broken", "nests its tags too deeply to be read: save the page as text"
        ) from error
    except Exception as error:
        raise FileProblem(
            path,
            "broken",
            f"could not be read as HTML ({_one_line(error)}): save the page as text or Markdown",
        ) from error
    return tidy_markdown(result.text_content)


def _one_line(error: BaseException) -> str:
    text = " ".join(str(error).split()) or type(error).__name__
    return text[:160]
