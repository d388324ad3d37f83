"""The pieces of Hexeptional Hexpertise: the display, the nexus cards and the mana cards."""

from __future__ import annotations

from collections.abc import Mapping

from pnp.basics.errors import InvalidDefinition
from pnp.games.hexpertise.rules import NEEDS
from pnp.sets.components import Deck, components
from pnp.sets.tileset import Tileset
from pnp.tiles.hexgrid import ORIGIN, Hex, corners, neighbours

# Two elements of a card; on a nexus card the left one first.
Pair = tuple[str, str]

# The content of each hex of a display, in the order of columns: an element, or one of these words.
Display = tuple[str, ...]
EMPTY, MAGE, NULLIFIED = "", "mage", "nullified"


class PieceSet:
    """The display and the cards of a set; raises InvalidDefinition if the game needs others.

    The first of the corners is at the top, and the others follow clockwise. A *way* is the number of
    a corner: the direction that leads from the mage to it.
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

    def on(self, display: Display) -> dict[Hex, str]:
        """The content of each hex of a display."""
        return dict(zip(self.cells, display, strict=True))

    def display(self, on: Mapping[Hex, str]) -> Display:
        """The display with this content of some hexes, and the mage; the other hexes are empty."""
        return tuple(on.get(cell, MAGE if cell == ORIGIN else EMPTY) for cell in self.cells)


def _pairs(deck: Deck) -> tuple[Pair, ...]:
    return tuple((one, other) for one, other in (card.colours for card in deck.cards))
