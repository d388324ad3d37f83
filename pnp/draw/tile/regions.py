"""Regions: strands drawn as areas, which reach the trim along the whole of the sides that they join.

Where a region ends on the outline of its tile, its border leaves for the place where it begins again.
It is the curve that meets the circle round the tile at right angles, a line of hyperbolic geometry: two
such lines do not cross if their ends do not. Each then bends a little towards its own region, so that
two regions that meet at a corner have ground between them.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from pnp.draw.tile.outline import Outline
from pnp.scene.geometry import (
    Curve,
    Path,
    Point,
    is_inside,
    joined,
    polyline,
    round_trip,
    samples,
    turned,
)
from pnp.tiles import TileGeometry

# Radians by which a border leaves the line to the centre, towards its region.
_ASIDE = math.radians(6.0)
# How much further into the tile a border goes than the exact curve: more room for what a region shows.
_DEEPER = 1.3
# Points of an area, a share of the apothem apart.
_GRID = 0.09


class Stretch(NamedTuple):
    """A part of a tile's outline, clockwise; 2.5 is the middle of side 3.

    The end of a stretch over the corner where side 1 begins is more than the number of sides.
    """

    start: float
    end: float


def shares(geometry: TileGeometry, port: int) -> Stretch:
    """The part of the outline that belongs to a port: halfway to the next, or up to the corner."""
    side, place = divmod(port, geometry.ports)
    parts = geometry.ports + 1
    start = (place + 0.5) / parts if place else 0.0
    end = (place + 1.5) / parts if place < geometry.ports - 1 else 1.0
    return Stretch(side + start, side + end)


def stretches(geometry: TileGeometry, join: Sequence[int]) -> list[Stretch]:
    """The parts of the outline that a region covers; one is the whole if it joins all ports.

    >>> from pnp.tiles import Shape
    >>> stretches(TileGeometry(Shape.SQUARE), (0, 1, 3))
    [Stretch(start=3.0, end=6.0)]
    """
    ports = geometry.port_count
    if len(join) == ports:
        return [Stretch(0.0, float(geometry.sides))]
    first = next(port for port in join if (port - 1) % ports not in join)
    found: list[Stretch] = []
    for port in (port for port in range(first, first + ports) if port % ports in join):
        lap = geometry.sides * (port // ports)
        start, end = (each + lap for each in shares(geometry, port % ports))
        if found and found[-1].end == start:
            found[-1] = Stretch(found[-1].start, end)
        else:
            found.append(Stretch(start, end))
    return found


def place_on(outline: Outline, place: float, *, beyond: float = 0.0) -> Point:
    """The point of the outline, or one so far beyond it."""
    side, share = divmod(place % outline.geometry.sides, 1.0)
    number = int(side)
    if not share:
        return outline.corners_beyond(beyond)[number]
    along = (share - 0.5) * outline.length(number)
    return outline.on_side(number, along, outline.distance(number) + beyond)


def _curve(outline: Outline, start: float, end: float) -> Curve:
    """The border from the end of one stretch to the start of the next."""
    here, there = place_on(outline, start), place_on(outline, end)
    cosine = here.dot(there) / (here.length() * there.length())
    # Half of the angle between the two, as seen from the centre.
    sine = math.sqrt(max(0.0, (1 - cosine) / 2))
    share = min(0.9, _DEEPER * 4 / 3 * sine / (1 + sine))
    # Seen from the centre, the region is before its end, and after its start.
    a = here + turned(here * -share, _ASIDE)
    b = there + turned(there * -share, -_ASIDE)
    return ("C", *a, *b, *there)


def borders(outline: Outline, join: Sequence[int], *, lead: float = 0.0) -> list[Path]:
    """The inner borders of a region, clockwise; they begin and end so far beyond the outline."""
    found = stretches(outline.geometry, join)
    if len(join) == outline.geometry.port_count:
        return []
    return [
        (
            ("M", *place_on(outline, one.end, beyond=lead)),
            ("L", *place_on(outline, one.end)),
            _curve(outline, one.end, other.start),
            ("L", *place_on(outline, other.start, beyond=lead)),
        )
        for one, other in round_trip(found)
    ]


def region_path(outline: Outline, join: Sequence[int], *, lead: float = 0.0) -> Path:
    """The area of a region as one path, which goes so far beyond the outline of the tile."""
    found = stretches(outline.geometry, join)
    if len(join) == outline.geometry.port_count:
        return outline.grown(lead)
    parts: list[Path] = []
    for stretch, border in zip(found, borders(outline, join, lead=lead), strict=True):
        corners = range(math.floor(stretch.start) + 1, math.ceil(stretch.end))
        places = [stretch.start, *map(float, corners), stretch.end]
        rim = [place_on(outline, place, beyond=lead) for place in places]
        parts.append(polyline(rim))
        parts.append(border)
    return joined(*parts)


@lru_cache(maxsize=512)
def corners_of(outline: Outline, join: tuple[int, ...]) -> tuple[Point, ...]:
    """The area of a region as a polygon with many corners."""
    return tuple(samples(region_path(outline, join)))


def grid(outline: Outline, step: float) -> Iterator[Point]:
    """The points of a square grid over the tile, which turns with it."""
    reach = max(corner.length() for corner in outline.corners)
    up, most = outline.normal(0), math.ceil(reach / step)
    for row in range(-most, most + 1):
        for column in range(-most, most + 1):
            yield up * (-row * step) + up.right() * (column * step)


def shuffled(outline: Outline, points: Iterable[Point]) -> list[Point]:
    """The points in an order without a pattern, the same however the tile lies."""
    up, right = outline.normal(0), outline.normal(0).right()

    def number(point: Point) -> float:
        u, v = (round(each / outline.apothem, 3) for each in (point.dot(right), -point.dot(up)))
        wave = math.sin(u * 127.1 + v * 311.7) * 43758.5453
        return wave - math.floor(wave)

    return sorted(points, key=number)


@lru_cache(maxsize=512)
def area_points(outline: Outline, join: tuple[int, ...]) -> tuple[Point, ...]:
    """Points over the whole of a region and along its borders, of which others keep clear."""
    corners = corners_of(outline, join)
    inside = (
        point for point in grid(outline, _GRID * outline.apothem) if is_inside(point, corners)
    )
    along = (point for border in borders(outline, join) for point in samples(border))
    return (*inside, *along)
