"""Boards in figures: how large their cells and tokens are, which part of a long path is shown, and frames."""

from __future__ import annotations

from collections.abc import Collection
from itertools import pairwise
from typing import NamedTuple

from pnp.basics.words import did_you_mean
from pnp.definition import FigureDefinition
from pnp.draw.board import BoardDrawing, name_top
from pnp.pieces.pieces import Pieces
from pnp.pieces.tokens_on_cells import TOKEN
from pnp.scene import Picture
from pnp.scene.geometry import EPSILON, Box, bounding_box
from pnp.sets.components import Board
from pnp.sets.tileset import Tileset
from pnp.tiles.layouts import Cell, Layout

# Millimetres: the longer side of a board, and the largest cell.
_BOARD, _LARGEST = 78.0, 10.0

# Millimetres: a tile in a figure, a tile with letters on its edges, which readers need.
TILE, LETTERED = 20.0, 26.0

# Millimetres: round the outline of a frame.
_EDGE = 0.3

# Shares of a cell: a token on a square without a name, and the ground between a token and the sides or the border of
# its cell.
_ON_SQUARE, _INSIDE = 0.74, 0.04
# Millimetres between a token and the name below it.
_OVER_NAME = 0.25

# A figure shows a path of so many spaces as a whole, of a longer one the annotated part and so many spaces beyond.
_WHOLE, _BEYOND = 24, 1.0


def shown_part(board: Board | None, figure: FigureDefinition) -> tuple[Cell, ...]:
    """The spaces of a long path that the figure is about; none if it shows the whole board."""
    if board is None or not board.definition.grid.is_path or len(board.names) <= _WHOLE:
        return ()
    named = [at for at, _ in (*figure.tokens, *figure.labels)]
    named += [*figure.highlight, *(at for path in figure.paths for at in path)]
    cells = board.definition.cells_by_name
    return tuple({cells[at.value]: None for at in named if at.value in cells})


def figure_cell(board: Board, part: Collection[Cell] = ()) -> float:
    """The size of a board's cells in a figure of the board, or of a part."""
    extent = (
        _around(part, board.definition.grid.layout(1.0)) if part else board.definition.grid.extent
    )
    return min(_LARGEST, _BOARD / max(extent.width, extent.height))


def part_box(part: Collection[Cell], layout: Layout, whole: Box) -> Box:
    """The box of a part, within that of the whole board."""
    box = _around(part, layout)
    return box.common(whole)


def _around(part: Collection[Cell], layout: Layout) -> Box:
    corners = (each for cell in part for each in layout.outline(cell))
    return bounding_box(corners).widened(_BEYOND * layout.across)


def frame_round(pieces: Pieces, name: str, layout: Layout) -> Picture:
    """The frame of that name, in the size of a layout.

    Raises ValueError if the game has no such frame, or if the frame goes round other cells.
    """
    frame = pieces.components.frame(name)
    if frame is None:
        known = [each.name for each in pieces.components.frames]
        raise ValueError(f'there is no frame "{name}"{did_you_mean(name, known)}')
    board = frame.board.definition
    if board.grid.layout(layout.across) != layout:
        raise ValueError(f'the frame "{name}" lies round cells like those of "{board.name}"')
    scale = layout.across / board.across
    outline = bounding_box([point * scale for part in frame.parts for point in part.outline])
    return Picture(pieces.frames.whole(frame, layout.across), outline.widened(_EDGE))


class Seat(NamedTuple):
    """The room of a token on a cell: its size, and how far its middle is above that of the cell."""

    size: float
    lift: float = 0.0


def token_seat(board: Board | None, across: float) -> Seat:
    """The room of a token on the tiles of a table, or on the cells of a board: all above their names."""
    if board is None:
        return Seat(TOKEN * across)
    drawing = BoardDrawing(board, across)
    layout, names = drawing.layout, drawing.names_over()
    # The token of an owner hides the name of its cell.
    named = names.keys() - board.owners.keys()
    if not named:
        return Seat((_ON_SQUARE if board.definition.grid.is_named_beside else TOKEN) * across)
    top = min(name_top(names[cell]) - layout.centre(cell).y for cell in named) - _OVER_NAME
    reach = min(
        _reach_over(
            top,
            layout,
            cell,
            _INSIDE * across + (drawing.border_reach if drawing.has_border(cell) else 0.0),
        )
        for cell in named
    )
    return Seat(2 * reach, max(0.0, reach - top))


def _reach_over(top: float, layout: Layout, cell: Cell, inset: float) -> float:
    """The reach of the largest disc so far inside a cell that ends *top* below its middle."""
    corners, room = layout.corners(cell), layout.apothem - inset
    rises = [-((a + b) * 0.5).unit().y for a, b in pairwise([*corners, corners[0]])]
    return min((room + rise * top) / (1 + rise) for rise in rises if rise > -EPSILON)


def figure_tile(tileset: Tileset) -> float:
    """The size of a tile in a figure."""
    return LETTERED if has_letters(tileset) else TILE


def has_letters(tileset: Tileset) -> bool:
    """Whether tiles have coloured edges or corners, which carry letters or values."""
    tiles = [piece.tile for piece in tileset.pieces]
    return any(colour >= 0 for tile in tiles for colour in (*tile.edges, *tile.corners))
