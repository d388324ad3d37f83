"""Strands: lines with their patterns, ends with their discs, junctions as one shape.

With bleed a strand goes straight on over its sides by its `lead`, in millimetres. Its path is one from
end to end: a joint at the trim would show as a hairline, since renderers smooth the edges of both parts.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import partial

from pnp.colour.theme import Theme
from pnp.definition import Ink
from pnp.draw.areas import areas_of, outline_width
from pnp.draw.look.signs import symbol
from pnp.draw.tile.outline import Outline
from pnp.scene import Item, Shape, Stroke
from pnp.scene.geometry import (
    ORIGIN,
    Curve,
    Path,
    Point,
    Ray,
    circle,
    joined,
    joining_curve,
    path_length,
    points_along,
    samples,
    segment,
)
from pnp.tiles import proportions as look


def centreline(outline: Outline, join: Sequence[int], *, lead: float = 0.0) -> Path:
    """The middle of a line between two ports."""
    one, other = (outline.port(port) for port in join)
    if outline.geometry.side_of(join[0]) == outline.geometry.side_of(join[1]):
        # Flatter than a half circle, so that other lines can pass.
        reach = 0.5 * (other.start - one.start).length()
        path: Path = (("M", *one.start), ("C", *one.at(reach), *other.at(reach), *other.start))
    else:
        path = joining_curve(one, other)
    out: Path = (("L", *other.at(-lead)),) if lead else ()
    return (*_led_in(one, lead), *path[1:], *out)


def _led_in(side: Ray, lead: float) -> Path:
    """The beginning of a path that comes in over a side."""
    if not lead:
        return (("M", *side.start),)
    return (("M", *side.at(-lead)), ("L", *side.start))


def line_items(
    outline: Outline, path: Path, ink: Ink | None, theme: Theme, *, lead: float = 0.0
) -> tuple[Item, ...]:
    """A line along a path: casing, body and pattern."""
    width = outline.strand_width
    casing = Shape(path, stroke=Stroke(width * (1 + 2 * look.CASING), theme.halo))
    layers = strand_layers(outline, ink, theme)
    body = (Shape(path, stroke=Stroke(width - 2 * inset, fill)) for inset, fill in layers)
    pattern = () if ink is None else line_pattern(path, ink, width, theme, lead=lead)
    return (casing, *body, *pattern)


def strand_layers(outline: Outline, ink: Ink | None, theme: Theme) -> list[tuple[float, str]]:
    """The inks of a strand from below, each with how far inside its edge it begins; a road has kerbs."""
    width = outline.strand_width
    if ink is not None:
        return [*areas_of(theme).style(ink.fill).layers(width)]
    # Where only kerbs show roads, they are at least as wide as outlines.
    alone = max(outline.kerb, outline_width(width))
    kerb = areas_of(theme).line_width(outline.kerb, alone=alone)
    return [(0.0, theme.kerb), (kerb, theme.area(theme.road))]


def line_pattern(
    path: Path,
    ink: Ink,
    width: float,
    theme: Theme,
    *,
    both_ends: bool = True,
    lead: float = 0.0,
) -> Iterable[Item]:
    """The pattern over the body of a line, by which players know it without its ink.

    Where a path ends at a side, a dash has its middle there, or the gap between two dots, so that
    the neighbour has the other half. Without `both_ends` only the start is at a side. Of the path,
    `lead` lies beyond each of these sides, where the pattern goes on.
    """
    if not theme.patterns:
        return ()
    length = path_length(path) - (2 * lead if both_ends else lead)
    style, pattern = areas_of(theme).style(ink.fill), areas_of(theme).patterns[ink.line]

    def period(share: float) -> float:
        """A period of *share* widths, or the nearest that divides the length evenly."""
        return length / max(1, round(length / (share * width))) if both_ends else share * width

    def dashes(share: float, exact: float, filled: float) -> Shape:
        dash = filled * exact
        phase = (dash / 2 - lead) % exact
        return Shape(path, stroke=Stroke(share * width, style.over, (dash, exact - dash), phase))

    def dots(share: float, exact: float) -> Shape:
        """Dots at half a period from the sides, and at a period from each other."""
        beyond = math.ceil(lead / exact)
        count = int(length / exact + 0.5) + (beyond if both_ends else 0)
        middles = [
            middle
            for middle in (lead + exact * (k + 0.5) for k in range(-beyond, count))
            if 0 <= middle <= length + 2 * lead
        ]
        return Shape(
            tuple(
                part
                for point in points_along(path, middles)
                for part in circle(point, share * width / 2)
            ),
            fill=style.over,
        )

    items: list[Item] = []
    for number, share in enumerate(pattern.stripes):
        if number % 2:
            items.append(Shape(path, stroke=Stroke(share * width, ink.fill)))
        else:
            items += areas_of(theme).stripe(path, share * width, style, width)
    if pattern.dash:
        items.append(dashes(pattern.dash, period(pattern.period), pattern.filled))
    if pattern.dot:
        items.append(dots(pattern.dot, period(pattern.period)))
    return items


def end_items(
    outline: Outline, port: int, depth: float, ink: Ink | None, theme: Theme, *, lead: float = 0.0
) -> tuple[Item, ...]:
    """An end: a stub from the side to a disc at this depth in the tile, with the colour's symbol."""
    width = outline.strand_width
    ray = outline.port(port)
    centre = ray.at(depth)
    radius = look.DISC_RADIUS * width
    casing = outline.casing
    stub = segment(ray.at(-lead), centre)
    if ink is None:
        layers = strand_layers(outline, None, theme)
        return (
            *line_items(outline, stub, None, theme, lead=lead),
            *(Shape(circle(centre, radius - inset), fill=fill) for inset, fill in layers),
            Shape(circle(centre, radius * 0.36), fill=theme.kerb),
        )
    pattern = line_pattern(stub, ink, width, theme, both_ends=False, lead=lead)
    return (
        Shape(stub, stroke=Stroke(width + 2 * casing, theme.halo)),
        Shape(circle(centre, radius + casing), fill=theme.halo),
        *areas_of(theme).end(
            stub, lambda inset: circle(centre, radius - inset), ink.fill, width, pattern
        ),
        *sign_on_strand(ink, centre, radius * 0.5, theme),
    )


