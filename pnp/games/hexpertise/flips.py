"""Which flip of a mana card filled which hex: each flip fills one, on every display."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from copy import copy
from itertools import count
from random import Random
from typing import NamedTuple

from pnp.games.hexpertise.kit import Pair
from pnp.tiles.hexgrid import Hex

# Where a card is, seen from a flip of it: used by all, used by the first players, or not yet.
FLIPPED, ON_THE_TABLE, TO_COME = "flipped", "on the table", "to come"
_IN_ORDER = (FLIPPED, ON_THE_TABLE, TO_COME)
_ALL = frozenset(_IN_ORDER)

_MOST_TRIES, _MOST_ORDERS = 30, 150


class Flip(NamedTuple):
    """One of the two flips of a mana card, and where the card may be."""

    card: Pair
    where: frozenset[str]


class Filling(NamedTuple):
    """The cards that can have filled each hex of a display, and how many hexes are still empty.

    A player who is ahead of the others has used the card on the table.
    """

    cards: Mapping[Hex, Set[Pair]]
    empty: int
    ahead: bool

    @property
    def used(self) -> frozenset[str]:
        """Where the cards are that have filled a hex."""
        return frozenset({FLIPPED, ON_THE_TABLE} if self.ahead else {FLIPPED})


def crowded(filling: Filling, flips: Sequence[Flip]) -> tuple[Hex, ...] | None:
    """Hexes for which there is a flip too few; None where every hex has a flip of its own."""
    return _Matching(filling, flips).crowd(flips)


class Undecided(Exception):
    """It would take too long to try all cards in all places."""


def settled(fillings: Sequence[Filling], flips: Sequence[Flip]) -> tuple[Flip, ...] | None:
    """The flips, each card in one place, so that they can have filled every display; None if none can.

    Tries the cards in one order after the other, some time in each: one that begins with a wrong card can
    take very long. Raises Undecided where no order tells in time; for displays that were played, one does.
    """
    order = list(range(len(flips)))
    for attempt in range(_MOST_ORDERS):
        ordered = tuple(flips[number] for number in order)
        matchings = [_Matching(filling, ordered) for filling in fillings]
        try:
            found = _settled(matchings, ordered, count())
        except Undecided:
            Random(attempt).shuffle(order)
            continue
        return (
            None
            if found is None
            else tuple(flip for _, flip in sorted(zip(order, found, strict=True)))
        )
    raise Undecided


def _settled(
    matchings: Sequence[_Matching], flips: tuple[Flip, ...], tries: Iterator[int]
) -> tuple[Flip, ...] | None:
    """The same; only cards are tried in one place after the other that displays want in different ones."""
    if next(tries) > _MOST_TRIES:
        raise Undecided
    like = 0
    for matching in matchings:
        if matching.crowd(flips, like) is not None:
            return None
        like = matching.used
    lie = []
    for number, flip in enumerate(flips):
        places = flip.where.intersection(*(matching.places(number) for matching in matchings))
        if not places:
            return _tried(matchings, flips, number, tries)
        lie.append(flip._replace(where=frozenset((min(places, key=_IN_ORDER.index),))))
    return tuple(lie)


def _tried(
    matchings: Sequence[_Matching], flips: tuple[Flip, ...], number: int, tries: Iterator[int]
) -> tuple[Flip, ...] | None:
    """The flips settled with one of them in each of its places, until all can be."""
    flip = flips[number]
    for where in sorted(flip.where, key=_IN_ORDER.index):
        there = flip._replace(where=frozenset((where,)))
        copies = [matching.copy() for matching in matchings]
        found = _settled(copies, (*flips[:number], there, *flips[number + 1 :]), tries)
        if found is not None:
            return found
    return None


class _Matching:
    """A flip for each hex of a display; empty hexes, which come first, have theirs among those to come.

    Sets of flips are numbers in which each flip has a bit.
    """

    def __init__(self, filling: Filling, flips: Sequence[Flip]) -> None:
        self._filling = filling
        self._suiting = [
            sum(1 << number for number, flip in enumerate(flips) if flip.card in cards)
            for cards in filling.cards.values()
        ]
        self._hex_of: dict[int, int] = {}

    def copy(self) -> _Matching:
        """The same, to go on from."""
        other = copy(self)
        other._hex_of = dict(self._hex_of)
        return other

    @property
    def used(self) -> int:
        """The flips that have filled a hex."""
        return sum(1 << n for n, which in self._hex_of.items() if which >= self._filling.empty)

    def crowd(self, flips: Sequence[Flip], like: int = 0) -> tuple[Hex, ...] | None:
        """Finds flips for all hexes; returns hexes for which there is one too few, or None.

        By augmenting paths: if one more hex finds no flip, then it and all whose flips it could do with
        are too many (P. Hall). Of what has been found before, only what no longer suits is found anew.
        Rather than others, the flips that are *like* those of another display are used.
        """
        used = to_come = 0
        for number, (_, where) in enumerate(flips):
            used |= bool(where & self._filling.used) << number
            to_come |= (not where <= self._filling.used) << number
        suiting = [to_come] * self._filling.empty + [cards & used for cards in self._suiting]
        hex_of = {n: which for n, which in self._hex_of.items() if suiting[which] >> n & 1}
        self._hex_of = hex_of
        tried = 0

        def finds_a_flip(which: int) -> bool:
            nonlocal tried
            alike = suiting[which] & (~like if which < self._filling.empty else like)
            order = [*_bits(alike), *_bits(suiting[which] & ~alike)]
            for number in order:
                if number not in hex_of:
                    hex_of[number] = which
                    return True
            for number in order:
                if not tried >> number & 1:
                    tried |= 1 << number
                    if finds_a_flip(hex_of[number]):
                        hex_of[number] = which
                        return True
            return False

        for which in sorted({*range(len(suiting))} - {*hex_of.values()}):
            tried = 0
            if not finds_a_flip(which):
                crowd = {which, *(hex_of[number] for number in _bits(tried))}
                hexes = enumerate(self._filling.cards, self._filling.empty)
                return tuple(cell for place, cell in hexes if place in crowd)
        return None

    def places(self, number: int) -> frozenset[str]:
        """The places of a card with which the display can do what it does with its flip."""
        used = self._filling.used
        return used if self._hex_of[number] >= self._filling.empty else _ALL - used


def _bits(flips: int) -> Iterator[int]:
    """The numbers of the flips in a set, from the first on."""
    while flips:
        least = flips & -flips
        yield least.bit_length() - 1
        flips ^= least
