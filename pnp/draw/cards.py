"""The grounds and backs of cards; what else a card shows is its face."""

from __future__ import annotations

from pnp.colour.theme import STANDARD, Theme, toned
from pnp.draw.look.looks import Look
from pnp.draw.look.ornaments import sign_items
from pnp.draw.look.signs import box_path
from pnp.draw.patterns import card_pattern, middle_of_card
from pnp.scene import Drawing, Shape
from pnp.scene.geometry import Box
from pnp.sets.components import Deck


def card_box(deck: Deck) -> Box:
    """A card of the deck round the origin."""
    width, height = deck.definition.width, deck.definition.height
    return Box(-width / 2, -height / 2, width, height)


def card_ground(deck: Deck, *, theme: Theme = STANDARD, reach: float = 0.0) -> Shape:
    """The ground of a card, *reach* over the edge."""
    return Shape(box_path(card_box(deck).widened(reach)), fill=card_ink(deck, theme))


def card_ink(deck: Deck, theme: Theme) -> str:
    """The ink of the ground of the deck's cards."""
    return theme.area(toned(deck.definition.ground, theme) or theme.card, theme.card)


def card_back(deck: Deck, look: Look, reach: float = 0.0) -> Drawing:
    """The back of the deck's cards round the origin, *reach* over the edge: a pattern and the deck's sign."""
    box, sign = card_box(deck), deck.definition.back
    pattern = card_pattern(look, box, reach, emblem=not sign)
    return Drawing((pattern, *(sign_items(sign, look, middle_of_card(box)) if sign else ())))
