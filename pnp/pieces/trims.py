"""Trims: the outlines along which pieces are cut out, and the lattices in which they lie on sheets.

Every layout of a sheet is an *alternating lattice*: rows of pieces at a pitch, every other row shifted by
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
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import pairwise
from typing import Literal

from pnp.basics.classes import NamedTuple, frozen
from pnp.basics.units import number
from pnp.definition import TileGroup
from pnp.draw import Outline
from pnp.faces import Area, free_area, polygonal, rectangle, round_area
from pnp.pieces.nesting import Nest, Pose, nests
from pnp.scene.contours import Contour, area_of, flattened, reversed_path
from pnp.scene.geometry import (
    ORIGIN,
    Box,
    Path,
    Point,
    bounding_box,
    circle,
    heading,
    mirrored_path,
    moved,
    parts_of,
    polygon,
    samples,
    turned,
)
from pnp.tiles import Shape, TileGeometry
from pnp.tiles.polyforms import Polyform, PolyformShape

TrimShape = Literal["triangle", "square", "hexagon", "rectangle", "circle"]


class _Facts(NamedTuple):
    """What follows from the shape of a trim alone.

    It looks the same after so many degrees of `symmetry`. `is_boxed`: its edges lie on lines right across
    in every layout. `waste`: the bleed, as a share of its size, that the waste between straight cuts has
    room for. The pattern of a back has a lattice with so many corners, whose first one is `ahead` of the
    heading of the first side.
    """

    symmetry: float
    is_boxed: bool = False
    waste: float = 0.0
    corners: int = 6
    ahead: float = 0.0


_FACTS: dict[TrimShape, _Facts] = {
    "triangle": _Facts(120.0),
    "square": _Facts(90.0, is_boxed=True, corners=4),
    # Hexagons that are cut straight share only corners, and have triangles between them.
    "hexagon": _Facts(60.0, waste=1 / 6, ahead=30.0),
    "rectangle": _Facts(180.0, is_boxed=True),
    "circle": _Facts(90.0),
}


class _Turned(NamedTuple):
    """An outline at a turn: its corners, if it has any, and the upright box round it."""

    corners: tuple[Point, ...]
    box: Box


@frozen
class Trim:
    """An outline round a piece's centre: convex, or one of its own in an upright rectangle.

    `width` and `height` are the sides of an upright rectangle. For any other shape both are its size:
    the distance across the flats of a hexagon, the side of a square or triangle, the diameter of a
    circle. A *turn* is the heading of the outline's first side. The first side of a rectangle is its
    upper side, so that it is upright at a turn of 0. Sheets lay a piece with an `outline` of its own
    as they lay its rectangle, and one with a `contour` by its shape as well; it may have `holes`, which run
    anticlockwise. That of a `polyform` has cells of the size `cell`.
    """

    shape: TrimShape
    width: float
    height: float
    outline: Path = ()
    contour: Contour | None = None
    holes: Path = ()
    polyform: Polyform | None = None
    cell: float = 0.0

    @cached_property
    def _upright(self) -> tuple[Point, ...]:
        """The corners at a turn of 0, clockwise; a circle has none."""
        if self.shape == "circle":
            return ()
        if self.contour is not None:
            return self.contour.box.corners
        if self.shape == "rectangle":
            return Box(-self.width / 2, -self.height / 2, self.width, self.height).corners
        geometry = TileGeometry(Shape[self.shape.upper()])
        return Outline(geometry, self.width, 0.0).corners

    @property
    def is_round(self) -> bool:
        return self.shape == "circle"

    @property
    def is_free(self) -> bool:
        """Whether its outline is no polygon of its corners: a circle, or an outline of its own."""
        return self.is_round or bool(self.outline) or self.contour is not None

    @property
    def is_curved(self) -> bool:
        """Whether its outline is free, and has other than straight sides."""
        return self.is_free and (self.contour is None or not self.contour.is_polygon)

    @property
    def nests(self) -> bool:
        """Whether sheets may lay it by its shape, with others in the corners of its rectangle."""
        return self.contour is not None

    @property
    def grid(self) -> tuple[PolyformShape, float] | None:
        """The grid of its cells: their shape and their size; None if it has no cells."""
        return None if self.polyform is None else (self.polyform.shape, self.cell)

    @property
    def boxed(self) -> Trim:
        """The box round it, as an outline of its own."""
        return Trim(
            "rectangle", self.width, self.height, contour=Contour(polygon(self.box(0.0).corners))
        )

    @cached_property
    def turned_over(self) -> Trim:
        """The trim of its back."""
        if self.contour is not None:
            holes = parts_of(mirrored_path(self.holes))
            turned_holes = tuple(step for part in holes for step in reversed_path(part))
            return replace(self, contour=self.contour.turned_over, holes=turned_holes)
        return replace(self, outline=mirrored_path(self.outline)) if self.outline else self

    def middle(self, turn: float) -> Point:
        """The middle of the largest circle inside."""
        if self.contour is None:
            return ORIGIN
        return turned(self.contour.disc.centre, math.radians(turn))

    @property
    def facts(self) -> _Facts:
        return _FACTS[self.shape]

    @property
    def lengths(self) -> tuple[float, ...]:
        """Its size, or the width and the height of a rectangle."""
        return (self.width, self.height) if self.shape == "rectangle" else (self.width,)

    @property
    def in_words(self) -> str:
        """Its shape and its size: `12 x 20 mm`, `round, 15 mm`."""
        size = f"{' x '.join(map(number, self.lengths))} mm"
        names = {"rectangle": size, "circle": f"round, {size}"}
        return names.get(self.shape, f"{self.shape}, {size}")

    @property
    def measures(self) -> tuple[str, tuple[float, ...]]:
        """The shape and the lengths by which shops sell it: a rectangle, also a square, has its shorter side first.

        An outline of its own has neither.
        """
        if self.is_free and not self.is_round:
            return "", ()
        if self.facts.is_boxed:
            return "rectangle", (*sorted((self.width, self.height)),)
        return self.shape, self.lengths

    def scaled(self, width: float) -> Trim:
        """The same outline in another width."""
        factor = width / self.width
        contour = None if self.contour is None else self.contour.scaled(factor)
        holes = moved(self.holes, ORIGIN, scale=factor)
        return Trim(self.shape, width, factor * self.height, contour=contour, holes=holes)

    def has_straight_cuts(self, layout: str) -> bool:
        """Whether lines right across the sheet cut all pieces in a layout and cross none."""
        return not self.is_free and (layout == "straight" or self.facts.is_boxed)

    def lattices(self, layout: str, gap: float) -> Iterator[Lattice | Nest]:
        """All ways to lay pieces out with a gap between neighbours, upright ones first."""
        width, height, pitch = self.width, self.height, self.width + gap
        close = pitch * math.sqrt(3) / 2
        match self.shape:
            case "hexagon" if layout == "straight":
                # Corners touch: with a gap, edges would not lie on common lines.
                long = 2 * width / math.sqrt(3)
                yield from _both(Lattice(self, long, width, long, width, long / 2))
            case "hexagon":
                high = 2 * width / math.sqrt(3)
                yield from _both(Lattice(self, width, high, pitch, close, pitch / 2, (30.0,)))
            case "triangle":
                # With a gap they lie as larger ones without, so that sides stay on common lines.
                larger = self.scaled(width + math.sqrt(3) * gap)
                side, high = larger.width, larger.width * math.sqrt(3) / 2
                turns = (60.0, 0.0)
                yield from _both(
                    Lattice(larger, side, high, side / 2, high, 0.0, turns, outside=gap / 2)
                )
            case "circle":
                if layout != "honeycomb":
                    yield Lattice(self, width, width, pitch, pitch)
                if layout != "straight":
                    yield from _both(Lattice(self, width, width, pitch, close, pitch / 2))
            case _:
                yield Lattice(self, width, height, pitch, height + gap)
                if width != height:
                    yield Lattice(self, height, width, height + gap, pitch, turns=(90.0,))
                if self.contour is not None:
                    yield from nests(self.contour, gap)

    def edges(self, turn: float) -> tuple[tuple[Point, Point], ...]:
        """Its edges and those of its holes; none if it has curves."""
        loops = () if self.is_curved else map(flattened, parts_of(self.path(turn)))
        return tuple(edge for loop in loops for edge in edges_of(loop))

    def support(self, turn: float, direction: Point) -> float:
        """How far the outline reaches in a direction."""
        if self.is_round:
            return self.width / 2
        return max(direction.dot(corner) for corner in self.corners(turn))

    def face_area(self, turn: float) -> Area:
        """The area of a face at a turn."""
        if self.is_round:
            return round_area(self.width)
        if self.contour is not None:
            return free_area(self.contour)
        if self.shape == "rectangle":
            return rectangle(self.width, self.height)
        return polygonal(self.corners(turn))

    def corners(self, turn: float) -> tuple[Point, ...]:
        """The corners clockwise; a circle has none."""
        return self._at_turn(turn).corners

    @cached_property
    def _turns(self) -> dict[float, _Turned]:
        return {}

    def _at_turn(self, turn: float) -> _Turned:
        """Its corners and its box at a turn, found once for all pieces with this trim."""
        known = self._turns.get(turn)
        if known is None:
            angle = math.radians(turn)
            corners = (
                tuple(turned(each, angle) for each in self._upright) if turn else self._upright
            )
            half = self.width / 2
            lying = corners if self.contour is None else self.contour.at_turn(turn)
            box = bounding_box(lying) if lying else Box(-half, -half, self.width, self.width)
            known = self._turns[turn] = _Turned(corners, box)
        return known

    @cached_property
    def _hulls(self) -> dict[tuple[float, int, float], tuple[Point, ...]]:
        return {}

    def hull(self, turn: float, *, sides: int, beyond: float = 0.0) -> tuple[Point, ...]:
        """The corners of the outline grown by *beyond*, which stay sharp.

        For a circle they are the corners of a polygon with so many *sides* that touch it.
        """
        key = (turn, sides, beyond)
        if key not in self._hulls:
            self._hulls[key] = self._hull(turn, sides, beyond)
        return self._hulls[key]

    def _hull(self, turn: float, sides: int, beyond: float) -> tuple[Point, ...]:
        if self.is_round:
            radius = (self.width / 2 + beyond) / math.cos(math.pi / sides)
            return tuple(heading(360 * number / sides) * radius for number in range(sides))
        corners = self.corners(turn)
        normals = outward_normals(corners)
        return tuple(
            corner + (before + after) * (beyond / (before + after).dot(after))
            for corner, before, after in zip(
                corners, (normals[-1], *normals[:-1]), normals, strict=True
            )
        )

    @cached_property
    def room(self) -> float:
        """The radius of the largest circle round the middle that is inside."""
        if self.is_round:
            return self.width / 2
        if self.contour is not None:
            return self.contour.disc.radius
        corners = self.corners(0.0)
        pairs = zip(corners, outward_normals(corners), strict=True)
        return min(corner.dot(normal) for corner, normal in pairs)

    @property
    def reach(self) -> float:
        """The distance of the farthest point from the centre."""
        if self.is_round:
            return self.width / 2
        return max(corner.length() for corner in self.corners(0.0))

    def path(self, turn: float) -> Path:
        if self.contour is not None:
            return moved((*self.contour.path, *self.holes), ORIGIN, angle=math.radians(turn))
        if self.outline:
            return moved(self.outline, ORIGIN, angle=math.radians(turn))
        return circle(ORIGIN, self.width / 2) if self.is_round else polygon(self.corners(turn))

    def box(self, turn: float) -> Box:
        """The upright box round the outline."""
        return self._at_turn(turn).box

    @cached_property
    def area(self) -> float:
        """In square millimetres."""
        if self.is_round:
            return math.pi * self.width**2 / 4
        if self.contour is not None:
            return self.contour.area + sum(area_of(samples(part)) for part in parts_of(self.holes))
        corners = samples(self.outline) if self.outline else self._upright
        return sum(one.cross(other) for one, other in edges_of(corners)) / 2

    @property
    def around(self) -> float:
        """The length of the outline in millimetres."""
        loops = (samples((*part[:-1], ("L", *part[0][1:]))) for part in parts_of(self.path(0.0)))
        return sum((other - one).length() for loop in loops for one, other in pairwise(loop))


@frozen(slots=True)
class Lattice:
    """Rows of poses, upright, or lying: turned by a quarter as a whole.

    `width` and `height` are those of a piece; `pitch` is the distance in a row, `rise` the distance
    between rows; odd rows are shifted by `shift`. Along a row the headings of the first sides
    repeat `turns`; odd rows begin with the second heading. The outermost pieces may be `outside` of a box.
    """

    trim: Trim
    width: float
    height: float
    pitch: float
    rise: float
    shift: float = 0.0
    turns: tuple[float, ...] = (0.0,)
    outside: float = 0.0
    lying: bool = False

    def middle(self, turn: float) -> Point:
        """The middle of the box round a piece, which is not the centre of a triangle."""
        return self.trim.box(turn).centre

    def _room(self, box: Box) -> Box:
        """The box in the lattice's own directions."""
        x, y, width, height = box.widened(self.outside)
        return Box(y, x, height, width) if self.lying else Box(x, y, width, height)

    def _rows(self, box: Box) -> tuple[int, int, int]:
        """The number of rows in a room, and the numbers of pieces in even and odd rows."""
        rows = _fitting(box.height - self.height, self.rise)
        even = _fitting(box.width - self.width, self.pitch)
        odd = _fitting(box.width - self.width - self.shift, self.pitch)
        return rows, even, odd

    def count(self, box: Box) -> int:
        """The number of pieces in a box."""
        rows, even, odd = self._rows(self._room(box))
        return even * ((rows + 1) // 2) + odd * (rows // 2)

    def poses(self, box: Box) -> Iterator[Pose]:
        """The middles of boxes and the turns of the pieces in a box, with the whole in its middle.

        An even row is never shorter than an odd row, so that it is best to begin with an even row.
        """
        room = self._room(box)
        rows, even, odd = self._rows(room)
        wide = max((even - 1) * self.pitch, (odd - 1) * self.pitch + self.shift if rows > 1 else 0)
        left = room.x + (room.width - wide) / 2
        top = room.y + (room.height - (rows - 1) * self.rise) / 2
        for row in range(rows):
            for place in range(odd if row % 2 else even):
                x = left + place * self.pitch + (self.shift if row % 2 else 0)
                y = top + row * self.rise
                turn = self.turns[(place + row) % len(self.turns)]
                if self.lying:
                    # An exchange of x and y mirrors the centres, but pieces only get a new heading.
                    yield Pose(Point(y, x), (270 - turn) % self.trim.facts.symmetry)
                else:
                    yield Pose(Point(x, y), turn)


def _both(lattice: Lattice) -> tuple[Lattice, Lattice]:
    return lattice, replace(lattice, lying=True)


def _fitting(room: float, step: float) -> int:
    """The number of pieces that fit, if each after the first takes a step more."""
    # 0.01 mm too much still fits, because sizes in inches are rounded.
    return 0 if room < -0.01 else int((room + 0.01) / step) + 1


def edges_of(corners: Sequence[Point]) -> list[tuple[Point, Point]]:
    """The edges of a polygon."""
    return list(zip(corners, [*corners[1:], *corners[:1]], strict=True))


def outward_normals(corners: Sequence[Point]) -> list[Point]:
    """The outward normals of the edges that begin at each corner of a clockwise polygon."""
    return [(other - one).unit().right() * -1 for one, other in edges_of(corners)]


def upright(group: TileGroup) -> float:
    """The turn at which the tiles of a group stand on a page."""
    return group.geometry.upright


def tile_trim(group: TileGroup) -> Trim:
    """The trim of the tiles of a group; that of a polygon has its outline in a rectangle."""
    geometry = group.geometry
    if geometry.shape.is_polygon:
        contour = Contour(Outline(geometry, group.size, upright(group)).path)
        return Trim("rectangle", contour.box.width, contour.box.height, contour=contour)
    return Trim(geometry.shape.value, group.size, group.size * geometry.ratio)
