"""Numbers with their units, in any notation: `3–4 倍`, `×3~4`, `二十毫秒`, `0.02 s`, `一半`."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

_DIGITS = {
    "零": 0,
    "〇": 0,
    "一": 1,
    "二": 2,
    "两": 2,
    "三": 3,
    "四": 4,
    "五": 5,
    "六": 6,
    "七": 7,
    "八": 8,
    "九": 9,
}
_SCALES = {"十": 10, "百": 100, "千": 1000, "万": 10**4, "亿": 10**8}
_WORDS = {"zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
          "ten": 10, "eleven": 11, "twelve": 12, "twenty": 20, "thirty": 30, "fifty": 50, "hundred": 100, "thousand": 1000}  # fmt: skip
# Unit as written → (dimension, factor to its base unit).
_UNITS: dict[str, tuple[str, float]] = {
    **dict.fromkeys(("ns", "纳秒"), ("time", 1e-9)), **dict.fromkeys(("us", "μs", "微秒"), ("time", 1e-6)),
    **dict.fromkeys(("ms", "毫秒", "milliseconds", "millisecond"), ("time", 1e-3)),
    **dict.fromkeys(("s", "秒", "秒钟", "sec", "secs", "second", "seconds"), ("time", 1.0)),
    **dict.fromkeys(("min", "分钟", "minute", "minutes"), ("time", 60.0)),
    **dict.fromkeys(("h", "小时", "hour", "hours"), ("time", 3600.0)), **dict.fromkeys(("天", "day", "days"), ("time", 86400.0)),
    **dict.fromkeys(("b", "字节", "byte", "bytes"), ("bytes", 1.0)),
    **dict.fromkeys(("kb", "kib"), ("bytes", 1024.0)), **dict.fromkeys(("mb", "mib"), ("bytes", 1024.0**2)),
    **dict.fromkeys(("gb", "gib", "g"), ("bytes", 1024.0**3)), **dict.fromkeys(("tb", "tib"), ("bytes", 1024.0**4)),
    **dict.fromkeys(("%", "percent", "个百分点"), ("ratio", 0.01)), "成": ("ratio", 0.1),
    **dict.fromkeys(("x", "×", "倍", "times", "fold", "-fold"), ("times", 1.0)),
    **dict.fromkeys(("$", "美元", "刀", "dollars", "usd"), ("money", 1.0)),
}  # fmt: skip
_UNIT = "|".join(
    sorted(
        (re.escape(unit) for unit in _UNITS if unit not in ("$", "b", "g", "s", "h", "x")),
        key=len,
        reverse=True,
    )
)
_NUMBER = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"
_CHINESE = r"[零〇一二两三四五六七八九十百千]+(?:点[零一二三四五六七八九]+)?"
_MEASURE = r"个|次|种|类|段|层|步|条|点|张|位|块|份|台|卡|阶段|方面|件|项|路|级|代|篇|轮|组|对|倍|成|毫秒|秒|分钟|小时|天|字节"
_QUANTITY = re.compile(
    rf"(?P<money>[$¥])?(?P<pre>(?:×|(?<![A-Za-z])[xX])\s?(?=\d))?(?<![A-Za-z_\d.])(?P<low>{_NUMBER})\s?(?:(?P<range>[~\-–—至到]|\bto\b)\s?(?P<high>{_NUMBER}))?"
    rf"\s?(?P<scale>[万亿千百]|[kKMB](?![A-Za-z])|million|billion|thousand)?\s?"
    rf"(?P<unit>(?:{_UNIT}|[sh](?![A-Za-z])|[bg](?![A-Za-z])|[xX](?![A-Za-z]))(?![A-Za-z]))?"
    rf"|百分之(?P<hundredth>{_CHINESE}|{_NUMBER})"
    rf"|(?P<half>一半|\bhalf\b)"
    rf"|(?<![\u4e00-\u9fff第])?(?P<chinese>{_CHINESE})\s?(?P<cscale>[万亿])?(?P<cunit>{_MEASURE})"
    rf"|\b(?P<word>{'|'.join(_WORDS)})\b(?:[\s-](?P<wunit>[a-z]+))?",
    re.IGNORECASE,
)
_RINGED = re.compile("[①-⑳⑴-⒇]")
_IDENTIFIER = re.compile(
    r"(?<![A-Za-z0-9])[A-Za-z][A-Za-z]*[-_./':]?\d[\w.\-/]*|\d+(?:\.\d+)*(?=[A-Z][A-Za-z]*\d)|§\s?[\d.]+|(?<!\d)(?:19|20)\d\d(?!\d|\s?(?:个|次|token))\s?年?",
    re.ASCII,
)
_ROUGH = re.compile(
    r"约|大约|近|左右|上下|差不多|大概|几乎|接近|≈|~|about|around|nearly|roughly|approximately|almost",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number or range in base units. `dimension` is empty where the unit is a word of counting or none.

    `certain` is false for counts in words (`三个原因`), which a writer may have counted rather than read.
    """

    low: float
    high: float
    dimension: str
    text: str
    unit: str = ""
    rough: bool = False
    certain: bool = True


