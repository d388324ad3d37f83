"""Boards on paper: at true size, in one piece or in several that fit together."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pnp.basics.errors import DoesNotFit
from pnp.draw.board import BoardDrawing
from pnp.imposition import board_page, poster_grid, poster_pages
from pnp.imposition.boards import OVERLAP, largest_cell
from pnp.pieces import make_pieces
from pnp.project import chosen_papers
from pnp.scene import Clip, Layer, Page, Placed, Shape, Text
from pnp.scene.fonts import CAP_HEIGHT, text_width
from pnp.scene.geometry import Box, Point, bounding_box
from pnp.sets.components import Board, components
from tests.conftest import bundled, set_of

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
    for page, (box, at) in zip(pages, views, strict=True):
        ground = page.items(Layer.ART)[0].items[0].drawing.items[0]  # type: ignore[union-attr]
        corners = [Point(*part[1:]) + at for part in ground.path if len(part) == 3]
        assert bounding_box(corners).contains(box, tolerance=0.01), "white paper beside the ground"
        assert Box(6, 6, page.width - 12, page.height - 12).contains(box)


def test_the_largest_board_fits_and_a_larger_one_does_not() -> None:
    """The size that the message offers is the true limit."""
    a4 = chosen_papers(["a4"])[0]
    with pytest.raises(DoesNotFit) as raised:
        board_page(PIECES, board_of(30.0), a4)
    assert "hexes of up to 20 mm fit" in str(raised.value)
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
