"""Edge colours: bands along the sides, each with its pattern and its letter."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from pnp.definition import Ink
from pnp.draw import theme as look
from pnp.draw.outline import Outline
from pnp.draw.theme import Theme, contrasting
from pnp.geometry import Curve, Move, Path, Point, circle, polygon, segment
from pnp.scene import CAP_HEIGHT, Clip, Item, Shape, Stroke, Text


def band_depth(outline: Outline) -> float:
    """How far a band reaches into the tile."""
    return look.BAND_DEPTH * outline.circumradius


def runs(edges: Sequence[int]) -> list[tuple[int, ...]]:
    """The sides in stretches of one colour, blank sides left out; a whole ring is one stretch.

    >>> runs([0, 1, 1, 0]), runs([2, 2, 2])
    ([(1, 2), (3, 0)], [(0, 1, 2)])
    """
    sides = len(edges)
    starts = [side for side in range(sides) if edges[side] != edges[side - 1]]
    if not starts:
        return [tuple(range(sides))] if edges[0] >= 0 else []
    stretches = [
        tuple(side % sides for side in range(start, end))
        for start, end in pairwise([*starts, starts[0] + sides])
    ]
    return [stretch for stretch in stretches if edges[stretch[0]] >= 0]


def band(outline: Outline, run: Sequence[int]) -> Path:
    """The outline of the band along neighbouring sides."""
    outer = outline.apothem - look.BAND_INSET
    inner = outer - band_depth(outline)
    if len(run) == outline.form.sides:
        return (*_ring(outline, outer), *_ring(outline, inner, backwards=True))
    slant = math.tan(math.pi / outline.form.sides)
    gap = look.BAND_GAP / 2 / math.cos(math.pi / outline.form.sides)

    def corner(side: int, end: int, out: float, gap: float) -> Point:
        return outline.on_side(side, end * (out * slant - gap), out)

    first, last = run[0], run[-1]
    outside = [corner(first, -1, outer, gap), *(corner(side, 1, outer, 0) for side in run[:-1])]
    inside = [corner(last, 1, inner, gap), *(corner(side, -1, inner, 0) for side in reversed(run[1:]))]
    return polygon([*outside, corner(last, 1, outer, gap), *inside, corner(first, -1, inner, gap)])


def _ring(outline: Outline, apothem: float, *, backwards: bool = False) -> Path:
    radius = apothem / math.cos(math.pi / outline.form.sides)
    corners = [outline.corner_direction(corner) * radius for corner in range(outline.form.sides)]
    return polygon(corners[::-1] if backwards else corners)


def band_items(outline: Outline, run: Sequence[int], ink: Ink, theme: Theme) -> tuple[Item, ...]:
    """A band with its pattern, and a letter on each of its sides."""
    shape = band(outline, run)
    pattern = [item for side in run for item in _pattern(outline, side, ink)]
    letters = [item for side in run for item in _letter(outline, side, ink, theme)]
    clipped = (Clip(shape, tuple(pattern)),) if pattern else ()
    return (Shape(shape, fill=ink.fill), *clipped, *letters)


def _letter(outline: Outline, side: int, ink: Ink, theme: Theme) -> Iterator[Item]:
    depth = band_depth(outline)
    centre = outline.on_side(side, 0, outline.apothem - look.BAND_INSET - depth / 2)
    radius = 0.42 * depth
    # A long code is set smaller, so that it stays on its disc.
    size = 1.22 * radius / CAP_HEIGHT / max(1.0, 0.62 * len(ink.code))
    yield Shape(circle(centre, radius), fill=theme.ground)
    baseline = centre + Point(0, size * CAP_HEIGHT / 2)
    yield Text(ink.code, baseline, size, theme.mark, bold=True, anchor="middle")


# Millimetres: a pattern has to survive the printer, whatever the tile's size.
SPACING = 1.9
LINE = 0.55
SMALLEST_SPACING = 1.2


def _pattern(outline: Outline, side: int, ink: Ink) -> Iterator[Item]:
    """The pattern of one side, laid out from the middle of the side: every side looks the same.

    `u` runs along the side, `v` from its outer edge into the tile.
    """
    top = outline.apothem - look.BAND_INSET
    depth = band_depth(outline)
    reach = top * math.tan(math.pi / outline.form.sides)
    over = contrasting(ink.fill)
    rows = max(2, round(depth / SPACING))
    step = max(SMALLEST_SPACING, depth / rows)
    columns = range(-math.ceil(reach / step) - 1, math.ceil(reach / step) + 2)
    stroke = Stroke(LINE, over)

    def at(u: float, v: float) -> Point:
        return outline.on_side(side, u, top - v)

    def mitred(path: Path, *more: Path) -> Shape:
        return Shape(tuple(part for each in (path, *more) for part in each), stroke=stroke)

    sector = polygon([at(-reach, 0), at(reach, 0), Point(0, 0)])
    along = [segment(at(-reach, (row + 0.5) * step), at(reach, (row + 0.5) * step)) for row in range(rows)]
    across = [segment(at((k + 0.5) * step, 0), at((k + 0.5) * step, depth)) for k in columns]
    match ink.pattern:
        case "lines":
            items: list[Item] = [mitred(*along)]
        case "stripes":
            items = [mitred(*across)]
        case "grid":
            items = [mitred(*along, *across)]
        case "diagonals":
            items = [mitred(*(segment(at(k * step * 1.3 - depth / 2, depth), at(k * step * 1.3 + depth / 2, 0)) for k in columns))]
        case "waves":
            items = [mitred(*(_wave(at, columns, step, (row + 0.5) * step) for row in range(rows)))]
        case "dots":
            items = [
                Shape(circle(at((k + row % 2 / 2) * step, (row + 0.5) * step), 0.3 * step), fill=over)
                for row in range(rows)
                for k in columns
            ]
        case "checks":
            items = [
                Shape(
                    polygon([at(k * step, row * step), at((k + 1) * step, row * step), at((k + 1) * step, (row + 1) * step), at(k * step, (row + 1) * step)]),
                    fill=over,
                )
                for row in range(rows)
                for k in columns
                if (k + row) % 2
            ]
        case "crosses":
            arm = 0.3 * step
            items = [
                mitred(
                    segment(at(u - arm, v), at(u + arm, v)), segment(at(u, v - arm), at(u, v + arm))
                )
                for row in range(rows)
                for k in columns
                for u, v in (((k + row % 2 / 2) * step, (row + 0.5) * step),)
            ]
        case _:
            return
    # Each side keeps to its own wedge, so that the patterns of a run meet in the mitre.
    yield Clip(sector, tuple(items))


def _wave(at: Callable[[float, float], Point], columns: range, step: float, v: float) -> Path:
    """A wave along the side, half a period to a column and a third."""
    half = 4 / 3 * step
    parts: list[Move | Curve] = [("M", *at(columns.start * half, v))]
    for k in columns:
        crest = 0.5 * step if k % 2 else -0.5 * step
        a, b, end = at((k + 0.36) * half, v + crest), at((k + 0.64) * half, v + crest), at((k + 1) * half, v)
        parts.append(("C", a.x, a.y, b.x, b.y, end.x, end.y))
    return tuple(parts)
