"""A table of tiles: what lies where, and what every empty place beside it has to agree with."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from operator import itemgetter
from typing import Any, Generic, NamedTuple, TypeVar

from pnp.tiles.hexgrid import Hex

Lying = TypeVar("Lying")

# What each side of a tile shows, clockwise from the one at the upper right.
Sides = tuple[int, ...]

# What a place meets on each of its sides; None where no tile lies.
Demand = tuple[int | None, ...]

SIDES = range(6)

_FACING = tuple((side + 3) % 6 for side in SIDES)
_NOTHING: Demand = (None,) * 6


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


class Fitting(NamedTuple):
    """The kinds of tiles, by number, that fit on a place, and the turns in which each of them does."""

    numbers: frozenset[int]
    turns: Mapping[int, tuple[Any, ...]]


class Place:
    """An empty place beside the tiles of a table, and what it meets there.

    The place stays the same in every position of a game until a tile is laid on it or beside it, so
    it remembers which tiles fit, and the moves that lay them, by the number of their kind.
    """

    __slots__ = ("cell", "demand", "fitting", "moves")

    def __init__(self, cell: Hex, demand: Demand) -> None:
        self.cell = cell
        self.demand = demand
        self.fitting: Fitting | None = None
        self.moves: dict[int, list[Any]] = {}

    def __reduce__(self) -> tuple[type[Place], tuple[Hex, Demand]]:
        return Place, (self.cell, self.demand)


class Layout(Mapping[Hex, Lying], Generic[Lying]):
    """Tiles on a table by cell: an immutable mapping that knows the empty places beside it.

    `places` has each empty place that touches a tile, sorted by cell. It follows from the tiles and is
    kept up to date tile by tile: a tile changes six places only.
    """

    __slots__ = ("_hash", "_tiles", "places")

    def __init__(self, tiles: dict[Hex, Lying] | None = None, places: list[Place] | None = None):
        self._tiles: dict[Hex, Lying] = tiles or {}
        self.places: list[Place] = places or []
        self._hash: int | None = None

    @classmethod
    def of(cls, tiles: Iterable[tuple[Hex, Lying, Sides]]) -> Layout[Lying]:
        """The layout of tiles with what their sides show, which need not agree."""
        layout: Layout[Lying] = cls()
        for cell, tile, sides in tiles:
            layout = layout.with_tile(cell, tile, sides)
        return layout

    def with_tile(self, cell: Hex, tile: Lying, sides: Sides) -> Layout[Lying]:
        """The layout with a tile on a cell, in place of another one if there is one."""
        tiles, places = {**self._tiles, cell: tile}, [*self.places]
        index = bisect_left(places, cell, key=_cell_of)
        if index < len(places) and places[index].cell == cell:
            del places[index]
        for side in SIDES:
            beside = beyond(cell, side)
            if beside not in tiles:
                _meet(places, beside, _FACING[side], sides[side])
        return Layout(tiles, places)

    def place(self, cell: Hex) -> Place | None:
        """The empty place on a cell; None if the cell has a tile or touches none."""
        index = bisect_left(self.places, cell, key=_cell_of)
        found = self.places[index] if index < len(self.places) else None
        return found if found is not None and found.cell == cell else None

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


def _cell_of(place: Place) -> Hex:
    return place.cell


def _meet(places: list[Place], cell: Hex, side: int, shown: int) -> None:
    """Put what a place meets on one more side into the sorted places."""
    index = bisect_left(places, cell, key=_cell_of)
    if index < len(places) and places[index].cell == cell:
        met = places[index].demand
        places[index] = Place(cell, (*met[:side], shown, *met[side + 1 :]))
    else:
        places.insert(index, Place(cell, (*_NOTHING[:side], shown, *_NOTHING[side + 1 :])))
