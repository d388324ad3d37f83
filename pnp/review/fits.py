"""Fits: how many tiles fit a place that touches so many others.

A place has demands on some of its sides: each is a side of a random tile of the set, with its
copies, in a random turn. All choices of as many sides of the place are equally likely. The tile that
is tried may be turned as the set allows, and turned over if the set is printed on both sides.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from math import prod, sqrt
from operator import itemgetter
from random import Random
from statistics import stdev
from typing import NamedTuple

from pnp.review.sides import faces
from pnp.tiles import TileGeometry
from pnp.tiles.sides import Around, SideLook, moved_looks
from pnp.tiles.symmetry import Symmetry

# Tiles that differ in their sides. More take longer than a designer waits, and are sampled.
MOST_EXACT = 20_000
SAMPLE = 4_000
SEED = 1921


class Fit(NamedTuple):
    """The share of the set's tiles that fit a place with demands on so many of its sides.

    `stuck` is the chance that no tile of the set fits such a place. Both are exact, unless the set is
    very large: `share` then has a standard `error`, and `stuck` is None.
    """

    sides: int
    share: float
    error: float
    stuck: float | None


# Looks as numbers, so that they are quick to compare.
_Numbers = tuple[int, ...]


class _Kind(NamedTuple):
    """All tiles whose sides show the same when they are turned: how many, and all of their turns."""

    copies: int
    turns: tuple[_Numbers, ...]


def fits(
    tiles: Iterable[tuple[Around, int]], geometry: TileGeometry, symmetry: Symmetry
) -> tuple[Fit, ...]:
    """The fit for each number of sides; the tiles are the looks of their sides, with copies."""
    tiles = list(tiles)
    numbers: dict[SideLook, int] = {}
    for looks, _ in tiles:
        for look in faces(looks, Symmetry.ROTATIONS_AND_REFLECTIONS):
            numbers.setdefault(look, len(numbers))
    kinds = _kinds(tiles, numbers, geometry, symmetry)
    if not kinds:
        return ()
    demands = _Demands(tiles, numbers, geometry, symmetry)
    sampled = len(kinds) > MOST_EXACT
    if sampled:
        # All tiles of a sample count once: it has a tile as often as the set has copies.
        chosen = Random(SEED).choices(kinds, [kind.copies for kind in kinds], k=SAMPLE)
        kinds = [kind._replace(copies=1) for kind in chosen]
    return tuple(
        _fit(number, kinds, demands, _places(number, geometry, symmetry), sampled=sampled)
        for number in range(1, geometry.sides + 1)
    )


def _kinds(
    tiles: Iterable[tuple[Around, int]],
    numbers: Mapping[SideLook, int],
    geometry: TileGeometry,
    symmetry: Symmetry,
) -> list[_Kind]:
    isometries = geometry.isometries(symmetry)
    copies: Counter[tuple[_Numbers, ...]] = Counter()
    for looks, number in tiles:
        moved = (moved_looks(looks, isometry) for isometry in isometries)
        copies[tuple(sorted({tuple(numbers[look] for look in each) for each in moved}))] += number
    return [_Kind(number, turns) for turns, number in copies.items() if number]


class _Demands:
    """The chance that each side of a place meets a side that matches a look."""

    def __init__(
        self,
        tiles: Iterable[tuple[Around, int]],
        numbers: Mapping[SideLook, int],
        geometry: TileGeometry,
        symmetry: Symmetry,
    ) -> None:
        shown = [Counter[int]() for _ in range(geometry.sides)]
        for looks, copies in tiles:
            for side in range(geometry.sides):
                for look in _towards(side, looks, geometry, symmetry):
                    shown[side][numbers[look.mirrored]] += copies
        self._chances = [
            {look: number / each.total() for look, number in each.items()} for each in shown
        ]

    def chance(self, sides: Sequence[int], looks: _Numbers) -> float:
        """The chance that a place demands just these looks on these sides."""
        return prod(
            self._chances[side].get(look, 0.0) for side, look in zip(sides, looks, strict=True)
        )


def _towards(
    side: int, looks: Around, geometry: TileGeometry, symmetry: Symmetry
) -> Iterable[SideLook]:
    """The looks that a neighbour may show towards this side of a place."""
    # The opposite side of a square or a hexagon that nobody turns; triangles have none.
    if symmetry is Symmetry.NONE and len(looks) % 2 == 0:
        return (looks[(side + len(looks) // 2) % len(looks)],)
    return faces(tuple(looks[each] for each in geometry.equal_sides(side)), symmetry)


def _places(number: int, geometry: TileGeometry, symmetry: Symmetry) -> Counter[tuple[int, ...]]:
    """The choices of so many sides, turns of one choice counted together."""
    turns = geometry.isometries(symmetry)
    return Counter(
        min(tuple(sorted(turn.sides[side] for side in sides)) for turn in turns)
        for sides in combinations(range(geometry.sides), number)
    )


def _fit(
    number: int,
    kinds: Sequence[_Kind],
    demands: _Demands,
    places: Mapping[tuple[int, ...], int],
    *,
    sampled: bool,
) -> Fit:
    shares = [0.0] * len(kinds)
    met = 0.0
    all_places = sum(places.values())
    for sides, weight in places.items():
        chances: dict[_Numbers, float] = {}
        pick = _picker(sides)
        for index, kind in enumerate(kinds):
            for wanted in {pick(turn) for turn in kind.turns}:
                if wanted not in chances:
                    chances[wanted] = demands.chance(sides, wanted) * weight / all_places
                shares[index] += chances[wanted]
        met += sum(chances.values())
    copies = [kind.copies for kind in kinds]
    mean = sum(share * each for share, each in zip(shares, copies, strict=True)) / sum(copies)
    if sampled:
        return Fit(number, mean, stdev(shares) / sqrt(len(shares)), None)
    return Fit(number, mean, 0.0, max(0.0, 1 - met) if met < 1 - 1e-12 else 0.0)


def _picker(sides: tuple[int, ...]) -> Callable[[_Numbers], _Numbers]:
    if len(sides) == 1:
        return lambda turn: (turn[sides[0]],)
    return itemgetter(*sides)
