"""Properties of a tile, numbers or yes and no, to which `where` and `exclude` refer.

A property does not change if the tile is turned.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum, auto
from itertools import combinations, pairwise

from pnp.basics.classes import NamedTuple
from pnp.tiles.tile import UNCOLOURED, Colour, Tile, TileGeometry, is_chiral, rotations


class Reads(Enum):
    """The part of a tile on which a property depends; the less it is, the earlier it is known."""

    SIZES = auto()  # how many ports each strand touches; the property is the sum over the strands
    JOINS = auto()  # which ports are joined
    SIDES = auto()  # the same, and which sides have an edge colour
    COLOURS = auto()  # everything


class Property(NamedTuple):
    """A named function of a tile; `sentence` tells designers what it counts or asks."""

    name: str
    sentence: str
    reads: Reads
    kind: type[int]
    value: Callable[[Tile, TileGeometry], int]


PROPERTIES: dict[str, Property] = {}


def _property(
    name: str, sentence: str, *, reads: Reads = Reads.JOINS, kind: type[int] = int
) -> Callable[[Callable[[Tile, TileGeometry], int]], Callable[[Tile, TileGeometry], int]]:
    def register(value: Callable[[Tile, TileGeometry], int]) -> Callable[[Tile, TileGeometry], int]:
        PROPERTIES[name] = Property(name, sentence, reads, kind, value)
        return value

    return register


def _sized(tile: Tile, sizes: range) -> int:
    return sum(len(join) in sizes for join in tile.joins)


_MANY = 1000  # more ports than any tile has


@_property("strands", "strands of any kind", reads=Reads.SIZES)
def strands(tile: Tile, geometry: TileGeometry) -> int:
    return len(tile.joins)


@_property("ends", "strands that touch one port and stop inside the tile", reads=Reads.SIZES)
def ends(tile: Tile, geometry: TileGeometry) -> int:
    return _sized(tile, range(1, 2))


@_property("lines", "strands that join two ports", reads=Reads.SIZES)
def lines(tile: Tile, geometry: TileGeometry) -> int:
    return _sized(tile, range(2, 3))


@_property("junctions", "strands that join three ports or more", reads=Reads.SIZES)
def junctions(tile: Tile, geometry: TileGeometry) -> int:
    return _sized(tile, range(3, _MANY))


@_property("terminals", "ports that a strand touches", reads=Reads.SIZES)
def terminals(tile: Tile, geometry: TileGeometry) -> int:
    return sum(map(len, tile.joins))


@_property("crossings", "pairs of strands that cannot be drawn without crossing")
def crossings(tile: Tile, geometry: TileGeometry) -> int:
    return sum(cross(one, other) for one, other in combinations(tile.joins, 2))


def cross(one: Sequence[int], other: Sequence[int]) -> bool:
    """Whether two strands cross: the ports of each lie in different gaps between those of the other.

    >>> cross((0, 3), (1, 4)), cross((0, 3), (1, 2)), cross((0, 2, 4), (1, 3))
    (True, False, True)
    """
    gaps = {sum(port < other_port for port in one) % len(one) for other_port in other}
    return len(gaps) > 1


@_property("straights", "lines between two ports that face each other")
def straights(tile: Tile, geometry: TileGeometry) -> int:
    return sum(is_straight(join, geometry) for join in tile.joins)


def is_straight(join: Sequence[int], geometry: TileGeometry) -> bool:
    """Whether the strand is a line between two ports that face each other."""
    if len(join) != 2 or geometry.sides % 2:
        return False
    (side, place), (other_side, other_place) = (divmod(port, geometry.ports) for port in join)
    return other_side - side == geometry.sides // 2 and place + other_place == geometry.ports - 1


def _distance(join: Sequence[int], geometry: TileGeometry) -> int:
    """How many sides apart the two ports of a line are."""
    apart = (geometry.side_of(join[1]) - geometry.side_of(join[0])) % geometry.sides
    return min(apart, geometry.sides - apart)


@_property("sharp-bends", "lines that join two neighbouring sides")
def sharp_bends(tile: Tile, geometry: TileGeometry) -> int:
    return sum(len(join) == 2 and _distance(join, geometry) == 1 for join in tile.joins)


@_property("u-turns", "lines with both ports on one side")
def u_turns(tile: Tile, geometry: TileGeometry) -> int:
    return sum(len(join) == 2 and _distance(join, geometry) == 0 for join in tile.joins)


@_property("gentle-bends", "lines that are neither straight nor sharp bends nor u-turns")
def gentle_bends(tile: Tile, geometry: TileGeometry) -> int:
    return sum(
        len(join) == 2 and _distance(join, geometry) > 1 and not is_straight(join, geometry)
        for join in tile.joins
    )


@_property("bends", "sharp bends and gentle bends together")
def bends(tile: Tile, geometry: TileGeometry) -> int:
    return sharp_bends(tile, geometry) + gentle_bends(tile, geometry)


def used_sides(tile: Tile, geometry: TileGeometry) -> list[bool]:
    """For each side, whether it has a terminal or an edge colour."""
    touched = {geometry.side_of(port) for join in tile.joins for port in join}
    return [side in touched or edge != UNCOLOURED for side, edge in enumerate(tile.edges)]


@_property("sides", "sides with a terminal or an edge colour", reads=Reads.SIDES)
def sides(tile: Tile, geometry: TileGeometry) -> int:
    return sum(used_sides(tile, geometry))


@_property("blank-sides", "sides with neither a terminal nor an edge colour", reads=Reads.SIDES)
def blank_sides(tile: Tile, geometry: TileGeometry) -> int:
    return geometry.sides - sides(tile, geometry)


@_property("adjacent-blanks", "pairs of neighbouring sides that are both blank", reads=Reads.SIDES)
def adjacent_blanks(tile: Tile, geometry: TileGeometry) -> int:
    used = used_sides(tile, geometry)
    return sum(not one and not other for one, other in pairwise([*used, used[0]]))


@_property(
    "colours",
    "different colours and values on the tile, on edges, strands and corners together",
    reads=Reads.COLOURS,
)
def colours(tile: Tile, geometry: TileGeometry) -> int:
    return len(colours_of(tile))


def colours_of(tile: Tile) -> set[Colour]:
    """The colours on the tile's edges, strands and corners."""
    return {*tile.colours, *tile.edges, *tile.corners} - {UNCOLOURED}


