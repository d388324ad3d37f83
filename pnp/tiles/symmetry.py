"""The turns and mirrorings of a tile, as permutations of its sides and ports."""

from __future__ import annotations

from enum import Enum
from functools import cache
from typing import NamedTuple

Permutation = tuple[int, ...]


class Symmetry(Enum):
    """Which movements make two tiles the same piece."""

    ROTATIONS = "rotations"
    ROTATIONS_AND_REFLECTIONS = "rotations+reflections"
    NONE = "none"


class Isometry(NamedTuple):
    """A turn by `steps` sides clockwise, after a turning over where `mirrored`.

    `sides[i]` and `ports[i]` say where side i and port i go.
    """

    steps: int
    mirrored: bool
    sides: Permutation
    ports: Permutation


def isometry(sides: int, ports_per_side: int, *, steps: int, mirrored: bool) -> Isometry:
    """The movement of a regular tile with so many sides and ports a side.

    Turning over keeps the corner between the last side and the first: side s goes to -1-s and
    port x to -1-x. A turn of so many steps follows.
    """

    def moved(index: int, per_side: int) -> int:
        count = sides * per_side
        return ((count - 1 - index if mirrored else index) + steps * per_side) % count

    return Isometry(
        steps,
        mirrored,
        tuple(moved(side, 1) for side in range(sides)),
        tuple(moved(port, ports_per_side) for port in range(sides * ports_per_side)),
    )


@cache
def group(symmetry: Symmetry, sides: int, ports_per_side: int) -> tuple[Isometry, ...]:
    """All movements of the symmetry, the one that moves nothing first."""
    steps = range(1) if symmetry is Symmetry.NONE else range(sides)
    flips = (False, True) if symmetry is Symmetry.ROTATIONS_AND_REFLECTIONS else (False,)
    return tuple(
        isometry(sides, ports_per_side, steps=step, mirrored=flip)
        for flip in flips
        for step in steps
    )


def cycles(permutation: Permutation) -> list[tuple[int, ...]]:
    """The cycles of a permutation, each from its least element, in order of that element.

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
