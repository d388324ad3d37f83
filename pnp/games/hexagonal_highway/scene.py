"""A round that is over, seen from a file: who could place what where, and what drives say of tiles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pnp.games.hexagonal_highway.control import against_cell, controlled
from pnp.games.hexagonal_highway.driving import onward, set_off
from pnp.games.hexagonal_highway.orders import Piece, Place
from pnp.games.hexagonal_highway.pawns import moment
from pnp.games.hexagonal_highway.position import PLAYERS, Position
from pnp.games.hexagonal_highway.reading import At, Written
from pnp.games.hexagonal_highway.road import Road
from pnp.tiles.hexgrid import Hex

Tile = Piece | None  # what lies on a cell: a direction tile, or none

TURNS: frozenset[Tile] = frozenset(piece for piece in Piece if piece.turns)
TILES = TURNS | {None}


class Writer(NamedTuple):
    """Somebody who has written a sheet in a round."""

    round: int
    player: int


class Scene(NamedTuple):
    """The position in which a round began, the drives that are told, and who could place what where."""

    road: Road
    moment: Position
    drives: Mapping[int, tuple[At, ...]]
    directions: Mapping[Hex, frozenset[Writer]]
    blockades: Mapping[Hex, frozenset[Writer]]

    def ahead(self, drive: tuple[At, ...], number: int, tile: Tile) -> Hex:
        """Where a pawn drives on to from the cell of that number, if the tile lies there."""
        before, cell = drive[number - 1].cell, drive[number].cell
        way = next(way for way in range(6) if before.moved(way) == cell)
        return cell.moved(onward(self.road, self.moment, cell, way, tile))

    def fitting(self, drive: tuple[At, ...], number: int) -> frozenset[Tile]:
        """The tiles that, on the cell of that number, send the pawn on as told, or let it stop."""
        ahead = {tile: self.ahead(drive, number, tile) for tile in TILES}
        if number < len(drive) - 1:
            return frozenset(tile for tile in ahead if ahead[tile] == drive[number + 1].cell)
        return frozenset(tile for tile in ahead if self.ends(drive, ahead[tile]))

    def ends(self, drive: tuple[At, ...], ahead: Hex) -> bool:
        """Whether the edge, the pawn's own track or a blockade can have ended the drive there."""
        return self.needs_no_blockade(drive, ahead) or ahead in self.blockades

    def needs_no_blockade(self, drive: tuple[At, ...], ahead: Hex) -> bool:
        """Whether the pawn stops before that cell in any case."""
        return ahead not in self.road.names or ahead in [at.cell for at in drive]

    def may_stay(self, drive: tuple[At, ...]) -> bool:
        """Whether a pawn can have stayed where it is."""
        if self.moment.chose("no-direction", "stay") or self.moment.chose("failed-hex", "sheet"):
            return True
        start = drive[0].cell
        ways = (set_off(self.road, self.moment, start, way, None) for way in range(6))
        return any(self.ends(drive, start.moved(way)) for way in ways)


def scene_of(road: Road, written: Written, position: Position, number: int) -> Scene:
    """A round of a position whose pawns can be where they are told to be."""
    began = moment(written, position, number)
    drives = written.drives.get(number, {})
    reach = [frozenset(controlled(road, began, player)) for player in range(PLAYERS)]

    def writers(piece: Piece) -> dict[Hex, frozenset[Writer]]:
        return {
            cell: frozenset(
                Writer(number, player) for player in range(PLAYERS) if cell in reach[player]
            )
            for cell in frozenset[Hex]().union(*reach)
            if against_cell(road, began, 0, Place(piece, cell)) is None
        }

    driven_over = {at.cell for drive in drives.values() for at in drive}
    blockades = writers(Piece.BLOCKADE)
    return Scene(
        road,
        began,
        drives,
        directions=writers(Piece.LEFT),
        blockades={cell: blockades[cell] for cell in blockades if cell not in driven_over},
    )
