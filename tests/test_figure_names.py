"""Names of cells in the figures of rulebooks: nothing touches them, and routes pass behind them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

import numpy as np
import pytest

from pnp.basics.errors import Source
from pnp.colour.measures import SEEN, contrast
from pnp.colour.theme import PAPER, Theme, on_paper
from pnp.definition import read_figure
from pnp.documents import Block, Figure, Note
from pnp.draw.board import (
    BoardDrawing,
    BoardInks,
    board_theme,
    highlight_items,
    highlight_width,
    name_top,
)
from pnp.imposition import poster_pages
from pnp.imposition.papers import chosen_papers
from pnp.pieces import Pieces, figure_picture, make_pieces
from pnp.pieces.figure_cells import figure_cell, token_seat
from pnp.project.rulebook import read_rulebook
from pnp.project.themes import chosen_theme
from pnp.scene import Clip, Drawing, Item, Layer, Picture, Placed, Shape, Text
from pnp.scene.fonts import CAP_HEIGHT, text_width
from pnp.scene.geometry import Box, Point, bounding_box, samples
from tests.conftest import bundled, refusal
from tests.test_boards import THEMES
from tests.test_face_figures import raster


def figures_of(game: str) -> list[Figure]:
    """All figures of a board in a bundled rulebook: those with names of cells."""

    def inside(blocks: tuple[Block, ...]) -> Iterator[Figure]:
        for block in blocks:
            if isinstance(block, Figure):
                yield block
            elif isinstance(block, Note):
                yield from inside(block.blocks)

    rulebook = read_rulebook(make_pieces(bundled(game)))
    assert rulebook is not None
    found = [each for each in inside(rulebook.blocks) if names_of(each)]
    assert len(found) >= 5
    return found


def top_items(figure: Figure) -> tuple[Item, ...]:
    """The items of a figure, without a clip round them."""
    items = figure.picture.drawing.items
    return items[0].items if len(items) == 1 and isinstance(items[0], Clip) else items


def names_of(figure: Figure) -> list[Text]:
    """The names over a board: the texts of the only drawing that has nothing but texts."""
    drawings = [each for each in top_items(figure) if isinstance(each, Drawing) and each.items]
    only = [each.items for each in drawings if all(isinstance(one, Text) for one in each.items)]
    return [each for each in (only[-1] if only else ()) if isinstance(each, Text)]


def box_of(name: Text) -> Box:
    """The box round a name, in the height of its capitals."""
    wide, high = text_width(name.string, name.size, bold=name.bold), name.size * CAP_HEIGHT
    return Box(name.at.x - wide / 2, name.at.y - high, wide, high)


def box_round(shape: Shape) -> Box:
    """The box round the points of a shape."""
    return bounding_box([Point(*each[-2:]) for each in shape.path if len(each) > 1])


@pytest.mark.slow
@pytest.mark.spread(1)
@pytest.mark.parametrize("game", ["hexagonal-highway", "hexpertise"])
def test_labels_signs_and_tokens_leave_names_free(game: str) -> None:
    """The disc of a label and the token of a cell end above the name of their cell."""
    counted = 0
    for figure in figures_of(game):
        names = [box_of(name) for name in names_of(figure)]
        items = top_items(figure)
        after = next(
            at for at, each in enumerate(items) if isinstance(each, Drawing) and names_of_is(each)
        )
        discs = [box_round(each) for each in items[after + 1 :] if isinstance(each, Shape)]
        for disc in discs:
            below = [
                name
                for name in names
                if abs(name.centre.x - disc.centre.x) < 1 and meet_row(name, disc)
            ]
            counted += len(below)
            assert all(disc.bottom + 0.25 < name.y for name in below), figure.alt
        tokens = items[after - 1]
        assert isinstance(tokens, Drawing)
        for token in tokens.items:
            assert isinstance(token, Placed)
            low = lowest_of(token)
            below = [
                name
                for name in names
                if abs(name.centre.x - token.at.x) < 0.5 and 0 < name.bottom - token.at.y < 7
            ]
            counted += len(below)
            assert all(low + 0.1 < name.y for name in below), figure.alt
    assert counted > 10


def test_a_label_stays_within_its_cell() -> None:
    """Its disc ends before a bold line round the cell, also above the name of the cell."""
    cells = ["B2", "C5", "E5", "G3"]
    labels = ", ".join(f"{cell}: 2" for cell in cells)
    text = f"caption: Points\nboard: board\nhighlight: [{', '.join(cells)}]\nlabels: {{{labels}}}\n"
    pieces = make_pieces(bundled("hexagonal-highway"))
    items = figure_picture(pieces, read_figure(Source("figure.md", text))).drawing.items
    (board,) = pieces.components.boards
    layout = board.definition.grid.layout(figure_cell(board))
    discs = [box_round(each) for each in items if isinstance(each, Shape) and each.fill][-4:]
    bold = highlight_width(layout.across)
    found = 0
    for cell in (cell for cell, name in board.names.items() if name in cells):
        centre = layout.centre(cell)
        (disc,) = (each for each in discs if (each.centre - centre).length() < layout.apothem)
        corners = layout.outline(cell)
        for start, end in pairwise((*corners, corners[0])):
            away = (end - start).unit().cross(disc.centre - start)
            assert away > disc.width / 2 + bold / 2, board.names[cell]
            found += 1
    assert found == 24


def test_signs_stay_within_the_border_of_their_cell() -> None:
    """A sign on a nexus hex touches neither its border nor its name."""
    (board,) = make_pieces(bundled("hexpertise")).components.boards
    across = figure_cell(board)
    layout, seat = board.definition.grid.layout(across), token_seat(board, across)
    drawing = BoardDrawing(board, across)
    framed = [cell for cell in board.names if drawing.has_border(cell)]
    names = drawing.names_over()
    assert len(framed) == 7
    for cell in framed:
        centre = layout.centre(cell) - Point(0, seat.lift)
        border = layout.outline(cell, inset=drawing.border_reach)
        for start, end in pairwise((*border, border[0])):
            assert (end - start).unit().cross(centre - start) > seat.size / 2 + 0.2
        assert name_top(names[cell]) > centre.y + seat.size / 2 + 0.2
    assert seat.size > 0.4 * across


@pytest.mark.parametrize("figure", ["C4: pawn sky", "A1: pawn red"])
def test_a_token_fills_more_than_half_of_its_cell(figure: str) -> None:
    """It stands above the name of its cell, and in the middle of a start, whose name it hides."""
    text = f"caption: A pawn\nboard: board\ntokens: {{{figure}}}\n"
    pieces = make_pieces(bundled("hexagonal-highway"))
    drawn = figure_picture(pieces, read_figure(Source("figure.md", text)))
    (board,) = pieces.components.boards
    cell = next(cell for cell, name in board.names.items() if name == figure[:2])
    layout = board.definition.grid.layout(figure_cell(board))
    alone = [each.items for each in drawn.drawing.items if isinstance(each, Drawing)]
    (token,) = next(items for items in alone if len(items) == 1)
    assert isinstance(token, Placed)
    field = token.drawing.items[0]
    assert isinstance(field, Shape)
    assert 0.5 < token.scale * box_round(field).width / layout.across < 0.9
    lift = layout.centre(cell).y - token.at.y
    assert (lift > 0.5) == (figure[:2] == "C4")


@pytest.mark.parametrize("theme", ["standard", "greyscale", "pens", "low-ink", "dark"])
@pytest.mark.parametrize("kind", ["pawn", "robber", "blockade"])
def test_players_are_told_apart_without_colour(kind: str, theme: str) -> None:
    """The symbol of a token's colour is at least 0.9 mm high, dark or light enough, and on the token."""
    pieces = make_pieces(bundled("hexagonal-highway"), chosen_theme(theme))
    cells = ["B2", "B5", "E2", "E8", "H2", "H5"]
    colours = [ink.name for ink in pieces.definition.inks]
    lying = ", ".join(
        f"{cell}: {kind} {colour}" for cell, colour in zip(cells, colours, strict=True)
    )
    text = f"caption: Tokens\nboard: board\ntokens: {{{lying}}}\n"
    drawn = figure_picture(pieces, read_figure(Source("figure.md", text)))
    groups = [each.items for each in drawn.drawing.items if isinstance(each, Drawing)]
    (tokens,) = (items for items in groups if len(items) == 6 and isinstance(items[0], Placed))
    shown = set()
    for token in tokens:
        assert isinstance(token, Placed)
        field, *_, symbol = (each for each in token.drawing.items if isinstance(each, Shape))
        box, room = box_round(symbol), box_round(field)
        assert box.height * token.scale >= 0.9
        assert room.contains(box)
        assert symbol.fill and field.fill and contrast(symbol.fill, field.fill) > 1.9
        shown.add(tuple((x - box.x, y - box.y) for *_, x, y in symbol.path[:-1]))
    assert len(shown) == len(colours) == 6


