"""Grids of boards: how many cells, their names and neighbours, and the courses of paths."""

from __future__ import annotations

import math
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.scene.geometry import Box
from pnp.tiles import grids
from pnp.tiles.grids import Course, Grid
from pnp.tiles.hexgrid import (
    ORIGIN,
    Hex,
    Orientation,
    corners,
    distance,
    hexhex,
    most_beside,
    neighbours,
)
from pnp.tiles.layouts import Cell, HexLayout, Layout, SquareLayout, TriangleLayout, lowest

LAYOUTS = (
    HexLayout(10.0, Orientation.POINTY_TOP),
    HexLayout(10.0, Orientation.FLAT_TOP),
    SquareLayout(10.0),
    TriangleLayout(10.0),
)
BOARDS = {
    "hexhex": grids.hexhex(4, Orientation.POINTY_TOP),
    "hexes": grids.hexes(5, 4, Orientation.POINTY_TOP),
    "flat hexes": grids.hexes(5, 4, Orientation.FLAT_TOP),
    "squares": grids.squares(7, 5),
    "chess": grids.squares(8, 8, as_in_chess=True),
    "triangles": grids.triangles(5),
    "with a hole": grids.hexhex(4, Orientation.POINTY_TOP).without({ORIGIN, Cell(1, 0)}),
    "with a notch": grids.squares(7, 5).without({Cell(0, 0), Cell(6, 2)}),
    "loop": grids.path(24, Course.LOOP, 5),
    "snake": grids.path(23, Course.SNAKE, 5),
    "spiral": grids.path(29, Course.SPIRAL, 6),
}
cells = st.builds(Cell, st.integers(-9, 9), st.integers(-9, 9))


@pytest.mark.parametrize("layout", LAYOUTS)
@given(cell=cells)
def test_neighbours_share_the_side_in_their_order(layout: Layout, cell: Cell) -> None:
    """Side i of a cell is, backwards, a side of its neighbour i; nothing else of the two meets."""
    corners = layout.outline(cell)
    for side, near in enumerate(layout.neighbours(cell)):
        assert cell in layout.neighbours(near)
        ends = (corners[side], corners[(side + 1) % len(corners)])
        common = [
            one
            for one in corners
            if any((one - two).length() < 1e-6 for two in layout.outline(near))
        ]
        assert sorted(common) == sorted(ends)


@pytest.mark.parametrize("layout", LAYOUTS)
@given(cell=cells, inset=st.floats(0, 2))
def test_an_inset_moves_each_side_inwards(layout: Layout, cell: Cell, inset: float) -> None:
    """Measured as the distance of the middles of sides from the centre."""
    corners, centre = layout.outline(cell, inset=inset), layout.centre(cell)
    for one, other in zip(corners, (*corners[1:], corners[0]), strict=True):
        middle = (one + other) * 0.5 - centre
        assert middle.length() == pytest.approx(layout.apothem - inset)
        assert middle.dot(other - one) == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_cells_fill_the_plane(layout: Layout) -> None:
    """In a box of many cells, the cells around it have its area."""
    box = Box(-103.0, -98.0, 207.0, 195.0)
    corners = layout.outline(Cell(0, 0))
    area = sum(one.cross(two) for one, two in zip(corners, (*corners[1:], corners[0]), strict=True))
    found = [*layout.around(box)]
    assert len({*found}) == len(found)
    assert len(found) * area / 2 == pytest.approx(box.width * box.height, rel=0.03)


@pytest.mark.parametrize(
    ("grid", "number", "edge"),
    [
        (grids.hexes(7, 9, Orientation.FLAT_TOP), 63, 2 * (7 + 9) - 4),
        (grids.squares(8, 8), 64, 28),
        (grids.squares(1, 6), 6, 6),
        # n to a side: n * n triangles, and all that stand on the three sides, corners once.
        (grids.triangles(6), 36, 3 * 6 - 3),
        (grids.path(40, Course.LOOP, 9), 40, 40),
        (grids.hexhex(13, Orientation.POINTY_TOP), 469, 72),
    ],
)
def test_numbers_of_cells(grid: Grid, number: int, edge: int) -> None:
    """By hand."""
    assert len({*grid.cells}) == len(grid.cells) == number
    assert len({*grid.edge}) == edge


@pytest.mark.parametrize("grid", BOARDS.values(), ids=BOARDS)
def test_every_cell_has_a_name_of_its_own(grid: Grid) -> None:
    """The words are no names, and stand for cells of the board, each once."""
    assert {*grid.names} == {*grid.cells}
    assert len({*grid.names.values()}) == len(grid.cells)
    for word in grids.WORDS:
        meant = grid.meant(word)
        assert word not in grid.cells_by_name
        assert len({*meant}) == len(meant)
        assert {*meant} <= {*grid.cells}


