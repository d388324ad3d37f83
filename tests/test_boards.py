"""Boards on paper: at true size, in one piece or in several that fit together."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations, pairwise
from pathlib import Path
from random import Random

import pytest

from pnp.basics.errors import DoesNotFit
from pnp.colour.measures import SEEN, contrast, lab, linear, luminance
from pnp.covers.boards import board_of_cells, way_of_spaces, whole_board
from pnp.covers.field import field_of, touches
from pnp.definition import BoardDefinition, load_definition
from pnp.draw.board import (
    BAND,
    INSET_OF_PLAYER,
    BoardDrawing,
    BoardInks,
    Room,
    highlight_width,
    is_bordered,
)
from pnp.draw.board.tracks import TrackBelow
from pnp.imposition import board_page, poster_grid, poster_pages
from pnp.imposition.boards import OVERLAP, largest_cell
from pnp.imposition.papers import Paper, chosen_papers
from pnp.pieces import Pieces, make_pieces
from pnp.pieces.figure_cells import figure_cell, part_box
from pnp.project.themes import chosen_theme
from pnp.render.drawings import extent
from pnp.scene import Clip, Drawing, Item, Layer, Page, Placed, Shape, Text
from pnp.scene.fonts import CAP_HEIGHT, text_width
from pnp.scene.geometry import Box, Point, bounding_box, samples
from pnp.sets.components import Board, components
from pnp.sets.tileset import make_tileset
from pnp.tiles import Shape as TileShape
from pnp.tiles import TileGeometry
from tests.conftest import ROOT, Call, bundled, defined, set_of

HIGHWAY = bundled("hexagonal-highway")
PIECES = make_pieces(HIGHWAY)
PAPERS = chosen_papers(["a4", "letter", "a3", "tabloid"])


def board_of(across: float, poster: float = 0.0) -> Board:
    """The board of the highway with other hexagons."""
    board = components(HIGHWAY).boards[0]
    return replace(board, definition=replace(board.definition, across=across, poster=poster))


def window(page: Page) -> tuple[Box, Point]:
    """The part of a poster that a sheet shows, and where the middle of the board is."""
    (clip,) = page.items(Layer.ART)
    assert isinstance(clip, Clip)
    (placed,) = clip.items
    assert isinstance(placed, Placed)
    points = [Point(part[1], part[2]) for part in clip.path if len(part) == 3]
    return bounding_box(points), placed.at


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.name)
@pytest.mark.parametrize("across", [25.0, 38.0, 60.0])
def test_the_sheets_of_a_poster_show_all_of_it(paper: object, across: float) -> None:
    """Every corner of every cell is on some sheet, and neighbours overlap by a strip for glue."""
    board = board_of(20.0, across)
    pages = poster_pages(PIECES, board, paper)  # type: ignore[arg-type]
    if len(pages) > 1:
        plan, *pages = pages
        assert plan.title.endswith("plan")
    grid = poster_grid(BoardDrawing(board, across).picture(legend=True).box, paper)  # type: ignore[arg-type]
    assert len(pages) == grid.columns * grid.rows
    views = [window(page) for page in pages]
    layout = board.definition.grid.layout(across)
    for cell in board.names:
        for corner in layout.outline(cell):
            assert any(
                box.contains(Box(*(corner + at), 0, 0), tolerance=0.01) for box, at in views
            ), board.names[cell]
    if grid.columns > 1:
        (first, at), (second, other) = views[:2]
        assert first.right - at.x - (second.x - other.x) == pytest.approx(OVERLAP)
    parts = BoardDrawing(board, across).box(legend=True)
    for page, (box, _) in zip(pages, views, strict=True):
        ground = page.items(Layer.ART)[0].items[0].drawing.items[0]  # type: ignore[union-attr]
        corners = [Point(*part[1:]) for part in ground.path if len(part) == 3]
        assert bounding_box(corners).contains(parts, tolerance=0.01), "a part beside the ground"
        assert Box(6, 6, page.width - 12, page.height - 12).contains(box)


def test_the_largest_board_fits_and_a_larger_one_does_not() -> None:
    """The size that the message offers is the true limit."""
    a4 = chosen_papers(["a4"])[0]
    with pytest.raises(DoesNotFit) as raised:
        board_page(PIECES, board_of(30.0), a4)
    assert "write `cell: 20mm` or that with `poster: 30mm`" in str(raised.value)
    board_page(PIECES, board_of(20.0), a4)
    with pytest.raises(DoesNotFit):
        board_page(PIECES, board_of(20.6), a4)
    assert largest_cell(board_of(30.0), Box(0, 0, 100, 100)) == 8.5


@pytest.mark.parametrize("height", [60.0, 100.0, 200.0])
def test_a_board_can_be_made_as_high_as_wanted(height: float) -> None:
    """For a form, which gives a height."""
    board = board_of(20.0)
    assert BoardDrawing.of_height(board, height).picture().box.height == pytest.approx(height)


def test_highlighted_cells_have_to_exist() -> None:
    """The error names the cell."""
    with pytest.raises(ValueError, match="J1"):
        BoardDrawing(board_of(20.0), 20.0).picture(highlight=["A1", "J1"])


def test_a_sign_and_a_label_share_a_cell() -> None:
    """The label stands below the sign, and above the cell's name."""
    tileset = set_of(
        "game: g\npieces: {boards: [{name: b, hexhex: 2, cell: 30mm, cells:"
        " {mid: {cells: centre, sign: square, labels: [HOME]}}}]}"
    )
    items = BoardDrawing(components(tileset).boards[0], 30.0).picture().drawing.items
    (label,) = (each for each in items if isinstance(each, Text) and each.string == "HOME")
    (name,) = (each for each in items if isinstance(each, Text) and each.string == "B2")
    signs = [each for each in items if isinstance(each, Shape) and len(each.path) == 5]
    bottom = max(part[2] for part in signs[-1].path if len(part) == 3)
    assert bottom < label.at.y - label.size * CAP_HEIGHT
    assert label.at.y < name.at.y - name.size * CAP_HEIGHT


