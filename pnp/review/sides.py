"""The looks of sides in words, and how many sides of a set have each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from pnp.definition import Ink
from pnp.sets.tileset import Piece
from pnp.tiles import UNCOLOURED, TileGeometry
from pnp.tiles.notation import format_sides
from pnp.tiles.sides import NOTHING, Around, SideLook, around
from pnp.tiles.symmetry import Symmetry

BLANK = "blank"
PATH = "path"


def in_words(look: SideLook, inks: Sequence[Ink]) -> str:
    """The look in words: `red`, `blank`, `path + blank`, `red edge, blue`, `0 to 5`."""
    if look.is_blank:
        return BLANK
    parts = []
    has_ports = {*look.ports} != {NOTHING}
    if look.edge != UNCOLOURED:
        edge = inks[look.edge].name
        parts.append(f"{edge} edge" if has_ports or look.has_corners else edge)
    if has_ports:
        parts.append(" + ".join(_word(port, inks) for port in look.ports))
    if look.has_corners:
        parts.append(" to ".join(_corner(each, inks) for each in look.corners))
    return ", ".join(parts)


def in_codes(look: SideLook, inks: Sequence[Ink]) -> str:
    """The look in the codes of its colours: `R`, `blank`, `R+blank`, `^0/5`."""
    edge = "" if look.edge == UNCOLOURED else inks[look.edge].code
    ports = "" if {*look.ports} == {NOTHING} else "+".join(_code(each, inks) for each in look.ports)
    corners = (
        f"^{format_sides(look.corners, [ink.code for ink in inks])}" if look.has_corners else ""
    )
    return " ".join(part for part in (edge, ports, corners) if part) or BLANK


def _word(port: int, inks: Sequence[Ink]) -> str:
    if port == NOTHING:
        return BLANK
    return PATH if port == UNCOLOURED else inks[port].name


def _corner(colour: int, inks: Sequence[Ink]) -> str:
    return BLANK if colour == UNCOLOURED else inks[colour].name


def _code(port: int, inks: Sequence[Ink]) -> str:
    return inks[port].code if port >= 0 else _word(port, inks)


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
