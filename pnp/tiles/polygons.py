"""Polygons: the outlines of tiles, with their sides, angles and symmetry, and those that have names.

A polygon lies round its centre, which all of its isometries keep, y down. Its corners go clockwise, and side i
begins at corner i. Lengths are shares of the size of a tile.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache
from itertools import combinations

from pnp.basics.classes import NamedTuple, frozen
from pnp.basics.units import number
from pnp.scene.contours import Contour, area_of, crossing
from pnp.scene.geometry import (
    ORIGIN,
    Box,
    Point,
    bounding_box,
    nearest,
    polygon,
    regular_corners,
    round_trip,
)
from pnp.tiles.symmetry import Isometry, Symmetry, group

Corners = tuple[Point, ...]

# Shares of the size, and radians, by which lengths and angles of a polygon may differ and still be equal.
_EQUAL = 1e-4

# The longer sides of kites and darts to the shorter ones, after Penrose, and the angle at their tip in degrees.
GOLDEN = (1 + math.sqrt(5)) / 2
PENROSE = 72

# Degrees: nobody can cut sharper corners.
SHARPEST = 15


@frozen
class Polygon:
    """A polygon round its centre, its corners clockwise."""

    corners: Corners

    @cached_property
    def _hash(self) -> int:
        return hash(self.corners)

    def __hash__(self) -> int:
        # It is asked for with every tile.
        return self._hash

    @property
    def sides(self) -> int:
        return len(self.corners)

    @cached_property
    def _edges(self) -> tuple[tuple[Point, Point], ...]:
        return tuple(round_trip(self.corners))

    @cached_property
    def lengths(self) -> tuple[float, ...]:
        """The lengths of the sides."""
        return tuple((end - start).length() for start, end in self._edges)

    @cached_property
    def tangents(self) -> Corners:
        """The unit vectors along the sides, clockwise."""
        return tuple((end - start).unit() for start, end in self._edges)

    @cached_property
    def angles(self) -> tuple[float, ...]:
        """The angles inside the corners, in radians; more than half a turn where it is not convex."""
        before = (self.tangents[-1], *self.tangents[:-1])
        return tuple(
            math.pi - math.atan2(one.cross(other), one.dot(other))
            for one, other in zip(before, self.tangents, strict=True)
        )

    @property
    def is_convex(self) -> bool:
        return all(angle < math.pi for angle in self.angles)

    @cached_property
    def middles(self) -> Corners:
        """The middles of the sides."""
        return tuple((start + end) * 0.5 for start, end in self._edges)

    @cached_property
    def inradius(self) -> float:
        """The distance of the centre from the nearest side."""
        return min((nearest(ORIGIN, *edge)).length() for edge in self._edges)

    @cached_property
    def clearance(self) -> float:
        """The least distance of a corner from a side that does not end in it."""
        return min(
            (nearest(corner, *edge) - corner).length()
            for at, corner in enumerate(self.corners)
            for side, edge in enumerate(self._edges)
            if (at - side) % self.sides > 1
        )

    @cached_property
    def apart(self) -> float:
        """The least distance of two corners."""
        return min((one - other).length() for one, other in combinations(self.corners, 2))

    @cached_property
    def box(self) -> Box:
        return bounding_box(self.corners)

    def isometries(self, symmetry: Symmetry, ports: int) -> tuple[Isometry, ...]:
        """The isometries of the symmetry that map the polygon to itself, the identity first."""
        every = group(symmetry, self.sides, ports)
        return tuple(each for each in every if self._is_kept_by(each))

    def _is_kept_by(self, isometry: Isometry) -> bool:
        """Whether each side goes to one as long, and each corner to one with an equal angle."""
        return all(
            abs(values[target] - value) < _EQUAL
            for values, targets in (
                (self.lengths, isometry.sides),
                (self.angles, isometry.corners),
            )
            for value, target in zip(values, targets, strict=True)
        )

    def turn_over(self, isometry: Isometry) -> float:
        """The degrees by which the polygon has to turn to be its own mirror image, left and right exchanged.

        Then its corners are those that the reflection takes there.
        """
        at = max(range(self.sides), key=lambda each: self.corners[each].length())
        there, here = self.corners[at], self.corners[isometry.corners[at]]
        mirrored = Point(-there.x, there.y)
        return math.degrees(math.atan2(here.cross(mirrored), here.dot(mirrored)))


def regular(sides: int, first: float, apothem: float) -> Polygon:
    """A regular polygon; its first side faces the heading *first*."""
    return Polygon(regular_corners(sides, first - 180 / sides, apothem))


def rhomb(angle: float) -> Polygon:
    """A rhomb with sides of 1 that stands on a corner of this angle, in degrees."""
    half = math.radians(angle) / 2
    wide, high = math.sin(half), math.cos(half)
    return Polygon((Point(0.0, -high), Point(wide, 0.0), Point(0.0, high), Point(-wide, 0.0)))


def kite(angle: float) -> Polygon:
    """A kite with its tip of this angle at the top: its longer sides are 1, the others shorter by the golden ratio."""
    return _two_lengths(angle, 1)


def dart(angle: float) -> Polygon:
    """A dart with its tip of this angle at the top, and sides like those of a kite."""
    return _two_lengths(angle, -1)


def _two_lengths(angle: float, down: int) -> Polygon:
    half = math.radians(angle) / 2
    wide, high = math.sin(half), math.cos(half)
    low = high + down * math.sqrt(GOLDEN**-2 - wide**2)
    return of_corners((Point(0.0, 0.0), Point(wide, high), Point(0.0, low), Point(-wide, high)))


def pentagon(_: float) -> Polygon:
    """A regular pentagon with sides of 1 that stands on a side."""
    return regular(5, 36.0, 0.5 / math.tan(math.pi / 5))


class Named(NamedTuple):
    """A polygon with a name: how it is made from the angle at its first corner, and that angle in whole degrees.

    `most` is the greatest angle; 0 if it has no choice. The shorter sides of a kite or a dart reach each other.
    """

    make: Callable[[float], Polygon]
    most: int = 0


_WIDEST = math.floor(2 * math.degrees(math.asin(1 / GOLDEN)))
NAMED = {
    "rhomb": Named(rhomb, 180 - SHARPEST),
    "kite": Named(kite, _WIDEST),
    "dart": Named(dart, _WIDEST),
    "pentagon": Named(pentagon),
}


# The corners of a triangle, where a file has none that can be read.
_ANY = (Point(0.0, -1.0), Point(1.0, 1.0), Point(-1.0, 1.0))

# How many corners a polygon has at most, and the least circle inside, as a share of its longest side.
MOST_CORNERS, _THINNEST = 12, 0.12
# Millimetres: the size of a polygon in which the largest circle inside is searched.
_SEARCHED = 100.0
# Degrees: a corner that is nearer to a straight line is none.
_STRAIGHT = 2.0


def of_size(corners: Sequence[Point]) -> Polygon:
    """The polygon with corners like these whose longest side is 1; any one if these are none."""
    made = of_corners(corners if not problem_of(corners) else _ANY)
    return Polygon(tuple(each * (1 / max(made.lengths)) for each in made.corners))


@lru_cache(maxsize=64)
def of_outline(contour: Contour) -> Polygon:
    """The polygon along an outline with curves, whose longer side of its box is 1, round the largest circle inside."""
    # The file may state any size, and the search for the circle takes longer in a larger one.
    contour = contour.scaled(_SEARCHED / max(contour.box.width, contour.box.height))
    centre = contour.disc.centre
    return Polygon(tuple((each - centre) * (1 / _SEARCHED) for each in contour.corners))


def problem_of(corners: Sequence[Point]) -> str:
    """What is wrong with the corners of a polygon; "" for a sound one."""
    if not 3 <= len(corners) <= MOST_CORNERS:
        return f"a polygon has 3 to {MOST_CORNERS} corners, not {len(corners)}"
    for at, (start, end) in enumerate(round_trip(corners), 1):
        if (end - start).length() < _EQUAL:
            return f"corner {at} and the next one are the same"
    if (crossed := crossing(tuple(corners))) is not None:
        return f"its sides cross at {number(crossed.x)}, {number(crossed.y)}"
    made = of_corners(corners)
    inside = [math.degrees(each) for each in made.angles]
    # The first corner stays the first, whatever the direction.
    numbers = [1, *range(2, len(corners) + 1)]
    if area_of(corners) < 0:
        numbers = [1, *reversed(range(2, len(corners) + 1))]
    for corner, angle in zip(numbers, inside, strict=True):
        if abs(angle - 180) < _STRAIGHT:
            return f"corner {corner} lies on a straight side; leave it out"
        if min(angle, 360 - angle) < SHARPEST:
            return f"the angle at corner {corner} is {number(round(angle, 1))} degrees; nobody can cut less than {SHARPEST}"
    if made.inradius < _THINNEST * max(made.lengths):
        return "it is too thin for bands on its sides"
    return ""


def of_corners(corners: Sequence[Point]) -> Polygon:
    """The polygon with these corners, in either direction, round its centre; the first corner stays the first."""
    clockwise = corners if area_of(corners) > 0 else (corners[0], *reversed(corners[1:]))
    middle = Point(*(sum(each) / len(corners) for each in zip(*clockwise, strict=True)))
    made = Polygon(tuple(each - middle for each in clockwise))
    if len(made.isometries(Symmetry.ROTATIONS, 1)) > 1:
        return made
    # All isometries keep the middle of the largest circle inside, which is the best place for a mark.
    scale = _SEARCHED / max(made.lengths)
    disc = Contour(polygon([each * scale for each in made.corners])).disc
    return Polygon(tuple(each - disc.centre * (1 / scale) for each in made.corners))