@pytest.mark.parametrize("across", [8.0, 9.0, 10.0, 30.0])
def test_a_label_keeps_away_from_the_name_of_its_cell(across: float) -> None:
    """In the small cells of a figure it is in the middle of what the name leaves, in others in the middle."""
    tileset = set_of(
        "game: g\npieces: {boards: [{name: b, hexhex: 2, cell: 30mm, cells:"
        " {mid: {cells: centre, labels: [L1]}}}]}"
    )
    board = components(tileset).boards[0]
    items = BoardDrawing(board, across).picture().drawing.items
    (label,) = (each for each in items if isinstance(each, Text) and each.string == "L1")
    (name,) = (each for each in items if isinstance(each, Text) and each.string == "B2")
    high = label.size * CAP_HEIGHT
    below = name.at.y - name.size * CAP_HEIGHT - label.at.y
    assert below >= 0.3 * high
    middle = board.definition.grid.layout(across).centre(board.definition.cells[3]).y
    assert label.at.y - high > middle - across / 2
    assert (label.at.y == pytest.approx(middle + high / 2)) == (across > 15)


@pytest.mark.parametrize(
    ("game", "across"),
    [
        ("hexagonal-highway", 20.0),
        ("hexagonal-highway", 8.67),
        ("hexpertise", 19.0),
        ("hexpertise", 10.0),
    ],
)
def test_names_of_cells_touch_no_line_and_no_sign(game: str, across: float) -> None:
    """On the printed board and in figures: the box round a name is clear of all lines of its cell."""
    (board,) = components(bundled(game)).boards
    layout = board.definition.grid.layout(across)
    items = BoardDrawing(board, across).picture().drawing.items
    texts = {item.string: item for item in items if isinstance(item, Text)}
    bordered = {cell for group in board.definition.groups if group.sign for cell in group.cells}
    filled = [item for item in items if isinstance(item, Shape) and item.stroke is None]
    boxes = [
        bounding_box([Point(*each[-2:]) for each in shape.path if len(each) > 1])
        for shape in filled
    ]
    signs = [box for box in boxes if box.width < across / 2]
    assert signs
    for cell, name in board.names.items():
        text = texts[name]
        width, height = text_width(name, text.size), text.size * CAP_HEIGHT
        box = Box(text.at.x - width / 2, text.at.y - height, width, height)
        line = across * 0.05 + 0.25 if cell in bordered else 0.5  # the rim is the broadest line
        apart = max(0.3, 0.03 * across) if cell in bordered else 0.1
        outline = layout.outline(cell)
        for corner in box.corners:
            for start, end in zip(outline, (*outline[1:], outline[0]), strict=True):
                assert (end - start).unit().cross(corner - start) > line + apart, name
        for sign in signs:
            beside = sign.bottom < box.y or sign.right < box.x or sign.x > box.right
            assert beside or sign.y > box.bottom, name


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.name)
def test_seams_of_posters_spare_names_and_starts(paper: object) -> None:
    """No seam runs through a name or a marked hex, and no word for glue lies on a name."""
    pieces = make_pieces(bundled("hexagonal-highway"))
    (board,) = pieces.components.boards
    _, *pages = poster_pages(pieces, board, paper)  # type: ignore[arg-type]
    across = board.definition.poster
    layout = board.definition.grid.layout(across)
    starts = [
        bounding_box(layout.outline(cell))
        for group in board.definition.groups
        if group.sign or group.colours
        for cell in group.cells
    ]
    names = [
        Box(item.at.x - 2, item.at.y - 0.7 * item.size, 4, 0.7 * item.size)
        for item in pieces.board(board, across).drawing.items
        if isinstance(item, Text) and item.string in board.names.values()
    ]
    assert starts and names
    for page in pages:
        _, at = window(page)
        # Cut lines are whole, and glue lines are dashed.
        cuts = [item for item in page.items(Layer.CUT) if isinstance(item, Shape)]
        for item in cuts:
            if item.stroke is None:
                continue
            (_, x, y), (_, right, bottom) = item.path  # type: ignore[misc]
            if item.stroke.dash:
                continue
            for spared in (*starts, *names):
                left, top = spared.x + at.x, spared.y + at.y
                assert not (x == right and left < x < left + spared.width), page.title
                assert not (y == bottom and top < y < top + spared.height), page.title
        for text in (item for item in page.items(Layer.CUT) if isinstance(item, Text)):
            assert " P" in text.string
            half = text_width(text.string, text.size) / 2
            wide, high = (half, 2.0) if text.angle == 0 else (2.0, half)
            for name in names:
                middle = Point(name.x + at.x + 2, name.y + at.y + name.height / 2)
                assert abs(middle.x - text.at.x) > wide or abs(middle.y - text.at.y) > high


