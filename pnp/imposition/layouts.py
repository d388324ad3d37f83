"""Layouts: where the pieces of one shape lie on a sheet.

Every layout is an *alternating lattice*: rows of places at a pitch, every other row shifted by
half a pitch. For hexagons three lattices matter:

* honeycomb: neighbours share an edge, nothing is wasted, scissors or a machine cut it;
* straight: neighbours share a corner only, in the trihexagonal tiling (3.6.3.6), so that every
  edge lies on a line right across the sheet and a ruler and knife cut it;
* spaced: a gap all round.

Squares and triangles that share edges can be cut straight as they are.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from pnp.draw import Outline
from pnp.errors import DoesNotFit
from pnp.geometry import Box, Point, bounding_box
from pnp.tiles import Shape
from pnp.units import plain_length

LAYOUTS = ("honeycomb", "straight", "spaced")

# Between spaced pieces, in millimetres: room for scissors on both sides.
GAP = 4.0


class Spot(NamedTuple):
    """A place for a piece: its centre on the page, and the heading of the piece's first side."""

    at: Point
    turn: float


@dataclass(frozen=True, slots=True)
class Lattice:
    """Rows of places, as they lie before the whole is perhaps turned by a quarter.

    `width` and `height` are those of a piece; `pitch` is between places in a row, `rise` between
    rows; odd rows are shifted by `shift`. `turns` are the first side's headings of the pieces in
    turn along a row; odd rows begin with the second.
    """

    width: float
    height: float
    pitch: float
    rise: float
    shift: float
    turns: tuple[float, ...]

    def rows(self, box: Box) -> tuple[int, int, int]:
        """How many rows fit in a box of this size, and how many places in even and in odd rows."""
        rows = _fitting(box.height - self.height, self.rise)
        even = _fitting(box.width - self.width, self.pitch)
        odd = _fitting(box.width - self.width - self.shift, self.pitch)
        return rows, even, odd

    def count(self, box: Box) -> int:
        rows, even, odd = self.rows(box)
        return even * ((rows + 1) // 2) + odd * (rows // 2)

    def spots(self, box: Box) -> Iterator[Spot]:
        """The places in reading order, the whole of them in the middle of the box."""
        rows, even, odd = self.rows(box)
        wide = max((even - 1) * self.pitch, (odd - 1) * self.pitch + self.shift if rows > 1 else 0)
        left = box.x + (box.width - wide) / 2
        top = box.y + (box.height - (rows - 1) * self.rise) / 2
        for row in range(rows):
            for place in range(odd if row % 2 else even):
                x = left + place * self.pitch + (self.shift if row % 2 else 0)
                turn = self.turns[(place + row) % len(self.turns)]
                yield Spot(Point(x, top + row * self.rise), turn)


def _fitting(room: float, step: float) -> int:
    """How many places fit where the first takes no more room and each further one a step."""
    # A hundredth of a millimetre too much still fits: sizes in inches are rounded.
    return 0 if room < -0.01 else int((room + 0.01) / step) + 1


def lattice(outline: Outline, layout: str) -> Lattice:
    """The lattice of a layout for tiles of this shape and size."""
    gap = GAP if layout == "spaced" else 0.0
    apothem, radius = outline.apothem, outline.circumradius
    match outline.form.shape:
        case Shape.HEXAGON if layout == "straight":
            return Lattice(2 * radius, 2 * apothem, 2 * radius, 2 * apothem, radius, (0.0,))
        case Shape.HEXAGON:
            pitch = 2 * apothem + gap
            rise = pitch * math.sqrt(3) / 2
            return Lattice(2 * apothem, 2 * radius, pitch, rise, pitch / 2, (30.0,))
        case Shape.SQUARE:
            side = outline.size
            return Lattice(side, side, side + gap, side + gap, 0.0, (0.0,))
        case _:
            side, height = outline.size, outline.size * math.sqrt(3) / 2
            pitch = side / 2 + gap / math.sin(math.radians(60))
            return Lattice(side, height, pitch, height + gap, 0.0, (60.0, 0.0))


@dataclass(frozen=True, slots=True)
class Arrangement:
    """The places of one sheet in a layout."""

    layout: str
    spots: tuple[Spot, ...]


def arrange(outline: Outline, layout: str, box: Box) -> Arrangement:
    """The arrangement with the most places: as it is, or turned by a quarter.

    A sheet and its tiles turned together hold the same, so that upright sheets are enough. Raises
    DoesNotFit where not one piece fits.
    """
    plan = lattice(outline, layout)
    lying = Box(box.y, box.x, box.height, box.width)
    upright_count, lying_count = plan.count(box), plan.count(lying)
    if not upright_count and not lying_count:
        raise DoesNotFit(
            f"a tile of {plain_length(plan.width)} x {plain_length(plan.height)} does not fit in the"
            f" {plain_length(box.width)} x {plain_length(box.height)} that the paper has room for"
        )
    if upright_count >= lying_count:
        spots = list(plan.spots(box))
    else:
        # Exchanging x and y mirrors the places, never the pieces: a piece only gets a new heading.
        step = 360 / outline.form.sides
        spots = [Spot(Point(at.y, at.x), (270 - turn) % step) for at, turn in plan.spots(lying)]
        spots.sort(key=lambda spot: (round(spot.at.y, 3), round(spot.at.x, 3)))
    off = {turn: _off_centre(outline, turn) for turn in {spot.turn for spot in spots}}
    return Arrangement(layout, tuple(Spot(at - off[turn], turn) for at, turn in spots))


def _off_centre(outline: Outline, turn: float) -> Point:
    """How far the middle of a piece's bounding box is from its centre: a triangle's is not 0."""
    box = bounding_box(Outline(outline.form, outline.size, turn).corners)
    return Point(box.x + box.width / 2, box.y + box.height / 2)
