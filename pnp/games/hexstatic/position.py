"""Positions, moves and options of HexStatic."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from pnp.games.hexstatic.pieces import Tiles
from pnp.play import Chance, Option
from pnp.play.options import Chosen
from pnp.play.tiles import Lay, replaced
from pnp.tiles import Tile
from pnp.tiles.hexgrid import Hex

HAND = 6
PLAYERS = range(1, 4)

# Owners of a colour besides the players, who count from 1.
FREE = 0
NEUTRAL = -1

OPTIONS = (
    Option(
        "first-player",
        "Who starts?",
        {"lots": "a player drawn by lot", "player-1": "the winner of your last game"},
    ),
    Option(
        "blank-sides",
        "What may a blank side touch?",
        {"blank": "only another blank side", "anything": "any side"},
    ),
    Option(
        "exchange",
        "Where does the tile go that you exchange?",
        {"supply": "into the supply, which is then shuffled", "box": "out of the game, face up"},
    ),
    Option(
        "solo-end",
        "You play alone and turn up the supply. What then?",
        {"score": "the game is over", "go-on": "you go on laying open tiles until none fits"},
    ),
    Option(
        "ties",
        "What wins a tie?",
        {"longest-run": "the longest run", "all-runs": "the most tiles in runs"},
    ),
)


class Phase(Enum):
    """The steps in which players decide; the value is the word in a file."""

    NEXUS = "nexus"  # the starting player lays the first tile
    TURN = "turn"
    COLOUR = "colour"  # the player chooses one of the colours that the tile just laid has won
    STOP = "stop"  # another player says whether anything fits
    DECLINED = "declined"  # the turn goes on, because a player did not agree to stop
    OVER = "over"


class Position(NamedTuple):
    """The tiles on the table and what each player has.

    Tiles in hands and in the supply are sorted kinds: the supply is shuffled, so whoever draws from
    it draws by chance. Once all tiles lie open they are in the supply, and all hands are empty.
    `aside` has the nexus tiles before the first turn, and later the tiles out of the game. `asked` is
    the player who is asked about stopping, or 0. `laid` is the cell of the tile that won several
    colours. `passes` counts the players who have passed in a row.
    """

    players: int
    table: Tiles
    owners: tuple[int, ...]
    turn: int
    phase: Phase
    hands: tuple[tuple[Tile, ...], ...]
    supply: tuple[Tile, ...]
    aside: tuple[Tile, ...]
    options: Chosen
    chance: Chance
    asked: int = 0
    laid: Hex | None = None
    passes: int = 0

    @property
    def is_open(self) -> bool:
        """Whether all tiles lie open."""
        return not any(self.hands)

    @property
    def choice(self) -> tuple[Tile, ...]:
        """The tiles of the player whose turn it is: the hand, or all open tiles."""
        return self.supply if self.is_open else self.hands[self.turn - 1]

    @property
    def next_turn(self) -> int:
        """The player whose turn is next."""
        return self.turn % self.players + 1

    def with_hand(self, hand: Iterable[Tile]) -> tuple[tuple[Tile, ...], ...]:
        """All hands, with another one for the player whose turn it is."""
        return replaced(self.hands, self.turn - 1, tuple(sorted(hand)))


@dataclass(frozen=True, slots=True)
class Exchange:
    """Exchange a tile of the hand for one that is drawn."""

    kind: Tile


@dataclass(frozen=True, slots=True)
class Own:
    """Own one of the colours that the tile just laid has won."""

    colour: int


@dataclass(frozen=True, slots=True)
class Pass:
    """Do nothing in a turn."""


@dataclass(frozen=True, slots=True)
class Stop:
    """Ask the others to stop, because nothing seems to fit any more."""


@dataclass(frozen=True, slots=True)
class Agree:
    """Agree that nothing fits."""


@dataclass(frozen=True, slots=True)
class Decline:
    """Do not agree: something may fit."""


Move = Lay | Exchange | Own | Pass | Stop | Agree | Decline
