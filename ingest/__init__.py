"""Raw files → a `Bank` of `Question`s with exact places in the file."""

from ingest.bank import Bank, FileReport, read_bank, shipped_material
from ingest.errors import TiyanError
from ingest.question import Part, Question, Reference, Source

__all__ = [
    "Bank",
    "FileReport",
    "Part",
    "Question",
    "Reference",
    "Source",
    "TiyanError",
    "read_bank",
    "shipped_material",
]
