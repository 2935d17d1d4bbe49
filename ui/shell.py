"""The fixed HTML of the page: top bar, question box, side panel, drawer of conversations, the bank's room."""

from __future__ import annotations

from ui.part import part_html
from ui.words import attributes, both

SEAL = '<span class="seal" aria-hidden="true"><i>题</i><i>眼</i></span>'


def icon(path: str) -> str:
    """A line drawing on a grid of 24."""
    return (
        '<svg viewBox="0 0 24 24" width="20" height="20" fill="none" stroke="currentColor" stroke-width="1.7" '
        f'stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="{path}"/></svg>'
    )


SEND = icon("M12 19V5M6 11l6-6 6 6")
STOP = icon("M7 7h10v10H7z")
CLOSE = icon("M6 6l12 12M18 6L6 18")
TALKS = icon("M4 6h16M4 12h16M4 18h10")
THEME = icon("M12 3a9 9 0 1 0 9 9 7 7 0 0 1-9-9z")
NEW = icon("M12 5v14M5 12h14")


def top_html() -> str:
    return f"""
<a class="skip" href="#query">{both("skip")}</a>
<header class="top">
  <a class="brand" href="#/ask">{SEAL}<span class="brand-name">{both("brand")}</span></a>
  <nav class="rooms">
    <a href="#/ask" data-room="ask">{both("ask")}</a>
    <a href="#/interview" data-room="interview">{both("interview")}</a>
    <a href="#/bank" data-room="bank">{both("bank")}</a>
    <a href="#/progress" data-room="progress">{both("progress")}</a>
    <a href="#/settings" data-room="settings">{both("settings")}</a>
  </nav>
  <p class="state" role="status" data-state="opening"><span class="dot" aria-hidden="true"></span>
    <span class="state-opening">{both("opening")}</span><span class="state-loading">{both("loading")}</span>
    <span class="state-ready">{both("ready")}</span><span class="state-failed">{both("failed")}</span></p>
  <div class="tools">
    <button type="button" class="tool" data-do="talks" {attributes("aria-label", "talks")} {attributes("title", "talks")}
      aria-expanded="false">{TALKS}</button>
    <button type="button" class="tool" data-do="theme" {attributes("aria-label", "theme")} {attributes("title", "theme")}>{THEME}</button>
    <button type="button" class="tool word" data-do="language" {attributes("aria-label", "language_name")}>{both("language")}</button>
  </div>
</header>
<p class="failure note trouble" role="alert" hidden></p>"""


def composer_html(length: str) -> str:
    """The question box; `length` is the answer length to begin with."""
    lengths = "".join(
        f'<label><input type="radio" name="length" value="{name}"{" checked" if name == length else ""}>'
        f"<span>{both(name)}</span></label>"
        for name in ("short", "normal", "long")
    )
    return f"""
<form class="composer">
  <label class="sr" for="query">{both("placeholder")}</label>
  <textarea id="query" rows="1" enterkeyhint="send" autocomplete="off" {attributes("placeholder", "placeholder")}></textarea>
  <button type="submit" class="send" {attributes("aria-label", "send")}>{SEND}</button>
  <button type="button" class="stop" {attributes("aria-label", "stop")}>{STOP}</button>
</form>
<div class="under"><fieldset class="lengths"><legend>{both("length")}</legend>{lengths}</fieldset>{part_html()}
  <p class="keys">{both("keys")}</p></div>
<p class="sr heard" role="status"></p>{words_for_script("thinking", "answered", "copied")}"""


def aside_html() -> str:
    return f"""
<div class="aside-bar"><span>{both("passage")}</span><button type="button" class="tool close" {attributes("aria-label", "close")}>{CLOSE}</button></div>
<div class="aside-body" tabindex="-1"></div>"""


def drawer_html() -> str:
    return f"""
<template class="sure-words">{both("delete_sure")}</template>
<div class="drawer-head"><h2>{both("talks")}</h2>
  <button type="button" class="quiet new-talk">{NEW}{both("new_talk")}</button>
  <button type="button" class="tool close" {attributes("aria-label", "close")}>{CLOSE}</button></div>
<input type="search" class="find" {attributes("placeholder", "find_talk")} {attributes("aria-label", "find_talk")}>
<div class="drawer-body"></div>"""


def words_for_script(*keys: str) -> str:
    """Words that a script shows later, where it finds them by key."""
    return "".join(f'<template data-word="{key}">{both(key)}</template>' for key in keys)


def bank_html() -> str:
    words = words_for_script(
        "indexing", "reading", "added", "undo", "undone", "removed", "delete_sure", "unreachable_plain"
    )
    return f"""
<div class="bank-head"><div><h1>{both("bank")}</h1><p class="count"></p></div>
  <button type="button" class="solid add" aria-expanded="false">{NEW}{both("add")}</button></div>
<p class="told" role="status" hidden></p>
<div class="adding" hidden>
  <label class="drop"><input type="file" multiple class="sr choosing"><span class="drop-text">{both("add_hint")}</span>
    <span class="formats">{both("add_formats")}</span></label>
  <p class="keys">{both("replace_note")}</p>
</div>
<input type="file" class="replacing" hidden><div class="intake"></div>
<div class="search-row"><input type="search" class="find" {attributes("placeholder", "find_question")}
  {attributes("aria-label", "find_question")}><div class="filters"></div></div>
<div class="shelf"></div>
<details class="files picture-of-links"><summary>{both("graph")}</summary><div class="graph-body"></div></details>
<details class="files"><summary>{both("files")}</summary><div class="files-body"></div></details>
{words}"""


def settings_html() -> str:
    words = words_for_script(
        "saved", "home_saved", "indexing", "rebuilt", "rebuild_failed", "unreachable_plain"
    )
    return f"""{words}
<h1 class="room-title">{both("settings")}</h1><div class="settings-body"></div>"""


def interview_html() -> str:
    commands = "".join(
        f'<button type="button" class="quiet" data-say="{said}">{both(key)}</button>'
        for said, key in (
            ("提示", "hint_please"),
            ("看答案", "show_answer"),
            ("跳过", "skip_question"),
            ("结束", "end_interview"),
        )
    )
    return f"""
<p class="told trouble" role="alert" hidden></p>
<div class="start"></div>
<div class="held" hidden><div class="log"></div><div class="now" role="status"></div>
  <form hidden><label class="sr" for="reply">{both("your_answer")}</label>
    <textarea id="reply" rows="4" {attributes("placeholder", "your_answer")}></textarea>
    <div class="commands">{commands}<button type="submit" class="solid">{both("hand_in")}</button></div></form></div>"""


def progress_room_html() -> str:
    return f"""<h1 class="room-title">{both("progress")}</h1><div class="progress-body"></div>"""
