"""Positions and moves of Controlled Path, and what a table may choose."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from pnp.games.controlled_path.paths import Spot
from pnp.play import Chance, Option
from pnp.tiles import Tile
from pnp.tiles.hexgrid import Hex

HAND = 2  # tiles, on the designer's page

OPTIONS = (
    Option(
        "sides",
        "Whether the sides of tiles that touch have to agree.",
        "any",
        {
            "any": "any side may lie against any other",
            "agree": "a change lays terminals against terminals and blank sides against blank ones",
        },
    ),
    Option(
        "start-gap",
        "How many empty places lie between the start tiles.",
        "two",
        {
            "two": "two, so that the very first turn cannot win",
            "one": "one, a shorter game; in the first turn of each player, a change may not connect"
            " to an opponent",
        },
    ),
    Option(
        "turning",
        "Whether turning a tile has to change something.",
        "differently",
        {
            "differently": "a tile that is turned lies differently afterwards",
            "freely": "a tile may be turned as it lay, which is a way to pass",
        },
    ),
    Option(
        "no-move",
        "What happens to a player who has no move after a change.",
        "stay",
        {"stay": "the token stays where it is", "lose": "the player has lost"},
    ),
    Option(
        "opponents-connected",
        "Who loses if a change connects opponents to each other, and not to the player's own token.",
        "nobody",
        {
            "nobody": "nobody yet: only a player's own change counts",
            "all": "all opponents that are connected to each other",
        },
    ),
    Option(
        "loser-hand",
        "Where the hand of a player goes who has lost.",
        "supply",
        {"supply": "it is mixed into the supply", "box": "it goes back into the box"},
    ),
    Option(
        "out-of-tiles",
        "What happens when the supply and all hands are empty.",
        "play-on",
        {
            "play-on": "play goes on by turning tiles",
            "end": "the game ends, and all who are still in share it",
        },
    ),
    Option(
        "shared-tile",
        "Whether two tokens may stand on one tile, on different paths.",
        "allowed",
        {"allowed": "they may", "barred": "nobody may move to a tile with a token on it"},
    ),
    Option(
        "quiet-turns",
        "How many turns in a row without a tile placed end the game; all who are still in share it.",
        "no-limit",
        {"no-limit": "it never ends so", "24": "24 turns", "60": "60 turns"},
    ),
)


@dataclass(frozen=True, slots=True)
class Place:
    """A change: a tile of the hand put into an empty place, turned as it is here."""

    cell: Hex
    tile: Tile


@dataclass(frozen=True, slots=True)
class Turn:
    """A change: a tile on the table turned clockwise by so many sides."""

    cell: Hex
    steps: int


@dataclass(frozen=True, slots=True)
class Step:
    """The token moved to a tile next to it."""

    cell: Hex


@dataclass(frozen=True, slots=True)
class Stay:
    """The token left where it is, for want of a move."""


Move = Place | Turn | Step | Stay


class Phase(Enum):
    """The two things that a player does in a turn."""

    CHANGE = "change"
    MOVE = "move"


class Seat(NamedTuple):
    """A player: the hand, where the token stands, and which tile it left in its last move.

    Without a token the player has lost. `fresh` says that the first turn is still to come, or has
    only begun.
    """

    colour: str
    hand: tuple[Tile, ...] = ()
    token: Spot | None = None
    came_from: Hex | None = None
    fresh: bool = False


NO_CHANGE, NO_MOVE = "no-change", "no-move"


class Loss(NamedTuple):
    """Who has lost, and the colour that connected to it, or NO_CHANGE or NO_MOVE."""

    colour: str
    cause: str


class Position(NamedTuple):
    """A position; tiles, hands, supply and box are sorted, losses are in order of time.

    `turn` is the index of the seat whose turn it is, or was when the game ended. `quiet` counts
    the turns without a tile placed, where there is a limit for them.
    """

    options: tuple[tuple[str, str], ...]
    tiles: tuple[tuple[Hex, Tile], ...]
    seats: tuple[Seat, ...]
    supply: tuple[Tile, ...]
    turn: int = 0
    phase: Phase = Phase.CHANGE
    losses: tuple[Loss, ...] = ()
    box: tuple[Tile, ...] = ()
    quiet: int = 0
    chance: Chance = Chance(0)

    @property
    def seat(self) -> Seat:
        """The player whose turn it is."""
        return self.seats[self.turn]

    @property
    def remaining(self) -> tuple[int, ...]:
        """The seats that still have a token."""
        return tuple(index for index, seat in enumerate(self.seats) if seat.token is not None)

    @property
    def quiet_limit(self) -> int | None:
        limit = dict(self.options)["quiet-turns"]
        return None if limit == "no-limit" else int(limit)

    def chose(self, option: str, choice: str) -> bool:
        return (option, choice) in self.options

    def with_seat(self, index: int, seat: Seat) -> Position:
        """The position with another state of one player."""
        return self._replace(seats=(*self.seats[:index], seat, *self.seats[index + 1 :]))

    @property
    def is_over(self) -> bool:
        """Whether one token is left, or whether an option ends the game before a turn."""
        if len(self.remaining) <= 1:
            return True
        if self.phase is Phase.MOVE:
            return False
        if self.quiet_limit is not None and self.quiet >= self.quiet_limit:
            return True
        return self.chose("out-of-tiles", "end") and not (
            self.supply or any(seat.hand for seat in self.seats)
        )
