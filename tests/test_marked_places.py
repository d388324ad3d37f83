"""Marked places can be seen on paper and on every cell, in every theme."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

import pytest

from pnp.colour.measures import SEEN, contrast
from pnp.colour.theme import PAPER, Theme, on_paper
from pnp.draw.board import BoardInks, board_theme, highlight_items
from pnp.imposition import poster_pages
from pnp.pieces import Pieces, make_pieces
from pnp.project import chosen_papers, chosen_theme
from pnp.scene import Item, Layer, Shape, Text
from tests.conftest import bundled
from tests.test_board_looks import THEMES

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
        assert set(line.path) <= set(under.path) or line.path[0] in under.path
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
