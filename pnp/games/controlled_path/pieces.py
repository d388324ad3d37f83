"""The pieces of Controlled Path: path tiles, the paths over them, and a start tile for each colour.

The designer's page fixes the set by a count: all unique tiles, less the two six-terminal tiles that
rotation leaves unchanged, plus three start tiles, are 40.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache, partial
from typing import Any, Self

from pnp.basics.classes import NamedTuple
from pnp.basics.errors import Severity, UnusableInput
from pnp.basics.words import listed
from pnp.enumeration import Universe, different_tiles
from pnp.play import FACING, SIDES, STEPS, Found, Hex, Layout, Sides, TileKinds, beyond, facing
from pnp.sets.tileset import Tileset, for_players, most_players
from pnp.tiles import UNCOLOURED, Port, Shape, Tile, TileGeometry, rotations
from pnp.tiles.properties import PROPERTIES
from pnp.tiles.symmetry import Symmetry
from pnp.validation import Scope, Violation, rule

_HEXAGON = TileGeometry(Shape.HEXAGON)

# The terminals that a path joins on one tile.
Join = tuple[Port, ...]


class Spot(NamedTuple):
    """The part of a path on one tile, where a token can stand."""

    cell: Hex
    join: Join


# The cells that a spot leads to, each with the side that faces it; and what begins on each side of a tile.
Exits = tuple[tuple[Hex, int], ...]
Parts = tuple[tuple[Spot, Exits] | None, ...]


class Path(NamedTuple):
    """A whole path: its part on each tile, and the empty places that it leads to.

    `openings` has the sides on which it meets each of these places, as a number with a bit for each.
    `cells` are those of its tiles, and `reach` has these and all that its terminals face: the path
    changes only if something changes there. Openings and cells are sorted.
    """

    spots: frozenset[Spot]
    openings: Mapping[Hex, int]
    cells: tuple[Hex, ...]
    reach: frozenset[Hex]


class Network(Layout[Tile]):
    """The tiles on the table, and the paths over them.

    It remembers each path that it has found, and each that an earlier network has found and that the
    tiles laid since do not change.
    """

    __slots__ = ("_on", "_paths")

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self._paths: list[Path] = []
        self._on: dict[Hex, Parts] = {}

    def with_tile(self, cell: Hex, tile: Tile, sides: Sides) -> Self:
        network = super().with_tile(cell, tile, sides)
        network._paths = [path for path in self._paths if cell not in path.reach]
        network._on = self._on.copy()
        network._on.pop(cell, None)
        return network

    def path(self, spot: Spot) -> Path:
        """The whole path of which this is a part."""
        for path in self._paths:
            if spot in path.spots:
                return path
        spots, openings = {spot}, dict[Hex, int]()
        cells, faced = {spot.cell}, set[Hex]()
        on, ahead = self._on, [_exits(spot)]
        for exits in ahead:
            for cell, side in exits:
                faced.add(cell)
                parts = on[cell] if cell in on else self._parts(cell)
                if not parts:
                    openings[cell] = openings.get(cell, 0) | 1 << side
                elif (part := parts[side]) and part[0] not in spots:
                    spots.add(part[0])
                    cells.add(cell)
                    ahead.append(part[1])
        in_order = dict(sorted(openings.items()))
        path = Path(frozenset(spots), in_order, tuple(sorted(cells)), frozenset(faced | cells))
        self._paths.append(path)
        return path

    def next_spots(self, spot: Spot) -> Iterator[Spot]:
        """The parts of the path on the tiles next to this one."""
        parts = ((self._parts(cell), side) for cell, side in _exits(spot))
        return (part[0] for there, side in parts if there and (part := there[side]))

    def _parts(self, cell: Hex) -> Parts:
        """The part of a path that begins on each side of a tile, and its exits; none without a tile."""
        found = self._on.get(cell)
        if found is None:
            tile = self.tiles.get(cell)
            spots = {side: Spot(cell, join) for join in tile.joins for side in join} if tile else {}
            parts = [
                (spot, _exits(spot)) if (spot := spots.get(Port(side))) else None for side in SIDES
            ]
            found = self._on[cell] = tuple(parts) if tile else ()
        return found


@cache
def _exits(spot: Spot) -> Exits:
    """The cells that the terminals of a spot face, each with the side that faces back."""
    return tuple((beyond(spot.cell, side), facing(side)) for side in spot.join)


# The ways on from a path on a tile, whose sides are a number with a bit for each: each has the step to the cell
# beside it, and the side there.
WAYS = tuple(
    tuple((STEPS[side], FACING[side]) for side in SIDES if join >> side & 1) for join in range(64)
)


class Lying:
    """A tile as it lies: the sides that the path on each side joins, as bits, and the tile turned by some steps."""

    __slots__ = ("joins", "tile", "turned")

    def __init__(self, tile: Tile) -> None:
        bits = {side: sum(1 << each for each in join) for join in tile.joins for side in join}
        self.tile, self.joins = tile, tuple(bits.get(Port(side), 0) for side in SIDES)
        self.turned: tuple[Turned, ...] = ()


# By how many steps a tile is turned, and the tile after that.
Turned = tuple[int, Lying]


def walked(lying: Mapping[int, Lying], cell: int, join: int) -> tuple[set[int], dict[int, int]]:
    """A whole path on cells as numbers: its parts, each as `cell << 6 | join`, and its openings as in `Path`."""
    spots, openings = {cell << 6 | join}, dict[int, int]()
    ahead = [(cell, join)]
    for cell, join in ahead:
        for step, side in WAYS[join]:
            beside = cell + step
            if beside not in lying:
                openings[beside] = openings.get(beside, 0) | 1 << side
            elif met := lying[beside].joins[side]:
                spot = beside << 6 | met
                if spot not in spots:
                    spots.add(spot)
                    ahead.append((beside, met))
    return spots, openings


class PieceSet(TileKinds):
    """The tiles for as many players as the set can have.

    `colours` are the names of the players' colours, clockwise as players sit, and `starts` their start
    tiles; everywhere else a player is the index of a colour. `paths` are the other tiles. `turning`
    has each tile, as it lies, turned by 1 to 5 sides; turns that change nothing are omitted. Raises
    UnusableInput if the game needs other tiles.
    """

    def __init__(self, tileset: Tileset) -> None:
        definition = tileset.definition
        if definition.main_group.geometry != _HEXAGON:
            raise UnusableInput("controlled-path is played with hexagons of one terminal a side")
        whole = for_players(tileset, max(tileset.players, most_players(definition)))
        if whole.family("start") is None:
            raise UnusableInput('controlled-path needs a family "start", which the set lacks')
        super().__init__(whole, shows=_sides)
        rings = {
            piece.tile: piece.tile.mark.colour
            for piece in whole.pieces
            if piece.family == "start" and piece.tile.mark.colour != UNCOLOURED
        }
        self.starts = tuple(rings)
        self.colours = tuple(definition.inks[colour].name for colour in rings.values())
        self.paths = self.bag(lambda kind: kind not in rings)
        self.turning = {
            tile: {n: turns[(k + n) % len(turns)] for n in range(1, 6) if n % len(turns)}
            for turns in self.turns.values()
            for k, tile in enumerate(turns)
        }
        self.lying = {tile: Lying(tile) for tile in self.turning}
        for tile, lying in self.lying.items():
            turned = self.turning[tile].items()
            lying.turned = tuple((steps, self.lying[each]) for steps, each in turned)
        # The turns of a kind with a terminal on one of some sides, a number with a bit for each; `unturned` has the
        # same as changes that turn by no step.
        self.meeting = {kind: Found(partial(self._meeting, kind)) for kind in self.copies}
        self.unturned = {kind: Found(partial(self._unturned, kind)) for kind in self.copies}

    def start_cells(self, tiles: Mapping[Hex, Tile]) -> dict[int, Hex]:
        """Where start tiles lie, by colour."""
        cells = {tile: cell for cell, tile in tiles.items()}
        return {colour: cells[tile] for colour, tile in enumerate(self.starts) if tile in cells}

    def _unturned(self, kind: Tile, sides: int) -> tuple[Turned, ...]:
        return tuple((0, self.lying[tile]) for tile in self.meeting[kind][sides])

    def _meeting(self, kind: Tile, sides: int) -> tuple[Tile, ...]:
        return tuple(
            tile
            for tile in sorted(self.turns[kind])
            if any(shown and sides >> side & 1 for side, shown in enumerate(self.sides[tile]))
        )


def _sides(tile: Tile) -> tuple[int, ...]:
    """1 for each side with a terminal, 0 for each blank side."""
    joined = {port for join in tile.joins for port in join}
    return tuple(int(side in joined) for side in range(6))


# The rules of the set.

DESIGNERS_COUNT = 40  # on the page
DESIGNERS_START_TILES = 3  # on the page, for three players


def _is_fixed(tile: Tile, geometry: TileGeometry) -> bool:
    """Whether a tile has a terminal on every side and looks the same after every rotation."""
    return sum(map(len, tile.joins)) == geometry.port_count and rotations(tile, geometry) == 1


@rule(
    "designers-count",
    "The path tiles are all unique tiles with at most one junction, less those that rotation leaves"
    " unchanged; with the start tiles they make the designer's 40.",
    names=("path", "start"),
)
def designers_count(scope: Scope) -> Iterator[Violation]:
    definition = scope.tileset.definition
    geometry, junctions = definition.main_group.geometry, PROPERTIES["junctions"]
    paths, starts = scope.tileset.family("path"), scope.tileset.family("start")
    if paths is None or starts is None:
        return
    if geometry != TileGeometry(Shape.HEXAGON):
        yield Violation("the designer counts hexagons with one terminal a side", scope.place)
        return
    # The page does not say how many junctions a tile may have: only one answer gives 40.
    sizes = frozenset(range(2, geometry.port_count + 1))  # a path joins two or more sides
    unique = different_tiles(Universe(geometry, Symmetry.ROTATIONS, strand_sizes=sizes))
    tiles = [(tile, junctions.value(tile, geometry)) for tile in unique if tile.joins]
    different = [[tile for tile, number in tiles if number <= most] for most in range(3)]
    wanted = [{tile for tile in each if not _is_fixed(tile, geometry)} for each in different]
    totals = [len(each) + DESIGNERS_START_TILES for each in wanted]
    most, present = totals.index(DESIGNERS_COUNT), {piece.tile for piece in paths.pieces}
    lacking, surplus = wanted[most] - present, present - wanted[most]
    for verb, some in (("lacks", lacking), ("should not have", surplus)):
        if some:
            names = listed([definition.notation(tile) for tile in sorted(some)])
            yield Violation(f'the family "path" {verb} {names}', paths.definition.place)
    total = len(present) + starts.count
    if total != DESIGNERS_COUNT:
        message = f"{len(present)} path tiles and {starts.count} start tiles are {total}"
        yield Violation(f"{message}; the designer has {DESIGNERS_COUNT}", scope.place)
    everything, left = len(different[most]), len(wanted[most])
    message = (
        f"{everything} different tiles with at most {most} junction, less {everything - left} with"
        f" six terminals that rotation leaves unchanged, plus {starts.count} start tiles are"
        f" {left + starts.count}. With no junction the sum would be {totals[0]}, with any number"
        f" {totals[2]}"
    )
    yield Violation(message, scope.place, Severity.NOTE)


@rule(
    "start-tiles",
    "Each player has a start tile: a junction of all sides with a ring in the player's colour.",
    names=("start",),
)
def start_tiles(scope: Scope) -> Iterator[Violation]:
    everywhere = (tuple(range(scope.tileset.definition.main_group.geometry.port_count)),)
    for piece in scope.pieces:
        mark = piece.tile.mark
        if piece.tile.joins != everywhere or mark.kind != "ring" or mark.colour == UNCOLOURED:
            message = f"{piece.id} is not a junction of all sides with a ring in a player's colour"
            yield Violation(message, piece.place)
    rings = Counter(piece.tile.mark.colour for piece in scope.pieces)
    players = scope.tileset.players
    if len(rings) != players or max(rings.values()) > 1:
        there = f"there are {len(scope.pieces)} in {len(rings)}"
        needed = f"{players} players need {players} start tiles in {players} colours"
        yield Violation(f"{needed}; {there}", scope.place)


RULES = (designers_count, start_tiles)
