"""Covers of tiles that fill no grid, such as kites: the field is full of them, as dense as they lie."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import cycle
from random import Random

from pnp.covers.field import BLEED
from pnp.draw import Artist
from pnp.draw.areas import areas_of
from pnp.draw.look.looks import Look
from pnp.pieces import Pieces
from pnp.pieces.nesting import nests
from pnp.pieces.trims import tile_trim, upright
from pnp.scene import Clip, Drawing, Item, Placed, Shape, Stroke
from pnp.scene.contours import area_of
from pnp.scene.geometry import Box, bounding_box
from pnp.sets.tileset import Tileset

# Of the pitch of a look: the side of a square as large as a tile. Of a tile: the gap to the next.
_SIZE, _GAP = 0.95, 0.05


def polygon_field(
    pieces: Pieces, tileset: Tileset, look: Look, page: Box, room: Box, unit: float
) -> Iterator[Item]:
    """The tiles of a group in their densest lattice between the texts, over the edges of the page."""
    group, theme = tileset.group, pieces.theme
    contour = tile_trim(group).contour
    if contour is None:
        return
    scale = _SIZE * look.pitch * unit / math.sqrt(area_of(contour.corners))
    # All lengths are those of printed tiles.
    nest = max(nests(contour, _GAP * group.size), key=lambda each: each.density)
    over = 2 * max(contour.box.width, contour.box.height)
    top = room.y / scale - over * (room.y <= page.y)
    bottom = room.bottom / scale + over * (room.bottom >= page.bottom)
    field = Box(page.x / scale - over, top, page.width / scale + 2 * over, bottom - top)
    shown = page.widened(BLEED)
    artists = {
        turn: Artist(pieces.definition, group, upright(group) + turn, theme=theme, lettered=False)
        for turn in {pose.turn for pose in nest.motif}
    }
    line = Stroke(areas_of(theme).line_width(0.2, alone=0.3) / scale, theme.border)
    random, tiles = Random(look.seed), [*tileset.pieces]
    random.shuffle(tiles)
    order = cycle(tiles)
    for middle, turn in nest.poses(field):
        artist, at = artists[turn], (middle - nest.middle(turn)) * scale
        outline = artist.outline
        box = bounding_box([at + corner * scale for corner in outline.corners])
        if min(box.common(shown)[2:]) <= 0:
            continue
        piece = next(order)
        if piece.listed is None:
            art = artist.drawing(piece.drawn, style=piece.style)
        else:
            art = pieces.tiles.drawing(piece, outline.turn, labelled=False)
        path = outline.path
        yield Placed(Drawing((Clip(path, (art,)), Shape(path, stroke=line))), at, scale)
