"""A table of tiles: what lies where, and what every empty place beside it has to agree with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from operator import itemgetter
from typing import Any, Generic, NamedTuple, Self, TypeVar

from pnp.tiles.hexgrid import Hex

Lying = TypeVar("Lying")

# What each side of a tile shows, clockwise from the one at the upper right.
Sides = tuple[int, ...]

# What a place meets on each of its sides; None where no tile lies.
Demand = tuple[int | None, ...]

SIDES = range(6)

_FACING = tuple((side + 3) % 6 for side in SIDES)
_NOTHING: Demand = (None,) * 6

# If so many places have changed, it is quicker to look at all of them.
_WORTH_KEEPING = 30


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


class Place(NamedTuple):
    """An empty place beside the tiles of a table, and what it meets there."""

    cell: Hex
    demand: Demand


class Known(NamedTuple):
    """What was found out about an earlier layout, and the cells that have changed since."""

    found: list[Any]
    changed: frozenset[Hex]


class Layout(Mapping[Hex, Lying], Generic[Lying]):
    """Tiles on a table by cell: an immutable mapping that knows the empty places beside it.

    `places` has each empty place that touches a tile, by cell. It follows from the tiles and is kept
    up to date tile by tile: a tile changes its own place and the six beside it. `known` hands on what
    is found out about the places, so that only those that changed need to be looked at again.
    """

    __slots__ = ("_hash", "_tiles", "known", "places")

    def __init__(
        self,
        tiles: dict[Hex, Lying] | None = None,
        places: dict[Hex, Place] | None = None,
        known: dict[int, Known] | None = None,
    ) -> None:
        self._tiles: dict[Hex, Lying] = tiles or {}
        self.places: dict[Hex, Place] = places or {}
        self.known: dict[int, Known] = known or {}
        self._hash: int | None = None

    @classmethod
    def of(cls, tiles: Iterable[tuple[Hex, Lying, Sides]]) -> Self:
        """The layout of tiles with what their sides show, which need not agree."""
        layout = cls()
        for cell, tile, sides in tiles:
            layout = layout.with_tile(cell, tile, sides)
        return layout

    def with_tile(self, cell: Hex, tile: Lying, sides: Sides) -> Self:
        """The layout with a tile on a cell, in place of another one if there is one."""
        tiles, places = {**self._tiles, cell: tile}, self.places.copy()
        places.pop(cell, None)
        changed = [cell]
        for side in SIDES:
            beside = beyond(cell, side)
            if beside not in tiles:
                against = _FACING[side]
                met = places[beside].demand if beside in places else _NOTHING
                demand = (*met[:against], sides[side], *met[against + 1 :])
                places[beside] = Place(beside, demand)
                changed.append(beside)
        return type(self)(tiles, places, self._known_after(changed))

    def _known_after(self, changed: Iterable[Hex]) -> dict[int, Known]:
        """What is still known when some cells have changed."""
        sets = {known.changed for known in self.known.values()}
        larger = {each: each.union(changed) for each in sets if len(each) < _WORTH_KEEPING}
        return {
            key: Known(found, larger[before])
            for key, (found, before) in self.known.items()
            if before in larger
        }

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