@pytest.mark.parametrize(("tokens", "ends"), [("{}", 2), ("{A1: pawn red}", 1)])
def test_a_route_begins_with_a_dot_or_with_a_token(tokens: str, ends: int) -> None:
    """A dot under a token would show beside it."""
    text = f"caption: A way\nboard: board\npath: [A1, B2]\ntokens: {tokens}\n"
    pieces = make_pieces(bundled("hexagonal-highway"))
    drawn = figure_picture(pieces, read_figure(Source("figure.md", text)))
    marks = [
        each
        for each in drawn.drawing.items
        if isinstance(each, Shape) and each.fill == pieces.theme.mark
    ]
    assert len(marks) == ends


def names_of_is(drawing: Drawing) -> bool:
    """Whether a drawing has the names of cells: texts alone."""
    return bool(drawing.items) and all(isinstance(each, Text) for each in drawing.items)


def meet_row(name: Box, disc: Box) -> bool:
    """Whether a name is that of the cell of a disc, just below it."""
    return disc.y < name.bottom < disc.bottom + 5


def lowest_of(placed: Placed) -> float:
    """The lowest point of a token or a sign."""
    low = [box_round(each).bottom for each in placed.drawing.items if isinstance(each, Shape)]
    return placed.at.y + placed.scale * max(low, default=0.0)


