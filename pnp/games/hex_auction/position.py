"""Positions, moves and options of Hex Auction."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from pnp.games.hex_auction.pieces import Tiles
from pnp.play import Chance, Option
from pnp.play.options import Chosen
from pnp.play.tiles import Lay
from pnp.tiles import Tile
from pnp.tiles.hexgrid import Hex

PLAYERS = range(3, 6)

# The designer's page suggests 5 to 10 coins.
COINS = {"five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10}

# A bid that a player does not see.
HIDDEN_BID = -1

OPTIONS = (
    Option(
        "coins",
        "How many coins does each player get?",
        {"set": "as many as the set-up says", **{name: str(n) for name, n in COINS.items()}},
    ),
    Option(
        "bid-nothing",
        "May you bid nothing?",
        {"allowed": "yes", "forbidden": "no, at least one coin if you have any"},
    ),
    Option(
        "runs",
        "How many runs may you lay in a turn?",
        {"one": "one", "several": "several, and each begins anywhere at the board"},
    ),
    Option(
        "empty-supply",
        "What if the supply has too few tiles to offer one to each player?",
        {
            "end": "the game is over",
            "rest": "one more turn, in which the highest bids choose and the others get no tile",
        },
    ),
)


class Phase(Enum):
    """The steps in which players decide; the value is the word in a file."""

    BID = "bid"
    CHOOSE = "choose"
    LAY = "lay"
    OVER = "over"


class Run(NamedTuple):
    """A run: the player who laid it, and its cells in the order of laying."""

    player: int
    cells: tuple[Hex, ...]


class Position(NamedTuple):
    """The board, the money, and the step of the turn.

    Players count from 1, clockwise. They bid one after the other, and a bid stays among its player's
    `coins` until the pot is shared out. `done` counts the players who have chosen a tile, or who have
    finished laying. `run` has the cells of the run that is being laid. `points` has the points on the
    pad for runs that `runs` lacks. All other tiles of the set are in the supply. An extract may omit
    the coins and the tie-breaker, which are then `()` and 0.
    """

    players: int
    table: Tiles
    runs: tuple[Run, ...]
    points: tuple[int, ...]
    coins: tuple[int, ...]
    pot: int
    tie_breaker: int
    turn: int
    phase: Phase
    hands: tuple[tuple[Tile, ...], ...]
    options: Chosen
    chance: Chance
    bids: tuple[int, ...] = ()
    offer: tuple[Tile, ...] = ()
    done: int = 0
    run: tuple[Hex, ...] = ()

    @property
    def order(self) -> tuple[int, ...]:
        """The players in the order of the turn, once all have bid."""
        return order_of(self.bids, self.tie_breaker)

    @property
    def mover(self) -> int:
        """The player who decides next; 0 when the game is over."""
        match self.phase:
            case Phase.BID:
                return len(self.bids) + 1
            case Phase.CHOOSE:
                return self.order[self.done]
            case Phase.LAY:
                return self.order[-1 - self.done]
        return 0

    @property
    def hand(self) -> tuple[Tile, ...]:
        """The hand of the player who decides next."""
        return self.hands[self.mover - 1]

    @property
    def all_runs(self) -> tuple[Run, ...]:
        """The runs, with the one that is being laid as the last."""
        return (*self.runs, Run(self.mover, self.run)) if self.run else self.runs

    @property
    def tiles_in_play(self) -> int:
        """The number of tiles on the board, in hands and on offer."""
        return len(self.table) + sum(map(len, self.hands)) + len(self.offer)


@lru_cache(maxsize=1024)
def order_of(bids: tuple[int, ...], tie_breaker: int) -> tuple[int, ...]:
    """The players in the order of the turn: the highest bid first.

    Equal bids go clockwise, from the player who has the tie-breaker.

    >>> ["ABCDE"[player - 1] for player in order_of((2, 3, 1, 2, 2), 1)]
    ['B', 'A', 'D', 'E', 'C']
    """
    players = len(bids)
    return tuple(
        sorted(
            range(1, players + 1),
            key=lambda player: (-bids[player - 1], (player - tie_breaker) % players),
        )
    )


@dataclass(frozen=True, slots=True)
class Bid:
    """Hold out some coins in your fist."""

    coins: int


@dataclass(frozen=True, slots=True)
class Choose:
    """Take a tile of the offer into your hand."""

    kind: Tile


@dataclass(frozen=True, slots=True)
class Stop:
    """Finish your run, or lay none."""


Move = Bid | Choose | Lay | Stop
