"""The shipped bank as plain text per question, for checking the figures it states."""

import re
from functools import cache
from pathlib import Path

MATERIAL = Path(__file__).parents[2] / "ingest" / "material"


@cache
def sections() -> dict[str, str]:
    """Question number without the Q → the text from its heading to the next question."""
    found = {}
    for path in sorted(MATERIAL.glob("*.md")):
        pieces = re.split(r"(?m)^## Q(\d+) ", path.read_text(encoding="utf-8"))
        found.update(zip(pieces[1::2], pieces[2::2], strict=True))
    return found


def says(number: str, text: str) -> bool:
    """Whether question `number` ("125" or "Q125") contains `text` to the letter."""
    return text in sections()[number.removeprefix("Q")]
