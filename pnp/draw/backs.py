"""The signs on the backs of cards, which look the same upside down."""

from __future__ import annotations

from pnp.draw.symbols import regular, symbol
from pnp.scene import Item, Shape, Stroke
from pnp.scene.geometry import ORIGIN, Point, half_turned
from pnp.tiles.proportions import OUTLINE

# Millimetres: the field of a sign, and its radius.
_FIELD = 11.0
_SIGN = 4.6


def sign_items(sign: str, ink: str, ground: str, *, fills: bool) -> tuple[Item, ...]:
    """A sign twice, once upside down, in a hexagon that covers the pattern."""
    field = regular(6, ORIGIN, _FIELD)
    upper = symbol(sign, Point(0, -_SIGN * 0.98), _SIGN * 0.82)
    both = (*upper, *half_turned(upper))
    around = Shape(field, fill=ground, stroke=Stroke(0.6, ink))
    if fills:
        return (around, Shape(both, fill=ink))
    outline = Shape(both, stroke=Stroke(2 * OUTLINE, ink, round=True))
    return (around, outline, Shape(both, fill=ground))