def quantities(text: str) -> list[Quantity]:
    """Every quantity in `text`, in order. Digits inside names (`H100`, `FP8`, `Q125`) are no quantities."""
    text = unicodedata.normalize("NFKC", _RINGED.sub("\0", text)).replace("µ", "μ")
    hidden = _IDENTIFIER.sub(lambda match: "\0" * len(match.group()), text)
    found = []
    for match in _QUANTITY.finditer(hidden):
        quantity = _read(match, hidden)
        if quantity is not None:
            found.append(quantity)
    return found


def missing(sentence: str, passage: str) -> tuple[list[Quantity], list[Quantity]]:
    """Quantities of `sentence` that `passage` contradicts or lacks: (certain ones, counts in words that conflict)."""
    there = quantities(passage)
    certain, counted = [], []
    for quantity in quantities(sentence):
        if any(_same(quantity, other) for other in there):
            continue
        if quantity.certain:
            certain.append(quantity)
        elif any(other.unit == quantity.unit and other.unit for other in there):
            counted.append(quantity)
    return certain, counted


def _same(mine: Quantity, other: Quantity) -> bool:
    if (
        mine.dimension
        and other.dimension
        and mine.dimension != other.dimension
        and {mine.dimension, other.dimension} != {"ratio", "times"}
    ):
        return False
    if (
        bool(mine.dimension) != bool(other.dimension)
        and mine.unit
        and other.unit  # `60 秒` is not `60 个`; a bare `60` may be either
        and mine.certain
        and other.certain
        and "times" not in (mine.dimension, other.dimension)
    ):
        return False
    slack = 0.1 if mine.rough or other.rough else 0.002
    if _close(mine.low, other.low, slack) and _close(mine.high, other.high, slack):
        return True
    if mine.low == mine.high and (_close(mine.low, other.low, slack) or _close(mine.low, other.high, slack)):
        return True
    return mine.rough and other.low <= mine.low <= other.high


def _close(a: float, b: float, slack: float) -> bool:
    return abs(a - b) <= slack * max(abs(a), abs(b))


def _read(match: re.Match[str], text: str) -> Quantity | None:
    rough = bool(
        _ROUGH.search(text[max(0, match.start() - 6) : match.start()] + text[match.end() : match.end() + 3])
    )
    if match["half"]:
        return Quantity(0.5, 0.5, "ratio", match.group(), "%", rough)
    if match["hundredth"]:
        value = _value(match["hundredth"]) / 100
        return Quantity(value, value, "ratio", match.group(), "%", rough)
    if match["word"]:
        unit = (match["wunit"] or "").casefold()
        value = float(_WORDS[match["word"].casefold()])
        return _count(value, unit, match.group(), rough) if value != 1 else None
    if match["chinese"]:
        value = _value(match["chinese"]) * _SCALES.get(match["cscale"] or "", 1)
        if (value <= 1 and match["cunit"] not in _UNITS) or text[: match.start()].endswith("第"):
            return None
        return _count(value, match["cunit"], match.group(), rough)
    scale = {
        "万": 1e4,
        "亿": 1e8,
        "千": 1e3,
        "百": 100,
        "k": 1e3,
        "m": 1e6,
        "b": 1e9,
        "million": 1e6,
        "billion": 1e9,
        "thousand": 1e3,
    }.get((match["scale"] or "").casefold(), 1)
    low = float(match["low"].replace(",", "")) * scale
    high = float(match["high"].replace(",", "")) * scale if match["high"] else low
    unit = "$" if match["money"] else "x" if match["pre"] else (match["unit"] or "").casefold()
    dimension, factor = _UNITS.get(unit, ("", 1.0))
    if not unit:
        after = re.match(r"\s?(?:个\s?)?([A-Za-z]+|[\u4e00-\u9fff])", text[match.end() :])
        unit = after[1].casefold() if after and after[1] not in "的和与或，是时后前内以" else ""
    return Quantity(low * factor, high * factor, dimension, match.group().strip(), unit, rough)


def _count(value: float, unit: str, text: str, rough: bool) -> Quantity:
    dimension, factor = _UNITS.get(unit, ("", 1.0))
    return Quantity(value * factor, value * factor, dimension, text, unit, rough, certain=bool(dimension))


def _value(numeral: str) -> float:
    if re.match(r"\d", numeral):
        return float(numeral.replace(",", ""))
    whole, _, decimals = numeral.partition("点")
    total, digit = 0.0, 0
    for char in whole:
        if char in _SCALES:
            total += (digit or 1) * _SCALES[char]
            digit = 0
        else:
            digit = digit * 10 + _DIGITS[char] if digit and total == 0 else _DIGITS[char]
    total += digit
    return total + (float("0." + "".join(str(_DIGITS[d]) for d in decimals)) if decimals else 0.0)


def described(found: Sequence[Quantity]) -> str:
    return "、".join(quantity.text for quantity in found)
