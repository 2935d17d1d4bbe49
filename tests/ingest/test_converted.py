"""The same bank as Markdown, HTML, Word and PDF gives the same questions, numbers and points."""

import re

import pytest

from ingest.files import FileProblem, read_document
from ingest.parse import parse

BANK = """# 缓存与韧性

## Q51 缓存和数据库怎样保持一致？

一句话：追求的是最终一致：写路径先更新数据库、再删除缓存，下一次读负责把新值填回去。

### 写路径

- 先更新数据库，再删缓存：删掉之后由下一次读回填，缓存里不会长期留着旧值；这一条足够长，所以在页面上要折成两行，折行之后仍旧是同一个要点。
- 删除可能失败：放进消息队列重试，并用 TTL 兜底（→ Q52）。

### 读路径

1. 读缓存，命中就返回；
2. 未命中时查库，回填并带上过期时间。

题眼：先更库、后删缓存，而且是「删」不是「改」。

记忆锚点：先改账本，再撕掉墙上的旧价目表。

## Q52 缓存穿透是什么？

一句话：查询一个根本不存在的键。

- 缓存空值：把不存在也记下来，过期时间设短一些。
- 布隆过滤器：它说没有就一定没有。

题眼：不存在的键；两种办法各自的代价。
"""


def blocks():
    """(kind, text) of the bank's lines, for the writers below."""
    for line in filter(None, BANK.split("\n")):
        heading, item = re.match(r"(#+) (.*)", line), re.match(r"(-|\d\.) (.*)", line)
        yield (f"h{len(heading[1])}", heading[2]) if heading else (item[1], item[2]) if item else ("p", line)


def write_html(path):
    from markdown_it import MarkdownIt

    path.write_text(
        f"<html><head><title>x</title><style>p {{}}</style></head><body>{MarkdownIt().render(BANK)}</body></html>",
        encoding="utf-8",
    )


def write_docx(path):
    import docx

    document = docx.Document()
    for kind, text in blocks():
        if kind[0] == "h":
            document.add_heading(text, int(kind[1]))
        else:
            document.add_paragraph(text, style={"-": "List Bullet", "p": None}.get(kind, "List Number"))
    document.save(str(path))


def write_pdf(path):
    from reportlab.lib.styles import ParagraphStyle
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.cidfonts import UnicodeCIDFont
    from reportlab.platypus import Paragraph, SimpleDocTemplate

    pdfmetrics.registerFont(UnicodeCIDFont("STSong-Light"))
    sizes = {"h1": 20, "h2": 16, "h3": 13}
    flow = []
    for kind, text in blocks():
        size = sizes.get(kind, 10.5)
        style = ParagraphStyle(
            kind,
            fontName="STSong-Light",
            fontSize=size,
            leading=size * 1.5,
            spaceAfter=6,
            wordWrap="CJK",
            leftIndent=0 if kind[0] in "hp" else 14,
        )
        flow.append(Paragraph(text if kind[0] in "hp" else f"{kind} {text}", style))
    SimpleDocTemplate(str(path)).build(flow)


def essence(text):
    def key(value):
        return re.sub(r"\s", "", value or "")

    return [
        (
            q.id,
            q.number,
            q.title,
            [key(p.text) for p in q.points],
            [p.heading for p in q.points],
            key(q.summary),
            key(q.key_point),
            key(q.hook),
            q.reference_numbers,
        )
        for q in parse(text).questions
    ]


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize(
    ("suffix", "write"), [(".html", write_html), (".docx", write_docx), (".pdf", write_pdf)]
)
def test_every_format_gives_the_same_questions(tmp_path, suffix, write):
    path = tmp_path / f"bank{suffix}"
    write(path)
    assert essence(read_document(path).text) == essence(BANK)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_locked_pdf_says_so(tmp_path):
    from reportlab.pdfgen.canvas import Canvas

    path = tmp_path / "locked.pdf"
    canvas = Canvas(str(path), encrypt="secret")
    canvas.drawString(50, 700, "Q1 what")
    canvas.save()
    with pytest.raises(FileProblem) as problem:
        read_document(path)
    assert problem.value.code == "encrypted"


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_scanned_pages_say_so(tmp_path):
    from reportlab.pdfgen.canvas import Canvas

    path = tmp_path / "scan.pdf"
    canvas = Canvas(str(path))
    canvas.rect(50, 50, 100, 100)
    canvas.save()
    with pytest.raises(FileProblem) as problem:
        read_document(path)
    assert problem.value.code == "no_question" and "OCR" in problem.value.message
