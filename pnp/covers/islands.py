"""The tiles of a game inside their frame, such as an island in its sea."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from pnp.draw.looks import Look
from pnp.pieces import Pieces
from pnp.scene import Drawing, Item, Placed, Shape, Stroke
from pnp.scene.geometry import ORIGIN, Box, Point, bounding_box
from pnp.sets.components import Frame
from pnp.sets.tileset import Tileset
from pnp.tiles.layouts import tile_layout

# The line round a tile, in millimetres at its own size.
_LINE = 0.3


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
        drawing = Drawing((*cutout.picture().drawing.items, edge))
        items.append(Placed(drawing, layout.centre(cell), across))
    off = shown.centre - box.centre * scale
    yield Placed(Drawing(tuple(items)), Point(*off), scale)
