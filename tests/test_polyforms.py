"""Polyforms: how they move, which of them are the same piece, their outlines, and their pictures."""

from __future__ import annotations

import math
from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.scene.geometry import Point, round_trip
from pnp.tiles.hexgrid import Orientation
from pnp.tiles.layouts import Cell
from pnp.tiles.polyforms import (
    Move,
    Polyform,
    PolyformError,
    PolyformShape,
    Sides,
    loops,
    parse_polyform,
    polyform,
)

SHAPES = [*PolyformShape]


@st.composite
def polyforms(draw: st.DrawFn, letters: str = "") -> Polyform:
    """A piece of up to twelve cells, grown cell by cell; perhaps with letters."""
    shape = draw(st.sampled_from(SHAPES))
    cells = [Cell(0, 0)]
    for _ in range(draw(st.integers(0, 11))):
        near = {each for cell in cells for each in shape.neighbours(cell)}.difference(cells)
        cells.append(draw(st.sampled_from(sorted(near))))
    some = [draw(st.sampled_from(letters)) for _ in cells] if letters else []
    return polyform(shape, cells, some)


@pytest.mark.parametrize("shape", SHAPES)
@given(data=st.data())
def test_moves_are_those_of_the_plane(shape: PolyformShape, data: st.DataObject) -> None:
    """A move takes the corners of cells on paper as a turn does, after a mirror image: distances stay, and ways round."""
    move = data.draw(st.sampled_from(shape.moves(Sides.FREE)))
    spot = st.builds(Cell, st.integers(-9, 9), st.integers(-9, 9))
    cells = data.draw(st.lists(spot, min_size=3, max_size=3, unique=True))
    layout = shape.layout(10.0)
    one, two, three = (layout.centre(cell) for cell in cells)
    one_now, two_now, three_now = (layout.centre(shape.moved(cell, move)) for cell in cells)
    way, way_now = two - one, two_now - one_now
    assert way_now.length() == pytest.approx(way.length())
    over = -1 if move.mirrored else 1
    other, other_now = three - one, three_now - one_now
    assert way_now.cross(other_now) == pytest.approx(over * way.cross(other))
    # A mirror image exchanges left and right; clockwise turns follow.
    angle = math.tau / shape.turns * move.steps
    x, y = over * way.x, way.y
    turned = Point(
        x * math.cos(angle) - y * math.sin(angle), x * math.sin(angle) + y * math.cos(angle)
    )
    assert (turned - way_now).length() == pytest.approx(0, abs=1e-6)


@given(polyforms("ab"))
def test_images_are_an_orbit(piece: Polyform) -> None:
    """The number of images divides that of the moves; all of them have the same images and one canonical form."""
    for sides in Sides:
        images = piece.images(sides)
        assert len(piece.shape.moves(sides)) % len(images) == 0
        assert {*images} == {*images[-1].images(sides)}
        assert {each.canonical(sides) for each in images} == {piece.canonical(sides)}
    assert piece.symmetry * len(piece.images(Sides.FREE)) == len(piece.shape.moves(Sides.FREE))
    assert piece.is_mirror == (len(piece.images(Sides.FREE)) == len(piece.images(Sides.ONE_SIDED)))


@given(polyforms("ab"))
def test_letters_move_with_their_cells(piece: Polyform) -> None:
    """As many turns as there are bring every letter back, and a mirror image of a mirror image is the piece."""
    turn, over = Move(1, mirrored=False), Move(0, mirrored=True)
    turned = piece
    for _ in range(piece.shape.turns):
        turned = turned.moved(turn)
        assert sorted(turned.letters) == sorted(piece.letters)
    assert turned == piece == piece.moved(over).moved(over)


@given(polyforms("ab") | polyforms())
def test_a_picture_reads_back(piece: Polyform) -> None:
    """What a picture shows is the piece itself."""
    assert parse_polyform(piece.shape, piece.picture) == piece


@given(polyforms())
def test_loops_are_the_edge_of_the_cells(piece: Polyform) -> None:
    """Their area is that of the cells, their length that of the sides without a neighbour; one is round each hole."""
    layout = piece.shape.layout(1.0)
    found = piece.loops(1.0)
    one = area(layout.outline(Cell(0, 0)))
    assert sum(map(area, found)) == pytest.approx(one * len(piece.cells))
    assert [area(each) > 0 for each in found] == [True] + [False] * piece.holes
    side = (layout.outline(Cell(0, 0))[1] - layout.outline(Cell(0, 0))[0]).length()
    free = sum(each.beyond not in piece.cells for each in layout.sides(piece.cells))
    length = sum((b - a).length() for loop in found for a, b in round_trip(loop))
    assert length == pytest.approx(free * side)


def area(corners: Iterable[Point]) -> float:
    """The area in a polygon, negative if its corners run anticlockwise on paper."""
    return sum(one.cross(other) for one, other in round_trip(corners)) / 2


