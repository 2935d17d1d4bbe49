"""A question's lines → its parts: summary, points, key point, code, tables, … each with its exact lines."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ingest.grammar import Marks, asks, closing_mark, find_label, fold, plain, split_title, trim
from ingest.lines import Line, label_of
from ingest.question import Kind, Part, Role

_BOLD_LINE = re.compile(
    r"^(?:\d{1,3}[.、)] ?|[（(]\d{1,2}[）)] ?|[一二三四五六七八九十]{1,3}、 ?)?(\*\*|__)(?=\S)(.{1,80}?)(?<=\S)\1 ?[:：]?$|^<(?:b|strong)>(.{1,80}?)</(?:b|strong)> ?[:：]?$"
)
_CHINESE_HEADING = re.compile(r"^[（(]?[一二三四五六七八九十]{1,3}[)）、.．]")
_IMAGE = re.compile(
    r"^(?:\[?!\[[^\]]{0,300}\]\([^)]{0,2000}\)(?:\]\([^)]{0,2000}\))?\s*|<img\b[^>]{0,2000}>\s*)+$",
    re.IGNORECASE,
)
_TAG_LINE = re.compile(
    r"^(?:</?(?:details|summary|div|p|br|center|table|tbody|thead|tr|span|font|section|ul|ol|b|i|a)\b[^>]{0,500}>\s*)+$",
    re.IGNORECASE,
)
_SUMMARY_LINE = re.compile(
    r"^(?:<details[^>]{0,200}>\s*)?<summary\b.{0,500}?</summary>\s*(?:</details>)?$", re.IGNORECASE
)
_CODE_LINE = re.compile(
    r"^\s*(?:@[\w.]+.*|(?:async )?def \w+\(.*|class \w+.*|import \w.*|from [\w.]+ import .*|return\b.*|if \S.*:|for \S.*:|while \S.*:|else:|try:|except\b.*:|with \S.*:|print\(.*|"
    r"(?:public|private|protected|static|final|const|let|var|func|fn|int|void|auto|struct|type|package|using|template) .*[;{(]?|#include\b|#define\b|[\w.\[\]\"']+ *(?:[-+*/|&]?=|:=) *\S.*|[\w.]+\(.*\)[;:]?|[{}\])]+[;,]?|//.*|/\*.*|\*/|"
    r"\$ \S+.*|(?:kubectl|docker|pip|git|curl|sudo|npm|helm|terraform|vllm|python|apt|make) \S.*|<\w[^>]*>.*|(?:SELECT|INSERT|UPDATE|DELETE|CREATE|FROM|WHERE|JOIN|ORDER|GROUP)\b.*)$"
)
_BOX = re.compile(r"[─-╿▀-▟]|^\s*[+|][-=+|]{3,}|[-=]{2,}>|<[-=]{2,}|↓|↑.*↑")
_CJK = re.compile(r"[\u4e00-\u9fff]")


PLACEHOLDER = re.compile(
    r"^(?:todo|tbd|待补充|待補充|待完善|待更新|待续|略|暂无|暫無|无|n/?a|null|none|-+|\.+|…+|见?下文|空|待补|待補|待填|待整理|tba|comingsoon|tobeadded|[?？]+)?[。.!！]*$",
    re.IGNORECASE,
)


def is_placeholder(text: str) -> bool:
    """Whether a text only says that there is none yet: 「待补充」, TODO, bare marks."""
    return bool(PLACEHOLDER.match(re.sub(r"[\s*_#>`~|<>/:：]+", "", plain(text))))


def build_parts(lines: Sequence[Line], marks: Marks) -> list[Part]:
    """The parts of one question's body, in order. Blank lines, rules and bare tags belong to none."""
    return _Builder(lines, marks).build()


