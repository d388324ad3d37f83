"""Positions and moves of Hexeptional Hexpertise."""

from __future__ import annotations

from typing import NamedTuple

from pnp.games.hexpertise.kit import EMPTY, NULLIFIED, Kit, Pair
from pnp.games.hexpertise.rules import TIMES_FLIPPED
from pnp.play import Chance
from pnp.tiles.hexgrid import Hex

# What lies on each cell, in the order of the kit's cells.
Display = tuple[str, ...]


class Move(NamedTuple):
    """An element placed on a hex, or the hex nullified.

    `against` is the one opposite to nullify with it, where the table plays that there is a choice.
    """

    element: str
    cell: Hex
    against: Hex | None = None

    @property
    def nullifies(self) -> bool:
        """Whether the hex is crossed out because nothing is placed."""
        return self.element == NULLIFIED


class Position(NamedTuple):
    """The nexus cards as they lie, a display for each player, and the mana cards of this half.

    The mana cards are in the order of flipping: those flipped, the one on the table, the deck. An
    extract of a display has no cards, and nothing on a hex that is not told: it is only scored.
    """

    nexus: tuple[Pair, ...]
    displays: tuple[Display, ...]
    mana: tuple[Pair, ...]
    chance: Chance
    options: tuple[tuple[str, str], ...]

    @property
    def is_extract(self) -> bool:
        return not self.nexus

    @property
    def players(self) -> int:
        return len(self.displays)

    @property
    def corner_elements(self) -> tuple[str, ...]:
        """The elements of the nexus hexes, clockwise from the top: left ones, then right ones."""
        return (*(left for left, _ in self.nexus), *(right for _, right in self.nexus))

    @property
    def flips(self) -> int:
        """How many cards everybody has used."""
        return min(map(self.filled, self.displays))

    @property
    def flipped(self) -> int:
        """How many cards of this half everybody has used."""
        return flipped_of_half(self.flips, len(self.mana))

    @property
    def card(self) -> Pair:
        """The mana card on the table, while the festival lasts."""
        return self.mana[self.flipped]

    @property
    def chosen(self) -> dict[str, str]:
        """The options with their choices."""
        return dict(self.options)

    def filled(self, display: Display) -> int:
        """How many hexes of a display were filled by flips: all have been after the last one."""
        return TIMES_FLIPPED * len(self.mana) - display.count(EMPTY)


def flipped_of_half(flips: int, mana: int) -> int:
    """How many of so many mana cards have been used in the half that so many flips lead to."""
    return flips - mana * min(flips // mana, TIMES_FLIPPED - 1)


def on_cells(kit: Kit, display: Display) -> dict[Hex, str]:
    """What lies on each cell."""
    return dict(zip(kit.cells, display, strict=True))
