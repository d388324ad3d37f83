"""Cells of the plane on paper: hexagons, squares and triangles, in millimetres.

A cell has two coordinates. Those of hexagons are axial (`hexgrid`). Those of a square are its column and its
row; those of a triangle its place in a row, and the row, in which triangles stand on a side and on a corner
by turns.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator
from itertools import pairwise
from typing import NamedTuple, Protocol

from pnp.scene.geometry import EPSILON, Box, Point, heading, regular_corners
from pnp.tiles.hexgrid import Hex, HexLayout, Orientation
from pnp.tiles.tile import Shape, TileGeometry

# A cell of any layout; on hexagons it also has directions.
Cell = Hex


class Layout(Protocol):
    """The places of cells on paper; the cell 0, 0 has its centre at the origin.

    `across` is the size of a cell: a hexagon's across flats, the side of a square or of a triangle.
    """

    @property
    def across(self) -> float: ...

    @property
    def apothem(self) -> float:
        """From the centre of a cell to the middle of a side."""
        ...

    @property
    def circumradius(self) -> float:
        """From the centre of a cell to a corner."""
        ...

    def centre(self, cell: Cell) -> Point:
        """The centre of a cell."""
        ...

    def corners(self, cell: Cell, *, inset: float = 0.0) -> tuple[Point, ...]:
        """The corners of a cell round its centre, clockwise, with each side moved inwards by the inset."""
        ...

    def outline(self, cell: Cell, *, inset: float = 0.0) -> tuple[Point, ...]:
        """The same corners where they lie."""
        ...

    def turn(self, _: Cell, /) -> float:
        """By how many degrees a cell is turned from the cell 0, 0."""
        ...

    def neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        """The cell over each side; the sides begin at the corners of the outline."""
        ...

    def around(self, box: Box) -> Iterator[Cell]:
        """The cells of the plane whose centres are in the box."""
        ...


class SquareLayout(NamedTuple):
    """Squares in columns and rows, or rectangles; `ratio` is their height, as a share of their width."""

    across: float
    ratio: float = 1.0

    @property
    def apothem(self) -> float:
        return self.across / 2 * min(1.0, self.ratio)

    @property
    def circumradius(self) -> float:
        return math.hypot(self.across, self.across * self.ratio) / 2

    def centre(self, cell: Cell) -> Point:
        return Point(cell.q * self.across, cell.r * self.across * self.ratio)

    def corners(self, cell: Cell, *, inset: float = 0.0) -> tuple[Point, ...]:
        """The corners round the centre, from the top left."""
        half = self.across / 2
        return (
            Box(-half, -half * self.ratio, 2 * half, 2 * half * self.ratio).widened(-inset).corners
        )

    def outline(self, cell: Cell, *, inset: float = 0.0) -> tuple[Point, ...]:
        return tuple(self.centre(cell) + each for each in self.corners(cell, inset=inset))

    def turn(self, _: Cell, /) -> float:
        return 0.0

    def neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        q, r = cell
        return (Cell(q, r - 1), Cell(q + 1, r), Cell(q, r + 1), Cell(q - 1, r))

    def around(self, box: Box) -> Iterator[Cell]:
        for row in _steps(box.y, box.bottom, self.across * self.ratio):
            for column in _steps(box.x, box.right, self.across):
                yield Cell(column, row)


class TriangleLayout(NamedTuple):
    """Triangles in rows; the cell 0, 0 stands on a side."""

    across: float

    @property
    def apothem(self) -> float:
        return self.across / (2 * math.sqrt(3))

    @property
    def circumradius(self) -> float:
        return self.across / math.sqrt(3)

    def centre(self, cell: Cell) -> Point:
        rise = 3 * self.apothem * cell.r - (0 if stands(cell) else self.apothem)
        return Point(cell.q * self.across / 2, rise)

    def corners(self, cell: Cell, *, inset: float = 0.0) -> tuple[Point, ...]:
        """The corners round the centre, from the top; from the bottom if it stands on a corner."""
        return regular_corners(3, 0 if stands(cell) else 180, self.apothem - inset)

    def outline(self, cell: Cell, *, inset: float = 0.0) -> tuple[Point, ...]:
        return tuple(self.centre(cell) + each for each in self.corners(cell, inset=inset))

    def turn(self, cell: Cell, /) -> float:
        return 0.0 if stands(cell) else 180.0

    def neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        q, r = cell
        if stands(cell):
            return (Cell(q + 1, r), Cell(q, r + 1), Cell(q - 1, r))
        return (Cell(q - 1, r), Cell(q, r - 1), Cell(q + 1, r))

    def around(self, box: Box) -> Iterator[Cell]:
        height = 3 * self.apothem
        for row in _steps(box.y - self.apothem, box.bottom + self.apothem, height):
            for place in _steps(box.x, box.right, self.across / 2):
                cell = Cell(place, row)
                if box.y <= self.centre(cell).y <= box.bottom:
                    yield cell


def tile_layout(geometry: TileGeometry, across: float) -> Layout:
    """The layout of a table of tiles of this width: hexagons stand on a corner."""
    match geometry.shape:
        case Shape.HEXAGON:
            return HexLayout(across, Orientation.POINTY_TOP)
        case Shape.TRIANGLE:
            return TriangleLayout(across)
        case _:
            return SquareLayout(across, geometry.ratio)


def within(
    layout: Layout, cells: Collection[Cell], steps: int, *, on: Collection[Cell] | None = None
) -> set[Cell]:
    """The cells, and all that are at most so many steps over sides from one of them, perhaps on a board."""
    reached = newest = {*cells}
    for _ in range(steps):
        newest = {near for cell in newest for near in layout.neighbours(cell)} - reached
        newest = newest if on is None else newest.intersection(on)
        reached = reached | newest
    return reached


def lowest(layout: Layout, cell: Cell, half: float, inset: float) -> float:
    """How far below the centre of a cell a text of this half width can stand, clear of its sides."""
    return _farthest(layout, cell, half, inset, down=1)


def highest(layout: Layout, cell: Cell, half: float, inset: float) -> float:
    """How far above the centre of a cell something of this half width can end, clear of its sides."""
    return _farthest(layout, cell, half, inset, down=-1)


def _farthest(layout: Layout, cell: Cell, half: float, inset: float, *, down: int) -> float:
    corners, centre = layout.outline(cell), layout.centre(cell)
    room = layout.apothem - inset
    found = []
    for start, end in pairwise([*corners, corners[0]]):
        out = ((start + end) * 0.5 - centre).unit()
        if down * out.y > EPSILON:
            found.append((room - abs(out.x) * half) / abs(out.y))
    return min(found)


def reach(layout: Layout, cell: Cell, degrees: float) -> float:
    """How far a cell reaches from its centre in a heading."""
    centre, towards = layout.centre(cell), heading(degrees)
    return max((corner - centre).dot(towards) for corner in layout.outline(cell))


def stands(cell: Cell) -> bool:
    """Whether a triangle stands on a side, with a corner at the top.

    >>> stands(Cell(0, 0)), stands(Cell(1, 0)), stands(Cell(0, 1))
    (True, False, False)
    """
    return (cell.q + cell.r) % 2 == 0


def _steps(low: float, high: float, step: float) -> range:
    """The whole numbers of steps from *low* to *high*."""
    return range(math.ceil(low / step), math.floor(high / step) + 1)
