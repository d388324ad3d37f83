"""The controlled path game, which its designer left without a name: the rules of its tiles.

The designer's page fixes the set by a count: all different tiles, less the two six-terminal tiles
that do not change when they are turned, plus three start tiles, are 40.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pnp.basics.errors import Severity
from pnp.basics.words import listed
from pnp.enumeration import Universe, different_tiles
from pnp.enumeration.conditions import Has, parse_comparison
from pnp.tiles import UNCOLOURED, Shape, Tile, TileGeometry, rotations
from pnp.tiles.properties import PROPERTIES
from pnp.tiles.symmetry import Symmetry
from pnp.validation import Scope, Violation, rule

DESIGNERS_COUNT = 40  # on the page
DESIGNERS_START_TILES = 3  # on the page, for three players


def path_tiles(geometry: TileGeometry, *, junctions: int) -> list[Tile]:
    """All different tiles with a path, and with at most so many junctions.

    A path joins two sides or more: a side with a terminal leads somewhere.
    """
    conditions = (("strands", ">=1"), ("junctions", f"<={junctions}"))
    return different_tiles(
        Universe(
            geometry,
            Symmetry.ROTATIONS,
            strand_sizes=frozenset(range(2, geometry.port_count + 1)),
            conditions=tuple(
                Has(PROPERTIES[name], parse_comparison(text)) for name, text in conditions
            ),
        )
    )


def unchanging(tiles: list[Tile], geometry: TileGeometry) -> list[Tile]:
    """The tiles with a terminal on every side that look the same after every turn."""
    return [
        tile
        for tile in tiles
        if sum(map(len, tile.joins)) == geometry.port_count and rotations(tile, geometry) == 1
    ]


@rule(
    "designers-count",
    "The path tiles are all different ones with at most one junction, less those that no turn"
    " changes; with the start tiles they make the designer's 40.",
    names=("path", "start"),
)
def designers_count(scope: Scope) -> Iterator[Violation]:
    definition = scope.tileset.definition
    geometry = definition.geometry
    paths, starts = scope.tileset.family("path"), scope.tileset.family("start")
    if paths is None or starts is None:
        return
    if geometry != TileGeometry(Shape.HEXAGON):
        yield Violation("the designer counts hexagons with one terminal a side", scope.place)
        return
    # The page does not say how many junctions a tile may have: only one answer gives 40.
    totals = {}
    for junctions in range(3):
        tiles = path_tiles(geometry, junctions=junctions)
        totals[junctions] = len(tiles) - len(unchanging(tiles, geometry)) + DESIGNERS_START_TILES
    (most,) = [each for each, total in totals.items() if total == DESIGNERS_COUNT]
    tiles = path_tiles(geometry, junctions=most)
    fixed = unchanging(tiles, geometry)
    wanted = set(tiles) - set(fixed)
    present = {piece.tile for piece in paths.pieces}
    for verb, difference in (("lacks", wanted - present), ("should not have", present - wanted)):
        if difference:
            names = listed([definition.notation(tile) for tile in sorted(difference)])
            yield Violation(f'the family "path" {verb} {names}', paths.definition.place)
    total = len(present) + starts.count
    if total != DESIGNERS_COUNT:
        yield Violation(
            f"{len(present)} path tiles and {starts.count} start tiles are {total},"
            f" the designer has {DESIGNERS_COUNT}",
            scope.place,
        )
    yield Violation(
        f"with at most {most} junction a tile there are {len(tiles)} different tiles; less"
        f" {len(fixed)} with six terminals that no turn changes, plus {starts.count} start tiles:"
        f" {len(tiles) - len(fixed) + starts.count}."
        f" With none the sum would be {totals[0]}, with any number {totals[2]}",
        scope.place,
        Severity.NOTE,
    )


@rule(
    "start-tiles",
    "Each player has a start tile: a junction of all sides with a ring in a colour of its own.",
    names=("start",),
)
def start_tiles(scope: Scope) -> Iterator[Violation]:
    definition = scope.tileset.definition
    everywhere = (tuple(range(definition.geometry.port_count)),)
    for piece in scope.pieces:
        if piece.tile.joins != everywhere:
            yield Violation(f"{piece.id} is not a junction of all sides", piece.place)
        if piece.tile.mark.kind != "ring" or piece.tile.mark.colour == UNCOLOURED:
            yield Violation(f"{piece.id} has no ring in a player's colour", piece.place)
    rings = Counter(piece.tile.mark.colour for piece in scope.pieces)
    players = scope.tileset.players
    if len(rings) != players or max(rings.values()) > 1:
        yield Violation(
            f"{players} players need {players} start tiles in {players} colours;"
            f" there are {len(scope.pieces)} in {len(rings)}",
            scope.place,
        )


RULES = (designers_count, start_tiles)
