"""Positions, moves and options of Controlled Path."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from pnp.basics.words import counted
from pnp.games.controlled_path.paths import Join, Network, Path, Spot
from pnp.play import Chance, Option
from pnp.play.options import Chosen
from pnp.play.tiles import replaced
from pnp.tiles import Tile
from pnp.tiles.hexgrid import Hex

HAND = 2  # tiles, on the designer's page
PLAYERS = range(2, 5)

# Causes of a loss other than the colour of the player who connected, and their words in a file.
NO_CHANGE, NO_MOVE = -1, -2
CAUSES = {"no-change": NO_CHANGE, "no-move": NO_MOVE}

# Where the start tiles lie: in a row for two players, in a triangle for three, in a rhombus for four.
START_PLACES = (Hex(0, 0), Hex(3, 0), Hex(0, 3), Hex(3, 3))
START_GAP = 3  # cells from one to the next

OPTIONS = (
    Option(
        "no-move",
        "What if your token cannot move after your change?",
        {"stay": "it stays where it is", "lose": "you are out"},
    ),
    Option(
        "out-of-tiles",
        "What if the supply and all hands are empty?",
        {
            "play-on": "you go on by turning tiles",
            "end": "the game ends, and all who are still in share the victory",
        },
    ),
    Option(
        "stalemate",
        "When do you share the victory because nobody places a new tile?",
        {
            "five": "after five turns each",
            "ten": "after ten turns each",
            "never": "never: the game may go on for ever",
        },
    ),
)

_QUIET_ROUNDS = {"five": 5, "ten": 10}


class Phase(Enum):
    """The steps in which players decide; the value is the word in a file."""

    CHANGE = "change"  # the player places or turns a tile
    MOVE = "move"  # the player moves the token
    OVER = "over"


class Token(NamedTuple):
    """A token and where it stands; `join` is empty if its tile has only one path."""

    colour: int
    cell: Hex
    join: Join = ()


class Loss(NamedTuple):
    """A player who has lost; the cause is the colour that connected, NO_CHANGE or NO_MOVE."""

    colour: int
    cause: int


class Position(NamedTuple):
    """The tiles on the table, the tokens, and what each player has.

    `tokens` are those of the players who are still in, by colour, and `lost` are the others in the
    order in which they lost. `hands` and `came_from` have an entry for every colour of the set: the
    open tiles, and the cell that the token left in its last move. Tiles in hands and in the supply are
    sorted kinds. `quiet` counts the turns in a row in which nobody placed a tile or lost.
    """

    table: Network
    tokens: tuple[Token, ...]
    turn: int
    phase: Phase
    hands: tuple[tuple[Tile, ...], ...]
    came_from: tuple[Hex | None, ...]
    supply: tuple[Tile, ...]
    options: Chosen
    chance: Chance
    lost: tuple[Loss, ...] = ()
    quiet: int = 0

    @property
    def players(self) -> tuple[int, ...]:
        """The colours that play, clockwise."""
        lost = {loss.colour for loss in self.lost}
        return tuple(sorted(lost.union(token.colour for token in self.tokens)))

    @property
    def hand(self) -> tuple[Tile, ...]:
        """The hand of the player whose turn it is."""
        return self.hands[self.turn]

    @property
    def token(self) -> Token:
        """The token of the player whose turn it is."""
        return next(token for token in self.tokens if token.colour == self.turn)

    @property
    def others(self) -> tuple[Token, ...]:
        """The other tokens, clockwise from the player whose turn it is."""
        after = [token for token in self.tokens if token.colour > self.turn]
        return (*after, *(token for token in self.tokens if token.colour < self.turn))

    def spot(self, token: Token) -> Spot:
        """The part of a path on which a token stands."""
        return Spot(token.cell, token.join or self.table[token.cell].joins[0])

    @property
    def path(self) -> Path:
        """The controlled path of the player whose turn it is."""
        return self.table.path(self.spot(self.token))

    @property
    def connected(self) -> tuple[Token, ...]:
        """The opponents' tokens to which this path leads, clockwise."""
        spots = self.path.spots
        return tuple(token for token in self.others if self.spot(token) in spots)

    @property
    def ending(self) -> str:
        """Why the game ends with this turn; empty if it goes on."""
        rounds = _QUIET_ROUNDS.get(self.options["stalemate"])
        if len(self.tokens) == 1:
            return "the last player with a token wins"
        if rounds is not None and self.quiet >= rounds * len(self.tokens):
            return f"{counted(self.quiet, 'turn')} in a row have brought no new tile"
        if self.options["out-of-tiles"] == "end" and not self.supply and not any(self.hands):
            return "no tile is left"
        return ""

    def with_hand(self, colour: int, hand: Iterable[Tile]) -> Position:
        """The position with another hand for a player."""
        return self._replace(hands=replaced(self.hands, colour, tuple(sorted(hand))))


class Place(NamedTuple):
    """A change: place a tile of the hand on an empty place, turned as it is here."""

    cell: Hex
    tile: Tile


class Turn(NamedTuple):
    """A change: turn a tile on the table clockwise by so many sides."""

    cell: Hex
    steps: int


@dataclass(frozen=True, slots=True)
class Step:
    """Move the token to a tile next to it."""

    cell: Hex


@dataclass(frozen=True, slots=True)
class Stay:
    """Leave the token where it is, because it cannot move."""


Move = Place | Turn | Step | Stay