def test_names_as_in_chess() -> None:
    """The white queen's rook stands on a1, which is dark, at the bottom left; h8 is at the top right."""
    grid = grids.squares(8, 8, as_in_chess=True)
    at = grid.cells_by_name
    assert at["A1"] == Cell(0, 7)
    assert at["H8"] == Cell(7, 0)
    assert at["A1"] in grid.meant("dark")
    assert at["H1"] in grid.meant("light")
    assert len(grid.meant("dark")) == len(grid.meant("light")) == 32
    assert {grid.names[cell] for cell in grid.centre} == {"D4", "D5", "E4", "E5"}


def test_no_two_dark_cells_share_a_side() -> None:
    """Neither on squares nor on triangles."""
    for grid in (grids.squares(7, 5), grids.triangles(6)):
        layout, dark = grid.layout(1.0), {*grid.meant("dark")}
        assert all(near not in dark for cell in dark for near in layout.neighbours(cell))


def test_rows_after_z_have_two_letters() -> None:
    """As columns of spreadsheets do."""
    names = grids.squares(2, 40).names
    assert names[Cell(0, 25)] == "Z1"
    assert names[Cell(1, 26)] == "AA2"
    assert names[Cell(0, 39)] == "AN1"


@given(
    course=st.sampled_from(Course),
    columns=st.integers(2, 12),
    rows=st.integers(2, 12),
    less=st.integers(0, 3),
)
def test_each_space_lies_beside_the_one_before_it(
    course: Course, columns: int, rows: int, less: int
) -> None:
    """No two spaces lie on one cell, and a loop ends where it begins."""
    spaces = 2 * (columns + rows) - 4 if course is Course.LOOP else max(4, columns * rows - less)
    grid = grids.path(spaces, course, columns)
    layout = grid.layout(1.0)
    assert len({*grid.cells}) == spaces
    for number in range(1, spaces):
        one, other = grid.cells_by_name[str(number)], grid.cells_by_name[str(number + 1)]
        assert other in layout.neighbours(one)
        assert grid.is_open(one, other)
    ends = (grid.cells_by_name["1"], grid.cells_by_name[str(spaces)])
    if course is Course.LOOP:
        assert grid.is_open(*ends)
    open_sides = Counter(
        cell for cell in grid.cells for near in layout.neighbours(cell) if grid.is_open(cell, near)
    )
    assert sorted(open_sides.values()) == (
        [2] * spaces if course is Course.LOOP else [1, 1] + [2] * (spaces - 2)
    )


@pytest.mark.parametrize("grid", BOARDS.values(), ids=BOARDS)
def test_labels_stand_beyond_the_ends_of_lines(grid: Grid) -> None:
    """No cell lies beyond the cell of a label, and the label is the letter or number in its name."""
    layout = grid.layout(1.0)
    for text, cell, heading in grid.labels:
        x, y = math.sin(math.radians(heading)), -math.cos(math.radians(heading))
        at = layout.centre(cell)
        aside = [
            each
            for each in grid.cells
            for to in (layout.centre(each) - at,)
            if to.x * x + to.y * y > 0.1 and abs(to.x * y - to.y * x) < 0.2
        ]
        assert not aside
        assert text in grid.names[cell]


@pytest.mark.parametrize("layout", LAYOUTS)
@given(cell=cells, half=st.floats(0.1, 2), inset=st.floats(0, 0.8))
def test_a_name_stays_clear_of_the_sides(
    layout: Layout, cell: Cell, half: float, inset: float
) -> None:
    """Both lower corners of the text are so far from every side below the centre."""
    down, centre = lowest(layout, cell, half, inset), layout.centre(cell)
    corners = layout.outline(cell)
    for one, other in zip(corners, (*corners[1:], corners[0]), strict=True):
        out = ((one + other) * 0.5 - centre).unit()
        if out.y > 1e-6:
            assert all(
                out.x * x + out.y * down <= layout.apothem - inset + 1e-6 for x in (half, -half)
            )


@pytest.mark.parametrize("grid", BOARDS.values(), ids=BOARDS)
def test_within_counts_steps_from_the_centre(grid: Grid) -> None:
    """Zero steps are the centre alone; each further step adds what lies beside."""
    assert {*grid.within(0)} == {*grid.centre}
    layout = grid.layout(1.0)
    for steps in range(3):
        near = {each for cell in grid.within(steps) for each in layout.neighbours(cell)}
        assert {*grid.within(steps + 1)} == ({*grid.within(steps)} | near) & {*grid.cells}


