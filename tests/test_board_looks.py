"""Boards with a ground of their own: inks, tracks, and cells that belong to players."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations, pairwise

import pytest

from pnp.colour.measures import contrast, lab, linear
from pnp.definition import BoardDefinition
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
from pnp.pieces import make_pieces
from pnp.project import chosen_theme
from pnp.render.drawings import extent
from pnp.scene import Item, Placed, Shape, Text
from pnp.scene.fonts import CAP_HEIGHT, text_width
from pnp.scene.geometry import Box, Point, bounding_box
from tests.conftest import set_of
from tests.test_boards import PIECES, board_of

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
    for one, other in pairwise(spaces):
        apart = (other.centre - one.centre).length()
        assert apart == pytest.approx(spaces[1].x - spaces[0].x)
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