@_property("runs", "stretches of neighbouring sides in one edge colour", reads=Reads.COLOURS)
def runs(tile: Tile, geometry: TileGeometry) -> int:
    return len(edge_runs(tile.edges))


def edge_runs(edges: Sequence[int]) -> list[tuple[int, ...]]:
    """The sides in runs of one colour, without blank sides; a whole ring is one run.

    >>> edge_runs([0, 1, 1, 0]), edge_runs([2, 2, 2])
    ([(1, 2), (3, 0)], [(0, 1, 2)])
    """
    sides = len(edges)
    starts = [side for side in range(sides) if edges[side] != edges[side - 1]]
    if not starts:
        return [tuple(range(sides))] if edges[0] >= 0 else []
    stretches = [
        tuple(side % sides for side in range(start, end))
        for start, end in pairwise([*starts, starts[0] + sides])
    ]
    return [stretch for stretch in stretches if edges[stretch[0]] >= 0]


@_property(
    "equal-neighbours", "pairs of neighbouring sides in one edge colour", reads=Reads.COLOURS
)
def equal_neighbours(tile: Tile, geometry: TileGeometry) -> int:
    edges = tile.edges
    return sum(one == other != UNCOLOURED for one, other in pairwise([*edges, edges[0]]))


@_property("equal-opposites", "pairs of opposite sides in one edge colour", reads=Reads.COLOURS)
def equal_opposites(tile: Tile, geometry: TileGeometry) -> int:
    half, odd = divmod(geometry.sides, 2)
    if odd:
        return 0
    return sum(
        one == other != UNCOLOURED
        for one, other in zip(tile.edges[:half], tile.edges[half:], strict=True)
    )


@_property("corners", "corners with a colour or a value", reads=Reads.COLOURS)
def corners(tile: Tile, geometry: TileGeometry) -> int:
    return sum(corner != UNCOLOURED for corner in tile.corners)


@_property("corner-colours", "different colours and values at corners", reads=Reads.COLOURS)
def corner_colours(tile: Tile, geometry: TileGeometry) -> int:
    return len({*tile.corners} - {UNCOLOURED})


@_property(
    "equal-corners",
    "pairs of neighbouring corners with one colour or value",
    reads=Reads.COLOURS,
)
def equal_corners(tile: Tile, geometry: TileGeometry) -> int:
    around = [*tile.corners, *tile.corners[:1]]
    return sum(one == other != UNCOLOURED for one, other in pairwise(around))


@_property(
    "rotations",
    "different ways in which the tile can lie when it is turned, not turned over",
    reads=Reads.COLOURS,
)
def orbit(tile: Tile, geometry: TileGeometry) -> int:
    return rotations(tile, geometry)


@_property(
    "chiral", "whether the tile differs from its mirror twin", reads=Reads.COLOURS, kind=bool
)
def chiral(tile: Tile, geometry: TileGeometry) -> int:
    return is_chiral(tile, geometry)


def only_colour(tile: Tile, colour: Colour) -> Tile:
    """The tile without all other colours."""
    kept = [
        (join, each) for join, each in zip(tile.joins, tile.colours, strict=True) if each == colour
    ]
    joins, its_colours = zip(*kept, strict=True) if kept else ((), ())
    edges, corners = (
        tuple(each if each == colour else UNCOLOURED for each in part)
        for part in (tile.edges, tile.corners)
    )
    return Tile(joins, its_colours, edges, corners=corners)
