"""The scene of a cover, by the kinds of pieces that the game has."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import NamedTuple

from pnp.covers.boards import board_field, board_of_cells
from pnp.covers.laid_out import card_fan, pattern, token_field
from pnp.covers.lattice import field_of
from pnp.covers.roads import road_field
from pnp.covers.signs import sign_field
from pnp.covers.tiles import shore_reach, tile_field
from pnp.covers.whole import board_to_show, framed_tiles, island, whole_board
from pnp.draw.looks import Look
from pnp.pieces import Pieces
from pnp.scene import Item
from pnp.scene.geometry import Box
from pnp.tiles import Shape, TileGeometry

# Millimetres on A5: from the edge of what is printed to cards and tokens.
_EDGE = 10.0

# Of the width of a strip: the least height of a fan of cards, whose ends an edge may cut.
_LEAST_HEIGHT = 0.34

# Of the pitch: a space of a path.
_SPACE = 0.56

_HEXAGON, _SQUARE = TileGeometry(Shape.HEXAGON), TileGeometry(Shape.SQUARE)


class Stage(NamedTuple):
    """The place of a scene: what is printed of the page, the room between its texts, and the scale."""

    page: Box
    room: Box
    unit: float

    @property
    def shown(self) -> Box:
        """The room, clear of the upper and the lower edge of the page."""
        edge = _EDGE * self.unit
        top = max(self.room.y, self.page.y + edge)
        bottom = min(self.room.bottom, self.page.bottom - edge)
        return Box(self.room.x, top, self.room.width, bottom - top)

    @property
    def near(self) -> Box:
        """What is shown, or more of the room if that is so low that cards would be tiny."""
        shown = self.shown
        height = min(self.room.height, max(shown.height, _LEAST_HEIGHT * shown.width))
        return shown._replace(y=shown.centre.y - height / 2, height=height)


class Scene(NamedTuple):
    """A scene, and the pieces that a game needs for it."""

    has: Callable[[Pieces], bool]
    items: Callable[[Pieces, Look, Stage], Iterator[Item]]


def scene_items(pieces: Pieces, look: Look, stage: Stage) -> Iterator[Item]:
    """The first scene for which the game has the pieces."""
    scene = next(each for each in _SCENES if each.has(pieces))
    return scene.items(pieces, look, stage)


def _has_island(pieces: Pieces) -> bool:
    return framed_tiles(pieces) is not None


def _has_tiles(pieces: Pieces) -> bool:
    return bool(pieces.tileset.pieces)


def _has_squares(pieces: Pieces) -> bool:
    return board_of_cells(pieces) is not None


def _has_board(pieces: Pieces) -> bool:
    return board_to_show(pieces) is not None


def _has_drivers(pieces: Pieces) -> bool:
    """A board, and tokens of the players to move on it."""
    tokens = (kind for tokens in pieces.components.tokens for kind in tokens.kinds)
    return bool(pieces.components.boards) and any(token.ink is not None for token in tokens)


def _has_colours(pieces: Pieces) -> bool:
    return bool(pieces.components.boards and pieces.definition.inks)


def _has_cards(pieces: Pieces) -> bool:
    return any(deck.cards for deck in pieces.components.decks)


def _has_tokens(pieces: Pieces) -> bool:
    return any(tokens.kinds for tokens in pieces.components.tokens)


def _tiles(pieces: Pieces, look: Look, stage: Stage) -> Iterator[Item]:
    tileset = max(pieces.tileset.by_group, key=lambda each: each.printed)
    geometry = tileset.group.geometry
    # A rectangle has the area of a square of the pitch.
    width = look.pitch * stage.unit / math.sqrt(geometry.ratio)
    # No text lies in the shallow water.
    reach = shore_reach(tileset, look) * width
    room = stage.room._replace(y=stage.room.y + reach, height=stage.room.height - 2 * reach)
    field = field_of(geometry, width, stage.page, room)
    return tile_field(pieces, tileset, look, field, stage.page)


def _squares(pieces: Pieces, look: Look, stage: Stage) -> Iterator[Item]:
    board = board_of_cells(pieces)
    share = _SPACE if board is not None and board.definition.grid.kind == "spaces" else 1.0
    field = field_of(_SQUARE, share * look.pitch * stage.unit, stage.page, stage.room)
    return board_field(pieces, look, field, stage.page)


def _roads(pieces: Pieces, look: Look, stage: Stage) -> Iterator[Item]:
    field = field_of(_HEXAGON, look.pitch * stage.unit, stage.page, stage.room)
    return road_field(pieces, look, field, stage.page)


_SCENES = (
    Scene(_has_island, lambda pieces, look, stage: island(pieces, look, stage.shown)),
    Scene(_has_tiles, _tiles),
    Scene(_has_squares, _squares),
    Scene(_has_board, lambda pieces, look, stage: whole_board(pieces, look, stage.shown)),
    Scene(_has_drivers, _roads),
    Scene(
        _has_colours,
        lambda pieces, look, stage: sign_field(pieces, look, stage.page, stage.room, stage.unit),
    ),
    Scene(_has_cards, lambda pieces, look, stage: card_fan(pieces, look, stage.near)),
    Scene(
        _has_tokens, lambda pieces, look, stage: token_field(pieces, look, stage.shown, stage.unit)
    ),
    Scene(lambda pieces: True, lambda pieces, look, stage: pattern(look, stage.shown, stage.unit)),
)