# Boards of squares and paths as games show them: their inks, legends, figures and covers.


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
    """With its place and what would fit; a build of it alone has nothing to print, which is an error."""
    Path("corners.yaml").write_text(NOTED)
    assert "warning" not in pnp("validate", "corners.yaml").output
    Path("corners.yaml").write_text(NOTED.replace("24mm", "50mm"))
    result = pnp("validate", "corners.yaml")
    assert result.exit_code == 0
    assert "corners.yaml:10:13: warning size: the board needs 3" in result.output
    assert result.output.count("warning") == 1
    built = pnp("build", "corners.yaml", "--pieces", "board", "--only", "pdf")
    assert built.exit_code == 2 and "corners.yaml:10:13: error size" in built.output
    Path("only.yaml").write_text(
        "game: only\npieces: {boards: [{name: b, squares: 15x15, cell: 16mm}]}\n"
    )
    (result, built) = (pnp(command, "only.yaml") for command in ("validate", "build"))
    assert (result.exit_code, built.exit_code) == (1, 2)
    (error,) = (each for each in result.output.splitlines() if "error size" in each)
    assert error in built.output
    assert pnp("validate", "only.yaml", "--paper", "a3").exit_code == 0
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


# Boards with a ground of their own: inks, tracks, and cells that belong to players.


THEMES = ("standard", "colour-blind", "greyscale", "dark", "low-ink", "pens")


def box_of(text: Text) -> Box:
    """The box round the letters of an upright text."""
    width, height = text_width(text.string, text.size, bold=text.bold), text.size * CAP_HEIGHT
    left = {"start": 0.0, "middle": width / 2, "end": width}[text.anchor]
    return Box(text.at.x - left, text.at.y - height, width, height)


def overlap(one: Box, other: Box) -> bool:
    """Whether two boxes share some area."""
    across = min(one.right, other.right) - max(one.x, other.x)
    down = min(one.bottom, other.bottom) - max(one.y, other.y)
    return across > 0 and down > 0


