"""Boards of hexagons: algebra of cells, names, and millimetres."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.tiles import grids
from pnp.tiles.hexgrid import (
    ORIGIN,
    Hex,
    Orientation,
    corners,
    distance,
    hexhex,
    neighbours,
)
from pnp.tiles.layouts import HexLayout

cells = st.builds(Hex, st.integers(-9, 9), st.integers(-9, 9))


@given(cells, cells, cells)
def test_distance_is_a_metric(a: Hex, b: Hex, c: Hex) -> None:
    """Symmetric, zero only for the same cell, and no detour is shorter."""
    assert distance(a, b) == distance(b, a)
    assert (distance(a, b) == 0) == (a == b)
    assert distance(a, c) <= distance(a, b) + distance(b, c)


@given(cells)
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


@pytest.mark.parametrize("orientation", Orientation)
@given(cell=cells, across=st.floats(5, 60))
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
