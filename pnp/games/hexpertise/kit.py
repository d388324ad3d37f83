"""What is on the table of Hexeptional Hexpertise: the display and the cards that are printed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from pnp.basics.errors import InvalidDefinition
from pnp.basics.words import listed
from pnp.games.hexpertise.rules import OPPOSED, RULES
from pnp.sets.components import Deck, components
from pnp.sets.tileset import Tileset
from pnp.tiles.hexgrid import Hex, Orientation, corners
from pnp.validation import Scope, Violation, rule

# Two elements on a card; on a nexus card the left one first.
Pair = tuple[str, str]

# What else may lie on a hex besides an element.
EMPTY, MAGE, NULLIFIED = "", "mage", "nullified"


@dataclass(frozen=True)
class Kit:
    """The display, its cells by name in the order of columns, and the cards.

    The first of the corners is at the top, the others follow clockwise; the direction with the same
    number leads from the mage to it.
    """

    board: str
    names: Mapping[Hex, str]
    corners: tuple[Hex, ...]
    nexus: tuple[Pair, ...]
    mana: tuple[Pair, ...]

    @cached_property
    def cells(self) -> tuple[Hex, ...]:
        return tuple(self.names)

    @cached_property
    def by_name(self) -> dict[str, Hex]:
        return {name: cell for cell, name in self.names.items()}

    @cached_property
    def elements(self) -> tuple[str, ...]:
        return tuple(element for pair in self.nexus for element in pair)

    @cached_property
    def opposite(self) -> dict[str, str]:
        return {one: other for pair in self.nexus for one, other in (pair, pair[::-1])}


def kit_of(tileset: Tileset) -> Kit:
    """The display and the cards of a set.

    Raises InvalidDefinition where the game cannot be played with it.
    """
    parts = components(tileset)
    findings = [each for need in (*RULES, *_NEEDS) for each in need.findings(tileset, parts)]
    if findings:
        raise InvalidDefinition(findings)
    display, nexus, mana = parts.board("display"), parts.deck("nexus"), parts.deck("mana")
    assert display is not None and nexus is not None and mana is not None  # as the rules say
    side = display.definition.side
    return Kit(
        display.name, display.names, corners(side), tuple(_pairs(nexus)), tuple(_pairs(mana))
    )


def _pairs(deck: Deck) -> Iterator[Pair]:
    for card in deck.cards:
        one, other = card.face.colours
        yield one, other


@rule("a-card-each-pair", "Every two elements are together on one mana card.", names=("mana",))
def _a_card_each_pair(scope: Scope) -> Iterator[Violation]:
    """The deck that each element's directions and the count of flips rest on."""
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
def _nexus_in_the_corners(scope: Scope) -> Iterator[Violation]:
    """Elements are dealt clockwise from the top, and directions lead from the mage to them."""
    display = scope.components.board("display")
    nexus = None if display is None else display.group("nexus")
    if display is None or nexus is None:
        return
    if display.definition.orientation is not Orientation.FLAT_TOP:
        yield Violation("no corner of the display is at the top", display.definition.place)
    if {*nexus.cells} != {*corners(display.definition.side)}:
        yield Violation("not every nexus hex is a corner", display.definition.place)


_NEEDS = (_a_card_each_pair, _nexus_in_the_corners)
