"""Figures that score on a display: clusters, pairs, paths, triangles, forks and others.

Each is a tuple of hexes; all of them are found in the order of the columns.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import combinations

from pnp.games.hexpertise.pieces import NULLIFIED
from pnp.tiles.hexgrid import Hex, connected, distance, neighbours

Hexes = tuple[Hex, ...]


def clusters(cells: Collection[Hex]) -> Iterator[Hexes]:
    """Groups of connected hexes; a single hex is a group, too."""
    left = set(cells)
    while left:
        group = connected(left, [min(left)])
        left -= group
        yield tuple(sorted(group))


def touching(cells: Collection[Hex], number: int) -> Iterator[Hexes]:
    """Every group of *number* hexes that all touch each other: pairs or triangles."""
    for some in combinations(sorted(cells), number):
        if all(distance(one, other) == 1 for one, other in combinations(some, 2)):
            yield some


def walks(cells: Collection[Hex]) -> Iterator[Hexes]:
    """Every path that visits no hex twice, from each of its two ends."""
    ahead: list[Hexes] = [(cell,) for cell in sorted(cells, reverse=True)]
    while ahead:
        walk = ahead.pop()
        yield walk
        beside = (near for near in neighbours(walk[-1]) if near in cells)
        ahead += [(*walk, near) for near in beside if near not in walk]


def longest_path(cells: Collection[Hex]) -> Hexes:
    """The first of the longest paths; empty if there are no hexes.

    Walks all paths, which is quick for the few hexes that the mana cards can give to one element.
    """
    longest: Hexes = ()
    for walk in walks(cells):
        longest = max(longest, walk, key=len)
        if len(longest) == len(cells):
            break
    return longest


def forks(cells: Collection[Hex], *, apart: bool) -> Iterator[Hexes]:
    """Every hex that touches three or more others, itself first; if *apart*, none of which touch."""
    for cell in sorted(cells):
        arms = tuple(near for near in neighbours(cell) if near in cells)
        if len(arms) >= 3 and not (apart and any(touching(arms, 2))):
            yield cell, *arms


def convergences(on: Mapping[Hex, str], elements: Collection[str]) -> Iterator[Hexes]:
    """Straight lines and rings of six hexes with all six elements, whatever is inside a ring."""
    for cell in on:
        lines = [tuple(cell.moved(way, step) for step in range(6)) for way in range(3)]
        for six in (*lines, neighbours(cell)):
            if {on.get(each) for each in six} == {*elements}:
                yield six


def voids(on: Mapping[Hex, str]) -> Iterator[Hexes]:
    """Every nullified hex that six nullified ones surround, itself first."""
    for cell in on:
        flower = (cell, *neighbours(cell))
        if all(on.get(each) == NULLIFIED for each in flower):
            yield flower
