"""Ink: how much of its paper a document covers, measured on the pages as a printer paints them."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from pnp.basics.errors import UnusableInput
from pnp.basics.lookup import library
from pnp.render import pdf_bytes
from pnp.scene import Document, Page

# A coarse picture is enough: the mean of smoothed edges is that of sharp ones.
DPI = 36.0

# More pages than this are judged by so many of them, at equal distances.
MOST_PAGES = 16

# The makers of printers state the yield of a cartridge in A4 pages of this coverage.
STANDARD_PAGE = 0.05
_A4 = 210.0 * 297.0


class Ink(NamedTuple):
    """Standard pages of each ink: a cartridge with a stated yield of 300 pages holds 300 of these.

    pnp separates colours in the plainest way: the part of a colour that is grey is printed in black.
    A driver mixes some greys from colours, so that real numbers differ, mostly by less than half.
    """

    cyan: float
    magenta: float
    yellow: float
    black: float

    @property
    def colour(self) -> float:
        """The standard pages of the three colours together, for a cartridge with three chambers."""
        return (self.cyan + self.magenta + self.yellow) / 3

    def plus(self, other: Ink) -> Ink:
        """The ink of two documents together."""
        return Ink(*(one + another for one, another in zip(self, other, strict=True)))


NO_INK = Ink(0.0, 0.0, 0.0, 0.0)


def ink_of(document: Document) -> Ink | None:
    """The ink that a document takes; None if the library that paints its pages is missing."""
    if not document.pages:
        return NO_INK
    try:
        painter = library("pypdfium2", extra="stats", user="pnp stats")
    except UnusableInput:
        return None
    pages = _chosen(document.pages)
    found = NO_INK
    file = painter.PdfDocument(pdf_bytes(replace(document, pages=tuple(pages))))
    try:
        for number, page in enumerate(pages):
            size = page.width * page.height / _A4
            bitmap = file[number].render(scale=DPI / 72, rev_byteorder=True, prefer_bgrx=True)
            coverage = covered(bytes(bitmap.buffer))
            found = found.plus(Ink(*(share * size / STANDARD_PAGE for share in coverage)))
    finally:
        file.close()
    scale = len(document.pages) / len(pages)
    return Ink(*(each * scale for each in found))


def _chosen(pages: Sequence[Page]) -> Sequence[Page]:
    if len(pages) <= MOST_PAGES:
        return pages
    return [pages[number * len(pages) // MOST_PAGES] for number in range(MOST_PAGES)]


def covered(dots: bytes) -> tuple[float, float, float, float]:
    """The shares of a page that cyan, magenta, yellow and black cover; four bytes a dot, RGBX.

    >>> covered(bytes([255, 0, 0, 0]) + bytes([0, 0, 0, 0]))
    (0.0, 0.5, 0.5, 0.5)
    """
    found = [0, 0, 0, 0]
    colours = Counter(memoryview(dots).cast("I"))
    for colour, number in colours.items():
        red, green, blue, _ = colour.to_bytes(4, sys.byteorder)
        white = max(red, green, blue)
        for ink, level in enumerate((white - red, white - green, white - blue, 255 - white)):
            found[ink] += level * number
    whole = 255 * colours.total()
    cyan, magenta, yellow, black = (each / whole for each in found)
    return cyan, magenta, yellow, black
