"""The pieces that a cover shows, by the kinds of pieces that the game has."""

from __future__ import annotations

import math
from collections.abc import Iterator

from pnp.covers.laid_out import card_fan, pattern, token_field
from pnp.covers.lattice import field_of
from pnp.covers.roads import road_field
from pnp.covers.signs import sign_field
from pnp.covers.tiles import tile_field
from pnp.draw.looks import Look
from pnp.pieces import Pieces
from pnp.scene import Item
from pnp.scene.geometry import Box
from pnp.tiles import Shape, TileGeometry

# Millimetres on A5: from the edge of what is printed to cards and tokens.
_EDGE = 10.0

_HEXAGON = TileGeometry(Shape.HEXAGON)


def field_items(pieces: Pieces, look: Look, page: Box, room: Box, unit: float) -> Iterator[Item]:
    """The field of a cover between its texts: tiles before boards, boards before cards and tokens."""
    parts = pieces.components
    pitch = look.pitch * unit
    top = max(room.y, page.y + _EDGE * unit)
    shown = Box(room.x, top, room.width, room.bottom - top)
    if pieces.tileset.pieces:
        geometry = pieces.definition.geometry
        # A rectangle has the area of a square of the pitch.
        width = pitch / math.sqrt(geometry.ratio)
        yield from tile_field(pieces, look, field_of(geometry, width, page, room))
    elif parts.boards and look.stroke in ("road", "path"):
        yield from road_field(pieces, look, field_of(_HEXAGON, pitch, page, room), page)
    elif parts.boards and pieces.definition.inks:
        yield from sign_field(pieces, look, page, room, unit)
    elif any(deck.cards for deck in parts.decks):
        yield from card_fan(pieces, shown)
    elif any(tokens.kinds for tokens in parts.tokens):
        yield from token_field(pieces, look, shown, unit)
    else:
        yield from pattern(look, shown, unit)