class _Builder:
    def __init__(self, lines: Sequence[Line], marks: Marks) -> None:
        self.lines, self.marks = lines, marks
        self.parts: list[Part] = []
        self.headings: list[tuple[int, str]] = []  # (level, text) of the sub-headings that hold now
        self.stacked = False  # the line before was a plain sub-heading: the next one joins it
        self.role: Role | None = None  # of the label that holds until the next blank line or label

    def build(self) -> list[Part]:
        i = 0
        while i < len(self.lines):
            i = self._step(i)
        return self.parts

    # ------------------------------------------------ one block

    def _step(self, i: int) -> int:
        line = self.lines[i]
        if line.kind in ("blank", "rule", "markup") or self._is_tag(line):
            return i + 1
        if line.kind == "heading":
            return self._heading(i)
        if line.kind in ("code", "math", "table"):
            end = self._same_kind(i, line.kind)
            self._add("body", i, end, kind={"code": "code", "math": "formula", "table": "table"}[line.kind])
            return end
        label = label_of(line, self.marks) if line.kind != "heading" and line.indent < 4 else None
        if label is not None and label.role not in ("answer", "question"):
            return self._labelled(i, label.role, label.start)
        if label is not None:
            return self._answer_label(i, label.start)
        if line.kind == "item":
            end = self._item_end(i)
            self._add("point", i, end, offset=self._past_mark(line))
            self.stacked = False
            return end
        if line.kind == "quote":
            return self._quote(i)
        if (heading := self._plain_heading(i)) is not None:
            self._push_plain_heading(heading)
            return i + 1
        return self._paragraph(i)

    def _is_tag(self, line: Line) -> bool:
        return (
            line.kind == "text"
            and line.rest.startswith("<")
            and bool(_TAG_LINE.match(line.rest) or _SUMMARY_LINE.match(line.rest))
        )

    def _heading(self, i: int) -> int:
        line = self.lines[i]
        _number, title, _ = split_title(line.rest)
        label = find_label(line.rest, self.marks)
        if label is not None and label.role not in ("question",):
            if label.role == "answer":
                self._pop_to(line.level)
                return i + 1
            return self._labelled(i, label.role, label.start)
        self._pop_to(line.level)
        self.headings.append((line.level, title or plain(line.rest)))
        self.stacked = False
        return i + 1

    def _pop_to(self, level: int) -> None:
        self.headings = [(own, text) for own, text in self.headings if own < level]

    def _same_kind(self, i: int, kind: str) -> int:
        end = i + 1
        if kind == "code":  # one fence, not two that touch
            opening = re.match(r"^[ \t]*(?:[-*+] +|\d{1,4}[.)] +|> ?)?(`{3,}|~{3,})", self.lines[i].text)
            while end < len(self.lines) and self.lines[end].kind == "code":
                closing = self.lines[end].text.strip()
                end += 1
                if (
                    opening
                    and closing
                    and set(closing) == {opening[1][0]}
                    and len(closing) >= len(opening[1])
                ):
                    break
            return end
        while end < len(self.lines) and self.lines[end].kind == kind:
            end += 1
            if kind == "math" and self.lines[end - 1].text.rstrip().endswith(("$$", r"\]")):
                break
        return end

    # ------------------------------------------------ labels

    def _labelled(self, i: int, role: str, start: int) -> int:
        """A label, its text, and the list below it where it stands alone or where links follow."""
        line = self.lines[i]
        own_text = bool(trim(line.rest[start:]))
        end = i + 1
        while end < len(self.lines) and self._continues(end):
            end += 1
        if line.kind == "quote":
            while (
                end < len(self.lines)
                and self.lines[end].quoted
                and find_label(self.lines[end].rest, self.marks) is None
            ):
                end += 1
        follow = end
        while follow < len(self.lines) and self.lines[follow].blank:
            follow += 1
        taken = not own_text and end == i + 1
        while follow < len(self.lines) and (taken or role == "sources"):
            block = self.lines[follow]
            if (
                block.kind == "item"
                and (taken or "http" in block.rest or "](" in block.rest)
                and not self._label_here(follow)
            ):
                follow = end = self._item_end(follow)
            elif (
                taken
                and end == i + 1
                and block.kind in ("text", "table", "code", "math", "quote")
                and not self._label_here(follow)
            ):
                if block.kind == "text":
                    follow += 1
                    while follow < len(self.lines) and self._continues(follow):
                        follow += 1
                else:
                    follow = self._same_kind(follow, block.kind)
                end = follow
            elif (
                role == "sources"
                and block.kind == "text"
                and re.match(r"^\S{0,80}?(?:https?://|\[[^\]]{1,200}\]\(http)", block.rest)
            ):
                follow = end = follow + 1
            else:
                break
            while follow < len(self.lines) and self.lines[follow].blank:
                follow += 1
        offset = (
            len(line.text) - len(line.text.lstrip()) if not own_text else line.text.find(line.rest) + start
        )
        if not own_text:
            if end == i + 1:
                return end  # a label with nothing under it
            first = i + 1
            while self.lines[first].blank:
                first += 1
            self._add(role, first, end, offset=self._past_mark(self.lines[first]) if end - first == 1 else 0)  # type: ignore[arg-type]
        else:
            self._add(role, i, end, offset=offset)  # type: ignore[arg-type]
        if role != "hook":
            self.stacked = False
            self._drop_plain_headings()
        return end

    def _label_here(self, i: int) -> bool:
        line = self.lines[i]
        return line.kind != "quote" and label_of(line, self.marks) is not None

    def _answer_label(self, i: int, start: int) -> int:
        """`答：…`: the label goes, the text stays."""
        line = self.lines[i]
        if not trim(line.rest[start:]):
            return i + 1
        end = i + 1
        while end < len(self.lines) and self._continues(end):
            end += 1
        offset = line.text.find(line.rest) + start
        mark = closing_mark(line.rest[start:]) if line.rest[0] in "*_" else ""
        if mark:
            self._add("body", i, i + 1, offset=offset, cut=len(mark))
            i, offset = i + 1, 0
        if i < end:
            self._add("body", i, end, offset=offset)
        return end

    def _continues(self, i: int) -> bool:
        """Line i goes on with the paragraph above it."""
        line = self.lines[i]
        return (
            line.kind == "text"
            and not self._is_tag(line)
            and not self._label_here(i)
            and not _IMAGE.match(line.rest)
        )

    # ------------------------------------------------ lists

    @staticmethod
    def _past_mark(line: Line) -> int:
        return (
            len(line.text) - len(line.text.lstrip())
            if line.kind != "item"
            else line.text.find(line.rest, line.text.find(line.mark) + len(line.mark))
            if line.rest
            else len(line.text)
        )

    def _item_end(self, i: int) -> int:
        """The line after the list item at i: nested items, indented lines, blank lines between them included."""
        base = self.lines[i].indent
        content = base + 2
        end = i + 1
        j = i + 1
        while j < len(self.lines):
            line = self.lines[j]
            if line.blank:
                j += 1
                continue
            after_blank = self.lines[j - 1].blank
            if line.kind == "item":
                nested = line.indent > base + 1 or (
                    line.indent > base and line.mark[0] in "-*+○▪◦–—" and self.lines[i].mark[0] not in "-*+"
                )
                if not nested:
                    break
            elif line.kind in ("heading", "rule"):
                break
            elif line.kind in ("code", "math", "table", "quote", "markup"):
                if line.indent < content and (after_blank or line.kind == "markup"):
                    break
                if line.indent <= base and not self._closes_item(i, j):
                    break
            elif (
                (after_blank and line.indent < content)
                or self._is_tag(line)
                or (
                    not after_blank
                    and line.indent <= base
                    and (self._label_here(j) or _IMAGE.match(line.rest))
                )
            ):
                break
            j += 1
            end = j
        return end

    def _closes_item(self, i: int, j: int) -> bool:
        """A block straight under the item, unindented: lazily its own only when it is code or a formula."""
        return self.lines[j].kind in ("code", "math") and not self.lines[j - 1].blank

    # ------------------------------------------------ quotes, headings in plain text, paragraphs

    def _quote(self, i: int) -> int:
        end = i + 1
        while (
            end < len(self.lines)
            and self.lines[end].quoted
            and not (find_label(self.lines[end].rest, self.marks))
        ):
            end += 1
        kind: Kind = "text"
        if all(_IMAGE.match(line.rest) for line in self.lines[i:end] if line.rest):
            kind = "image"
        self._add("body", i, end, kind=kind)
        return end

    def _plain_heading(self, i: int) -> str | None:
        """A bold line, or a short line alone before a list or paragraph, that names what follows."""
        line = self.lines[i]
        if line.kind != "text" or line.indent > 3:
            return None
        if _BOLD_LINE.match(line.rest):
            return plain(line.rest).rstrip(":： ")
        before = self.lines[i - 1] if i else None
        after = self.lines[i + 1] if i + 1 < len(self.lines) else None
        if before is not None and not (before.blank or before.kind in ("rule", "heading")):
            return None
        j = i + 1
        while j < len(self.lines) and self.lines[j].blank:
            j += 1
        if j == len(self.lines) or self._label_here(j):
            return None
        follow = self.lines[j]
        text = line.rest
        if len(text) > 50 or _CODE_LINE.match(text) or "](" in text or "http" in text or "$" in text:
            return None
        closed = text[-1] in "。；;！!，,、.…"
        if text[-1] in ":：":
            return text.rstrip(":： ") if len(text) <= 30 and not re.search(r"[，,。]", text) else None
        if closed or (after is not None and not after.blank and after.kind == "text"):
            return None
        if _CHINESE_HEADING.match(text) or re.match(r"^\d{1,2}(?:\.\d{1,2})*[.、)]? ?\S", fold(text)):
            return text
        sentence = re.search(
            r"[。；;]" if len(text) <= 30 and (self.stacked or asks(text) == 2) else r"[，,。；;]",
            re.sub(r"[（(].*?[)）]", "", text),
        )
        if sentence or (self.parts and i and follow.kind == "text" and len(text) > 30):
            return None
        return text if _CJK.search(text) or len(text.split()) <= 8 else None

    def _push_plain_heading(self, heading: str) -> None:
        """Headings that stand one on another, before their lists, are kept together."""
        level = 7
        if self.stacked and self.headings and self.headings[-1][0] == level:
            self.headings[-1] = (level, f"{self.headings[-1][1]} / {heading}")
        else:
            self._drop_plain_headings()
            self.headings.append((level, heading))
        self.stacked = True

    def _drop_plain_headings(self) -> None:
        self.headings = [(own, text) for own, text in self.headings if own < 7]

    def _paragraph(self, i: int) -> int:
        end = self._code_end(i)
        if end is not None:
            self._add("body", i, end, kind="code")
            self.stacked = False
            return end
        end = i + 1
        line = self.lines[i]
        if not _IMAGE.match(line.rest):
            while end < len(self.lines) and self._continues(end) and self._code_end(end) is None:
                end += 1
        self._add("body", i, end, kind="image" if _IMAGE.match(line.rest) else "text")
        self.stacked = False
        return end

    def _code_end(self, i: int) -> int | None:
        """The end of a run of lines that is code or a drawing without a fence, or None."""
        first = self.lines[i].text
        if not _BOX.search(first) and (not _CODE_LINE.match(first) or _CJK.search(first[:1])):
            return None
        end = i
        coded = total = 0
        while (
            end < len(self.lines)
            and self.lines[end].kind in ("text", "item", "table", "heading")
            and not self._label_here(end)
        ):
            text = self.lines[end].text
            looks = bool(
                (_CODE_LINE.match(text) and not _CJK.search(text[:1]))
                or _BOX.search(text)
                or text.startswith(("    ", "\t"))
            )
            if self.lines[end].kind in ("item", "heading") and not looks:
                break
            coded += looks
            total += 1
            end += 1
        if total < 2 or coded < 0.7 * total:
            return None
        chinese = sum(len(_CJK.findall(line.text)) for line in self.lines[i:end])
        drawn = sum(bool(_BOX.search(line.text)) for line in self.lines[i:end])
        if not drawn and chinese > 0.3 * sum(len(line.text) for line in self.lines[i:end]):
            return None
        return end

    # ------------------------------------------------ a part

    def _add(
        self,
        role: Role,
        start: int,
        end: int,
        *,
        offset: int | None = None,
        cut: int = 0,
        kind: Kind = "text",
    ) -> None:
        """The slice of lines start..end-1, without blank lines at its ends, its first `offset` and last `cut` characters."""
        while end > start + 1 and self.lines[end - 1].blank:
            end -= 1
        texts = [line.text for line in self.lines[start:end]]
        if offset is not None:
            texts[0] = texts[0][offset:]
        text = "\n".join(texts)
        text = text.rstrip() if kind == "code" else trim(text)
        text = text[: len(text) - cut]
        if not text:
            return
        heading = " › ".join(text for _, text in self.headings) or None
        if role in ("summary", "key_point", "hook", "evidence", "sources"):
            heading = None
        self.parts.append(
            Part(role, text, self.lines[start].number, self.lines[end - 1].number, heading, kind)
        )
