"""The outline of a tile on paper: its corners, and where its ports are."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

from pnp.scene.geometry import ORIGIN, Path, Point, Ray, heading, polygon
from pnp.tiles.proportions import Proportions


@dataclass(frozen=True)
class Outline(Proportions):
    """A tile's shape round the origin, with the sizes of everything on it.

    `turn` is the heading of the first side, in degrees clockwise from the top.
    """

    turn: float

    @property
    def turned(self) -> float:
        """By how many degrees the tile is turned from where it stands upright."""
        return self.turn - self.geometry.shape.upright

    def normal(self, side: int) -> Point:
        """The unit vector from the centre to the middle of a side."""
        return heading(self.turn + side * 360 / self.geometry.sides)

    def tangent(self, side: int) -> Point:
        """The unit vector along a side, clockwise round the tile."""
        return self.normal(side).right()

    def corner_direction(self, corner: int) -> Point:
        """The unit vector that halves the corner where the side with this number begins, outwards."""
        return heading(self.turn + (corner - 0.5) * 360 / self.geometry.sides)

    @property
    def half_angle(self) -> float:
        """Half of the angle of a corner, in radians."""
        return math.pi / 2 - math.pi / self.geometry.sides

    @cached_property
    def corners(self) -> tuple[Point, ...]:
        """The corners clockwise; the first is where side 1 begins."""
        return self.corners_beyond(0.0)

    def corners_beyond(self, reach: float) -> tuple[Point, ...]:
        """The corners of the outline grown by *reach*, which stay sharp; less than 0 shrinks it."""
        out = self.circumradius * (1 + reach / self.apothem)
        return tuple(
            self.corner_direction(corner) * out + self.corner_shift(corner)
            for corner in range(self.geometry.sides)
        )

    def corner_shift(self, corner: int) -> Point:
        """How far a corner of a rectangle is from that of the square in its middle."""
        if not self.geometry.shape.is_oblong:
            return ORIGIN
        before, after = self.normal(corner - 1), self.normal(corner)
        return before * (self.distance(corner - 1) - self.apothem) + after * (
            self.distance(corner) - self.apothem
        )

    @cached_property
    def path(self) -> Path:
        return polygon(self.corners)

    def grown(self, reach: float) -> Path:
        """The outline grown by *reach*, with sharp corners."""
        return polygon(self.corners_beyond(reach))

    def on_side(self, side: int, along: float, out: float) -> Point:
        """The point at these distances along a side from its middle, and out from the centre."""
        return self.normal(side) * out + self.tangent(side) * along

    def port(self, port: int) -> Ray:
        """The place of a port, and the direction into the tile at a right angle to the side.

        Ports divide a side evenly, so that they meet the neighbour's.
        """
        side, place = divmod(port, self.geometry.ports)
        share = (place + 1) / (self.geometry.ports + 1) - 0.5
        return Ray(
            self.on_side(side, share * self.length(side), self.distance(side)),
            self.normal(side) * -1,
        )