def test_within_ends_with_the_board() -> None:
    """A number of steps far beyond the board took for ever."""
    grid = next(iter(BOARDS.values()))
    assert {*grid.within(2_222_222_222)} == {*grid.cells}


@given(spaces=st.integers(5, 200), width=st.floats(40, 300), height=st.floats(40, 300))
def test_a_ring_has_room_for_its_spaces_round_the_box(
    spaces: int, width: float, height: float
) -> None:
    """The spaces lie beside the box, at most one place stays free, and no smaller spaces reach round."""
    space, columns, rows = grids.ring(spaces, width, height)
    places = 2 * (columns + rows) - 4
    assert 0 <= places - max(spaces, 8) <= 1
    assert (columns - 2) * space >= width - 1e-9
    assert (rows - 2) * space >= height - 1e-9
    # Smaller spaces leave a gap on one side or the other, however they are dealt.
    smaller = space * 0.999
    assert all(
        wide * smaller < width or (places // 2 - 2 - wide) * smaller < height
        for wide in range(1, places // 2 - 2)
    )


# Boards of hexagons: algebra of cells, names, and millimetres.


cells_hexgrid = st.builds(Hex, st.integers(-9, 9), st.integers(-9, 9))


@given(cells_hexgrid, cells_hexgrid, cells_hexgrid)
def test_distance_is_a_metric(a: Hex, b: Hex, c: Hex) -> None:
    """Symmetric, zero only for the same cell, and no detour is shorter."""
    assert distance(a, b) == distance(b, a)
    assert (distance(a, b) == 0) == (a == b)
    assert distance(a, c) <= distance(a, b) + distance(b, c)


@given(cells_hexgrid)
def test_six_neighbours_at_distance_one(cell: Hex) -> None:
    """All different, and each has the cell for its neighbour."""
    around = neighbours(cell)
    assert len(set(around)) == 6
    assert {distance(cell, each) for each in around} == {1}
    assert all(cell in neighbours(each) for each in around)


@pytest.mark.parametrize("side", range(2, 8))
def test_a_hexhex_has_so_many_cells(side: int) -> None:
    """3 n (n - 1) + 1, found by walking out from the centre as well."""
    reached = {ORIGIN}
    for _ in range(side - 1):
        reached |= {each for cell in reached for each in neighbours(cell)}
    assert set(hexhex(side)) == reached
    assert len(reached) == 3 * side * (side - 1) + 1


def test_the_most_cells_beside_connected_ones() -> None:
    """A straight row has as many; all shapes of up to five cells have no more."""
    shapes = {frozenset([ORIGIN])}
    for number in range(1, 6):
        beside = [{near for cell in each for near in neighbours(cell)} - each for each in shapes]
        assert max(map(len, beside)) == most_beside(number)
        shapes = {each | {cell} for each, near in zip(shapes, beside, strict=True) for cell in near}


@pytest.mark.parametrize("orientation", Orientation)
@given(cell=cells_hexgrid, across=st.floats(5, 60))
def test_neighbours_share_a_side_on_paper(
    orientation: Orientation, cell: Hex, across: float
) -> None:
    """Their centres are one size across flats apart, in the right direction; two corners meet."""
    layout = HexLayout(across, orientation)
    for direction, other in enumerate(neighbours(cell)):
        step = layout.centre(other) - layout.centre(cell)
        assert step.length() == pytest.approx(across)
        from pnp.scene.geometry import heading

        assert step.unit().dot(heading(orientation.heading(direction))) == pytest.approx(1)
        mine, theirs = layout.outline(cell), layout.outline(other)
        common = [a for a in mine if any((a - b).length() < 1e-6 for b in theirs)]
        assert common == [mine[direction], mine[(direction + 1) % 6]] or set(common) == {
            mine[direction], mine[(direction + 1) % 6],
        }  # fmt: skip


def test_the_rows_of_the_highway() -> None:
    """The designer's rows: 5 6 7 8 9 8 7 6 5, A to I, numbered from the left; corners as on the page."""
    names = grids.hexhex(5, Orientation.POINTY_TOP).names
    rows = [sum(name[0] == letter for name in names.values()) for letter in "ABCDEFGHI"]
    assert rows == [5, 6, 7, 8, 9, 8, 7, 6, 5]
    assert [names[cell] for cell in corners(5)] == ["A1", "A5", "E9", "I5", "I1", "E1"]
    assert names[ORIGIN] == "E5"
    layout = HexLayout(20, Orientation.POINTY_TOP)
    by_name = {name: cell for cell, name in names.items()}
    row = [layout.centre(by_name[f"C{number}"]) for number in range(1, 8)]
    assert all(b.x > a.x and b.y == a.y for a, b in pairwise(row))
    assert layout.centre(by_name["D1"]).y > row[0].y


def test_a_flat_top_board_has_a_corner_at_the_top() -> None:
    """Columns are letters, and the first of the corners is the highest cell."""
    names = grids.hexhex(4, Orientation.FLAT_TOP).names
    layout = HexLayout(20, Orientation.FLAT_TOP)
    assert [names[cell] for cell in corners(4)] == ["D1", "G1", "G4", "D7", "A4", "A1"]
    assert min(names, key=lambda cell: layout.centre(cell).y) == corners(4)[0]


def test_grids_lack_cells_and_keep_the_names_of_the_others() -> None:
    """Without its first row, a row's end and its middle, a grid names the other cells as before."""
    whole = grids.squares(5, 4)
    gone = {*(Cell(column, 0) for column in range(5)), Cell(4, 1), Cell(2, 2)}
    cut = whole.without(gone)
    assert {*cut.cells} == {*whole.cells} - gone
    assert all(cut.names[cell] == whole.names[cell] for cell in cut.cells)
    assert [cut.meant(name) for name in ("A1", "B5", "C3")] == [(), (), ()]
    ends = {(label.text, label.heading): label.cell for label in cut.labels}
    assert not {("A", 270), ("A", 90)} & ends.keys()
    assert ends["B", 90] == Cell(3, 1)
    assert ends["5", 0] == Cell(4, 2)
    assert cut.corners == (Cell(4, 3), Cell(0, 3))
    assert (cut.extent.width, cut.extent.height) == (5, 3)
    assert {Cell(1, 2), Cell(2, 1), Cell(3, 2), Cell(2, 3)} <= {*cut.edge}


@pytest.mark.parametrize(
    ("board", "word", "wanted"),
    [
        ("squares", "B2..C4", "B2 B3 B4 C2 C3 C4"),
        ("squares", "E1..C1", "C1 D1 E1"),
        ("squares", "row 2", "B1 B2 B3 B4 B5 B6 B7"),
        ("squares", "column C", "A3 B3 C3 D3 E3"),
        ("chess", "row 1", "A1 B1 C1 D1 E1 F1 G1 H1"),
        ("chess", "column H", "H8 H7 H6 H5 H4 H3 H2 H1"),
        ("chess", "diagonals", "A8 H8 B7 G7 C6 F6 D5 E5 D4 E4 C3 F3 B2 G2 A1 H1"),
        ("hexhex", "A1..A3", "A1 A2 A3"),
        ("hexhex", "A1..G4", "A1 B2 C3 D4 E4 F4 G4"),
        ("hexhex", "row G", "G1 G2 G3 G4"),
        ("hexhex", "column 1", ""),
        ("hexhex", "A1..C2", ""),
        ("flat hexes", "column B", "B1 B2 B3 B4"),
        ("triangles", "B1..B3", "B1 B2 B3"),
        ("triangles", "diagonals", ""),
        ("loop", "22..24", "22 23 24"),
        ("loop", "row 1", ""),
        ("with a notch", "A1..A3", ""),
        ("with a notch", "A2..B3", "A2 A3 B2 B3"),
    ],
)
def test_words_stand_for_lines_of_cells(board: str, word: str, wanted: str) -> None:
    """Rows, columns, ranges and diagonals, as somebody reads them off the board."""
    grid = BOARDS[board]
    assert [grid.names[cell] for cell in grid.meant(word)] == wanted.split()


@pytest.mark.parametrize("board", BOARDS)
def test_mirror_images_lie_opposite_each_other(board: str) -> None:
    """The image of the image is the cell; left-right keeps rows, and both turn the board by half a turn."""
    grid = BOARDS[board]
    for cell in grid.cells:
        for left_right in (True, False):
            image = grid.mirrored(cell, left_right=left_right)
            if image is not None:
                assert grid.mirrored(image, left_right=left_right) == cell
    if board == "chess":
        names = {grid.names[cell]: cell for cell in grid.cells}
        for name, left_right, wanted in (("B7", True, "G7"), ("B7", False, "B2")):
            image = grid.mirrored(names[name], left_right=left_right)
            assert image is not None and grid.names[image] == wanted