@pytest.mark.parametrize("ground", ["#17191D", "#15545F", "#F6BE1A", "#FFFFFF"])
@pytest.mark.parametrize("name", THEMES)
def test_names_can_be_read_on_every_ground(ground: str, name: str) -> None:
    """Small text has 4.5 to its cell, letters and tracks 4.5 to the ground, in every theme."""
    theme = chosen_theme(name)
    board = board_of(20.0)
    definition = replace(board.definition, ground=ground, ink="")
    inks = BoardInks(definition, theme)
    for group in (None, *definition.groups):
        cell = inks.cells.cell if group is None else inks.cell(group)
        if theme.fills:
            assert contrast(inks.name(group), cell) >= 4.4
    if theme.fills:
        assert contrast(inks.theme.caption, inks.theme.ground) >= 4.5


@pytest.mark.parametrize("across", [10.0, 20.0, 38.0])
def test_text_stays_in_proportion_and_touches_nothing(across: float) -> None:
    """On a sheet and on a poster no two texts meet, and large boards have large letters."""
    picture = BoardDrawing(board_of(20.0), across).picture(legend=True)
    texts = [item for item in picture.drawing.items if isinstance(item, Text)]
    assert {"A1", "Rubber Walls", "Starts"} <= {text.string for text in texts}
    for one, other in combinations(texts, 2):
        assert not overlap(box_of(one), box_of(other)), (one.string, other.string)
    for text in texts:
        assert picture.box.contains(box_of(text)), text.string
        assert text.size >= 2.5
    if across > 20:
        assert min(text.size for text in texts) > 4


@pytest.mark.parametrize("theme", ["standard", "low-ink", "pens"])
@pytest.mark.parametrize(("across", "height"), [(18.0, 250.0), (12.0, 250.0), (20.0, 254.0)])
def test_a_board_fills_its_room(theme: str, across: float, height: float) -> None:
    """A ground covers the sheet, the title stands over the middle, and the parts share the free height."""
    pieces = make_pieces(PIECES.tileset, chosen_theme(theme))
    room = Room(197.0, height)
    picture = pieces.board(board_of(across), across, legend=True, room=room)
    assert (picture.box.width, picture.box.height) == pytest.approx((197.0, height))
    first, *_ = items = picture.drawing.items
    assert isinstance(first, Shape)
    assert (first.fill == "#17191D") == pieces.theme.fills
    title = extent([next(_placed(items))])
    cells = BoardDrawing(board_of(across), across).box()
    assert title is not None
    assert title.centre.x == pytest.approx(cells.centre.x, abs=1)
    texts = [box_of(item) for item in items if isinstance(item, Text)]
    legend = max(box.bottom for box in texts)
    above, below = title.y - picture.box.y, picture.box.bottom - legend
    assert above == pytest.approx(below, abs=0.4 * across)
    assert title.bottom < cells.y
    assert picture.box.contains(title)


def _placed(items: Iterable[Item]) -> Iterator[Placed]:
    """Drawings that are placed, such as the title: the numbers of tracks are below the cells."""
    return (
        item
        for item in items
        if isinstance(item, Placed) and (box := extent([item])) and box.bottom < 0
    )


def test_large_cells_leave_room_for_a_title_and_a_small_legend() -> None:
    """A sheet with three by three squares of 47 mm has 70 mm left: a title needs a third of that."""
    text = """
        game: moor
        pieces:
          boards: [{name: table, squares: 3x3, cell: 47mm, ground: "#2F4A36", cells: {piles: {cells: all, note: Eight}}}]
        """
    pieces = make_pieces(set_of(text))
    (board,) = pieces.components.boards
    picture = pieces.board(board, 47.0, legend=True, room=Room(197.0, 250.0))
    title = extent([next(_placed(picture.drawing.items))])
    assert title is not None and picture.box.contains(title)
    assert title.bottom < BoardDrawing(board, 47.0).box().y
    (note,) = (
        each for each in picture.drawing.items if isinstance(each, Text) and each.string == "Eight"
    )
    assert 2.5 <= note.size <= 5.0