@pytest.mark.slow
def test_routes_pass_behind_the_names_of_cells() -> None:
    """Each name that a dark line crosses has a light ground, which is over the line."""
    crossed = 0
    for figure in figures_of("hexagonal-highway"):
        items = top_items(figure)
        lines = [
            (at, each) for at, each in enumerate(items)
            if isinstance(each, Shape) and each.fill is None and each.stroke and each.stroke.width == 0.7
        ]  # fmt: skip
        grounds = [
            (at, box_round(each)) for at, each in enumerate(items)
            if isinstance(each, Shape) and each.fill is not None and each.stroke is None
        ]  # fmt: skip
        for name in names_of(figure):
            box = box_of(name)
            for at, line in lines:
                points = [Point(*each[-2:]) for each in line.path]
                if not any(
                    box.contains(Box(*(one + (other - one) * (step / 200)), 0, 0))
                    for one, other in pairwise(points)
                    for step in range(201)
                ):
                    continue
                crossed += 1
                over = [each for number, each in grounds if number > at]
                assert any(each.contains(box) for each in over), name.string
    assert crossed > 8


@pytest.mark.parametrize("theme", ["standard", "greyscale", "dark", "low-ink"])
def test_the_ground_of_a_name_has_the_ink_of_its_cell(theme: str) -> None:
    """A route through cells of several inks is interrupted, and no stain shows beside the names."""
    text = "caption: A way\nboard: board\npath: [C7, I3, C1, G6, D8, I1]\n"
    pieces = make_pieces(bundled("hexagonal-highway"), chosen_theme(theme))
    items = figure_picture(pieces, read_figure(Source("figure.md", text))).drawing.items
    (board,) = pieces.components.boards
    across = figure_cell(board)
    layout = board.definition.grid.layout(across)
    (table, *_), shapes = items, [each for each in items if isinstance(each, Shape) and each.fill]
    assert isinstance(table, Drawing)
    cells = [each for each in table.items if isinstance(each, Shape) and each.fill]
    inks = set()
    for cell, name in BoardDrawing(board, across).names_over().items():
        box = box_of(name)
        below = [each.fill for each in shapes if box_round(each).contains(box)]
        around = [each for each in cells if box_round(each).contains(box)]
        if below and cell not in board.owners:
            centre = layout.centre(cell)
            near = min(around, key=lambda each: (box_round(each).centre - centre).length())
            assert below == [near.fill], name.string
            inks.add(near.fill)
    assert len(inks) == (3 if pieces.theme.fills else 1)


