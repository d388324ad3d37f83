"""Tiles on a table: what lies where, and what each empty place beside a tile meets."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from operator import itemgetter
from typing import Any, Generic, NamedTuple, Self, TypeVar

from pnp.tiles.hexgrid import Hex

Lying = TypeVar("Lying")

# A number for what each side of a tile shows, clockwise from the side at the upper right.
Sides = tuple[int, ...]

# All that an empty place meets, as one number: a byte for each side, 0 where no tile lies.
Demand = int

SIDES = range(6)

_FACING = tuple((side + 3) % 6 for side in SIDES)
_BYTE = 255
_OFFSET = 2  # is added to what a side shows, -1 or more, so that 0 is left for no tile

# How many of its latest steps a layout remembers, and a step before all of them.
_RECENT = 8
NEVER = -_RECENT - 1


@lru_cache(4096)
def beyond(cell: Hex, side: int) -> Hex:
    """The cell across a side; side 0 is at the upper right, and the others follow clockwise.

    >>> beyond(Hex(0, 0), 0)
    Hex(q=1, r=-1)
    """
    return cell.moved(side + 1)


def facing(side: int) -> int:
    """The side of the next tile that lies against this side.

    >>> facing(0), facing(5)
    (3, 2)
    """
    return _FACING[side]


def met(demand: Demand) -> Iterator[tuple[int, int]]:
    """The sides of a place that meet a tile, each with what the tile shows there."""
    for side in SIDES:
        if byte := demand >> 8 * side & _BYTE:
            yield side, byte - _OFFSET


class Memory(NamedTuple):
    """Results about a layout or an earlier one, so that they are not computed anew.

    A step lays one tile. `found` has the results by number, each with the step for which it is right;
    `recent` has the cells that each of the latest steps changed.
    """

    found: dict[int, tuple[int, list[Any]]]
    step: int
    recent: tuple[list[Hex], ...]

    def after(self, changed: list[Hex]) -> Memory:
        """The memory of the next layout, in which these cells have changed."""
        return Memory(self.found.copy(), self.step + 1, (*self.recent[1 - _RECENT :], changed))

    def recall(self, number: int) -> tuple[int, list[Any]]:
        """The step and the result of a number; NEVER and no result if that is too old or unknown."""
        known = self.found.get(number)
        return known if known and self.step - known[0] <= len(self.recent) else (NEVER, [])


class Layout(Mapping[Hex, Lying], Generic[Lying]):
    """Tiles on a table by cell: an immutable mapping that knows the empty places beside it.

    `places` has each empty place that touches a tile, and what it meets. It follows from the tiles
    and is kept up to date tile by tile: a tile changes its own place and the six beside it. `memory`
    hands results about the places on to later layouts.
    """

    __slots__ = ("_hash", "_tiles", "memory", "places")

    def __init__(
        self,
        tiles: dict[Hex, Lying] | None = None,
        places: dict[Hex, Demand] | None = None,
        memory: Memory | None = None,
    ) -> None:
        self._tiles: dict[Hex, Lying] = tiles or {}
        self.places: dict[Hex, Demand] = places or {}
        self.memory = memory or Memory({}, 0, ())
        self._hash: int | None = None

    @classmethod
    def of(cls, tiles: Iterable[tuple[Hex, Lying, Sides]]) -> Self:
        """The layout of cells, tiles and what their sides show; neighbours need not agree."""
        layout = cls()
        for cell, tile, sides in tiles:
            layout = layout.with_tile(cell, tile, sides)
        return layout

    def with_tile(self, cell: Hex, tile: Lying, sides: Sides) -> Self:
        """The layout with a tile on a cell, in place of any that lies there."""
        tiles, places = {**self._tiles, cell: tile}, self.places.copy()
        places.pop(cell, None)
        changed = [cell]
        for side in SIDES:
            beside = beyond(cell, side)
            if beside not in tiles:
                shift = 8 * _FACING[side]
                others = places.get(beside, 0) & ~(_BYTE << shift)
                places[beside] = others | (sides[side] + _OFFSET) << shift
                changed.append(beside)
        return type(self)(tiles, places, self.memory.after(changed))

    def changed_since(self, step: int) -> tuple[Collection[Hex], Mapping[Hex, Demand]]:
        """The cells changed since a step, and the places among them; since NEVER, all places."""
        memory, places = self.memory, self.places
        if step == NEVER:
            return (), places
        changed = {cell for cells in memory.recent[step - memory.step :] for cell in cells}
        return changed, {cell: places[cell] for cell in changed if cell in places}

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._tiles, self.places)

    def __getitem__(self, cell: Hex) -> Lying:
        return self._tiles[cell]

    def __contains__(self, cell: object) -> bool:
        return cell in self._tiles

    def __iter__(self) -> Iterator[Hex]:
        return iter(self._tiles)

    def __len__(self) -> int:
        return len(self._tiles)

    def in_order(self) -> tuple[tuple[Hex, Lying], ...]:
        """The cells and what lies there, sorted by cell."""
        return tuple(sorted(self._tiles.items(), key=itemgetter(0)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Layout) and self._tiles == other._tiles

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(frozenset(self._tiles.items()))
        return self._hash

    def __repr__(self) -> str:
        return f"Layout({dict(self.in_order())!r})"
