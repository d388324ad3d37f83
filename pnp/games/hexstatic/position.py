"""Positions, moves and options of HexStatic."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from pnp.play import Chance, Option
from pnp.tiles import Tile
from pnp.tiles.hexgrid import Hex

HAND = 6

# Owners of a colour besides the players, who count from 1.
FREE = 0
NEUTRAL = -1

OPTIONS = (
    Option(
        "first-player",
        "Who starts?",
        "lots",
        {"lots": "lots are drawn", "player-1": "player 1, who won the last game"},
    ),
    Option(
        "blank-sides",
        "What does a blank side agree with?",
        "blank",
        {"blank": "only with another blank side", "anything": "with everything"},
    ),
    Option(
        "two-colours",
        "Which colour is won where a tile completes structures in two free ones?",
        "choice",
        {
            "choice": "the one that the player chooses",
            "most-points": "the one whose structure scores more; where none does, by choice",
        },
    ),
    Option(
        "exchange",
        "How is a tile exchanged?",
        "draw-first",
        {
            "draw-first": "a tile is drawn, then another one goes back into the supply",
            "return-first": "a tile goes back into the supply, then one is drawn",
            "discard": "a tile is put out of the game, then one is drawn",
        },
    ),
    Option(
        "empty-supply",
        "What may you do when the supply is empty?",
        "lay-or-pass",
        {"lay-or-pass": "lay a tile or pass", "must-lay": "lay a tile if one fits, or else pass"},
    ),
    Option(
        "laying-open",
        "Is it a duty to lay once all tiles are open?",
        "duty",
        {"duty": "yes", "may-pass": "no: the game also ends when everybody has passed in turn"},
    ),
    Option(
        "no-colour",
        "What scores whoever owns no colour in the end?",
        "nothing",
        {
            "nothing": "nothing",
            "best-free": "the free colour with the most points; players take one in their order",
        },
    ),
    Option(
        "solo-end",
        "What happens in the game for one when the supply is turned up?",
        "go-on",
        {"go-on": "the open tiles are laid until nothing fits", "score": "the game is over"},
    ),
    Option(
        "ties",
        "Who of those with as many points is ahead?",
        "longest-run",
        {
            "longest-run": "whoever has the longest run",
            "all-runs": "whoever has the most tiles in runs",
            "shared": "nobody: they share the victory",
        },
    ),
)


class Phase(Enum):
    """The steps in which players decide; the value is the word in a file."""

    NEXUS = "nexus"  # the first tile is to be laid
    TURN = "turn"
    EXCHANGE = "exchange"  # a tile is to be given away
    COLOUR = "colour"  # one of several colours is to be chosen
    STOP = "stop"  # the others are asked whether nothing fits any more
    DECLINED = "declined"  # a turn again, for somebody did not think so
    OVER = "over"


# Phases in which a turn has not brought anything yet.
IN_TURN = (Phase.TURN, Phase.STOP, Phase.DECLINED)


class Position(NamedTuple):
    """A table and who has what.

    Tiles in hands and in the supply are sorted kinds, for the supply is mixed and whoever draws from
    it draws by chance. Once they lie open all are in the supply. `aside` has the nexus tiles before
    the first turn, and later what was put out of the game.

    `asked` is who is asked about stopping, or 0. `drawn` is the tile that was drawn in an exchange
    and cannot be given back. `laid` is where the tile lies that won a choice of colours. `passes`
    counts how many have passed, one after the other.
    """

    players: int
    table: tuple[tuple[Hex, Tile], ...]
    owners: tuple[int, ...]
    turn: int
    phase: Phase
    hands: tuple[tuple[Tile, ...], ...]
    supply: tuple[Tile, ...]
    aside: tuple[Tile, ...]
    options: tuple[tuple[str, str], ...]
    chance: Chance
    is_open: bool = False
    asked: int = 0
    drawn: Tile | None = None
    laid: Hex | None = None
    passes: int = 0

    @property
    def hand(self) -> tuple[Tile, ...]:
        """The hand of the player whose turn it is."""
        return self.hands[self.turn - 1]

    @property
    def table_before(self) -> dict[Hex, Tile]:
        """The table without the tile that won a choice of colours, which was laid last."""
        return {cell: tile for cell, tile in self.table if cell != self.laid}

    @property
    def can_be_laid(self) -> tuple[Tile, ...]:
        """The tiles from which the player whose turn it is may lay one, if it fits."""
        return self.supply if self.is_open else self.hand

    @property
    def is_secret(self) -> bool:
        """Whether players have hands that the others do not see."""
        return self.phase is not Phase.OVER and not self.is_open

    @property
    def stuck(self) -> tuple[int, ...]:
        """Who has said that nothing fits: whoever asked to stop, and those who have agreed."""
        if self.phase not in (Phase.STOP, Phase.DECLINED):
            return ()
        agreed = (self.asked - self.turn - 1) % self.players if self.asked else 0
        return tuple(self.turns_ago(-ahead) for ahead in range(agreed + 1))

    def full_hand(self, player: int) -> int:
        """How many tiles a player has as long as there is a supply."""
        return HAND - (self.phase is Phase.COLOUR and player == self.turn)

    def turns_ago(self, turns: int) -> int:
        """Whose turn it was so many turns ago, if nobody has left out any."""
        return (self.turn - 1 - turns) % self.players + 1

    def chose(self, option: str, choice: str) -> bool:
        """Whether the table plays an option so."""
        return (option, choice) in self.options

    def next_of(self, player: int) -> int:
        """The next player clockwise."""
        return player % self.players + 1

    def with_hand(self, hand: Iterable[Tile]) -> Position:
        """The position with another hand for the player whose turn it is."""
        hands = list(self.hands)
        hands[self.turn - 1] = tuple(sorted(hand))
        return self._replace(hands=tuple(hands))


def without(tiles: Iterable[Tile], tile: Tile) -> tuple[Tile, ...]:
    """The tiles less one copy of this one, which is among them."""
    left = list(tiles)
    left.remove(tile)
    return tuple(left)


@dataclass(frozen=True, slots=True)
class Lay:
    """To lay a tile, turned as it is here, on a cell."""

    tile: Tile
    cell: Hex


@dataclass(frozen=True, slots=True)
class Exchange:
    """To exchange a tile; which one is the next step."""


@dataclass(frozen=True, slots=True)
class Give:
    """To give away a tile in an exchange."""

    kind: Tile


@dataclass(frozen=True, slots=True)
class Own:
    """To own one of the colours that a tile has just won."""

    colour: int


@dataclass(frozen=True, slots=True)
class Pass:
    """To do nothing."""


@dataclass(frozen=True, slots=True)
class Stop:
    """To ask the others to stop, for nothing seems to fit any more."""


@dataclass(frozen=True, slots=True)
class Agree:
    """To think so too."""


@dataclass(frozen=True, slots=True)
class Decline:
    """Not to think so."""


Move = Lay | Exchange | Give | Own | Pass | Stop | Agree | Decline
