"""Does the bank answer this at all? One probability out of several signals."""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from index.off_topic import QUERIES
from index.ranking import Signals

THRESHOLD = 0.5  # below, the query is off topic: about one answerable query in twenty is
RIVALS = 4
A_TENTH = 0.1  # of the questions: how near they come tells whether the bank is about such things
LOWEST_SHIFT = -1.2
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
    cosine + size · ln(tokens of the query) + field · the cosine that a tenth of the questions searched reach,
    `shift`ed for the bank and the embedder.

    `field` tells whether the bank is about such things at all. The weights were fitted by logistic regression on five
    banks that count alike, and so do their answerable and absent queries; the intercept puts at even odds the threshold
    at which these banks keep 95 % of their answerable queries in the mean.
    """

    blend: float = 1.28
    lead: float = 5.82
    vector: float = 1.52
    size: float = 3.39
    field: float = 18.96
    intercept: float = -12.7
    shift: float = 0.0

    @classmethod
    def of(cls, stored: Mapping[str, float]) -> ScopeModel:
        """As a manifest keeps it; an earlier one knew nothing of the field."""
        return cls(**{"field": 0.0, **stored})

    def odds(self, signals: Signals, ranked: Sequence[int]) -> float:
        """The logarithm of the odds that the bank answers; `ranked` are rows of questions, best first."""
        best, *rivals = (float(signals.question[row]) for row in ranked[: RIVALS + 1])
        return (
            self.intercept
            + self.shift
            + self.blend * best
            + self.lead * (best - float(np.mean(rivals)) if rivals else 0.0)
            + self.vector * float(signals.best_vector[ranked[0]])
            + self.size * float(np.log(signals.size))
            + self.field * float(np.quantile(signals.best_vector[list(ranked)], 1 - A_TENTH))
        )

    def probability(self, signals: Signals, ranked: Sequence[int]) -> float:
        """That the bank answers the query, in [0, 1]."""
        return float(1 / (1 + np.exp(-np.clip(self.odds(signals, ranked), -30, 30))))


def calibrate(find: Callable[[str], Signals], by_tokens: bool) -> dict[str, Any]:
    """Fit `shift` so that at most one far query in ten passes; with the figures, as the manifest keeps it.

    `find` searches the bank. With token matches the scale is known, and the shift may only make refusals surer; an
    embedder without them has a scale of its own.
    """
    model = ScopeModel()
    far = np.array([model.odds(signals, signals.order.tolist()) for signals in map(find, QUERIES)])
    limit = float(np.log(THRESHOLD / (1 - THRESHOLD)))
    shift = limit - float(np.quantile(far, 0.9))
    shift = float(np.clip(shift, LOWEST_SHIFT, 0)) if by_tokens else shift
    return {
        "model": asdict(replace(model, shift=round(shift, 4))),
        "threshold": THRESHOLD,
        "far_queries": len(QUERIES),
        "far_refused": round(float(np.mean(far + shift < limit)), 4),
        "far_log_odds": [round(float(q), 3) for q in np.quantile(far + shift, [0.1, 0.5, 0.9])],
    }


def revision() -> str:
    """Which scope model this is: what an earlier one calibrated does not hold for it."""
    told = json.dumps([asdict(ScopeModel()), THRESHOLD, RIVALS, LOWEST_SHIFT, len(QUERIES)])
    return hashlib.sha256(told.encode()).hexdigest()[:8]


def is_greeting(query: str) -> bool:
    """A pleasantry and nothing else."""
    text = unicodedata.normalize("NFKC", query)
    text = re.sub(r"[\s~～!！?？。.,，、…^_]+", " ", text).strip()
    return bool(GREETING.fullmatch(text)) or bool(GREETING.fullmatch(text.replace(" ", "")))
