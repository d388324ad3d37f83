"""What a display of Hexeptional Hexpertise scores: "Scoring" in the rulebook.

The figures of a display, clusters and such, are tuples of hexes; all of them are found in the order
of the columns.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from pnp.games.hexpertise.kit import EMPTY, MAGE, NULLIFIED, Kit
from pnp.games.hexpertise.paths import longest_path
from pnp.games.hexpertise.position import Display, on_cells
from pnp.play import Part
from pnp.tiles.hexgrid import Hex, connected, neighbours

# On the designers' page.
FOR_A_LIGHT_CLUSTER = 3
FOR_A_DARK_AFTER_THE_FIRST = 3
FOR_A_PAIR_OF_FIRES = 2
FOR_A_WATER_OF_THE_PATH = 3
FOR_A_TRIANGLE = 4
FOR_A_FORK = 4
FOR_A_CONVERGENCE = 15
FOR_A_VOID = 10

CONVERGENCE, VOID = "harmonic convergence", "void"

_ELEMENTS_IN_ALL = 6
_AIRS_OF_A_FORK = 3

_Hexes = tuple[Hex, ...]


class Award(NamedTuple):
    """Points for figures on a display: each figure counts so often, for so many points a time."""

    what: str
    each: int
    figures: tuple[_Hexes, ...]
    counts: tuple[int, ...]

    @property
    def points(self) -> int:
        return self.each * sum(self.counts)


def awards(kit: Kit, display: Display, chosen: Mapping[str, str]) -> tuple[Award, ...]:
    """All awards of a display: the six elements in their order, then the advanced ones."""
    on = on_cells(kit, display)
    if chosen["nexus-scores"] == "no":
        on = {cell: what for cell, what in on.items() if cell not in kit.corners}
    cells = {
        element: frozenset(cell for cell, what in on.items() if what == element)
        for element in kit.elements
    }
    dark, water = tuple(clusters(cells["dark"])), tuple(paths(cells["water"]))
    if chosen["water"] == "longest":
        water = tuple(sorted(water, key=len, reverse=True)[:1])
    strict = chosen["forks"] == "apart"
    elements = {
        "light": _once_each("light", FOR_A_LIGHT_CLUSTER, clusters(cells["light"])),
        "dark": Award(
            "dark", FOR_A_DARK_AFTER_THE_FIRST, dark, tuple(len(each) - 1 for each in dark)
        ),
        "fire": _once_each("fire", FOR_A_PAIR_OF_FIRES, pairs(cells["fire"])),
        "water": Award("water", FOR_A_WATER_OF_THE_PATH, water, tuple(map(len, water))),
        "earth": _once_each("earth", FOR_A_TRIANGLE, triangles(cells["earth"])),
        "air": _once_each("air", FOR_A_FORK, forks(cells["air"], apart=strict)),
    }
    found = tuple(elements[element] for element in kit.elements)
    if chosen["advanced"] == "off":
        return found
    most = None if chosen["several-convergences"] == "each" else 1
    return (
        *found,
        _once_each(CONVERGENCE, FOR_A_CONVERGENCE, convergences(on), most),
        _once_each(VOID, FOR_A_VOID, voids(on), most),
    )


def _once_each(what: str, points: int, figures: Iterator[_Hexes], most: int | None = None) -> Award:
    """An award for which every figure counts once, the first ones if there is a limit."""
    counted = tuple(figures)[:most]
    return Award(what, points, counted, (1,) * len(counted))


def part(kit: Kit, whose: str, award: Award) -> Part:
    """An award as a line of a score: its figures by the names of their hexes."""
    named = [tuple(kit.names[cell] for cell in figure) for figure in award.figures]
    earning = (figure for figure, count in zip(named, award.counts, strict=True) if count)
    times = str(sum(award.counts))
    if len(award.counts) > 1 and {*award.counts} != {1}:
        times = f"({' + '.join(map(str, award.counts))})"
    return Part(
        whose,
        award.what,
        award.points,
        f"{award.each} x {times}" + ": " * bool(named) + "; ".join(map(" ".join, named)),
        tuple(dict.fromkeys(name for figure in earning for name in figure)),
        award.what if award.what in kit.elements else "",
        tuple(named) if award.what == "water" else (),
    )


def clusters(cells: Collection[Hex]) -> Iterator[_Hexes]:
    """Groups of hexes that hang together, single ones too."""
    left = set(cells)
    for first in sorted(cells):
        if first in left:
            group = connected(left, [first])
            left -= group
            yield tuple(sorted(group))


def pairs(cells: Collection[Hex]) -> Iterator[_Hexes]:
    """Every two hexes that touch."""
    for cell in sorted(cells):
        for near in sorted(neighbours(cell)):
            if near > cell and near in cells:
                yield cell, near


def paths(cells: Collection[Hex]) -> Iterator[_Hexes]:
    """The longest path of each cluster."""
    return map(longest_path, clusters(cells))


def triangles(cells: Collection[Hex]) -> Iterator[_Hexes]:
    """Every three hexes that all touch each other."""
    for cell in sorted(cells):
        # Those right of a hex, clockwise, two by two: no other triangle has it as its first.
        for way in (1, 2):
            three = (cell, cell.moved(way), cell.moved(way + 1))
            if all(each in cells for each in three):
                yield tuple(sorted(three))


def forks(cells: Collection[Hex], *, apart: bool) -> Iterator[_Hexes]:
    """Every hex that touches three or more others, itself first; if *apart*, no two of which touch."""
    for cell in sorted(cells):
        arms = tuple(near for near in neighbours(cell) if near in cells)
        if len(arms) >= _AIRS_OF_A_FORK and not (apart and any(pairs(arms))):
            yield cell, *arms


def convergences(on: Mapping[Hex, str]) -> Iterator[_Hexes]:
    """Straight lines and rings of six hexes with all six elements, whatever is inside a ring."""
    for cell in on:
        lines = [tuple(cell.moved(way, step) for step in range(6)) for way in range(3)]
        for six in (*lines, neighbours(cell)):
            found = {on.get(each, EMPTY) for each in six}
            if len(found) == _ELEMENTS_IN_ALL and not found & {EMPTY, MAGE, NULLIFIED}:
                yield six


def voids(on: Mapping[Hex, str]) -> Iterator[_Hexes]:
    """Every nullified hex with six nullified ones round it, itself first."""
    for cell in on:
        flower = (cell, *neighbours(cell))
        if all(on.get(each) == NULLIFIED for each in flower):
            yield flower
