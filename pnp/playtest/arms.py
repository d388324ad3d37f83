"""Arms: the ways to play a game that a playtest compares, and the games that were played in each.

The word is that of trials in medicine: one arm plays the rules as they are, another one with more coins. Game number 7 of
every arm has the same deal and the same luck of its bots (common random numbers), so that arms are compared pair by pair.
"""

from __future__ import annotations

from pnp.basics.classes import NamedTuple
from pnp.playtest.figures import Figures


class Arm(NamedTuple):
    """One way to play a game.

    `tileset` is the path of a set's file, "" for the game's own set; `changes` are keys of that file with other
    values, such as `("tiles.families.line.copies", "2")`. `tiles` is how many of the set's tiles are in the game,
    chosen by lot in each, and 0 for all. `bots` are texts such as `mcts:500`, one for each player. `barred` are uses, as in
    `Figures.uses`, that a bot does without if it can: `("lay tile=R1-2", 1)` bars it for the first of the bots.
    """

    game: str
    bots: tuple[str, ...]
    options: tuple[tuple[str, str], ...] = ()
    tileset: str = ""
    changes: tuple[tuple[str, str], ...] = ()
    tiles: int = 0
    barred: tuple[tuple[str, int], ...] = ()

    @property
    def players(self) -> int:
        return len(self.bots)

    @property
    def seatings(self) -> int:
        """Games with the same deal, in each of which the bots sit one seat further on; 1 if bots are equal."""
        return self.players if len(set(self.bots)) > 1 or self.barred else 1

    def seating(self, number: int) -> tuple[int, ...]:
        """The index of the bot in each seat in the game of this number, counted from 0."""
        moved = number % self.seatings
        return tuple((seat - moved) % self.players for seat in range(self.players))

    def deal(self, number: int) -> int:
        """The number of the deal in a game: all seatings share one."""
        return number // self.seatings


class Played(NamedTuple):
    """A game of an arm: its number, its seed, its record as YAML, and its figures."""

    number: int
    seed: int
    record: str
    figures: Figures
