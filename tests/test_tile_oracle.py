"""The oracle of tiles: what it counts is known from formulas, from books and by another count."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests import oracle
from tests.tile_oracle import (
    COUNTS,
    HEXAGON,
    RECTANGLE,
    SQUARE,
    TRIANGLE,
    Counted,
    Kind,
    Outline,
    Point,
    Tile,
    Which,
    count,
    isometries,
    labelled_tiles,
    orbit,
    rectangle,
    tiles,
)

# A quarter turn takes its first two corners to corners, but not the others.
KITE = Outline((Point(0, 2), Point(2, 0), Point(0, -2), Point(-1, 0)))


@pytest.mark.parametrize(
    ("outline", "turns"),
    [
        (TRIANGLE, 3),
        (SQUARE, 4),
        (HEXAGON, 6),
        (RECTANGLE, 2),
        (rectangle(3, 2), 2),
        (rectangle(3, 3), 4),
        (KITE, 1),
    ],
)
def test_the_points_alone_say_how_a_tile_turns(outline: Outline, turns: int) -> None:
    """A rectangle with four equal sides turns as a square does; every shape has as many flips as turns."""
    assert len(isometries(outline)) == turns
    assert len(isometries(outline, reflections=True)) == 2 * turns


def test_a_rectangle_lands_as_one_sees_it() -> None:
    """Sides and corners begin at the top left: a half turn, a flip to the right, a flip downwards."""
    kind = Kind(RECTANGLE, ports=2, joins=[2])
    sides = [("a", "b", "c", "d"), ("c", "d", "a", "b"), ("a", "d", "c", "b"), ("c", "b", "a", "d")]
    corners = [
        ("a", "b", "c", "d"),
        ("c", "d", "a", "b"),
        ("b", "a", "d", "c"),
        ("d", "c", "b", "a"),
    ]
    ports = [{0, 2}, {4, 6}, {1, 7}, {5, 3}]
    seen: list[Tile] = [
        (side, corner, frozenset({(frozenset(joined), None)}))
        for side, corner, joined in zip(sides, corners, ports, strict=True)
    ]
    assert orbit(seen[0], kind) == set(seen[:2])
    assert orbit(seen[0], kind, reflections=True) == set(seen)


@pytest.mark.parametrize("counted", COUNTS)
def test_a_known_count(counted: Counted) -> None:
    """The table says of each number where it can be checked."""
    assert count(counted.kind) == counted.rotations
    assert count(counted.kind, reflections=True) == counted.both


Formula = Callable[[int, int], float]

# The mean of the tiles that each isometry keeps, for s values on the sides and c at the corners.
FORMULAS: list[tuple[Outline, int, Formula, Formula]] = [
    (
        TRIANGLE,
        3,
        lambda s, c: (s**3 * c**3 + 2 * s * c) / 3,
        lambda s, c: (s**3 * c**3 + 2 * s * c + 3 * s**2 * c**2) / 6,
    ),
    (
        SQUARE,
        3,
        lambda s, c: (s**4 * c**4 + s**2 * c**2 + 2 * s * c) / 4,
        lambda s, c: (
            (s**4 * c**4 + s**2 * c**2 + 2 * s * c + 2 * s**3 * c**2 + 2 * s**2 * c**3) / 8
        ),
    ),
    (
        HEXAGON,
        2,
        lambda s, c: (s**6 * c**6 + s**3 * c**3 + 2 * s**2 * c**2 + 2 * s * c) / 6,
        lambda s, c: (
            (
                s**6 * c**6
                + s**3 * c**3
                + 2 * s**2 * c**2
                + 2 * s * c
                + 3 * s**4 * c**3
                + 3 * s**3 * c**4
            )
            / 12
        ),
    ),
    (
        RECTANGLE,
        3,
        lambda s, c: (s**4 * c**4 + s**2 * c**2) / 2,
        lambda s, c: (s**4 * c**4 + s**2 * c**2 + 2 * s**3 * c**2) / 4,
    ),
]


@pytest.mark.parametrize(("outline", "most", "rotations", "both"), FORMULAS)
def test_values_on_sides_and_corners_follow_the_formula(
    outline: Outline,
    most: int,
    rotations: Formula,
    both: Formula,
) -> None:
    """Sides alone are the formula for one value at the corners, and the other way round."""
    for s in range(1, most + 1):
        for c in range(1, 3):
            kind = Kind(outline, sides=range(s), corners=range(c))
            assert count(kind) == rotations(s, c)
            assert count(kind, reflections=True) == both(s, c)


@pytest.mark.parametrize("lying", [rectangle(2, 1), rectangle(50, 25)])
@pytest.mark.parametrize("coloured", ["all", "short", "long"])
def test_a_rectangle_that_lies_has_the_same_tiles_as_one_that_stands(
    lying: Outline, coloured: Which
) -> None:
    """Proportions do not count, and the short sides are found by their lengths."""
    for reflections in (False, True):
        numbers = {
            count(
                Kind(outline, sides=range(3), corners=range(2), coloured=coloured),
                reflections=reflections,
            )
            for outline in (lying, RECTANGLE)
        }
        assert len(numbers) == 1


def test_only_the_short_sides_of_a_domino_have_values() -> None:
    """The long sides are blank: those on the right and left of one that stands."""
    dominoes = tiles(Kind(RECTANGLE, sides=range(7), coloured="short"))
    pairs = {frozenset((top, bottom)) for (top, _, bottom, _), _, _ in dominoes}
    assert len(pairs) == len(dominoes) == 28
    assert {(right, left) for (_, right, _, left), _, _ in dominoes} == {(None, None)}


@pytest.mark.parametrize("reflections", [False, True])
def test_orbits_are_disjoint_and_have_every_tile(reflections: bool) -> None:
    """Every tile as it lies is in the orbit of one tile, and the size of an orbit divides four."""
    kind = Kind(RECTANGLE, sides=(0, None), corners=(0, 1), joins=[2])
    orbits = [
        orbit(tile, kind, reflections=reflections) for tile in tiles(kind, reflections=reflections)
    ]
    listed = list(labelled_tiles(kind))
    assert len(listed) == len(set(listed)) == 2**4 * 2**4 * 10
    assert sum(map(len, orbits)) == len(listed)
    assert set().union(*orbits) == set(listed)
    assert {len(images) for images in orbits} == ({1, 2, 4} if reflections else {1, 2})


@pytest.mark.parametrize(
    ("outline", "sides", "ports", "colours", "sizes", "strand_colours"),
    [
        (TRIANGLE, 3, 2, 0, (2,), 2),
        (TRIANGLE, 3, 1, 2, (1, 2, 3), 1),
        (SQUARE, 4, 1, 2, (2,), 2),
        (SQUARE, 4, 1, 0, (1, 2, 3, 4), 1),
        (SQUARE, 4, 2, 0, (2,), 1),
        (HEXAGON, 6, 1, 2, (), 1),
        (HEXAGON, 6, 1, 0, (2, 3), 2),
    ],
)
@pytest.mark.parametrize("reflections", [False, True])
def test_an_oracle_that_counts_sides_on_agrees(
    outline: Outline,
    sides: int,
    ports: int,
    colours: int,
    sizes: tuple[int, ...],
    strand_colours: int,
    reflections: bool,
) -> None:
    """Regular tiles with strands, by the other oracle, which has no points."""
    kind = Kind(
        outline, (*range(colours), None), ports=ports, joins=sizes, strands=range(strand_colours)
    )
    assert count(kind, reflections=reflections) == oracle.count(
        sides=sides,
        ports=ports,
        edge_colours=colours,
        edge_blank=True,
        strand_sizes=sizes,
        strand_colours=strand_colours,
        symmetry="rotations+reflections" if reflections else "rotations",
    )
