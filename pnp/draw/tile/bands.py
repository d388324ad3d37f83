"""Bands along edges, with patterns laid out from the middle of each side; and the colours of corners, where bands end."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from pnp.basics.classes import NamedTuple
from pnp.colour.theme import Theme
from pnp.definition import Ink
from pnp.draw.areas import areas_of
from pnp.draw.tile.outline import Outline
from pnp.scene import Clip, Item, Shape, Stroke, Text
from pnp.scene.fonts import CAP_HEIGHT
from pnp.scene.geometry import Curve, Move, Path, Point, Ray, arc, circle, polygon, segment
from pnp.tiles import proportions as look
from pnp.tiles.proportions import OUTLINE


def band(outline: Outline, run: Sequence[int]) -> Path:
    """The outline of the band along neighbouring sides."""
    outer = look.BAND_INSET
    inner = outer + outline.band_depth
    if len(run) == outline.geometry.sides:
        rings = [outline.corners_beyond(-inset) for inset in (outer, inner)]
        return (*polygon(rings[0]), *polygon(rings[1][::-1]))

    def corner(side: int, end: int, inset: float, gap: float) -> Point:
        """The end of a line inside a side, by a gap before the line that halves the corner."""
        back = gap / math.sin(outline.half_angle(side + end))
        along = outline.ends(side, inset)[end] + (-back if end else back)
        return outline.on_side(side, along, outline.distance(side) - inset)

    gap, first, last = look.BAND_GAP / 2, run[0], run[-1]
    outside = [corner(first, 0, outer, gap), *(corner(side, 1, outer, 0) for side in run[:-1])]
    inside = [
        corner(last, 1, inner, gap),
        *(corner(side, 0, inner, 0) for side in reversed(run[1:])),
    ]
    return polygon([*outside, corner(last, 1, outer, gap), *inside, corner(first, 0, inner, gap)])


def band_items(
    outline: Outline,
    run: Sequence[int],
    ink: Ink,
    theme: Theme,
    *,
    crossed: Collection[int],
    lettered: bool = True,
) -> tuple[Item, ...]:
    """A band with its pattern, and, if `lettered`, a letter on each of its sides.

    Strands cross the band on the sides in `crossed`, where letters keep clear of them.
    """
    shape = band(outline, run)
    style = areas_of(theme).style(ink.fill)
    pattern = [item for side in run for item in _pattern(outline, side, ink, theme)]
    letters = [
        item
        for side in (run if lettered else ())
        for item in _letter(outline, side, ink, theme, aside=side in crossed)
    ]
    clipped = (Clip(shape, tuple(pattern)),) if pattern else ()
    edge = (Shape(shape, stroke=Stroke(OUTLINE, style.line)),) if style.line else ()
    return (Shape(shape, fill=style.fill), *clipped, *edge, *letters)


def _letter(outline: Outline, side: int, ink: Ink, theme: Theme, *, aside: bool) -> Iterator[Item]:
    depth = outline.band_depth
    # Ports divide a side evenly: the middle is free if their number is even.
    spacing = outline.length(side) / (outline.geometry.ports + 1)
    off = 0.0
    if aside and outline.geometry.ports % 2:
        off = 0.6 * spacing if outline.geometry.ports == 1 else 0.5 * spacing
    inset = look.BAND_INSET + depth / 2
    off += outline.midway(side, inset)
    centre = outline.on_side(side, off, outline.distance(side) - inset)
    yield from lettered_disc(centre, outline.letter_disc, ink.code, theme)


def lettered_disc(centre: Point, radius: float, code: str, theme: Theme) -> Iterator[Item]:
    """A letter on a disc in the colour of the ground, upright however the tile lies."""
    size = look.letter_size(code, radius)
    yield Shape(circle(centre, radius), fill=theme.ground)
    baseline = centre + Point(0, size * CAP_HEIGHT / 2)
    yield Text(code, baseline, size, theme.mark, bold=True, anchor="middle")


class Weave(NamedTuple):
    """An area with a pattern, in rows of `step`.

    `at` is the point at *u* and *v*: *u* runs along the area from its middle, *v* from its outer edge
    into the tile, so that every side of every tile looks the same. `reach` says how far the area
    reaches to either side at the depth *v*.
    """

    at: Callable[[float, float], Point]
    reach: Callable[[float], float]
    step: float
    rows: int
    check: float = 1.0

    def columns(self, v: float, width: float) -> range:
        """The numbers of all columns of that width that the area touches."""
        most = math.ceil(self.reach(v) / width)
        return range(-most, most + 1)

    def box(self, u: float, v: float) -> Path:
        """A square of one step from its corner, or a smaller square in its middle."""
        inset = (1 - self.check) / 2 * self.step
        left, top = u + inset, v + inset
        right, low = u + self.step - inset, v + self.step - inset
        return polygon(
            [self.at(left, top), self.at(right, top), self.at(right, low), self.at(left, low)]
        )


def _pattern(outline: Outline, side: int, ink: Ink, theme: Theme) -> Iterator[Item]:
    """The pattern of one side, inside the side's wedge, so that runs meet in a mitre."""
    top = outline.distance(side) - look.BAND_INSET

    def at(u: float, v: float) -> Point:
        return outline.on_side(side, u, top - v)

    def reach(v: float) -> float:
        return max(0.0, *map(abs, outline.ends(side, v + look.BAND_INSET)))

    shape = woven(at, reach, outline.band_depth, ink, theme)
    if shape is not None:
        yield Clip(_part_of_side(outline, side), (shape,))


