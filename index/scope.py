"""Does the bank answer this at all? One probability from several signals."""

from __future__ import annotations

import re
import unicodedata

import numpy as np

from index.generation import Generation
from index.ranking import Signals

THRESHOLD = 0.5
GREETING = re.compile(
    r"(你|您|大家)?(好|们好)(啊|呀|吗|嘛|哈)?|哈喽|哈啰|嗨+|嘿+|喂|在吗|在么|在不在|早(上好|安)?|(中午|下午|晚上)好|晚安|再见|拜拜|"
    r"谢谢(你|您)?(啊|啦|了)?|多谢|感谢|辛苦了?|好的?|ok|okay|收到|明白了?|知道了|hi+|hello+|hey+|yo|"
    r"good (morning|afternoon|evening|night)|bye( bye)?|goodbye|thanks?( you)?( so much| a lot)?|thx|"
    r"你是谁|你叫什么(名字)?|who are you|你能(做|干)(什么|啥|嘛)|你会(什么|啥)|what can you do|how are you( doing)?",
    re.IGNORECASE,
)


def is_greeting(query: str) -> bool:
    """A pleasantry and nothing else."""
    text = unicodedata.normalize("NFKC", query)
    text = re.sub(r"[\s~～!！?？。.,，、…^_]+", " ", text).strip()
    return bool(GREETING.fullmatch(text)) or bool(GREETING.fullmatch(text.replace(" ", "")))


def features(generation: Generation, signals: Signals, ranked: list[int]) -> dict[str, float]:
    return {"blend": float(signals.question[ranked[0]])}


def probability(generation: Generation, signals: Signals, ranked: list[int]) -> float:
    return float(1 / (1 + np.exp(-6 * (features(generation, signals, ranked)["blend"] - 0.9))))
