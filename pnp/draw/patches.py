"""Colours of corners: a sector round each corner, so that the tiles that meet there show a disc."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from pnp.colour.theme import Theme
from pnp.definition import Ink
from pnp.draw.edges import band, lettered_disc, woven
from pnp.draw.ink_styles import ink_style
from pnp.draw.outline import Outline
from pnp.scene import Clip, Item, Shape, Stroke
from pnp.scene.geometry import Path, Point, Ray, arc
from pnp.tiles import proportions as look
from pnp.tiles.proportions import OUTLINE


def sector(outline: Outline, corner: int, reach: float, *, inset: float = 0.0) -> Path:
    """The part of the tile that is so near to a corner, of the outline that is so much smaller."""
    tip = outline.corners_beyond(-inset)[corner]
    before, after = outline.tangent(corner - 1) * -1, outline.tangent(corner)
    start, end = tip + after * reach, tip + before * reach
    # The arc leaves the side after the corner at a right angle.
    return (("M", *tip), ("L", *start), *arc(Ray(start, after.right()), end)[1:], ("Z",))


def clearing_items(
    outline: Outline, corner: int, bands: Iterable[tuple[int, Ink]], theme: Theme
) -> Iterator[Item]:
    """The ground round a corner, over the bands of these sides, and the outlines of their ends."""
    path = sector(outline, corner, outline.proportions.corner_reach)
    yield Shape(path, fill=theme.ground)
    for side, ink in bands:
        line = ink_style(ink.fill, theme).line
        if line:
            yield Clip(band(outline, (side,)), (Shape(path, stroke=Stroke(OUTLINE, line)),))


def patch_items(
    outline: Outline, corner: int, ink: Ink, theme: Theme, *, lettered: bool
) -> tuple[Item, ...]:
    """A corner in its colour, with its pattern, and perhaps its letter."""
    reach = outline.proportions.patch_reach
    shape = sector(outline, corner, reach, inset=look.BAND_INSET)
    out = outline.corner_direction(corner)
    tip = outline.corners_beyond(-look.BAND_INSET)[corner]
    along, inwards = outline.tangent(corner), outline.normal(corner) * -1

    def at(u: float, v: float) -> Point:
        return tip + along * u + inwards * v

    style = ink_style(ink.fill, theme)
    pattern = woven(at, lambda v: reach, reach, ink, theme)
    clipped = (Clip(shape, (pattern,)),) if pattern is not None else ()
    edge = (Shape(shape, stroke=Stroke(OUTLINE, style.line)),) if style.line else ()
    letter: tuple[Item, ...] = ()
    if lettered:
        # The disc touches the arc and both sides, but for a margin.
        radius = outline.proportions.patch_letter
        share = 1 / (1 + math.sin(outline.half_angle))
        letter = (*lettered_disc(tip - out * (share * reach), radius, ink.code, theme),)
    return (Shape(shape, fill=style.fill), *clipped, *edge, *letter)
