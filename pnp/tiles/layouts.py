"""Cells of the plane on paper: hexagons, squares and triangles, in millimetres.

A cell has two coordinates. Those of hexagons are axial (`hexgrid`). Those of a square are its column and its
row; those of a triangle its place in a row, and the row, in which triangles stand on a side and on a corner
by turns.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache

from pnp.basics.classes import NamedTuple, frozen
from pnp.scene.geometry import EPSILON, Box, Point, heading, regular_corners, round_trip
from pnp.tiles.hexgrid import Hex, Orientation, neighbours
from pnp.tiles.polygons import Polygon
from pnp.tiles.tile import Shape, TileGeometry

# The step from one box of a polygon to the next, as a share of its size.
_BESIDE = 1.1

# A cell of any layout; on hexagons it also has directions.
Cell = Hex


class CellSide(NamedTuple):
    """A side of a cell, clockwise round it, and the cell beyond."""

    cell: Cell
    beyond: Cell
    start: Point
    end: Point


class Rows(NamedTuple):
    """Cells in rows: the steps within a row and to the next one, in millimetres.

    Every other row may be `shifted` by half a step. Rows that are `upright` run down.
    """

    step: float
    rise: float
    shifted: bool = False
    upright: bool = False


@frozen
class Layout(ABC):
    """The places of cells on paper; the cell 0, 0 has its centre at the origin.

    `across` is the size of a cell: a hexagon's across flats, the side of a square or of a triangle.
    """

    across: float

    @property
    def rows(self) -> Rows | None:
        """The rows in which all cells lie; None if they do not lie in such rows."""
        return None

    @property
    @abstractmethod
    def apothem(self) -> float:
        """From the centre of a cell to the middle of a side."""

    @property
    @abstractmethod
    def circumradius(self) -> float:
        """From the centre of a cell to a corner."""

    @abstractmethod
    def centre(self, cell: Cell) -> Point:
        """The centre of a cell."""

    @abstractmethod
    def corners(self, cell: Cell, *, inset: float = 0.0) -> tuple[Point, ...]:
        """The corners of a cell round its centre, clockwise, with each side moved inwards by the inset."""

    def outline(self, cell: Cell, *, inset: float = 0.0) -> tuple[Point, ...]:
        """The same corners where they lie."""
        centre = self.centre(cell)
        return tuple(centre + each for each in self.corners(cell, inset=inset))

    def turn(self, _: Cell, /) -> float:
        """By how many degrees a cell is turned from the cell 0, 0."""
        return 0.0

    def tile_turn(self, cell: Cell, /) -> float:
        """By how many degrees an upright tile is turned if it fills a cell."""
        return self.turn(cell)

    def tilt(self, _: Cell, /) -> float:
        """By how many degrees all that lies on a cell is turned."""
        return 0.0

    @abstractmethod
    def neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        """The cell over each side; the sides begin at the corners of the outline."""

    def sides(self, cells: Iterable[Cell]) -> Iterator[CellSide]:
        """All sides of the cells; the one between two of them is a side of each."""
        for cell in cells:
            ends = round_trip(self.outline(cell))
            for (start, end), beyond in zip(ends, self.neighbours(cell), strict=True):
                yield CellSide(cell, beyond, start, end)

    @abstractmethod
    def around(self, box: Box) -> Iterator[Cell]:
        """The cells of the plane whose centres are in the box."""


@frozen
class HexLayout(Layout):
    """Hexagons, with a corner or a side at the top."""

    orientation: Orientation

    @property
    def rows(self) -> Rows:
        upright = self.orientation is Orientation.FLAT_TOP
        return Rows(self.across, self.across * math.sqrt(3) / 2, shifted=True, upright=upright)

    @property
    def apothem(self) -> float:
        return self.across / 2

    @property
    def circumradius(self) -> float:
        return self.across / math.sqrt(3)

    def centre(self, cell: Cell) -> Point:
        rise = self.across * math.sqrt(3) / 2
        if self.orientation is Orientation.POINTY_TOP:
            return Point(self.across * (cell.q + cell.r / 2), rise * cell.r)
        return Point(rise * cell.q, self.across * (cell.r + cell.q / 2))

    def corners(self, cell: Cell, *, inset: float = 0.0) -> tuple[Point, ...]:
        """The first corner is where the side in the first of the DIRECTIONS begins."""
        return regular_corners(6, self.orientation.heading(0) - 30, self.across / 2 - inset)

    def tile_turn(self, cell: Cell, /) -> float:
        # Tiles stand on a corner.
        return self.orientation.heading(0) - Orientation.POINTY_TOP.heading(0)

    def neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        return neighbours(cell)

    def around(self, box: Box) -> Iterator[Cell]:
        pointy = self.orientation is Orientation.POINTY_TOP
        rise = self.across * math.sqrt(3) / 2
        low, high = (box.y, box.bottom) if pointy else (box.x, box.right)
        first, last = (box.x, box.right) if pointy else (box.y, box.bottom)
        for line in _steps(low, high, rise):
            start, end = first / self.across - line / 2, last / self.across - line / 2
            for place in _steps(start, end, 1.0):
                yield Cell(place, line) if pointy else Cell(line, place)


@frozen
class SquareLayout(Layout):
    """Squares in columns and rows, or rectangles; `ratio` is their height, as a share of their width."""

    ratio: float = 1.0

    @property
    def rows(self) -> Rows:
        return Rows(self.across, self.across * self.ratio)

    @property
    def apothem(self) -> float:
        return self.across / 2 * min(1.0, self.ratio)

    @property
    def circumradius(self) -> float:
        return math.hypot(self.across, self.across * self.ratio) / 2

    def centre(self, cell: Cell) -> Point:
        return Point(cell.q * self.across, cell.r * self.across * self.ratio)

    def corners(self, cell: Cell, *, inset: float = 0.0) -> tuple[Point, ...]:
        """From the top left."""
        half = self.across / 2
        return (
            Box(-half, -half * self.ratio, 2 * half, 2 * half * self.ratio).widened(-inset).corners
        )

    def neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        q, r = cell
        return (Cell(q, r - 1), Cell(q + 1, r), Cell(q, r + 1), Cell(q - 1, r))

    def around(self, box: Box) -> Iterator[Cell]:
        for row in _steps(box.y, box.bottom, self.across * self.ratio):
            for column in _steps(box.x, box.right, self.across):
                yield Cell(column, row)


@frozen
class TriangleLayout(Layout):
    """Triangles in rows; the cell 0, 0 stands on a side."""

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
        """From the top; from the bottom if it stands on a corner."""
        return regular_corners(3, self.turn(cell), self.apothem - inset)

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


@frozen
class BoxLayout(Layout):
    """Boxes in columns and rows, each round a polygon that fills no lattice; `across` is its size."""

    polygon: Polygon

    @property
    def rows(self) -> Rows:
        return Rows(*self._step)

    @property
    def _step(self) -> Point:
        """From the centre of a box to that of the next, to the right and down."""
        box = self.polygon.box
        return Point(box.width, box.height) * (_BESIDE * self.across)

    @property
    def apothem(self) -> float:
        return self.polygon.inradius * self.across

    @property
    def circumradius(self) -> float:
        return max(corner.length() for corner in self.polygon.corners) * self.across

    def centre(self, cell: Cell) -> Point:
        step = self._step
        return Point(cell.q * step.x, cell.r * step.y)

    def corners(self, cell: Cell, *, inset: float = 0.0) -> tuple[Point, ...]:
        """Those of the polygon, moved towards its centre."""
        share = self.across * (1 - inset / self.apothem)
        return tuple(each * share for each in self.polygon.corners)

    def neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        """None: its sides meet no other."""
        return ()

    def sides(self, cells: Iterable[Cell]) -> Iterator[CellSide]:
        return iter(())

    def around(self, box: Box) -> Iterator[Cell]:
        step = self._step
        for row in _steps(box.y, box.bottom, step.y):
            for column in _steps(box.x, box.right, step.x):
                yield Cell(column, row)


def tile_layout(geometry: TileGeometry, across: float) -> Layout:
    """The layout of a table of tiles of this width."""
    match geometry.shape:
        case Shape.HEXAGON:
            up = Orientation.FLAT_TOP if geometry.flat_top else Orientation.POINTY_TOP
            return HexLayout(across, up)
        case Shape.TRIANGLE:
            return TriangleLayout(across)
        case shape if shape.is_polygon:
            return BoxLayout(across, geometry.polygon)
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
        if not newest:
            break
        reached = reached | newest
    return reached


def lowest(layout: Layout, cell: Cell, half: float, inset: float) -> float:
    """How far below the centre of a cell a text of this half width can stand, clear of its sides."""
    return _farthest(layout, cell, half, inset, down=1)


def highest(layout: Layout, cell: Cell, half: float, inset: float) -> float:
    """How far above the centre of a cell something of this half width can end, clear of its sides."""
    return _farthest(layout, cell, half, inset, down=-1)


@lru_cache(maxsize=4096)
def _farthest(layout: Layout, cell: Cell, half: float, inset: float, *, down: int) -> float:
    room = layout.apothem - inset
    found = []
    for start, end in round_trip(layout.corners(cell)):
        out = ((start + end) * 0.5).unit()
        if down * out.y > EPSILON:
            found.append((room - abs(out.x) * half) / abs(out.y))
    return min(found)


def reach(layout: Layout, cell: Cell, degrees: float) -> float:
    """How far a cell reaches from its centre in a heading."""
    return max(corner.dot(heading(degrees)) for corner in layout.corners(cell))


def stands(cell: Cell) -> bool:
    """Whether a triangle stands on a side, with a corner at the top.

    >>> stands(Cell(0, 0)), stands(Cell(1, 0)), stands(Cell(0, 1))
    (True, False, False)
    """
    return (cell.q + cell.r) % 2 == 0


def _steps(low: float, high: float, step: float) -> range:
    """The whole numbers of steps from *low* to *high*."""
    return range(math.ceil(low / step), math.floor(high / step) + 1)
