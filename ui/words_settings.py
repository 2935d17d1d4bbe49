"""Words of the settings."""

from __future__ import annotations

SETTINGS: dict[str, tuple[str, str]] = {
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
    "in_use": ("正在使用", "In use"),
    "no_model": ("题库原文，不用对话模型", "the bank's own words, no chat model"),
    "first_model": ("该地址的第一个模型", "the first model of that address"),
    "why_page": ("因为在这一页设置了它。", "Because it is set on this page."),
    "why_environment": (
        "因为环境变量或 .env 设置了它。",
        "Because the environment or .env sets it.",
    ),
    "why_ollama": (
        "没有设置模型，而本机的 Ollama 在应答，就用了它的第一个模型。设置 TIYAN_OLLAMA=off 可以不用。",
        "None is set, and an Ollama answers on this machine: its first model is used. TIYAN_OLLAMA=off turns that off.",
    ),
    "why_no_model": (
        "没有设置模型，本机也没有 Ollama 在应答。",
        "None is set, and no Ollama answers on this machine.",
    ),
    "why_no_ollama": (
        "没有设置模型，也不去找 Ollama（TIYAN_OLLAMA=off）。",
        "None is set, and Ollama is not looked for (TIYAN_OLLAMA=off).",
    ),
    "looks": ("答案与外观", "Answers and looks"),
    "looks_hint": (
        "选了就保存，对所有浏览器生效。问答页与右上角的选择只改当前浏览器。",
        "Kept as you choose, for every browser. What is chosen beside the question box or in the top bar holds for that "
        "browser alone.",
    ),
    "answer_length": ("答案长度", "Length of answers"),
    "theme_system": ("跟随系统", "as the system"),
    "theme_light": ("浅色", "light"),
    "theme_dark": ("深色", "dark"),
    "embedder": ("向量模型", "Embedder"),
    "embedder_hint": (
        "留空用自带的模型；也可以填 sentence-transformers 的模型名或文件夹。更换后要重建整个题库的索引，"
        "期间照常使用；没有成功就保留现在的。",
        "Left empty it is the one that ships; else a sentence-transformers model id or folder. A change needs the whole "
        "index rebuilt; the page works meanwhile, and if it fails the present index stays.",
    ),
    "index_made_by": ("现在的索引由它生成", "The index was made by"),
    "change_and_rebuild": ("更换并重建索引", "Change and rebuild the index"),
    "rebuild": ("重建索引", "Rebuild the index"),
    "rebuilt": ("索引已重建，从现在起用它检索。", "The index is rebuilt and in use."),
    "rebuild_failed": ("没有换成，现在的索引照旧。", "Nothing was changed; the present index stays."),
    "home": ("数据目录", "Home folder"),
    "home_hint": (
        "题库、索引、对话、学习记录和设置都在这里。换目录不会搬动已有的内容。",
        "The bank, its index, conversations, study log and settings live here. Another folder moves nothing.",
    ),
    "home_fixed": ("启动时已指定，在这里不能改：", "It was named at the start and cannot be changed here:"),
    "home_next": ("下次启动起使用", "From the next start on"),
    "home_change": ("下次启动起使用", "Use from the next start on"),
    "home_saved": ("已记下，重启后生效。", "Kept; it takes effect after a restart."),
    "unreachable_plain": (
        "连不上服务，请确认它还在运行。",
        "The server cannot be reached; see whether it still runs.",
    ),
    "environment_hint": (
        "以上都可以用 TIYAN_ 开头的环境变量或 .env 设置，环境变量优先；由它决定的项在这里只能看。",
        "All of these can be set by TIYAN_ variables or .env as well, which come first; what they decide can only be read "
        "here.",
    ),
}
