"""Polyforms in pictures: on boards of figures, packings in rulebooks, boxes that they fill, and covers."""

from __future__ import annotations

import math
from collections.abc import Iterable
from pathlib import Path

import pytest

from pnp.basics.errors import InvalidDefinition, Source
from pnp.covers.polyforms import polyform_field
from pnp.definition import read_figure
from pnp.draw.polyforms import Looks
from pnp.kinds import kind_of
from pnp.kinds.boxes import room_in
from pnp.pieces import Pieces, figure_picture, make_pieces
from pnp.pieces.polyforms import (
    Held,
    laid_looks,
    lying_at,
    lying_looks,
    lying_ways,
    packed_picture,
    packings,
    polyform_pieces,
    polyform_sets,
)
from pnp.project.rulebook import Figures
from pnp.scene import Picture, Placed, Shape
from pnp.scene.contours import area_of, common_area, flattened
from pnp.scene.geometry import Box, Point, turned
from pnp.tiles.hexgrid import Orientation
from pnp.tiles.layouts import Cell, HexLayout, SquareLayout, TriangleLayout
from pnp.tiles.polyforms import PolyformShape, Sides, loops
from tests.conftest import Call, set_of

SET = """\
game: quarrel
title: Quarrel
colours: {red: {letter: R}, blue: {letter: B}}
pieces:
  boards:
    - {name: field, squares: 6x6, cell: 20mm}
    - {name: comb, hexhex: 3, cell: 20mm}
  polyforms:
    - name: bits
      shape: polyomino
      cell: 20mm
      cells: 1..4
      colours: [red, blue]
    - name: fives
      shape: polyomino
      cell: 15mm
      cells: 5
      packs: {tray: 6x10, corner: {board: 3x5, pieces: [V, P, U]}}
  boxes:
    - {name: box, for: fives, packing: tray, thickness: 2mm, allowance: 1mm}
"""


@pytest.fixture(scope="module")
def pieces() -> Pieces:
    """The pieces of the set."""
    return make_pieces(set_of(SET))


def figure(pieces: Pieces, *lying: str, board: str = "field") -> None:
    """Draws a board with these polyforms, each as `A1: bits-red-t4`."""
    lines = "".join(f"  {each}\n" for each in lying)
    text = f"caption: Some\nboard: {board}\npolyforms:\n{lines}"
    figure_picture(pieces, read_figure(Source("a.yaml", text)))


@pytest.mark.parametrize(
    ("written", "cells"),
    [
        ("bits-red-l4", {(1, 1), (2, 1), (3, 1), (1, 2)}),
        ("bits-red-l4 turned 90", {(1, 1), (2, 1), (2, 2), (2, 3)}),
        ("bits-red-l4 turned 180", {(1, 1), (1, 2), (0, 2), (-1, 2)}),
        ("bits-red-l4 over", {(1, 1), (2, 1), (3, 1), (3, 2)}),
        ("bits-red-l4 over turned 270", {(1, 1), (2, 1), (1, 2), (1, 3)}),
    ],
)
def test_a_piece_lies_turned_and_turned_over(
    pieces: Pieces, written: str, cells: set[tuple[int, int]]
) -> None:
    """Its first cell in the order of reading lies on B2; the cells were drawn by hand."""
    found = lying_at(pieces, pieces.components.boards[0], written, Cell(1, 1))
    assert {*map(tuple, found)} == cells


HANDS = """\
game: hands
pieces:
  boards:
    - {name: polyomino, squares: 9x9, cell: 20mm}
    - {name: polyhex, hexhex: 5, cell: 20mm}
    - {name: polyiamond, triangles: 8, cell: 20mm}
  polyforms:
    - {name: fours, shape: polyomino, cell: 20mm, cells: 1..4}
    - {name: hexes, shape: polyhex, cell: 20mm, cells: 1..4}
    - {name: sixes, shape: polyiamond, cell: 20mm, cells: 1..6}
"""


