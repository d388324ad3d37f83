"""Editions: a book on pages of one size, typeset when a file needs it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from pnp.documents import Book, typeset
from pnp.scene import Picture

if TYPE_CHECKING:
    from pnp.documents.typesetting import TypesetBook

# The width, the height and the number of each strip, as keys in their order.
Strips: TypeAlias = dict[tuple[float, float, int | None], None]

# The key of the manifest with the strips of a file.
_STRIPS = "strips"


class Edition:
    """A book on pages of one size in millimetres.

    The pages show strips of the game where their text leaves room. Which these are is known when the book has been
    typeset: the manifest notes such `strips`, and a later build compares what they would show.
    """

    def __init__(self, book: Book, width: float, height: float) -> None:
        self._book, self._size = book, (width, height)
        self.strips: Strips = {}

    @cached_property
    def typeset(self) -> TypesetBook:
        """The pages; raises MissingGlyph."""
        strip = self._book.dress.strip

        def drawn(width: float, height: float, number: int | None) -> Picture:
            assert strip is not None
            self.strips[width, height, number] = None
            return strip(width, height, number)

        dress = self._book.dress._replace(strip=strip and drawn)
        return typeset(self._book._replace(dress=dress), *self._size)

    def values(self, entry: Mapping[str, object]) -> object:
        """All that the pages are made from, if they have the strips of this entry of a manifest."""
        dress = self._book.dress
        book = self._book._replace(dress=dress._replace(strip=None))
        strips = [] if dress.strip is None else [dress.strip(*size) for size in self._read(entry)]
        return book, self._size, strips

    def _read(self, entry: Mapping[str, object]) -> Iterator[tuple[float, float, int | None]]:
        """The strips of an entry; an entry that somebody has edited may have any."""
        sizes = entry.get(_STRIPS)
        for each in sizes if isinstance(sizes, list) else ():
            match each:
                case [float(width), float(height), (int() | None) as number] if (
                    0 < width <= self._size[0] and 0 < height <= self._size[1]
                ):
                    yield width, height, number


def noted(strips: Strips) -> dict[str, object]:
    """The strips as numbers of an entry in the manifest."""
    return {_STRIPS: [*map(list, strips)]} if strips else {}
