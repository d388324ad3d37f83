"""The signs on the backs of cards, which look the same upside down."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.draw.looks import Look
from pnp.draw.patterns import field_items
from pnp.draw.symbols import symbol
from pnp.scene import Item, Shape, Stroke
from pnp.scene.geometry import Point, half_turned
from pnp.tiles.proportions import OUTLINE

# Shares of the circumradius of the field: the radius of a sign, and its way from the middle.
_SIGN, _AWAY = 0.34, 0.41


def sign_items(sign: str, look: Look, radius: float) -> Iterator[Item]:
    """A sign twice, once upside down, in a field of this circumradius."""
    yield from field_items(look, radius)
    yield from sign_pair(sign, look, radius)


def sign_pair(sign: str, look: Look, radius: float) -> Iterator[Item]:
    """The sign twice, without its field."""
    upper = symbol(sign, Point(0, -_AWAY * radius), _SIGN * radius)
    both = (*upper, *half_turned(upper))
    if look.filled:
        yield Shape(both, fill=look.ink)
        return
    yield Shape(both, stroke=Stroke(2 * OUTLINE, look.ink, round=True))
    yield Shape(both, fill=look.ground)
