"""Hexeptional Hexpertise: the rules that its cards and its display have to meet."""

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
        found = {frozenset(card.face.colours) for card in deck.cards}
        for pair in wanted.keys() - found:
            yield Violation(f"no nexus card has {wanted[pair]}", deck.definition.place)
        for card in deck.cards:
            if frozenset(card.face.colours) not in wanted:
                shown = listed(list(card.face.colours)) or card.face.title
                message = f"{card.id}, {shown}, is not a pair of opposed elements"
                yield Violation(message, card.place)
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


@rule("a-card-each-pair", "Every two elements are together on one mana card.", names=("mana",))
def a_card_each_pair(scope: Scope) -> Iterator[Violation]:
    elements = [element for pair in OPPOSED for element in pair]
    wanted = Counter(map(frozenset, combinations(elements, 2)))
    for deck in scope.decks:
        found = Counter(dict.fromkeys(wanted, 0))
        for card in deck.cards:
            found[frozenset(card.face.colours)] += card.copies
        wrong = sorted(" and ".join(sorted(card)) for card in found if found[card] != wanted[card])
        if wrong:
            yield Violation(f"not one card each for {listed(wrong)}", deck.definition.place)


@rule(
    "nexus-in-the-corners",
    "The nexus hexes are the corners, and one is at the top.",
    names=("display",),
)
def nexus_in_the_corners(scope: Scope) -> Iterator[Violation]:
    display = scope.components.board("display")
    nexus = None if display is None else display.group("nexus")
    if display is None or nexus is None:
        return
    if display.definition.orientation is not Orientation.FLAT_TOP:
        yield Violation("no corner of the display is at the top", display.definition.place)
    if {*nexus.cells} != {*corners(display.definition.side)}:
        yield Violation("not every nexus hex is a corner", display.definition.place)


RULES = (opposed_pairs, display_fills_up, a_corner_each_element)

# What the rules of play need besides.
NEEDS = (a_card_each_pair, nexus_in_the_corners)
