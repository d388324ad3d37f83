"""Quiet ornaments of tiles, one fine line where a tile is bare."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import partial
from typing import TypeAlias

from pnp.colour.measures import mixed
from pnp.colour.theme import Theme
from pnp.draw.areas import areas_of
from pnp.draw.look.marks import mark_radius
from pnp.draw.tile.outline import Outline
from pnp.draw.tile.regions import grid, shuffled
from pnp.scene import Item, Shape, Stroke
from pnp.scene.geometry import ORIGIN, Path, Point, circle, heading, polyline, segment
from pnp.tiles import UNCOLOURED, Tile
from pnp.tiles import proportions as look

# Millimetres: the line, that of way-marks, which people see at arm's length, the least distance from strands and bands, and
# from the middle of a side.
_LINE, _WAY_LINE, _CLEAR, FROM_SIDE = 0.22, 0.4, 0.8, 5.0

# Shares of the circumradius: a rosette or rays, the middle of a way-mark, and its size.
_REACH, _WAY, _SIZE = 0.36, 0.58, 0.19

# How much darker than the ground the line is.
_INK = {"rosette": 0.3, "rays": 0.4, "waymarks": 1.0, "tufts": 0.6}

_PETALS, _RAYS = 12, 24

# Shares of the circumradius: a tuft of grass, and how far tufts are apart.
_TUFT, _TUFTS_APART = 0.05, 0.3


class Bare:
    """The bare parts of a tile, never near a side where tiles match: `spines` are points along its strands."""

    def __init__(self, outline: Outline, tile: Tile, spines: Sequence[Point]) -> None:
        self.outline, self.tile, self._spines = outline, tile, spines

    def is_free(self, centre: Point, radius: float) -> bool:
        """Whether a disc is clear of strands, bands and the middles of all sides."""
        outline = self.outline
        reach = outline.strand_width * (0.5 + look.CASING) + radius + _CLEAR
        if min(map(partial(math.dist, centre), self._spines), default=math.inf) < reach:
            return False
        depth = 0.0
        if max(self.tile.edges) > UNCOLOURED:
            depth = outline.band_depth + look.BAND_INSET
        for side in range(outline.geometry.sides):
            out = outline.normal(side)
            distance = outline.distance(side)
            if centre.dot(out) + radius > distance - depth - _CLEAR:
                return False
            if (outline.on_side(side, 0.0, distance) - centre).length() < FROM_SIDE + radius:
                return False
        return True


def ornament_items(
    kind: str, bare: Bare, theme: Theme, *, label: Point | None = None
) -> tuple[Item, ...]:
    """The ornament of a tile; nothing in a theme without fills, or where the tile has no room.

    `label` is where the id of the tile stands, whose corner has no way-mark.
    """
    if kind == "none" or not areas_of(theme).has_shades:
        return ()
    ink = mixed(theme.ground, mixed(theme.road, theme.kerb, 0.3), _INK[kind])
    paths = {"rosette": _rosette, "rays": _rays, "waymarks": _waymarks, "tufts": _tufts}[kind](
        bare, label
    )
    path = tuple(part for each in paths for part in each)
    width = _WAY_LINE if kind == "waymarks" else _LINE
    return (Shape(path, stroke=Stroke(width, ink, round=True)),) if path else ()


def _rosette(bare: Bare, _: Point | None) -> Iterator[Path]:
    """Circles through the centre, inside two rings."""
    radius = _REACH * bare.outline.circumradius
    if bare.tile.mark.kind or not bare.is_free(ORIGIN, radius):
        return
    petal = 0.46 * radius
    for number in range(_PETALS):
        angle = 2 * math.pi * number / _PETALS
        yield circle(Point(math.cos(angle), math.sin(angle)) * petal, petal)
    yield circle(ORIGIN, radius)
    yield circle(ORIGIN, 0.94 * radius)


def _rays(bare: Bare, _: Point | None) -> Iterator[Path]:
    """Rays round the mark, long and short in turn."""
    radius = _REACH * bare.outline.circumradius
    start = max(0.3 * radius, mark_radius(bare.outline, bare.tile.mark) + 0.1 * radius)
    if start > 0.7 * radius or not bare.is_free(ORIGIN, radius):
        return
    for number in range(_RAYS):
        angle = 2 * math.pi * number / _RAYS
        out = Point(math.cos(angle), math.sin(angle))
        yield segment(out * start, out * (radius if number % 2 == 0 else 0.82 * radius))


def _waymarks(bare: Bare, label: Point | None) -> Iterator[Path]:
    """Hills, trees, houses and fields in the corners between two blank sides."""
    outline, tile = bare.outline, bare.tile
    sides, size = outline.geometry.sides, _SIZE * outline.circumradius
    touched: set[int] = {outline.geometry.side_of(port) for join in tile.joins for port in join}
    touched |= {side for side, colour in enumerate(tile.edges) if colour != UNCOLOURED}
    # The marks turn with their tile, and stand upright on a tile that does.
    up = heading(outline.turned)
    variety = sum(sum(join) for join in tile.joins) + 3 * len(tile.joins)
    for corner in range(sides):
        out = outline.corner_direction(corner)
        from_tip = (1 - _WAY) * outline.circumradius
        centre = outline.corners[corner] - out * from_tip
        blank = not {corner, (corner - 1) % sides} & touched
        is_labelled = label is not None and label.unit().dot(out) > math.cos(math.pi / sides)
        if blank and not is_labelled and bare.is_free(centre, size):
            sign = _SIGNS[(variety + corner * (1 + variety % 3)) % len(_SIGNS)]
            for line in sign:
                yield _drawn(line, centre, up, size)


_Line: TypeAlias = tuple[tuple[float, float], ...]


def _hills() -> tuple[_Line, ...]:
    """A hill in front of a smaller one, which ends at its slope: two parabolas."""
    foot, wide, steps = 0.45, 0.62, 24
    ways = [2 * number / steps - 1 for number in range(steps + 1)]
    front = tuple((0.36 + wide * way, foot - (1 - way**2)) for way in ways)
    small = ((-0.46 + 0.52 * way, foot - 0.62 * (1 - way**2)) for way in ways)
    behind = tuple(at for at in small if foot - at[1] >= 1 - ((at[0] - 0.36) / wide) ** 2)
    return behind, front


# Lines of way-marks in a disc of radius 1, y down.
_SIGNS: tuple[tuple[_Line, ...], ...] = (
    _hills(),
    # Trees.
    (((-0.8, 0.35), (-0.4, -0.55), (0.0, 0.35), (-0.8, 0.35)),
     ((-0.4, 0.35), (-0.4, 0.7)),
     ((0.1, 0.35), (0.45, -0.4), (0.8, 0.35), (0.1, 0.35)),
     ((0.45, 0.35), (0.45, 0.7))),
    # A house.
    (((-0.55, 0.6), (-0.55, -0.15), (0.0, -0.7), (0.55, -0.15), (0.55, 0.6), (-0.55, 0.6)),),
    # Fields.
    (((-0.75, -0.4), (0.75, -0.4)), ((-0.75, 0.0), (0.75, 0.0)), ((-0.75, 0.4), (0.75, 0.4))),
)  # fmt: skip


def _tufts(bare: Bare, label: Point | None) -> Iterator[Path]:
    """Tufts of grass all over the bare parts, clear of the tile's label."""
    outline = bare.outline
    size, apart = _TUFT * outline.circumradius, _TUFTS_APART * outline.circumradius
    up = heading(outline.turned)
    mark = mark_radius(outline, bare.tile.mark)
    found: list[Point] = [] if label is None else [label]
    for point in shuffled(outline, grid(outline, size)):
        # Most points lie too near to another tuft.
        if any(math.dist(point, other) < apart for other in found):
            continue
        if point.length() >= mark + 2 * size and bare.is_free(point, 1.6 * size):
            found.append(point)
            for line in _BLADES:
                yield _drawn(line, point, up, size)


_BLADES = (((-0.8, -0.2), (-0.35, 0.7)), ((0.0, -0.9), (0.0, 0.7)), ((0.8, -0.2), (0.35, 0.7)))


def _drawn(line: Sequence[tuple[float, float]], centre: Point, up: Point, size: float) -> Path:
    aside = up.right()
    return polyline([centre + aside * (x * size) - up * (y * size) for x, y in line])
