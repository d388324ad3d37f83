"""Controlled Path: the rules that its pieces have to meet.

The designer's page fixes the set by a count: all unique tiles, less the two six-terminal tiles that
rotation leaves unchanged, plus three start tiles, are 40.
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
    """All unique tiles with at least one path, which joins two or more sides, and few junctions."""
    limits = {"strands": ">=1", "junctions": f"<={junctions}"}
    return different_tiles(
        Universe(
            geometry,
            Symmetry.ROTATIONS,
            strand_sizes=frozenset(range(2, geometry.port_count + 1)),
            conditions=tuple(Has(PROPERTIES[n], parse_comparison(t)) for n, t in limits.items()),
        )
    )


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
    geometry = definition.geometry
    paths, starts = scope.tileset.family("path"), scope.tileset.family("start")
    if paths is None or starts is None:
        return
    if geometry != TileGeometry(Shape.HEXAGON):
        yield Violation("the designer counts hexagons with one terminal a side", scope.place)
        return
    # The page does not say how many junctions a tile may have: only one answer gives 40.
    different = [path_tiles(geometry, junctions=junctions) for junctions in range(3)]
    wanted = [{tile for tile in tiles if not _is_fixed(tile, geometry)} for tiles in different]
    totals = [len(tiles) + DESIGNERS_START_TILES for tiles in wanted]
    most = totals.index(DESIGNERS_COUNT)
    present = {piece.tile for piece in paths.pieces}
    lacking, surplus = wanted[most] - present, present - wanted[most]
    for verb, tiles in (("lacks", lacking), ("should not have", surplus)):
        if tiles:
            names = listed([definition.notation(tile) for tile in sorted(tiles)])
            yield Violation(f'the family "path" {verb} {names}', paths.definition.place)
    total = len(present) + starts.count
    if total != DESIGNERS_COUNT:
        yield Violation(
            f"{len(present)} path tiles and {starts.count} start tiles are {total};"
            f" the designer has {DESIGNERS_COUNT}",
            scope.place,
        )
    everything, left = len(different[most]), len(wanted[most])
    yield Violation(
        f"with at most {most} junction a tile there are {everything} different tiles; less"
        f" {everything - left} with six terminals that rotation leaves unchanged, plus"
        f" {starts.count} start tiles: {left + starts.count}. With none the sum would be"
        f" {totals[0]}, with any number {totals[2]}",
        scope.place,
        Severity.NOTE,
    )


@rule(
    "start-tiles",
    "Each player has a start tile: a junction of all sides with a ring in the player's colour.",
    names=("start",),
)
def start_tiles(scope: Scope) -> Iterator[Violation]:
    everywhere = (tuple(range(scope.tileset.definition.geometry.port_count)),)
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
