"""Decks in which any two cards share exactly one symbol: the lines of finite projective planes.

The points of the plane over a field of q elements are the lines through the origin of its space of
three dimensions; a point lies on a line of the plane if the products of their coordinates have the
sum 0 (O. Veblen and W. H. Bussey, "Finite Projective Geometries", Transactions of the American
Mathematical Society 7, 1906). A card is a line of the plane, a symbol a point.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, product

Card = tuple[int, ...]

# The fields by their numbers of elements: the prime p, and the polynomial over the integers modulo p
# that gives x^n, from its constant term on. Each is irreducible, as no root and no factor shows.
_FIELDS = {
    2: (2, ()),
    3: (3, ()),
    4: (2, (1, 1)),  # x^2 = x + 1
    5: (5, ()),
    7: (7, ()),
    8: (2, (1, 1, 0)),  # x^3 = x + 1
    9: (3, (2, 0)),  # x^2 = 2
}

ORDERS = tuple(_FIELDS)


def symbol_cards(order: int) -> tuple[Card, ...]:
    """The cards of a deck, each with order + 1 symbols; the symbols of the first are 0 to order.

    The order is one of ORDERS. There are as many symbols as cards.

    >>> symbol_cards(2)
    ((0, 1, 2), (0, 3, 4), (0, 5, 6), (1, 3, 5), (1, 4, 6), (2, 3, 6), (2, 4, 5))
    """
    times, plus = _tables(order)
    points = _points(order)

    def sum_of_products(one: Sequence[int], other: Sequence[int]) -> int:
        a, b, c = (times[x][y] for x, y in zip(one, other, strict=True))
        return plus[plus[a][b]][c]

    lines = (
        tuple(number for number, point in enumerate(points) if sum_of_products(line, point) == 0)
        for line in points
    )
    return tuple(sorted(lines))


def proof(cards: Sequence[Card]) -> None:
    """Proves that any two cards share exactly one symbol, by comparing all of them.

    Raises AssertionError with the first fault, also if the numbers of cards, of symbols, or of cards
    with a symbol are not those of a projective plane.
    """
    order = len(cards[0]) - 1
    size = order * order + order + 1
    if len(cards) != size:
        raise AssertionError(f"{len(cards)} cards, not {size}")
    for number, card in enumerate(cards):
        if len({*card}) != order + 1 or len(card) != order + 1:
            raise AssertionError(f"card {number} has not {order + 1} different symbols")
    for (first, one), (second, other) in combinations(enumerate(cards), 2):
        shared = {*one} & {*other}
        if len(shared) != 1:
            raise AssertionError(f"cards {first} and {second} share {len(shared)} symbols")
    uses = Counter(symbol for card in cards for symbol in card)
    if len(uses) != size:
        raise AssertionError(f"{len(uses)} symbols, not {size}")
    for symbol, number in sorted(uses.items()):
        if number != order + 1:
            raise AssertionError(f"symbol {symbol} is on {number} cards, not on {order + 1}")


def _points(order: int) -> list[tuple[int, int, int]]:
    """The points of the plane, the first coordinate that is not 0 made 1; those with 0 first."""
    every = [(0, 0, 1), *((0, 1, z) for z in range(order))]
    return [*every, *((1, y, z) for y, z in product(range(order), repeat=2))]


_Table = list[list[int]]


def _tables(order: int) -> tuple[_Table, _Table]:
    """The multiplication and the addition of the field.

    The digits of an element in base p are the coefficients of its polynomial, the constant first.
    """
    prime, reduction = _FIELDS[order]
    degree = len(reduction) or 1
    elements = [[each // prime**power % prime for power in range(degree)] for each in range(order)]

    def element(digits: Sequence[int]) -> int:
        return sum(digit % prime * prime**power for power, digit in enumerate(digits))

    def multiplied(one: Sequence[int], other: Sequence[int]) -> int:
        digits = [0] * (2 * degree - 1)
        for (i, a), (j, b) in product(enumerate(one), enumerate(other)):
            digits[i + j] += a * b
        for power in reversed(range(degree, len(digits))):
            for i, coefficient in enumerate(reduction):
                digits[power - degree + i] += digits[power] * coefficient
        return element(digits[:degree])

    def added(one: Sequence[int], other: Sequence[int]) -> int:
        return element([a + b for a, b in zip(one, other, strict=True)])

    times = [[multiplied(one, other) for other in elements] for one in elements]
    plus = [[added(one, other) for other in elements] for one in elements]
    return times, plus
