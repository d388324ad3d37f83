"""The grids of boards: their cells, the names of these, and the words that stand for several."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from enum import Enum
from functools import cached_property
from itertools import islice, product
from string import ascii_uppercase

from pnp.basics.classes import NamedTuple, frozen
from pnp.scene.geometry import EPSILON, Box, Point, bounding_box
from pnp.tiles import hexgrid
from pnp.tiles.hexgrid import Orientation
from pnp.tiles.layouts import Cell, HexLayout, Layout, SquareLayout, TriangleLayout, within
from pnp.tiles.tile import Shape

# The words that stand for cells of every grid, and those that stand for the cells of a line: `row C`.
WORDS = ("all", "centre", "corners", "dark", "diagonals", "edge", "light")
LINE_WORDS = ("row", "column")

# The headings to which the sides of a rectangle face.
_RECTANGLE = (0.0, 90.0, 180.0, 270.0)


# The shape of cells by the word for them.
_CELL_SHAPES = {
    "hexes": Shape.HEXAGON,
    "squares": Shape.SQUARE,
    "triangles": Shape.TRIANGLE,
    "spaces": Shape.SQUARE,
    "places": Shape.SQUARE,
}


class Label(NamedTuple):
    """A letter or number beside the board: it stands beyond a cell, in a heading."""

    text: str
    cell: Cell
    heading: float


@frozen
class Grid:
    """The cells of a board.

    `kind` is the word for its cells, and `layout` places cells of a size. `corners` are in order clockwise, as are
    the `headings` to which its sides face; a path has none.
    """

    kind: str
    layout: Callable[[float], Layout]
    cells: tuple[Cell, ...]
    names: Mapping[Cell, str]
    corners: tuple[Cell, ...]
    labels: tuple[Label, ...] = ()
    headings: tuple[float, ...] = ()

    @cached_property
    def cells_by_name(self) -> dict[str, Cell]:
        return {name: cell for cell, name in self.names.items()}

    @property
    def has_labels_beside(self) -> bool:
        """Whether labels stand at the left and right of the board."""
        return any(label.heading in (90, 270) for label in self.labels)

    @property
    def has_labels_above(self) -> bool:
        """Whether labels stand above and below the board."""
        return any(label.heading in (0, 180) for label in self.labels)

    @cached_property
    def extent(self) -> Box:
        """The box round all cells, if their size is 1."""
        unit = self.layout(1.0)
        return bounding_box(corner for cell in self.cells for corner in unit.outline(cell))

    @cached_property
    def edge(self) -> tuple[Cell, ...]:
        """The cells with a side on the edge of the board."""
        sides = self.layout(1.0).sides(self.cells)
        return tuple(dict.fromkeys(each.cell for each in sides if each.beyond not in self.names))

    @cached_property
    def centre(self) -> tuple[Cell, ...]:
        """The cells that are nearest to the middle of the board: one, two, or more round a corner."""
        unit = self.layout(1.0)
        centres = {cell: unit.centre(cell) for cell in self.cells}
        total = sum(centres.values(), Point(0.0, 0.0))
        middle = total * (1 / len(centres))
        apart = {cell: (at - middle).length() for cell, at in centres.items()}
        least = min(apart.values())
        return tuple(cell for cell in self.cells if apart[cell] < least + 1e-6)

    def meant(self, word: str) -> tuple[Cell, ...]:
        """The cells for which a word or a name stands; none if it stands for none."""
        match word:
            case "all":
                return self.cells
            case "centre":
                return self.centre
            case "corners":
                return self.corners
            case "dark" | "light":
                return self._every_other(int(word == "dark"))
            case "diagonals":
                return self._diagonals()
            case "edge":
                return self.edge
        line, _, name = word.partition(" ")
        if line in LINE_WORDS:
            return self.line(line, name)
        first, is_range, last = word.partition("..")
        if is_range:
            ends = [self.cells_by_name.get(each) for each in (first, last)]
            return () if None in ends else self._between(*filter(None, ends))
        cell = self.cells_by_name.get(word)
        return () if cell is None else (cell,)

    def line(self, word: str, name: str) -> tuple[Cell, ...]:
        """The cells of a `row` or a `column` by its letter or number; none if the board has no such line.

        A number stands for a letter as well, and a letter for a number: `row 3` is `row C`.

        >>> board = squares(3, 2)
        >>> board.line("column", "B") == board.line("column", "2") == (Cell(1, 0), Cell(1, 1))
        True
        """
        labels = self.lines(word)
        letters = [*islice(_letters(), len(self.cells))]
        if name not in labels and name in letters:
            name = str(letters.index(name) + 1)
        elif name not in labels and name.isdecimal() and 0 < int(name) <= len(letters):
            name = letters[int(name) - 1]
        return () if name not in labels else tuple(_along(labels[name], self.cells))

    def lines(self, word: str) -> dict[str, Label]:
        """The labels of the rows or of the columns, by their texts; those of paths have none."""
        heading = 270 if word == "row" else 0
        return {label.text: label for label in self.labels if label.heading == heading}

    def _between(self, first: Cell, last: Cell) -> tuple[Cell, ...]:
        """The cells from one to another: in a line, as spaces of a path, or as a rectangle of squares."""
        if self.is_path:
            low, high = sorted(self.cells.index(each) for each in (first, last))
            return self.cells[low : high + 1]
        (left, right), (top, bottom) = (sorted(each) for each in zip(first, last, strict=True))
        steep, other = first.q + first.r, last.q + last.r
        if not self.has_square_cells and first.r != last.r:
            if not self.has_axial_cells or (first.q != last.q and steep != other):
                return ()
            is_steep = first.q != last.q
            return tuple(
                cell
                for cell in self.cells
                if top <= cell.r <= bottom and (not is_steep or cell.q + cell.r == steep)
                if left <= cell.q <= right
            )
        return tuple(
            cell for cell in self.cells if left <= cell.q <= right and top <= cell.r <= bottom
        )

    def _diagonals(self) -> tuple[Cell, ...]:
        """The squares on lines from the corners, or the lines of hexagons through the centre; none of others."""
        if self.has_axial_cells and len(self.centre) == 1:
            middle = self.centre[0]
            apart = ((cell.q - middle.q, cell.r - middle.r) for cell in self.cells)
            pairs = zip(self.cells, apart, strict=True)
            return tuple(cell for cell, (q, r) in pairs if 0 in (q, r, q + r))
        if self.is_path or not self.has_square_cells:
            return ()
        columns, rows = ([cell[axis] for cell in self.cells] for axis in (0, 1))
        ends = [*product((min(columns), max(columns)), (min(rows), max(rows)))]
        return tuple(
            cell
            for cell in self.cells
            if any(abs(cell.q - column) == abs(cell.r - row) for column, row in ends)
        )

    def mirrored(self, cell: Cell, *, left_right: bool) -> Cell | None:
        """The cell that lies where the mirror image of a cell would; None if none does.

        >>> board = squares(3, 2)
        >>> board.mirrored(Cell(0, 0), left_right=True)
        Hex(q=2, r=0)
        """
        unit = self.layout(1.0)
        at, middle = unit.centre(cell), self.extent.centre
        if left_right:
            wanted = Point(2 * middle.x - at.x, at.y)
        else:
            wanted = Point(at.x, 2 * middle.y - at.y)
        near = (each for each in self.cells if (unit.centre(each) - wanted).length() < EPSILON)
        return next(near, None)

    def _every_other(self, rest: int) -> tuple[Cell, ...]:
        """Every other square, or the triangles that stand on a corner or a side; none of hexagons."""
        if self.has_axial_cells:
            return ()
        return tuple(cell for cell in self.cells if (cell.q + cell.r) % 2 == rest)

    @property
    def is_path(self) -> bool:
        """Whether its cells are spaces one after another."""
        return self.kind == "spaces"

    @property
    def is_map(self) -> bool:
        """Whether its cells are places and routes that lie anywhere on a sheet."""
        return False

    @property
    def words(self) -> tuple[str, ...]:
        """The names of its cells, and of all that stands for several."""
        return (*self.cells_by_name, *WORDS)

    def route(self, name: str) -> tuple[Cell, ...]:
        """The spaces of the route of that name, on a map."""
        return ()

    @property
    def counts(self) -> dict[str, int]:
        """The numbers of its cells by the words for them."""
        return {self.kind: len(self.cells)}

    @property
    def is_named_beside(self) -> bool:
        """Whether letters and numbers round the board name all cells, which show no names themselves."""
        return self.kind == "squares"

    @property
    def cell_shape(self) -> Shape:
        """The shape of its cells."""
        return _CELL_SHAPES[self.kind]

    @property
    def has_axial_cells(self) -> bool:
        """Whether its cells have the axial coordinates of hexagons."""
        return self.cell_shape.has_axial_cells

    @property
    def has_square_cells(self) -> bool:
        """Whether its cells are squares, in rows or along a path."""
        return self.cell_shape is Shape.SQUARE and not self.is_map

    @property
    def has_free_outline(self) -> bool:
        """Whether cells with slanting sides make a triangle or a rectangle with ragged sides."""
        return not self.has_square_cells and not self.is_map and len(self.headings) < 6

    @property
    def is_loop(self) -> bool:
        """Whether it is a path that ends beside its beginning, round a free middle."""
        return self.is_path and len(self.corners) == 4

    def is_open(self, cell: Cell, near: Cell) -> bool:
        """Whether one can step from a cell over a side: on a path only to the next space, or back."""
        if near not in self.names:
            return False
        if not self.is_path:
            return True
        apart = abs(int(self.names[cell]) - int(self.names[near]))
        # The last space of a loop lies beside the first.
        return apart == 1 or (apart == len(self.cells) - 1 and self.is_loop)

    def without(self, cells: Collection[Cell]) -> Grid:
        """The grid without these cells; the others keep their names, and lines with cells their labels.

        Its outline is free, so it has no headings.

        >>> squares(3, 2).without({Cell(0, 0)}).cells_by_name["A2"]
        Hex(q=1, r=0)
        """
        left = tuple(cell for cell in self.cells if cell not in cells)
        names = {cell: self.names[cell] for cell in left}
        labels = (each._replace(cell=end) for each in self.labels for end in _end(each, left))
        corners = tuple(cell for cell in self.corners if cell in names)
        return replace(
            self, cells=left, names=names, corners=corners, labels=tuple(labels), headings=()
        )

    def within(self, steps: int) -> tuple[Cell, ...]:
        """The cells at most so many steps from the centre."""
        near = within(self.layout(1.0), self.centre, steps, on=self.names)
        return tuple(cell for cell in self.cells if cell in near)


def hexhex(side: int, orientation: Orientation) -> Grid:
    """A hexagon of hexagons with so many to a side."""
    first = 0 if orientation is Orientation.POINTY_TOP else 30
    headings = tuple(float(degrees) for degrees in range(first, 360, 60))
    return _hexes(hexgrid.hexhex(side), orientation, hexgrid.corners(side), headings)


def hexes(columns: int, rows: int, orientation: Orientation) -> Grid:
    """A rectangle of hexagons: every other row, or column, begins half a hexagon later.

    >>> [*hexes(3, 2, Orientation.POINTY_TOP).names.values()]
    ['A1', 'A2', 'A3', 'B1', 'B2', 'B3']
    """

    def at(column: int, row: int) -> Cell:
        if orientation is Orientation.POINTY_TOP:
            return Cell(column - row // 2, row)
        return Cell(column, row - column // 2)

    cells = [at(column, row) for row in range(rows) for column in range(columns)]
    corners = [at(*each) for each in _corners(columns, rows)]
    return _hexes(cells, orientation, corners, _RECTANGLE)


def _hexes(
    cells: Sequence[Cell],
    orientation: Orientation,
    corners: Iterable[Cell],
    headings: tuple[float, ...],
) -> Grid:
    pointy = orientation is Orientation.POINTY_TOP
    lines = _lines(cells, lambda cell: cell.r if pointy else cell.q)
    return Grid(
        "hexes",
        lambda across: HexLayout(across, orientation),
        tuple(cells),
        _names(lines),
        tuple(dict.fromkeys(corners)),
        tuple(_ends(lines, (270, 90) if pointy else (0, 180))),
        headings,
    )


def squares(columns: int, rows: int, *, as_in_chess: bool = False) -> Grid:
    """A rectangle of squares.

    A name has the letter of the row and the number of the column; `as_in_chess` the letter of the column and the
    number of the row, from the bottom.

    >>> squares(8, 8).names[Cell(0, 7)], squares(8, 8, as_in_chess=True).names[Cell(0, 7)]
    ('H1', 'A1')
    """
    cells = [Cell(column, row) for row in range(rows) for column in range(columns)]
    across = _lines(cells, lambda cell: cell.r)
    down = _lines(cells, lambda cell: cell.q)
    numbers = [str(number) for number in range(1, max(columns, rows) + 1)]
    if as_in_chess:
        names = {
            cell: f"{letter}{number}"
            for letter, line in zip(_letters(), down, strict=False)
            for number, cell in zip(numbers, reversed(line), strict=False)
        }
        labels = (*_ends(across, (270, 90), numbers[rows - 1 :: -1]), *_ends(down, (0, 180)))
    else:
        names = _names(across)
        labels = (*_ends(across, (270, 90)), *_ends(down, (0, 180), numbers))
    corners = tuple(dict.fromkeys(Cell(*each) for each in _corners(columns, rows)))
    return Grid("squares", SquareLayout, tuple(cells), names, corners, labels, _RECTANGLE)


def triangles(side: int) -> Grid:
    """A triangle of triangles with so many to a side.

    >>> len(triangles(4).cells)
    16
    """
    cells = [Cell(place, row) for row in range(side) for place in range(-row, row + 1)]
    lines = _lines(cells, lambda cell: cell.r)
    corners = dict.fromkeys([Cell(0, 0), Cell(side - 1, side - 1), Cell(1 - side, side - 1)])
    labels = _ends(lines, (270, 90))
    return Grid(
        "triangles",
        TriangleLayout,
        tuple(cells),
        _names(lines),
        tuple(corners),
        tuple(labels),
        (60.0, 180.0, 300.0),
    )


class Course(Enum):
    """The way that the spaces of a path take; the value is the word in a file."""

    LOOP = "loop"
    SNAKE = "snake"
    SPIRAL = "spiral"


def path(spaces: int, course: Course, columns: int) -> Grid:
    """Square spaces one after another, with their numbers from 1 as names.

    A loop goes clockwise from the top left, a snake to and fro from the bottom left, and a spiral from the
    bottom left inwards. A loop needs an even number of spaces.

    >>> [*path(8, Course.LOOP, 3).names.items()][4]
    (Hex(q=2, r=2), '5')
    """
    match course:
        case Course.LOOP:
            cells = _loop(columns, spaces // 2 + 2 - columns)
            corners = [Cell(*each) for each in _corners(columns, spaces // 2 + 2 - columns)]
        case Course.SNAKE:
            rows = -(-spaces // columns)
            steps = (divmod(number, columns) for number in range(spaces))
            cells = [
                Cell(columns - 1 - place if row % 2 else place, rows - 1 - row)
                for row, place in steps
            ]
            corners = [cells[0], cells[-1]]
        case Course.SPIRAL:
            cells = [*islice(_spiral(columns, -(-spaces // columns)), spaces)]
            corners = [cells[0], cells[-1]]
    names = {cell: str(number) for number, cell in enumerate(cells, 1)}
    return Grid("spaces", SquareLayout, tuple(cells), names, tuple(dict.fromkeys(corners)))


class Ring(NamedTuple):
    """A loop of square spaces round a box: the size of a space, and the columns and rows with the corners."""

    space: float
    columns: int
    rows: int


def ring(spaces: int, width: float, height: float) -> Ring:
    """The loop round a box of at least so many spaces, which are as small as fill the way round it.

    >>> ring(20, 60.0, 60.0)
    Ring(space=15.0, columns=6, rows=6)
    """
    inside = max(2, -(-spaces // 2) - 2)
    space, columns = min((max(width / n, height / (inside - n)), n) for n in range(1, inside))
    return Ring(space, columns + 2, inside - columns + 2)


def _loop(columns: int, rows: int) -> list[Cell]:
    right, bottom = columns - 1, rows - 1
    return [
        *(Cell(column, 0) for column in range(right)),
        *(Cell(right, row) for row in range(bottom)),
        *(Cell(column, bottom) for column in range(right, 0, -1)),
        *(Cell(0, row) for row in range(bottom, 0, -1)),
    ]


def _spiral(columns: int, rows: int) -> Iterator[Cell]:
    """The cells of a rectangle from the bottom left, anticlockwise and inwards."""
    left, top, right, bottom = 0, 0, columns - 1, rows - 1
    while left <= right and top <= bottom:
        yield from (Cell(column, bottom) for column in range(left, right + 1))
        yield from (Cell(right, row) for row in range(bottom - 1, top - 1, -1))
        if top < bottom:
            yield from (Cell(column, top) for column in range(right - 1, left - 1, -1))
        if left < right:
            yield from (Cell(left, row) for row in range(top + 1, bottom))
        left, top, right, bottom = left + 1, top + 1, right - 1, bottom - 1


def _corners(columns: int, rows: int) -> Iterator[tuple[int, int]]:
    """The column and the row of each corner of a rectangle, clockwise from the top left."""
    right, bottom = columns - 1, rows - 1
    yield from ((0, 0), (right, 0), (right, bottom), (0, bottom))


def _lines(cells: Iterable[Cell], line_of: Callable[[Cell], int]) -> list[list[Cell]]:
    """The rows or columns of the cells, in order."""
    lines: dict[int, list[Cell]] = defaultdict(list)
    for cell in cells:
        lines[line_of(cell)].append(cell)
    return [sorted(lines[number]) for number in sorted(lines)]


def _names(lines: Iterable[Sequence[Cell]]) -> dict[Cell, str]:
    """The name of each cell: the letter of its line, and its number in the line."""
    return {
        cell: f"{letter}{number}"
        for letter, line in zip(_letters(), lines, strict=False)
        for number, cell in enumerate(line, 1)
    }


def _ends(
    lines: Iterable[Sequence[Cell]], headings: tuple[int, int], texts: Iterable[str] | None = None
) -> Iterator[Label]:
    """A label at both ends of each line: its letter, unless other texts are given."""
    for text, line in zip(_letters() if texts is None else texts, lines, strict=False):
        yield Label(text, line[0], headings[0])
        yield Label(text, line[-1], headings[1])


def _end(label: Label, cells: Iterable[Cell]) -> list[Cell]:
    """The last of the cells in the line of a label, towards the label; none if the line has none."""
    line = sorted(_along(label, cells))
    return line[-1:] if label.heading in (90, 180) else line[:1]


def _along(label: Label, cells: Iterable[Cell]) -> Iterator[Cell]:
    """The cells in the row or the column of a label."""
    axis = 1 if label.heading in (90, 270) else 0
    return (each for each in cells if each[axis] == label.cell[axis])


def _letters() -> Iterator[str]:
    """A to Z, then AA to ZZ."""
    for length in (1, 2):
        for letters in product(ascii_uppercase, repeat=length):
            yield "".join(letters)
