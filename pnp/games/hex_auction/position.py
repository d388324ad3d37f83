"""Positions and moves, and what follows from them: the order of the turn, and who decides next."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from pnp.games.hex_auction.pieces import Edges
from pnp.play import Chance, Option
from pnp.tiles.hexgrid import Hex

PLAYERS = range(3, 6)

# "Between 5 and 10 coins each are worth a try."
_COINS = {str(number): f"{number} coins each" for number in range(5, 11)}

OPTIONS = (
    Option(
        "coins",
        "How many coins has each player at the start?",
        "set",
        MappingProxyType({"set": "as many as the set's file says", **_COINS}),
    ),
    Option(
        "bid-nothing",
        "May a player bid nothing?",
        "allowed",
        MappingProxyType(
            {"allowed": "yes", "forbidden": "no: whoever has a coin bids at least one"}
        ),
    ),
    Option(
        "lay-nothing",
        "May a player lay nothing?",
        "allowed",
        MappingProxyType(
            {"allowed": "yes", "forbidden": "no: whoever has a tile lays at least one"}
        ),
    ),
    Option(
        "bids-spent",
        "Whose bids go into the pot?",
        "all",
        MappingProxyType(
            {"all": "everybody's", "first": "that of the first in the order; the rest keep theirs"}
        ),
    ),
    Option(
        "first-tile",
        "Does the first tile of the board, at 0,0, count towards the end if it is special?",
        "counts",
        MappingProxyType({"counts": "yes", "ignored": "no"}),
    ),
    Option(
        "empty-supply",
        "What if the supply has too few tiles to offer one to each player?",
        "end",
        MappingProxyType(
            {
                "end": "the game is over",
                "rest": "what is left is offered, to the first in the order; then the game is over",
            }
        ),
    ),
    Option(
        "specials",
        "How many special tiles on the board end the game?",
        "3",
        MappingProxyType({"3": "three", "2": "two: a shorter game"}),
    ),
)


class Phase(Enum):
    """The steps in which players decide; the value is the word in a file."""

    BID = "bid"
    CHOOSE = "choose"
    LAY = "lay"
    OVER = "over"


class Run(NamedTuple):
    """A finished run: its turn, whose it is, and its cells in the order of laying."""

    turn: int
    seat: int
    cells: tuple[Hex, ...]


class Position(NamedTuple):
    """A position. Seats count from 0, clockwise.

    `coins` are those that are neither bid nor in the pot. Bids are secret until there is one for
    each seat; they are made seat by seat. `done` counts those who have chosen, or have laid their
    runs. `run` has the cells of the run that is being laid. `pad` has the points of runs that are not
    among `runs`: none, unless a file says so. What is neither on the board, nor in hands, nor on
    offer is in the supply. `extract` is true where a file leaves tiles out, so that they need not
    make up the number that the turn brings into play.
    """

    options: tuple[tuple[str, str], ...]
    tiles: tuple[tuple[Hex, Edges], ...]
    coins: tuple[int, ...]
    hands: tuple[tuple[Edges, ...], ...]
    pad: tuple[int, ...]
    chance: Chance
    pot: int = 1
    tie_breaker: int = 0
    turn: int = 0
    phase: Phase = Phase.BID
    bids: tuple[int, ...] = ()
    offer: tuple[Edges, ...] = ()
    done: int = 0
    runs: tuple[Run, ...] = ()
    run: tuple[Hex, ...] = ()
    extract: bool = False

    @property
    def players(self) -> int:
        return len(self.coins)

    @property
    def order(self) -> tuple[int, ...]:
        """The seats in the order of the turn, once all have bid."""
        return order_of(self.bids, self.tie_breaker)

    @property
    def mover(self) -> int | None:
        """The seat that decides next; None when the game is over."""
        match self.phase:
            case Phase.BID:
                return len(self.bids)
            case Phase.CHOOSE:
                return self.order[self.done]
            case Phase.LAY:
                return self.order[-1 - self.done]
            case Phase.OVER:
                return None

    @property
    def open_run(self) -> Run | None:
        """The run that is being laid; None where there is no tile of it yet."""
        if self.phase is not Phase.LAY or self.mover is None or not self.run:
            return None
        return Run(self.turn, self.mover, self.run)

    @property
    def purses(self) -> tuple[int, ...]:
        """The coins of each player, with those in the fist: a bid is its player's until shared out."""
        bids = self.bids + (0,) * (self.players - len(self.bids))
        return tuple(coins + bid for coins, bid in zip(self.coins, bids, strict=False))

    @property
    def all_runs(self) -> tuple[Run, ...]:
        """The runs, and the one that is being laid as the last."""
        return self.runs if self.open_run is None else (*self.runs, self.open_run)

    @property
    def chosen(self) -> frozenset[int]:
        """The seats that have chosen a tile in this turn."""
        match self.phase:
            case Phase.BID:
                return frozenset()
            case Phase.CHOOSE:
                return frozenset(self.order[: self.done])
            case _:
                return frozenset(range(self.players))

    @property
    def laying(self) -> frozenset[int]:
        """The seats that have had the chance to lay a tile in this turn."""
        match self.phase:
            case Phase.BID | Phase.CHOOSE:
                return frozenset()
            case Phase.LAY:
                return frozenset(self.order[::-1][: self.done + bool(self.run)])
            case _:
                return frozenset(range(self.players))

    @property
    def come_to_laying(self) -> frozenset[int]:
        """Those, and the player to move: a file may leave out the run that is being laid."""
        if self.phase is not Phase.LAY:
            return self.laying
        return frozenset(self.order[::-1][: self.done + 1])

    def chose(self, option: str) -> str:
        """What the table has chosen."""
        return dict(self.options)[option]

    def coins_each(self, usual: int) -> int:
        """How many coins each player began with; the set's file has the usual number."""
        chosen = self.chose("coins")
        return usual if chosen == "set" else int(chosen)

    def used(self) -> Iterator[Edges]:
        """Every tile that is not in the supply."""
        yield from (edges for _, edges in self.tiles)
        for hand in self.hands:
            yield from hand
        yield from self.offer


@lru_cache(maxsize=1024)
def order_of(bids: tuple[int, ...], tie_breaker: int) -> tuple[int, ...]:
    """The seats in the order of the turn (rulebook, "Bid"): the highest bid first.

    Of equal bids, the one goes first that is closer to the tie-breaker, clockwise.

    >>> ["ABCDE"[seat] for seat in order_of((2, 3, 1, 2, 2), 0)]
    ['B', 'A', 'D', 'E', 'C']
    """
    players = len(bids)
    return tuple(
        sorted(range(players), key=lambda seat: (-bids[seat], (seat - tie_breaker) % players))
    )


@dataclass(frozen=True, slots=True)
class Bid:
    """So many coins in the fist."""

    coins: int


@dataclass(frozen=True, slots=True)
class Choose:
    """A tile of the offer, by its kind."""

    tile: Edges


@dataclass(frozen=True, slots=True)
class Lay:
    """A tile of the hand as it lies on the board."""

    cell: Hex
    edges: Edges


@dataclass(frozen=True, slots=True)
class Stop:
    """The run is finished, or there is none."""


Move = Bid | Choose | Lay | Stop
