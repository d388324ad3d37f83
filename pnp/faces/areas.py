"""The areas of a piece that faces are set into: up to the cut, safe from it, and over it."""

from __future__ import annotations

import math
from dataclasses import dataclass

from pnp.scene.geometry import ORIGIN, Box, Path, Point, bounding_box, circle, heading, polygon

# Millimetres. Printers and cutters shift by up to half of the first; print shops ask for the second.
SAFE = 3.2
BLEED = 3.2

# Small pieces have a narrower margin, a share of their smaller side.
_SAFE_SHARE = 0.08

# The corners of a polygon that stands for a circle.
_SIDES = 72


@dataclass(frozen=True)
class Area:
    """The areas of a piece round its origin, in millimetres.

    `trim` and `bleed` are the boxes round the outline and the bleed; `safe` is the largest box inside
    the margin: all of a rectangle, the largest square of any other piece. `corners` are those of the
    outline, clockwise; a circle has many. A mirrored area is that of the back of a two-sided tile,
    which is turned over through the middle of its first side.
    """

    trim: Box
    safe: Box
    bleed: Box
    corners: tuple[Point, ...]
    margin: float
    is_round: bool = False
    is_mirrored: bool = False

    @property
    def outline(self) -> Path:
        return circle(ORIGIN, self.trim.width / 2) if self.is_round else polygon(self.corners)

    def side(self, number: int) -> tuple[Point, float] | None:
        """The middle of a side and its heading; None if there is no such side."""
        if self.is_round or number > len(self.corners):
            return None
        first = -(number - 1) if self.is_mirrored else number - 1
        start, end = (self.corners[at % len(self.corners)] for at in (first, first + 1))
        middle = (start + end) * 0.5
        return middle, _heading_of(end - start) - 90

    def corner(self, number: int) -> tuple[Point, float] | None:
        """A corner and its heading from the centre; None if there is no such corner."""
        if self.is_round or number > len(self.corners):
            return None
        # The corner before a side is behind it on a mirrored tile.
        at = 2 - number if self.is_mirrored else number - 1
        corner = self.corners[at % len(self.corners)]
        return corner, _heading_of(corner)

    def is_over(self, points: list[Point]) -> bool:
        """Whether one of the points lies outside of the cut."""
        return self.beyond_safe(points) > self.margin + 1e-6

    def beyond_safe(self, points: list[Point]) -> float:
        """How far the points reach over the margin, in millimetres; 0 if they are safe."""
        if self.is_round:
            reach = max(point.length() for point in points)
            return max(0.0, reach - (self.trim.width / 2 - self.margin))
        following = (*self.corners[1:], self.corners[0])
        least = min(
            (end - start).unit().cross(point - start)
            for start, end in zip(self.corners, following, strict=True)
            for point in points
        )
        return max(0.0, self.margin - least)


def _heading_of(vector: Point) -> float:
    return math.degrees(math.atan2(vector.x, -vector.y))


def margin_of(width: float, height: float) -> float:
    """The margin inside the cut that stays free of text."""
    return min(SAFE, _SAFE_SHARE * min(width, height))


def rectangle(width: float, height: float) -> Area:
    """The area of a card or another upright rectangle."""
    trim = Box(-width / 2, -height / 2, width, height)
    margin = margin_of(width, height)
    return Area(trim, trim.widened(-margin), trim.widened(BLEED), trim.corners, margin)


def round_area(diameter: float) -> Area:
    """The area of a round token."""
    trim = Box(-diameter / 2, -diameter / 2, diameter, diameter)
    margin = margin_of(diameter, diameter)
    corners = tuple(heading(360 * k / _SIDES) * (diameter / 2) for k in range(_SIDES))
    half = (diameter / 2 - margin) / math.sqrt(2)
    safe = Box(-half, -half, 2 * half, 2 * half)
    return Area(trim, safe, trim.widened(BLEED), corners, margin, is_round=True)


def polygonal(corners: tuple[Point, ...]) -> Area:
    """The area of a tile, a token or a cell with these corners, clockwise round the origin."""
    trim = bounding_box(corners)
    margin = margin_of(trim.width, trim.height)
    half = min(
        (inner - margin) / (abs(normal.x) + abs(normal.y)) for inner, normal in _sides(corners)
    )
    safe = Box(-half, -half, 2 * half, 2 * half)
    return Area(trim, safe, trim.widened(BLEED), corners, margin)


def _sides(corners: tuple[Point, ...]) -> list[tuple[float, Point]]:
    """The distance of each side from the origin, and its normal."""
    following = (*corners[1:], corners[0])
    found = []
    for start, end in zip(corners, following, strict=True):
        normal = (end - start).unit().right() * -1
        found.append((start.dot(normal), normal))
    return found
