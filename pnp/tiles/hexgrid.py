"""Boards of hexagons: axial coordinates, distances, and cells as texts.

Coordinates are axial, (q, r), as in A. Patel, "Hexagonal Grids": q grows to the right, r grows
downwards. On a pointy-top board the cells of a row have one r; on a flat-top board those of a column
have one q.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from enum import Enum
from functools import lru_cache

from pnp.basics.classes import NamedTuple


class Hex(NamedTuple):
    """A cell in axial coordinates."""

    q: int
    r: int

    def moved(self, direction: int, steps: int = 1) -> Hex:
        """The cell so many steps away in one of the DIRECTIONS.

        >>> Hex(0, 0).moved(2, 3)
        Hex(q=3, r=0)
        """
        q, r = DIRECTIONS[direction % 6]
        return Hex(self.q + q * steps, self.r + r * steps)


ORIGIN = Hex(0, 0)

_CELL = re.compile(r"(-?[0-9]{1,3}) *, *(-?[0-9]{1,3})")


def parse_cell(text: str) -> Hex:
    """The cell at the axial coordinates in a text, "q,r"; raises ValueError.

    >>> parse_cell("1, -2")
    Hex(q=1, r=-2)
    """
    match = _CELL.fullmatch(text.strip())
    if match is None:
        raise ValueError(f'"{text}" is not a cell; write two numbers, such as "1,-1"')
    return Hex(int(match[1]), int(match[2]))


def format_cell(cell: Hex) -> str:
    """The axial coordinates of a cell as a text, which `parse_cell` reads.

    >>> format_cell(Hex(1, -2))
    '1,-2'
    """
    return f"{cell.q},{cell.r}"


# Clockwise. On a flat-top board the first is up, on a pointy-top one up-left.
DIRECTIONS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))


class Orientation(Enum):
    """Whether a corner or a side of each hexagon is at the top; the value is the word in a file."""

    POINTY_TOP = "pointy-top"
    FLAT_TOP = "flat-top"

    def heading(self, direction: int) -> float:
        """The heading from a cell to its neighbour, in degrees clockwise from straight up."""
        return (direction * 60 - (30 if self is Orientation.POINTY_TOP else 0)) % 360


@lru_cache(4096)
def neighbours(cell: Hex) -> tuple[Hex, ...]:
    """The six cells that share a side with this one, clockwise."""
    return tuple(cell.moved(direction) for direction in range(6))


def connected(cells: Collection[Hex], first: Iterable[Hex]) -> set[Hex]:
    """The first cells, and all of the cells that are connected to them.

    >>> sorted(connected({Hex(0, 0), Hex(1, 0), Hex(5, 0)}, [Hex(0, 0)]))
    [Hex(q=0, r=0), Hex(q=1, r=0)]
    """
    reached: set[Hex] = set()
    ahead = list(first)
    while ahead:
        cell = ahead.pop()
        if cell not in reached:
            reached.add(cell)
            ahead += [near for near in neighbours(cell) if near in cells]
    return reached


def distance(one: Hex, other: Hex) -> int:
    """How many steps lead from the one cell to the other.

    >>> distance(Hex(0, 0), Hex(2, -1))
    2
    """
    q, r = other.q - one.q, other.r - one.r
    return (abs(q) + abs(r) + abs(q + r)) // 2


def most_beside(number: int) -> int:
    """The most empty cells that can touch so many connected cells.

    Each cell more takes the place of one, and adds up to three.

    >>> [most_beside(number) for number in (1, 2, 3)]
    [6, 8, 10]
    """
    return 2 * number + 4


def hexhex(side: int) -> tuple[Hex, ...]:
    """The cells of a hexagon of hexagons with so many cells to a side.

    >>> [len(hexhex(side)) for side in (1, 2, 3, 4, 5)]
    [1, 7, 19, 37, 61]
    """
    reach = side - 1
    cells = (Hex(q, r) for r in range(-reach, reach + 1) for q in range(-reach, reach + 1))
    return tuple(cell for cell in cells if distance(ORIGIN, cell) <= reach)


def corners(side: int) -> tuple[Hex, ...]:
    """The six corners of a hexhex clockwise, from the top, or the top left if it is pointy-top."""
    return tuple(dict.fromkeys(ORIGIN.moved(direction, side - 1) for direction in range(6)))
