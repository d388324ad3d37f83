"""A book becomes pages with a running foot, metadata and a structure."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO

from reportlab.lib.fonts import addMapping  # type: ignore[import-untyped]
from reportlab.platypus import (  # type: ignore[import-untyped]
    BaseDocTemplate,
    Flowable,
    Frame,
    PageTemplate,
)
from reportlab.platypus.doctemplate import LayoutError  # type: ignore[import-untyped]

from pnp.basics.errors import DoesNotFit
from pnp.documents.book import Book
from pnp.documents.canvas import BookCanvas
from pnp.documents.story import Story
from pnp.documents.tags import Element, tagged
from pnp.documents.typography import QUIET_INK, Typography, typography
from pnp.render.pdf import embedded_font, without_ascii85
from pnp.scene.fonts import advances, font_name


def book_pdf(book: Book, width: float, height: float) -> bytes:
    """The book as single pages in reading order, tagged; lengths in millimetres."""
    if not book.blocks:
        raise ValueError("a book needs a block")
    advances(book.footer, bold=False)
    _register_fonts()
    design = typography(width, height)
    document = Element("Document")
    parts = Story(design).parts(book, document)
    return tagged(_pages(book, design, parts), document)


def _register_fonts() -> None:
    """Registers the two weights with Platypus, also in place of italics."""
    for bold in (False, True):
        embedded_font(bold=bold)
        for family in (font_name(bold=False), font_name(bold=True)):
            for italic in (False, True):
                strong = bold or family == font_name(bold=True)
                addMapping(family, bold, italic, font_name(bold=strong))


def _pages(book: Book, design: Typography, parts: list[Flowable]) -> bytes:
    buffer = BytesIO()
    template = BaseDocTemplate(
        buffer,
        pagesize=(design.width, design.height),
        pageTemplates=[_page_template(book, design)],
        title=book.title,
        author=book.author,
        subject=book.subject,
        creator="pnp",
        lang=book.language,
        invariant=1,
        pageCompression=1,
        displayDocTitle=True,
        printScaling="None",
        # By default reportlab refers to Helvetica on every page, without embedding it.
        initialFontName=font_name(bold=False),
    )
    with without_ascii85():
        try:
            template.build(parts, canvasmaker=BookCanvas)
        except LayoutError as error:
            raise DoesNotFit(f"a block of {book.title!r} is larger than a page") from error
    return buffer.getvalue()


def _page_template(book: Book, design: Typography) -> PageTemplate:
    frame = Frame(
        design.left,
        design.bottom,
        design.width - design.left - design.right,
        design.text_height,
        leftPadding=0,
        rightPadding=0,
        topPadding=0,
        bottomPadding=0,
    )
    # The foot comes last, so that text to copy or to search begins with that of the page.
    return PageTemplate(frames=[frame], onPageEnd=_foot(book, design))


def _foot(book: Book, design: Typography) -> Callable[[BookCanvas, object], None]:
    """Draws the running foot: the book's title at the left, the number of the page at the right."""

    def draw(canvas: BookCanvas, _template: object) -> None:
        with canvas.artifact():
            canvas.setFont(font_name(bold=False), design.foot)
            canvas.setFillColor(QUIET_INK)
            canvas.drawString(design.left, design.foot_height, book.footer)
            right = design.width - design.right
            canvas.drawRightString(right, design.foot_height, str(canvas.getPageNumber()))

    return draw
