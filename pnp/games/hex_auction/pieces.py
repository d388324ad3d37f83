"""The pieces of Hex Auction: tiles with coloured edges, some of them special, and coins."""

from __future__ import annotations

from pnp.basics.errors import UnusableInput
from pnp.play.layout import Layout
from pnp.play.tiles import TileKinds
from pnp.sets.tileset import Tileset
from pnp.tiles import NO_MARK, Shape, Tile

# The tiles on the board.
Tiles = Layout[Tile]


class PieceSet(TileKinds):
    """The tiles of a set and the coins of each player; raises UnusableInput if the set lacks them."""

    def __init__(self, tileset: Tileset) -> None:
        definition = tileset.definition
        no_set = f"{definition.game} is not a set for hex-auction"
        if definition.main_group.geometry.shape is not Shape.HEXAGON:
            raise UnusableInput(f"{no_set}: its tiles are not hexagons")
        parameters = {each.name: each.value for each in definition.parameters}
        if "coins" not in parameters:
            raise UnusableInput(f'{no_set}: it has no parameter "coins"')
        super().__init__(tileset, shows=lambda tile: tile.edges)
        self.coins = parameters["coins"]
        self.total = sum(self.copies.values())
        self.special = frozenset(kind for kind in self.copies if kind.mark.kind == "dot")

    def write(self, tile: Tile) -> str:
        """The edges of a tile as it lies; the dot of a special tile is omitted."""
        return super().write(tile._replace(mark=NO_MARK))
