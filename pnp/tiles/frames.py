"""Frames of several parts round the cells of a grid: their outlines, their joints, and the places on them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pnp.basics.classes import NamedTuple, frozen
from pnp.scene.geometry import Point, heading, is_inside, nearest, round_trip
from pnp.tiles.grids import Grid
from pnp.tiles.layouts import Cell

# Millimetres: points that are nearer are one point.
_NEAR = 1e-6

# Shares of a joint: the neck of its tab, its head and its reach; and the most reach in millimetres.
_NECK, _HEAD, _REACH, _MOST_REACH = 0.26, 0.36, 0.17, 5.5
# Millimetres: nobody cuts a tab in a shorter joint.
_LEAST_JOINT = 16.0

# The steps in which the middle of a place is sought.
_STEPS = 80


class FramePlace(NamedTuple):
    """The room for a sign beside the cells: its number, and the largest circle in it."""

    number: int
    centre: Point
    radius: float


@frozen
class FramePart:
    """A part of a frame where it lies round its grid.

    The `heading` is that of its straight outer edge; the `coast` is its edge along the cells.
    """

    outline: tuple[Point, ...]
    coast: tuple[Point, ...]
    heading: float
    places: tuple[FramePlace, ...]


class _Side(NamedTuple):
    """A side of a cell on the edge of a grid, how far round the edge it begins, and the cell beyond it."""

    start: Point
    end: Point
    at: float
    beyond: Cell


def frame_parts(
    grid: Grid, across: float, width: float, *, allowance: float = 0.0, split: int = 1
) -> tuple[FramePart, ...]:
    """The parts of a frame, clockwise from the top: for each straight side of the grid so many as it is *split* into.

    The frame is at least *width* broad, and its inside is by the *allowance* larger than the cells in every
    direction. A joint goes from each corner to the nearest point of the cells, and those of a split side go
    straight outwards between two places; a side has no more parts than that allows.
    """
    extent = grid.extent
    scale = across + allowance / max(extent.width, extent.height)
    sides = _edge(grid, scale)
    corners = _corners(sides, grid.headings, width)
    joints: list[tuple[float, Point, Point]] = []
    following = [*corners[1:], corners[0]]
    starts = [_nearest(sides, corner) for corner in corners]
    for number, (corner, beyond) in enumerate(zip(corners, following, strict=True)):
        joints.append((*starts[number], corner))
        until = starts[(number + 1) % len(corners)][0]
        joints += _splits(sides, starts[number][0], until, (corner, beyond), split)
    headings = [_outwards(grid.headings, one[2], other[2]) for one, other in round_trip(joints)]
    made = [
        _part(sides, one, other, degrees)
        for (one, other), degrees in zip(round_trip(joints), headings, strict=True)
    ]
    return tuple(_with_places(made, [*_bays(sides)]))


def _edge(grid: Grid, across: float) -> list[_Side]:
    """The sides on the edge of a grid, clockwise."""
    layout = grid.layout(across)
    found = {
        _key(side.start): side for side in layout.sides(grid.cells) if side.beyond not in grid.names
    }
    first = min(found.values(), key=lambda side: (side.start.y, side.start.x))
    made: list[_Side] = []
    side, at = first, 0.0
    while not made or side is not first:
        made.append(_Side(side.start, side.end, at, side.beyond))
        at += (side.end - side.start).length()
        side = found[_key(side.end)]
    return made


def _key(point: Point) -> tuple[float, float]:
    return round(point.x, 5) + 0.0, round(point.y, 5) + 0.0


def _round(sides: Sequence[_Side]) -> float:
    """The length of the edge of the cells."""
    last = sides[-1]
    return last.at + (last.end - last.start).length()


def _corners(sides: Sequence[_Side], headings: Sequence[float], width: float) -> list[Point]:
    """The outer corners of the frame, each where its side of that heading begins."""
    lines = []
    for degrees in headings:
        out = heading(degrees)
        lines.append((out, max(side.start.dot(out) for side in sides) + width))
    crossings = []
    for (one, far), (other, off) in zip([lines[-1], *lines[:-1]], lines, strict=True):
        area = one.cross(other)
        x, y = far * other.y - off * one.y, off * one.x - far * other.x
        crossings.append(Point(x / area, y / area))
    return crossings


def _nearest(sides: Sequence[_Side], point: Point) -> tuple[float, Point]:
    """The nearest point of the edge: how far round it lies, and where."""
    found = []
    for side in sides:
        at = nearest(point, side.start, side.end)
        found.append(((point - at).length(), side.at + (at - side.start).length(), at))
    _, far, at = min(found, key=lambda each: (round(each[0], 6), each[1]))
    return far, at


def _splits(
    sides: Sequence[_Side], start: float, until: float, edge: tuple[Point, Point], split: int
) -> Iterator[tuple[float, Point, Point]]:
    """The joints that split a side: from a point between two places straight to the outer edge."""
    way = edge[1] - edge[0]
    along = way.unit()
    total = _round(sides)
    free = [
        (bay[0].at, bay[0].start)
        for bay in _bays(sides)
        if _NEAR < (bay[0].at - start) % total < (until - start) % total - _NEAR
    ]
    for number in range(1, split):
        wanted = edge[0] + way * (number / split)
        if free:
            found = min(free, key=lambda each: abs((each[1] - wanted).dot(along)))
            free = [each for each in free if (each[0] - found[0]) % total > _NEAR]
            free = [each for each in free if (each[0] - start) % total > (found[0] - start) % total]
            yield (*found, edge[0] + along * (found[1] - edge[0]).dot(along))


def _outwards(headings: Sequence[float], one: Point, other: Point) -> float:
    """The heading of the outer edge from one point to the other."""
    out = (other - one).unit().right() * -1
    return max(headings, key=lambda degrees: heading(degrees).dot(out))


def _part(
    sides: Sequence[_Side],
    one: tuple[float, Point, Point],
    other: tuple[float, Point, Point],
    degrees: float,
) -> FramePart:
    total = _round(sides)
    start, far = one[0], (other[0] - one[0]) % total
    turns = sorted(
        ((side.at - start) % total, side.start)
        for side in sides
        if _NEAR < (side.at - start) % total < far - _NEAR
    )
    coast = (one[1], *(point for _, point in turns), other[1])
    outline = (*_joint(one), *reversed(_joint(other)), *reversed(coast[1:-1]))
    return FramePart(outline, coast, degrees, ())


def _joint(joint: tuple[float, Point, Point]) -> list[Point]:
    """The line from the cells to the outer edge, with a tab towards the next part if it is long enough."""
    _, inner, outer = joint
    long = (outer - inner).length()
    if long < _LEAST_JOINT:
        return [inner, outer]
    along = (outer - inner) * (1 / long)
    middle, out = (inner + outer) * 0.5, along.right() * min(_MOST_REACH, _REACH * long)
    neck, head = along * (_NECK * long / 2), along * (_HEAD * long / 2)
    tab = [middle - neck, middle - head + out, middle + head + out, middle + neck]
    return [inner, *tab, outer]


def _bays(sides: Sequence[_Side]) -> Iterator[list[_Side]]:
    """The sides that touch one cell beyond the edge, one bay after another."""
    first = next(at for at, side in enumerate(sides) if side.beyond != sides[at - 1].beyond)
    bay: list[_Side] = []
    for side in [*sides[first:], *sides[:first]]:
        if bay and side.beyond != bay[0].beyond:
            yield bay
            bay = []
        bay.append(side)
    yield bay


def _with_places(parts: Sequence[FramePart], bays: Sequence[list[_Side]]) -> Iterator[FramePart]:
    """The parts with the places in their bays, which have numbers clockwise; a bay with a joint has none."""
    number = 0
    for part in parts:
        found = []
        corners = [_key(point) for point in part.coast]
        inside = [
            bay
            for bay in bays
            if _key(bay[0].start) in corners and all(_key(side.end) in corners for side in bay)
        ]
        for bay in sorted(inside, key=lambda each: corners.index(_key(each[0].start))):
            number += 1
            found.append(_place(number, part, bay))
        yield FramePart(part.outline, part.coast, part.heading, tuple(found))


def _place(number: int, part: FramePart, bay: Sequence[_Side]) -> FramePlace:
    """The largest circle on the line that goes outwards from the middle of a bay."""
    out = heading(part.heading)
    mouth = (bay[0].start + bay[-1].end) * 0.5
    deep = min(side.start.dot(out) for side in bay)
    far = max(point.dot(out) for point in part.outline)
    low = min(deep, mouth.dot(out))
    tries = (low + (far - low) * step / _STEPS for step in range(1, _STEPS))
    centres = (mouth + out * (each - mouth.dot(out)) for each in tries)
    return max(
        (
            FramePlace(number, at, _room(part.outline, at))
            for at in centres
            if is_inside(at, part.outline)
        ),
        key=lambda place: round(place.radius, 3),
    )


def _room(outline: Sequence[Point], at: Point) -> float:
    """The distance of a point from an outline."""
    return min((at - nearest(at, *side)).length() for side in round_trip(outline))