def test_a_room_without_height_has_no_title() -> None:
    """The board still fills it."""
    board = board_of(20.0)
    natural = BoardDrawing(board, 20.0).box(legend=True)
    picture = PIECES.board(board, 20.0, legend=True, room=Room(197.0, natural.height + 6))
    assert not [*_placed(picture.drawing.items)]
    assert picture.box.height == pytest.approx(natural.height + 6)


@pytest.mark.parametrize("name", THEMES)
def test_groups_of_cells_can_be_told_apart(name: str) -> None:
    """Two groups without a sign differ in the tint or in the line round them, and show against other cells."""
    pieces = make_pieces(PIECES.tileset, chosen_theme(name))
    (board,) = pieces.components.boards
    inks = BoardInks(board.definition, pieces.theme)
    groups = [each for each in board.definition.groups if not is_bordered(each)]
    assert len(groups) == 2
    tints = [inks.cell(each) for each in groups]
    dashes = {inks.dash(each) for each in groups}
    one, other = (lab(linear(tint)) for tint in tints)
    assert len(dashes) == 2 or math.dist(one, other) >= 8
    for group in groups:
        dashed, ink = bool(inks.dash(group)), inks.line(group)
        # Half of a dashed line is gap.
        assert contrast(ink, inks.cells.cell) >= (6 if dashed and inks.blends else 3)


@pytest.mark.parametrize("name", THEMES)
def test_the_legend_shows_the_lines_of_the_board(name: str) -> None:
    """The line round the cells of a group and that round its swatch have one ink."""
    pieces = make_pieces(PIECES.tileset, chosen_theme(name))
    (board,) = pieces.components.boards
    drawing = BoardDrawing(board, 20.0, pieces.theme)
    inks, above = drawing.inks, len(drawing.picture().drawing.items)
    swatches = [
        each.stroke.ink
        for each in drawing.picture(legend=True).drawing.items[above:]
        if isinstance(each, Shape) and each.stroke
    ]
    for group in board.definition.groups:
        if not is_bordered(group):
            assert inks.line(group) in swatches


@pytest.mark.parametrize("name", ["standard", "greyscale", "dark", "colour-blind"])
def test_the_band_of_a_player_stands_out_from_its_cell(name: str) -> None:
    """A band in the ink of the night round it has an outline, which can be seen."""
    pieces = make_pieces(PIECES.tileset, chosen_theme(name))
    (board,) = pieces.components.boards
    drawing = BoardDrawing(board, 20.0, pieces.theme)
    inks, groups = drawing.inks, drawing.groups
    shapes = [each for each in pieces.board(board, 20.0).drawing.items if isinstance(each, Shape)]
    outlined = 0
    for cell, owner in board.owners.items():
        band = next(each for each in shapes if each.fill == owner.fill)
        shown = owner.fill if band.stroke is None else band.stroke.ink
        outlined += band.stroke is not None
        assert contrast(shown, inks.cell(groups[cell][0])) > 1.6, owner.name
    assert outlined == {"standard": 1, "greyscale": 2, "dark": 0, "colour-blind": 1}[name]


@pytest.mark.parametrize("name", THEMES)
def test_a_start_shows_whose_it_is(name: str) -> None:
    """Each corner has the ink of its player in its band and in its symbol, in this order of corners."""
    pieces = make_pieces(PIECES.tileset, chosen_theme(name))
    (board,) = pieces.components.boards
    owners = {board.names[cell]: ink.name for cell, ink in board.owners.items()}
    assert owners == {
        "A1": "red", "A5": "orange", "E9": "sky", "I5": "black", "I1": "purple", "E1": "green",
    }  # fmt: skip
    items = [item for item in pieces.board(board, 20.0).drawing.items if isinstance(item, Shape)]
    for ink in board.owners.values():
        fills = sum(item.fill == ink.fill for item in items)
        lines = sum(item.stroke is not None and item.stroke.ink == ink.fill for item in items)
        if name == "pens":
            continue  # all colours have one ink
        assert (fills, lines) >= (2, 0) if pieces.theme.fills else lines >= 2, ink.name


