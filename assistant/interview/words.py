"""What the interviewer itself says."""

from __future__ import annotations

_WORDS = {
    "over": "这次面试已经结束了。",
    "ended": "好，这次就到这里。",
    "skipped": "好，跳过这道题，不记入复习。",
    "repeat": "好，再问一遍。",
    "empty": "还没有看到回答。可以直接作答，或者说：提示、跳过、不会、看答案、结束。",
    "nothing_to_grade": "没有等待评分的回答，请直接作答。",
    "say_more": "关于「{title}」，还能再补充什么？",
    "feedback": "{total} 个要点：答到 {hit} 个，部分答到 {partly} 个，漏掉 {missed} 个；得分 {score}。",
    "wrong": "有一处说反了或说错了：你说「{said}」，而 {label} 是：{text}",
    "hint_headings": "可以往这些方向想：{headings}。",
    "hint_hook": "记忆锚点：{hook}",
    "hint_start": "开头是这样的：{start}……",
    "no_hint": "没有更多提示了，可以说「看答案」。",
    "explained": "{text}（{label}）\n这不算作答，请继续回答原来的问题。",
    "not_explained": "这不算作答。题库里没有直接解释它的内容；请按你的理解作答，或者说「提示」。",
    "as_statement": "如果这就是你的回答，请用陈述句再说一遍。",
}


def say(name: str, **values: object) -> str:
    return _WORDS[name].format(**values)
