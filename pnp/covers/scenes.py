"""The scene of a cover, by the kinds of pieces that the game has."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from pnp.basics.classes import NamedTuple
from pnp.covers.boards import (
    area_field,
    board_field,
    board_of_cells,
    island,
    map_field,
    shown_boards,
    whole_board,
)
from pnp.covers.field import field_of, token_at
from pnp.covers.roads import road_field
from pnp.covers.tiles import shore_reach, tile_field
from pnp.draw.look.looks import Look
from pnp.draw.patterns import card_pattern
from pnp.pieces import Cutout, Pieces
from pnp.scene import Clip, Drawing, Item, Placed, Shape, Stroke
from pnp.scene.geometry import Box, Point, bounding_box, heading, rounded, turned
from pnp.sets.showing import MOST_ON_COVER, ShownCard, cards_to_show
from pnp.tiles import Shape as TileShape
from pnp.tiles import TileGeometry

# Millimetres on A5: from the edge of what is printed to cards and tokens.
_EDGE = 10.0

# Of the width of a strip: the least height of a fan of cards, whose ends an edge may cut.
_LEAST_HEIGHT = 0.34

# Degrees between two cards of a fan, and the most cards that pnp chooses.
_SPREAD, _MOST = 11.0, 5
# Of the height of a card: from its middle to the point round which the fan opens.
_PIVOT = 1.0
# Millimetres on paper: the corner of a card and its edge.
_CORNER, _CARD_EDGE = 3.0, 0.3
# Of the room: the fan; of the pitch: a token, the way from row to row, and a space of a path.
_FAN, _TOKEN, _ROW, _SPACE = 0.94, 0.86, 0.87, 0.56
# So many tokens for each place are shown at even steps, and fewer one after another.
_LONG = 1.5


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


def scene_items(pieces: Pieces, look: Look, stage: Stage) -> list[Item]:
    """The first scene for which the game has the pieces."""
    made = ([*scene(pieces, look, stage)] for scene in _SCENES)
    return next(items for items in made if items)


def _island(pieces: Pieces, look: Look, stage: Stage) -> Iterator[Item]:
    return island(pieces, look, stage.shown)


def _tiles(pieces: Pieces, look: Look, stage: Stage) -> Iterator[Item]:
    if not pieces.tileset.pieces:
        return
    tileset = max(pieces.tileset.by_group, key=lambda each: each.printed)
    geometry = tileset.group.geometry
    if geometry.shape.is_polygon:
        from pnp.covers.polygons import polygon_field

        yield from polygon_field(pieces, tileset, look, stage.page, stage.room, stage.unit)
        return
    # A rectangle has the area of a square of the pitch.
    width = look.pitch * stage.unit / math.sqrt(geometry.ratio)
    # No text lies in the shallow water.
    reach = shore_reach(tileset, look) * width
    room = stage.room._replace(y=stage.room.y + reach, height=stage.room.height - 2 * reach)
    field = field_of(geometry, width, stage.page, room)
    yield from tile_field(pieces, tileset, look, field, stage.page)


def _polyforms(pieces: Pieces, look: Look, stage: Stage) -> Iterator[Item]:
    if pieces.definition.pieces.get("polyforms"):
        from pnp.covers.polyforms import polyform_field

        yield from polyform_field(pieces, look, stage.page, stage.room, stage.unit)


def _squares(pieces: Pieces, look: Look, stage: Stage) -> Iterator[Item]:
    board = board_of_cells(pieces)
    if board is None:
        return
    share = _SPACE if board.definition.grid.is_path else 1.0
    square = TileGeometry(TileShape.SQUARE)
    field = field_of(square, share * look.pitch * stage.unit, stage.page, stage.room)
    yield from board_field(pieces, board, look, field, stage.page)


def _whole_board(pieces: Pieces, look: Look, stage: Stage) -> Iterator[Item]:
    return whole_board(pieces, look, stage.shown)


def _map(pieces: Pieces, look: Look, stage: Stage) -> Iterator[Item]:
    return map_field(pieces, look, stage.page, stage.room)


def _roads(pieces: Pieces, look: Look, stage: Stage) -> Iterator[Item]:
    """For a board, and tokens of the players to move on it."""
    tokens = (kind for tokens in pieces.components.tokens for kind in tokens.kinds)
    if not shown_boards(pieces) or all(token.ink is None for token in tokens):
        return
    hexagon = TileGeometry(TileShape.HEXAGON)
    field = field_of(hexagon, look.pitch * stage.unit, stage.page, stage.room)
    yield from road_field(pieces, look, field, stage.page)


def _areas(pieces: Pieces, look: Look, stage: Stage) -> Iterator[Item]:
    if shown_boards(pieces) and pieces.definition.inks:
        yield from area_field(pieces, look, stage.page, stage.room, stage.unit)


def _chosen_cards(pieces: Pieces, look: Look, stage: Stage) -> Iterator[Item]:
    """The cards that the look names."""
    if look.cover:
        yield from _fan(pieces, cards_to_show(pieces.components, look.cover)[:MOST_ON_COVER], stage)


def _decks(pieces: Pieces, look: Look, stage: Stage) -> Iterator[Item]:
    """The cards of a game that has different ones; mats and aids alone stand behind tokens."""
    if any(len(deck.cards) > 1 for deck in pieces.components.decks):
        yield from _card_fan(pieces, look, stage)


def _card_fan(pieces: Pieces, look: Look, stage: Stage) -> Iterator[Item]:
    """Up to five cards at even steps through all decks, from the middle of each."""
    cards = cards_to_show(pieces.components)
    number = min(_MOST, len(cards))
    # A strip has other cards than the cover.
    later = look.seed - pieces.look.seed
    steps = ((2 * each + 1) * len(cards) // (2 * number) + later for each in range(number))
    yield from _fan(pieces, [cards[step % len(cards)] for step in steps], stage)


def _fan(pieces: Pieces, cards: Sequence[ShownCard], stage: Stage) -> Iterator[Item]:
    """The cards as a hand holds them."""
    chosen = [pieces.cards(deck)[at][0] for deck, at in cards]
    if not chosen:
        return
    number = len(chosen)
    turns = [(each - (number - 1) / 2) * _SPREAD for each in range(number)]
    middles = [heading(turn) * (chosen[0].box.height * _PIVOT) for turn in turns]
    fan = bounding_box(
        middle + turned(corner, math.radians(turn))
        for card, middle, turn in zip(chosen, middles, turns, strict=True)
        for corner in card.box.corners
    )
    # Where cards would be tiny, their ends may lie beyond the edges.
    shown = stage.shown
    height = min(stage.room.height, max(shown.height, _LEAST_HEIGHT * shown.width))
    scale = min(height * _FAN / fan.height, shown.width * _FAN / fan.width)
    for card, middle, turn in zip(chosen, middles, turns, strict=True):
        at = shown.centre + (middle - fan.centre) * scale
        yield Placed(_card(pieces, card), at, scale, turn)


def _card(pieces: Pieces, card: Cutout) -> Drawing:
    """A card with round corners and an edge that parts it from the one below."""
    shape = rounded(card.box, _CORNER)
    front: list[Item] = [card.side()]
    bleed = card.front.bleed
    if bleed is not None:
        front.insert(0, bleed(card.default_turn, 0.0))
    edge = Shape(shape, stroke=Stroke(_CARD_EDGE, pieces.theme.kerb))
    return Drawing((Shape(shape, fill=pieces.theme.card), Clip(shape, tuple(front)), edge))


def _tokens(pieces: Pieces, look: Look, stage: Stage) -> Iterator[Item]:
    """All kinds of tokens in rows, every other one shifted, as far as the room goes; of a long table some of each part."""
    tokens = [token for kind in pieces.components.tokens for token in kind.kinds]
    if not tokens:
        return
    room, pitch = stage.shown, look.pitch * stage.unit
    # Round tokens stand in the gaps of the row above; others would touch it.
    are_round = all(pieces.token(token).trim.is_free for token in tokens)
    down = _ROW if are_round else 1.0
    rows = max(1, int(room.height / (pitch * down)))
    columns = max(1, int(room.width / pitch))
    places = [
        Point(column - (wide - 1) / 2, (row - (rows - 1) / 2) * down)
        for row in range(rows)
        for wide in [columns - row % 2]
        for column in range(wide)
    ]
    step = len(tokens) / len(places)
    step = step if step >= _LONG else 1.0
    for number, place in enumerate(places):
        token = tokens[(look.seed + int(number * step)) % len(tokens)]
        yield from token_at(pieces, token, room.centre + place * pitch, pitch * _TOKEN)


def _pattern(_: Pieces, look: Look, stage: Stage) -> Iterator[Item]:
    """The pattern of backs, for a game without anything to show."""
    room, unit = stage.shown, stage.unit
    half = Box(-room.width, -room.height / 2 / unit, 2 * room.width, room.height / unit)
    yield Placed(card_pattern(look, half, 0.0), room.centre, unit)


# In their order: each yields nothing for a game without the pieces for it.
_SCENES = (
    _chosen_cards,
    _island,
    _tiles,
    _polyforms,
    _map,
    _squares,
    _whole_board,
    _roads,
    _areas,
    _decks,
    _tokens,
    _card_fan,
    _pattern,
)
