"""The backs of cards: a calm pattern without a frame that looks the same upside down.

Printers shift the back of a sheet against its front by up to 3 mm, which a frame would show.
"""

from __future__ import annotations

import math

from pnp.colour.measures import mixed
from pnp.colour.theme import Theme
from pnp.draw.symbols import box_path, regular, symbol
from pnp.scene import Clip, Drawing, Item, Shape, Stroke
from pnp.scene.geometry import ORIGIN, Box, Path, Point, half_turned, segment
from pnp.tiles.hexgrid import Hex, HexLayout, Orientation
from pnp.tiles.proportions import OUTLINE

# Millimetres: the hexagons of the pattern across flats, its lines, and the field of the sign.
_ACROSS = 9.0
_LINE = 0.35
_FIELD = 11.0
_SIGN = 4.6


def back_items(
    box: Box, ink: str, ground: str, *, sign: str = "", fills: bool = True
) -> tuple[Item, ...]:
    """The back of a card that fills the box, with its sign twice, once upside down.

    Without fills the pattern is lighter, and the sign is an outline.
    """
    stroke = Stroke(_LINE, mixed(ink, ground, 0.55 if fills else 0.7))
    inner = Stroke(_LINE, mixed(ink, ground, 0.75))
    layout = HexLayout(_ACROSS, Orientation.POINTY_TOP)
    lines: list[Item] = [Shape(box_path(box), fill=ground)]
    outlines: Path = ()
    smaller: Path = ()
    for cell in _cells(box):
        corners = layout.outline(cell)
        # Three sides of each hexagon are enough: its neighbours have the other three.
        for number in range(3):
            outlines += segment(corners[number], corners[number + 1])
        smaller += regular(6, layout.centre(cell), layout.circumradius * 0.5)
    lines.append(Shape(outlines, stroke=stroke))
    if fills:
        lines.append(Shape(smaller, stroke=inner))
    if sign:
        lines += sign_items(sign, ink, ground, fills=fills)
    return (Clip(box_path(box), tuple(lines)),)


def plain_back(path: Path, box: Box, theme: Theme) -> Drawing:
    """The back of a piece without a back of its own: the pattern of cards, inside an outline."""
    return Drawing((Clip(path, back_items(box, theme.kerb, theme.ground, fills=theme.fills)),))


def _cells(box: Box) -> list[Hex]:
    """The cells of the pattern that touch a box round the origin."""
    rise = _ACROSS * math.sqrt(3) / 2
    rows = math.ceil(box.height / 2 / rise) + 1
    columns = math.ceil(box.width / 2 / _ACROSS) + 1
    return [
        Hex(q - (r - (r & 1)) // 2, r)
        for r in range(-rows, rows + 1)
        for q in range(-columns - 1, columns + 1)
    ]


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
