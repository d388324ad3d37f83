"""What the table tells of the past: tiles stay where they were placed, however they are turned."""

from __future__ import annotations

from collections.abc import Iterable

from pnp.games.controlled_path.kit import Kit
from pnp.games.controlled_path.paths import facing, terminals
from pnp.games.controlled_path.position import Position
from pnp.tiles.hexgrid import Hex, neighbours


def placed(kit: Kit, position: Position) -> int:
    """How many tiles have been placed that are shown."""
    return len(_placed_on(kit, position))


def is_whole(kit: Kit, position: Position) -> bool:
    """Whether the start tiles of all players are shown, and so the table is no part of one."""
    return len(position.tiles) - placed(kit, position) == len(position.seats)


def is_set_up_only(kit: Kit, position: Position) -> bool:
    """Whether nobody can have made a change: there are start tiles only, which no turn changes."""
    if position.chose("turning", "freely"):
        return False
    return is_whole(kit, position) and not placed(kit, position)


def next_cells(position: Position, cell: Hex) -> set[Hex]:
    """The tiles next to this one to which a path can ever have led from it.

    Tiles may be turned, unless their sides have to agree: then terminals that meet always will.
    """
    tiles = dict(position.tiles)
    beside = neighbours(cell)
    if position.chose("sides", "agree"):
        beside = tuple(facing(cell, port).cell for port in terminals(tiles[cell]))
    return {each for each in beside if each in tiles}


def joined(position: Position, cells: Iterable[Hex]) -> set[Hex]:
    """All tiles to which paths can ever have led from these cells, from tile to tile."""
    found = {*cells}
    ahead = [*found]
    while ahead:
        new = next_cells(position, ahead.pop()) - found
        found |= new
        ahead += new
    return found


def placed_round(kit: Kit, position: Position, cell: Hex) -> int:
    """How many tiles have been placed where paths can have led from this cell."""
    return len(joined(position, [cell]) & _placed_on(kit, position))


def can_have_changed(kit: Kit, position: Position, cell: Hex) -> bool:
    """Whether whoever has always been round this cell can have placed or turned a tile."""
    if position.chose("turning", "freely") or not is_whole(kit, position):
        return True
    return placed_round(kit, position, cell) > 0


def _placed_on(kit: Kit, position: Position) -> set[Hex]:
    return {cell for cell, tile in position.tiles if tile not in kit.starts.values()}