@pytest.mark.parametrize(("first", "last"), [(1, 6), (1, 12), (0, 50), (1, 100), (0, 200)])
def test_a_track_has_every_number_once_in_its_box(first: int, last: int) -> None:
    """A road of rounds, or rows of scores: no number is missing, and none lies over another."""
    tileset = set_of(
        "game: g\npieces: {boards: [{name: b, hexhex: 5, cell: 20mm, tracks:"
        f" {{score: {{from: {first}, to: {last}}}}}}}]}}"
    )
    (track,) = tileset.definition.pieces_of(BoardDefinition)[0].tracks
    drawn = TrackBelow(track, 190, 20.0)
    box = Box(0, 0, 190, drawn.height)
    items = [*drawn.items(Point(0, 0), PIECES.theme, box)]
    numbers = [item for item in items if isinstance(item, Placed)]
    assert len(numbers) == len(track.numbers) == last - first + 1
    boxes = [extent([item]) for item in numbers]
    for one, other in combinations(boxes, 2):
        assert one is not None and other is not None
        assert not overlap(one, other)
    assert all(each is not None and box.contains(each) and each.height > 1.7 for each in boxes)


def test_a_track_on_the_edge_lies_round_the_letters() -> None:
    """Its spaces are numbered clockwise, each beside the one before it, and none meets the cells' letters."""
    board = "name: b, squares: 8x8, cell: 18mm"
    tracks = "score: {from: 0, to: 100, where: edge}"
    text = f"game: g\npieces: {{boards: [{{{board}, tracks: {{{tracks}}}}}]}}\n"
    pieces = make_pieces(set_of(text))
    (made,) = pieces.components.boards
    whole = BoardDrawing(made, 18.0).picture(legend=True)
    alone = BoardDrawing(made, 18.0).box()
    spaces = [
        bounding_box([Point(*step[-2:]) for step in item.path[:-1]])
        for item in whole.drawing.items
        if isinstance(item, Shape)
        and item.stroke is not None
        and len(item.path) == 10
        and 6.0 < bounding_box([Point(*step[-2:]) for step in item.path[:-1]]).width < 8.0
    ]
    assert len(spaces) == 101
    pitch = spaces[1].x - spaces[0].x
    steps = [(b.centre - a.centre).length() for a, b in pairwise([*spaces, spaces[0]])]
    # An odd number of spaces lies a little wider on the left, and leaves no gap before the first.
    assert all(pitch - 1e-6 < step < 1.05 * pitch for step in steps)
    assert spaces[0].x < alone.x and spaces[0].y < alone.y
    for space in spaces:
        beyond = (
            space.right < alone.x
            or space.x > alone.right
            or space.bottom < alone.y
            or space.y > alone.bottom
        )
        assert beyond


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("across", [7.54, 8.5, 10.0, 20.0, 36.0])
def test_the_sign_of_a_start_is_clear_of_its_ring_and_of_its_name(across: float, name: str) -> None:
    """On forms as on posters; cells without room for both have the name alone.

    Where all colours have letters, a large sign has its letter beside it.
    """
    board = make_pieces(PIECES.tileset, chosen_theme(name)).components.boards[0]
    theme = chosen_theme(name)
    drawing = BoardDrawing(board, across, theme)
    layout, names = drawing.layout, drawing.names(())
    inner = across * (INSET_OF_PLAYER + BAND)
    seen = 0
    for cell, owner in board.owners.items():
        signs = [*drawing.signs(cell, names[cell])]
        letters = [sign.string for sign in signs if isinstance(sign, Text)]
        assert letters == [owner.code] * (theme.letters_everywhere and across >= 20)
        for sign in signs:
            thick = 0.0
            if isinstance(sign, Text):
                points = [*box_of(sign).corners]
            else:
                assert isinstance(sign, Shape)
                thick = 0.0 if sign.stroke is None else sign.stroke.width / 2
                points = [Point(*part[-2:]) for part in sign.path if len(part) > 1]
            box = bounding_box(points).widened(thick)
            gap = box_of(names[cell]).y - box.bottom
            assert gap > max(0.15, 0.02 * across - 0.05), owner.name
            outline = layout.outline(cell, inset=inner)
            for point in points:
                for start, end in pairwise((*outline, outline[0])):
                    assert (end - start).unit().cross(point - start) > thick, owner.name
            seen += 1
    assert seen >= len(board.owners)


