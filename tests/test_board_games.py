"""Boards of squares and paths as games show them: their inks, legends, figures and covers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, pairwise
from pathlib import Path
from random import Random

import pytest

from pnp.colour.measures import SEEN, contrast, luminance
from pnp.covers.boards import board_of_cells, way_of_spaces, whole_board
from pnp.covers.field import field_of, touches
from pnp.definition import load_definition
from pnp.draw.board import BoardDrawing, BoardInks
from pnp.pieces import Pieces, make_pieces
from pnp.pieces.figure_cells import figure_cell, part_box
from pnp.project import chosen_theme
from pnp.scene import Clip, Drawing, Item, Placed, Shape, Text
from pnp.scene.geometry import Box, bounding_box, samples
from pnp.sets.tileset import make_tileset
from pnp.tiles import Shape as TileShape
from pnp.tiles import TileGeometry
from tests.conftest import ROOT, Call, set_of
from tests.test_board_looks import box_of, overlap


def game(name: str, theme: str = "standard") -> Pieces:
    """The pieces of an example game."""
    path = ROOT / f"tilesets/examples/{name}.yaml"
    return make_pieces(make_tileset(load_definition(path)), chosen_theme(theme))


def texts_on(pieces: Pieces, across: float, *, legend: bool = True) -> list[Text]:
    """The texts of the first board."""
    (board,) = pieces.components.boards
    picture = pieces.board(board, across, legend=legend)
    return [item for item in picture.drawing.items if isinstance(item, Text)]


@pytest.mark.parametrize("theme", ["standard", "greyscale", "colour-blind", "dark"])
def test_dark_squares_differ_from_light_ones(theme: str) -> None:
    """By a contrast that anyone sees, in every theme with fills."""
    pieces = game("checkers", theme)
    (board,) = pieces.components.boards
    inks = BoardInks(board.definition, pieces.theme)
    (dark,) = board.definition.groups
    least = 1.2 if theme == "dark" else 2.0
    assert contrast(inks.cell(dark), inks.cells.cell) >= least
    assert BoardDrawing(board, 20.0, pieces.theme).hatched_group is None


@pytest.mark.parametrize("theme", ["low-ink", "pens"])
def test_dark_squares_are_hatched_without_fills(theme: str) -> None:
    """Lines in 32 squares, and no broken line round each of them."""
    pieces = game("checkers", theme)
    (board,) = pieces.components.boards
    assert BoardDrawing(board, 20.0, pieces.theme).hatched_group is board.definition.groups[0]
    items = pieces.board(board, 22.0).drawing.items
    (clip,) = [item for item in items if isinstance(item, Clip)]
    assert sum(step[0] == "M" for step in clip.path) == 32
    assert not any(isinstance(i, Shape) and i.stroke and i.stroke.dash for i in items)


@pytest.mark.parametrize("theme", ["low-ink", "pens"])
def test_signs_of_lines_are_as_dark_as_other_lines(theme: str) -> None:
    """Thin lines in a lighter ink are hard to see."""
    pieces = game("race", theme)
    (board,) = pieces.components.boards
    inks = BoardInks(board.definition, pieces.theme)
    for group in board.definition.groups:
        assert contrast(inks.sign(group), pieces.theme.cell) > 4.5


NOTED = """\
game: corners
title: Corners
players: 2
look: {ground: "#3B2418", ink: "#F3DDAF"}
colours: {red: "#B3261E", blue: "#2B5BAB"}
pieces:
  boards:
    - name: board
      triangles: 6
      cell: 24mm
      cells: {dark: {cells: dark, tint: "#A5714A", note: Dark}, goal: {cells: A1, sign: star, note: Goal}}
  tokens:
    - {name: man, size: 12mm, colours: players, count: 4, front: pawn}