@pytest.mark.parametrize("theme", ["standard", "dark"])
def test_lines_round_cells_at_the_edge_are_whole(theme: str) -> None:
    """The picture of a board is as wide as the bold line round a column at its edge, and its casing."""
    pieces = make_pieces(bundled("hexpertise"), chosen_theme(theme))
    text = "caption: Edge\nboard: display\nhighlight: [A1, A2, A3, A4, D1, D7, G2]\n"
    drawn = figure_picture(pieces, read_figure(Source("figure.md", text)))
    lines = [
        each for each in drawn.drawing.items
        if isinstance(each, Shape) and each.stroke is not None and each.stroke.round
    ]  # fmt: skip
    assert len(lines) == (2 if theme == "dark" else 1)
    for line in lines:
        assert line.stroke is not None
        points = [Point(*part[-2:]) for part in line.path if len(part) > 1]
        assert drawn.box.contains(bounding_box(points).widened(line.stroke.width / 2))


@pytest.mark.parametrize("theme", ["dark", "low-ink"])
def test_symbols_on_marked_cells_have_contrast(theme: str) -> None:
    """Signs of elements on the tinted corners, in themes whose inks have a contrast to the ground."""
    pieces = make_pieces(bundled("hexpertise"), chosen_theme(theme))
    (board,) = pieces.components.boards
    inks = [ink.name for ink in pieces.definition.inks]
    corners = ["A1", "A4", "D1", "D7", "G1", "G4"]
    tokens = ", ".join(f"{at}: {ink}" for at, ink in zip(corners, inks, strict=True))
    text = f"caption: Corners\nboard: display\ntokens: {{{tokens}}}\n"
    drawn = figure_picture(pieces, read_figure(Source("figure.md", text)))
    ground = BoardDrawing(board, 20.0, pieces.theme).grounds[board.definition.cells_by_name["A1"]]
    signs = [
        shape.fill if pieces.theme.fills or shape.stroke is None else shape.stroke.ink
        for group in drawn.drawing.items
        if isinstance(group, Drawing)
        for each in group.items
        if isinstance(each, Placed)
        for shape in each.drawing.items[:1]
        if isinstance(shape, Shape)
    ]
    assert len(signs) == len(corners)
    assert min(contrast(sign, ground) for sign in signs if sign) >= 2.99


# Tables of squares and triangles in figures: where tiles lie, which sides touch, and how many there are.


SQUARES = '"0,0": RRYB, "1,0": YRYR, "0,1": YYBB'
TRIANGLES = '"0,0": RYG, "1,0": RGY, "0,1": RYB, "2,0": RBY'


def drawn(game: str, tiles: str, more: str = "matching: yes\n") -> Picture:
    """The figure of a table of a bundled set."""
    figure = read_figure(Source("figure.md", f"caption: A table\n{more}tiles: {{{tiles}}}\n"))
    return figure_picture(make_pieces(bundled(f"published/macmahon-{game}")), figure)


@pytest.mark.parametrize(
    ("game", "tiles"),
    [("squares", SQUARES), ("triangles", TRIANGLES)],
    ids=["squares", "triangles"],
)
def test_matching_sides_meet_in_one_colour(game: str, tiles: str) -> None:
    """The words of the notation put the same colour on both sides of each joint; so does the picture.

    Turning the first tile by one side breaks a joint.
    """
    drawn(game, tiles)
    first, *rest = tiles.split(", ")
    at, notation = first.split(": ")
    turned = ", ".join([f"{at}: {notation[1:]}{notation[0]}", *rest])
    messages = [finding.message for finding in refusal(drawn, game, turned)]
    assert "the tiles at 0,0 and 1,0 do not match where they touch" in messages
    # Without the key anything may lie anywhere.
    drawn(game, turned, "")


