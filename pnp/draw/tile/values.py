"""Values of sides and corners: digits, pips and words, upright as seen from the centre of the tile."""

from __future__ import annotations

import math
from typing import NamedTuple

from pnp.colour.theme import Theme
from pnp.definition import Ink
from pnp.draw.tile.outline import Outline
from pnp.scene import Item, Shape, Stroke, Text
from pnp.scene.fonts import CAP_HEIGHT, text_width
from pnp.scene.geometry import ORIGIN, Path, Point, circle, segment
from pnp.tiles import proportions as look

# The columns and rows of pips, from -1 to 1, as on dice and dominoes.
_DIAGONAL = ((-1, -1), (1, 1))
_CORNERS = (*_DIAGONAL, (1, -1), (-1, 1))
_SIX = (*_CORNERS, (-1, 0), (1, 0))
_EIGHT = (*_SIX, (0, -1), (0, 1))
_MIDDLE = ((0, 0),)
PIPS: tuple[tuple[tuple[int, int], ...], ...] = (
    (), _MIDDLE, _DIAGONAL, _DIAGONAL + _MIDDLE, _CORNERS, _CORNERS + _MIDDLE, _SIX, _SIX + _MIDDLE,
    _EIGHT, _EIGHT + _MIDDLE,
)  # fmt: skip

# A pip's radius as a share of its site's.
_PIP = 0.2
# Shares of a text's em: the line under a 6 or a 9, and how far it is below.
_LINE, _BELOW = 0.085, 0.16

_UPSIDE_DOWN = str.maketrans("01689", "01986")


class Site(NamedTuple):
    """A disc in which a value stands, where `up` points, and the width that a word may have."""

    centre: Point
    up: Point
    radius: float
    width: float


def edge_site(outline: Outline, side: int, *, aside: bool) -> Site:
    """The place of a side's value; it is smaller and `aside` where a strand crosses the side."""
    sizes, normal = outline.proportions, outline.normal(side)
    radius, off = sizes.edge_value, 0.0
    if aside:
        radius *= look.VALUE_ASIDE
        spacing = outline.length(side) / (outline.geometry.ports + 1)
        off = (0.55 if outline.geometry.ports == 1 else 0.5) * spacing
        off = off if outline.geometry.ports % 2 else 0.0
    distance = outline.distance(side) - look.VALUE_MARGIN * outline.apothem - radius
    width = 2 * radius if aside else sizes.edge_word(side)
    return Site(outline.on_side(side, off, distance), normal, radius, width)


def half_site(outline: Outline, side: int) -> Site:
    """The place of a value that has one half of the tile, between a side and the middle."""
    sizes, normal = outline.proportions, outline.normal(side)
    centre = normal * (outline.distance(side) / 2)
    return Site(centre, normal, sizes.half_value(side), sizes.half_word(side))


def corner_site(outline: Outline, corner: int) -> Site:
    """The place of a corner's value."""
    sizes, out = outline.proportions, outline.corner_direction(corner)
    radius = sizes.corner_value
    centre = outline.corners[corner] - out * (sizes.corner_reach - radius)
    return Site(centre, out, radius, 2 * radius)


def value_items(ink: Ink, show: str, site: Site, theme: Theme) -> tuple[Item, ...]:
    """A value at its place: its pips, its digits, or its word."""
    if show == "pips" and ink.worth is not None and ink.worth < len(PIPS):
        return _pips(ink.worth, site, theme)
    size = look.value_size(ink.name, site.radius, site.width)
    underlined = reads_two_ways(ink.name)
    lift = size * (_BELOW + _LINE) / 2 if underlined else 0.0
    baseline = site.centre - site.up * (size * CAP_HEIGHT / 2 - lift)
    angle = math.degrees(math.atan2(site.up.x, -site.up.y))
    text = Text(ink.name, baseline, size, theme.mark, bold=True, anchor="middle", angle=angle)
    if not underlined:
        return (text,)
    half = site.up.right() * (0.5 * text_width(ink.name, size, bold=True))
    middle = baseline - site.up * (size * _BELOW)
    line = segment(middle - half, middle + half)
    return (text, Shape(line, stroke=Stroke(size * _LINE, theme.mark)))


def reads_two_ways(digits: str) -> bool:
    """Whether digits upside down are another number.

    >>> [digits for digits in ("6", "8", "9", "10", "16", "66") if reads_two_ways(digits)]
    ['6', '9', '16', '66']
    """
    if not set(digits) <= set("01689"):
        return False
    turned = digits.translate(_UPSIDE_DOWN)[::-1]
    return turned != digits and not turned.startswith("0")


def _pips(number: int, site: Site, theme: Theme) -> tuple[Item, ...]:
    """Pips in rows along the side, as one shape."""
    across, step = site.up.right(), look.PIP_ROWS * site.radius
    path: Path = tuple(
        part
        for column, row in PIPS[number]
        for part in circle(
            site.centre + across * (column * step) + site.up * (row * step), _PIP * site.radius
        )
    )
    return (Shape(path, fill=theme.mark),) if path else ()


def bar_items(outline: Outline, side: int, theme: Theme) -> tuple[Item, ...]:
    """The bar between two halves, across the middle of the tile."""
    along = outline.tangent(side) * (look.BAR_LENGTH / 2 * outline.length(side))
    stroke = Stroke(look.BAR_WIDTH * outline.apothem, theme.mark, round=True)
    return (Shape(segment(ORIGIN - along, ORIGIN + along), stroke=stroke),)
