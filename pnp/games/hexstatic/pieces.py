"""The pieces of HexStatic: tiles whose sides show a colour, or are blank."""

from __future__ import annotations

from collections.abc import Mapping

from pnp.basics.errors import UnusableInput
from pnp.play.layout import Layout, Sides, beyond, facing
from pnp.play.tiles import TileKinds
from pnp.sets.tileset import Tileset
from pnp.tiles import UNCOLOURED, Shape, Tile, TileGeometry
from pnp.tiles.hexgrid import Hex, format_cell

# The number of a side that no colour touches.
BLANK = int(UNCOLOURED)

_HEXAGON = TileGeometry(Shape.HEXAGON)

# The tiles on the table.
Tiles = Layout[Tile]


class PieceSet(TileKinds):
    """The tiles of a set and its colours; raises UnusableInput if the game needs other tiles."""

    def __init__(self, tileset: Tileset, *, blanks_agree: bool = False) -> None:
        """*blanks_agree*: a blank side agrees with every side, not only with another blank one."""
        definition = tileset.definition
        self.colours = tuple(ink.name for ink in definition.inks)
        for piece in tileset.pieces:
            if definition.main_group.geometry != _HEXAGON or not _is_playable(
                piece.tile, len(self.colours)
            ):
                raise UnusableInput(
                    f"{definition.game} is not a set for hexstatic: {piece.id} is not a hexagon"
                    " with each colour once, as a line or an end"
                )
        agrees = _agrees_with_blanks if blanks_agree else int.__eq__
        super().__init__(tileset, shows=_sides, agrees=agrees)
        self.nexus = self.bag(is_nexus)
        self.ordinary = self.bag(lambda kind: not is_nexus(kind))
        if not self.nexus:
            raise UnusableInput(f"{definition.game} is not a set for hexstatic: no nexus tile")

    def clash(self, table: Mapping[Hex, Tile], cell: Hex, tile: Tile) -> str | None:
        """Why a tile on a cell does not agree with the tiles beside it; None if it agrees."""
        for side, own in enumerate(self.sides[tile]):
            beside = beyond(cell, side)
            shown = self.sides[table[beside]][facing(side)] if beside in table else own
            if not self.agrees(own, shown):
                return (
                    f"side {side + 1} of the tile on {format_cell(cell)} is {self._word(own)} and"
                    f" meets {self._word(shown)} on {format_cell(beside)}"
                )
        return None

    def _word(self, shown: int) -> str:
        return "blank" if shown == BLANK else self.colours[shown]


def is_nexus(tile: Tile) -> bool:
    """Whether all strands of a tile are ends."""
    return all(len(join) == 1 for join in tile.joins)


def ports(tile: Tile, colour: int) -> tuple[int, ...]:
    """The sides that a colour touches: one for an end, two for a line."""
    return tile.joins[tile.colours.index(colour)]


def _agrees_with_blanks(one: int, other: int) -> bool:
    return one == other or BLANK in (one, other)


def _is_playable(tile: Tile, colours: int) -> bool:
    each_once = sorted(tile.colours) == list(range(colours))
    return each_once and set(tile.edges) == {UNCOLOURED} and {*map(len, tile.joins)} <= {1, 2}


def _sides(tile: Tile) -> Sides:
    shown = [BLANK] * 6
    for strand in tile.strands:
        for port in strand.ports:
            shown[port] = strand.colour
    return tuple(shown)
