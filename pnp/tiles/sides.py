"""The looks of sides: what a neighbour sees of a tile, and which two looks match.

A side shows its edge colour, at each of its ports the colour of a strand, and the colours of the
corners where it begins and ends. Two sides match if their edges meet, and so does what they show at
each pair of ports and of corners. A colour meets itself, unless the game says what it meets.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field

from pnp.basics.classes import NamedTuple, frozen
from pnp.tiles.symmetry import Isometry, Symmetry
from pnp.tiles.tile import UNCOLOURED, Tile, TileGeometry

# A port that no strand touches. UNCOLOURED is a strand without a colour.
NOTHING = -2


@frozen(eq=False)
class Meetings:
    """What colours meet, by their numbers, and the other way round; one without an entry meets itself."""

    listed: Mapping[int, frozenset[int]] = field(default_factory=dict)

    def meet(self, one: int, other: int) -> bool:
        """Whether the one may lie against the other."""
        return other in self.listed[one] if one in self.listed else one == other


LIKE_MEETS_LIKE = Meetings()


class SideLook(NamedTuple):
    """What a side shows: its edge colour, and the colours at its ports and at its two corners, clockwise.

    A tile without colours at its corners has no `corners`.
    """

    edge: int
    ports: tuple[int, ...]
    corners: tuple[int, ...] = ()

    @property
    def mirrored(self) -> SideLook:
        """The look of a side that lies against this one and shows the same."""
        return SideLook(self.edge, self.ports[::-1], self.corners[::-1])

    @property
    def is_blank(self) -> bool:
        return {self.edge, *self.corners} == {UNCOLOURED} and {*self.ports} == {NOTHING}

    @property
    def parts(self) -> tuple[int, ...]:
        """All colours of the side."""
        return (self.edge, *self.ports, *self.corners)

    def matches(self, other: SideLook, meetings: Meetings = LIKE_MEETS_LIKE) -> bool:
        """Whether two sides with these looks may lie against each other."""
        against = self.mirrored
        if meetings is LIKE_MEETS_LIKE:
            return against == other
        return len(against.corners) == len(other.corners) and all(
            map(meetings.meet, against.parts, other.parts)
        )

    @property
    def has_corners(self) -> bool:
        """Whether a corner has a colour."""
        return any(each != UNCOLOURED for each in self.corners)

    def colour(self) -> int | None:
        """The only colour of the side; None if it has several, or none."""
        shown = {*self.parts} - {UNCOLOURED, NOTHING}
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


def faces(looks: Around, symmetry: Symmetry) -> Iterator[SideLook]:
    """The looks of a piece's sides; a piece that is printed on both sides has twice as many."""
    yield from looks
    if symmetry is Symmetry.ROTATIONS_AND_REFLECTIONS:
        yield from (look.mirrored for look in looks)


def partners(looks: Iterable[SideLook], meetings: Meetings) -> dict[SideLook, tuple[SideLook, ...]]:
    """For each of these looks those that match it: its mirror image, or any of them that meet its colours."""
    known = dict.fromkeys(looks)

    def of(look: SideLook) -> Iterable[SideLook]:
        if meetings.listed.keys().isdisjoint(look.parts):
            return (look.mirrored,)
        return (each for each in known if look.matches(each, meetings))

    return {look: (*of(look),) for look in known}
