"""A counter of tiles that knows geometry alone, to check a faster one against.

It shares no code with pnp, and no formula with `oracle.py`, which turns a tile by counting its sides
on. Here a tile has points in the plane. Every isometry that keeps its outline moves these points, and
each lands on another; nothing else says how a tile turns. The program lists every tile, takes the
first that it has not seen, and puts aside all images of it: the tiles taken are the count.

A tile is a plain tuple `(sides, corners, strands)`. Corners and sides are clockwise, and side i begins
at corner i. A rectangle begins at its top left corner, so that its first side is the top. Ports are
clockwise too, numbered from 0, as many on each side. A value is anything, None where the tile is blank.

>>> count(Kind(rectangle(1, 2), sides=range(7), coloured="short"))
28
>>> orbit((("a", "b", "c"), NONE * 3, frozenset()), Kind(TRIANGLE)) == {
...     (turned, NONE * 3, frozenset()) for turned in [("a", "b", "c"), ("b", "c", "a"), ("c", "a", "b")]
... }
True
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from typing import Literal, NamedTuple

Value = int | str | None
Values = tuple[Value, ...]
Which = Literal["all", "short", "long"]
Strand = tuple[frozenset[int], Value]
Tile = tuple[Values, Values, frozenset[Strand]]

NONE: Values = (None,)


class Point(NamedTuple):
    """A point, with the centre of the tile at (0, 0), x to the right and y up."""

    x: Fraction | int
    y: Fraction | int


Pair = tuple[Point, Point]


@dataclass(frozen=True)
class Outline:
    """A polygon round (0, 0): its corners clockwise, in units that keep them whole numbers."""

    corners: tuple[Point, ...]
    y_squared: int = 1  # the square of the unit of y, in units of x: no root has to be written

    @property
    def sides(self) -> tuple[Pair, ...]:
        """The two ends of each side."""
        return tuple(pairwise((*self.corners, self.corners[0])))

    @property
    def squared_lengths(self) -> tuple[Fraction | int, ...]:
        """The square of the length of each side."""
        vectors = [Point(end.x - start.x, end.y - start.y) for start, end in self.sides]
        return tuple(self.dot(vector, vector) for vector in vectors)

    def dot(self, one: Point, other: Point) -> Fraction | int:
        """The scalar product: all lengths and angles follow from it."""
        return one.x * other.x + self.y_squared * one.y * other.y

    def dividing(self, parts: int) -> tuple[Point, ...]:
        """The points that divide each side into equal parts."""
        return tuple(
            Point(
                start.x + Fraction(step, parts) * (end.x - start.x),
                start.y + Fraction(step, parts) * (end.y - start.y),
            )
            for start, end in self.sides
            for step in range(1, parts)
        )


# The height of an equilateral triangle is half its side, times the root of three.
TRIANGLE = Outline((Point(0, 2), Point(3, -1), Point(-3, -1)), y_squared=3)
HEXAGON = Outline(
    (Point(-1, 1), Point(1, 1), Point(2, 0), Point(1, -1), Point(-1, -1), Point(-2, 0)), y_squared=3
)


def rectangle(width: int, height: int) -> Outline:
    """The rectangle with these proportions; a square if they are equal."""
    x, y = width, height
    return Outline((Point(-x, y), Point(x, y), Point(x, -y), Point(-x, -y)))


SQUARE = rectangle(1, 1)
RECTANGLE = rectangle(1, 2)


@dataclass(frozen=True)
class Kind:
    """A kind of tile: its outline, and the values that each of its places may have.

    Add None to `sides` or `corners` for blank ones. Sides that are not `coloured` are always blank.
    `joins` has the numbers of ports that a strand may have, and `free` says whether ports may be on no
    strand. A strand of one port is not a free port.
    """

    outline: Outline
    sides: Collection[Value] = NONE
    corners: Collection[Value] = NONE
    coloured: Which = "all"
    ports: int = 1
    joins: Collection[int] = ()
    free: bool = True
    strands: Collection[Value] = NONE


# Moving a tile


def _area(one: Point, other: Point) -> Fraction | int:
    """Twice the area of the triangle with the centre; negative if the two points are clockwise."""
    return one.x * other.y - one.y * other.x


def _moved(point: Point, base: Pair, images: Pair) -> Point:
    """The point after the linear map that takes the two points of the base to their images."""
    (first, second), (one, other) = base, images
    a = Fraction(_area(point, second), _area(first, second))
    b = Fraction(_area(first, point), _area(first, second))
    return Point(a * one.x + b * other.x, a * one.y + b * other.y)


def isometries(outline: Outline, *, reflections: bool = False) -> list[Pair]:
    """The images of the first two corners under each isometry that keeps the outline.

    They determine the isometry, for it keeps the centre. The program tries every two corners.
    """
    base = first, second = outline.corners[0], outline.corners[1]
    return [
        (one, other)
        for one, other in product(outline.corners, repeat=2)
        if outline.dot(one, one) == outline.dot(first, first)
        and outline.dot(other, other) == outline.dot(second, second)
        and outline.dot(one, other) == outline.dot(first, second)
        and {_moved(corner, base, (one, other)) for corner in outline.corners}
        == set(outline.corners)
        and (reflections or _area(one, other) == _area(first, second))
    ]


class Move(NamedTuple):
    """The places on which those of a tile land: for each side, corner and port, a number."""

    sides: tuple[int, ...]
    corners: tuple[int, ...]
    ports: tuple[int, ...]


@cache
def moves(outline: Outline, *, ports: int, reflections: bool) -> tuple[Move, ...]:
    """Every isometry of a tile, found by the points of the plane on which its points land."""
    base = outline.corners[0], outline.corners[1]

    def landing(points: tuple[Point, ...], images: Pair) -> tuple[int, ...]:
        return tuple(points.index(_moved(point, base, images)) for point in points)

    return tuple(
        Move(
            landing(outline.dividing(2), images),
            landing(outline.corners, images),
            landing(outline.dividing(ports + 1), images),
        )
        for images in isometries(outline, reflections=reflections)
    )


def _landed(values: Values, places: tuple[int, ...]) -> Values:
    """The values, each at the place where it lands."""
    by_place = dict(zip(places, values, strict=True))
    return tuple(by_place[place] for place in range(len(values)))


def _image(tile: Tile, move: Move) -> Tile:
    """The tile moved."""
    sides, corners, strands = tile
    return (
        _landed(sides, move.sides),
        _landed(corners, move.corners),
        frozenset(
            (frozenset(move.ports[port] for port in ports), value) for ports, value in strands
        ),
    )


def orbit(tile: Tile, kind: Kind, *, reflections: bool = False) -> set[Tile]:
    """The tile and all its images."""
    return {
        _image(tile, move)
        for move in moves(kind.outline, ports=kind.ports, reflections=reflections)
    }


# Listing and counting tiles


def _groups(ports: int, kind: Kind) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Every way to put the first ports into groups: the last is free, alone, or joins a group."""
    if not ports:
        yield ()
        return
    last = ports - 1
    for groups in _groups(last, kind):
        if kind.free:
            yield groups
        yield (*groups, (last,))
        for group in groups:
            if len(group) < max(kind.joins):
                yield (*(other for other in groups if other != group), (*group, last))


