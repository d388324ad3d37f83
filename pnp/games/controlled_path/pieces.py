"""The pieces of Controlled Path: path tiles, and a start tile for each colour."""

from __future__ import annotations

from collections.abc import Mapping

from pnp.basics.errors import UnusableInput
from pnp.play.layout import Sides
from pnp.play.tiles import TileKinds
from pnp.sets.tileset import Tileset, for_players, most_players
from pnp.tiles import UNCOLOURED, Shape, Tile, TileGeometry
from pnp.tiles.hexgrid import Hex

_HEXAGON = TileGeometry(Shape.HEXAGON)


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


def _sides(tile: Tile) -> Sides:
    """1 for each side with a terminal, 0 for each blank side."""
    joined = {port for join in tile.joins for port in join}
    return tuple(int(side in joined) for side in range(6))
