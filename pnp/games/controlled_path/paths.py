"""Paths on the table: what hangs together, and where it is open.

Ports count from 0, clockwise from the upper right, as everywhere in the code.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from pnp.tiles import Port, Tile
from pnp.tiles.hexgrid import Hex

Tiles = Mapping[Hex, Tile]
Join = tuple[Port, ...]


class Spot(NamedTuple):
    """The part of a path that lies on one tile: its cell and the terminals that it joins."""

    cell: Hex
    join: Join


class Terminal(NamedTuple):
    """A side of a cell, where a path may come in."""

    cell: Hex
    port: Port


def facing(cell: Hex, port: Port) -> Terminal:
    """The side of the next cell that lies against this one.

    >>> facing(Hex(0, 0), Port(0))
    Terminal(cell=Hex(q=1, r=-1), port=3)
    """
    # The first of the directions leads up-left, the first side is up-right.
    return Terminal(cell.moved(port + 1), Port((port + 3) % 6))


def spots(tiles: Tiles) -> Iterator[Spot]:
    """All parts of paths on the table, tile by tile."""
    return (Spot(cell, join) for cell, tile in tiles.items() for join in tile.joins)


def joining(tile: Tile, port: Port) -> Join | None:
    """The terminals that are joined to this one; None for a blank side."""
    return next((join for join in tile.joins if port in join), None)


def next_spots(tiles: Tiles, spot: Spot) -> Iterator[Spot]:
    """Where the path goes on, on the tiles next to this one."""
    for port in spot.join:
        cell, entered = facing(spot.cell, port)
        join = joining(tiles[cell], entered) if cell in tiles else None
        if join is not None:
            yield Spot(cell, join)


def path_from(tiles: Tiles, spot: Spot) -> frozenset[Spot]:
    """The whole path that this is a part of."""
    found = {spot}
    ahead = [spot]
    while ahead:
        new = set(next_spots(tiles, ahead.pop())) - found
        found |= new
        ahead += new
    return frozenset(found)


def openings(tiles: Tiles, path: frozenset[Spot]) -> frozenset[Terminal]:
    """The sides of empty places that lie against open terminals of the path."""
    ends = (facing(spot.cell, port) for spot in path for port in spot.join)
    return frozenset(end for end in ends if end.cell not in tiles)


def terminals(tile: Tile) -> frozenset[Port]:
    """The sides that are not blank."""
    return frozenset(port for join in tile.joins for port in join)


def disagreements(tiles: Tiles, cell: Hex, tile: Tile) -> list[Hex]:
    """The cells next to this one where a terminal would meet a blank side."""
    own = terminals(tile)
    found = []
    for port in map(Port, range(6)):
        other, entered = facing(cell, port)
        if other in tiles and (port in own) != (entered in terminals(tiles[other])):
            found.append(other)
    return found
