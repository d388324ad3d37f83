"""The isometries of a tile, turns and reflections, as permutations of its sides, ports and corners."""

from __future__ import annotations

from enum import Enum
from functools import cache

from pnp.basics.classes import NamedTuple

Permutation = tuple[int, ...]


class Symmetry(Enum):
    """Which isometries make two tiles the same piece."""

    ROTATIONS = "rotations"
    ROTATIONS_AND_REFLECTIONS = "rotations+reflections"
    NONE = "none"


class Isometry(NamedTuple):
    """A turn by `steps` sides clockwise, after turning the tile over if `mirrored`.

    Side i goes to `sides[i]`, port i to `ports[i]`, and corner i to `corners[i]`.
    """

    steps: int
    mirrored: bool
    sides: Permutation
    ports: Permutation
    corners: Permutation


def isometry(sides: int, ports_per_side: int, *, steps: int, mirrored: bool) -> Isometry:
    """The isometry of a regular tile with so many sides, and so many ports on each.

    A reflection keeps the corner between the last side and the first: side s goes to -1-s, port x
    to -1-x, and corner c, where side c begins, to -c. The turn follows it.
    """

    def moved(index: int, per_side: int) -> int:
        count = sides * per_side
        return ((count - 1 - index if mirrored else index) + steps * per_side) % count

    return Isometry(
        steps,
        mirrored,
        tuple(moved(side, 1) for side in range(sides)),
        tuple(moved(port, ports_per_side) for port in range(sides * ports_per_side)),
        tuple(((-corner if mirrored else corner) + steps) % sides for corner in range(sides)),
    )


@cache
def group(symmetry: Symmetry, sides: int, ports_per_side: int) -> tuple[Isometry, ...]:
    """All isometries of the symmetry, those of a regular tile, the identity first."""
    turns = range(1 if symmetry is Symmetry.NONE else sides)
    flips = (False, True) if symmetry is Symmetry.ROTATIONS_AND_REFLECTIONS else (False,)
    return tuple(
        isometry(sides, ports_per_side, steps=turn, mirrored=flip)
        for flip in flips
        for turn in turns
    )


def cycles(permutation: Permutation) -> list[tuple[int, ...]]:
    """The cycles of a permutation, each from its least element, in the order of these elements.

    >>> cycles((1, 2, 0, 3))
    [(0, 1, 2), (3,)]
    """
    found = []
    seen: set[int] = set()
    for start in range(len(permutation)):
        if start in seen:
            continue
        cycle = [start]
        while (following := permutation[cycle[-1]]) != start:
            cycle.append(following)
        seen.update(cycle)
        found.append(tuple(cycle))
    return found
