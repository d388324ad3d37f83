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
    """What a structure is; the value is the word in the rulebook."""

    LOOP = "loop"
    LINE = "line"
    FRAGMENT = "fragment"
    RUN = "run"


# Points for each tile that counts, as the rulebook's table has it.
POINTS = {Kind.LOOP: 4, Kind.LINE: 2, Kind.FRAGMENT: 1, Kind.RUN: 0}


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

    @property
    def points(self) -> int:
        return POINTS[self.kind] * len(self.counted)


class _Stop(Enum):
    """How a walk along a colour stops: at an end, at an open side, or where it began."""

    END = 1
    OPEN = 2
    BACK = 3


def structure_at(table: Mapping[Hex, Tile], cell: Hex, colour: int) -> Structure:
    """The structure of a colour to which the tile on a cell belongs."""
    first, *second = ports(table[cell], colour)
    cells, stop = _walk(table, cell, first, colour)
    if stop is _Stop.BACK:
        return Structure(Kind.LOOP, colour, (cell, *cells))
    before, start = _walk(table, cell, second[0], colour) if second else ([], _Stop.END)
    cells = [*reversed(before), cell, *cells]
    match (start, stop):
        case (_Stop.END, _Stop.END):
            return Structure(Kind.LINE, colour, tuple(cells))
        case (_Stop.END, _):
            return Structure(Kind.FRAGMENT, colour, tuple(cells))
        case (_, _Stop.END):
            return Structure(Kind.FRAGMENT, colour, tuple(reversed(cells)))
    return Structure(Kind.RUN, colour, tuple(cells))


def _walk(table: Mapping[Hex, Tile], start: Hex, side: int, colour: int) -> tuple[list[Hex], _Stop]:
    """The cells to which the colour leads across a side of the start, and how it stops."""
    cells: list[Hex] = []
    cell = start
    while True:
        cell, entry = beyond(cell, side), facing(side)
        sides = ports(table[cell], colour) if cell in table else ()
        if entry not in sides:
            return cells, _Stop.OPEN
        if cell == start:
            return cells, _Stop.BACK
        cells.append(cell)
        if len(sides) == 1:
            return cells, _Stop.END
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
