"""Trims: the outlines along which pieces are cut out."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Literal, NamedTuple

from pnp.definition import TileGroup
from pnp.draw import Outline
from pnp.scene.geometry import (
    ORIGIN,
    Box,
    Path,
    Point,
    bounding_box,
    circle,
    heading,
    moved,
    polygon,
    samples,
    turned,
)
from pnp.tiles import Shape, TileGeometry

TrimShape = Literal["triangle", "square", "hexagon", "rectangle", "circle"]


class _Turned(NamedTuple):
    """An outline at a turn: its corners, if it has any, and the upright box round it."""

    corners: tuple[Point, ...]
    box: Box


@dataclass(frozen=True)
class Trim:
    """An outline round a piece's centre: convex, or an `outline` of its own in an upright rectangle.

    `width` and `height` are the sides of an upright rectangle. For any other shape both are its size:
    the distance across the flats of a hexagon, the side of a square or triangle, the diameter of a
    circle. A *turn* is the heading of the outline's first side. The first side of a rectangle is its
    upper side, so that it is upright at a turn of 0. Sheets lay a piece with an `outline` of its own
    as they lay its rectangle.
    """

    shape: TrimShape
    width: float
    height: float
    outline: Path = ()

    @cached_property
    def _upright(self) -> tuple[Point, ...]:
        """The corners at a turn of 0, clockwise; a circle has none."""
        if self.shape == "circle":
            return ()
        if self.shape == "rectangle":
            return Box(-self.width / 2, -self.height / 2, self.width, self.height).corners
        geometry = TileGeometry(Shape[self.shape.upper()])
        return Outline(geometry, self.width, 0.0).corners

    @property
    def is_round(self) -> bool:
        return self.shape == "circle"

    @property
    def is_free(self) -> bool:
        """Whether its outline is no polygon of its corners: a circle, or an outline of its own."""
        return self.is_round or bool(self.outline)

    def corners(self, turn: float) -> tuple[Point, ...]:
        """The corners clockwise; a circle has none."""
        return self._at_turn(turn).corners

    @cached_property
    def _turns(self) -> dict[float, _Turned]:
        return {}

    def _at_turn(self, turn: float) -> _Turned:
        """Its corners and its box at a turn, found once for all pieces with this trim."""
        known = self._turns.get(turn)
        if known is None:
            angle = math.radians(turn)
            corners = (
                tuple(turned(each, angle) for each in self._upright) if turn else self._upright
            )
            half = self.width / 2
            box = bounding_box(corners) if corners else Box(-half, -half, self.width, self.width)
            known = self._turns[turn] = _Turned(corners, box)
        return known

    @cached_property
    def _hulls(self) -> dict[tuple[float, int, float], tuple[Point, ...]]:
        return {}

    def hull(self, turn: float, *, sides: int, beyond: float = 0.0) -> tuple[Point, ...]:
        """The corners of the outline grown by *beyond*, which stay sharp.

        For a circle they are the corners of a polygon with so many *sides* that touch it.
        """
        key = (turn, sides, beyond)
        if key not in self._hulls:
            self._hulls[key] = self._hull(turn, sides, beyond)
        return self._hulls[key]

    def _hull(self, turn: float, sides: int, beyond: float) -> tuple[Point, ...]:
        if self.is_round:
            radius = (self.width / 2 + beyond) / math.cos(math.pi / sides)
            return tuple(heading(360 * number / sides) * radius for number in range(sides))
        corners = self.corners(turn)
        normals = outward_normals(corners)
        return tuple(
            corner + (before + after) * (beyond / (before + after).dot(after))
            for corner, before, after in zip(
                corners, (normals[-1], *normals[:-1]), normals, strict=True
            )
        )

    @cached_property
    def room(self) -> float:
        """The radius of the largest circle round the centre that is inside."""
        if self.is_round:
            return self.width / 2
        corners = self.corners(0.0)
        pairs = zip(corners, outward_normals(corners), strict=True)
        return min(corner.dot(normal) for corner, normal in pairs)

    @property
    def reach(self) -> float:
        """The distance of the farthest point from the centre."""
        if self.is_round:
            return self.width / 2
        return max(corner.length() for corner in self.corners(0.0))

    def path(self, turn: float) -> Path:
        if self.outline:
            return moved(self.outline, ORIGIN, angle=math.radians(turn))
        return circle(ORIGIN, self.width / 2) if self.is_round else polygon(self.corners(turn))

    def box(self, turn: float) -> Box:
        """The upright box round the outline."""
        return self._at_turn(turn).box

    @property
    def area(self) -> float:
        """In square millimetres."""
        if self.is_round:
            return math.pi * self.width**2 / 4
        corners = samples(self.outline) if self.outline else self._upright
        following = (*corners[1:], corners[0])
        return sum(one.cross(other) for one, other in zip(corners, following, strict=True)) / 2

    @property
    def around(self) -> float:
        """The length of the outline in millimetres."""
        corners = samples((*self.path(0.0)[:-1], ("L", *self.path(0.0)[0][1:])))
        return sum((other - one).length() for one, other in pairwise(corners))


def outward_normals(corners: Sequence[Point]) -> list[Point]:
    """The outward normals of the edges that begin at each corner of a clockwise polygon."""
    following = (*corners[1:], corners[0])
    return [
        (other - one).unit().right() * -1 for one, other in zip(corners, following, strict=True)
    ]


def upright(group: TileGroup) -> float:
    """The turn at which the tiles of a group stand on a page."""
    return group.geometry.shape.upright


def tile_trim(group: TileGroup) -> Trim:
    """The trim of the tiles of a group."""
    geometry = group.geometry
    return Trim(geometry.shape.value, group.size, group.size * geometry.ratio)
