"""Reliefs: what of a drawing stands out of its ground, as areas ink by ink."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from itertools import accumulate, groupby, pairwise

from pnp.colour.measures import contrast
from pnp.colour.theme import PAPER, Theme
from pnp.export.game import Side
from pnp.scene import Clip, Drawing, Image, Item, Placed, Shape, Stroke, Text
from pnp.scene.contours import (
    Polygon,
    Polygons,
    area_of,
    common_area,
    filled,
    flattened,
    grown,
    length_of,
    thick,
    without,
)
from pnp.scene.fonts import advances
from pnp.scene.geometry import Path, Point, bounding_box, moved, parts_of, turned

Areas = dict[str, Polygons]


def relief(side: Side, theme: Theme) -> Areas:
    """The inks of a side that stand out, each with the area where it is seen.

    The ground is the last ink that covers all of the side, and pale inks are ground as well. But on a dark ground that
    shows more of them than of others they stand out; and if they cover half of it, the dark one does.
    """
    ground = theme.ground
    outline = filled([flattened(part) for part in parts_of(side.outline)])
    seen: Areas = {}
    for ink, same in groupby(_painted(side.items), key=lambda each: each[0]):
        area = common_area(filled([each for _, area in same for each in area]), outline)
        if _size(area) > _WHOLE * _size(outline):
            ground, seen = ink, {ink: outline}
        elif area:
            seen = {each: without(some, area) for each, some in seen.items()}
            seen[ink] = filled((*seen.get(ink, ()), *area))
    pale = {ink for ink in seen if _is_pale(ink)}
    light = sum(_size(seen[ink]) for ink in pale)
    drawn = sum(_size(area) for ink, area in seen.items() if ink not in pale | {ground})
    if light > _size(outline) / 2:
        grounds = pale
    elif not _is_pale(ground) and light > drawn:
        grounds = {ground}
    else:
        grounds = pale | {ground}
    if ground == theme.ground:
        grounds |= {theme.halo}
    return {ink: area for ink, area in sorted(seen.items()) if area and ink not in grounds}


def _is_pale(ink: str) -> bool:
    return contrast(ink, PAPER) < _PALE


def printable(area: Polygons, finest: float) -> Polygons:
    """The area without parts that are narrower than the *finest* line, none of which touch in a point alone."""
    opened = grown(grown(area, -finest / 2), finest / 2 + _JOINT)
    return grown(opened, -_JOINT)


def engraving(side: Side, theme: Theme, finest: float) -> Polygons:
    """What is engraved into a side with a tool as wide as the *finest* line, all inks as one.

    It has a rim outside of the side, so that nothing closes the ends of strands at the edges.
    """
    outline = filled([flattened(part) for part in parts_of(side.outline)])
    rim = without(grown(outline, 2 * finest), grown(outline, _BESIDE))
    areas = _without_islands(relief(side, theme), _size(outline) * _ISLAND)
    every = [each for area in (*areas.values(), rim) for each in area]
    return printable(filled(every), finest)


def _without_islands(areas: Areas, most: float) -> Areas:
    """The areas without letters, signs and patterns that lie on others of them, which would be lost as one hollow.

    A road between its kerbs does not lie on them: they are much narrower.
    """
    widths = {ink: _width(area) for ink, area in areas.items()}
    kept = {ink: _Parts(area) for ink, area in areas.items()}
    parts = sorted(
        (area_of(corners), ink, common_area(kept[ink].near((corners,)), (corners,)))
        for ink in areas
        for corners in areas[ink]
        if 0 < area_of(corners) < most
    )
    for _, ink, part in parts:
        around = without(grown(part, _BESIDE * 10), part)
        least = _width(part) / 3
        dark = (
            each
            for other in areas
            if contrast(ink, other) > _APART and widths[other] > least
            for each in kept[other].near(around)
        )
        if _size(common_area(around, filled(dark))) > _MOST * _size(around):
            kept[ink].cut(part)
    return {ink: tuple(each.boxes) for ink, each in kept.items()}


class _Parts:
    """An area of many polygons, of which those beside a few others are soon found.

    A polygon covers nothing outside of its box. A pattern has hundreds of islands: with the whole area the work for each
    would grow with all the others.
    """

    def __init__(self, area: Polygons) -> None:
        self.boxes = {each: _edges(each) for each in area}

    def near(self, others: Polygons) -> Polygons:
        """The polygons whose boxes share more than an edge with that of the *others*."""
        if not others:
            return ()
        start, high, end, low = _edges(point for each in others for point in each)
        return tuple(
            each
            for each, (left, top, right, bottom) in self.boxes.items()
            if left < end and start < right and top < low and high < bottom
        )

    def cut(self, part: Polygons) -> None:
        """Leaves a part out of the area."""
        near = self.near(part)
        for each in near:
            del self.boxes[each]
        self.boxes |= {each: _edges(each) for each in without(near, part)}


def _edges(points: Iterable[Point]) -> tuple[float, float, float, float]:
    """Where a box round points begins across and down, and where it ends."""
    box = bounding_box(points)
    return box.x, box.y, box.right, box.bottom


# Millimetres: parts that are closer become one, and no wall is as thin as the gap beside the rim.
_JOINT, _BESIDE = 0.02, 0.01

# The share of a side that its ground covers at least, and that an island covers at most; and the share of its rim that
# lies on others.
_WHOLE, _ISLAND, _MOST = 0.98, 0.05, 0.6

# Contrasts: of pale inks with paper at most, so that yellow is a colour; and of an island with what it lies on.
_PALE, _APART = 1.3, 1.8


def has_images(items: Iterable[Item]) -> bool:
    """Whether a drawing has pictures in dots, which have no areas."""
    return any(
        isinstance(each, Image)
        or (isinstance(each, Clip | Drawing) and has_images(each.items))
        or (isinstance(each, Placed) and has_images(each.drawing.items))
        for each in items
    )


def _width(area: Polygons) -> float:
    """The mean width of an area of lines; half of that of a disc."""
    edges = sum(map(length_of, area))
    return 2 * _size(area) / edges if edges else 0.0


def _size(area: Polygons) -> float:
    return sum(map(area_of, area))


def _painted(items: Iterable[Item]) -> Iterator[tuple[str, Polygons]]:
    """The areas that items paint, with their inks, in the order of painting."""
    for item in items:
        match item:
            case Shape():
                yield from _shape(item)
            case Text():
                yield from _text(item)
            case Clip(path, inside):
                window = filled([flattened(part) for part in parts_of(path)])
                for ink, area in _painted(inside):
                    yield ink, common_area(area, window)
            case Drawing():
                yield from _painted(item.items)
            case Placed(drawing, at, scale, turn):
                angle = math.radians(turn)
                for ink, area in _painted(drawing.items):
                    yield (
                        ink,
                        tuple(
                            tuple(turned(each * scale, angle) + at for each in corners)
                            for corners in area
                        ),
                    )


def _shape(shape: Shape) -> Iterator[tuple[str, Polygons]]:
    if shape.fill is not None:
        loops = [flattened(part) for part in parts_of(shape.path)]
        yield shape.fill, filled([each for each in loops if len(each) > 2], even_odd=shape.even_odd)
    if shape.stroke is not None:
        yield shape.stroke.ink, _stroked(shape.path, shape.stroke)


def _stroked(path: Path, stroke: Stroke) -> Polygons:
    """What a line covers."""
    found: list[Polygon] = []
    ends = stroke.line_ends
    for part in parts_of(path):
        closed = part[-1][0] == "Z"
        points = flattened(part)
        if not closed and part[0][1:3] == part[-1][-2:]:
            points = (*points, points[0])
        if stroke.dash:
            lines = _dashes((*points, points[0]) if closed else points, stroke)
            closed = False
        else:
            lines = [points]
        lines = [each for each in lines if len(each) > 1]
        found += thick(
            lines,
            stroke.width,
            closed=closed,
            cap=ends.cap,
            join=ends.join,
            mitre_limit=ends.mitre_limit,
        )
    return filled(found)


def _dashes(points: Polygon, stroke: Stroke) -> list[Polygon]:
    """The dashes along a line."""
    dash = stroke.dash if len(stroke.dash) % 2 == 0 else stroke.dash * 2
    at = stroke.phase % sum(dash)
    number = 0
    while at >= dash[number]:
        at -= dash[number]
        number = (number + 1) % len(dash)
    left, found, line = dash[number] - at, list[Polygon](), [points[0]]
    for start, end in pairwise(points):
        length, along = (end - start).length(), 0.0
        while length - along > left:
            along += left
            stop = start + (end - start) * (along / length)
            if number % 2 == 0:
                found.append((*line, stop))
            number, line = (number + 1) % len(dash), [stop]
            left = dash[number]
        left -= length - along
        line.append(end)
    return [*found, tuple(line)] if number % 2 == 0 else found


def _text(text: Text) -> Iterator[tuple[str, Polygons]]:
    # fontTools takes its time, and help needs no glyphs.
    from pnp.render.glyphs import glyph_outline

    steps = advances(text.string, bold=text.bold, font=text.font)
    offsets = accumulate((step * text.size for step in steps), initial=0.0)
    angle, start = math.radians(text.angle), text.start
    glyphs = [
        moved(moved(outline, Point(offset, 0)), start, angle=angle)
        for character, offset in zip(text.string, offsets, strict=False)
        if (outline := glyph_outline(character, text.size, bold=text.bold, font=text.font))
    ]
    if text.outline is not None:
        for glyph in glyphs:
            yield text.outline.ink, _stroked(glyph, text.outline)
    for glyph in glyphs:
        yield text.ink, filled([flattened(part) for part in parts_of(glyph)])
