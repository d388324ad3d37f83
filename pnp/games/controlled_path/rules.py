"""The rules for the pieces of Controlled Path.

The designer's page fixes the set by a count: all unique tiles, less the two six-terminal tiles that
rotation leaves unchanged, plus three start tiles, are 40.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pnp.basics.errors import Severity
from pnp.basics.words import listed
from pnp.enumeration import Universe, different_tiles
from pnp.tiles import UNCOLOURED, Shape, Tile, TileGeometry, rotations
from pnp.tiles.properties import PROPERTIES
from pnp.tiles.symmetry import Symmetry
from pnp.validation import Scope, Violation, rule

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
