"""Covers of games without tiles and boards: cards in a fan, tokens in rows, or a pattern."""

from __future__ import annotations

import math
from collections.abc import Iterator

from pnp.covers.tokens import token_at
from pnp.draw.looks import Look
from pnp.draw.patterns import card_pattern
from pnp.pieces import Cutout, Pieces
from pnp.scene import Clip, Drawing, Item, Placed, Shape, Stroke
from pnp.scene.geometry import Box, Point, bounding_box, heading, rounded, turned

# Degrees between two cards of a fan, and the most cards.
_SPREAD, _MOST = 11.0, 5
# Of the height of a card: from its middle to the point round which the fan opens.
_PIVOT = 1.0
# Millimetres on paper: the corner of a card and its edge.
_CORNER, _EDGE = 3.0, 0.3
# Of the room: the fan; of the pitch: a token.
_FAN, _TOKEN = 0.94, 0.86


def card_fan(pieces: Pieces, look: Look, room: Box) -> Iterator[Item]:
    """Up to five cards of all decks, from the middle of each, as a hand holds them."""
    # A strip has other cards than the cover.
    cards = _chosen(pieces, look.seed - pieces.look.seed)
    tall = cards[0].box.height
    turns = [(number - (len(cards) - 1) / 2) * _SPREAD for number in range(len(cards))]
    middles = [heading(turn) * (tall * _PIVOT) for turn in turns]
    corners = [
        middle + turned(corner, math.radians(turn))
        for card, middle, turn in zip(cards, middles, turns, strict=True)
        for corner in card.box.corners
    ]
    fan = bounding_box(corners)
    scale = min(room.height * _FAN / fan.height, room.width * _FAN / fan.width)
    for card, middle, turn in zip(cards, middles, turns, strict=True):
        yield Placed(_card(pieces, card), room.centre + (middle - fan.centre) * scale, scale, turn)


def _chosen(pieces: Pieces, later: int) -> list[Cutout]:
    """Cards at even steps through all decks, each so many places *later*."""
    cards = [cutout for deck in pieces.components.decks for cutout, _ in pieces.cards(deck)]
    most = min(_MOST, len(cards))
    middles = [(2 * number + 1) * len(cards) // (2 * most) for number in range(most)]
    return [cards[(middle + later) % len(cards)] for middle in middles]


def _card(pieces: Pieces, card: Cutout) -> Drawing:
    """A card with round corners and an edge that parts it from the one below."""
    shape = rounded(card.box, _CORNER)
    front: list[Item] = [card.side()]
    bleed = card.front.bleed
    if bleed is not None:
        front.insert(0, bleed(card.default_turn, 0.0))
    edge = Shape(shape, stroke=Stroke(_EDGE, pieces.theme.kerb))
    return Drawing((Shape(shape, fill=pieces.theme.card), Clip(shape, tuple(front)), edge))


def pattern(look: Look, room: Box, unit: float) -> Iterator[Item]:
    """The pattern of backs, for a game without anything to show."""
    half = Box(-room.width, -room.height / 2 / unit, 2 * room.width, room.height / unit)
    yield Placed(card_pattern(look, half, 0.0), room.centre, unit)


def token_field(pieces: Pieces, look: Look, room: Box, unit: float) -> Iterator[Item]:
    """All kinds of tokens in rows, every other one shifted, as far as the room goes."""
    tokens = [token for kind in pieces.components.tokens for token in kind.kinds]
    pitch = look.pitch * unit
    rows = max(1, int(room.height / (pitch * 0.87)))
    columns = max(1, int(room.width / pitch))
    top = room.centre.y - (rows - 1) / 2 * pitch * 0.87
    number = look.seed
    for row in range(rows):
        wide = columns - row % 2
        for column in range(wide):
            at = Point(room.centre.x + (column - (wide - 1) / 2) * pitch, top + row * pitch * 0.87)
            yield from token_at(pieces, tokens[number % len(tokens)], at, pitch * _TOKEN)
            # A step without a common divisor shows all of them.
            number += 1
