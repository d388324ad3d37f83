"""The interface of every game: it begins, lists its legal moves, plays one, ends and scores."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from pnp.basics.errors import Source
from pnp.definition.reading import yaml_text
from pnp.play.chance import Chance
from pnp.play.codec import Word
from pnp.play.files import Field, plain_values
from pnp.play.notation import MoveNotation
from pnp.play.options import Chosen, Option
from pnp.play.problems import Problem
from pnp.play.record import Reading, read_file
from pnp.sets.bundled import BUNDLED, tileset_in
from pnp.sets.tileset import Tileset
from pnp.validation.rules import Rule

PositionT = TypeVar("PositionT")
MoveT = TypeVar("MoveT")

NO_OPTIONS: Mapping[str, str] = MappingProxyType({})


class Part(NamedTuple):
    """One line of a score: whose points they are, for what, how many, how they come about, and where.

    `whose` is a player, such as `player 1`, or a colour that nobody owns. `where` has the cells that
    earned the points, as the position writes them, and `colour` the colour to mark them with. `ways`
    are lines from cell to cell, such as a drive, if the points are for going along them.
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
    ended here; `tie_break` says in words who wins of players with equal points. `standing`, such as
    "still in", replaces "would win" in a game that is not over and has no points to compare.
    `remarks` are sentences about all that the points do not show.
    """

    parts: tuple[Part, ...]
    totals: tuple[tuple[str, int], ...]
    winners: tuple[str, ...]
    tie_break: str = ""
    standing: str = ""
    remarks: tuple[str, ...] = ()


class Words(NamedTuple):
    """How a game is written: the keys of a position file, its moves, and what is drawn by chance."""

    fields: tuple[Field, ...]
    moves: MoveNotation[Any]
    draws: Word[Any] | None = None


class Table(NamedTuple):
    """The table as figures in rulebooks write it: cells, each with the text of what lies there.

    A game has `tiles`, at axial coordinates such as "1,-1", or a `board`; `tokens` lie on either.
    """

    tiles: tuple[tuple[str, str], ...] = ()
    board: str = ""
    tokens: tuple[tuple[str, str], ...] = ()
    labels: tuple[tuple[str, str], ...] = ()


class Game(ABC, Generic[PositionT, MoveT]):
    """The rules of one game.

    Positions are named tuples, moves are immutable values that compare equal if they are the same;
    playing a move makes another position. All that is random is drawn from the position's `chance`.
    `rules` are the rules of the game's pieces, which a definition may ask for; `options` the
    interpretations of its rules of play; `sets` is the folder with the YAML files of its sets.
    """

    name: ClassVar[str]
    players: ClassVar[range]
    position: ClassVar[type[Any]]
    options: ClassVar[tuple[Option, ...]] = ()
    rules: ClassVar[tuple[Rule, ...]] = ()
    sets: ClassVar[Path] = BUNDLED

    def __init__(self, tileset: Tileset | str | None = None) -> None:
        """The game with the pieces of a set, or of a set in the folder `sets` by its name."""
        self._tileset = tileset if tileset is not None else self.name

    @cached_property
    def tileset(self) -> Tileset:
        """The set that is played, which is the set that is printed."""
        given = self._tileset
        return tileset_in(self.sets, given) if isinstance(given, str) else given

    # The rules; those that are not abstract have defaults.

    @property
    @abstractmethod
    def words(self) -> Words:
        """How positions and moves are written."""

    @abstractmethod
    def deal(self, chance: Chance, players: int, options: Chosen) -> PositionT:
        """The position at the start, as chance deals it; raises ValueError if the set is too small."""

    @abstractmethod
    def to_move(self, position: PositionT) -> int | None:
        """The player to move, counted from 1; None when the game is over."""

    @abstractmethod
    def legal_moves(self, position: PositionT) -> tuple[MoveT, ...]:
        """Every legal move once, in any order; at least one until the game is over."""

    @abstractmethod
    def play(self, position: PositionT, move: MoveT) -> PositionT:
        """The position after a move; raises IllegalMove, which names the rule that it breaks."""

    @abstractmethod
    def score(self, position: PositionT) -> Score:
        """The score with all of its parts; before the end, as if the game ended here."""

    @abstractmethod
    def status(self, position: PositionT) -> Iterator[Problem]:
        """Every problem of a whole position that can be seen in the position itself.

        It does not show that play can lead to the position; a record does.
        """

    def extract_status(self, position: PositionT) -> Iterator[Problem]:
        """Every problem of an extract, whose omitted keys have their blank values."""
        del position
        return iter(())

    @abstractmethod
    def view(self, position: PositionT, player: int) -> PositionT:
        """The position as a player, counted from 1, may know it, with all secrets hidden."""

    @abstractmethod
    def table(self, position: PositionT) -> Table:
        """The table, to be drawn."""

    def table_of(self, position: PositionT, whose: str) -> Table:
        """The table of a player, who is named as in the score; by default all share one."""
        del whose
        return self.table(position)

    def player_name(self, position: PositionT, player: int) -> str:
        """The name that a record has for a player, counted from 1."""
        del position
        return str(player)

    def wrong_way(self, position: PositionT, cells: Sequence[str]) -> str | None:
        """Why a line that a figure draws breaks the rules; None if it does not."""
        del position, cells
        return None

    # All else follows from the rules.

    def initial(
        self, rng: Random, players: int, options: Mapping[str, str] = NO_OPTIONS
    ) -> PositionT:
        """The position at the start; raises ValueError for a wrong number of players or option."""
        self.check_players(players)
        return self.deal(Chance(rng.randrange(10**9)), players, self.chosen(options))

    def is_over(self, position: PositionT) -> bool:
        """Whether the game has ended."""
        return self.to_move(position) is None

    def write_move(self, move: MoveT) -> str:
        """The move in one line of text."""
        return self.words.moves.write(move)

    def read_move(self, position: PositionT, text: str) -> MoveT:
        """The move in a text; raises IllegalMove if the text is not a move of the game.

        The move may still be illegal in this position; `play` checks that.
        """
        del position
        moves: MoveNotation[MoveT] = self.words.moves
        return moves.read(text)

    def write_position(self, position: PositionT) -> str:
        """The whole position as YAML, which `read_position` reads as an equal position."""
        return yaml_text(plain_values(self.words.fields, position))

    def read_position(self, source: Source) -> PositionT:
        """The position in a file: an extract, a whole position, or the last one of a record.

        Raises UnusableInput if the file is not YAML, InvalidDefinition if a key or a value is wrong,
        and IllegalPosition if the position or a move breaks a rule; findings have places.
        """
        return self.read(source).position

    def read(self, source: Source) -> Reading[PositionT]:
        """The kind of a file, its position and how many moves it has; raises as `read_position`."""
        return read_file(self, source)

    def check_players(self, players: int) -> None:
        """Raises ValueError if the game is not for this number of players."""
        if players not in self.players:
            least, most = self.players[0], self.players[-1]
            known = f"{least}" if least == most else f"{least} to {most}"
            raise ValueError(f"{self.name} is a game for {known} players, not for {players}")

    def chosen(self, options: Mapping[str, str]) -> Chosen:
        """All options with their choices; raises ValueError for an unknown option or choice."""
        known = {option.name: option for option in self.options}
        for name, choice in options.items():
            if name not in known:
                raise ValueError(f'{self.name} has no option "{name}"; it has {", ".join(known)}')
            if choice not in known[name].choices:
                choices = ", ".join(known[name].choices)
                raise ValueError(f'the option "{name}" is one of {choices}, not "{choice}"')
        return Chosen({name: options.get(name, each.default) for name, each in known.items()})


AnyGame = Game[Any, Any]
