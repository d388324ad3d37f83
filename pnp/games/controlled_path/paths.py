"""Paths over the tiles on the table, and the empty places to which they lead."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from pnp.play.layout import Layout, beyond, facing
from pnp.tiles import Port, Tile
from pnp.tiles.hexgrid import Hex

# The terminals that a path joins on one tile.
Join = tuple[Port, ...]


class Spot(NamedTuple):
    """The part of a path on one tile, where a token can stand."""

    cell: Hex
    join: Join


class Path(NamedTuple):
    """A whole path: its part on each tile, and the empty places that it leads to.

    `openings` has the sides on which it meets each of these places, as a number with a bit for each.
    """

    spots: frozenset[Spot]
    openings: Mapping[Hex, int]


class Network(Layout[Tile]):
    """The tiles on the table, and the paths over them; it remembers each path that it has found."""

    __slots__ = ("_paths",)

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self._paths: dict[Spot, Path] = {}

    def path(self, spot: Spot) -> Path:
        """The whole path of which this is a part."""
        if spot in self._paths:
            return self._paths[spot]
        spots, openings = {spot}, dict[Hex, int]()
        ahead = [spot]
        for each in ahead:
            for cell, side in _exits(each):
                if cell not in self._tiles:
                    openings[cell] = openings.get(cell, 0) | 1 << side
                elif (beside := self._spot(cell, side)) and beside not in spots:
                    spots.add(beside)
                    ahead.append(beside)
        path = Path(frozenset(spots), openings)
        self._paths.update(dict.fromkeys(spots, path))
        return path

    def next_spots(self, spot: Spot) -> Iterator[Spot]:
        """The parts of the path on the tiles next to this one."""
        beside = (self._spot(cell, side) for cell, side in _exits(spot) if cell in self._tiles)
        return filter(None, beside)

    def _spot(self, cell: Hex, side: int) -> Spot | None:
        """The part of a path that begins on a side of a tile; None if the side is blank."""
        for join in self._tiles[cell].joins:
            if side in join:
                return Spot(cell, join)
        return None


@cache
def _exits(spot: Spot) -> tuple[tuple[Hex, int], ...]:
    """The cells that the terminals of a spot face, each with the side that faces back."""
    return tuple((beyond(spot.cell, side), facing(side)) for side in spot.join)
