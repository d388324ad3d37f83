"""Red Edges, the smallest complete game: take turns to take a tile; most red edges win."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from functools import cached_property
from pathlib import Path
from typing import ClassVar, NamedTuple

from pnp.play import (
    CHANCE_FIELD,
    HIDDEN_CHANCE,
    Chance,
    Chosen,
    Field,
    Game,
    IllegalMove,
    ListOf,
    MoveNotation,
    Number,
    Part,
    PerPlayer,
    Problem,
    Score,
    Sentence,
    Table,
    Tile,
    TileKinds,
    Words,
    options_field,
    replaced,
    without,
    word_of,
)

ROW = 4


class Phase(Enum):
    """Whether there is a tile to take."""

    TAKE = "take"
    OVER = "over"


class Position(NamedTuple):
    """The open row of tiles, the supply, and the tiles that each player has taken."""

    options: Chosen
    chance: Chance
    phase: Phase
    turn: int
    row: tuple[Tile, ...]
    supply: tuple[Tile, ...]
    taken: tuple[tuple[Tile, ...], ...]


class Take(NamedTuple):
    """Take a tile of the row; a tile of the supply replaces it."""

    kind: Tile


class Toy(Game[Position, Take]):
    """The rules of play."""

    name: ClassVar[str] = "toy"
    players: ClassVar[range] = range(2, 5)
    position: ClassVar[type[Position]] = Position
    sets: ClassVar[Path] = Path(__file__).parent

    @cached_property
    def kinds(self) -> TileKinds:
        """The tiles; each side shows the number of its colour, and red is 0."""
        return TileKinds(self.tileset, shows=lambda tile: tile.edges)

    @cached_property
    def words(self) -> Words:
        tile = self.kinds.kind_word
        tiles = ListOf("the tiles", tile, is_sorted=True)
        fields = (
            options_field(self.options),
            Field("taken", PerPlayer("taken", tiles, most=4)),
            Field("phase", word_of("a phase", Phase), blank=Phase.OVER),
            Field("turn", Number("turn", least=1, most=4), blank=1),
            Field("row", tiles, ()),
            Field("supply", tiles, ()),
            CHANCE_FIELD,
        )
        return Words(fields, MoveNotation(Sentence(Take, "take {kind}", {"kind": tile})), tile)

    def deal(self, chance: Chance, players: int, options: Chosen) -> Position:
        mixed, chance = chance.shuffled(self.kinds.bag())
        row, supply = tuple(sorted(mixed[:ROW])), tuple(sorted(mixed[ROW:]))
        return Position(options, chance, Phase.TAKE, 1, row, supply, ((),) * players)

    @property
    def most_moves(self) -> int:
        return ROW

    def to_move(self, position: Position) -> int | None:
        return None if position.phase is Phase.OVER else position.turn

    def legal_moves(self, position: Position) -> tuple[Take, ...]:
        return tuple(map(Take, dict.fromkeys(position.row)))

    def play(self, position: Position, move: Take) -> Position:
        if position.phase is Phase.OVER:
            raise IllegalMove("end-of-the-game", "the game is over: the row is empty")
        if move.kind not in position.row:
            raise IllegalMove("row", f"{self.kinds.write(move.kind)} is not in the row")
        row, supply, chance = without(position.row, move.kind), position.supply, position.chance
        if supply:
            drawn, supply, chance = chance.drawn(supply)
            row = tuple(sorted((*row, drawn)))
        mine = tuple(sorted((*position.taken[position.turn - 1], move.kind)))
        return position._replace(
            chance=chance,
            phase=Phase.TAKE if row else Phase.OVER,
            turn=position.turn % len(position.taken) + 1,
            row=row,
            supply=supply,
            taken=replaced(position.taken, position.turn - 1, mine),
        )

    def score(self, position: Position) -> Score:
        names = [f"player {number}" for number in range(1, len(position.taken) + 1)]
        red = [sum(tile.edges.count(0) for tile in tiles) for tiles in position.taken]
        totals = tuple(zip(names, red, strict=True))
        parts = tuple(Part(name, "red edges", points) for name, points in totals)
        return Score(parts, totals, tuple(name for name, points in totals if points == max(red)))

    def status(self, position: Position) -> Iterator[Problem]:
        every = [*position.row, *position.supply, *(t for tiles in position.taken for t in tiles)]
        if sorted(every) != list(self.kinds.bag()):
            yield Problem("set", "every tile of the set is in one place", ("taken",))
        if position.turn > len(position.taken):
            yield Problem("players", f"there is no player {position.turn}", ("turn",))
        if (position.phase is Phase.OVER) == bool(position.row):
            yield Problem("end-of-the-game", "the game is over once the row is empty", ("phase",))

    def view(self, position: Position, player: int) -> Position:
        return position._replace(chance=HIDDEN_CHANCE)

    def table(self, position: Position) -> Table:
        return Table(
            tiles=tuple((f"{n},0", self.kinds.write(t)) for n, t in enumerate(position.row))
        )