def _part_of_side(outline: Outline, side: int) -> Path:
    """What belongs to a side, between the lines that halve its corners: to where they meet, or as deep as the band."""
    deep = outline.deepest(side)
    inner = deep if math.isfinite(deep) else look.BAND_INSET + outline.band_depth
    corners = []
    for inset in (look.BAND_INSET, inner):
        start, end = outline.ends(side, inset)
        places = (end, start) if math.isinf(deep) or inset < deep else (start,)
        corners.append([outline.on_side(side, at, outline.distance(side) - inset) for at in places])
    return polygon([*reversed(corners[0]), *corners[1]])


def woven(
    at: Callable[[float, float], Point],
    reach: Callable[[float], float],
    depth: float,
    ink: Ink,
    theme: Theme,
) -> Shape | None:
    """The pattern of a colour on an area of that depth as one shape; None if it has no pattern."""
    if ink.pattern not in _WEAVES or not theme.patterns:
        return None
    spacing, share, line = areas_of(theme).weaving
    rows = max(2, round(depth / spacing))
    step = max(look.LEAST_SPACING, depth / rows)
    weave = Weave(at, reach, step, rows, share)
    path = tuple(part for each in _WEAVES[ink.pattern](weave) for part in each)
    over = areas_of(theme).style(ink.fill).weave
    match ink.pattern:
        case "checks":
            return Shape(path, fill=over)
        case "dots":
            # A row of dots is one line with very short dashes and round caps. Some renderers
            # place dashes without any length wrongly.
            dash = (0.01, step - 0.01)
            return Shape(path, stroke=Stroke(0.6 * share * step, over, dash, 0.0, True))
        case _:
            return Shape(path, stroke=Stroke(line, over))


def _lines(weave: Weave) -> Iterator[Path]:
    for row in range(weave.rows):
        v = (row + 0.5) * weave.step
        reach = weave.reach(v) + look.BAND_LINE
        yield segment(weave.at(-reach, v), weave.at(reach, v))


def _stripes(weave: Weave) -> Iterator[Path]:
    depth = weave.rows * weave.step
    for k in weave.columns(0, weave.step):
        u = (k + 0.5) * weave.step
        yield segment(weave.at(u, 0), weave.at(u, depth))


def _grid(weave: Weave) -> Iterator[Path]:
    yield from _lines(weave)
    yield from _stripes(weave)


