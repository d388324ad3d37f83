"""Hexeptional Hexpertise, of the 18-card games: the rules of its cards and of its display."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.basics.words import listed
from pnp.tiles.hexgrid import ORIGIN
from pnp.validation import Scope, Violation, rule

# On the designer's page: the elements that nullify each other.
OPPOSED = (("light", "dark"), ("fire", "water"), ("earth", "air"))

TIMES_FLIPPED = 2  # each mana card, on the page


@rule(
    "opposed-pairs",
    "The nexus cards are the three pairs of elements that nullify each other, readable either way"
    " up.",
    names=("nexus",),
)
def opposed_pairs(scope: Scope) -> Iterator[Violation]:
    wanted = {frozenset(pair): " and ".join(pair) for pair in OPPOSED}
    for deck in scope.decks:
        found = {frozenset(card.face.colours) for card in deck.cards}
        for pair in wanted.keys() - found:
            yield Violation(f"no nexus card has {wanted[pair]}", deck.definition.place)
        for card in deck.cards:
            if frozenset(card.face.colours) not in wanted:
                told = listed(list(card.face.colours)) or card.face.title
                yield Violation(f"{card.id}, {told}, is no pair of opposed elements", card.place)
            elif not card.face.opposites:
                yield Violation(f"{card.id} has no left and right", card.place)


@rule(
    "display-fills-up",
    "Every mana card is flipped twice, and each flip fills one hex: the display has two open hexes"
    " for every mana card.",
    names=("display", "mana"),
)
def display_fills_up(scope: Scope) -> Iterator[Violation]:
    display, mana = scope.components.board("display"), scope.components.deck("mana")
    if display is None or mana is None:
        return
    flips = TIMES_FLIPPED * mana.printed
    if display.open != flips:
        yield Violation(
            f"{mana.printed} mana cards flipped {TIMES_FLIPPED} times fill {flips} hexes; the"
            f" display has {display.open} open ones of {len(display.definition.cells)}",
            display.definition.place,
        )


@rule(
    "a-corner-each-element",
    "The nexus hexes of the display are its corners, one for each side of each nexus card, and the"
    " mage stands in its centre.",
    names=("display", "nexus"),
)
def a_corner_each_element(scope: Scope) -> Iterator[Violation]:
    display, cards = scope.components.board("display"), scope.components.deck("nexus")
    if display is None or cards is None:
        return
    nexus, mage = display.group("nexus"), display.group("mage")
    sides = sum(len(card.face.colours) * card.copies for card in cards.cards)
    if nexus is None or len(nexus.cells) != sides:
        hexes = 0 if nexus is None else len(nexus.cells)
        yield Violation(
            f"{cards.printed} nexus cards have {sides} sides; the display has {hexes} nexus hexes",
            display.definition.place,
        )
    if mage is None or mage.cells != (ORIGIN,):
        yield Violation("the mage does not stand in the centre", display.definition.place)


RULES = (opposed_pairs, display_fills_up, a_corner_each_element)
