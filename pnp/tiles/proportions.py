"""The sizes of everything on a tile, in millimetres.

Drawing and validation both use them, so that pnp checks what it draws.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from pnp.scene.fonts import CAP_HEIGHT, text_width
from pnp.tiles import Shape, TileGeometry

# Shares of the apothem, the distance from the centre to a side.
STRAND_WIDTH = 0.32  # a sixth of the way across flats, for one port a side
KERB = 0.038
END_DISTANCE = 0.55  # from the centre to the disc of an end: neighbours' discs do not touch
FILLET_DEPTH = 0.36  # from the side to where the arm of a junction begins to widen
DOT_RADIUS = 0.2
STAR_RADIUS = 0.2
RING_RADIUS = 0.36
VILLAGE_RADIUS = 0.4
ABBEY_RADIUS = 0.48

# Shares of a disc's radius, of a ring's radius, and of a band's depth.
SYMBOL_ON_DISC = 0.5
SYMBOL_IN_RING = 0.36
LETTER_DISC = 0.42

# Shares of the strand's width.
DISC_RADIUS = 0.66
CASING = 0.145


class LinePattern(NamedTuple):
    """The pattern over a strand, by which one recognises it without its ink; in shares of its width.

    `stripes` are the widths of stripes along its middle, alternately light and dark. Dashes are
    `dash` wide and fill the share `filled` of each period; dots are `dot` wide and lie halfway
    between dashes.
    """

    stripes: tuple[float, ...] = ()
    dash: float = 0.0
    filled: float = 0.0
    dot: float = 0.0
    period: float = 0.0

    @property
    def finest(self) -> float:
        """The width of the finest line that has to be printed, light or dark."""
        return min(self._widths())

    @property
    def spacing(self) -> float:
        """The distance from one dash or dot to the next; 0 if nothing recurs along the strand."""
        return self.period / 2 if self.dash and self.dot else self.period

    def _widths(self) -> Iterator[float]:
        yield 1.0
        for outer, inner in pairwise((1.0, *self.stripes)):
            yield (outer - inner) / 2
        yield from self.stripes[-1:]
        for width in (self.dash, self.dot):
            if width:
                yield from (width, (1 - width) / 2)
        if self.dash:
            yield self.filled * self.period
        if self.period:
            gaps = 2 if self.dash and self.dot else 1
            yield (self.period - self.filled * self.period - self.dot) / gaps


LINE_PATTERNS = {
    "thick": LinePattern(),
    "dashed": LinePattern(dash=0.24, filled=0.56, period=0.8),
    "double": LinePattern(stripes=(0.42,)),
    "dotted": LinePattern(dot=0.42, period=0.78),
    "triple": LinePattern(stripes=(0.62, 0.24)),
    "ladder": LinePattern(dash=0.6, filled=0.5, period=0.5),
    "dash-dot": LinePattern(dash=0.24, filled=0.6, dot=0.3, period=1.3),
}
# Inside two outlines in the ink of a strand.
OUTLINED_PATTERNS = {
    "thick": LinePattern(),
    "dashed": LinePattern(dash=0.16, filled=0.56, period=0.8),
    "double": LinePattern(stripes=(0.42,)),
    "dotted": LinePattern(dot=0.3, period=0.78),
    "triple": LinePattern(stripes=(0.62, 0.12)),
    "ladder": LinePattern(dash=0.6, filled=0.16, period=0.5),
    "dash-dot": LinePattern(dash=0.16, filled=0.6, dot=0.3, period=1.3),
}

# Shares of the circumradius.
BAND_DEPTH = 0.25

# Of half the distance between the values of two neighbouring edges: the discs in which they stand.
EDGE_VALUE = 0.62
# Shares of the apothem: the distance of that disc from the side, and the width of the bar between two
# halves; of the length of the nearest side: that bar. A value beside a strand is smaller by a share.
VALUE_MARGIN = 0.12
BAR_WIDTH, BAR_LENGTH = 0.05, 0.78
VALUE_ASIDE = 0.62
# Of the room of a half: the disc of its value. Of the length of its side: the longest word.
HALF_VALUE, HALF_WORD = 0.45, 0.8
# Of the radius of a value's disc: the height of a digit, and the distance of two rows of pips.
DIGIT, PIP_ROWS = 1.3, 0.5

# Shares of the shortest side: how far the values and the colours of corners reach from the tip.
CORNER_REACH, PATCH_REACH = 0.38, 0.3

# Millimetres on paper for tiles of any size: scissors and eyes do not scale.
BORDER_WIDTH = 0.2
BAND_INSET = 0.55
BAND_GAP = 0.7
LABEL_SIZE = 2.2
LABEL_MARGIN = 1.3
LABEL_FROM_TIP = 2.2
BAND_SPACING = 1.9  # so that a pattern survives the printer
BAND_LINE = 0.55
OUTLINE = 0.3  # round areas that are not filled, or hardly seen

# The least that home printers and eyes can do, in millimetres.
LEAST_LINE = 0.3
LEAST_SPACING = 1.2
LEAST_LETTER = 2.5  # 7 pt


def letter_size(code: str, radius: float) -> float:
    """The em of a letter on a disc; a long code is smaller, so that it stays on its disc."""
    return 1.22 * radius / CAP_HEIGHT / max(1.0, 0.62 * len(code))


def value_size(text: str, radius: float, width: float) -> float:
    """The em of digits or a word: as high as its disc allows, unless its place is too narrow."""
    size = DIGIT * radius / CAP_HEIGHT
    return size if len(text) == 1 else min(size, size * width / text_width(text, size, bold=True))


@dataclass(frozen=True)
class Proportions:
    """The lengths on a tile of this geometry and size, in millimetres.

    `size` is the distance across flats of a hexagon, the side of a square or of a triangle, the width
    of a rectangle. All lengths are proportional to it, except for the steps of a band's pattern. They
    are those of a square on the short side of a rectangle.
    """

    geometry: TileGeometry
    size: float

    @cached_property
    def apothem(self) -> float:
        """From the centre to the middle of the nearest side."""
        if self.geometry.shape is Shape.TRIANGLE:
            return self.size / (2 * math.sqrt(3))
        return self.size / 2 * min(1.0, self.geometry.ratio)

    def distance(self, side: int) -> float:
        """From the centre to the middle of a side."""
        if self.geometry.shape is Shape.RECTANGLE:
            return self.size / 2 * (1.0 if side % 2 else self.geometry.ratio)
        return self.apothem

    def length(self, side: int) -> float:
        """The length of a side."""
        if self.geometry.shape is Shape.RECTANGLE:
            return 2 * self.distance(side + 1)
        return 2 * self.apothem * math.tan(math.pi / self.geometry.sides)

    @cached_property
    def circumradius(self) -> float:
        """From the centre to a corner, but on a rectangle to that of the square on its short side."""
        return self.apothem / math.cos(math.pi / self.geometry.sides)

    @cached_property
    def strand_width(self) -> float:
        """The width of every strand, which is less if a side has more ports."""
        return STRAND_WIDTH * self.apothem / math.pow(self.geometry.ports, 0.7)

    @property
    def casing(self) -> float:
        """The width of the light line along each side of a strand."""
        return CASING * self.strand_width

    @property
    def kerb(self) -> float:
        """The width of the dark line along each side of a road."""
        return KERB * self.apothem

    @property
    def symbol_radius(self) -> float:
        """The approximate radius of the symbol of an end or a junction."""
        return SYMBOL_ON_DISC * DISC_RADIUS * self.strand_width

    @property
    def band_depth(self) -> float:
        """The depth of the band along an edge."""
        return BAND_DEPTH * self.circumradius

    @property
    def band_rows(self) -> int:
        """How many rows a band's pattern has."""
        return max(2, round(self.band_depth / BAND_SPACING))

    @property
    def letter_disc(self) -> float:
        """The radius of the disc under the letter of an edge."""
        return LETTER_DISC * self.band_depth

    def letter_size(self, code: str) -> float:
        """The em of an edge's letter."""
        return letter_size(code, self.letter_disc)

    @property
    def edge_value(self) -> float:
        """The radius of the disc in which the value of an edge stands."""
        # At the distance c from the centre, two neighbours are 2 c sin(180/sides) apart.
        share = EDGE_VALUE * math.sin(math.pi / self.geometry.sides)
        return share / (1 + share) * (1 - VALUE_MARGIN) * self.apothem

    def edge_word(self, side: int) -> float:
        """The greatest width of a word along a side, which stays clear of those of its neighbours."""
        inset = VALUE_MARGIN * self.apothem + 2 * self.edge_value
        return self.length(side) - 2 * inset * math.tan(math.pi / self.geometry.sides)

    def half_value(self, side: int) -> float:
        """The radius of the disc in which a value stands that has the half of the tile at a side."""
        return HALF_VALUE * min(self.length(side), self.distance(side))

    def half_word(self, side: int) -> float:
        """The greatest width of a word in the half of the tile at a side."""
        return HALF_WORD * self.length(side)

    @cached_property
    def _least_side(self) -> float:
        return min(self.length(0), self.length(1))

    @property
    def _corner_share(self) -> float:
        """The radius of the disc that touches the arc and both sides of a corner's sector, as a share."""
        half = math.cos(math.pi / self.geometry.sides)
        return half / (1 + half)

    @property
    def corner_reach(self) -> float:
        """How far the value of a corner reaches from its tip."""
        return CORNER_REACH * self._least_side

    @property
    def corner_value(self) -> float:
        """The radius of the disc in which the value of a corner stands."""
        return self._corner_share * self.corner_reach - VALUE_MARGIN * self.apothem / 2

    @property
    def patch_reach(self) -> float:
        """The radius of a corner in its colour."""
        return PATCH_REACH * self._least_side

    @property
    def patch_letter(self) -> float:
        """The radius of the disc under the letter of a corner."""
        return min(self.letter_disc, 0.72 * self._corner_share * self.patch_reach)

    def label_size(self, text: str) -> float:
        """The em of a mark's text, which stays on its disc; a wide letter takes most of an em."""
        return min(0.34 * self.apothem / CAP_HEIGHT, 0.6 * self.apothem / (0.7 * len(text)))

    @property
    def ring_symbol_radius(self) -> float:
        """The approximate radius of the symbol in a ring."""
        return SYMBOL_IN_RING * RING_RADIUS * self.apothem
