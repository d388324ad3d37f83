"""Polyforms: connected cells of squares, hexagons or triangles that are one piece.

A `Polyform` has a `PolyformShape`, its cells, and perhaps a letter for each cell. Its cells have the coordinates
of boards (`layouts`, `grids`), so that a piece lies on a board where it is moved: `{Cell(q, r), ...}`. The cells
of a piece are in *normal position*: no move has any effect but its turn.

    piece = parse_polyform(PolyformShape.POLYOMINO, ["XX.", ".XX"])
    piece.images(Sides.FREE)      # every way in which it may lie, in normal position, each once
    piece.canonical(Sides.FREE)   # the least of them; equal for what is the same piece
    piece.shape.placed(piece.images(Sides.FREE)[0].cells, cells_of_board)   # where it may lie there
    piece.loops(18.0)             # its outline and those of its holes, in millimetres

Whether two polyforms are the same is a matter of `Sides`: *free* pieces may be turned and turned over, *one-sided*
ones turned alone, *fixed* ones neither (S. W. Golomb, "Polyominoes").

Pictures show where cells lie (`parse_polyform`): of squares and triangles each character is a cell, of hexagons
every other one, as in a honeycomb:

    XX.      X X       .X
    .XX       X       XXX
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from enum import Enum
from functools import cache, cached_property
from itertools import pairwise
from typing import Self

from pnp.basics.classes import NamedTuple, frozen
from pnp.scene.geometry import Box, Path, Point, bounding_box, polygon, round_trip
from pnp.tiles.grids import Grid, hexes, squares
from pnp.tiles.hexgrid import Orientation
from pnp.tiles.layouts import Cell, HexLayout, Layout, SquareLayout, TriangleLayout
from pnp.tiles.tile import Shape

# What pictures have for a place without a cell.
_EMPTY = ". "


class PolyformError(ValueError):
    """Cells or a picture that are no polyform; the message says why."""


class Sides(Enum):
    """Which polyforms are the same piece; the value is the word in a file."""

    FREE = "free"
    ONE_SIDED = "one-sided"
    FIXED = "fixed"


class Move(NamedTuple):
    """So many turns clockwise to the next side of a cell's grid, after turning the piece over if `mirrored`.

    A turn is a quarter for squares, and 60 degrees for hexagons and triangles.
    """

    steps: int
    mirrored: bool


class PolyformShape(Enum):
    """The cells of a polyform; the value is the word in a file.

    `cell` is the shape of a cell, `turns` the number of turns of the grid, `cells` the word for a board's cells.
    """

    POLYOMINO = ("polyomino", Shape.SQUARE, 4, "squares")
    POLYHEX = ("polyhex", Shape.HEXAGON, 6, "hexes")
    POLYIAMOND = ("polyiamond", Shape.TRIANGLE, 6, "triangles")

    cell: Shape
    turns: int
    cells: str

    def __new__(cls, word: str, cell: Shape, turns: int, cells: str) -> Self:
        shape = object.__new__(cls)
        shape._value_ = word
        shape.cell, shape.turns, shape.cells = cell, turns, cells
        return shape

    def layout(self, across: float, orientation: Orientation = Orientation.POINTY_TOP) -> Layout:
        """The places of cells of this size on paper."""
        match self:
            case PolyformShape.POLYOMINO:
                return SquareLayout(across)
            case PolyformShape.POLYHEX:
                return HexLayout(across, orientation)
            case PolyformShape.POLYIAMOND:
                return TriangleLayout(across)

    def rectangle(self, columns: int, rows: int) -> Grid | None:
        """The cells of a board of columns and rows; None for triangles, of which no such board is made."""
        match self:
            case PolyformShape.POLYOMINO:
                return squares(columns, rows)
            case PolyformShape.POLYHEX:
                return hexes(columns, rows, Orientation.POINTY_TOP)
            case PolyformShape.POLYIAMOND:
                return None

    def neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        """The cells that share a side with this one."""
        return _LAYOUTS[self].neighbours(cell)

    def moves(self, sides: Sides) -> tuple[Move, ...]:
        """The moves after which a piece is the same one, that which changes nothing first."""
        flips = (False, True) if sides is Sides.FREE else (False,)
        steps = range(1 if sides is Sides.FIXED else self.turns)
        return tuple(Move(step, flip) for flip in flips for step in steps)

    def moved(self, cell: Cell, move: Move) -> Cell:
        """The cell to which a move takes one; it keeps a point that need not be the centre of a cell.

        >>> PolyformShape.POLYHEX.moved(Cell(0, -1), Move(1, False))
        Hex(q=1, r=-1)
        """
        q, r = cell
        match self:
            case PolyformShape.POLYOMINO:
                q = -q if move.mirrored else q
                for _ in range(move.steps):
                    q, r = -r, q
            case PolyformShape.POLYHEX:
                q = -q - r if move.mirrored else q
                for _ in range(move.steps):
                    q, r = -r, q + r
            case PolyformShape.POLYIAMOND:
                one, two, three = _lines_of(-q if move.mirrored else q, r)
                if move.steps % 2:
                    # Half a turn about the middle of a side; what is left are thirds of a turn.
                    one, two, three = -1 - one, -two, -three
                for _ in range(2 * move.steps % 3):
                    one, two, three = two, three, one
                q, r = two - one, -three
        return Cell(q, r)

    def normal(self, cells: Iterable[Cell]) -> tuple[Cell, ...]:
        """The cells moved along to the first row and column that they can begin at, in the order of reading.

        A triangle keeps its corner at the top or below: a row may begin at 1.

        >>> PolyformShape.POLYOMINO.normal([Cell(4, 7), Cell(3, 7)])
        (Hex(q=0, r=0), Hex(q=1, r=0))
        """
        found = [*cells]
        down = min(r for _, r in found)
        across = min(q for q, _ in found)
        if self is PolyformShape.POLYIAMOND:
            across -= (across - down) % 2
        return tuple(sorted((Cell(q - across, r - down) for q, r in found), key=_as_read))

    def in_order(self, cells: Iterable[Cell]) -> tuple[Cell, ...]:
        """The cells in the order of reading."""
        return tuple(sorted(cells, key=_as_read))

    def are_alike(self, cell: Cell, other: Cell) -> bool:
        """Whether two cells lie the same way: triangles stand on a side or on a corner."""
        way = sum(cell) - sum(other)
        return self is not PolyformShape.POLYIAMOND or way % 2 == 0

    def placed(self, cells: Sequence[Cell], board: Collection[Cell]) -> Iterator[tuple[Cell, ...]]:
        """Every place of the cells on a board without a turn: the cells that they cover there, in their order."""
        (q, r), *_ = cells
        for cell in board:
            across, down = cell.q - q, cell.r - r
            if self is PolyformShape.POLYIAMOND and (across + down) % 2:
                continue
            covered = tuple(Cell(each.q + across, each.r + down) for each in cells)
            if all(each in board for each in covered):
                yield covered

    def line_numbers(self, cell: Cell) -> tuple[int, ...]:
        """The line of the grid on which a cell lies, in each of the directions of lines."""
        match self:
            case PolyformShape.POLYOMINO:
                return tuple(cell)
            case PolyformShape.POLYHEX:
                return (*cell, cell.q + cell.r)
            case PolyformShape.POLYIAMOND:
                return _lines_of(*cell)


_LAYOUTS = {shape: shape.layout(1.0) for shape in PolyformShape}


def _lines_of(q: int, r: int) -> tuple[int, int, int]:
    """The lines of a triangle in three directions: their sum is 0 if it stands on a side, and else -1.

    A step over a side goes to the next line in one direction.
    """
    return (r - q) // 2, (r + q) // 2, -r


def _as_read(cell: Cell) -> tuple[int, int]:
    return cell.r, cell.q


@frozen
class Polyform:
    """A piece of connected cells, in normal position and in the order of reading.

    `letters` has a letter for each cell, in the same order, or nothing if all cells are alike.
    """

    shape: PolyformShape
    cells: tuple[Cell, ...]
    letters: tuple[str, ...] = ()

    def moved(self, move: Move) -> Polyform:
        """The piece turned, and perhaps turned over, in normal position."""
        moved = [self.shape.moved(cell, move) for cell in self.cells]
        return _polyform(self.shape, moved, self.letters)

    def images(self, sides: Sides) -> tuple[Polyform, ...]:
        """Every way in which the piece may lie, each once; as it is first.

        >>> bar = parse_polyform(PolyformShape.POLYOMINO, ["XXX"])
        >>> [len(bar.images(sides)) for sides in Sides]
        [2, 2, 1]
        """
        return tuple(dict.fromkeys(self.moved(move) for move in self.shape.moves(sides)))

    def canonical(self, sides: Sides) -> Polyform:
        """The least of its images, by cells in the order of reading; equal for what is the same piece."""
        return min(self.images(sides), key=lambda each: each.rank)

    @property
    def rank(self) -> tuple[int, list[tuple[int, int]], tuple[str, ...]]:
        """What orders pieces of one shape: wide ones come before high ones, full rows before gaps."""
        return (max(cell.r for cell in self.cells), [*map(_as_read, self.cells)], self.letters)

    @property
    def symmetry(self) -> int:
        """In how many ways, turned or turned over, it lies as before: 1 if it has no symmetry."""
        moves = self.shape.moves(Sides.FREE)
        return len(moves) // len(self.images(Sides.FREE))

    @property
    def is_mirror(self) -> bool:
        """Whether turning it over makes no other piece of it."""
        over = self.moved(Move(0, mirrored=True))
        return over in self.images(Sides.ONE_SIDED)

    @cached_property
    def lines(self) -> tuple[int, ...]:
        """The number of lines of the grid that it touches in each direction, the least first.

        >>> parse_polyform(PolyformShape.POLYOMINO, ["XXX", "X.."]).lines
        (2, 3)
        """
        numbers = zip(*map(self.shape.line_numbers, self.cells), strict=True)
        return tuple(sorted(len({*each}) for each in numbers))

    @cached_property
    def holes(self) -> int:
        """The number of holes: empty cells that no steps over sides lead out of.

        >>> parse_polyform(PolyformShape.POLYOMINO, ["XXX", "X.X", "XX."]).holes
        1
        """
        columns = [cell.q for cell in self.cells]
        # There is a way round the cells, also of triangles, of which not all have a neighbour below.
        empty = {
            Cell(q, r)
            for q in range(min(columns) - 2, max(columns) + 3)
            for r in range(-1, max(cell.r for cell in self.cells) + 2)
        }.difference(self.cells)
        return len([*parts(self.shape, empty)]) - 1

    @cached_property
    def middle(self) -> Cell:
        """The cell nearest to the middle of all cells.

        >>> parse_polyform(PolyformShape.POLYOMINO, ["XXX"]).middle
        Hex(q=1, r=0)
        """
        layout = _LAYOUTS[self.shape]
        centre = bounding_box(layout.centre(cell) for cell in self.cells).centre
        return min(self.cells, key=lambda cell: round((layout.centre(cell) - centre).length(), 6))

    def letter_at(self, cell: Cell) -> str:
        """The letter of a cell; "" if all cells are alike."""
        return self.letters[self.cells.index(cell)] if self.letters else ""

    def without_letters(self) -> Polyform:
        """The same cells, all alike."""
        return replace(self, letters=())

    def box(self, across: float, orientation: Orientation = Orientation.POINTY_TOP) -> Box:
        """The box round the cells of this size; the cell 0, 0 has its centre at the origin."""
        layout = self.shape.layout(across, orientation)
        return bounding_box(corner for cell in self.cells for corner in layout.outline(cell))

    def loops(
        self, across: float, orientation: Orientation = Orientation.POINTY_TOP
    ) -> tuple[tuple[Point, ...], ...]:
        """The corners of its outline, clockwise, and those of each hole, anticlockwise, where its cells lie.

        A hole that touches the edge at a corner is a loop of its own.
        """
        return loops(self.shape.layout(across, orientation), self.cells)

    def outline(self, across: float, orientation: Orientation = Orientation.POINTY_TOP) -> Path:
        """Its loops as a path, filled by the rule that a hole runs the other way."""
        found = self.loops(across, orientation)
        return tuple(command for corners in found for command in polygon(corners))

    @property
    def picture(self) -> tuple[str, ...]:
        """The rows of its picture, which `parse_polyform` reads.

        >>> print("\\n".join(parse_polyform(PolyformShape.POLYHEX, [" X X", "X X"]).picture))
         X X
        X X
        """
        spread = self.shape is PolyformShape.POLYHEX
        letters = self.letters or ("X",) * len(self.cells)
        at = {
            (2 * q + r if spread else q, r): letter
            for (q, r), letter in zip(self.cells, letters, strict=True)
        }
        first = min(column for column, _ in at)
        if self.shape is PolyformShape.POLYIAMOND:
            first = 0
        last = max(column for column, _ in at)
        empty = " " if spread else "."
        return tuple(
            "".join(at.get((column, row), empty) for column in range(first, last + 1)).rstrip(" ")
            for row in range(max(cell.r for cell in self.cells) + 1)
        )

    @property
    def known_as(self) -> str:
        """The letter by which people know it, of squares up to five; "" for others.

        The letters of pentominoes are Golomb's; a piece and its mirror image have one letter.
        """
        return _known().get(self.canonical(Sides.FREE).without_letters(), "")


def polyform(shape: PolyformShape, cells: Iterable[Cell], letters: Iterable[str] = ()) -> Polyform:
    """The piece that has these cells, with their letters in the same order; raises PolyformError.

    >>> polyform(PolyformShape.POLYOMINO, [Cell(2, 1), Cell(1, 1)]).picture
    ('XX',)
    """
    found = [*cells]
    if not found:
        raise PolyformError("a piece has one cell or more")
    number = len([*parts(shape, found)])
    if number > 1:
        raise PolyformError(f"its {len(found)} cells are in {number} parts")
    return _polyform(shape, found, tuple(letters))


def _polyform(shape: PolyformShape, cells: Sequence[Cell], letters: Sequence[str]) -> Polyform:
    normal = shape.normal(cells)
    if not letters:
        return Polyform(shape, normal)
    # Both are in the order of reading, which a shift keeps.
    order = sorted(range(len(cells)), key=lambda number: _as_read(cells[number]))
    return Polyform(shape, normal, tuple(letters[number] for number in order))


def parse_polyform(shape: PolyformShape, rows: Sequence[str], *, plain: str = "X") -> Polyform:
    """The piece that a picture shows; raises PolyformError.

    Every character but a blank and `.` is a cell. If all of them are *plain*, the piece has no letters.

    * Squares: a character is a cell.
    * Hexagons stand on a corner. They are every other character of a row, and each row is shifted by one
      character: the neighbours of a cell are two places beside it, and one place to each side in the next row.
    * Triangles: a character is a cell. In the first row the first, third and so on stand on a side, the others on
      a corner; in the next row it is the other way round, and so on.

    >>> parse_polyform(PolyformShape.POLYHEX, ["X X", " X"]).cells
    (Hex(q=0, r=0), Hex(q=1, r=0), Hex(q=0, r=1))
    """
    at = {
        (column, row): letter
        for row, line in enumerate(rows)
        for column, letter in enumerate(line)
        if letter not in _EMPTY
    }
    if not at:
        raise PolyformError("a picture has one cell or more: write X for a cell and . for none")
    if shape is PolyformShape.POLYHEX:
        (column, row), *_ = at
        odd = (column + row) % 2
        for (column, row), letter in at.items():
            if (column + row) % 2 != odd:
                raise PolyformError(
                    f'"{letter}" at place {column + 1} of row {row + 1} is between two hexagons: those of a row'
                    " are two places apart, and one place to the side of those in the row above"
                )
        cells = [Cell((column - odd - row) // 2, row) for column, row in at]
    else:
        cells = [Cell(*each) for each in at]
    letters = () if {*at.values()} == {plain} else tuple(at.values())
    return polyform(shape, cells, letters)


def parts(shape: PolyformShape, cells: Iterable[Cell]) -> Iterator[set[Cell]]:
    """The cells in connected parts."""
    left = {*cells}
    while left:
        part: set[Cell] = set()
        ahead = [left.pop()]
        while ahead:
            cell = ahead.pop()
            part.add(cell)
            found = left.intersection(shape.neighbours(cell))
            left -= found
            ahead += found
        yield part


def loops(layout: Layout, cells: Collection[Cell]) -> tuple[tuple[Point, ...], ...]:
    """The corners of the edge round connected cells: the outline clockwise, and each hole anticlockwise.

    Each corner is a turn of the edge. Where empty cells meet at one point, each loop stays beside the empty cells
    that are connected.
    """
    held, scale = {*cells}, 24 / layout.across

    def key(point: Point) -> tuple[int, int]:
        # Of whole and half cells none is rounded both ways.
        return round(point.x * scale + 0.1), round(point.y * scale + 0.1)

    def take(start: Point, end: Point) -> None:
        sides = leaving[key(start)]
        sides.remove(next(each for each in sides if key(each[1]) == key(end)))
        if not sides:
            del leaving[key(start)]

    leaving: dict[tuple[int, int], list[tuple[Point, Point]]] = {}
    for side in layout.sides(cells):
        if side.beyond not in held:
            leaving.setdefault(key(side.start), []).append((side.start, side.end))
    found = []
    while leaving:
        start, end = next(iter(leaving.values()))[0]
        corners = [start]
        before = end - start
        take(start, end)
        while key(end) != key(start):
            corners.append(end)
            # The leftmost way goes round the same empty cells.
            ways = [(_turn_right(before, way[1] - way[0]), way) for way in leaving[key(end)]]
            nearest = min(ways)[1]
            take(*nearest)
            before, end = nearest[1] - nearest[0], nearest[1]
        found.append(_straightened(corners))
    outside = max(found, key=lambda each: _area(each))
    return (outside, *(each for each in found if each is not outside))


def _turn_right(before: Point, after: Point) -> float:
    """A number that grows with the turn from one vector to another, from sharp left to sharp right."""
    across, along = before.cross(after), before.dot(after)
    size = before.length() * after.length()
    cosine = along / size
    return 1 - cosine if across > 0 else cosine - 1


def _straightened(corners: Sequence[Point]) -> tuple[Point, ...]:
    """The corners at which a closed way turns."""
    around = [corners[-1], *corners, corners[0]]
    return tuple(
        here
        for (before, here), (_, after) in zip(pairwise(around), pairwise(around[1:]), strict=False)
        if abs((here - before).cross(after - here)) > 1e-6
    )


def _area(corners: Sequence[Point]) -> float:
    return sum(one.cross(other) for one, other in round_trip(corners)) / 2


@cache
def _known() -> dict[Polyform, str]:
    """The polyominoes that have a letter, in canonical form."""
    pictures = {
        "I": ("X", "XX", "XXX", "XXXX", "XXXXX"),
        "L": ("XX X.", "XXX X..", "XXXX X..."),
        "O": ("XX XX",),
        "T": ("XXX .X.", "XXX .X. .X."),
        "S": (".XX XX.",),
        "F": (".XX XX. .X.",),
        "N": ("XXX. ..XX",),
        "P": ("XX XX X.",),
        "U": ("X.X XXX",),
        "V": ("X.. X.. XXX",),
        "W": ("X.. XX. .XX",),
        "X": (".X. XXX .X.",),
        "Y": ("XXXX .X..",),
        "Z": ("XX. .X. .XX",),
    }
    return {
        parse_polyform(PolyformShape.POLYOMINO, rows.split()).canonical(Sides.FREE): letter
        for letter, several in pictures.items()
        for rows in several
    }
