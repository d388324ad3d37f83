"""Rulebooks: Markdown becomes blocks, blocks become pages, pages become booklets and kits.

Importing this package is cheap: the first call that needs markdown-it, Typst or pikepdf imports
it.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pnp.basics.errors import Source
from pnp.basics.markup import Run
from pnp.documents.blocks import (
    Block,
    Bullets,
    Cell,
    Figure,
    Heading,
    Lines,
    Note,
    Numbered,
    Paragraph,
    Part,
    Parts,
    Resolver,
    Rows,
    Rule,
    Runs,
    Shown,
    Table,
)
from pnp.documents.book import Book, Dress, Inks, KitFile, KitPart, Sizes
from pnp.scene import Picture

if TYPE_CHECKING:
    from pnp.documents.typesetting import TypesetBook

__all__ = [
    "Block",
    "Book",
    "Bullets",
    "Cell",
    "Dress",
    "Figure",
    "Heading",
    "Inks",
    "KitFile",
    "KitPart",
    "Lines",
    "Note",
    "Numbered",
    "Paragraph",
    "Part",
    "Parts",
    "Picture",
    "Resolver",
    "Rows",
    "Rule",
    "Run",
    "Runs",
    "Shown",
    "Sizes",
    "Table",
    "book_pdf",
    "booklet_pdf",
    "bound",
    "page_count",
    "read_markdown",
    "typeset",
]


def read_markdown(source: Source, resolver: Resolver) -> tuple[Block, ...]:
    """The blocks of a rulebook, with all values and figures in their places.

    Raises InvalidDefinition with all problems, in file order.
    """
    from pnp.documents import reader

    return reader.read_markdown(source, resolver)


def typeset(book: Book, width: float, height: float) -> TypesetBook:
    """The book on pages of this size in millimetres; raises MissingGlyph."""
    from pnp.documents import typesetting

    return typesetting.TypesetBook(book, width, height)


def book_pdf(book: Book, width: float, height: float) -> bytes:
    """The book as single pages in reading order, tagged; lengths in millimetres.

    Raises MissingGlyph.
    """
    return typeset(book, width, height).pdf()


def booklet_pdf(pages_pdf: bytes, sheet_width: float, sheet_height: float) -> bytes:
    """The pages on landscape sheets, two on each side, to fold and to staple in the fold.

    The size is that of the upright sheet, in millimetres. Players print both sides, turned over the
    short edge. Raises DoesNotFit if a page is larger than half the sheet.
    """
    from pnp.documents import binding

    return binding.booklet_pdf(pages_pdf, sheet_width, sheet_height)


def bound(parts: Sequence[KitPart], about: KitFile, into: Path) -> None:
    """Writes all parts as one file, with a bookmark for each part above the part's own bookmarks."""
    from pnp.documents import binding

    binding.bound(parts, about, into)


def page_count(pdf: bytes | Path) -> int:
    """The number of pages of a PDF file."""
    from pnp.documents import binding

    return binding.page_count(pdf)
