"""Does the bank answer this at all? One probability out of several signals."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import asdict, dataclass

import numpy as np

from index.ranking import Signals

THRESHOLD = 0.2  # below, the query is off topic: at most one answerable query in twenty is
RIVALS = 4
GREETING = re.compile(
    r"(你|您|大家)?(好|们好)(啊|呀|吗|嘛|哈)?|哈喽|哈啰|嗨+|嘿+|喂|在吗|在么|在不在|早(上好|安)?|(中午|下午|晚上)好|晚安|再见|拜拜|"
    r"谢谢(你|您)?(啊|啦|了)?|多谢|感谢|辛苦了?|好的?|ok|okay|收到|明白了?|知道了|hi+|hello+|hey+|yo|"
    r"good (morning|afternoon|evening|night)|bye( bye)?|goodbye|thanks?( you)?( so much| a lot)?|thx|"
    r"你是谁|你叫什么(名字)?|who are you|你能(做|干)(什么|啥|嘛)|你会(什么|啥)|what can you do|how are you( doing)?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class ScopeModel:
    """log-odds = intercept + blend · best question's score + lead · its lead over the next ones + vector · its best
    cosine + size · ln(tokens of the query). Fitted on three banks: each alone keeps 95 % at the same threshold.
    """

    blend: float = 2.31
    lead: float = 3.53
    vector: float = 6.29
    size: float = 2.15
    intercept: float = -9.73

    def probability(self, signals: Signals, best: int, ranked: list[int]) -> float:
        """That the bank answers the query, in [0, 1]; `ranked` are rows of questions, `best` the first of them."""
        rivals = [signals.question[row] for row in ranked[: RIVALS + 1] if row != best][:RIVALS]
        lead = signals.question[best] - np.mean(rivals) if rivals else 0.0
        odds = (
            self.intercept
            + self.blend * signals.question[best]
            + self.lead * lead
            + self.vector * signals.best_vector[best]
            + self.size * np.log(signals.size)
        )
        return float(1 / (1 + np.exp(-np.clip(odds, -30, 30))))

    def to_dict(self) -> dict[str, float]:
        return asdict(self)


def is_greeting(query: str) -> bool:
    """A pleasantry and nothing else."""
    text = unicodedata.normalize("NFKC", query)
    text = re.sub(r"[\s~～!！?？。.,，、…^_]+", " ", text).strip()
    return bool(GREETING.fullmatch(text)) or bool(GREETING.fullmatch(text.replace(" ", "")))
