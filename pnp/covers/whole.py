"""What lies whole on a cover: tiles inside their frame, such as an island in its sea, or a board with tokens."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from pnp.covers.tokens import token_at, tokens_of_players
from pnp.draw.boards import board_layout, board_picture
from pnp.draw.looks import Look
from pnp.pieces import Pieces
from pnp.scene import Drawing, Item, Placed, Shape, Stroke
from pnp.scene.geometry import ORIGIN, Box, Point, bounding_box
from pnp.sets.components import Board, Frame
from pnp.sets.tileset import Tileset
from pnp.tiles.layouts import tile_layout

# The line round a tile, in millimetres at its own size.
_LINE = 0.3

# Of a cell: the circle in a token; of the room: the board; and one of so many cells has a token.
_TOKEN, _BOARD, _SPARSE = 0.82, 0.9, 5


def framed_tiles(pieces: Pieces) -> tuple[Frame, Tileset] | None:
    """The first frame whose cells are those of a group of tiles, with that group; None without one."""
    return next(
        (
            (frame, tileset)
            for frame in pieces.components.frames
            for tileset in pieces.tileset.by_group
            if frame.board.definition.grid.layout(1.0) == tile_layout(tileset.group.geometry, 1.0)
        ),
        None,
    )


def island(pieces: Pieces, look: Look, shown: Box) -> Iterator[Item]:
    """A frame with tiles of the set inside, in an order of the seed, as large as the box allows."""
    found = framed_tiles(pieces)
    assert found is not None
    frame, tileset = found
    board = frame.board.definition
    box = bounding_box([point for part in frame.parts for point in part.outline])
    scale = min(shown.width / box.width, shown.height / box.height)
    tiles = [piece for piece in tileset.pieces for _ in range(piece.copies)]
    Random(look.seed).shuffle(tiles)
    layout = board.grid.layout(board.across)
    across = board.across / tileset.group.size
    items: list[Item] = [Placed(pieces.frames.whole(frame, board.across, joints=False), ORIGIN)]
    for cell, piece in zip(board.cells, tiles, strict=False):
        cutout = pieces.tiles.cutout(piece)
        edge = Shape(cutout.outline, stroke=Stroke(_LINE, look.ground))
        drawing = Drawing((*cutout.picture().drawing.items, edge), shared=True)
        items.append(Placed(drawing, layout.centre(cell), across))
    off = shown.centre - box.centre * scale
    yield Placed(Drawing(tuple(items)), Point(*off), scale)


def board_to_show(pieces: Pieces) -> Board | None:
    """The first board of triangles, or of rows of hexes; a hexagon of hexes has covers of its own."""
    return next((each for each in pieces.components.boards if _is_shown(each)), None)


def _is_shown(board: Board) -> bool:
    grid = board.definition.grid
    return grid.kind == "triangles" or (grid.kind == "hexes" and len(grid.headings) == 4)


def whole_board(pieces: Pieces, look: Look, shown: Box) -> Iterator[Item]:
    """The board as large as the box allows, without names, and tokens of the players on some cells."""
    board = board_to_show(pieces)
    assert board is not None
    extent = board.definition.grid.extent
    size = _BOARD * min(shown.width / extent.width, shown.height / extent.height)
    plain = replace(board, definition=replace(board.definition, coordinates=False, ground=""))
    art = pieces.cell_art(board, size)
    picture = board_picture(plain, size, art=art, rows=False, names=False, theme=pieces.theme)
    layout = board_layout(board, size)
    off = shown.centre - extent.centre * size
    yield Placed(picture.drawing, off)
    tokens, printed = tokens_of_players(pieces)
    random = Random(look.seed)
    taken = {cell for group in board.definition.groups if group.sign for cell in group.cells}
    free = [cell for cell in board.names if cell not in taken]
    number = min(printed, len(free) // _SPARSE) if tokens else 0
    for at, cell in enumerate(sorted(random.sample(free, number))):
        centre = layout.centre(cell) + off
        yield from token_at(
            pieces, tokens[at % len(tokens)], centre, 2 * layout.apothem * _TOKEN, back=False
        )