def marked_end_items(
    outline: Outline, port: int, reach: float, theme: Theme, *, lead: float = 0.0
) -> tuple[Item, ...]:
    """A road that ends at the mark in the middle of its tile, which reaches so far."""
    side = outline.port(port)
    end = side.start.unit() * (0.9 * reach)
    gap = (end - side.start).length()
    curve: Curve = ("C", *side.at(0.5 * gap), *(end + end.unit() * (0.25 * gap)), *end)
    return line_items(outline, (*_led_in(side, lead), curve), None, theme, lead=lead)


def sign_on_strand(ink: Ink, centre: Point, radius: float, theme: Theme) -> tuple[Item, ...]:
    """The colour's symbol on its strand; nothing if its letter stands there."""
    if theme.letters_everywhere:
        return ()
    return (Shape(symbol(ink.symbol, centre, radius), fill=areas_of(theme).style(ink.fill).over),)


_DEPTHS = 21  # places to try for the disc of an end


def end_depths(outline: Outline) -> list[float]:
    """The depths at which the disc of an end may lie, from the default outwards to its side."""
    radius = look.DISC_RADIUS * outline.strand_width
    default = (1 - look.END_DISTANCE) * outline.apothem
    if outline.geometry.ports > 1:
        # Deeper ends on both sides of a corner are closer to each other.
        default = min(default, 2.2 * radius)
    least = radius + look.BORDER_WIDTH
    return [default + (least - default) * step / (_DEPTHS - 1) for step in range(_DEPTHS)]


def end_gaps(outline: Outline, port: int, obstacles: Sequence[Point]) -> list[float]:
    """The distance from the disc's centre to the nearest obstacle, for each depth."""
    ray = outline.port(port)
    centres = map(ray.at, end_depths(outline))
    return [min(map(partial(math.dist, at), obstacles), default=math.inf) for at in centres]


def end_depth(outline: Outline, gaps: Sequence[Sequence[float]]) -> float:
    """The depth of a disc, given its distances from the middles of the other strands.

    It is the default depth, or less if a line passes there, so that the line does not cover the
    disc.
    """
    width = outline.strand_width
    clear = (look.DISC_RADIUS + 0.5 + look.CASING) * width
    nearest = [min(column) for column in zip(*gaps, strict=True)] or [math.inf] * _DEPTHS
    depths = end_depths(outline)
    for depth, gap in zip(depths, nearest, strict=True):
        if gap >= clear:
            return depth
    return depths[nearest.index(max(nearest))]


