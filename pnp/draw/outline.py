"""The outline of a tile on paper: its corners, and where its ports are."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

from pnp.scene.geometry import Path, Point, Ray, heading, polygon
from pnp.tiles import Shape, TileGeometry
from pnp.tiles.proportions import Proportions

# The heading of side 1 of a single tile: a hexagon stands on a corner, a triangle on a side.
DEFAULT_TURN = {Shape.TRIANGLE: 60.0, Shape.SQUARE: 0.0, Shape.HEXAGON: 30.0}


@dataclass(frozen=True)
class Outline:
    """A tile's shape round the origin.

    `size` is the distance across flats of a hexagon, the side of a square or of a triangle, in
    millimetres. `turn` is the heading of the first side, in degrees clockwise from the top.
    """

    geometry: TileGeometry
    size: float
    turn: float

    @cached_property
    def proportions(self) -> Proportions:
        """The sizes of everything on the tile."""
        return Proportions(self.geometry, self.size)

    @cached_property
    def apothem(self) -> float:
        """From the centre to the middle of a side."""
        return self.proportions.apothem

    @cached_property
    def circumradius(self) -> float:
        """From the centre to a corner."""
        return self.proportions.circumradius

    @cached_property
    def side_length(self) -> float:
        return 2 * self.apothem * math.tan(math.pi / self.geometry.sides)

    def normal(self, side: int) -> Point:
        """The unit vector from the centre to the middle of a side."""
        return heading(self.turn + side * 360 / self.geometry.sides)

    def tangent(self, side: int) -> Point:
        """The unit vector along a side, clockwise round the tile."""
        return self.normal(side).right()

    def corner_direction(self, corner: int) -> Point:
        """The unit vector from the centre to the corner where the side with this number begins."""
        return heading(self.turn + (corner - 0.5) * 360 / self.geometry.sides)

    @cached_property
    def corners(self) -> tuple[Point, ...]:
        """The corners clockwise; the first is where side 1 begins."""
        return tuple(
            self.corner_direction(corner) * self.circumradius
            for corner in range(self.geometry.sides)
        )

    @cached_property
    def path(self) -> Path:
        return polygon(self.corners)

    def grown(self, reach: float) -> Path:
        """The outline grown by *reach*, with sharp corners."""
        larger = 1 + reach / self.apothem
        return polygon([corner * larger for corner in self.corners])

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
            self.on_side(side, share * self.side_length, self.apothem), self.normal(side) * -1
        )
