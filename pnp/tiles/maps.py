"""Maps: boards of a size, whose places and routes lie anywhere on them. A map is one more grid of cells."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from pnp.scene.geometry import Box, Point
from pnp.tiles.grids import Grid
from pnp.tiles.layouts import Cell, Layout

# The cell beyond every side of a place or of a space: they have no sides in common.
_NOWHERE = Cell(-1, -1)


class Spot(NamedTuple):
    """A cell of a map, its size 1: its centre from the middle of the map, its corners round it, its turn."""

    centre: Point
    corners: tuple[Point, ...]
    turn: float = 0.0


@dataclass(frozen=True)
class MapLayout(Layout):
    """The cells of a map round its middle; `across` is the size of a place."""

    spots: Mapping[Cell, Spot] = field(hash=False)

    @property
    def apothem(self) -> float:
        return self.across / 2

    @property
    def circumradius(self) -> float:
        return self.across / 2

    def centre(self, cell: Cell) -> Point:
        return self.spots[cell].centre * self.across

    def corners(self, cell: Cell, *, inset: float = 0.0) -> tuple[Point, ...]:
        corners = (each * self.across for each in self.spots[cell].corners)
        return tuple(each - each.unit() * inset for each in corners) if inset else tuple(corners)

    def turn(self, cell: Cell, /) -> float:
        return self.spots[cell].turn

    def neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        return (_NOWHERE,) * len(self.spots[cell].corners)

    def around(self, box: Box) -> Iterator[Cell]:
        yield from ()


@dataclass(frozen=True)
class MapGrid(Grid):
    """The places and the spaces of a map; `width` and `height` are those of the map if a place has the size 1."""

    width: float = 0.0
    height: float = 0.0

    @cached_property
    def extent(self) -> Box:
        return Box(-self.width / 2, -self.height / 2, self.width, self.height)

    @cached_property
    def edge(self) -> tuple[Cell, ...]:
        return ()

    @cached_property
    def centre(self) -> tuple[Cell, ...]:
        return ()

    @property
    def is_map(self) -> bool:
        return True


def empty_map(width: float, height: float) -> MapGrid:
    """A map without places, so many times as wide and as high as a place."""
    return MapGrid(
        "places",
        lambda across: MapLayout(across, {}),
        (),
        {},
        (),
        width=width,
        height=height,
    )