def junction_outline(
    outline: Outline, join: Sequence[int], width: float, *, lead: float = 0.0
) -> Path:
    """The outline of a junction: arms of this width, with rounded corners between them.

    Clockwise from one arm to the next, the outline goes in along the first arm, turns in a smooth
    curve, and goes out along the second.
    """
    depth = look.FILLET_DEPTH * outline.apothem
    paths: list[Path] = []
    for port, following in zip(join, [*join[1:], join[0]], strict=True):
        here, there = outline.port(port), outline.port(following)
        # Looking inwards from the side, clockwise round the tile is to the left.
        edge = Ray(here.start - here.direction.right() * (width / 2), here.direction)
        next_edge = Ray(there.start + there.direction.right() * (width / 2), there.direction)
        paths += [
            segment(edge.at(-lead), edge.at(depth)),
            joining_curve(
                Ray(edge.at(depth), edge.direction),
                Ray(next_edge.at(depth), next_edge.direction),
            ),
            segment(next_edge.at(depth), next_edge.at(-lead)),
        ]
    return joined(*paths)


def junction_items(
    outline: Outline, join: Sequence[int], ink: Ink | None, theme: Theme, *, lead: float = 0.0
) -> tuple[Item, ...]:
    """A junction as one shape, so that no kerb crosses it."""
    width = outline.strand_width
    layers = strand_layers(outline, ink, theme)
    casing = (-look.CASING * width, theme.halo)
    body = tuple(
        item
        for inset, fill in (casing, *layers)
        for item in junction_body(outline, join, width - 2 * inset, fill, lead=lead)
    )
    if ink is None:
        return body
    centre = junction_centre(outline, join)
    if outline.geometry.ports == 1:
        depth = look.FILLET_DEPTH * outline.apothem
        rays = [outline.port(port) for port in join]
        arms = [segment(ray.at(-lead), ray.at(depth)) for ray in rays]
        hub: tuple[Item, ...] = ()
    else:
        # The pattern follows each arm to the centre, and the hub covers its end.
        arms = junction_arms(outline, join, lead=lead)
        inset, fill = layers[-1]
        hub = (Shape(circle(centre, (width - 2 * inset) * 0.62), fill=fill),)
    return (
        *body,
        *(
            item
            for arm in arms
            for item in line_pattern(arm, ink, width, theme, both_ends=False, lead=lead)
        ),
        *hub,
        *sign_on_strand(ink, centre, outline.symbol_radius, theme),
    )


def junction_body(
    outline: Outline, join: Sequence[int], width: float, colour: str, *, lead: float = 0.0
) -> tuple[Item, ...]:
    """A junction with arms of this width, in one colour.

    With one port per side all arms point to the middle, and the corners between them are rounded.
    With several ports, arms may come from the same side, and each bends to the junction's centre.
    """
    if outline.geometry.ports == 1:
        return (Shape(junction_outline(outline, join, width, lead=lead), fill=colour),)
    stroke = Stroke(width, colour)
    centre = junction_centre(outline, join)
    hub = Shape(circle(centre, width * 0.62), fill=colour)
    arms = junction_arms(outline, join, lead=lead)
    return (*(Shape(arm, stroke=stroke) for arm in arms), hub)


def junction_arms(outline: Outline, join: Sequence[int], *, lead: float = 0.0) -> list[Path]:
    """The centrelines of a junction's arms, from their sides to its centre."""
    centre = junction_centre(outline, join)
    arms: list[Path] = []
    for port in join:
        ray = outline.port(port)
        reach = (centre - ray.start).length()
        a, b = ray.at(0.5 * reach), centre + (ray.start - centre) * 0.25
        arms.append((*_led_in(ray, lead), ("C", *a, *b, *centre)))
    return arms


def junction_centre(outline: Outline, join: Sequence[int]) -> Point:
    """The point where the arms of a junction meet, or the middle of its body."""
    inner = [outline.port(port).at(outline.apothem * 0.6) for port in join]
    return Point(sum(p.x for p in inner) / len(inner), sum(p.y for p in inner) / len(inner))


def spine(outline: Outline, join: Sequence[int], depth: float) -> list[Point]:
    """Points along the middle of a line, of a junction's arms, or of an end of this depth."""
    if len(join) == 1:
        ray = outline.port(join[0])
        return [ray.at(depth * step / 4) for step in range(5)]
    if len(join) == 2:
        return samples(centreline(outline, join))
    if outline.geometry.ports > 1:
        return [point for arm in junction_arms(outline, join) for point in samples(arm)]
    arms = (segment(outline.port(port).start, ORIGIN) for port in join)
    return [point for arm in arms for point in samples(arm)]
