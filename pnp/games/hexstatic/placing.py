"""Where tiles fit: they touch the table, and all sides that touch agree."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from pnp.games.hexstatic.kit import BLANK, Kit, beyond, facing
from pnp.games.hexstatic.position import Lay, Position
from pnp.play import IllegalMove
from pnp.tiles import Tile
from pnp.tiles.hexgrid import Hex, neighbours


def strict_blanks(position: Position) -> bool:
    """Whether a blank side agrees only with a blank side."""
    return position.chose("blank-sides", "blank")


def agree(one: int, other: int, *, strict: bool) -> bool:
    """Whether two sides that meet agree."""
    return one == other or (not strict and BLANK in (one, other))


def meetings(kit: Kit, table: Mapping[Hex, Tile], cell: Hex) -> Iterator[tuple[int, Hex, int]]:
    """The sides of a cell that touch tiles: each side, where the tile is, and what it shows."""
    for side in range(6):
        other = beyond(cell, side)
        if other in table:
            yield side, other, kit.sides[table[other]][facing(side)]


def placements(kit: Kit, position: Position, kinds: Iterable[Tile]) -> Iterator[Lay]:
    """All ways to lay one of these tiles: by cells, then in the order of the set."""
    table = dict(position.table)
    strict = strict_blanks(position)
    among = kit.turns(kinds)
    around = {cell for laid in table for cell in neighbours(laid)} - table.keys()
    for cell in sorted(around):
        demands = ((side, shown) for side, _, shown in meetings(kit, table, cell))
        for tile in kit.members(kit.fitting(among, demands, strict=strict)):
            yield Lay(tile, cell)


def fits(kit: Kit, position: Position, kinds: Iterable[Tile]) -> bool:
    """Whether one of these tiles fits anywhere."""
    return next(placements(kit, position, kinds), None) is not None


def check_place(kit: Kit, position: Position, move: Lay) -> None:
    """Raises IllegalMove where the tile does not fit there."""
    table = dict(position.table)
    where = write_cell(move.cell)
    if move.cell in table:
        raise IllegalMove("empty-place", f"{where} has a tile, {kit.write(table[move.cell])}")
    met = list(meetings(kit, table, move.cell))
    if not met:
        raise IllegalMove("touching", f"a tile on {where} touches no tile on the table")
    for side, other, shown in met:
        own = kit.sides[move.tile][side]
        if not agree(own, shown, strict=strict_blanks(position)):
            raise IllegalMove(
                "agreeing-sides",
                f"side {side + 1} of the tile on {where} is {told(kit, own)}, and meets"
                f" {told(kit, shown)} on {write_cell(other)}",
            )


def told(kit: Kit, shown: int) -> str:
    """What a side shows, in a word."""
    return "blank" if shown == BLANK else kit.colours[shown]


def write_cell(cell: Hex) -> str:
    """A cell as it is written: axial coordinates."""
    return f"{cell.q},{cell.r}"
