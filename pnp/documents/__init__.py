"""Rulebooks: Markdown becomes blocks, blocks become pages, pages become booklets and kits.

Importing this package costs nothing: markdown-it, reportlab and pikepdf are imported by the first
call that needs them.
"""

from __future__ import annotations

from collections.abc import Sequence

from pnp.basics.errors import Source
from pnp.basics.markup import Run
from pnp.documents.blocks import (
    Block,
    Bullets,
    Cell,
    Figure,
    Heading,
    Note,
    Numbered,
    Paragraph,
    Resolver,
    Rows,
    Rule,
    Runs,
    Table,
)
from pnp.documents.book import Book, KitPart
from pnp.documents.mustache import filled
from pnp.scene import Picture

__all__ = [
    "Block",
    "Book",
    "Bullets",
    "Cell",
    "Figure",
    "Heading",
    "KitPart",
    "Note",
    "Numbered",
    "Paragraph",
    "Picture",
    "Resolver",
    "Rows",
    "Rule",
    "Run",
    "Runs",
    "Table",
    "book_pdf",
    "booklet_pdf",
    "bound",
    "filled",
    "page_count",
    "read_markdown",
]


def read_markdown(source: Source, resolver: Resolver) -> tuple[Block, ...]:
    """The blocks of a rulebook, with all values and figures in their places.

    Raises InvalidDefinition with all problems, in file order.
    """
    from pnp.documents import reader

    return reader.read_markdown(source, resolver)


def book_pdf(book: Book, width: float, height: float) -> bytes:
    """The book as single pages in reading order, tagged; lengths in millimetres.

    Raises DoesNotFit where a block cannot be broken and is taller than a page, and MissingGlyph.
    """
    from pnp.documents import typesetting

    return typesetting.book_pdf(book, width, height)


def booklet_pdf(pages_pdf: bytes, sheet_width: float, sheet_height: float) -> bytes:
    """The pages, two a side of the landscape sheet, to be folded and stapled in the fold.

    The size is that of the upright sheet, in millimetres. Print both sides, flip on the short
    edge. Raises DoesNotFit where a page is larger than half the sheet.
    """
    from pnp.documents import booklet

    return booklet.booklet_pdf(pages_pdf, sheet_width, sheet_height)


def bound(
    parts: Sequence[KitPart], *, title: str, author: str, subject: str, language: str
) -> bytes:
    """All parts as one file: a bookmark for each part, with the part's own below it."""
    from pnp.documents import binding

    return binding.bound(parts, title=title, author=author, subject=subject, language=language)


def page_count(pdf: bytes) -> int:
    """How many pages a PDF file has."""
    from pnp.documents import binding

    return binding.page_count(pdf)