@pytest.mark.parametrize(
    ("shape", "rows", "holes", "corners"),
    [
        ("polyomino", ["XXX", "X.X", "XXX"], 1, [4, 4]),
        ("polyomino", ["XXX", "X.X", "XX"], 1, [6, 4]),
        ("polyomino", ["XXXXX", "X.X.X", "XXXXX"], 2, [4, 4, 4]),
        ("polyhex", [" X X", "X   X", " X X"], 1, [18, 6]),
        ("polyiamond", ["XXX", "XXX"], 0, [6]),
        ("polyiamond", ["..XXXXX", "XXX...X", ".XX.XXX", "..XXX"], 1, None),
    ],
)
def test_holes_touch_the_edge_or_not(
    shape: str, rows: list[str], holes: int, corners: list[int] | None
) -> None:
    """A hole that touches the edge, or another hole, at a corner is one of its own."""
    piece = parse_polyform(PolyformShape(shape), rows)
    assert piece.holes == holes
    found = piece.loops(18.0)
    assert len(found) == 1 + holes
    if corners is not None:
        assert [len(each) for each in found] == corners


def test_hexagons_lie_flat_too() -> None:
    """The same cells on a flat-top grid are the piece turned by 30 degrees."""
    bar = parse_polyform(PolyformShape.POLYHEX, ["X X X"])
    pointy, flat = (bar.box(10.0, each) for each in Orientation)
    assert (pointy.width, pointy.height) == pytest.approx((30.0, 20 / math.sqrt(3)))
    assert flat.width == pytest.approx(10 * math.sqrt(3) + 20 / math.sqrt(3))
    assert flat.height == pytest.approx(20.0)
    assert len(loops(bar.shape.layout(10.0, Orientation.FLAT_TOP), bar.cells)) == 1


@pytest.mark.parametrize(
    ("shape", "rows", "lines", "symmetry", "mirror", "name"),
    [
        ("polyomino", ["XX.", ".XX"], (2, 3), 2, False, "S"),
        ("polyomino", ["XX", "XX"], (2, 2), 8, True, "O"),
        ("polyomino", ["X", "X", "X", "XX"], (2, 4), 1, False, "L"),
        ("polyomino", [".X.", "XXX", ".X."], (3, 3), 8, True, "X"),
        ("polyhex", ["X X X"], (1, 3, 3), 4, True, ""),
        ("polyhex", [" X X", "X X"], (2, 2, 3), 4, True, ""),
        ("polyiamond", ["XXX"], (1, 2, 2), 2, True, ""),
        ("polyiamond", ["XXX", "XXX"], (2, 2, 2), 12, True, ""),
    ],
)
def test_what_a_piece_is_like(
    shape: str,
    rows: list[str],
    lines: tuple[int, ...],
    symmetry: int,
    mirror: bool,
    name: str,
) -> None:
    """The lines that it touches, the ways in which it lies as before, and the letter that people call it."""
    piece = parse_polyform(PolyformShape(shape), rows)
    assert (piece.lines, piece.symmetry, piece.is_mirror) == (lines, symmetry, mirror)
    assert piece.known_as == name


def test_a_piece_lies_on_a_board_where_its_cells_do() -> None:
    """Of the three images of a corner of three cells on a board of six, each has two places; triangles keep their corners."""
    board = {Cell(q, r) for q in range(3) for r in range(2)}
    corner = parse_polyform(PolyformShape.POLYOMINO, ["XX", "X"])
    places = [[*corner.shape.placed(each.cells, board)] for each in corner.images(Sides.FREE)]
    assert [len(each) for each in places] == [2, 2, 2, 2]
    assert all({*cells} <= board for each in places for cells in each)
    one = parse_polyform(PolyformShape.POLYIAMOND, ["X"])
    row = {Cell(q, 0) for q in range(5)}
    found = [len([*one.shape.placed(each.cells, row)]) for each in one.images(Sides.FREE)]
    assert sorted(found) == [2, 3]


@pytest.mark.parametrize(
    ("shape", "rows", "message"),
    [
        ("polyomino", [], "a picture has one cell or more: write X for a cell and . for none"),
        (
            "polyomino",
            ["..", " ."],
            "a picture has one cell or more: write X for a cell and . for none",
        ),
        ("polyomino", ["X.", ".X"], "its 2 cells are in 2 parts"),
        ("polyiamond", ["X", ".X"], "its 2 cells are in 2 parts"),
        (
            "polyhex",
            ["XX"],
            '"X" at place 2 of row 1 is between two hexagons: those of a row are two places apart,'
            " and one place to the side of those in the row above",
        ),
    ],
)
def test_pictures_that_are_no_piece(shape: str, rows: list[str], message: str) -> None:
    """The message says why."""
    with pytest.raises(PolyformError) as error:
        parse_polyform(PolyformShape(shape), rows)
    assert str(error.value) == message