@pytest.mark.parametrize("across", [8.5, 10.0, 20.0])
def test_names_in_figures_are_clear_of_outlines(across: float) -> None:
    """A highlighted cell, and one above it, has its name off the bold line, by a visible gap."""
    board = PIECES.components.boards[0]
    layout = board.definition.grid.layout(across)
    bold = highlight_width(across) / 2
    for cell, name in BoardDrawing(board, across).names_over().items():
        box = box_of(name)
        corners = (Point(box.x, box.bottom), Point(box.right, box.bottom))
        outline = layout.outline(cell)
        for start, end in pairwise((*outline, outline[0])):
            for corner in corners:
                assert (end - start).unit().cross(corner - start) > bold + 0.3


def test_a_cell_without_room_for_a_sign_has_its_name() -> None:
    """A cell of 5 mm is too small for a name and a sign above it."""
    board = PIECES.components.boards[0]
    drawing = BoardDrawing(board, 5.0, PIECES.theme)
    layout, (cell, *_) = drawing.layout, board.owners
    name = Text(board.names[cell], layout.centre(cell), 2.95, "#000000", anchor="middle")
    assert not [*drawing.signs(cell, name)]


PREMIUMS = """
game: letters
pieces:
  boards:
    - name: board
      squares: 5x5
      cell: 20mm
      edge: no
      cells:
        word: {cells: [A1, B2], mirror: yes, tint: "#E08A80", labels: [Triple word score, "2W"]}
        plain: {cells: row C, tint: none, face: [{shape: fill, fill: "#112233"}]}
        star: {cells: centre, tint: "#AACCEE", sign: star, face: [{shape: fill, fill: "#445566"}]}
"""


def _board_items(text: str) -> tuple[BoardDrawing, list[Item]]:
    pieces = make_pieces(set_of(text))
    (board,) = pieces.components.boards
    drawing = BoardDrawing(board, board.definition.across)
    art = pieces.cell_art(board, board.definition.across)
    return drawing, [*drawing.picture(rows=False, art=art).drawing.items]


def test_mirror_images_share_the_label_of_their_cell() -> None:
    """Four corners with several lines, and four cells inside with one; all within their cells."""
    drawing, items = _board_items(PREMIUMS)
    texts = [item for item in items if isinstance(item, Text)]
    words = Counter(word for text in texts for word in text.string.split())
    assert words == {"Triple": 4, "word": 4, "score": 4, "2W": 4}
    by_name = drawing.definition.cells_by_name
    named = {"2W": ("B2", "B4", "D2", "D4")}
    for text in texts:
        cells = named.get(text.string, ("A1", "A5", "E1", "E5"))
        boxes = [bounding_box(drawing.layout.outline(by_name[name])) for name in cells]
        assert any(box.contains(box_of(text)) for box in boxes)


def test_a_cell_has_the_tint_of_the_first_group_with_one() -> None:
    """`tint: none` leaves tint and lines to the others, and faces lie over each other, the first on top."""
    drawing, items = _board_items(PREMIUMS)
    centre = drawing.definition.cells_by_name["C3"]
    group = drawing.group(centre)
    assert group is not None and group.name == "star" and drawing.has_border(centre)
    assert [each.name for each in drawing.inks.lined] == ["word"]
    fills = [
        shape.fill
        for item in items
        if isinstance(item, Placed) and item.at == drawing.layout.centre(centre)
        for placed in item.drawing.items
        if isinstance(placed, Placed)
        for clip in placed.drawing.items
        if isinstance(clip, Clip)
        for shape in clip.items
        if isinstance(shape, Shape)
    ]
    assert fills == ["#445566", "#112233"]


@pytest.mark.parametrize(("keys", "lines"), [("edge: no", 12), ("edge: no, lines: no", 0)])
def test_a_board_without_an_edge_has_no_line_round_it(keys: str, lines: int) -> None:
    """Three by three squares have twelve sides inside; nothing reaches beyond the cells."""
    drawing, items = _board_items(
        f"game: g\npieces: {{boards: [{{name: b, squares: 3x3, cell: 20mm, {keys}}}]}}"
    )
    strokes = [
        step
        for item in items
        if isinstance(item, Shape) and item.stroke and not item.fill
        for step in item.path
        if step[0] == "M"
    ]
    assert len(strokes) == lines
    assert drawing.box(rows=False) == Box(-10, -10, 60, 60)


# Posters in proportion

