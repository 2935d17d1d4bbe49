"""Being examined: answers graded against the bank, an interview that asks back, a schedule of what comes again."""

from assistant.interview.choosing import MODES, Plan
from assistant.interview.export import export_anki, export_csv
from assistant.interview.grade import grade_answer, prepare_grading
from assistant.interview.progress import Progress, progress
from assistant.interview.schedule import RATINGS, StudyLog
from assistant.interview.session import Interview, Outcome, Prompt
from assistant.interview.verdicts import Grade, PointGrade
from assistant.interview.voice import Spoken

__all__ = [
    "MODES",
    "RATINGS",
    "Grade",
    "Interview",
    "Outcome",
    "Plan",
    "PointGrade",
    "Progress",
    "Prompt",
    "Spoken",
    "StudyLog",
    "export_anki",
    "export_csv",
    "grade_answer",
    "prepare_grading",
    "progress",
]
