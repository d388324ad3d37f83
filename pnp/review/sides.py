"""Sides: their looks in words, how many sides of a set have each, and how many tiles fit a place.

A place has demands on some of its sides: each is a side of a random tile of the set, with its
copies, in a random turn. All choices of as many sides of the place are equally likely. The tile that
is tried may be turned as the set allows, and turned over if the set is printed on both sides.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, product
from math import prod, sqrt
from operator import itemgetter
from random import Random
from statistics import stdev

from pnp.basics.classes import NamedTuple
from pnp.definition import Ink
from pnp.sets.tileset import Piece
from pnp.tiles import UNCOLOURED, TileGeometry
from pnp.tiles.notation import format_sides
from pnp.tiles.sides import (
    LIKE_MEETS_LIKE,
    NOTHING,
    Around,
    Meetings,
    SideLook,
    around,
    faces,
    moved_looks,
    partners,
)
from pnp.tiles.symmetry import Symmetry

BLANK = "blank"
PATH = "path"


def in_words(look: SideLook, inks: Sequence[Ink]) -> str:
    """The look in words: `red`, `blank`, `path + blank`, `red edge, blue`, `0 to 5`."""
    if look.is_blank:
        return BLANK
    names, parts = [ink.name for ink in inks], []
    has_ports = {*look.ports} != {NOTHING}
    if look.edge != UNCOLOURED:
        edge = names[look.edge]
        parts.append(f"{edge} edge" if has_ports or look.has_corners else edge)
    if has_ports:
        parts.append(" + ".join(_at_port(port, names) for port in look.ports))
    if look.has_corners:
        corners = (BLANK if each == UNCOLOURED else names[each] for each in look.corners)
        parts.append(" to ".join(corners))
    return ", ".join(parts)


def in_codes(look: SideLook, inks: Sequence[Ink]) -> str:
    """The look in the codes of its colours: `R`, `blank`, `R+blank`, `^0/5`."""
    codes, edge, ports = [ink.code for ink in inks], "", ""
    if look.edge != UNCOLOURED:
        edge = codes[look.edge]
    if {*look.ports} != {NOTHING}:
        ports = "+".join(_at_port(each, codes) for each in look.ports)
    corners = f"^{format_sides(look.corners, codes)}" if look.has_corners else ""
    return " ".join(part for part in (edge, ports, corners) if part) or BLANK


def _at_port(port: int, names: Sequence[str]) -> str:
    if port == NOTHING:
        return BLANK
    return PATH if port == UNCOLOURED else names[port]


def counted_looks(
    pieces: Iterable[Piece], geometry: TileGeometry, symmetry: Symmetry
) -> Counter[SideLook]:
    """How many sides of these pieces, with their copies, have each look."""
    found: Counter[SideLook] = Counter()
    for piece in pieces:
        for look in faces(around(piece.tile, geometry), symmetry):
            found[look] += piece.copies
    return found


# For each look, the looks that match it.
Partners = Mapping[SideLook, Sequence[SideLook]]


def match_chance(one: Counter[SideLook], other: Counter[SideLook], matching: Partners) -> float:
    """The chance that a random side of the one matches a random side of the other; 0 if empty."""
    pairs = one.total() * other.total()
    found = sum(
        number * sum(other[each] for each in matching[look]) for look, number in one.items()
    )
    return found / pairs if pairs else 0.0


# Fits

# Tiles that differ in their sides. More take longer than a designer waits, and are sampled.
MOST_EXACT = 20_000
SAMPLE = 4_000
# Choices of looks that all tiles meet, where sides meet more than one look: places with more sides are left out.
MOST_MET = 200_000
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
    tiles: Iterable[tuple[Around, int]],
    geometry: TileGeometry,
    symmetry: Symmetry,
    meetings: Meetings = LIKE_MEETS_LIKE,
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
    matching = partners(numbers, meetings)
    met = [tuple(numbers[each] for each in matching[look]) for look in numbers]
    most = max(map(len, met))
    demands = _demands(tiles, numbers, geometry, symmetry)
    sampled = len(kinds) > MOST_EXACT
    if sampled:
        # All tiles of a sample count once: it has a tile as often as the set has copies.
        chosen = Random(SEED).choices(kinds, [kind.copies for kind in kinds], k=SAMPLE)
        kinds = [kind._replace(copies=1) for kind in chosen]
    return tuple(
        _fit(number, kinds, demands, _places(number, geometry, symmetry), met, sampled=sampled)
        for number in range(1, geometry.sides + 1)
        if most == 1 or most**number * len(kinds) <= MOST_MET
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


def _demands(
    tiles: Iterable[tuple[Around, int]],
    numbers: Mapping[SideLook, int],
    geometry: TileGeometry,
    symmetry: Symmetry,
) -> list[dict[int, float]]:
    """For each side of a place, the chance that its neighbour shows a look."""
    shown = [Counter[int]() for _ in range(geometry.sides)]
    for looks, copies in tiles:
        for side in range(geometry.sides):
            for look in _towards(side, looks, geometry, symmetry):
                shown[side][numbers[look]] += copies
    return [{look: number / each.total() for look, number in each.items()} for each in shown]


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
    demands: Sequence[Mapping[int, float]],
    places: Mapping[tuple[int, ...], int],
    met: Sequence[tuple[int, ...]],
    *,
    sampled: bool,
) -> Fit:
    shares = [0.0] * len(kinds)
    fitted = 0.0
    all_places = sum(places.values())
    for sides, weight in places.items():
        chances: dict[_Numbers, float] = {}
        demanded = [demands[side] for side in sides]
        # A slice is a tuple as well, if there is one side.
        first, *others = sides
        pick = itemgetter(*sides) if others else itemgetter(slice(first, first + 1))
        for index, kind in enumerate(kinds):
            ways = {pick(turn) for turn in kind.turns}
            fitting = {each for way in ways for each in product(*(met[look] for look in way))}
            for looks in fitting:
                if looks not in chances:
                    each = (one.get(look, 0.0) for one, look in zip(demanded, looks, strict=True))
                    chances[looks] = prod(each) * weight / all_places
                shares[index] += chances[looks]
        fitted += sum(chances.values())
    copies = [kind.copies for kind in kinds]
    mean = sum(share * each for share, each in zip(shares, copies, strict=True)) / sum(copies)
    if sampled:
        return Fit(number, mean, stdev(shares) / sqrt(len(shares)), None)
    return Fit(number, mean, 0.0, max(0.0, 1 - fitted) if fitted < 1 - 1e-12 else 0.0)