def test_squares_lie_in_columns_and_rows() -> None:
    """Red bands of the two squares in the first row meet in the middle of it, and cover their joint."""
    shown = raster(drawn("squares", SQUARES))
    height, width, _ = shown.shape
    red = (shown[..., 0] > 0.65) & (shown[..., 1] < 0.35) & (shown[..., 2] < 0.35)
    joint = red[: height // 2, width // 2 - 25 : width // 2 + 25]
    # Two bands side by side, with a gap of less than two millimetres for the cut.
    columns = np.flatnonzero(joint.mean(axis=0) > 0.3)
    assert len(columns) > 30
    assert max(after - before for before, after in pairwise(columns)) < 14


def test_a_triangle_beside_another_stands_on_its_corner() -> None:
    """Two triangles make a rhombus: it is one and a half sides wide, and as high as one triangle."""
    one, two = (drawn("triangles", text).box for text in ('"0,0": RYG', '"0,0": RYG, "1,0": RGY'))
    side = 26.0
    assert two.width - one.width == pytest.approx(side / 2, abs=0.01)
    assert two.height == pytest.approx(one.height, abs=0.01)


def test_a_set_has_only_so_many_copies() -> None:
    """In whatever turn a tile lies, it is the same tile."""
    (finding,) = refusal(drawn, "squares", '"0,0": RRYB, "3,0": RYBR', "")
    assert finding.message == "the set has 1 tile RYBR, and this figure shows more"
    assert (finding.place.line, finding.place.column) == (2, 29)


def test_a_board_has_no_sides_of_tiles() -> None:
    """The key would do nothing."""
    text = "caption: A board\nmatching: yes\nboard: sea\n"
    (finding,) = refusal(read_figure, Source("figure.md", text))
    assert (finding.place.line, finding.place.column) == (2, 11)


# Marked places can be seen on paper and on every cell, in every theme.


BOARDS = ("hexagonal-highway", "hexpertise", "hex-auction")


def lines(items: Iterable[Item]) -> list[Shape]:
    """The shapes with a stroke, from the lowest up."""
    return [item for item in items if isinstance(item, Shape) and item.stroke is not None]


def grounds(pieces: Pieces, theme: Theme) -> Iterator[str]:
    """The inks under marked cells of the boards: the theme's, and those of groups."""
    for board in pieces.components.boards:
        inks = BoardInks(board.definition, theme)
        for group in board.definition.groups:
            yield inks.cell(group)


@pytest.mark.parametrize("name", THEMES)
def test_highlights_show_on_paper_and_on_tiles(name: str) -> None:
    """One of the lines has 3:1 to each ground, and two lines have it to each other."""
    theme = chosen_theme(name)
    (board,) = make_pieces(bundled("hexagonal-highway"), theme).components.boards
    layout = board.definition.grid.layout(20.0)
    for each in (theme, on_paper(theme)):
        drawn = lines(highlight_items(list(board.names)[:1], layout, each))
        inks = [shape.stroke.ink for shape in drawn if shape.stroke is not None]
        for ground in (PAPER, each.ground, each.cell):
            assert max(contrast(ink, ground) for ink in inks) >= SEEN
        assert all(contrast(one, two) >= SEEN for one, two in pairwise(inks))


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("game", BOARDS)
def test_highlights_show_on_the_cells_of_boards(game: str, name: str) -> None:
    """Also on those with a tint, on a board with a ground of its own."""
    pieces = make_pieces(bundled(game), chosen_theme(name))
    for board in pieces.components.boards:
        inks = board_theme(board.definition, pieces.theme)
        layout = board.definition.grid.layout(20.0)
        drawn = lines(highlight_items(list(board.names)[:1], layout, inks))
        strokes = [shape.stroke.ink for shape in drawn if shape.stroke is not None]
        for ground in (inks.cell, *grounds(pieces, pieces.theme)):
            assert max(contrast(ink, ground) for ink in strokes) >= SEEN, (board.name, ground)


@pytest.mark.spread(2)
@pytest.mark.parametrize("name", THEMES)
def test_strips_for_glue_show_on_every_board(name: str) -> None:
    """Their lines and words lie on paper of their own, and have 3:1 and 4.5:1 to it."""
    pieces = make_pieces(bundled("hexagonal-highway"), chosen_theme(name))
    (board,) = pieces.components.boards
    (paper,) = chosen_papers(("a4",))
    page = poster_pages(pieces, board, paper)[1]
    items = [*page.items(Layer.CUT)]
    dashed = [
        (number, item)
        for number, item in enumerate(items)
        if isinstance(item, Shape) and item.stroke is not None and item.stroke.dash
    ]
    assert dashed
    for number, line in dashed:
        under = items[number - 1]
        assert isinstance(under, Shape) and under.fill == PAPER and line.stroke is not None
        around = bounding_box(samples(under.path))
        assert all(around.contains(Box(*point, 0, 0)) for point in samples(line.path))
        assert contrast(line.stroke.ink, PAPER) >= SEEN
    words = [
        (items[number - 1], item)
        for number, item in enumerate(items)
        if isinstance(item, Text) and "glue" in item.string.lower()
    ]
    assert len(words) == len(dashed)
    for field, text in words:
        assert isinstance(field, Shape) and field.fill == PAPER
        assert contrast(text.ink, PAPER) >= 4.5
