"""Outlines of any form: closed curves round the origin that grow, turn over, and know what lies inside them.

Areas are lists of polygons, as Clipper has them: a polygon that winds the other way is a hole. Clipper computes with
whole numbers; here they are ten-thousandths of a millimetre.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Any

from pnp.basics.classes import NamedTuple, frozen
from pnp.scene.geometry import (
    EPSILON,
    ORIGIN,
    Box,
    Path,
    Point,
    bounding_box,
    mirrored_path,
    moved,
    nearest,
    polygon,
    round_trip,
    turned,
)

Polygon = tuple[Point, ...]
Polygons = tuple[Polygon, ...]

# Whole numbers of Clipper in a millimetre.
_STEPS = 10_000
# Millimetres: how far a polygon may be from a curve or an arc that it stands for.
_FLAT = 0.02
# Millimetres: how far the few corners round an outline may be from it.
_ROUGH = 0.1
# The longest mitre at a corner, in distances of the offset: corners of 12 degrees stay sharp.
_SHARP = 10.0
# The cells from side to side in which an outline is searched for the largest circle and rectangle inside it.
_CELLS = 64


class Disc(NamedTuple):
    """A circle: its centre and its radius."""

    centre: Point
    radius: float


@frozen
class Contour:
    """A closed path without holes, clockwise, with the middle of its box at the origin, in millimetres."""

    path: Path

    @cached_property
    def _hash(self) -> int:
        return hash(self.path)

    def __hash__(self) -> int:
        # A path is long, and asked for with every copy of a piece.
        return self._hash

    @cached_property
    def corners(self) -> Polygon:
        """Points along it, clockwise, that are off its curves by 0.02 mm at most."""
        return flattened(self.path)

    @property
    def is_polygon(self) -> bool:
        """Whether it has straight sides alone."""
        return all(part[0] != "C" for part in self.path)

    @cached_property
    def box(self) -> Box:
        return bounding_box(self.corners)

    @cached_property
    def area(self) -> float:
        """In square millimetres."""
        return area_of(self.corners)

    def at_turn(self, degrees: float) -> Polygon:
        """Its corners, turned clockwise."""
        angle = math.radians(degrees)
        return tuple(turned(each, angle) for each in self.corners) if degrees else self.corners

    @cached_property
    def turned_over(self) -> Contour:
        """Its mirror image, left and right exchanged, clockwise again."""
        return Contour(reversed_path(mirrored_path(self.path)))

    def scaled(self, factor: float) -> Contour:
        return Contour(moved(self.path, ORIGIN, scale=factor))

    def grown(self, by: float) -> Path:
        """The outline at a distance: outside with round corners, or inside, perhaps in several parts."""
        found = grown((self.corners,), by) if by else (self.corners,)
        return tuple(part for each in found for part in polygon(each))

    def corners_round(self, by: float) -> Polygon:
        """The corners of the outline at a distance outside; of curves only as many as keep within 0.2 mm of it."""
        if self.is_polygon and not by:
            return self.corners
        return thinned(grown((self.corners,), by + _ROUGH)[0], _ROUGH)

    def depth(self, point: Point) -> float:
        """How far inside a point lies, in millimetres; outside, the distance is negative."""
        least = math.inf
        # Numbers in place of points: the search for a disc asks for ten thousand distances from an edge.
        for x, y, across, down, square in self._edges:
            right, below = point.x - x, point.y - y
            share = min(1.0, max(0.0, (right * across + below * down) / square))
            right -= across * share
            below -= down * share
            least = min(least, right * right + below * below)
        apart = math.sqrt(least)
        return apart if contains(self.corners, point) else -apart

    @cached_property
    def _edges(self) -> tuple[tuple[float, float, float, float, float], ...]:
        """Of each edge where it begins, how far across and down it goes, and the square of its length."""
        ways = ((start, end - start) for start, end in round_trip(self.corners))
        return tuple((*start, *way, way.dot(way)) for start, way in ways)

    @cached_property
    def disc(self) -> Disc:
        """The largest circle inside, by a search from coarse to fine that is exact to 0.02 mm.

        After Agafonkin's polylabel (2016): a cell whose middle is too shallow for its size is left out.
        """
        size = max(self.box.width, self.box.height) / 8
        cells = [
            Point(self.box.x + size * (column + 0.5), self.box.y + size * (row + 0.5))
            for column in range(math.ceil(self.box.width / size))
            for row in range(math.ceil(self.box.height / size))
        ]
        best = Disc(ORIGIN, self.depth(ORIGIN))
        while cells and size > 0.01:
            deep = [(self.depth(each), each) for each in cells]
            depth, centre = max(deep, key=lambda each: each[0])
            if depth > best.radius + EPSILON:
                best = Disc(centre, depth)
            # Half the diagonal of a cell: so much deeper can a point in it be.
            reach, size = size * math.sqrt(0.5), size / 2
            cells = [
                Point(each.x + across * size / 2, each.y + down * size / 2)
                for depth, each in deep
                if depth + reach > best.radius + 0.01
                for across in (-1, 1)
                for down in (-1, 1)
            ]
        # The search ends beside the axis of a form that is its own mirror image.
        x, y = best.centre
        for near in (ORIGIN, Point(0.0, y), Point(x, 0.0)):
            if self.depth(near) > best.radius - _FLAT:
                return Disc(near, self.depth(near))
        return best

    def room(self, margin: float) -> Box:
        """The largest upright rectangle that keeps a margin to the outline; off by 2 % of its size at most.

        It is searched among the cells of a grid, row by row, as the largest rectangle in a histogram.
        """
        inside = grown((self.corners,), -margin)
        if not inside:
            return Box(*self.disc.centre, 0.0, 0.0)
        box = bounding_box(point for each in inside for point in each)
        wide, high = box.width / _CELLS, box.height / _CELLS
        # Whether each cell is inside: none of its corners is out, and no corner of the outline is in it.
        levels = [box.y + high * row for row in range(_CELLS + 1)]
        # A hair inside the box, so that no corner lies on the outermost lines.
        spans = [spans_at(inside, y + 1e-7 * (1 if y < box.centre.y else -1)) for y in levels]
        best, heights = Box(*self.disc.centre, 0.0, 0.0), [0] * _CELLS
        for row in range(_CELLS):
            taken = {
                min(_CELLS - 1, int((point.x - box.x) / wide))
                for each in inside
                for point in each
                if levels[row] + EPSILON < point.y < levels[row + 1] - EPSILON
            }
            for column in range(_CELLS):
                ends = (box.x + wide * column, box.x + wide * (column + 1))
                is_in = column not in taken and all(
                    any(
                        start - EPSILON <= ends[0] and ends[1] <= end + EPSILON for start, end in on
                    )
                    for on in (spans[row], spans[row + 1])
                )
                heights[column] = heights[column] + 1 if is_in else 0
            for first, last, tall in _largest(heights):
                found = Box(
                    box.x + wide * first,
                    levels[row + 1] - high * tall,
                    wide * (last - first),
                    high * tall,
                )
                if found.width * found.height > best.width * best.height + EPSILON:
                    best = found
        return best


def spans_at(inside: Polygons, y: float) -> list[tuple[float, float]]:
    """The parts of a level line inside polygons."""
    found = sorted(
        start.x + (y - start.y) / (end.y - start.y) * (end.x - start.x)
        for each in inside
        for start, end in round_trip(each)
        if (start.y > y) != (end.y > y)
    )
    return list(zip(found[::2], found[1::2], strict=False))


def _largest(heights: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    """The rectangles under a histogram that no other contains: first column, end, and height."""
    stack: list[tuple[int, int]] = []
    for column, height in enumerate((*heights, 0)):
        first = column
        while stack and stack[-1][1] >= height:
            first, tall = stack.pop()
            if tall > height:
                yield first, column, tall
        stack.append((first, height))


def contour(path: Path, *, scale: float = 1.0) -> Contour:
    """The contour of a closed path, in any place and direction."""
    corners = flattened(path)
    centre = bounding_box(corners).centre
    placed = moved(path, centre * -scale, scale=scale)
    return Contour(placed if area_of(corners) > 0 else reversed_path(placed))


# Paths


def flattened(path: Path, flat: float = _FLAT) -> Polygon:
    """Points along a closed path of one part, each once, so many that they are off it by *flat* at most."""
    points: list[Point] = []
    for part in path:
        match part:
            case ("C", *numbers):
                points += _on_curve(points[-1], *_points(numbers), flat=flat)
            case ("M" | "L", x, y):
                points.append(Point(float(x), float(y)))
    kept = [
        point
        for at, point in enumerate(points)
        if not at or (point - points[at - 1]).length() > 1e-6
    ]
    if len(kept) > 1 and (kept[0] - kept[-1]).length() <= 1e-6:
        kept.pop()
    return tuple(kept)


def _points(numbers: Sequence[float]) -> list[Point]:
    return [Point(x, y) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]


def _on_curve(start: Point, a: Point, b: Point, end: Point, *, flat: float) -> Iterator[Point]:
    """Points on a cubic curve behind its start; their number follows from its second differences (Wang, 1984)."""
    bend = max((start - a * 2 + b).length(), (a - b * 2 + end).length())
    steps = min(200, max(1, math.ceil(math.sqrt(0.75 * bend / flat))))
    for number in range(1, steps + 1):
        t = number / steps
        s = 1 - t
        yield start * (s**3) + a * (3 * s * s * t) + b * (3 * s * t * t) + end * (t**3)


def reversed_path(path: Path) -> Path:
    """A closed path of one part in the other direction."""
    ends = [Point(*part[-2:]) for part in path if len(part) > 1]
    parts = [part for part in path if len(part) > 1]
    made: list[tuple[str | float, ...]] = [("M", *ends[-1])]
    for part, before in zip(reversed(parts[1:]), reversed(ends[:-1]), strict=True):
        handles = _points([float(each) for each in part[1:-2]])
        made.append((part[0], *(value for each in reversed(handles) for value in each), *before))
    return (*made, ("Z",))  # type: ignore[arg-type]


def thinned(corners: Polygon, by: float) -> Polygon:
    """A polygon of some of the corners; the others are so near to it (Douglas and Peucker, 1973)."""
    far = max(range(len(corners)), key=lambda at: (corners[at] - corners[0]).length())
    kept, halves = [], [corners[: far + 1], (*corners[far:], corners[0])]
    while halves:
        line = halves.pop()
        offs = [(nearest(each, line[0], line[-1]) - each).length() for each in line]
        worst = max(range(len(line)), key=offs.__getitem__)
        if offs[worst] > by:
            halves += (line[: worst + 1], line[worst:])
        else:
            kept.append(line[0])
    return tuple(reversed(kept))


def crossing(corners: Polygon) -> Point | None:
    """A point where a polygon crosses or touches itself; None if it does not.

    Edges are met from left to right, so that each is compared with those beside it alone.
    """
    edges = sorted(
        (min(start.x, end.x), max(start.x, end.x), at, start, end)
        for at, (start, end) in enumerate(round_trip(corners))
    )
    open_edges: list[tuple[float, int, Point, Point]] = []
    for left, right, at, start, end in edges:
        open_edges = [each for each in open_edges if each[0] >= left - EPSILON]
        for _, other, first, last in open_edges:
            if (at - other) % len(corners) in (1, len(corners) - 1):
                continue
            found = meeting(start, end, first, last)
            if found is not None:
                return found
        open_edges.append((right, at, start, end))
    return None


def meeting(start: Point, end: Point, first: Point, last: Point) -> Point | None:
    """The point that two straight lines share, ends included; None if they share none, or lie along each other."""
    way, other = end - start, last - first
    turn = way.cross(other)
    if abs(turn) < EPSILON:
        return None
    along = (first - start).cross(other) / turn
    across = (first - start).cross(way) / turn
    inside = -EPSILON <= along <= 1 + EPSILON and -EPSILON <= across <= 1 + EPSILON
    return start + way * along if inside else None


def area_of(corners: Sequence[Point]) -> float:
    """The area of a polygon in square millimetres; negative if it goes round against the clock."""
    return sum(one.cross(other) for one, other in round_trip(corners)) / 2


def length_of(corners: Sequence[Point]) -> float:
    """The length of the way round a polygon, in millimetres."""
    return sum((end - start).length() for start, end in round_trip(corners))


def contains(corners: Sequence[Point], point: Point) -> bool:
    """Whether a point lies in a polygon: a ray from it leaves an odd number of times."""
    inside = False
    for start, end in pairwise((*corners, corners[0])):
        if (start.y > point.y) != (end.y > point.y):
            crossed = start.x + (point.y - start.y) / (end.y - start.y) * (end.x - start.x)
            inside ^= point.x < crossed
    return inside


# Areas, by Clipper


def _clipper() -> Any:
    """The library, which most sets do not need."""
    import pyclipper  # type: ignore[import-untyped]

    return pyclipper


def grown(area: Iterable[Polygon], by: float) -> Polygons:
    """The area and everything that is so near to it, with round corners; smaller if *by* is negative."""
    pyclipper = _clipper()
    offset = pyclipper.PyclipperOffset(2.0, _FLAT * _STEPS)
    offset.AddPaths(_whole(area), pyclipper.JT_ROUND, pyclipper.ET_CLOSEDPOLYGON)
    return _back(offset.Execute(by * _STEPS))


def offset(area: Iterable[Polygon], by: float) -> Polygons:
    """The area with its outlines at a distance outside, and their corners as sharp as they are."""
    pyclipper = _clipper()
    work = pyclipper.PyclipperOffset(_SHARP)
    work.AddPaths(_whole(area), pyclipper.JT_MITER, pyclipper.ET_CLOSEDPOLYGON)
    return _back(work.Execute(by * _STEPS))


def filled(area: Iterable[Polygon], *, even_odd: bool = False) -> Polygons:
    """What polygons fill that may cross themselves and each other."""
    pyclipper = _clipper()
    rule = pyclipper.PFT_EVENODD if even_odd else pyclipper.PFT_NONZERO
    return _back(pyclipper.SimplifyPolygons(_whole(area), rule))


def thick(
    lines: Iterable[Polygon],
    width: float,
    *,
    closed: bool,
    cap: str = "butt",
    join: str = "miter",
    mitre_limit: float = 4.0,
) -> Polygons:
    """What lines of a width cover, with caps and joins as in SVG."""
    pyclipper = _clipper()
    joins = {"miter": pyclipper.JT_MITER, "round": pyclipper.JT_ROUND, "bevel": pyclipper.JT_SQUARE}
    caps = {
        "butt": pyclipper.ET_OPENBUTT,
        "round": pyclipper.ET_OPENROUND,
        "square": pyclipper.ET_OPENSQUARE,
    }
    work = pyclipper.PyclipperOffset(mitre_limit, _FLAT * _STEPS)
    work.AddPaths(_whole(lines), joins[join], pyclipper.ET_CLOSEDLINE if closed else caps[cap])
    return _back(work.Execute(width / 2 * _STEPS))


def without(area: Iterable[Polygon], other: Iterable[Polygon]) -> Polygons:
    """The part of an area that is not in the other."""
    pyclipper = _clipper()
    return _clipped(area, other, pyclipper.CT_DIFFERENCE)


def common_area(area: Iterable[Polygon], other: Iterable[Polygon]) -> Polygons:
    """The part of an area that is in the other."""
    pyclipper = _clipper()
    return _clipped(area, other, pyclipper.CT_INTERSECTION)


def _clipped(area: Iterable[Polygon], other: Iterable[Polygon], how: int) -> Polygons:
    pyclipper = _clipper()
    subject, clip = _whole(area), _whole(other)
    if not subject or not clip:
        kept = subject if how == pyclipper.CT_DIFFERENCE else []
        return _back(kept)
    work = pyclipper.Pyclipper()
    work.AddPaths(subject, pyclipper.PT_SUBJECT, True)
    work.AddPaths(clip, pyclipper.PT_CLIP, True)
    return _back(work.Execute(how, pyclipper.PFT_NONZERO, pyclipper.PFT_NONZERO))


def meeting_places(fixed: Polygon, free: Polygon) -> Polygons:
    """Where the origin of a polygon may not be, because it would overlap one that is fixed: the no-fit polygon.

    It is Minkowski's sum of the fixed polygon and the free one, turned by half round its origin: that of its
    outline, and its inside, moved by any one point of the other (Burke et al., 2007).
    """
    pyclipper = _clipper()
    turned_half = tuple(each * -1 for each in free)
    (outline,), (pattern,) = _whole((fixed,)), _whole((turned_half,))
    sums = pyclipper.MinkowskiSum(pattern, outline, True)
    inside = [(x + pattern[0][0], y + pattern[0][1]) for x, y in outline]
    work = pyclipper.Pyclipper()
    work.AddPaths([*sums, inside], pyclipper.PT_SUBJECT, True)
    return _back(work.Execute(pyclipper.CT_UNION, pyclipper.PFT_NONZERO, pyclipper.PFT_NONZERO))


def _whole(area: Iterable[Polygon]) -> list[list[tuple[int, int]]]:
    return [[(round(x * _STEPS), round(y * _STEPS)) for x, y in each] for each in area]


def _back(paths: Iterable[Iterable[Sequence[int]]]) -> Polygons:
    return tuple(tuple(Point(x / _STEPS, y / _STEPS) for x, y in each) for each in paths)
