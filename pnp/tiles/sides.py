"""The looks of sides: what a neighbour sees of a tile, and which two looks match.

A side shows its edge colour, at each of its ports the colour of a strand, and the colours of the
corners where it begins and ends. Two sides match if they show the same edge colour, and the same at
each pair of ports and of corners that meet. The bundled games lay tiles by the same rule.
"""

from __future__ import annotations

from typing import NamedTuple

from pnp.tiles.symmetry import Isometry
from pnp.tiles.tile import UNCOLOURED, Tile, TileGeometry

# A port that no strand touches. UNCOLOURED is a strand without a colour.
NOTHING = -2


class SideLook(NamedTuple):
    """What a side shows: its edge colour, and the colours at its ports and at its two corners, clockwise.

    A tile without colours at its corners has no `corners`.
    """

    edge: int
    ports: tuple[int, ...]
    corners: tuple[int, ...] = ()

    @property
    def mirrored(self) -> SideLook:
        """The look that matches this one: that of the side that lies against it."""
        return SideLook(self.edge, self.ports[::-1], self.corners[::-1])

    @property
    def is_blank(self) -> bool:
        return {self.edge, *self.corners} == {UNCOLOURED} and {*self.ports} == {NOTHING}

    def matches(self, other: SideLook) -> bool:
        """Whether two sides with these looks may lie against each other."""
        return self.mirrored == other

    @property
    def has_corners(self) -> bool:
        """Whether a corner has a colour."""
        return any(each != UNCOLOURED for each in self.corners)

    def colour(self) -> int | None:
        """The only colour of the side; None if it has several, or none."""
        shown = {self.edge, *self.ports, *self.corners} - {UNCOLOURED, NOTHING}
        return shown.pop() if len(shown) == 1 else None


# What the sides of a tile show, clockwise from its first.
Around = tuple[SideLook, ...]


def around(tile: Tile, geometry: TileGeometry) -> Around:
    """The looks of a tile's sides."""
    shown = [NOTHING] * geometry.port_count
    for join, colour in zip(tile.joins, tile.colours, strict=True):
        for port in join:
            shown[port] = colour
    each = geometry.ports
    # Corner i is where side i begins, and the next one is where it ends.
    following = (*tile.corners[1:], *tile.corners[:1])
    at = [*zip(tile.corners, following, strict=True)] if tile.corners else [()] * geometry.sides
    return tuple(
        SideLook(edge, tuple(shown[side * each : (side + 1) * each]), at[side])
        for side, edge in enumerate(tile.edges)
    )


def moved_looks(looks: Around, isometry: Isometry) -> Around:
    """The looks after an isometry."""
    found = list(looks)
    for side, target in enumerate(isometry.sides):
        found[target] = looks[side].mirrored if isometry.mirrored else looks[side]
    return tuple(found)
