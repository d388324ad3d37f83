"""Positions of Hexagonal Highway, and the interpretations that a table may choose."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from pnp.games.hexagonal_highway.orders import Order, Piece, Sheet
from pnp.play import Chance, Option
from pnp.tiles.hexgrid import Hex

PLAYERS = 6


class Card(IntEnum):
    """The round cards, as they are numbered."""

    THEME = 1
    CENTER_CONTROL = 2
    LINE_OF_SIGHT = 3
    REVERSE_THE_WORLD = 4
    HIGHWAY_ROBBERY = 5
    RUBBER_WALLS = 6


# A drive is every cell that a pawn has been on in a round, the one it set off from first. In a file
# that is only to be scored, a drive that is not told is empty.
Drive = tuple[Hex, ...]

# A pawn of which a file does not tell where it was: so far off the board it bars nothing.
NOWHERE = Hex(99, 99)


class Position(NamedTuple):
    """A moment in which somebody writes an order, or the end of the game.

    Everything by player is in the order of the colours. `directions` are sorted by cell, `drives`
    are those of the rounds that are over, and `robbers` lay on the road in the robbery round.
    """

    options: tuple[tuple[str, str], ...]
    cards: tuple[Card, ...]
    starts: tuple[Hex, ...]
    pawns: tuple[Hex, ...]
    directions: tuple[tuple[Hex, Piece], ...] = ()
    sheets: tuple[Sheet, ...] = (Sheet(),) * PLAYERS
    drives: tuple[tuple[Drive, ...], ...] = ()
    robbers: tuple[tuple[Hex, ...], ...] = ((),) * PLAYERS
    chance: Chance = Chance(0)

    def chose(self, option: str, choice: str) -> bool:
        """Whether this is how the table plays."""
        return (option, choice) in self.options

    def with_order(self, player: int, order: Order) -> Position:
        """The position with one more order on the player's sheet."""
        sheets = [*self.sheets]
        sheets[player] = sheets[player].with_order(order)
        return self._replace(sheets=tuple(sheets))

    @property
    def round(self) -> int:
        """The number of this round; one more than there are cards when the game is over."""
        return len(self.drives) + 1

    @property
    def is_over(self) -> bool:
        return self.round > len(self.cards)

    @property
    def card(self) -> Card:
        """The card of this round; there is none when the game is over."""
        return self.cards[self.round - 1]

    @property
    def writer(self) -> int | None:
        """The first player whose sheet is not complete, counted from 0."""
        if self.is_over:
            return None
        return next((n for n, sheet in enumerate(self.sheets) if sheet.go is None), None)


# Each comes from the rulebook's "Designer's notes" or "Variants".
OPTIONS = (
    Option(
        "rounds",
        "The order of the round cards.",
        "in-order",
        {"in-order": "1 to 6", "shuffled": "Theme first, the others shuffled"},
    ),
    Option(
        "corner-tiles",
        "Direction tiles on the six corners.",
        "barred",
        {
            "barred": "no tile lies on a corner",
            "allowed": "only blockades are barred; where the supply is too small, direction tiles"
            " only replace others",
        },
    ),
    Option(
        "left",
        "The way that a Left tile turns a pawn.",
        "anticlockwise",
        {
            "anticlockwise": "left as a driver would",
            "clockwise": "in the order of the page's words",
        },
    ),
    Option(
        "failed-hex",
        "What fails where different tiles are named for a hex.",
        "hex",
        {"hex": "all tiles for that hex", "sheet": "the whole sheets of all who named it"},
    ),
    Option(
        "blockade-over",
        "What a blockade does to the direction tile under it.",
        "covers",
        {"covers": "the tile is back when the blockade leaves", "removes": "the tile is gone"},
    ),
    Option(
        "setting-off",
        "Whether a tile under a pawn turns it when it sets off.",
        "straight",
        {"straight": "it does not", "turns": "it does"},
    ),
    Option(
        "no-direction",
        "Whether a player may write no direction to drive.",
        "stay",
        {"stay": "the pawn stays where it is", "forbidden": "everybody has to drive"},
    ),
    Option(
        "crash-on-a-start",
        "Whether a start is empty if pawns have collided on it.",
        "empty",
        {
            "empty": "all collided pawns are lifted first",
            "taken": "its owner draws a start; that start may be drawn",
        },
    ),
    Option(
        "below-zero",
        "What robbers do to a player who has too few points.",
        "allowed",
        {
            "allowed": "the total is negative",
            "zero": "the total is 0, the robbers gain all the same",
        },
    ),
    Option(
        "bounce",
        "On a direction tile at a rubber wall.",
        "turn-first",
        {
            "turn-first": "turn, then bounce if you must",
            "bounce-first": "bounce if you must, turn, and bounce again if you must",
        },
    ),
    Option(
        "outward-start",
        "A pawn that sets off towards a rubber wall.",
        "bounces",
        {"bounces": "it bounces at once", "stays": "it does not move"},
    ),
    Option(
        "ties",
        "Who wins among those with as many points.",
        "late-rounds",
        {"late-rounds": "who scored more in the last round, and so on", "shared": "all of them"},
    ),
)