def _diagonals(weave: Weave) -> Iterator[Path]:
    # At 45 degrees lines are closer together than their starts: a third more keeps their spacing.
    depth = weave.rows * weave.step
    width = 4 / 3 * weave.step
    for k in weave.columns(-depth, width):
        yield segment(weave.at(k * width - depth / 2, depth), weave.at(k * width + depth / 2, 0))


def _waves(weave: Weave) -> Iterator[Path]:
    """Waves along the side; half a period is as long as a step and a third."""
    half = 4 / 3 * weave.step
    for row in range(weave.rows):
        v = (row + 0.5) * weave.step
        columns = weave.columns(v, half)
        parts: list[Move | Curve] = [("M", *weave.at(columns.start * half, v))]
        for k in columns:
            crest = (0.5 if k % 2 else -0.5) * weave.step
            a, b = weave.at((k + 0.36) * half, v + crest), weave.at((k + 0.64) * half, v + crest)
            end = weave.at((k + 1) * half, v)
            parts.append(("C", a.x, a.y, b.x, b.y, end.x, end.y))
        yield tuple(parts)


def _dots(weave: Weave) -> Iterator[Path]:
    """Rows of dots, every other row shifted by half a step."""
    for row in range(weave.rows):
        v = (row + 0.5) * weave.step
        columns = weave.columns(v - weave.step / 2, weave.step)
        first, last = ((k + row % 2 / 2) * weave.step for k in (columns[0], columns[-1]))
        yield segment(weave.at(first, v), weave.at(last + weave.step / 4, v))


def _checks(weave: Weave) -> Iterator[Path]:
    for row in range(weave.rows):
        v = row * weave.step
        for k in weave.columns(v, weave.step):
            if (k + row) % 2:
                yield weave.box(k * weave.step, v)


def _crosses(weave: Weave) -> Iterator[Path]:
    arm = 0.3 * weave.step
    for row in range(weave.rows):
        v = (row + 0.5) * weave.step
        for k in weave.columns(v - weave.step / 2, weave.step):
            u = (k + row % 2 / 2) * weave.step
            yield segment(weave.at(u - arm, v), weave.at(u + arm, v))
            yield segment(weave.at(u, v - arm), weave.at(u, v + arm))


_WEAVES: dict[str, Callable[[Weave], Iterator[Path]]] = {
    "lines": _lines,
    "stripes": _stripes,
    "grid": _grid,
    "diagonals": _diagonals,
    "waves": _waves,
    "dots": _dots,
    "checks": _checks,
    "crosses": _crosses,
}


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
    path = sector(outline, corner, outline.corner_reach)
    yield Shape(path, fill=theme.ground)
    for side, ink in bands:
        line = areas_of(theme).style(ink.fill).line
        if line:
            yield Clip(band(outline, (side,)), (Shape(path, stroke=Stroke(OUTLINE, line)),))


def patch_items(
    outline: Outline, corner: int, ink: Ink, theme: Theme, *, lettered: bool
) -> tuple[Item, ...]:
    """A corner in its colour, with its pattern, and perhaps its letter."""
    reach = outline.patch_reach
    shape = sector(outline, corner, reach, inset=look.BAND_INSET)
    out = outline.corner_direction(corner)
    tip = outline.corners_beyond(-look.BAND_INSET)[corner]
    along, inwards = outline.tangent(corner), outline.normal(corner) * -1

    def at(u: float, v: float) -> Point:
        return tip + along * u + inwards * v

    style = areas_of(theme).style(ink.fill)
    pattern = woven(at, lambda v: reach, reach, ink, theme)
    clipped = (Clip(shape, (pattern,)),) if pattern is not None else ()
    edge = (Shape(shape, stroke=Stroke(OUTLINE, style.line)),) if style.line else ()
    letter: tuple[Item, ...] = ()
    if lettered:
        # The disc touches the arc and both sides, but for a margin.
        radius = outline.patch_letter
        share = 1 / (1 + math.sin(min(outline.half_angle(corner), math.pi / 2)))
        letter = (*lettered_disc(tip - out * (share * reach), radius, ink.code, theme),)
    return (Shape(shape, fill=style.fill), *clipped, *edge, *letter)