def labelled_tiles(kind: Kind) -> Iterator[Tile]:
    """Every tile as it lies, each once."""
    lengths = kind.outline.squared_lengths
    length = {"all": None, "short": min(lengths), "long": max(lengths)}[kind.coloured]
    palettes = [kind.sides if length in (None, side) else NONE for side in lengths]
    all_sides = list(product(*palettes))
    all_corners = list(product(kind.corners, repeat=len(lengths)))
    ports = kind.ports * len(lengths) if kind.joins else 0
    for groups in _groups(ports, kind):
        if any(len(group) not in kind.joins for group in groups):
            continue
        for values in product(kind.strands, repeat=len(groups)):
            strands = frozenset(zip(map(frozenset, groups), values, strict=True))
            for sides, corners in product(all_sides, all_corners):
                yield sides, corners, strands


def tiles(kind: Kind, *, reflections: bool = False) -> list[Tile]:
    """One tile of each orbit: the first listed."""
    every_move = moves(kind.outline, ports=kind.ports, reflections=reflections)
    seen: set[Tile] = set()
    found = []
    for tile in labelled_tiles(kind):
        if tile not in seen:
            found.append(tile)
            seen |= {_image(tile, move) for move in every_move}
    return found


def count(kind: Kind, *, reflections: bool = False) -> int:
    """The number of different tiles."""
    return len(tiles(kind, reflections=reflections))


# Known counts


class Counted(NamedTuple):
    """A kind of tile with its counts under rotations, and under rotations and reflections."""

    kind: Kind
    rotations: int
    both: int


