"""The drawing of regions: their ground, what fills them, and the border along their inner edge."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache

from pnp.colour.measures import mixed
from pnp.colour.theme import Theme
from pnp.definition import Ink
from pnp.draw.areas import WALK, WALL, areas_of, light_of
from pnp.draw.look.marks import LANDSCAPES, drawn
from pnp.draw.tile.bands import half_length, woven
from pnp.draw.tile.letters import Obstacle
from pnp.draw.tile.outline import Outline
from pnp.draw.tile.regions import (
    area_points,
    borders,
    corners_of,
    grid,
    region_path,
    shuffled,
)
from pnp.scene import Clip, Item, Shape, Stroke
from pnp.scene.geometry import ORIGIN, Path, Point, is_inside, polygon, samples

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
        return max(0.0, half_length(outline, side, inwards * v))

    shape = woven(at, reach, outline.apothem, ink, theme)
    if shape is None:
        return
    corners = [at(-reach(0), 0), at(reach(0), 0), at(reach(deep), deep), at(-reach(deep), deep)]
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
    for point in _inner_places(outline, join):
        is_free = all(
            (point - other).length() >= each.reach + around
            for each in taken
            for other in each.points
        )
        if is_free and all((point - each).length() >= _APART * outline.apothem for each in found):
            found.append(point)
    return found


@lru_cache(maxsize=512)
def _inner_places(outline: Outline, join: tuple[int, ...]) -> tuple[Point, ...]:
    """The places that are clear of the border and of the trim, in an order without a pattern."""
    apothem, corners = outline.apothem, corners_of(outline, join)
    edge = _border_points(outline, join)
    found = (
        point
        for point in grid(outline, _STEP * apothem)
        if _to_trim(outline, point) >= _FROM_TRIM * apothem
        and is_inside(point, corners)
        and all((point - other).length() >= _FROM_BORDER * apothem for other in edge)
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
        and is_inside(tip, corners_of(outline, join))
        and all((tip - other).length() >= walls for other in edge)
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
        near = min((point - other).length() for other in edge)
        return min(rim, near) if far else rim

    inside = (point for point in area_points(outline, join) if is_inside(point, corners))
    return sorted(inside, key=lambda point: (-round(room(point), 3), point))
