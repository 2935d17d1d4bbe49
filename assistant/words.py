"""What the assistant itself says, in the learner's language."""

from __future__ import annotations

from assistant.text import Language

_WORDS: dict[str, tuple[str, str]] = {
    "not_in_bank": ("题库里没有找到能回答这个问题的内容。", "This bank holds nothing that answers this question."),
    "not_in_part": (
        "所选范围里没有能回答这个问题的内容，可以放宽范围再问。",
        "The chosen part of the bank holds nothing that answers this question; widen it and ask again.",
    ),
    "unanswered": ("题库里有这道题（{label}），但还没有写答案。", "The bank has this question ({label}), but no answer to it yet."),
    "no_such_number": ("题库里没有 {label} 这道题。", "The bank has no question {label}."),
    "greeting": ("你好！问我题库里的任何一道题，或者从下面选一个开始。", "Hello! Ask me anything from the bank, or start with one of these."),
    "empty_query": ("请输入一个问题。", "Please type a question."),
    "no_point": ("这道题没有那一点：{label} 一共有 {count} 个要点。", "There is no such point: {label} has {count} of them."),
    "no_model": ("没有使用模型，全部内容都是题库原文。", "No model was used: all of this is the bank's own text."),
    "replaced": ("{why}。已改用题库原文。", "{why}. The bank's own text is shown instead."),
    "partial": ("{why}。已收到的部分保留在这里，也可以看题库原文。", "{why}. What had arrived is kept; the bank's own text is offered beside it."),
    "try_again": ("可以重试。", "You can try again."),
    "partly_unsupported": ("有 {count} 句没有找到材料支持，已用 ⚠ 标出。", "{count} sentence(s) marked ⚠ are not supported by the passages."),
    "unknown_citations": ("有 {count} 处引用指向没有给出的材料，已去掉链接。", "{count} citation(s) named passages that were not given; they have no link."),
    "key_point": ("题眼", "Key point"),
    "sources": ("参考来源", "Sources"),
    "hook": ("记忆锚点", "Memory hook"),
    "evidence": ("权威出处", "Evidence"),
    "summary": ("一句话", "In one sentence"),
}  # fmt: skip


def say(name: str, language: Language = "zh", **values: object) -> str:
    return _WORDS[name][language == "en"].format(**values)
