"""Geometry: curves that join rays."""

from __future__ import annotations

import math
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pnp.enumeration.planes import ORDERS, Card, proof, symbol_cards
from pnp.scene.geometry import Box, Point, Ray, heading, joining_curve, path_length, samples

DEGREES = st.floats(0, 360)


def end_direction(path: tuple[tuple[object, ...], ...]) -> Point:
    """Where a path is going at its end."""
    last = path[-1]
    if last[0] == "C":
        return (Point(*last[5:7]) - Point(*last[3:5])).unit()  # type: ignore[arg-type]
    return (Point(*last[1:3]) - Point(*path[-2][-2:])).unit()  # type: ignore[arg-type]


def start_direction(path: tuple[tuple[object, ...], ...]) -> Point:
    """Where a path is going at its start."""
    return (Point(*path[1][1:3]) - Point(*path[0][1:3])).unit()  # type: ignore[arg-type]


@given(st.floats(5, 100), DEGREES, DEGREES, DEGREES)
def test_a_joining_curve_leaves_and_arrives_along_the_rays(
    distance: float, one: float, other: float, toward: float
) -> None:
    """Both ends and both tangents are those of the rays."""
    rays = (
        Ray(Point(1, 2), heading(one)),
        Ray(Point(1, 2) + heading(toward) * distance, heading(other)),
    )
    # Rays that point straight away from each other have no curve worth the name.
    along = (rays[1].start - rays[0].start).unit()
    assume(rays[0].direction.dot(along) > -0.9 and rays[1].direction.dot(along) < 0.9)
    path = joining_curve(*rays)
    points = samples(path)
    assert points[0] == pytest.approx(rays[0].start)
    assert points[-1] == pytest.approx(rays[1].start)
    assert start_direction(path) == pytest.approx(rays[0].direction, abs=1e-4)
    assert end_direction(path) == pytest.approx(rays[1].direction * -1, abs=1e-4)


@given(st.floats(10, 170), st.floats(5, 50))
def test_rays_that_mirror_each_other_are_joined_by_an_arc(angle: float, distance: float) -> None:
    """All points of the curve are equally far from the arc's centre, and its length is the arc's."""
    half = math.radians(angle) / 2
    start, end = Point(-distance, 0), Point(distance, 0)
    rays = (
        Ray(start, Point(math.cos(half), math.sin(half))),
        Ray(end, Point(-math.cos(half), math.sin(half))),
    )
    radius = distance / math.sin(half)
    centre = start + rays[0].direction.right() * -radius
    path = joining_curve(*rays)
    for point in samples(path):
        assert (point - centre).length() == pytest.approx(radius, rel=1e-5)
    assert path_length(path) == pytest.approx(radius * 2 * half, rel=1e-3)


def test_rays_that_face_each_other_are_joined_by_a_straight_line() -> None:
    """No curve is drawn where a line will do."""
    path = joining_curve(Ray(Point(0, 5), heading(0)), Ray(Point(0, -5), heading(180)))
    assert path == (("M", 0, 5), ("L", 0, -5))


def test_a_box_contains_what_touches_it() -> None:
    """Touching is inside, a hundredth of a millimetre over is not."""
    assert Box(0, 0, 10, 10).contains(Box(0, 0, 10, 10))
    assert not Box(0, 0, 10, 10).contains(Box(0, 0, 10.01, 10))


# Decks in which any two cards share one symbol: compared with other constructions and by force.


# The numbers of cards, as everybody who prints such a deck counts them.
SIZES = {2: 7, 3: 13, 4: 21, 5: 31, 7: 57, 8: 73, 9: 91}


def slopes(order: int) -> list[set[object]]:
    """The lines of the plane over the integers modulo a prime: y = mx + b, x = c, and infinity.

    The points are pairs and slopes; the arithmetic is Python's own.
    """
    numbers = range(order)
    lines: list[set[object]] = [{*numbers, "upright"}]
    lines += [{(c, y) for y in numbers} | {"upright"} for c in numbers]
    lines += [{(x, (m * x + b) % order) for x in numbers} | {m} for m in numbers for b in numbers]
    return lines


def sets_of(cards: tuple[Card, ...]) -> list[set[object]]:
    """The symbols of each card."""
    return [{*card} for card in cards]


def shared_by_pairs(cards: list[set[object]]) -> Counter[int]:
    """How many pairs of cards share so many symbols."""
    return Counter(len(one & other) for one, other in combinations(cards, 2))


@pytest.mark.parametrize("order", ORDERS)
def test_any_two_cards_share_one_symbol(order: int) -> None:
    """Any two symbols share one card; there are as many cards as symbols."""
    cards = symbol_cards(order)
    size = SIZES[order]
    assert len(cards) == len({*cards}) == size
    assert shared_by_pairs(sets_of(cards)) == {1: size * (size - 1) // 2}
    assert all(list(card) == sorted({*card}) and len(card) == order + 1 for card in cards)
    uses = Counter(symbol for card in cards for symbol in card)
    assert uses == dict.fromkeys(range(size), order + 1)
    pairs = Counter(pair for card in cards for pair in combinations(card, 2))
    assert pairs == dict.fromkeys(combinations(range(size), 2), 1)
    assert cards[0] == tuple(range(order + 1))
    proof(cards)


@pytest.mark.parametrize("order", [2, 3, 5, 7])
def test_another_construction_has_the_same_counts(order: int) -> None:
    """Lines by their slopes, as in school, and a line at infinity."""
    other, cards = slopes(order), sets_of(symbol_cards(order))
    assert len(other) == len(cards)
    assert shared_by_pairs(other) == shared_by_pairs(cards)
    assert Counter(map(len, other)) == Counter(map(len, cards))
    # In a plane, each two points and a third off their line make a triangle: as many in both.
    assert triangles(other) == triangles(cards)


def triangles(lines: list[set[object]]) -> int:
    """How many three lines meet in three different points."""
    few = lines[:13]
    return sum(not (a & b & c) for a, b, c in combinations(few, 3) if a & b)


def replaced(cards: tuple[Card, ...], number: int, card: Card) -> tuple[Card, ...]:
    """The cards with another one at a number."""
    return (*cards[:number], card, *cards[number + 1 :])


FANO = symbol_cards(2)


@pytest.mark.parametrize(
    ("cards", "fault"),
    [
        (FANO[:-1], "6 cards, not 7"),
        (replaced(FANO, 3, (1, 3)), "card 3 has not 3 different symbols"),
        (replaced(FANO, 3, (1, 3, 3)), "card 3 has not 3 different symbols"),
        (replaced(FANO, 3, (1, 7, 8)), "cards 1 and 3 share 0 symbols"),
        (replaced(FANO, 6, FANO[5]), "cards 5 and 6 share 3 symbols"),
        # Any two share symbol 0, and nothing else.
        (tuple((0, 2 * each + 1, 2 * each + 2) for each in range(7)), "15 symbols, not 7"),
    ],
)
def test_the_proof_finds_what_is_wrong(cards: tuple[Card, ...], fault: str) -> None:
    """A deck with one fault is no proof of itself."""
    with pytest.raises(AssertionError, match=f"^{fault}$"):
        proof(cards)