"""


@pytest.mark.parametrize("theme", ["standard", "pens"])
def test_the_legend_shows_the_colours_of_players(theme: str) -> None:
    """A swatch in a sector of each colour; without fills a spoke of each."""
    owned = NOTED.replace("cells: A1, sign: star", "cells: [A1, F1], colours: players")
    pieces = make_pieces(set_of(owned), chosen_theme(theme))
    (board,) = pieces.components.boards
    items = pieces.board(board, 24.0, legend=True).drawing.items
    swatch = [item for item in items if isinstance(item, Clip)][-1]
    drawn = [item for item in swatch.items if isinstance(item, Shape)]
    inks = {ink.fill for ink in board.owners.values()}
    assert len(drawn) == 2
    assert {item.fill or (item.stroke and item.stroke.ink) for item in drawn} == inks


def test_the_legend_shows_hatching() -> None:
    """Lines over the swatch of the hatched group alone, without fills."""
    for theme, expected in (("standard", 0), ("low-ink", 2)):
        pieces = make_pieces(set_of(NOTED), chosen_theme(theme))
        (board,) = pieces.components.boards
        items = pieces.board(board, 24.0, legend=True).drawing.items
        clips = [item for item in items if isinstance(item, Clip)]
        assert len(clips) == expected
        if clips:
            # The cells of the board, and one below them.
            assert [sum(step[0] == "M" for step in clip.path) for clip in clips] == [15, 1]


@pytest.mark.parametrize(
    ("grid", "cells"),
    [("triangles: 6", 36), ("hexes: 5x7", 35), ("hexes: 6x4, orientation: flat-top", 24)],
)
def test_a_cover_shows_a_board_as_a_whole(grid: str, cells: int) -> None:
    """All cells inside the page, in their shape, and tokens on some of them; no names."""
    text = NOTED.replace("triangles: 6", grid.replace(", ", "\n      "))
    pieces = make_pieces(set_of(text.replace("cells: dark", "cells: B1")))
    shown = Box(10, 50, 120, 130)
    board, *tokens = whole_board(pieces, pieces.look, shown)
    assert isinstance(board, Placed)
    grounds = [
        item
        for item in board.drawing.items
        if isinstance(item, Shape) and item.fill and not item.stroke
    ]
    assert len(grounds) >= cells
    corners = [board.at + point for each in grounds[:cells] for point in samples(each.path)]
    assert shown.contains(bounding_box(corners))
    assert not any(isinstance(item, Text) for item in board.drawing.items)
    assert len([item for item in tokens if isinstance(item, Placed)]) >= 4


def test_validate_warns_of_a_board_larger_than_paper(pnp: Call, in_folder: Path) -> None:
    """With its place and what would fit; a build refuses it then."""
    Path("corners.yaml").write_text(NOTED)
    assert "warning" not in pnp("validate", "corners.yaml").output
    Path("corners.yaml").write_text(NOTED.replace("24mm", "50mm"))
    result = pnp("validate", "corners.yaml")
    assert result.exit_code == 0
    assert "corners.yaml:10:13: warning size: the board needs 3" in result.output
    assert result.output.count("warning") == 1
    built = pnp("build", "corners.yaml", "--pieces", "board", "--only", "pdf")
    assert built.exit_code == 2 and "corners.yaml:10:13: error size" in built.output
    Path("corners.yaml").write_text(NOTED.replace("cell: 24mm", "cell: 50mm\n      printed: no"))
    assert "warning" not in pnp("validate", "corners.yaml").output


def test_cells_of_their_own_ground_keep_their_tints() -> None:
    """The tint as it is in the file; without `cell-ground` a darker one, on a dark ground."""
    pieces = game("race")
    (board,) = pieces.components.boards
    inks = BoardInks(board.definition, pieces.theme)
    blended = BoardInks(replace(board.definition, cell_ground=""), pieces.theme)
    rain = next(each for each in board.definition.groups if each.name == "rain")
    assert (inks.cells.cell, inks.cell(rain)) == ("#FBF6E4", "#A9D3EE")
    assert contrast(inks.cells.note, inks.cells.cell) >= 4.5
    assert luminance(blended.cell(rain)) < luminance("#A9D3EE") / 2


def test_a_loop_has_its_legend_inside() -> None:
    """Notes one below the other, within the loop, which makes the board no higher."""
    pieces = game("race")
    (board,) = pieces.components.boards
    notes = {each.note for each in board.definition.groups}
    found = [text for text in texts_on(pieces, 17.0) if text.string in notes]
    assert {text.string for text in found} == notes
    assert len({text.at.x for text in found}) == 1
    extent = board.definition.grid.extent
    inside = Box(*(17.0 * each for each in extent)).widened(-17.0)
    assert all(inside.contains(box_of(text)) for text in found)
    assert BoardDrawing(board, 17.0).box(legend=True) == BoardDrawing(board, 17.0).box()


def test_a_narrow_loop_has_its_legend_below() -> None:
    """Where no note has room between its sides."""
    tileset = set_of(
        "game: g\npieces: {boards: [{name: b, path: {spaces: 20, columns: 3}, cell: 10mm, cells:"
        " {start: {cells: 1, note: The space on which everybody begins}}}]}"
    )
    pieces = make_pieces(tileset)
    (board,) = pieces.components.boards
    note = next(text for text in texts_on(pieces, 10.0) if text.string.startswith("The space"))
    assert note.at.y > BoardDrawing(board, 10.0).box().bottom


def test_a_cell_shows_the_sign_of_one_group_over_the_label_of_another() -> None:
    """The label lies below the sign, and the two never touch."""
    tileset = set_of(
        "game: g\npieces: {boards: [{name: b, squares: 3x3, cell: 20mm, edge: no, cells:"
        " {home: {cells: B2, sign: disc}, prize: {cells: B2, labels: ['+2']}}}]}"
    )
    (board,) = make_pieces(tileset).components.boards
    items = BoardDrawing(board, 20.0).picture(rows=False).drawing.items
    (label,) = [item for item in items if isinstance(item, Text)]
    centre = board.definition.grid.layout(20.0).centre(board.definition.cells_by_name["B2"])
    # The sign is 0.15 of the cell from its middle, which lies 0.13 above that of the cell.
    bottom = centre.y - 0.13 * 20 + 0.15 * 20
    assert label.string == "+2" and box_of(label).y > bottom
    assert box_of(label).bottom < centre.y + 10


def test_a_figure_shows_the_part_of_a_long_path_that_it_is_about() -> None:
    """Larger cells than those of the whole board, and a whole space beyond, whose number nothing cuts."""
    (board,) = game("race").components.boards
    cells = [board.definition.cells_by_name[str(number)] for number in range(2, 9)]
    across = figure_cell(board, cells)
    assert across > 1.4 * figure_cell(board)
    layout = board.definition.grid.layout(across)
    box = part_box(cells, layout, BoardDrawing(board, across).box(rows=False))
    assert box.width < 9.4 * across and box.height < 2.6 * across
    middles = [layout.centre(cell) for cell in board.definition.cells]
    inside = [at for at in middles if box.x < at.x < box.right and box.y < at.y < box.bottom]
    least = min(min(at.x - box.x, box.right - at.x, box.bottom - at.y) for at in inside)
    assert len(inside) > len(cells) and least > 0.45 * across


@pytest.mark.parametrize("seed", [1, 2, 7])
def test_the_path_of_a_cover_never_touches_itself(seed: int) -> None:
    """Each space lies beside the next, and beside no other."""
    page = Box(0, 0, 148, 210)
    field = field_of(TileGeometry(TileShape.SQUARE), 16.0, page, Box(0, 60, 148, 110))
    way = way_of_spaces(field, page, Random(seed), 40)
    assert len({*way}) == len(way) >= 20
    for one, other in pairwise(way):
        assert sorted(abs(a - b) for a, b in zip(one, other, strict=True)) == [0, 1]
    assert not any(touches(field, each, way[:place]) for place, each in enumerate(way) if place)


def test_a_board_of_squares_is_the_scene_of_its_cover() -> None:
    """That of another game is not."""
    for name in ("checkers", "race"):
        assert board_of_cells(game(name)) is not None
    assert board_of_cells(game("dominoes")) is None


def test_signs_of_cells_are_seen_on_their_tints() -> None:
    """In all themes with fills, and names are read; no two texts of the board meet."""
    for theme in ("standard", "greyscale", "dark", "colour-blind"):
        pieces = game("race", theme)
        (board,) = pieces.components.boards
        inks = BoardInks(board.definition, pieces.theme)
        for group in board.definition.groups:
            assert contrast(inks.cells.kerb, inks.cell(group)) >= SEEN, (theme, group.name)
        for one, other in combinations(texts_on(pieces, 17.0), 2):
            assert not overlap(box_of(one), box_of(other)), (one.string, other.string)


def test_a_hand_of_cards_for_a_race_can_be_read() -> None:
    """Each card has its number of spaces in the middle, and in two corners, upright either way."""
    pieces = game("race")
    (deck,) = pieces.components.decks
    for card, _ in pieces.cards(deck)[:5]:
        texts = [each.string for each in every_text(card.side())]
        assert texts.count(card.id[-1]) == 3


def every_text(item: Item) -> Iterator[Text]:
    """The texts of an item and inside of it."""
    if isinstance(item, Text):
        yield item
    elif isinstance(item, Placed):
        yield from every_text(item.drawing)
    elif isinstance(item, Drawing | Clip):
        for each in item.items:
            yield from every_text(each)
