"""Every word of the page, in Chinese and English.

A page carries both languages and a style rule shows one, so that switching needs no round trip: `both(key)`.
"""

from __future__ import annotations

from html import escape

WORDS: dict[str, tuple[str, str]] = {
    # frame
    "brand": ("题眼", "Tiyan"),
    "tagline": ("一道题，答到点子上", "Answers that hit the point"),
    "ask": ("问答", "Ask"),
    "bank": ("题库", "Bank"),
    "talks": ("对话", "Conversations"),
    "skip": ("跳到提问框", "Skip to the question box"),
    "language": ("EN", "中"),
    "language_name": ("Switch to English", "切换到中文"),
    "theme": ("明暗", "Light or dark"),
    "opening": ("正在打开题库", "Opening the bank"),
    "loading": ("模型载入中", "Loading the model"),
    "ready": ("就绪", "Ready"),
    "failed": ("没能打开", "Could not open"),
    # asking
    "greeting": ("今天想弄懂哪一题？", "What shall we get to the bottom of?"),
    "greeting_hint": (
        "答案只来自你的题库，句句有出处，点开就能看到原文。",
        "Every sentence comes from your bank and says where; open a mark to read the passage.",
    ),
    "starters": ("可以从这里开始", "Start here"),
    "placeholder": ("问一道题，中英文都行", "Ask a question, in Chinese or English"),
    "send": ("发送", "Send"),
    "stop": ("停止", "Stop"),
    "keys": (
        "Enter 发送 · Shift+Enter 换行 · Esc 停止",
        "Enter sends · Shift+Enter breaks the line · Esc stops",
    ),
    "length": ("答案", "Answers"),
    "short": ("短", "short"),
    "normal": ("中", "medium"),
    "long": ("长", "long"),
    "thinking": ("正在翻题库", "Looking through the bank"),
    "answered": ("回答写好了", "The answer is complete"),
    "waiting_model": ("模型还在载入，马上就好", "The model is still loading, a moment"),
    "you": ("你", "You"),
    "answer": ("回答", "Answer"),
    "retry": ("重答", "Retry"),
    "edit": ("修改提问", "Edit"),
    "copy": ("复制", "Copy"),
    "copied": ("已复制", "Copied"),
    "stopped": ("已停止，以上是停下前的内容。", "Stopped; this is what had been written."),
    "empty_answer": ("没有得到内容，可以重答一次。", "Nothing came back; try once more."),
    "failed_answer": ("回答中断", "The answer broke off"),
    "quoted": ("由题库原文编排，未使用对话模型", "Arranged from the bank itself; no chat model was used"),
    "composed": ("由模型作答", "Composed by"),
    "grounded": ("句有出处", "sentences with a source"),
    "unsupported": ("原文撑不住这一句", "The passage does not carry this sentence"),
    "out_of_scope": ("题库里没有这个问题", "Not in this bank"),
    "follow_ups": ("接着练", "Go on with"),
    "off_bank": ("题库外", "not in the bank"),
    "open_passage": ("打开原文", "Open the passage"),
    "new_talk": ("新对话", "New"),
    "no_talks": ("还没有对话", "No conversations yet"),
    "rename": ("改名", "Rename"),
    "delete": ("删除", "Delete"),
    "delete_sure": ("确定删除？", "Really delete?"),
    "export": ("导出 Markdown", "Export as Markdown"),
    "find_talk": ("搜索对话", "Search conversations"),
    "deleted_source": (
        "这条引用的题目已不在题库里",
        "The question of this citation is no longer in the bank",
    ),
    "passage": ("原文", "In the bank"),
    "close": ("关闭", "Close"),
    # a question as a card
    "summary": ("一句话", "In a sentence"),
    "points": ("要点", "Points"),
    "key_point": ("题眼", "The point"),
    "hook": ("记忆锚点", "Memory hook"),
    "evidence": ("权威出处", "Evidence"),
    "sources": ("参考来源", "Sources"),
    "body": ("正文", "Text"),
    "refers_to": ("引出", "Refers to"),
    "referred_by": ("被引", "Referred to by"),
    "dangling": ("库外", "not in this bank"),
    "why": ("为什么命中", "Why this passage"),
    "why_dense": ("语义第", "by meaning: rank"),
    "why_terms": ("词面第", "by terms: rank"),
    "why_none": ("未进前列", "not ranked"),
    "relevance": ("相关度", "relevance"),
    "lines": ("行", "lines"),
    "assigned": ("编号由系统按顺序给出", "numbered in order by Tiyan"),
    "derived": ("题目取自首句", "title taken from the first sentence"),
    "unanswered": ("只有题目，还没有答案", "A question without an answer yet"),
    "examine_this": ("考我这题", "Examine me on it"),
    "ask_this": ("问这一题", "Ask about it"),
    "image": ("图", "image"),
    # the bank
    "bank_count": ("题", "questions"),
    "file_count": ("个文件", "files"),
    "shipped": ("自带题库", "the bank that ships"),
    "find_question": ("查找题目、要点或编号", "Find a title, a point or a number"),
    "all_files": ("全部文件", "All files"),
    "all_topics": ("全部主题", "All topics"),
    "nothing_found": ("没有符合的题目", "No question fits"),
    "choose_question": ("选一道题，在这里读", "Choose a question to read it here"),
    "graph": ("引用关系图", "How the questions refer to each other"),
    "no_links": ("题目之间还没有互相引用", "No question refers to another yet"),
    "add": ("添加题库", "Add a bank"),
    "add_hint": (
        "把文件拖到这里，或点击选择。先看看读懂了什么，再决定要不要收进来。",
        "Drop files here or choose them. You see what was understood before anything is stored.",
    ),
    "add_formats": ("txt · md · docx · pdf · html", "txt · md · docx · pdf · html"),
    "reading": ("正在读", "Reading"),
    "preview": ("读懂了这些", "What was understood"),
    "warnings": ("处提醒", "warnings"),
    "line": ("行", "line"),
    "confirm": ("收进题库", "Add to the bank"),
    "replace_note": (
        "同名的文件会被替换。第一次添加后，自带题库不再显示。",
        "A file of the same name is replaced. Your first file takes the place of the bank that ships.",
    ),
    "replaces": ("替换同名文件", "replaces the file of that name"),
    "keep_shipped": ("保留自带题库", "Keep the bank that ships"),
    "cancel": ("取消", "Cancel"),
    "indexing": ("正在收录", "Indexing"),
    "added": ("已收录", "Added"),
    "undo": ("撤销", "Undo"),
    "undone": ("已撤销", "Undone"),
    "remove_file": ("移出题库", "Remove"),
    "removed": ("已移出", "Removed"),
    "files": ("文件", "Files"),
    "assistant_missing": ("回答功能还没有装好", "Answering is not available"),
    # interview and progress
    "interview": ("面试", "Interview"),
    "progress": ("进度", "Progress"),
    "interview_hint": (
        "一次一题，用自己的话答。逐个要点评分，追问最薄弱的一处，并排好下次复习。",
        "One question at a time, in your own words: graded point by point, asked back where it is weakest, scheduled again.",
    ),
    "begin": ("开始", "Begin"),
    "resume": ("继续上次", "Go on with the last one"),
    "resume_hint": ("上次没有答完", "It was left open"),
    "mode_due": ("今日到期", "Due today"),
    "mode_weak": ("薄弱题", "Weak ones"),
    "weak_hint": ("答得不好的先来", "What went badly comes first"),
    "mode_random": ("随机五题", "Five at random"),
    "random_hint": ("从整个题库里抽", "From the whole bank"),
    "mode_topic": ("按主题", "By topic"),
    "follow_up_question": ("追问", "Follow-up"),
    "your_answer": ("你的回答，Ctrl+Enter 交卷", "Your answer; Ctrl+Enter hands it in"),
    "hand_in": ("交卷", "Hand in"),
    "hint_please": ("提示", "Hint"),
    "show_answer": ("看答案", "Show the answer"),
    "skip_question": ("跳过", "Skip"),
    "end_interview": ("结束", "End"),
    "open_question": ("打开整题", "Open the question"),
    "points_of_100": ("分", "of 100"),
    "hit": ("答到", "hit"),
    "partly": ("部分答到", "partly"),
    "missed": ("漏掉", "missed"),
    "wrong": ("说错", "wrong"),
    "rating": ("记得怎样", "How did it sit"),
    "rate_again": ("忘了", "again"),
    "rate_hard": ("吃力", "hard"),
    "rate_good": ("记得", "good"),
    "rate_easy": ("轻松", "easy"),
    "interview_over": ("这次面试结束了", "The interview is over"),
    "again_interview": ("再来一次", "Another one"),
    "no_reviews": (
        "还没有答过题。答过之后，这里会排好复习、画出薄弱处。",
        "Nothing answered yet. Then this page plans reviews and shows weak spots.",
    ),
    "first_interview": ("去面试", "To the interview"),
    "due_today": ("今日到期", "due today"),
    "streak": ("天连续", "days in a row"),
    "seen": ("题答过", "questions seen"),
    "reviews": ("次作答", "answers"),
    "recall": ("还记得", "recall"),
    "forecast": ("接下来两周", "The next two weeks"),
    "mastery": ("各主题掌握", "By topic"),
    "often_missed": ("常漏的要点", "Points often missed"),
    # settings
    "settings": ("设置", "Settings"),
    "chat_model_title": ("对话模型", "Chat model"),
    "chat_model_hint": (
        "任何兼容 OpenAI 的地址都行：DeepSeek、通义、vLLM、SGLang、llama.cpp、Ollama。留空则只编排题库原文，不联网。",
        "Any OpenAI-compatible address: DeepSeek, Qwen, vLLM, SGLang, llama.cpp, Ollama. Left empty, answers quote the bank "
        "and nothing leaves this machine.",
    ),
    "chat_base_url": ("地址", "Address"),
    "chat_model": ("模型名", "Model"),
    "chat_api_key": ("密钥", "Key"),
    "forget_key": ("忘掉已存的密钥", "Forget the key that is kept"),
    "by_environment": ("由环境变量决定", "set by the environment"),
    "settings_locked": (
        "这个页面向其他机器开放且没有口令，设置只能看。",
        "This page is open to other machines without a password: settings can be read only.",
    ),
    "try": ("试一试", "Try it"),
    "save": ("保存", "Save"),
    "saved": ("已保存，下一个回答起生效。", "Saved; from the next answer on."),
    "embedder": ("向量模型", "Embedder"),
    "home": ("数据目录", "Home folder"),
    "environment_hint": (
        "以上都可以用 TIYAN_ 开头的环境变量或 .env 设置，环境变量优先。",
        "All of these can be set by TIYAN_ variables or .env as well, which come first.",
    ),
}


def word(key: str, language: str) -> str:
    """The word in `zh` or `en`, as plain text."""
    return WORDS[key][language == "en"]


def both(key: str) -> str:
    """HTML that holds the word in both languages, one of them shown."""
    zh, en = WORDS[key]
    return f'<span class="zh" lang="zh">{escape(zh)}</span><span class="en" lang="en">{escape(en)}</span>'


def attributes(name: str, key: str) -> str:
    """An attribute in both languages, such as a label for screen readers; the page's script sets `name` from them."""
    zh, en = (escape(text, quote=True) for text in WORDS[key])
    return f'{name}="{zh}" data-{name}-zh="{zh}" data-{name}-en="{en}"'
