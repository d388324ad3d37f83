"""The outline of a tile on paper: its corners, and where its ports are."""

from __future__ import annotations

import math
from functools import cached_property

from pnp.basics.classes import frozen
from pnp.scene.geometry import Path, Point, Ray, polygon, turned
from pnp.tiles.proportions import Proportions


@frozen
class Outline(Proportions):
    """A tile's shape round the origin, with the sizes of everything on it.

    `turn` is the heading of the first side, in degrees clockwise from the top; a polygon that fills no lattice
    stands upright at 0.
    """

    turn: float

    @property
    def turned(self) -> float:
        """By how many degrees the tile is turned from where it stands upright."""
        return self.turn - self.geometry.upright

    @cached_property
    def _angle(self) -> float:
        return math.radians(self.turn)

    def normal(self, side: int) -> Point:
        """The unit vector out of a side, at a right angle to it."""
        return self._normals[side % len(self._normals)]

    @cached_property
    def _normals(self) -> tuple[Point, ...]:
        return tuple(each.right() * -1 for each in self._tangents)

    @cached_property
    def _tangents(self) -> tuple[Point, ...]:
        return tuple(turned(each, self._angle) for each in self.geometry.polygon.tangents)

    @cached_property
    def _middles(self) -> tuple[Point, ...]:
        middles = self.geometry.polygon.middles
        return tuple(turned(each * self.size, self._angle) for each in middles)

    def tangent(self, side: int) -> Point:
        """The unit vector along a side, clockwise round the tile."""
        return self._tangents[side % len(self._tangents)]

    def corner_direction(self, corner: int) -> Point:
        """The unit vector that halves the corner where the side with this number begins, outwards."""
        return turned(self.tangent(corner), self.half_angle(corner)) * -1

    @cached_property
    def corners(self) -> tuple[Point, ...]:
        """The corners clockwise; the first is where side 1 begins."""
        return self.corners_beyond(0.0)

    def corners_beyond(self, reach: float) -> tuple[Point, ...]:
        """The corners of the outline grown by *reach*, which stay sharp; less than 0 shrinks it."""
        return tuple(
            turned(corner * self.size, self._angle)
            + self.corner_direction(number) * (reach / math.sin(self.half_angle(number)))
            for number, corner in enumerate(self.geometry.polygon.corners)
        )

    @cached_property
    def path(self) -> Path:
        return polygon(self.corners)

    def grown(self, reach: float) -> Path:
        """The outline grown by *reach*, with sharp corners."""
        return polygon(self.corners_beyond(reach))

    def on_side(self, side: int, along: float, out: float) -> Point:
        """The point at these distances along a side from its middle, and out from the centre."""
        out_of_side = self.normal(side) * (out - self.distance(side))
        return self._middles[side % self.geometry.sides] + self.tangent(side) * along + out_of_side

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