@pytest.mark.parametrize("shape", [*PolyformShape])
def test_a_hand_lays_a_piece_where_a_figure_has_it(shape: PolyformShape) -> None:
    """The cells below the hand are those of a figure whose first cell is the first of them, in every way."""
    pieces = make_pieces(set_of(HANDS))
    board = next(each for each in pieces.components.boards if each.name == shape.value)
    made = next(each for each in polyform_sets(pieces) if each.definition.shape is shape)
    for piece in polyform_pieces(pieces, made):
        ways = [*lying_ways(piece.form.form)]
        assert len({way.words for way in ways}) == len(ways) == 2 * shape.turns
        for way in ways:
            for hand, held in zip((Cell(4, 4), Cell(5, 4)), way.held, strict=False):
                if held is None:
                    continue
                cells = [Cell(hand.q + q, hand.r + r) for q, r in held.cells]
                assert hand in cells
                text = f"{piece.id} {way.words}"
                assert lying_at(pieces, board, text, cells[0]).keys() == {*cells}


@pytest.mark.parametrize("shape", [*PolyformShape])
def test_the_picture_of_a_piece_turns_with_its_cells(shape: PolyformShape) -> None:
    """About its middle by the degrees of the way, after its mirror image if it is turned over."""
    pieces = make_pieces(set_of(HANDS))
    made = next(each for each in polyform_sets(pieces) if each.definition.shape is shape)
    layout = shape.layout(10.0)

    def away(held: Held) -> list[Point]:
        return [layout.centre(cell) - layout.centre(held.middle) for cell in held.cells]

    def rounded(points: Iterable[Point]) -> set[tuple[float, float]]:
        return {(round(x, 3) + 0.0, round(y, 3) + 0.0) for x, y in points}

    for piece in polyform_pieces(pieces, made):
        for way in (ways := [*lying_ways(piece.form.form)]):
            start, now = (next(filter(None, each.held)) for each in (ways[0], way))
            points = away(start)
            if way.words.startswith("over"):
                points = [Point(-x, y) for x, y in points]
            angle = math.radians(way.degrees)
            assert rounded(turned(point, angle) for point in points) == rounded(away(now))


@pytest.mark.parametrize(
    ("lying", "message"),
    [
        (["A1: bits-red-l4", "A2: bits-blue-i1"], "bits-blue-i1 at A2 overlaps bits-red-l4 at A1"),
        (["A5: bits-red-l4"], "bits-red-l4 at A5 lies over the edge of the board"),
        (["A9: bits-red-l4"], 'the board has no cell "A9"'),
        (["A1: bits-red-q4"], 'there is no polyform "bits-red-q4"; did you mean "bits-red-i4"?'),
        (["A1: bits-red-l4 turned 45"], 'write a polyform as "bits-red-l4 over turned 90"'),
        (["A1: bits-red-l4 twice"], 'write a polyform as "bits-red-l4 over turned 90"'),
    ],
)
def test_what_cannot_lie_is_reported(pieces: Pieces, lying: list[str], message: str) -> None:
    """At its place in the figure."""
    with pytest.raises(InvalidDefinition) as error:
        figure(pieces, *lying)
    found = error.value.findings[0]
    assert message in found.message
    assert found.place.line == 3 + len(lying)


