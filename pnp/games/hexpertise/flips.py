"""Which flip of a mana card filled which hex: each flip fills one, on every display."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from typing import NamedTuple

from pnp.games.hexpertise.kit import Pair
from pnp.hexgrid import Hex

# Where a card is, seen from a flip of it: used by all, used by the first players, or not yet.
FLIPPED, ON_THE_TABLE, TO_COME = "flipped", "on the table", "to come"
_IN_ORDER = (FLIPPED, ON_THE_TABLE, TO_COME)


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

    def has_used(self, flip: Flip) -> bool:
        """Whether the flip can have filled a hex already."""
        return FLIPPED in flip.where or (self.ahead and ON_THE_TABLE in flip.where)

    def can_use(self, flip: Flip) -> bool:
        """Whether the flip can have its hex still to fill."""
        return TO_COME in flip.where or (not self.ahead and ON_THE_TABLE in flip.where)


def crowded(filling: Filling, flips: Sequence[Flip]) -> tuple[Hex, ...] | None:
    """Hexes for which there is a flip too few; None where every hex has a flip of its own.

    Empty hexes have theirs among the flips to come. By augmenting paths: if one more hex finds no
    flip, then it and all whose flips it could do with are too many (P. Hall).
    """
    numbers = range(len(flips))
    to_come = [number for number in numbers if filling.can_use(flips[number])]
    used = [number for number in numbers if filling.has_used(flips[number])]
    wanted = [to_come] * filling.empty
    for cards in filling.cards.values():
        wanted.append([number for number in used if flips[number].card in cards])
    owner: dict[int, int] = {}

    def finds_a_flip(which: int, tried: set[int]) -> bool:
        free = next((number for number in wanted[which] if number not in owner), None)
        if free is not None:
            owner[free] = which
            return True
        for number in wanted[which]:
            if number not in tried:
                tried.add(number)
                if finds_a_flip(owner[number], tried):
                    owner[number] = which
                    return True
        return False

    for which in range(len(wanted)):
        tried: set[int] = set()
        if not finds_a_flip(which, tried):
            crowd = {which, *(owner[number] for number in tried)}
            return tuple(
                cell for place, cell in enumerate(filling.cards, filling.empty) if place in crowd
            )
    return None


def settled(fillings: Sequence[Filling], flips: Sequence[Flip]) -> tuple[Flip, ...] | None:
    """The flips, each card in one place, so that they can have filled every display; None if none can.

    Cards are settled in their order, and rather flipped than on the table or still to come.
    """
    if any(crowded(filling, flips) is not None for filling in fillings):
        return None
    for number, flip in enumerate(flips):
        if len(flip.where) > 1:
            for where in sorted(flip.where, key=_IN_ORDER.index):
                there = Flip(flip.card, frozenset((where,)))
                found = settled(fillings, (*flips[:number], there, *flips[number + 1 :]))
                if found is not None:
                    return found
            return None
    return tuple(flips)
