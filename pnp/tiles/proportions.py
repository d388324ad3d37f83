"""The sizes of everything on a tile, in millimetres.

Drawing and validation both use them, so that pnp checks what it draws.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import field
from functools import cached_property
from itertools import pairwise

from pnp.basics.classes import NamedTuple, frozen
from pnp.scene.fonts import CAP_HEIGHT, text_width
from pnp.tiles import TileGeometry

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

# Shares of the circumradius, and of the depth to which a side's part of the tile reaches.
BAND_DEPTH, BAND_ROOM = 0.25, 0.7

# Of half the distance between the values of two neighbouring edges: the discs in which they stand.
EDGE_VALUE = 0.62
# Shares of the apothem: the greatest disc of a value, its distance from the side, and the width of the bar between
# two halves; of the length of the nearest side: that bar. A value beside a strand is smaller by a share.
MOST_VALUE = 0.35
VALUE_MARGIN = 0.12
BAR_WIDTH, BAR_LENGTH = 0.05, 0.78
VALUE_ASIDE = 0.62
# Of the room of a half: the disc of its value. Of the length of its side: the longest word.
HALF_VALUE, HALF_WORD = 0.45, 0.8
# Of the radius of a value's disc: the height of a digit, and the distance of two rows of pips.
DIGIT, PIP_ROWS = 1.3, 0.5

# Shares of the shortest side: how far the values and the colours of corners reach from the tip. It counts as this
# many times the least distance of a corner from another side, or from another corner, at most.
CORNER_REACH, PATCH_REACH = 0.38, 0.3
NARROW, ACROSS = 1.5, 1.2
# The most of values that are larger than usual, of a half and of the shortest side.
_MOST_HALF, _MOST_CORNER = 0.49, 0.42

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


@frozen
class Proportions:
    """The lengths on a tile of this geometry and size, in millimetres.

    `size` is the distance across flats of a hexagon, the side of a square or of a triangle, the width
    of a rectangle, the longest side of a polygon with a name. All lengths are proportional to it, except for
    the steps of a band's pattern. Those of a rectangle are those of a square on its short side. `strands` and `values`
    scale the width of strands and the values of sides and corners; 1 is usual.
    """

    geometry: TileGeometry
    size: float
    strands: float = field(default=1.0, kw_only=True)
    values: float = field(default=1.0, kw_only=True)

    @cached_property
    def apothem(self) -> float:
        """From the centre to the nearest side."""
        return self.geometry.polygon.inradius * self.size

    @cached_property
    def _distances(self) -> tuple[float, ...]:
        polygon = self.geometry.polygon
        both = zip(polygon.tangents, polygon.middles, strict=True)
        return tuple(tangent.cross(middle * -self.size) for tangent, middle in both)

    def distance(self, side: int) -> float:
        """From the centre to the line along a side."""
        return self._distances[side]

    def length(self, side: int) -> float:
        """The length of a side."""
        return self.geometry.polygon.lengths[side] * self.size

    def half_angle(self, corner: int) -> float:
        """Half of the angle of a corner, in radians."""
        return self.geometry.polygon.angles[corner % self.geometry.sides] / 2

    def ends(self, side: int, inset: float) -> tuple[float, float]:
        """The ends of a line along a side, so far inside it, from corner to corner; 0 is the middle of the side."""
        half = self.length(side) / 2
        before, after = self.half_angle(side), self.half_angle(side + 1)
        return inset / math.tan(before) - half, half - inset / math.tan(after)

    def midway(self, side: int, inset: float) -> float:
        """Where such a line is equally far from the lines that halve the corners; 0 is the middle of the side."""
        before, after = self.half_angle(side), self.half_angle(side + 1)
        off = (math.sin(after) - math.sin(before)) * self.length(side) / 2
        off += (math.cos(before) - math.cos(after)) * inset
        return off / (math.sin(before) + math.sin(after))

    @cached_property
    def circumradius(self) -> float:
        """From the centre to a corner of a regular tile; on another, of one with its apothem."""
        return self.apothem / math.cos(math.pi / self.geometry.sides)

    @cached_property
    def strand_width(self) -> float:
        """The width of every strand, which is less if a side has more ports."""
        width = STRAND_WIDTH * self.apothem / math.pow(self.geometry.ports, 0.7)
        return self.strands * width

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
        """The depth of the band along an edge, which every side has room for."""
        return min(BAND_DEPTH * self.circumradius, BAND_ROOM * min(map(self.deepest, self._sides)))

    @property
    def _sides(self) -> range:
        return range(self.geometry.sides)

    def deepest(self, side: int) -> float:
        """How far inside a side the lines that halve its corners meet; infinite if they do not."""
        start, end = self.ends(side, 1.0)
        shorter = self.length(side) - (end - start)
        return self.length(side) / shorter if shorter > 1e-6 else math.inf

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

    def corner_of(self, show: str) -> float:
        """How far from a corner's tip reaches what it shows: its colour as a patch, a value, or nothing."""
        if show == "patch":
            # Patches begin a little inside the tile.
            return self.patch_reach + BAND_INSET
        return 0.0 if show == "nothing" else self.corner_reach

    def edge_value(self, reach: float) -> float:
        """The radius of the disc in which the value of an edge stands, clear of corners that reach so far."""
        most = MOST_VALUE * self.values * self.apothem
        high = min(most, *map(self._value_room, self._sides))
        if not reach or not self._is_tight(high, reach):
            return high
        low = 0.0
        while high - low > 1e-3 * self.apothem:
            middle = (low + high) / 2
            low, high = (low, middle) if self._is_tight(middle, reach) else (middle, high)
        return low

    def _is_tight(self, radius: float, reach: float) -> bool:
        """Whether the disc of a value has no place beside a side."""
        spans = (self._span(side, radius, reach) for side in self._sides)
        return any(start > end + 1e-9 for start, end in spans)

    def _span(self, side: int, radius: float, reach: float) -> tuple[float, float]:
        """From where to where a disc beside a side is clear of its corners, and keeps from the lines that halve them."""
        half, depth, apart = (
            self.length(side) / 2,
            VALUE_MARGIN * self.apothem + radius,
            radius / self._value_share,
        )
        clear = reach + radius if reach else 0.0
        aside = math.sqrt(max(0.0, clear * clear - depth * depth))
        start, end = (
            max((apart + depth * math.cos(angle)) / math.sin(angle), aside)
            for angle in (self.half_angle(side), self.half_angle(side + 1))
        )
        return start - half, half - end

    def value_along(self, side: int, radius: float, reach: float) -> float:
        """Where the disc of a value stands along a side; 0 is the middle of the side."""
        midway = self.midway(side, VALUE_MARGIN * self.apothem + radius)
        if not reach:
            return midway
        start, end = self._span(side, radius, reach)
        return min(max(midway, start), end)

    @property
    def _value_share(self) -> float:
        """Of half the distance between the values of two neighbouring edges: the discs in which they stand."""
        return min(EDGE_VALUE * self.values, 1.0)

    def _value_room(self, side: int) -> float:
        """The radius of a disc near a side that fills its share of the way to the lines that halve the corners.

        Midway between them at the depth d, that way is (length sin a sin b - d sin(a + b)) / (sin a + sin b), if a and b
        are the halves of the angles.
        """
        before, after = self.half_angle(side), self.half_angle(side + 1)
        both = math.sin(before) + math.sin(after)
        narrower = self._value_share * math.sin(before + after) / both
        widest = self._value_share * math.sin(before) * math.sin(after) / both * self.length(side)
        return (widest - VALUE_MARGIN * self.apothem * narrower) / (1 + narrower)

    def edge_word(self, side: int, reach: float) -> float:
        """The greatest width of a word along a side, clear of those of its neighbours and of its corners."""
        radius = self.edge_value(reach)
        start, end = self.ends(side, VALUE_MARGIN * self.apothem + 2 * radius)
        middle = self.value_along(side, radius, reach)
        half = self.length(side) / 2
        room = min(end - middle, middle - start)
        if reach:
            room = min(room, middle - reach + half, half - reach - middle)
        return 2 * max(radius, room)

    def half_value(self, side: int) -> float:
        """The radius of the disc in which a value stands that has the half of the tile at a side."""
        share = min(HALF_VALUE * self.values, _MOST_HALF)
        return share * min(self.length(side), self.distance(side))

    def half_word(self, side: int) -> float:
        """The greatest width of a word in the half of the tile at a side."""
        return HALF_WORD * self.length(side)

    @cached_property
    def _corner_room(self) -> float:
        """The shortest side; less on a narrow tile, where a corner's circle would reach the side or corner beyond."""
        polygon = self.geometry.polygon
        room = min(*polygon.lengths, NARROW * polygon.clearance, ACROSS * polygon.apart)
        return room * self.size

    def _in_corner(self, corner: int) -> float:
        """The radius of the disc that touches the arc and both sides of a corner's sector, as a share."""
        sine = math.sin(min(self.half_angle(corner), math.pi / 2))
        return sine / (1 + sine)

    @property
    def _corner_share(self) -> float:
        return min(map(self._in_corner, self._sides))

    @property
    def corner_reach(self) -> float:
        """How far the value of a corner reaches from its tip."""
        return min(CORNER_REACH * self.values, _MOST_CORNER) * self._corner_room

    @property
    def corner_value(self) -> float:
        """The radius of the disc in which the value of a corner stands."""
        return self._corner_share * self.corner_reach - VALUE_MARGIN * self.apothem / 2

    @property
    def patch_reach(self) -> float:
        """The radius of a corner in its colour."""
        return PATCH_REACH * self._corner_room

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
