"""The rules for the pieces of Hexeptional Hexpertise: its cards and its display."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from pnp.basics.words import listed
from pnp.tiles.hexgrid import ORIGIN, Orientation, corners
from pnp.validation import Scope, Violation, rule

# The elements that nullify each other.
OPPOSED = (("light", "dark"), ("fire", "water"), ("earth", "air"))

TIMES_FLIPPED = 2  # each mana card


@rule(
    "opposed-pairs",
    "The nexus cards are the three pairs of elements that nullify each other, readable either way"
    " up.",
    names=("nexus",),
)
def opposed_pairs(scope: Scope) -> Iterator[Violation]:
    wanted = {frozenset(pair): " and ".join(pair) for pair in OPPOSED}
    for deck in scope.decks:
        for pair in wanted.keys() - {frozenset(card.colours) for card in deck.cards}:
            yield Violation(f"no nexus card has {wanted[pair]}", deck.definition.place)
        for card in deck.cards:
            if frozenset(card.colours) not in wanted or not card.opposites:
                message = f"{card.id} does not have a pair of opposed elements, left and right"
                yield Violation(message, card.place)


@rule(
    "display-fills-up",
    "Every mana card is flipped twice, and each flip fills one hex: the display has two open hexes"
    " for every mana card.",
    names=("display", "mana"),
)
def display_fills_up(scope: Scope) -> Iterator[Violation]:
    display, mana = scope.components.board("display"), scope.components.deck("mana")
    if display and mana and display.open != TIMES_FLIPPED * mana.printed:
        message = (
            f"{mana.printed} mana cards flipped {TIMES_FLIPPED} times fill"
            f" {TIMES_FLIPPED * mana.printed} hexes; the display has {display.open} open ones of"
            f" {len(display.definition.cells)}"
        )
        yield Violation(message, display.definition.place)


@rule(
    "a-corner-each-element",
    "The nexus hexes of the display are its corners, one at the top, and there is one for each side"
    " of each nexus card; the mage stands in its centre.",
    names=("display", "nexus"),
)
def a_corner_each_element(scope: Scope) -> Iterator[Violation]:
    display, cards = scope.components.board("display"), scope.components.deck("nexus")
    if display is None or cards is None:
        return
    place = display.definition.place
    cells = {group.name: group.cells for group in display.definition.groups}
    nexus = cells.get("nexus", ())
    sides = sum(len(card.colours) * card.copies for card in cards.cards)
    if len(nexus) != sides:
        nexus_cards = f"{cards.printed} nexus cards have {sides} sides"
        yield Violation(f"{nexus_cards}; the display has {len(nexus)} nexus hexes", place)
    if {*nexus} != {*corners(display.definition.hexhex)}:
        yield Violation("not every nexus hex is a corner", place)
    if display.definition.orientation is not Orientation.FLAT_TOP:
        yield Violation("no corner of the display is at the top", place)
    if cells.get("mage") != (ORIGIN,):
        yield Violation("the mage does not stand in the centre", place)


@rule("a-card-each-pair", "Every two elements are together on one mana card.", names=("mana",))
def a_card_each_pair(scope: Scope) -> Iterator[Violation]:
    elements = [element for pair in OPPOSED for element in pair]
    wanted = Counter(map(frozenset, combinations(elements, 2)))
    for deck in scope.decks:
        cards = (card for card in deck.cards for _ in range(card.copies))
        found = Counter(frozenset(card.colours) for card in cards)
        wrong = sorted(" and ".join(sorted(card)) for card in (wanted - found) + (found - wanted))
        if wrong:
            yield Violation(
                f"these pairs are not on exactly one card: {listed(wrong)}", deck.definition.place
            )


RULES = (opposed_pairs, display_fills_up, a_corner_each_element)
NEEDS = (*RULES, a_card_each_pair)  # for a game to be played
