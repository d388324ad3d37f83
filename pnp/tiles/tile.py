"""A tile as plain values: integers for sides, ports and colours, so that tiles are ordered."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from enum import Enum
from functools import cache, lru_cache
from typing import NewType, Self

from pnp.basics.classes import NamedTuple
from pnp.scene.geometry import Box, Point
from pnp.tiles import polygons
from pnp.tiles.polygons import Polygon
from pnp.tiles.symmetry import Isometry, Permutation, Symmetry

Side = NewType("Side", int)
Port = NewType("Port", int)
Colour = NewType("Colour", int)  # an index into the palette of the game

# An edge without a colour, or a strand without one.
UNCOLOURED = Colour(-1)


class Shape(Enum):
    """The outline of a tile; the value is the word in a file.

    What depends on a shape is asked of it, or of a `TileGeometry`; no other package compares shapes.

    `upright` is the heading of side 1 of a tile by itself: a hexagon stands on a corner, a triangle on a side. So
    many tiles meet at a corner. `measure` is the length that gives the size, in the words of a message; an oblong
    tile has two, and sides of two lengths. The shapes that fill no lattice are polygons, which turn from where
    they stand upright.
    """

    TRIANGLE = ("triangle", 3, 60.0, 6)
    SQUARE = ("square", 4, 0.0, 4)
    HEXAGON = ("hexagon", 6, 30.0, 3, "its size across flats")
    RECTANGLE = ("rectangle", 4, 0.0, 4, "its width and height", True)
    RHOMB = ("rhomb", 4, 0.0, 0)
    KITE = ("kite", 4, 0.0, 0, "its longer side")
    DART = ("dart", 4, 0.0, 0, "its longer side")
    PENTAGON = ("pentagon", 5, 0.0, 0)
    POLYGON = ("polygon", 0, 0.0, 0, "its longest side")

    sides: int
    upright: float
    tiles_round_a_corner: int
    measure: str
    is_oblong: bool

    def __new__(
        cls, word: str, sides: int, upright: float, tiles: int, measure: str = "its side",
        is_oblong: bool = False,
    ) -> Self:  # fmt: skip
        shape = object.__new__(cls)
        shape._value_ = word
        shape.sides, shape.upright, shape.tiles_round_a_corner = sides, upright, tiles
        shape.measure, shape.is_oblong = measure, is_oblong
        return shape

    @property
    def has_axial_cells(self) -> bool:
        """Whether tiles lie on the axial coordinates of hexagons, on a table without a board as well."""
        return self is Shape.HEXAGON

    @property
    def lies_both_ways(self) -> bool:
        """Whether every other tile of a table lies upside down, as triangles do."""
        return self is Shape.TRIANGLE

    @property
    def is_polygon(self) -> bool:
        """Whether tiles are polygons that fill no lattice, and so have no ports."""
        return not self.tiles_round_a_corner

    @property
    def most_angle(self) -> int:
        """The greatest angle at its first corner, in degrees; 0 if nobody can choose it."""
        return polygons.NAMED[self.value].most if self.value in polygons.NAMED else 0

    @property
    def has_corners(self) -> bool:
        """Whether the file gives its corners."""
        return self is Shape.POLYGON

    def equals_square(self, angle: int) -> bool:
        """Whether a tile with this angle is a square."""
        return self is Shape.RHOMB and angle == 90


class TileGeometry(NamedTuple):
    """The geometry of all tiles of a set: their shape, and the number of ports on each side.

    Sides count from 0 clockwise; ports likewise, so that port x lies on side x // ports. Corner i is
    where side i begins. The first side of a rectangle is its upper one; `ratio` is its height, as a
    share of its width. The `outline` is that of a polygon with an angle of its own. A `flat_top` hexagon stands on a
    side, its first one at the top.
    """

    shape: Shape
    ports: int = 1
    ratio: float = 1.0
    outline: Polygon | None = None
    flat_top: bool = False

    @property
    def upright(self) -> float:
        """The heading of the first side of a tile that stands upright, in degrees clockwise from the top."""
        return 0.0 if self.flat_top else self.shape.upright

    @property
    def polygon(self) -> Polygon:
        """The outline of a tile of size 1, turned so that a regular one has its first side at the top."""
        return self.outline or _default_polygon(self.shape, self.ratio)

    @property
    def sides(self) -> int:
        return self.shape.sides or self.polygon.sides

    @property
    def port_count(self) -> int:
        return self.sides * self.ports

    def side_of(self, port: int) -> Side:
        return Side(port // self.ports)

    @property
    def has_sides(self) -> bool:
        """Whether its sides can have colours and values; an outline with curves has none."""
        return self.sides <= polygons.MOST_CORNERS

    def isometries(self, symmetry: Symmetry) -> tuple[Isometry, ...]:
        """Those that map the outline to itself, the identity first."""
        return _isometries(self, symmetry)

    @property
    def turning_over(self) -> tuple[Isometry, float]:
        """How a tile looks from behind: the reflection of its sides, and the degrees by which its outline is turned.

        A regular tile or a rectangle is turned over through the middle of its first side.
        """
        flips = [
            each
            for each in self.isometries(Symmetry.ROTATIONS_AND_REFLECTIONS)
            if each.mirrored and (self.shape.is_polygon or each.steps == 1)
        ]
        flip = min(flips, key=lambda each: abs(self.polygon.turn_over(each)))
        return flip, self.polygon.turn_over(flip) if self.shape.is_polygon else 0.0

    @property
    def is_its_mirror_image(self) -> bool:
        """Whether the outline looks the same from behind, perhaps turned."""
        return any(each.mirrored for each in self.isometries(Symmetry.ROTATIONS_AND_REFLECTIONS))

    def equal_sides(self, side: int) -> tuple[int, ...]:
        """The sides that a turn of the tile can bring to the place of this one, itself first."""
        return tuple(each.sides[side] for each in self.isometries(Symmetry.ROTATIONS))

    @property
    def short_sides(self) -> tuple[Side, ...]:
        """The two short sides of a rectangle; none of another shape."""
        if not self.shape.is_oblong:
            return ()
        return (Side(0), Side(2)) if self.ratio > 1 else (Side(1), Side(3))

    @property
    def long_sides(self) -> tuple[Side, ...]:
        """The two long sides of a rectangle; none of another shape."""
        return tuple(Side(side - 1 if side else 3) for side in self.short_sides)


def polygon_tile(shape: Shape, angle: float, corners: Sequence[Point] = ()) -> TileGeometry:
    """The geometry of a polygon that has a name, with that angle at its first corner, in degrees; or of one with these corners."""
    if shape.has_corners:
        return TileGeometry(shape, outline=polygons.of_size(corners))
    return TileGeometry(shape, outline=polygons.NAMED[shape.value].make(angle))


@cache
def _default_polygon(shape: Shape, ratio: float) -> Polygon:
    """The outline of size 1; a regular one that fills a lattice has its first side at the top."""
    if shape.has_corners:
        return polygons.of_size(())
    if shape.is_polygon:
        return polygons.NAMED[shape.value].make(polygons.PENROSE)
    match shape:
        case Shape.TRIANGLE:
            return polygons.regular(3, 0.0, 1 / (2 * math.sqrt(3)))
        case Shape.RECTANGLE:
            return Polygon(Box(-0.5, -ratio / 2, 1.0, ratio).corners)
        case _:
            return polygons.regular(shape.sides, 0.0, 0.5)


@cache
def _isometries(geometry: TileGeometry, symmetry: Symmetry) -> tuple[Isometry, ...]:
    # A rectangle keeps its two kinds of sides apart, whatever its ratio.
    ratio = 2.0 if geometry.shape.is_oblong else 1.0
    outline = geometry.outline or _default_polygon(geometry.shape, ratio)
    return outline.isometries(symmetry, geometry.ports)


class Mark(NamedTuple):
    """A sign in the centre of a tile: its kind, and perhaps a colour or a text."""

    kind: str
    colour: Colour = UNCOLOURED
    text: str = ""


MARKS = ("dot", "ring", "star", "village", "abbey", "label")
NO_MARK = Mark("")


class Strand(NamedTuple):
    """A set of joined ports: one port is an end, two are a line, three or more a junction."""

    ports: tuple[Port, ...]
    colour: Colour = UNCOLOURED


class Tile(NamedTuple):
    """One tile in one orientation.

    `joins` has the sorted ports of each strand, and `colours` the colour of each strand in the same
    order. `edges` has the colour of each side, and `corners` that of each corner, or nothing if no
    corner has one. Tiles compare as tuples, and listings have that order.
    """

    joins: tuple[tuple[Port, ...], ...]
    colours: tuple[Colour, ...]
    edges: tuple[Colour, ...]
    mark: Mark = NO_MARK
    corners: tuple[Colour, ...] = ()

    @property
    def strands(self) -> tuple[Strand, ...]:
        return tuple(map(Strand, self.joins, self.colours))

    @property
    def unmarked(self) -> Tile:
        """The tile without its mark."""
        return self if self.mark == NO_MARK else self._replace(mark=NO_MARK)


def tile(
    edges: Iterable[Colour],
    strands: Iterable[Strand],
    mark: Mark = NO_MARK,
    corners: Iterable[Colour] = (),
) -> Tile:
    """The tile with these edges, strands and corners, its strands in order."""
    ordered = sorted(strands)
    return Tile(
        tuple(strand.ports for strand in ordered),
        tuple(strand.colour for strand in ordered),
        tuple(edges),
        mark,
        tuple(corners),
    )


def moved_edges(edges: tuple[Colour, ...], isometry: Isometry) -> tuple[Colour, ...]:
    """The edge colours after an isometry."""
    return _permuted(edges, isometry.sides)


def _permuted(colours: tuple[Colour, ...], targets: Permutation) -> tuple[Colour, ...]:
    """The colours, each at its target."""
    result = [UNCOLOURED] * len(colours)
    for place, target in enumerate(targets):
        result[target] = colours[place]
    return tuple(result)


def moved(tile: Tile, isometry: Isometry) -> Tile:
    """The tile after an isometry."""
    edges = _permuted(tile.edges, isometry.sides)
    corners = _permuted(tile.corners, isometry.corners) if tile.corners else ()
    if not tile.joins:
        return Tile((), (), edges, tile.mark, corners)
    joins, order = _moved_joins(tile.joins, isometry.ports)
    colours = tuple([tile.colours[strand] for strand in order])
    return Tile(joins, colours, edges, tile.mark, corners)


def moved_join(join: tuple[Port, ...], targets: Permutation) -> tuple[Port, ...]:
    """The sorted ports of a strand, each at its target."""
    return tuple(sorted([Port(targets[port]) for port in join]))


@lru_cache(maxsize=4096)
def _moved_joins(
    joins: tuple[tuple[Port, ...], ...], targets: Permutation
) -> tuple[tuple[tuple[Port, ...], ...], tuple[int, ...]]:
    """The joins with each port at its target, sorted, and the numbers that they had before.

    All tiles of a set have few of them, in many colours.
    """
    made = [moved_join(join, targets) for join in joins]
    order = sorted(range(len(made)), key=made.__getitem__)
    return tuple([made[strand] for strand in order]), tuple(order)


# Rules and games ask for those of the same tiles.
@lru_cache(maxsize=4096)
def images(tile: Tile, geometry: TileGeometry, symmetry: Symmetry) -> tuple[Tile, ...]:
    """The images of the tile under all isometries of the symmetry, the tile itself first."""
    return tuple([moved(tile, isometry) for isometry in geometry.isometries(symmetry)])


def canonical(tile: Tile, geometry: TileGeometry, symmetry: Symmetry) -> Tile:
    """The least tile of the orbit of *tile*; equal for tiles that are the same piece turned.

    >>> hexagon = TileGeometry(Shape.HEXAGON)
    >>> canonical(Tile((), (), (1, 0, 0, 1, 0, 1)), hexagon, Symmetry.ROTATIONS).edges
    (0, 0, 1, 0, 1, 1)
    """
    return min(images(tile, geometry, symmetry))


def rotations(tile: Tile, geometry: TileGeometry) -> int:
    """In how many different ways the tile can lie: the size of its orbit under rotation.

    It is the number of turns, divided by the number of those that change nothing.
    """
    turns = geometry.isometries(Symmetry.ROTATIONS)
    return len(turns) // sum(moved(tile, turn) == tile for turn in turns)


def mirrored(tile: Tile, geometry: TileGeometry) -> Tile:
    """The mirror twin of the tile, in its canonical form under rotation.

    A polygon without reflections has no twin among its tiles: it gives the tile itself.
    """
    flip = geometry.isometries(Symmetry.ROTATIONS_AND_REFLECTIONS)[-1]
    return canonical(moved(tile, flip), geometry, Symmetry.ROTATIONS)


def is_chiral(tile: Tile, geometry: TileGeometry) -> bool:
    """Whether no turn of the tile equals its mirror twin."""
    return not geometry.is_its_mirror_image or mirrored(tile, geometry) != canonical(
        tile, geometry, Symmetry.ROTATIONS
    )
