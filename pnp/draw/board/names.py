"""The names of a board's cells."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence

from pnp.colour.theme import STANDARD, Theme
from pnp.definition import CellGroup
from pnp.draw.board.edges import highlight_width, rim_width
from pnp.draw.board.inks import BoardInks, board_inks, cell_ink, is_bordered, name_ink
from pnp.scene import Text
from pnp.scene.fonts import CAP_HEIGHT, text_width
from pnp.scene.geometry import Point
from pnp.sets.components import Board
from pnp.tiles.layouts import Cell, Layout, lowest

# Millimetres on paper: the border in a cell, the least gap between a line and a name, the smallest letters, and the
# smallest cells with room for a name. Letters of 8.4 pt have 6.5 pt where a rulebook shrinks a figure to 0.78.
BORDER, _LEAST_AIR, SMALL = 0.5, 0.35, 2.95
_NAMED_FROM = 7.0

# Shares of the size of a cell: a name, the number of a space in its middle, and how far borders and the bands of
# players lie inside.
_NAME, _NUMBER = 0.125, 0.3
INSET, INSET_OF_PLAYER, BAND = 0.05, 0.065, 0.075
_AIR = 0.035  # between a name and a line or a sign in a large cell
_LOWEST = 0.9  # of the apothem: the baseline of a name


def names_over(
    board: Board, across: float, *, covered: Collection[Cell] = (), theme: Theme = STANDARD
) -> dict[Cell, Text]:
    """The names of all cells, to lie over the routes and tokens of a picture without names."""
    layout, inks = board.definition.grid.layout(across), board_inks(board.definition, theme)
    return names_in(board, layout, covered, inks, low=True)


def grounds_of(board: Board, theme: Theme) -> dict[Cell, str]:
    """The ink of each cell where its name is: that of the field of its owner, of its group or of all cells."""
    inks, groups = board_inks(board.definition, theme), groups_by_cell(board)
    found = {
        cell: cell_ink(groups[cell][0], inks) if cell in groups else inks.cells.cell
        for cell in board.names
    }
    return found | dict.fromkeys(board.owners, inks.paper.halo) if theme.fills else found


def names_in(
    board: Board,
    layout: Layout,
    covered: Collection[Cell],
    inks: BoardInks,
    *,
    low: bool = False,
) -> dict[Cell, Text]:
    """The name in each cell, or *low* in it; the token of its owner leaves a name no room.

    Names are clear of the outlines of highlighted cells, whichever cells these are.
    """
    if not has_names(board, layout.across):
        return {}
    groups = groups_by_cell(board)
    line = max(rim_width(board, layout.across), highlight_width(layout.across))
    framed, rim = bordered(board, groups), line / 2
    names = {}
    for cell, name in board.names.items():
        inner, owned = rim, cell in board.owners
        if owned and cell in covered:
            continue
        if cell in framed:
            inner = max(rim, layout.across * INSET + BORDER / 2)
        elif owned:
            inner = max(rim, layout.across * (INSET_OF_PLAYER + BAND))
        first = groups[cell][0] if cell in groups else None
        over = inks.paper.note if owned else name_ink(first, inks)
        is_bare = board.definition.grid.is_path and cell not in groups and not low
        names[cell] = (
            _space_number(name, cell, layout, over)
            if is_bare
            else _cell_name(name, cell, layout, over, inner)
        )
    return names


def air(across: float) -> float:
    """The gap round the name of a cell of that size."""
    return max(_LEAST_AIR, _AIR * across)


def name_top(name: Text) -> float:
    """The top of the capitals of a name."""
    return name.at.y - name.size * CAP_HEIGHT


def has_names(board: Board, across: float) -> bool:
    """Whether cells of that size show their names; letters and numbers round squares name them all."""
    is_named = board.definition.coordinates and not board.definition.grid.is_named_beside
    return is_named and across >= _NAMED_FROM


def groups_by_cell(board: Board) -> dict[Cell, list[CellGroup]]:
    """The groups of each cell that is in one."""
    groups: dict[Cell, list[CellGroup]] = defaultdict(list)
    for group in board.definition.groups:
        for cell in group.cells:
            groups[cell].append(group)
    return groups


def bordered(board: Board, groups: Mapping[Cell, Sequence[CellGroup]]) -> set[Cell]:
    """The cells with a border of their own."""
    return {cell for cell in groups if is_bordered(groups[cell][0])} - board.owners.keys()


def _space_number(name: str, cell: Cell, layout: Layout, ink: str) -> Text:
    """The number of a space of a path, in its middle."""
    size = max(layout.across * _NUMBER, SMALL)
    at = layout.centre(cell) + Point(0, size * CAP_HEIGHT / 2)
    return Text(name, at, size, ink, bold=True, anchor="middle")


def _cell_name(name: str, cell: Cell, layout: Layout, ink: str, inner: float) -> Text:
    """The name, low in the cell, where a token leaves it visible, clear of the lines that reach *inner*."""
    size = max(layout.across * _NAME, SMALL)
    clear = inner + air(layout.across)
    half = text_width(name, size) / 2
    low = min(layout.apothem * _LOWEST, lowest(layout, cell, half, clear))
    return Text(name, layout.centre(cell) + Point(0, low), size, ink, anchor="middle")
