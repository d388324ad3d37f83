"""What the file of a position says, before anything is added to it, and where it says so."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from pnp.basics.errors import Place
from pnp.games.hex_auction.pieces import Edges
from pnp.games.hex_auction.position import Phase
from pnp.play import Chance
from pnp.tiles.hexgrid import Hex

Value = TypeVar("Value")


class Written(NamedTuple, Generic[Value]):
    """A value, and where it is written."""

    value: Value
    place: Place


class WrittenRun(NamedTuple):
    """A run as it is written; the turn is None where it is not."""

    turn: int | None
    seat: int
    cells: tuple[Written[Hex], ...]
    place: Place
    turn_place: Place


@dataclass(frozen=True)
class File:
    """What a file says; None or nothing where it is silent. Tiles are in the order of the file."""

    place: Place
    places: Mapping[str, Place]
    options: tuple[tuple[str, str], ...]
    players: int
    extract: bool
    turn: int | None
    phase: Phase | None
    to_move: int | None
    tie_breaker: int
    coins: tuple[Written[int], ...]
    bids: tuple[Written[int], ...]
    pot: int | None
    points: tuple[Written[int], ...]
    offer: tuple[Written[Edges], ...]
    hands: tuple[Written[tuple[Written[Edges], ...]], ...]
    tiles: Mapping[Hex, Written[Edges]]
    runs: tuple[WrittenRun, ...]
    run: tuple[Written[Hex], ...]
    chance: Chance

    def place_of(self, *keys: str) -> Place:
        """Where the value at the first of these keys stands that is there, or else the file."""
        return next((self.places[key] for key in keys if key in self.places), self.place)

    def says(self, key: str) -> bool:
        """Whether something is written at the key."""
        return key in self.places

    @property
    def tells_players(self) -> bool:
        """Whether it tells how many play, itself or by what they all have."""
        return any(map(self.says, ("players", "coins", "points", "hands")))

    @property
    def is_whole(self) -> bool:
        """Whether it tells all tiles on the board and in hands, and of which turn they are."""
        return self.says("turn") and self.says("hands") and not self.extract