def test_polyforms_lie_without_a_board(pieces: Pieces) -> None:
    """A figure of pieces alone is as large as they are, with what is marked beside them."""

    def box(text: str) -> Box:
        source = Source("a.yaml", f"caption: Some\npolyforms: {{{text}}}\n")
        return figure_picture(pieces, read_figure(source)).box

    two = '"0,0": bits-red-i4, "0,1": bits-blue-i4 turned 180'
    assert box(two).width - box(two).height == pytest.approx(2 * 10.0)
    assert box(f'{two}}}\nhighlight: ["4,0"]\ntokens: {{"1,1": red').width > box(two).width


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"0,0": bits-red-l4, "1,0": bits-red-i1}', "bits-red-i1 at 1,0 overlaps bits-red-l4"),
        (
            '{"0,0": hexes-1, "9,0": bits-red-i1}',
            "made of squares, and the first polyform of hexes",
        ),
        ('{"0,0": bits-red-q4}', "there is no polyform"),
        ("{A1: bits-red-l4}", "A1"),
        ('{"0,0": bits-red-l4}\nhighlight: ["9,9"]', "no polyform lies at 9,9, or near it"),
        ('{"0,0": bits-red-l4}\nmatching: yes', '"matching" needs "tiles"'),
        (
            '{"0,0": bits-red-l4}\ntiles: {"0,0": R1-2}',
            '"polyforms" is for a position with "board"',
        ),
    ],
)
def test_what_cannot_lie_without_a_board_is_reported(text: str, message: str) -> None:
    """Pieces that overlap, other cells, and keys that need tiles."""
    hexes = "    - {name: hexes, shape: polyhex, cell: 20mm, cells: 3}\n  boxes:\n"
    pieces = make_pieces(set_of(SET.replace("  boxes:\n", hexes)))
    with pytest.raises(InvalidDefinition) as error:
        figure_picture(pieces, read_figure(Source("a.yaml", f"caption: Some\npolyforms: {text}\n")))
    assert message in error.value.findings[0].message


def test_squares_lie_on_squares_alone(pieces: Pieces) -> None:
    """A board of hexagons has no cells for them."""
    with pytest.raises(InvalidDefinition, match="no squares, of which"):
        figure(pieces, "A1: bits-red-l4", board="comb")


def test_pieces_of_other_colours_may_touch(pieces: Pieces) -> None:
    """A figure of several pieces is drawn."""
    figure(pieces, "A1: bits-red-l4", "B2: bits-blue-o4")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["tray", "corner"])
def test_a_packing_covers_its_board_once(pieces: Pieces, name: str) -> None:
    """Each piece lies as one of its images, and all of them cover each cell once."""
    packed = next(each for each in packings(pieces) if each.definition.name == name)
    lying: list[Looks] = [each for those in lying_looks(pieces, packed).values() for each in those]
    cells = [cell for looks in lying for cell in looks]
    assert sorted(cells) == sorted(packed.board)
    forms = {each.form.canonical(Sides.FREE).cells for each in packed.made.definition.forms}
    for looks in lying:
        normal = PolyformShape.POLYOMINO.normal(looks)
        images = {
            PolyformShape.POLYOMINO.normal(
                [PolyformShape.POLYOMINO.moved(cell, move) for cell in normal]
            )
            for move in PolyformShape.POLYOMINO.moves(Sides.FREE)
        }
        assert images & forms


def test_letters_of_cells_stay_on_their_cells() -> None:
    """A piece that is turned keeps what each of its cells shows."""
    shown = make_pieces(
        set_of(
            "game: own\ncolours: {red: {letter: R}, green: {letter: G}}\npieces:\n  polyforms:\n"
            "    - {name: own, shape: polyomino, cell: 12mm, pieces: {ell: [RRR, G..]}}\n"
        )
    )
    (definition,) = kind_of("polyform").made(shown)
    (form,) = definition.definition.forms  # type: ignore[attr-defined]
    looks = dict(zip(form.form.cells, "abcd", strict=True))
    turned = laid_looks(looks, form.form, {Cell(5, 5), Cell(5, 6), Cell(5, 7), Cell(4, 5)})  # type: ignore[arg-type]
    assert turned == {Cell(5, 5): "a", Cell(5, 6): "b", Cell(5, 7): "c", Cell(4, 5): "d"}


def test_figures_of_a_rulebook(pieces: Pieces) -> None:
    """A packing whole, in part and empty; sets, packings and single pieces."""
    figures = Figures(pieces, pieces)
    (packed, _) = packings(pieces)
    for laid, number in ((None, 12), (["F", "U"], 2), ([], 0)):
        picture = packed_picture(pieces, packed, laid)
        edges = [
            each for each in picture.drawing.items if isinstance(each, Shape) and each.fill is None
        ]
        # One more goes round the board.
        assert len(edges) == number + 1
        words = "" if laid is None else f"&laid={','.join(laid) or 'none'}"
        shown = figures.figure(f"packing:tray{words}")
        assert isinstance(shown, Picture)
        assert shown.box.height <= 60
    for each in ("fives", "corner", "bits-red-t4,bits-blue-t4"):
        assert figures.figure(f"polyforms:{each}")


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("packing:trap", 'there is no packing "trap"; did you mean "tray"?'),
        ("packing:tray&laid=Q", 'there is no piece "Q"'),
        ("packing:tray&shown=F", 'choose the pieces of a packing by "laid", not by "shown"'),
        ("polyforms:fivse", 'there is no polyform "fivse"; did you mean "fives"?'),
    ],
)
def test_a_figure_that_there_is_not(pieces: Pieces, target: str, message: str) -> None:
    """The message names what is meant."""
    with pytest.raises(ValueError, match=message.replace("?", r"\?")):
        Figures(pieces, pieces).figure(target)


