"""Which drawings repeat on pages, and how far they reach."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache

from pnp.render.glyphs import glyph_outline
from pnp.scene import Clip, Drawing, Image, Item, Layer, Page, Placed, Shape, Text
from pnp.scene.fonts import Font, advances
from pnp.scene.geometry import Box, Point, bounding_box, heading, points_of, turned


def repeated_drawings(pages: Iterable[Page]) -> tuple[Drawing, ...]:
    """The drawings that the pages place twice or more, in the order in which they first occur.

    Only drawings that stand on a page itself count, not drawings inside others.
    """
    placements = Counter(
        item.drawing
        for page in pages
        for layer in Layer
        for item in page.items(layer)
        if isinstance(item, Placed)
    )
    return tuple(drawing for drawing, count in placements.items() if count > 1)


def extent(items: Iterable[Item]) -> Box | None:
    """A box round everything that the items paint; None if they paint nothing.

    The box includes the handles of curves and the longest possible mitres of strokes, so that it is
    generous, and never too small.
    """
    points = [*_extreme_points(items)]
    return bounding_box(points) if points else None


def _extreme_points(items: Iterable[Item]) -> Iterator[Point]:
    for item in items:
        match item:
            case Shape():
                yield from item.extent
            case Text():
                yield from _grown(
                    [*_glyph_points(item)], item.outline.reach if item.outline else 0.0
                )
            case Image(_, box):
                yield from box.corners
            case Clip(path, _):
                yield from points_of(path)
            case Drawing(inner):
                yield from _extreme_points(inner)
            case Placed(drawing, at, scale, turn):
                inner_points = _corners(_extreme_points(drawing.items))
                angle = math.radians(turn)
                yield from (at + turned(point * scale, angle) for point in inner_points)


def _corners(points: Iterable[Point]) -> list[Point]:
    """The corners of the box round the points, for turning the box."""
    known = [*points]
    if not known:
        return []
    x, y, width, height = bounding_box(known)
    return [Point(x, y), Point(x + width, y), Point(x + width, y + height), Point(x, y + height)]


def _grown(points: list[Point], margin: float) -> list[Point]:
    if not points:
        return []
    box = bounding_box(points)
    return [
        Point(box.x - margin, box.y - margin),
        Point(box.right + margin, box.bottom + margin),
    ]


def _glyph_points(text: Text) -> Iterator[Point]:
    along, down = heading(text.angle + 90), heading(text.angle + 180)
    origin, steps = text.start, advances(text.string, bold=text.bold, font=text.font)
    for character, advance in zip(text.string, steps, strict=True):
        for point in _glyph_corners(character, text.size, text.bold, text.font):
            yield origin + along * point.x + down * point.y
        origin += along * (advance * text.size)


@lru_cache(maxsize=2048)
def _glyph_corners(character: str, size: float, bold: bool, font: Font | None) -> tuple[Point, ...]:
    """The corners of the box round a glyph; none for a blank."""
    return tuple(_corners(points_of(glyph_outline(character, size, bold=bold, font=font))))
