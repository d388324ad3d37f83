"""The looks of sides: what a neighbour sees of a tile, and which two looks match.

A side shows its edge colour, at each of its ports the colour of a strand, and the colours of the
corners where it begins and ends. Two sides match if they show the same edge colour, and the same at
each pair of ports and of corners that meet. The bundled games lay tiles by the same rule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from pnp.definition import Ink
from pnp.sets.tileset import Piece
from pnp.tiles import UNCOLOURED, Tile, TileGeometry
from pnp.tiles.notation import format_sides
from pnp.tiles.symmetry import Isometry, Symmetry

# A port that no strand touches. UNCOLOURED is a strand without a colour.
NOTHING = -2

BLANK = "blank"
PATH = "path"


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

    def words(self, inks: Sequence[Ink]) -> str:
        """The look in words: `red`, `blank`, `path + blank`, `red edge, blue`, `0 to 5`."""
        if self.is_blank:
            return BLANK
        parts = []
        has_ports = {*self.ports} != {NOTHING}
        if self.edge != UNCOLOURED:
            edge = inks[self.edge].name
            parts.append(f"{edge} edge" if has_ports or self._has_corners else edge)
        if has_ports:
            parts.append(" + ".join(_word(port, inks) for port in self.ports))
        if self._has_corners:
            parts.append(" to ".join(_corner(each, inks) for each in self.corners))
        return ", ".join(parts)

    @property
    def _has_corners(self) -> bool:
        return any(each != UNCOLOURED for each in self.corners)

    def short(self, inks: Sequence[Ink]) -> str:
        """The look in the codes of its colours: `R`, `blank`, `R+blank`, `^0/5`."""
        edge = "" if self.edge == UNCOLOURED else inks[self.edge].code
        ports = (
            "" if {*self.ports} == {NOTHING} else "+".join(_code(each, inks) for each in self.ports)
        )
        corners = (
            f"^{format_sides(self.corners, [ink.code for ink in inks])}"
            if self._has_corners
            else ""
        )
        return " ".join(part for part in (edge, ports, corners) if part) or BLANK

    def colour(self) -> int | None:
        """The only colour of the side; None if it has several, or none."""
        shown = {self.edge, *self.ports, *self.corners} - {UNCOLOURED, NOTHING}
        return shown.pop() if len(shown) == 1 else None


def _word(port: int, inks: Sequence[Ink]) -> str:
    if port == NOTHING:
        return BLANK
    return PATH if port == UNCOLOURED else inks[port].name


def _corner(colour: int, inks: Sequence[Ink]) -> str:
    return BLANK if colour == UNCOLOURED else inks[colour].name


def _code(port: int, inks: Sequence[Ink]) -> str:
    return inks[port].code if port >= 0 else _word(port, inks)


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


def counted_looks(
    pieces: Iterable[Piece], geometry: TileGeometry, symmetry: Symmetry
) -> Counter[SideLook]:
    """How many sides of these pieces, with their copies, have each look."""
    found: Counter[SideLook] = Counter()
    for piece in pieces:
        for look in faces(around(piece.tile, geometry), symmetry):
            found[look] += piece.copies
    return found


def match_chance(one: Counter[SideLook], other: Counter[SideLook]) -> float:
    """The chance that a random side of the one matches a random side of the other; 0 if empty."""
    pairs = one.total() * other.total()
    matching = sum(number * other[look.mirrored] for look, number in one.items())
    return matching / pairs if pairs else 0.0