SQUARE = """
game: square
colours: [red, blue]
pieces:
  boards:
    - name: board
      {grid}
      cell: 17mm
      poster: 25mm
      ground: "#1F4D3E"
      cells: {{start: {{cells: centre, sign: star, note: Start here}}}}
"""


@pytest.mark.parametrize("grid", ["squares: 9x9", "hexhex: 5", "hexes: 9x9", "triangles: 9"])
@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.name)
def test_a_poster_has_ground_as_far_as_a_board_has_margin(paper: Paper, grid: str) -> None:
    """Half a cell beside all parts at most, the same on both sides; the legend is in the middle below the cells."""
    pieces = make_pieces(make_tileset(defined(SQUARE.format(grid=grid))))
    (board,) = pieces.components.boards
    drawing = BoardDrawing(board, 25.0)
    cells, legend = drawing.box(), drawing.box(legend=True)
    _, *pages = poster_pages(pieces, board, paper)
    for page in pages:
        ground, *items = page.items(Layer.ART)[0].items[0].drawing.items  # type: ignore[union-attr]
        found = bounding_box(Point(*part[1:]) for part in ground.path if len(part) == 3)
        assert found.centre.x == pytest.approx(cells.centre.x)
        beside = found.right - cells.right
        assert 0 < beside <= 0.5 * 25 + 1
        # A title, and air between the parts.
        assert found.height <= legend.height + (0.55 + 2 * 0.8 + 2 * 0.5) * 25
        (note,) = (each for each in items if isinstance(each, Text) and each.string == "Start here")
        assert note.size == pytest.approx(0.16 * 25)
        assert abs(box_of(note).centre.x - cells.centre.x) < 30
        assert found.contains(box_of(note))


def test_a_poster_is_cut_along_its_edge() -> None:
    """The lines to cut of all sheets together go round the ground once, where a sheet shows its edge."""
    pieces = make_pieces(make_tileset(defined(SQUARE.format(grid="squares: 9x9"))))
    (board,) = pieces.components.boards
    plan, *pages = poster_pages(pieces, board, chosen_papers(["a4"])[0])
    sides: Counter[str] = Counter()
    for page in pages:
        box, at = window(page)
        ground = page.items(Layer.ART)[0].items[0].drawing.items[0]  # type: ignore[union-attr]
        edge = bounding_box(Point(*part[1:]) + at for part in ground.path if len(part) == 3)
        ends = {"left": edge.x, "right": edge.right, "top": edge.y, "bottom": edge.bottom}
        for item in page.items(Layer.CUT):
            if isinstance(item, Shape) and item.stroke and not item.stroke.dash:
                (_, x, y), (_, right, bottom) = item.path  # type: ignore[misc]
                found = {x, right} if x == right else {y, bottom}
                assert box.contains(Box(x, y, right - x, bottom - y), tolerance=0.01)
                sides.update(name for name, end in ends.items() if found == {end})
    grid = poster_grid(BoardDrawing(board, 25.0).box(legend=True), chosen_papers(["a4"])[0])
    rows, columns = grid.rows, grid.columns
    assert rows * columns > 1
    assert sides == {"left": rows, "right": rows, "top": columns, "bottom": columns}
    steps = [item.string for item in plan.items(Layer.GUIDE) if isinstance(item, Text)]
    assert "On each sheet, cut along all full lines. Leave the dashed strips." in steps


def test_a_map_on_a_ground_ends_at_its_size() -> None:
    """On one sheet and on several: the ground of a map is as large as the map."""
    for size, wide in (("150 x 100mm", 150.0), ("400 x 300mm", 400.0)):
        text = f'game: map\npieces: {{boards: [{{name: land, size: {size}, ground: "#E8E0C8"}}]}}'
        pieces = make_pieces(make_tileset(defined(text)))
        (board,) = pieces.components.boards
        paper = chosen_papers(["a4"])[0]
        page = (
            board_page(pieces, board, paper)
            if wide < 200
            else poster_pages(pieces, board, paper)[1]
        )
        (item,) = page.items(Layer.ART)
        (placed,) = item.items if isinstance(item, Clip) else (item,)
        assert isinstance(placed, Placed)
        ground = placed.drawing.items[0]
        assert isinstance(ground, Shape)
        found = bounding_box(Point(*part[1:]) for part in ground.path if len(part) == 3)
        assert found.width == pytest.approx(wide)
