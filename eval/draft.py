"""Draft cases for a bank, for a person to look over: from titles and points, or by a chat model."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from eval.cases import KINDS, Case, CaseError, Evidence, parse_line
from eval.folding import match_key, tokens
from eval.lint import lint_cases
from ingest import Bank, Part, Question

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

Progress = Callable[[int, int, str], None]
LEAD = re.compile(r"^(?P<lead>[^：:。；\n]{4,60}?)[：:]\s*(?=\S)")
SENTENCE = re.compile(r"[^。！？\n]+[。！？]?")
ASKING = re.compile(
    r"[？?！!。，,、：:；;（）()「」]|请?说说|谈谈|什么是|是什么|有哪些|有什么|为什么|怎么样|怎么|如何|分别|到底|哪些|哪里|吗$|呢$|的区别|区别"
)
MOST_WORDS = 12  # tokens of a drafted query: a search box, and not yet what counts as copying
MODEL_KINDS = ("paraphrase", "colloquial", "english", "mixed")


def draft_cases(
    bank: Bank, per_question: int = 3, model: BaseChatModel | None = None, progress: Progress | None = None
) -> list[Case]:
    """At most `per_question` cases for every answered question, all marked as drafts, splits alternating.

    Without a model: the title's terms, the lead of its points (`SYN 洪泛：…` → evidence: that point), its number. With
    one: what it proposes; proposals that copy the bank or name nothing that stands there are dropped.
    """
    drafts: list[Case] = []
    answered = [q for q in bank.questions if q.answered]
    for done, question in enumerate(answered):
        if progress is not None:
            progress(done, len(answered), question.title)
        proposed = (
            _by_model(question, model, per_question)
            if model is not None
            else _from_bank(question, bank, per_question)
        )
        drafts += _sound(proposed, bank, drafts)[:per_question]
    return [
        replace(case, split=("dev", "test")[turn % 2], id=f"draft-{turn + 1:03d}")
        for turn, case in enumerate(drafts)
    ]


def to_lines(cases: Sequence[Case]) -> str:
    return "".join(json.dumps(case.to_json(), ensure_ascii=False) + "\n" for case in cases)


def name_of(question: Question) -> str:
    """`Q12` where the bank says so itself, else the id."""
    if question.number_source == "assigned":
        return question.id
    return f"Q{question.number}" if question.number.isdigit() else question.number


def _sound(proposed: Sequence[Case], bank: Bank, earlier: Sequence[Case]) -> list[Case]:
    """Those that the linter lets pass beside the earlier ones."""
    kept: list[Case] = []
    asked = {match_key(case.query) for case in earlier}
    for case in proposed:
        key = match_key(case.query)
        if key and key not in asked and not any(p.severity == "error" for p in lint_cases([case], bank)):
            asked.add(key)
            kept.append(case)
    return kept


def _from_bank(question: Question, bank: Bank, count: int) -> list[Case]:
    """Leads of points first, the title's terms, its number: a mixture, however many are wanted."""
    leads = [_case(query, "keyword", question, part) for query, part in _leads(question)]
    title = _short(ASKING.sub(" ", question.title))
    others = [_case(title, "keyword", question)] if title else []
    if question.number_source != "assigned" and len(bank.by_number(question.number)) == 1:
        others.append(_case(f"{name_of(question)} 讲的是什么", "number", question))
    mixed = [case for pair in zip_longest(others, leads) for case in pair if case is not None]
    return mixed[: max(count * 3, count)]


def _leads(question: Question) -> Iterator[tuple[str, Part]]:
    """What a point says before its colon, and the point."""
    for part in question.points:
        match = LEAD.match(part.text.replace("**", ""))
        if match and 2 <= len(tokens(match["lead"])) <= MOST_WORDS:
            yield match["lead"].strip(), part


def _case(query: str, kind: str, question: Question, part: Part | None = None) -> Case:
    evidence = ()
    if part is not None:
        first = SENTENCE.search(part.text)
        evidence = (Evidence(name_of(question), first.group().strip()),) if first else ()
    return Case(
        id="draft",
        query=query,
        relevant={name_of(question): 2},
        kind=kind,
        language=_language(query),
        answerable=True,
        split="dev",
        evidence=evidence,
        note="drafted from the bank's own words",
        draft=True,
    )


def _short(text: str) -> str:
    """The first words, at most `MOST_WORDS` tokens of them."""
    words = text.split()
    while len(tokens(" ".join(words))) > MOST_WORDS:
        words.pop()
    return " ".join(words)


def _language(text: str) -> str:
    han = any("\u3400" <= c <= "\u9fff" for c in text)
    latin = sum(c.isascii() and c.isalpha() for c in text) > 1
    return "mixed" if han and latin else "zh" if han else "en"


PROMPT = """你在为一份面试题库写检索评测用例。下面是其中一道题和它的参考答案。请写 {count} 条学习者可能会问的话，要求：
- 只靠这道题的答案就能回答；
- 不要照抄题目和答案里的句子，换成自己的说法；
- 每条给出它依据的原文片段 evidence，必须一字不差地摘自答案，不超过 60 字；
- kind 取 paraphrase（换一种说法）、colloquial（口语）、english（英文）、mixed（中英混用）之一，尽量各不相同。
只输出一个 JSON 数组，形如 [{{"query": "……", "kind": "paraphrase", "evidence": "……"}}]，不要别的内容。

<题目>
{title}
</题目>
<答案>
{text}
</答案>"""


def _by_model(question: Question, model: BaseChatModel, count: int) -> list[Case]:
    """What the model proposes, as far as it can be read; nothing when it answers with anything but a list."""
    prompt = PROMPT.format(count=count, title=question.title, text=question.text[:6000])
    reply = model.invoke(prompt)
    found = re.search(r"\[.*\]", str(getattr(reply, "text", reply)), re.DOTALL)
    try:
        rows = json.loads(found.group()) if found else []
    except ValueError:
        return []
    return [
        case
        for row in rows
        if isinstance(row, dict)
        for case in [_proposal(row, question)]
        if case is not None
    ]


def _proposal(row: dict[str, Any], question: Question) -> Case | None:
    query, kind, evidence = (str(row.get(name) or "").strip() for name in ("query", "kind", "evidence"))
    if kind not in MODEL_KINDS:
        return None
    case = {
        "id": "draft",
        "query": query,
        "relevant": {name_of(question): 2},
        "evidence": [{"question": name_of(question), "text": evidence}]
        if evidence and evidence in question.text
        else [],
        "kind": kind,
        "language": _language(query),
        "answerable": True,
        "split": "dev",
        "note": f"drafted by a chat model: {KINDS[kind]}",
        "draft": True,
    }
    try:
        return parse_line(json.dumps(case, ensure_ascii=False), "", 0)
    except CaseError:
        return None