# A006528 and the like are sequences of the On-Line Encyclopedia of Integer Sequences.
COUNTS = (
    # Triangles with k values on the sides or at the corners: A006527 and A000292.
    Counted(Kind(TRIANGLE, sides=range(4)), 24, 20),  # MacMahon's triangles
    Counted(Kind(TRIANGLE, corners=range(6)), 76, 56),  # triominoes are the 56
    Counted(Kind(TRIANGLE, sides=(0, 1, None)), 11, 10),
    # Squares: A006528 and A002817.
    Counted(Kind(SQUARE, sides=range(3)), 24, 21),  # MacMahon's squares
    Counted(Kind(SQUARE, corners=range(4)), 70, 55),
    Counted(Kind(SQUARE, sides=(0, 1, 2, None)), 70, 55),
    # Hexagons: A006565 and A027670.
    Counted(Kind(HEXAGON, sides=range(3)), 130, 92),
    Counted(Kind(HEXAGON, corners=range(3)), 130, 92),
    # Rectangles with k values on the sides: A037270, and A000537, the sums of cubes.
    Counted(Kind(RECTANGLE, sides=range(2)), 10, 9),
    Counted(Kind(RECTANGLE, sides=range(3)), 45, 36),
    Counted(Kind(RECTANGLE, sides=(0, 1, 2, None)), 136, 100),
    # At the corners a flip leaves no place where it is: A037270, and A039623, k²(k² + 3)/4.
    Counted(Kind(RECTANGLE, corners=range(3)), 45, 27),
    Counted(Kind(RECTANGLE, corners=(0, 1, 2, None)), 136, 76),
    # Dominoes: A000217, the pairs out of k values. A flip along the long axis changes none.
    Counted(Kind(RECTANGLE, sides=range(7), coloured="short"), 28, 28),
    Counted(Kind(RECTANGLE, sides=range(10), coloured="short"), 55, 55),
    Counted(Kind(RECTANGLE, sides=(0, 1, None), coloured="long"), 6, 6),
    # Sides and corners: the mean of k to the number of cycles of each isometry, by hand for k = 2:
    # (2⁶ + 2·2²)/3 and (2⁶ + 2·2² + 3·2⁴)/6;
    Counted(Kind(TRIANGLE, sides=range(2), corners=range(2)), 24, 20),
    # (2⁸ + 2⁴ + 2·2²)/4 and (2⁸ + 2⁴ + 2·2² + 4·2⁵)/8;
    Counted(Kind(SQUARE, sides=range(2), corners=range(2)), 70, 51),
    # (2¹² + 2⁶ + 2·2⁴ + 2·2²)/6 and (2¹² + 2⁶ + 2·2⁴ + 2·2² + 6·2⁷)/12;
    Counted(Kind(HEXAGON, sides=range(2), corners=range(2)), 700, 414),
    # (2⁸ + 2⁴)/2 and (2⁸ + 2⁴ + 2·2⁵)/4;
    Counted(Kind(RECTANGLE, sides=range(2), corners=range(2)), 136, 84),
    # pips 0 to 2 on the short sides, two values at the corners: (9·16 + 3·4)/2, and two flips that
    # leave 3·4 and 9·4 tiles as they are.
    Counted(Kind(RECTANGLE, sides=range(3), coloured="short", corners=range(2)), 78, 51),
    # Ports of a rectangle, one on each side. All joined in pairs: 3 ways, two of them mirror images.
    Counted(Kind(RECTANGLE, joins=[2], free=False), 3, 2),
    # Pairs and free ports: of A000085(4) = 10 ways, a half turn keeps 6 and a flip 4.
    Counted(Kind(RECTANGLE, joins=[2]), 8, 6),
    # Regions: of A000110(4) = 15 ways, a half turn keeps A002872(2) = 7, and a flip 5 + 2.
    Counted(Kind(RECTANGLE, joins=range(1, 5), free=False), 11, 9),
    # Two ports on each side: a half turn and both flips exchange them in four pairs. All joined in
    # pairs: A001147(4) = 105 ways; each keeps 1 + 6·2 + 3·4 = 25 of them.
    Counted(Kind(RECTANGLE, ports=2, joins=[2], free=False), 65, 45),
    # Pairs and free ports: A000085(8) = 764; each keeps 2⁴ + 6·2·2² + 3·2² = 76.
    Counted(Kind(RECTANGLE, ports=2, joins=[2]), 420, 248),
    # Regions: A000110(8) = 4140; each keeps A002872(4) = 164.
    Counted(Kind(RECTANGLE, ports=2, joins=range(1, 9), free=False), 2152, 1158),
    # Tsuro's paths: (105 + 25 + 2·5)/4, and four flips that keep 25 each.
    Counted(Kind(SQUARE, ports=2, joins=[2], free=False), 35, 30),
    # Kaliko's lines: 15·27 tiles as they lie. A flip keeps 3³ + 2·3² through sides, 3³ + 6·3² through
    # corners: (6·85 + 3·45 + 3·81)/12.
    Counted(Kind(HEXAGON, joins=[2], free=False, strands=range(3)), 85, 74),
)
