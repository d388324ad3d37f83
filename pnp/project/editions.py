"""Editions: a book on pages of one size, typeset when a file needs it."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from pnp.documents import Book, typeset

if TYPE_CHECKING:
    from pnp.documents.typesetting import TypesetBook


class Edition:
    """A book on pages of one size in millimetres; `values` are all that its pages are made from."""

    def __init__(self, book: Book, width: float, height: float) -> None:
        self.values = book, (width, height)

    @cached_property
    def typeset(self) -> TypesetBook:
        """The pages; raises MissingGlyph."""
        book, size = self.values
        return typeset(book, *size)
