"""What scores on a display: clusters, pairs, paths, triangles, forks, convergences and voids.

Each is a tuple of hexes; all of them are found in the order of the columns.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from pnp.games.hexpertise.pieces import EMPTY, MAGE, NULLIFIED
from pnp.tiles.hexgrid import Hex, connected, neighbours

Hexes = tuple[Hex, ...]

_ELEMENTS = 6
_AIRS_OF_A_FORK = 3


def clusters(cells: Collection[Hex]) -> Iterator[Hexes]:
    """Groups of connected hexes; a single hex is one, too."""
    left = set(cells)
    for first in sorted(cells):
        if first in left:
            group = connected(left, [first])
            left -= group
            yield tuple(sorted(group))


def pairs(cells: Collection[Hex]) -> Iterator[Hexes]:
    """Every two hexes that touch."""
    for cell in sorted(cells):
        for near in sorted(neighbours(cell)):
            if near > cell and near in cells:
                yield cell, near


def walks(cells: Collection[Hex]) -> Iterator[Hexes]:
    """Every path that visits no hex twice, from each of its two ends."""
    ahead: list[Hexes] = [(cell,) for cell in sorted(cells, reverse=True)]
    while ahead:
        walk = ahead.pop()
        yield walk
        ahead += [
            (*walk, near) for near in neighbours(walk[-1]) if near in cells and near not in walk
        ]


def longest_path(cells: Collection[Hex]) -> Hexes:
    """The first of the longest paths; empty if there are no hexes.

    Walks all paths, which is quick for the few hexes that the mana cards can give to one element.
    """
    longest: Hexes = ()
    for walk in walks(cells):
        if len(walk) > len(longest):
            longest = walk
            if len(longest) == len(cells):
                break
    return longest


def triangles(cells: Collection[Hex]) -> Iterator[Hexes]:
    """Every three hexes that all touch each other."""
    for cell in sorted(cells):
        # Two neighbours on the right that touch: no other triangle has this hex as its first.
        for way in (1, 2):
            three = (cell, cell.moved(way), cell.moved(way + 1))
            if all(each in cells for each in three):
                yield tuple(sorted(three))


def forks(cells: Collection[Hex], *, apart: bool) -> Iterator[Hexes]:
    """Every hex that touches three or more others, itself first; if *apart*, none of which touch."""
    for cell in sorted(cells):
        arms = tuple(near for near in neighbours(cell) if near in cells)
        if len(arms) >= _AIRS_OF_A_FORK and not (apart and any(pairs(arms))):
            yield cell, *arms


def convergences(on: Mapping[Hex, str]) -> Iterator[Hexes]:
    """Straight lines and rings of six hexes with all six elements, whatever is inside a ring."""
    for cell in on:
        lines = [tuple(cell.moved(way, step) for step in range(6)) for way in range(3)]
        for six in (*lines, neighbours(cell)):
            found = {on.get(each, EMPTY) for each in six}
            if len(found) == _ELEMENTS and not found & {EMPTY, MAGE, NULLIFIED}:
                yield six


def voids(on: Mapping[Hex, str]) -> Iterator[Hexes]:
    """Every nullified hex that six nullified ones surround, itself first."""
    for cell in on:
        flower = (cell, *neighbours(cell))
        if all(on.get(each) == NULLIFIED for each in flower):
            yield flower
