"""Layouts: where the pieces of one trim lie on a sheet.

Every layout is an *alternating lattice*: rows of places at a pitch, every other row shifted by
half a pitch. For hexagons three lattices matter:

* honeycomb: neighbours share an edge, nothing is wasted, scissors or a machine cut it;
* straight: neighbours share a corner only, in the trihexagonal tiling (3.6.3.6), so that every
  edge lies on a line right across the sheet and a ruler and knife cut it;
* spaced: a gap all round.

Squares, rectangles and triangles that share edges can be cut straight as they are. Circles never
share a cut: they stand in a grid, or closer as a honeycomb does, with a gap.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from pnp.basics.errors import DoesNotFit
from pnp.basics.units import plain_length
from pnp.imposition.trims import Trim
from pnp.scene.geometry import Box, Point

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

    def spots(self, box: Box) -> Iterator[tuple[int, Spot]]:
        """The places in reading order with the numbers of their rows.

        The whole of them is in the middle of the box. An even row is never shorter than an odd one,
        so that the phase that begins with an even row is the better one.
        """
        rows, even, odd = self.rows(box)
        wide = max((even - 1) * self.pitch, (odd - 1) * self.pitch + self.shift if rows > 1 else 0)
        left = box.x + (box.width - wide) / 2
        top = box.y + (box.height - (rows - 1) * self.rise) / 2
        for row in range(rows):
            for place in range(odd if row % 2 else even):
                x = left + place * self.pitch + (self.shift if row % 2 else 0)
                turn = self.turns[(place + row) % len(self.turns)]
                yield row, Spot(Point(x, top + row * self.rise), turn)


def _fitting(room: float, step: float) -> int:
    """How many places fit where the first takes no more room and each further one a step."""
    # A hundredth of a millimetre too much still fits: sizes in inches are rounded.
    return 0 if room < -0.01 else int((room + 0.01) / step) + 1


class _Way(NamedTuple):
    """A lattice, perhaps turned by a quarter, and its name as a layout."""

    layout: str
    lattice: Lattice
    lying: bool


def _ways(trim: Trim, layout: str, gap: float) -> list[_Way]:
    """All ways to lay pieces out; `gap` is what is left free between neighbours."""
    both = (False, True)
    match trim.shape:
        case "hexagon":
            lattice = _of_hexagons(trim.width, layout, gap)
            return [_Way(layout, lattice, lying) for lying in both]
        case "triangle":
            side, height = trim.width, trim.width * math.sqrt(3) / 2
            lattice = Lattice(side, height, side / 2, height, 0.0, (60.0, 0.0))
            return [_Way(layout, lattice, lying) for lying in both]
        case "circle":
            size, pitch = trim.width, trim.width + gap
            grid = Lattice(size, size, pitch, pitch, 0.0, (0.0,))
            rise = pitch * math.sqrt(3) / 2
            close = Lattice(size, size, pitch, rise, pitch / 2, (0.0,))
            if layout == "straight":
                return [_Way(layout, grid, False)]
            packed = [_Way(layout, close, lying) for lying in both]
            return packed if layout == "honeycomb" else [_Way(layout, grid, False), *packed]
        case _:
            upright = _of_boxes(trim.width, trim.height, gap, 0.0)
            turned = _of_boxes(trim.height, trim.width, gap, 90.0)
            ways = [_Way(layout, upright, False), _Way(layout, turned, False)]
            return ways[:1] if trim.shape == "square" else ways


def _of_hexagons(across: float, layout: str, gap: float) -> Lattice:
    radius = across / math.sqrt(3)
    if layout == "straight":
        # Corner on corner; a gap would take the edges off their lines.
        return Lattice(2 * radius, across, 2 * radius, across, radius, (0.0,))
    pitch = across + gap
    return Lattice(across, 2 * radius, pitch, pitch * math.sqrt(3) / 2, pitch / 2, (30.0,))


def _of_boxes(width: float, height: float, gap: float, turn: float) -> Lattice:
    return Lattice(width, height, width + gap, height + gap, 0.0, (turn,))


@dataclass(frozen=True, slots=True)
class Arrangement:
    """The places of one sheet in a layout, row by row."""

    layout: str
    rows: tuple[tuple[Spot, ...], ...]

    @property
    def spots(self) -> tuple[Spot, ...]:
        return tuple(spot for row in self.rows for spot in row)


def arrange(
    trim: Trim, layout: str, box: Box, *, gap: float = 0.0, enough: int | None = None
) -> Arrangement:
    """The arrangement with the most places, of all that turn the pieces or the whole by a quarter.

    A sheet and its pieces turned together hold the same, so that upright sheets are enough. The
    upright arrangement is taken if it has as many places as another, or *enough*. Raises DoesNotFit
    where not one piece fits.
    """
    if trim.shape == "triangle" and gap:
        return _spaced_triangles(trim, layout, box, gap)
    most = math.inf if enough is None else enough
    lying_box = Box(box.y, box.x, box.height, box.width)
    ways = _ways(trim, layout, gap)
    best = max(ways, key=lambda way: min(way.lattice.count(lying_box if way.lying else box), most))
    plan = best.lattice
    if not plan.count(lying_box if best.lying else box):
        first = ways[0].lattice
        raise DoesNotFit(
            f"{plain_length(first.width)} x {plain_length(first.height)} does not fit in the"
            f" {plain_length(box.width)} x {plain_length(box.height)} that the paper has room for"
        )
    if best.lying:
        # Exchanging x and y mirrors the places, never the pieces: a piece only gets a new heading.
        step = {"hexagon": 60, "triangle": 120}.get(trim.shape)
        spots = [
            Spot(Point(at.y, at.x), (270 - turn) % step if step else turn)
            for _, (at, turn) in plan.spots(lying_box)
        ]
        spots.sort(key=lambda spot: (round(spot.at.y, 3), round(spot.at.x, 3)))
        rows = _by_height(spots)
    else:
        rows = _by_number(plan.spots(box))
    off = {turn: _off_centre(trim, turn) for row in rows for turn in {spot.turn for spot in row}}
    moved = (tuple(Spot(at - off[turn], turn) for at, turn in row) for row in rows)
    return Arrangement(layout, tuple(moved))


def _spaced_triangles(trim: Trim, layout: str, box: Box, gap: float) -> Arrangement:
    """Triangles with a gap lie as larger ones do without: so their sides stay on common lines."""
    side = trim.width + math.sqrt(3) * gap
    # Nothing needs half a gap outside of the outermost; corners would leave even more.
    wider = Box(box.x - gap / 2, box.y - gap / 2, box.width + gap, box.height + gap)
    try:
        return arrange(Trim("triangle", side, side), layout, wider)
    except DoesNotFit:
        return arrange(trim, layout, box)


def _by_number(numbered: Iterable[tuple[int, Spot]]) -> list[list[Spot]]:
    rows: dict[int, list[Spot]] = {}
    for number, spot in numbered:
        rows.setdefault(number, []).append(spot)
    return list(rows.values())


def _by_height(spots: list[Spot]) -> list[list[Spot]]:
    rows: dict[float, list[Spot]] = {}
    for spot in spots:
        rows.setdefault(round(spot.at.y, 3), []).append(spot)
    return list(rows.values())


def _off_centre(trim: Trim, turn: float) -> Point:
    """How far the middle of a piece's bounding box is from its centre: a triangle's is not 0."""
    box = trim.box(turn)
    return Point(box.x + box.width / 2, box.y + box.height / 2)


def largest_size(trim: Trim, layout: str, box: Box, *, gap: float = 0.0) -> int:
    """The largest whole number of millimetres at which one such piece fits; 0 where none does."""
    for size in range(int(max(box.width, box.height)), 0, -1):
        scaled = Trim(trim.shape, float(size), size * trim.height / trim.width)
        try:
            arrange(scaled, layout, box, gap=gap)
        except DoesNotFit:
            continue
        return size
    return 0
