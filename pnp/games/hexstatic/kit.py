"""The set as it is played: its tiles in every turn, and which of them show what on which side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain

from pnp.sets.tileset import Tileset
from pnp.tiles import (
    NO_MARK,
    UNCOLOURED,
    NotationError,
    Shape,
    Tile,
    TileGeometry,
    canonical,
    format_tile,
    images,
    parse_tile,
)
from pnp.tiles.hexgrid import Hex
from pnp.tiles.symmetry import Symmetry

# What a side shows that no colour touches.
BLANK = int(UNCOLOURED)

# What each side of a tile shows, clockwise from the one at the upper right: a colour, or BLANK.
Sides = tuple[int, ...]

_HEXAGON = TileGeometry(Shape.HEXAGON)


def beyond(cell: Hex, side: int) -> Hex:
    """The cell across a side; side 0 is at the upper right, and on goes clockwise."""
    return cell.moved(side + 1)


def facing(side: int) -> int:
    """The side of the tile beyond that lies against this side."""
    return (side + 3) % 6


def ports(tile: Tile, colour: int) -> tuple[int, ...]:
    """The sides that a colour touches: one for an end, two for a line."""
    return tile.joins[tile.colours.index(colour)]


def is_nexus(tile: Tile) -> bool:
    """Whether all strands of a tile are ends."""
    return all(len(join) == 1 for join in tile.joins)


@dataclass(frozen=True)
class Kit:
    """The tiles of a set; a kind is a tile as it is listed, whichever way it is turned.

    The tiles in all their turns are numbered, and a set of them is a number with a bit for each:
    `showing` has the set for each side and what it shows, `turns_of` that of each kind.
    """

    colours: tuple[str, ...]
    codes: tuple[str, ...]
    copies: Mapping[Tile, int]
    turned: tuple[Tile, ...]
    kinds: Mapping[Tile, Tile]
    sides: Mapping[Tile, Sides]
    showing: tuple[Mapping[int, int], ...]
    turns_of: Mapping[Tile, int]
    _by_strands: Mapping[object, Tile]

    @property
    def nexus(self) -> tuple[Tile, ...]:
        """The nexus tiles, copies and all."""
        return tuple(kind for kind in self._every_copy() if is_nexus(kind))

    @property
    def ordinary(self) -> tuple[Tile, ...]:
        """All other tiles."""
        return tuple(kind for kind in self._every_copy() if not is_nexus(kind))

    def _every_copy(self) -> Iterator[Tile]:
        return chain.from_iterable([kind] * copies for kind, copies in self.copies.items())

    def write(self, tile: Tile) -> str:
        """The notation of a tile."""
        return format_tile(tile, self.codes)

    def read(self, text: str) -> Tile:
        """The tile as it is turned in the text, which may leave out its mark.

        Raises NotationError where it is no tile, or none of the set.
        """
        tile = parse_tile(text, _HEXAGON, self.codes)
        known = self._by_strands.get(_strands(tile))
        if known is None or known.edges != tile.edges or tile.mark not in (NO_MARK, known.mark):
            raise NotationError(f"the set has no tile {text}")
        return known

    def fitting(self, among: int, demands: Iterable[tuple[int, int]], *, strict: bool) -> int:
        """Those of a set of turned tiles that agree with what their sides meet.

        Where blank sides are not `strict`, they agree with everything.
        """
        for side, shown in demands:
            if strict:
                among &= self.showing[side].get(shown, 0)
            elif shown != BLANK:
                among &= self.showing[side].get(shown, 0) | self.showing[side].get(BLANK, 0)
        return among

    def turns(self, kinds: Iterable[Tile]) -> int:
        """The set of these kinds in all their turns."""
        found = 0
        for kind in kinds:
            found |= self.turns_of[kind]
        return found

    def members(self, numbers: int) -> Iterator[Tile]:
        """The turned tiles of a set of them, in order."""
        while numbers:
            least = numbers & -numbers
            yield self.turned[least.bit_length() - 1]
            numbers ^= least


def kit_of(tileset: Tileset) -> Kit:
    """The set as it is played; raises ValueError where it is no set for this game."""
    definition = tileset.definition
    colours = tuple(ink.name for ink in definition.inks)
    for piece in tileset.pieces:
        if definition.geometry != _HEXAGON or not _is_playable(piece.tile, len(colours)):
            raise ValueError(
                f"{definition.game} is no set for hexstatic: {piece.id} is not a hexagon with each"
                " colour once, as a line or an end"
            )
    copies: Counter[Tile] = Counter()
    for piece in tileset.pieces:
        copies[canonical(piece.tile, _HEXAGON, Symmetry.ROTATIONS)] += piece.copies
    if not any(map(is_nexus, copies)):
        raise ValueError(f"{definition.game} is no set for hexstatic: it has no nexus tile")
    kinds = {
        turn: kind for kind in sorted(copies) for turn in images(kind, _HEXAGON, Symmetry.ROTATIONS)
    }
    sides = {tile: _sides(tile) for tile in kinds}
    showing: tuple[dict[int, int], ...] = tuple({} for _ in range(6))
    turns_of = dict.fromkeys(copies, 0)
    for number, (tile, kind) in enumerate(kinds.items()):
        turns_of[kind] |= 1 << number
        for side, shown in enumerate(sides[tile]):
            showing[side][shown] = showing[side].get(shown, 0) | 1 << number
    return Kit(
        colours,
        tuple(definition.codes),
        {kind: copies[kind] for kind in sorted(copies)},
        tuple(kinds),
        kinds,
        sides,
        showing,
        turns_of,
        {_strands(tile): tile for tile in kinds},
    )


def _is_playable(tile: Tile, colours: int) -> bool:
    each_once = sorted(tile.colours) == list(range(colours))
    return each_once and set(tile.edges) == {UNCOLOURED} and max(map(len, tile.joins)) <= 2


def _strands(tile: Tile) -> object:
    return tile.joins, tile.colours


def _sides(tile: Tile) -> Sides:
    shown = [BLANK] * 6
    for strand in tile.strands:
        for port in strand.ports:
            shown[port] = strand.colour
    return tuple(shown)
