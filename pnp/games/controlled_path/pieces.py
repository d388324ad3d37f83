"""The pieces of Controlled Path: path tiles, the paths over them, and a start tile for each colour.

The designer's page fixes the set by a count: all unique tiles, less the two six-terminal tiles that
rotation leaves unchanged, plus three start tiles, are 40.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from pnp.basics.errors import Severity, UnusableInput
from pnp.basics.words import listed
from pnp.enumeration import Universe, different_tiles
from pnp.play import Hex, Layout, TileKinds, beyond, facing
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


class Path(NamedTuple):
    """A whole path: its part on each tile, and the empty places that it leads to.

    `openings` has the sides on which it meets each of these places, as a number with a bit for each.
    """

    spots: frozenset[Spot]
    openings: Mapping[Hex, int]


class Network(Layout[Tile]):
    """The tiles on the table, and the paths over them; it remembers each path that it has found."""

    __slots__ = ("_paths",)

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self._paths: dict[Spot, Path] = {}

    def path(self, spot: Spot) -> Path:
        """The whole path of which this is a part."""
        if spot in self._paths:
            return self._paths[spot]
        spots, openings = {spot}, dict[Hex, int]()
        ahead = [spot]
        for each in ahead:
            for cell, side in _exits(each):
                if cell not in self._tiles:
                    openings[cell] = openings.get(cell, 0) | 1 << side
                elif (beside := self._spot(cell, side)) and beside not in spots:
                    spots.add(beside)
                    ahead.append(beside)
        path = Path(frozenset(spots), openings)
        self._paths.update(dict.fromkeys(spots, path))
        return path

    def next_spots(self, spot: Spot) -> Iterator[Spot]:
        """The parts of the path on the tiles next to this one."""
        beside = (self._spot(cell, side) for cell, side in _exits(spot) if cell in self._tiles)
        return filter(None, beside)

    def _spot(self, cell: Hex, side: int) -> Spot | None:
        """The part of a path that begins on a side of a tile; None if the side is blank."""
        for join in self._tiles[cell].joins:
            if side in join:
                return Spot(cell, join)
        return None


@cache
def _exits(spot: Spot) -> tuple[tuple[Hex, int], ...]:
    """The cells that the terminals of a spot face, each with the side that faces back."""
    return tuple((beyond(spot.cell, side), facing(side)) for side in spot.join)


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
        self._meeting: dict[tuple[Tile, int], tuple[Tile, ...]] = {}

    def start_cells(self, tiles: Mapping[Hex, Tile]) -> dict[int, Hex]:
        """Where start tiles lie, by colour."""
        cells = {tile: cell for cell, tile in tiles.items()}
        return {colour: cells[tile] for colour, tile in enumerate(self.starts) if tile in cells}

    def meeting(self, kind: Tile, sides: int) -> tuple[Tile, ...]:
        """The turns of a kind with a terminal on one of these sides, a number with a bit for each."""
        if (kind, sides) not in self._meeting:
            self._meeting[kind, sides] = tuple(
                tile
                for tile in sorted(self.turns[kind])
                if any(shown and sides >> side & 1 for side, shown in enumerate(self.sides[tile]))
            )
        return self._meeting[kind, sides]


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