def test_a_box_is_as_large_as_the_board_that_fills_it(pieces: Pieces) -> None:
    """6 x 10 squares of 15 mm, one layer of 2 mm, and the least depth that can be folded."""
    (box,) = kind_of("box").made(pieces)
    room = room_in(pieces, box)  # type: ignore[arg-type]
    assert (room.width, room.height) == pytest.approx((91.0, 151.0))
    assert room.depth == pytest.approx(6.0)


def test_a_box_names_a_packing_of_its_pieces(in_folder: Path, pnp: Call) -> None:
    """Another name is an error at its place."""
    Path("a.yaml").write_text(SET.replace("packing: tray", "packing: tary"))
    result = pnp("validate", "a.yaml")
    assert result.exit_code == 1
    assert 'the pieces of the box have no packing "tary"; did you mean "tray"?' in result.output


def test_a_cover_is_full_of_pieces_that_do_not_overlap(pieces: Pieces) -> None:
    """The pieces fill nine tenths of the field, and each area of the page belongs to one of them."""
    page = Box(0.0, 0.0, 148.0, 210.0)
    room = Box(0.0, 60.0, 148.0, 120.0)
    areas = []
    for piece in polyform_field(pieces, pieces.look, page, room, 1.0):
        assert isinstance(piece, Placed)
        *_, edge = piece.drawing.items
        assert isinstance(edge, Shape)
        areas.append(tuple(piece.at + corner for corner in flattened(edge.path)))
    for at, area in enumerate(areas):
        assert not any(
            sum(map(area_of, common_area((area,), (other,)))) > 1e-3 for other in areas[at + 1 :]
        )
    shown = sum(area_of(part) for area in areas for part in common_area((area,), (room.corners,)))
    assert shown > 0.85 * room.width * room.height


@pytest.mark.parametrize("at", [0, 131, -77])
@pytest.mark.parametrize(
    "layout",
    [
        SquareLayout(8.715 * 1.05),
        HexLayout(8.715 * 1.05, Orientation.POINTY_TOP),
        TriangleLayout(16.0 * 0.42 * 1.15),
    ],
)
def test_an_outline_has_one_length_wherever_it_lies(layout: SquareLayout, at: int) -> None:
    """Cells far from the origin have corners that round both ways."""
    cells = [Cell(at + each, 2 * at) for each in range(5)]
    (corners,) = loops(layout, cells)
    (home,) = loops(layout, [Cell(each, 0) for each in range(5)])
    assert len(corners) == len(home)


@pytest.mark.parametrize(
    ("board", "warned"),
    [
        ("cell: 20mm", 1),
        ("cell: 15mm", 0),
        ("cell: 20mm, poster: 15mm", 0),
        ("cell: 20mm, printed: no", 0),
    ],
)
def test_a_board_of_a_figure_has_cells_of_the_pieces_on_it(board: str, warned: int) -> None:
    """In one of its sizes, if it is printed."""
    text = f"""\
game: lying
figures: {{one: {{board: field, polyforms: {{A1: bits-l, C1: bits-o}}}}}}
pieces:
  boards: [{{name: field, squares: 6x6, {board}}}]
  polyforms: [{{name: bits, shape: polyomino, cell: 15mm, cells: 4}}]
"""
    found = [*kind_of("polyform").findings(make_pieces(set_of(text)))]
    assert [each.place.line for each in found] == [2] * warned
