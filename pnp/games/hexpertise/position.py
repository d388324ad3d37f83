"""Positions, moves and options of Hexeptional Hexpertise."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from pnp.games.hexpertise.pieces import EMPTY, Display, Pair
from pnp.play import Chance, Option
from pnp.play.options import Chosen
from pnp.tiles.hexgrid import Hex

# The game is for any number of players; twelve are enough at one table.
PLAYERS = range(1, 13)

# The number of mana cards flipped in each half, and in the whole game: one for each open hex.
HALF = 15
FLIPS = 2 * HALF

OPTIONS = (
    Option(
        "advanced",
        "Do harmonic convergences and voids score?",
        {"on": "they score", "off": "they do not, as in a first game"},
    ),
    Option(
        "nexus-scores",
        "Do nexus hexes count in the scoring?",
        {"yes": "they count like all other hexes", "no": "only the hexes that you filled count"},
    ),
    Option(
        "nexus-nullifies",
        "What if an element touches the nexus hex of its opposite?",
        {"yes": "both are nullified", "no": "both keep their elements"},
    ),
    Option(
        "nullified-nexus",
        "Does a nullified nexus hex still give its direction?",
        {"directs": "it does", "silent": "nothing can be placed in its direction any more"},
    ),
    Option(
        "forks",
        "Which air is a fork?",
        {
            "three-neighbours": "one that touches three or more airs",
            "apart": "one that touches three or more airs, no two of which touch each other",
        },
    ),
)


class Phase(Enum):
    """The steps of a game; the value is the word in a file."""

    FLIP = "flip"  # a mana card lies on the table, and not everybody has used it
    OVER = "over"


class Position(NamedTuple):
    """The nexus cards as they lie, a display for each player, and the mana cards.

    All players use the card on the table at the same time; here they do so one after the other,
    which makes no difference to anybody. `card` is the card on the table; `flipped` has those of
    this half that everybody has used. The others are in the deck, which is shuffled: the next card
    comes by chance. An extract has no card, and may have no nexus cards.
    """

    nexus: tuple[Pair, ...]
    displays: tuple[Display, ...]
    phase: Phase
    options: Chosen
    chance: Chance
    card: Pair | None = None
    flipped: tuple[Pair, ...] = ()
    board: str = "display"

    @property
    def corner_elements(self) -> tuple[str, ...]:
        """The elements of the nexus hexes, clockwise from the top: left ones, then right ones."""
        return (*(left for left, _ in self.nexus), *(right for _, right in self.nexus))

    @property
    def filled(self) -> tuple[int, ...]:
        """How many open hexes each player has filled, one for each card."""
        return tuple(FLIPS - display.count(EMPTY) for display in self.displays)

    @property
    def turn(self) -> int:
        """The first player, counted from 1, who has filled the fewest hexes."""
        filled = self.filled
        return filled.index(min(filled)) + 1


class Place(NamedTuple):
    """Place an element of the card on a hex."""

    element: str
    cell: Hex


class Nullify(NamedTuple):
    """Nullify an empty hex, because neither element can be placed."""

    cell: Hex


Move = Place | Nullify
