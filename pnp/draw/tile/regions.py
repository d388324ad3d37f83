"""Regions: strands drawn as areas, which reach the trim along the whole of the sides that they join, and what fills them.

Where a region ends on the outline of its tile, its border leaves for the place where it begins again.
It is the curve that meets the circle round the tile at right angles, a line of hyperbolic geometry: two
such lines do not cross if their ends do not. Each then bends a little towards its own region, so that
two regions that meet at a corner have ground between them.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from pnp.basics.classes import NamedTuple
from pnp.colour.measures import mixed
from pnp.colour.theme import Theme
from pnp.definition import Ink
from pnp.draw.areas import WALK, WALL, areas_of, light_of
from pnp.draw.look.marks import LANDSCAPES, drawn
from pnp.draw.tile.bands import woven
from pnp.draw.tile.letters import Obstacle
from pnp.draw.tile.outline import Outline
from pnp.scene import Clip, Item, Shape, Stroke
from pnp.scene.geometry import (
    ORIGIN,
    Curve,
    Path,
    Point,
    is_inside,
    joined,
    polygon,
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


# Shares of the apothem: a house; how far houses stand from each other, from the border and from the trim.
_HOUSE = 0.2
_APART, _FROM_BORDER, _FROM_TRIM = 0.27, 0.18, 0.13
# Places for them that are tried, a share of the apothem apart.
_STEP = 0.07
# The lines along a shore: how far each begins and ends from it, as shares of the apothem.
_SHORE = ((0.1, 0.125), (0.175, 0.195), (0.25, 0.265))


def region_items(
    outline: Outline,
    join: tuple[int, ...],
    ink: Ink,
    theme: Theme,
    *,
    taken: Sequence[Obstacle] = (),
    lead: float = 0.0,
) -> Iterator[Item]:
    """A region: its ground, what fills it, and its border, all inside its outline."""
    path = region_path(outline, join, lead=lead)
    yield Shape(path, fill=theme.area(ink.fill))
    lines = tuple(part for each in borders(outline, join, lead=lead + 1) for part in each)
    inside = (
        *_woven(outline, ink, theme, lead),
        *(_shore(outline, lines, ink, theme) if ink.region == "water" else ()),
        *(areas_of(theme).border(lines, ink.fill, outline.apothem) if lines else ()),
    )
    if inside:
        yield Clip(path, inside)
    if theme.patterns and ink.region in LANDSCAPES:
        yield from _stamps(outline, join, ink, theme, taken)


def _shore(outline: Outline, lines: Path, ink: Ink, theme: Theme) -> Iterator[Item]:
    """Lines along the border, finer and fainter the further they are, as on old maps."""
    if not (lines and theme.patterns and areas_of(theme).has_shades):
        return
    for number, (start, end) in reversed([*enumerate(_SHORE)]):
        light = mixed(ink.fill, light_of(theme), 0.5 - 0.12 * number)
        yield Shape(lines, stroke=Stroke(2 * end * outline.apothem, light))
        yield Shape(lines, stroke=Stroke(2 * start * outline.apothem, ink.fill))


def _woven(outline: Outline, ink: Ink, theme: Theme, lead: float) -> Iterator[Item]:
    """The pattern of the colour over the whole tile, from each side to the middle, and into the bleed.

    So the sides of all tiles look the same, however a tile lies. The bleed has the pattern of the next
    tile, mirrored in the side.
    """
    if ink.region != "pattern":
        return
    for side in range(outline.geometry.sides):
        yield from _wedge(outline, side, ink, theme, inwards=1, deep=outline.apothem)
        if lead:
            yield from _wedge(outline, side, ink, theme, inwards=-1, deep=lead)


def _wedge(
    outline: Outline, side: int, ink: Ink, theme: Theme, *, inwards: int, deep: float
) -> Iterator[Item]:
    """The pattern along a side, on its inner or its outer part."""

    def at(u: float, v: float) -> Point:
        return outline.on_side(side, u, outline.distance(side) - inwards * v)

    def reach(v: float) -> float:
        return max(0.0, *map(abs, outline.ends(side, inwards * v)))

    shape = woven(at, reach, outline.apothem, ink, theme)
    if shape is None:
        return
    (first, last), (left, right) = outline.ends(side, 0.0), outline.ends(side, inwards * deep)
    corners = [at(first, 0), at(last, 0), at(right, deep), at(left, deep)]
    yield Clip(polygon(corners), (areas_of(theme).washed(shape, ink.fill),))


def _stamps(
    outline: Outline, join: tuple[int, ...], ink: Ink, theme: Theme, taken: Sequence[Obstacle]
) -> Iterator[Item]:
    """Small drawings all over the region, the higher ones first, which turn with the tile."""
    pictures = LANDSCAPES[ink.region]
    up = outline.normal(0)
    angle = math.radians(outline.turned)
    size = _HOUSE * outline.apothem
    places = stamp_places(outline, join, taken)
    for number, place in sorted(enumerate(places), key=lambda each: -each[1].dot(up)):
        # Towers are higher than houses.
        is_high = _has_room_above(outline, join, place, _HOUSE)
        picture = pictures[number % len(pictures) if is_high else 0]
        yield from drawn(picture, place, size, angle=angle, fill=ink.fill, theme=theme)


def stamp_places(
    outline: Outline, join: tuple[int, ...], taken: Sequence[Obstacle] = ()
) -> list[Point]:
    """The places of small drawings in a region, clear of all else, at about equal distances."""
    around = 0.6 * _HOUSE * outline.apothem
    found: list[Point] = []
    upright = replace(outline, size=1.0, turn=outline.geometry.upright)
    angle = math.radians(outline.turned)
    for place in _inner_places(upright, join):
        point = turned(place * outline.size, angle)
        is_free = all(
            math.dist(point, other) >= each.reach + around
            for each in taken
            for other in each.points
        )
        if is_free and all(math.dist(point, each) >= _APART * outline.apothem for each in found):
            found.append(point)
    return found


@lru_cache(maxsize=512)
def _inner_places(outline: Outline, join: tuple[int, ...]) -> tuple[Point, ...]:
    """The places that are clear of the border and of the trim, in an order without a pattern.

    They turn and grow with the tile, so that a tile of size 1 serves for all.
    """
    apothem, corners = outline.apothem, corners_of(outline, join)
    edge = _border_points(outline, join)
    found = (
        point
        for point in grid(outline, _STEP * apothem)
        if _to_trim(outline, point) >= _FROM_TRIM * apothem
        and all(math.dist(point, other) >= _FROM_BORDER * apothem for other in edge)
        and is_inside(point, corners)
        and _has_room_above(outline, join, point, _HOUSE / 2)
    )
    return tuple(shuffled(outline, found))


def _has_room_above(outline: Outline, join: tuple[int, ...], point: Point, share: float) -> bool:
    """Whether the point so far above, as a share of the apothem, is in the region and off its border."""
    tip = point + outline.normal(0) * (share * outline.apothem)
    walls = (WALL + WALK) * outline.apothem
    edge = _border_points(outline, join)
    return (
        _to_trim(outline, tip) >= 0
        and all(math.dist(tip, other) >= walls for other in edge)
        and is_inside(tip, corners_of(outline, join))
    )


@lru_cache(maxsize=512)
def _border_points(outline: Outline, join: tuple[int, ...]) -> tuple[Point, ...]:
    """Points along the whole border of a region."""
    return tuple(point for border in borders(outline, join) for point in samples(border))


def _to_trim(outline: Outline, point: Point) -> float:
    """The distance from a point to the nearest side; negative outside."""
    sides = range(outline.geometry.sides)
    return min(outline.distance(side) - point.dot(outline.normal(side)) for side in sides)


def letter_sites(outline: Outline, join: tuple[int, ...]) -> list[Point]:
    """The places for the letter of a region, the furthest from its border first."""
    corners = corners_of(outline, join)
    edge = _border_points(outline, join) or (ORIGIN,)
    far = len(join) < outline.geometry.port_count

    def room(point: Point) -> float:
        rim = _to_trim(outline, point)
        near = min(math.dist(point, other) for other in edge)
        return min(rim, near) if far else rim

    inside = (point for point in area_points(outline, join) if is_inside(point, corners))
    return sorted(inside, key=lambda point: (-round(room(point), 3), point))
