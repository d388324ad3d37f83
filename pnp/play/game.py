"""What every game can do: begin, tell its legal moves, play one, end and score."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cached_property
from random import Random
from types import MappingProxyType
from typing import Any, ClassVar, Generic, NamedTuple, Self, TypeVar

from pnp.basics.errors import Finding, InvalidDefinition, Place, PnpError, Severity, Source
from pnp.definition.nodes import Node
from pnp.play.sets import bundled_tileset
from pnp.sets.tileset import Tileset

PositionT = TypeVar("PositionT")
MoveT = TypeVar("MoveT")

NO_OPTIONS: Mapping[str, str] = MappingProxyType({})


class Option(NamedTuple):
    """An interpretation of the rules that a table may choose.

    `choices` says of each choice what it means; the default is what the rulebook says.
    """

    name: str
    sentence: str
    default: str
    choices: Mapping[str, str]


class Part(NamedTuple):
    """One line of a score: whose points they are, for what, how many, how they come about, and where.

    `whose` is a player, such as `player 1`, or a colour where nobody owns it. `where` has the cells
    that earned the points, as the position writes them, and `colour` the colour to mark them with.
    `ways` are lines from cell to cell, such as a drive, where the points are for going along them.
    """

    whose: str
    what: str
    points: int
    how: str = ""
    where: tuple[str, ...] = ()
    colour: str = ""
    ways: tuple[tuple[str, ...], ...] = ()


class Score(NamedTuple):
    """A score with all of its parts; the totals are the sums of the parts.

    `totals` has everybody who can score, in order. `winners` are those who win, or would if the game
    ended here; of those with as many points, whoever `tie_break` says in words. `standing` is what
    they are before the end, where nobody would win yet. `remarks` are sentences about what is not to
    be seen in the points.
    """

    parts: tuple[Part, ...]
    totals: tuple[tuple[str, int], ...]
    winners: tuple[str, ...]
    tie_break: str = ""
    standing: str = ""
    remarks: tuple[str, ...] = ()


class Table(NamedTuple):
    """What lies on the table, in the words of figures in rulebooks: cells and what lies there.

    Either `tiles`, at axial coordinates such as "1,-1", or a `board` of the game and `tokens` on it.
    """

    tiles: tuple[tuple[str, str], ...] = ()
    board: str = ""
    tokens: tuple[tuple[str, str], ...] = ()
    labels: tuple[tuple[str, str], ...] = ()


class IllegalMove(PnpError):
    """A move that breaks a rule, which it names."""

    def __init__(self, rule: str, message: str) -> None:
        super().__init__(f"{rule}: {message}")
        self.rule = rule


class IllegalPosition(InvalidDefinition):
    """A position that breaks a rule, with the place in its file; raise it with all findings."""


def illegal(rule: str, message: str, at: Node | Place) -> Finding:
    """A rule that a position's file breaks, and where: at a node, or at a place."""
    return Finding(rule, Severity.ERROR, message, at if isinstance(at, Place) else at.place)


class Game(ABC, Generic[PositionT, MoveT]):
    """The rules of one game.

    Positions and moves are immutable values that compare equal if they are the same; to play a move
    makes another position. Whatever is random is drawn from the position's `Chance`.
    """

    name: ClassVar[str]
    players: ClassVar[range]
    options: ClassVar[tuple[Option, ...]] = ()

    def __init__(self, tileset: Tileset | None = None) -> None:
        """The game with the pieces of a set, or else with those that come with pnp."""
        self._tileset = tileset

    def with_set(self, tileset: Tileset) -> Self:
        """The same game with the pieces of another set."""
        return type(self)(tileset)

    @cached_property
    def tileset(self) -> Tileset:
        """The set that is played, which is the set that is printed."""
        return self._tileset or bundled_tileset(self.name)

    def check_players(self, players: int) -> None:
        """Raises ValueError for a number of players that the game is not for."""
        if players not in self.players:
            least, most = self.players[0], self.players[-1]
            told = f"{least}" if least == most else f"{least} to {most}"
            raise ValueError(f"{self.name} is a game for {told} players, not for {players}")

    def chosen(self, options: Mapping[str, str]) -> dict[str, str]:
        """All options with their choices; raises ValueError for one there is not."""
        known = {option.name: option for option in self.options}
        for name, choice in options.items():
            if name not in known:
                raise ValueError(f'{self.name} has no option "{name}"; it has {", ".join(known)}')
            if choice not in known[name].choices:
                choices = ", ".join(known[name].choices)
                raise ValueError(f'the option "{name}" is one of {choices}, not "{choice}"')
        return {name: options.get(name, option.default) for name, option in known.items()}

    @abstractmethod
    def initial(
        self, rng: Random, players: int, options: Mapping[str, str] = NO_OPTIONS
    ) -> PositionT:
        """The position at the start; raises ValueError for a number of players it is not for."""

    @abstractmethod
    def to_move(self, position: PositionT) -> int | None:
        """Who decides next, counted from 1; None when the game is over."""

    @abstractmethod
    def legal_moves(self, position: PositionT) -> tuple[MoveT, ...]:
        """Every legal move, in a fixed order; none when the game is over, and at least one before."""

    @abstractmethod
    def play(self, position: PositionT, move: MoveT) -> PositionT:
        """The position after a move; raises IllegalMove, which names the rule that it breaks."""

    @abstractmethod
    def is_over(self, position: PositionT) -> bool:
        """Whether the game has ended."""

    @abstractmethod
    def score(self, position: PositionT) -> Score:
        """The score as it stands, with all of its parts; before the end, as if it ended here."""

    @abstractmethod
    def write_move(self, move: MoveT) -> str:
        """The move in one line of text."""

    @abstractmethod
    def read_move(self, position: PositionT, text: str) -> MoveT:
        """The move that is written; raises IllegalMove where the text is none of the game.

        It may still be against the rules in this position, which `play` says.
        """

    @abstractmethod
    def write_position(self, position: PositionT) -> str:
        """The whole position as YAML, which `read_position` reads as an equal position."""

    @abstractmethod
    def read_position(self, source: Source) -> PositionT:
        """The position in a file.

        To be scored, a file needs only what scores: all else has a default. Raises UnusableInput where
        it is no YAML, InvalidDefinition where it is not understood, and IllegalPosition where it breaks
        a rule; findings have places.
        """

    @abstractmethod
    def table(self, position: PositionT) -> Table:
        """What lies on the table, to be drawn."""

    def wrong_way(self, position: PositionT, cells: Sequence[str]) -> str | None:
        """What is wrong with a line that a figure draws, by the rules; None where nothing is."""
        del position, cells
        return None

    def table_of(self, position: PositionT, whose: str) -> Table:
        """What lies before a player, named as in the score; the one table, where all share it."""
        del whose
        return self.table(position)

    def invariants(self, position: PositionT) -> None:
        """Raises AssertionError where something that always holds does not."""


AnyGame = Game[Any, Any]
