"""Decks in which any two cards share one symbol: compared with other constructions and by force."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from pnp.enumeration.planes import ORDERS, Card, proof, symbol_cards

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
