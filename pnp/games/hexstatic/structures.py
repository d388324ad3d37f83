"""Structures: all tiles that a colour joins, as loops, lines, fragments and runs."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import NamedTuple

from pnp.games.hexstatic.pieces import ports
from pnp.play.layout import beyond, facing
from pnp.tiles import Tile
from pnp.tiles.hexgrid import Hex


class Kind(Enum):
    """The kinds of structures; the value is the word in the rulebook."""

    LOOP = "loop"
    LINE = "line"
    FRAGMENT = "fragment"
    RUN = "run"


# Points for each tile that counts, as the rulebook's table has it.
POINTS = {Kind.LOOP: 4, Kind.LINE: 2, Kind.FRAGMENT: 1, Kind.RUN: 0}

# The kind of a structure that is no loop, by the number of its ends.
_BY_ENDS = (Kind.RUN, Kind.FRAGMENT, Kind.LINE)


class Structure(NamedTuple):
    """A structure and its cells in the order in which the colour runs; a fragment's end is first."""

    kind: Kind
    colour: int
    cells: tuple[Hex, ...]

    @property
    def is_complete(self) -> bool:
        """Whether nothing can be added to it."""
        return self.kind in (Kind.LOOP, Kind.LINE)

    @property
    def counted(self) -> tuple[Hex, ...]:
        """The cells of the tiles that count: all, but for a fragment's end tile."""
        return self.cells[1:] if self.kind is Kind.FRAGMENT else self.cells


def structure_at(table: Mapping[Hex, Tile], cell: Hex, colour: int) -> Structure:
    """The structure of a colour to which the tile on a cell belongs."""
    sides = ports(table[cell], colour)
    ahead, *behind = (_walk(table, cell, side, colour) for side in sides)
    if cell in ahead:
        return Structure(Kind.LOOP, colour, (cell, *ahead[:-1]))
    cells = (*reversed(behind[0] if behind else ()), cell, *ahead)
    ends = [each for each in cells if len(ports(table[each], colour)) == 1]
    if ends == [cells[-1]]:
        cells = cells[::-1]
    return Structure(_BY_ENDS[len(ends)], colour, cells)


def _walk(table: Mapping[Hex, Tile], start: Hex, side: int, colour: int) -> list[Hex]:
    """The cells to which the colour leads across a side of the start; a loop ends with the start."""
    cells: list[Hex] = []
    cell = start
    while True:
        cell, entry = beyond(cell, side), facing(side)
        sides = ports(table[cell], colour) if cell in table else ()
        if entry not in sides:
            return cells
        cells.append(cell)
        if cell == start or len(sides) == 1:
            return cells
        side = sides[1] if sides[0] == entry else sides[0]


def structures(table: Mapping[Hex, Tile], colour: int) -> tuple[Structure, ...]:
    """All structures of a colour, in the order of their first cells."""
    found: list[Structure] = []
    seen: set[Hex] = set()
    for cell in sorted(table):
        if cell not in seen:
            found.append(structure_at(table, cell, colour))
            seen.update(found[-1].cells)
    return tuple(found)
