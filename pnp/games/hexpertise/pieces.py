"""The pieces of Hexeptional Hexpertise: the display, the nexus cards and the mana cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations

from pnp.basics.errors import InvalidDefinition
from pnp.basics.words import listed
from pnp.play import Hex
from pnp.sets.components import Deck, components
from pnp.sets.tileset import Tileset
from pnp.tiles.hexgrid import ORIGIN, Orientation, corners, neighbours
from pnp.validation import Scope, Violation, rule

# Two elements of a card; on a nexus card the left one first.
Pair = tuple[str, str]

# The content of each hex of a display, in the order of columns: an element, or one of these words.
Display = tuple[str, ...]
EMPTY, MAGE, NULLIFIED = "", "mage", "nullified"


class PieceSet:
    """The display and the cards of a set; raises InvalidDefinition if the game needs others.

    The first of the corners is at the top, and the others follow clockwise. A *way* is the number of
    a corner: the direction that leads from the mage to it. `sixes` are the straight lines and the
    rings of six hexes, and `flowers` the hexes that six others surround, each with these.
    """

    def __init__(self, tileset: Tileset) -> None:
        parts = components(tileset)
        findings = [each for rule in NEEDS for each in rule.findings(tileset, parts)]
        if findings:
            raise InvalidDefinition(findings)
        board, nexus, mana = parts.board("display"), parts.deck("nexus"), parts.deck("mana")
        assert board and nexus and mana  # as the rules say
        self.names: Mapping[Hex, str] = board.names
        self.cells = cells = tuple(self.names)
        self.by_name = {name: cell for cell, name in self.names.items()}
        self.corners = corners(board.definition.hexhex)
        self.nexus, self.mana = _pairs(nexus), _pairs(mana)
        self.elements = tuple(element for pair in self.nexus for element in pair)
        self.opposite = {one: other for pair in self.nexus for one, other in (pair, pair[::-1])}
        self.near = {
            cell: tuple(near for near in neighbours(cell) if near in self.names) for cell in cells
        }
        # For each way, the hex behind each hex: from there the way leads to it.
        self.behind = tuple(
            {cell: cell.moved(way + 3) for cell in cells if cell.moved(way + 3) in self.names}
            for way in range(6)
        )
        # The same as the hex, its number and that of the hex behind it.
        number = {cell: number for number, cell in enumerate(cells)}
        self.leads = tuple(
            tuple((cell, number[cell], number[start]) for cell, start in behind.items())
            for behind in self.behind
        )
        self.sixes = tuple(
            six
            for cell in cells
            for six in (*_lines_of_six(cell), neighbours(cell))
            if all(each in self.names for each in six)
        )
        self.flowers = tuple((cell, *near) for cell, near in self.near.items() if len(near) == 6)

    def on(self, display: Display) -> dict[Hex, str]:
        """The content of each hex of a display."""
        return dict(zip(self.cells, display, strict=True))

    def placed(self, display: Display) -> dict[Hex, str]:
        """The elements on a display, without the mage."""
        on = self.on(display).items()
        return {cell: what for cell, what in on if what not in (EMPTY, MAGE)}

    def display(self, on: Mapping[Hex, str]) -> Display:
        """The display with this content of some hexes, and the mage; the other hexes are empty."""
        return tuple(on.get(cell, MAGE if cell == ORIGIN else EMPTY) for cell in self.cells)


def _lines_of_six(cell: Hex) -> Iterator[tuple[Hex, ...]]:
    """The straight lines of six hexes from a hex, in three of the ways; the others lead to it."""
    return (tuple(cell.moved(way, step) for step in range(6)) for way in range(3))


def _pairs(deck: Deck) -> tuple[Pair, ...]:
    return tuple((one, other) for one, other in (card.colours for card in deck.cards))


# The rules of the set.

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
