"""Layouts: where the pieces of one trim lie on a sheet.

Every layout is an *alternating lattice*: rows of pieces at a pitch, every other row shifted by
half a pitch. Hexagons have three lattices:

* honeycomb: neighbours share an edge, and no paper is wasted; for scissors or a machine;
* straight: neighbours share only a corner, in the trihexagonal tiling (3.6.3.6), so that every
  edge lies on a line right across the sheet; for a ruler and knife;
* spaced: a gap all round.

Squares, rectangles and triangles that share edges lie on such lines in any layout. Circles never
share a cut: they lie in a grid or, closer, in a honeycomb, with a gap.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from pnp.basics.errors import DoesNotFit
from pnp.basics.units import plain_length
from pnp.pieces import Pose, Trim
from pnp.scene.geometry import Box, Point

LAYOUTS = ("honeycomb", "straight", "spaced")

# Between spaced pieces, in millimetres: room for scissors on both sides.
GAP = 4.0


@dataclass(frozen=True, slots=True)
class Lattice:
    """Rows of poses, before the whole is perhaps turned by a quarter.

    `width` and `height` are those of a piece; `pitch` is the distance in a row, `rise` the distance
    between rows; odd rows are shifted by `shift`. Along a row the headings of the first sides
    repeat `turns`; odd rows begin with the second heading.
    """

    width: float
    height: float
    pitch: float
    rise: float
    shift: float
    turns: tuple[float, ...]

    def rows(self, box: Box) -> tuple[int, int, int]:
        """The number of rows in a box of this size, and the numbers of pieces in even and odd rows."""
        rows = _fitting(box.height - self.height, self.rise)
        even = _fitting(box.width - self.width, self.pitch)
        odd = _fitting(box.width - self.width - self.shift, self.pitch)
        return rows, even, odd

    def count(self, box: Box) -> int:
        rows, even, odd = self.rows(box)
        return even * ((rows + 1) // 2) + odd * (rows // 2)

    def poses(self, box: Box) -> Iterator[tuple[int, Pose]]:
        """The poses in reading order with the numbers of their rows, in the middle of the box.

        An even row is never shorter than an odd row, so that it is best to begin with an even row.
        """
        rows, even, odd = self.rows(box)
        wide = max((even - 1) * self.pitch, (odd - 1) * self.pitch + self.shift if rows > 1 else 0)
        left = box.x + (box.width - wide) / 2
        top = box.y + (box.height - (rows - 1) * self.rise) / 2
        for row in range(rows):
            for place in range(odd if row % 2 else even):
                x = left + place * self.pitch + (self.shift if row % 2 else 0)
                turn = self.turns[(place + row) % len(self.turns)]
                yield row, Pose(Point(x, top + row * self.rise), turn)


def _fitting(room: float, step: float) -> int:
    """The number of pieces that fit, if each after the first takes a step more."""
    # 0.01 mm too much still fits, because sizes in inches are rounded.
    return 0 if room < -0.01 else int((room + 0.01) / step) + 1


class _Way(NamedTuple):
    """A lattice, perhaps turned by a quarter, and its name as a layout."""

    layout: str
    lattice: Lattice
    lying: bool


def _ways(trim: Trim, layout: str, gap: float) -> list[_Way]:
    """All ways to lay pieces out with a gap between neighbours."""
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
        # Corners touch: with a gap, edges would not lie on common lines.
        return Lattice(2 * radius, across, 2 * radius, across, radius, (0.0,))
    pitch = across + gap
    return Lattice(across, 2 * radius, pitch, pitch * math.sqrt(3) / 2, pitch / 2, (30.0,))


def _of_boxes(width: float, height: float, gap: float, turn: float) -> Lattice:
    return Lattice(width, height, width + gap, height + gap, 0.0, (turn,))


@dataclass(frozen=True, slots=True)
class Arrangement:
    """The poses on one sheet in a layout, row by row."""

    layout: str
    rows: tuple[tuple[Pose, ...], ...]

    @property
    def poses(self) -> tuple[Pose, ...]:
        return tuple(pose for row in self.rows for pose in row)


def arrange(
    trim: Trim, layout: str, box: Box, *, gap: float = 0.0, enough: int | None = None
) -> Arrangement:
    """The fullest arrangement, with the pieces or the whole lattice perhaps turned by a quarter.

    A sheet that is turned with all its pieces holds as many, so that sheets are always upright. The
    upright arrangement wins if it holds as many as any other, or *enough*. Raises DoesNotFit if not
    even one piece fits.
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
        # An exchange of x and y mirrors the centres, but pieces only get a new heading.
        step = {"hexagon": 60, "triangle": 120}.get(trim.shape)
        poses = [
            Pose(Point(at.y, at.x), (270 - turn) % step if step else turn)
            for _, (at, turn) in plan.poses(lying_box)
        ]
        poses.sort(key=lambda pose: (round(pose.at.y, 3), round(pose.at.x, 3)))
        rows = _by_height(poses)
    else:
        rows = _by_number(plan.poses(box))
    off = {turn: _off_centre(trim, turn) for row in rows for turn in {pose.turn for pose in row}}
    moved = (tuple(Pose(at - off[turn], turn) for at, turn in row) for row in rows)
    return Arrangement(layout, tuple(moved))


def _spaced_triangles(trim: Trim, layout: str, box: Box, gap: float) -> Arrangement:
    """Triangles with a gap lie as larger triangles without one, so that sides stay on common lines."""
    side = trim.width + math.sqrt(3) * gap
    # The outermost triangles need no gap outside.
    wider = Box(box.x - gap / 2, box.y - gap / 2, box.width + gap, box.height + gap)
    try:
        return arrange(Trim("triangle", side, side), layout, wider)
    except DoesNotFit:
        return arrange(trim, layout, box)


def _by_number(numbered: Iterable[tuple[int, Pose]]) -> list[list[Pose]]:
    rows: dict[int, list[Pose]] = {}
    for number, pose in numbered:
        rows.setdefault(number, []).append(pose)
    return list(rows.values())


def _by_height(poses: list[Pose]) -> list[list[Pose]]:
    rows: dict[float, list[Pose]] = {}
    for pose in poses:
        rows.setdefault(round(pose.at.y, 3), []).append(pose)
    return list(rows.values())


def _off_centre(trim: Trim, turn: float) -> Point:
    """How far the middle of a piece's bounding box is from its centre; not 0 for a triangle."""
    box = trim.box(turn)
    return Point(box.x + box.width / 2, box.y + box.height / 2)


def largest_size(trim: Trim, layout: str, box: Box, *, gap: float = 0.0) -> int:
    """The largest size in whole millimetres at which one piece fits; 0 if none does."""
    for size in range(int(max(box.width, box.height)), 0, -1):
        scaled = Trim(trim.shape, float(size), size * trim.height / trim.width)
        try:
            arrange(scaled, layout, box, gap=gap)
        except DoesNotFit:
            continue
        return size
    return 0
