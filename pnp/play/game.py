"""The interface of every game: it begins, lists its legal moves, plays one, ends and scores.

A game reads its own files: an extract, a whole position, or a record, which is replayed move by move.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import count, takewhile
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Any, ClassVar, Generic, TypeVar

from pnp.basics.classes import NamedTuple
from pnp.basics.errors import Finding, Place, Severity, Source, in_file_order
from pnp.basics.folders import bundled
from pnp.definition.reading import (
    Fields,
    MappingNode,
    Node,
    Reader,
    Scalar,
    place_at,
    read_whole,
    yaml_text,
)
from pnp.play.codec import (
    FIGURE_KEYS,
    Field,
    FileKind,
    MoveNotation,
    Number,
    OptionsCodec,
    Word,
    kind_of,
    plain_values,
    read_values,
)
from pnp.play.position import (
    Chance,
    Chosen,
    IllegalMove,
    IllegalPosition,
    NotThere,
    Option,
    Problem,
)
from pnp.sets.tileset import Tileset, tileset_in
from pnp.validation.rules import Rule

PositionT = TypeVar("PositionT")
MoveT = TypeVar("MoveT")

NO_OPTIONS: Mapping[str, str] = MappingProxyType({})

# The keys of a record, and the text between a move and the things that it draws.
_SET_UP = ("players", "seed", "options")
_KEYS = ("start", *_SET_UP, "moves")
_DRAWS = "; draws "

_MOST_SEED = 10**9


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
    `remarks` are sentences about all that the points do not show. A player is always called by the
    number, `player 1`, as counted in `to_move`.
    """

    parts: tuple[Part, ...]
    totals: tuple[tuple[str, int], ...]
    winners: tuple[str, ...]
    tie_break: str = ""
    standing: str = ""
    remarks: tuple[str, ...] = ()

    @property
    def points(self) -> tuple[int, ...]:
        """The total of each player, from player 1 on."""
        totals = dict(self.totals)
        names = takewhile(totals.__contains__, map("player {}".format, count(1)))
        return tuple(totals[name] for name in names)

    @property
    def winning(self) -> tuple[int, ...]:
        """The players who win, counted from 1."""
        return tuple(int(name.removeprefix("player ")) for name in self.winners)


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


class Step(NamedTuple, Generic[PositionT]):
    """A move of a record as it is written, and the position after it."""

    move: str
    position: PositionT


class Reading(NamedTuple, Generic[PositionT]):
    """A file of a game: its kind and its position; a record also has its first position and steps."""

    kind: FileKind
    position: PositionT
    start: PositionT | None = None
    steps: tuple[Step[PositionT], ...] = ()

    @property
    def moves(self) -> int:
        """How many moves a record has."""
        return len(self.steps)


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
    sets: ClassVar[Path] = bundled("tilesets")

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
    def legal_moves(self, position: PositionT) -> Sequence[MoveT]:
        """Every legal move once, equal positions in the same order; at least one until the game is over."""

    @property
    @abstractmethod
    def most_moves(self) -> int:
        """A number of legal moves that no position exceeds."""

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
        """The position as a player, counted from 1, may know it; all else is hidden, and chance.

        `legal_moves` and `play` do with a view as with the position, or raise Hidden if they depend on
        something hidden. The legal moves of the player whose view it is never do.
        """

    def completed(self, view: PositionT, player: int, rng: Random) -> PositionT:
        """The view of a player with all that it hides but chance, as if it was drawn by lot.

        Everything that the player cannot exclude has the same chance. By default nothing is hidden.
        """
        del player, rng
        return view

    def facts(self, position: PositionT) -> Mapping[str, int]:
        """Numbers about the end of a game that its points do not tell, by a phrase such as "supply ran out"."""
        del position
        return {}

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
        return self.deal(Chance(rng.randrange(_MOST_SEED)), players, self.chosen(options))

    def sample(self, view: PositionT, player: int, rng: Random) -> PositionT:
        """A whole position that agrees with all that a player knows, with a chance of its own.

        *view* is the player's view, or a position, of which the sample knows no more than the view.
        """
        known: Any = view
        if not known.chance.is_hidden:
            known = self.view(known, player)
        whole: Any = self.completed(known, player, rng)
        sampled: PositionT = whole._replace(chance=Chance(rng.randrange(_MOST_SEED)))
        return sampled

    def points(self, position: PositionT) -> tuple[int, ...]:
        """The total of each player in the `score`, from player 1 on, which a game may find faster."""
        return self.score(position).points

    def is_over(self, position: PositionT) -> bool:
        """Whether the game has ended."""
        return self.to_move(position) is None

    def playout(self, position: PositionT, rng: Random) -> PositionT:
        """The end of the game if all moves from here on are chosen at random from the `legal_moves`.

        A game may play them in a faster way, with the same end for the same state of the generator.
        """
        while not self.is_over(position):
            position = self.play(position, rng.choice(self.legal_moves(position)))
        return position

    def coded(self, position: PositionT) -> tuple[MoveT, ...]:
        """The legal moves, each at the index that is its code: sorted by their texts.

        So codes are below `most_moves`, and depend only on what the player to move knows.
        """
        return tuple(sorted(self.legal_moves(position), key=self.write_move))

    def encode(self, position: PositionT, move: MoveT) -> int:
        """The code of a legal move; raises IllegalMove."""
        codes = {each: code for code, each in enumerate(self.coded(position))}
        if move not in codes:
            self.play(position, move)
        return codes[move]

    def decode(self, position: PositionT, code: int) -> MoveT:
        """The legal move with a code; raises IllegalMove."""
        moves = self.coded(position)
        if not 0 <= code < len(moves):
            raise IllegalMove("code", f"no move has the code {code}; there are {len(moves)} moves")
        return moves[code]

    def move_fields(self, move: MoveT) -> dict[str, str]:
        """The kind of a move, as `move`, and its values as text: `{"move": "bid", "coins": "2"}`."""
        return self.words.moves.fields(move)

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
        reader = Reader()
        return read_whole(reader, source, partial(_reading, self, reader))

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


def write_record(
    game: AnyGame,
    moves: Iterable[Any],
    *,
    players: int,
    seed: int,
    options: Mapping[str, str] | None = None,
) -> str:
    """A game as a record: the deal of a seed, and the moves that were played.

    *seed* is that of the random generator, `Random(seed)`, with which `initial` was called.
    """
    chosen = OptionsCodec(game.options).write(game.chosen(options or {}))
    values = {"players": players, "seed": seed, **({"options": chosen} if chosen else {})}
    lines = "".join(f"  - {game.write_move(move)}\n" for move in moves)
    return f"{yaml_text(values)}moves:{lines and chr(10)}{lines or ' []' + chr(10)}"


# Files; a reader has the findings about one.


def _reading(game: AnyGame, reader: Reader, node: Node) -> Reading[Any] | None:
    kind = kind_of(node)
    if kind is FileKind.RECORD:
        return _record(game, reader, node)
    position = _position(game, reader, node, whole=kind is FileKind.POSITION)
    return None if position is None else Reading(kind, position)


def _position(game: AnyGame, reader: Reader, node: Node, *, whole: bool) -> Any:
    values = read_values(reader, node, game.words.fields, whole=whole)
    if values is None:
        return None
    position = game.position(**values)
    findings = [
        Finding(problem.rule, Severity.ERROR, problem.message, place_at(node, problem.path))
        for problem in (game.status(position) if whole else game.extract_status(position))
    ]
    if findings:
        raise IllegalPosition(in_file_order(findings))
    return position


class _Entry(NamedTuple):
    """A move of a record: who makes it, if the record says so, its text and its place."""

    player: str
    text: str
    place: Place


def _record(game: AnyGame, reader: Reader, node: Node) -> Reading[Any] | None:
    known, under = (*_KEYS, *FIGURE_KEYS), {field.key: "start" for field in game.words.fields}
    fields = reader.fields(node, "a record", known=known, required=("moves",), under=under)
    if fields is None:
        return None
    entries = fields.read("moves", partial(_entries, reader)) or ()
    start = _start(game, reader, fields)
    if start is None or reader.findings:
        return None
    steps = tuple(_replayed(game, start, entries))
    return Reading(FileKind.RECORD, steps[-1].position if steps else start, start, steps)


def _start(game: AnyGame, reader: Reader, fields: Fields) -> Any:
    """The first position: the one at `start`, or the deal of the seed."""
    if "start" in fields:
        for key in _SET_UP:
            if key in fields:
                message = f'"start" has the whole position; delete "{key}"'
                reader.error("structure", message, fields.place_of(key))
        return fields.read("start", partial(_position, game, reader, whole=True))
    if "players" not in fields:
        if not reader.findings:
            reader.error("missing-key", 'a record needs "players", or "start"', fields.place)
        return None
    number = Number("players", least=game.players[0], most=game.players[-1])
    players = fields.read("players", partial(number.read, reader))
    seed = fields.read("seed", partial(Number("seed", most=_MOST_SEED).read, reader))
    options = fields.read("options", partial(OptionsCodec(game.options).read, reader))
    if players is None or reader.findings:
        return None
    return game.initial(Random(seed or 0), players, options or {})


def _entries(reader: Reader, node: Node) -> tuple[_Entry, ...]:
    """The moves of a record: texts, or texts by the player who makes the move, `1: pass`."""
    found = []
    for item in reader.items(node, "moves") or ():
        player: Scalar | None = None
        text: Node = item
        if isinstance(item, MappingNode) and len(item.entries) == 1:
            player, text = item.entries[0]
        line = reader.text(text, "a move")
        if line is not None:
            who = "" if player is None else player.text.removeprefix("player ")
            found.append(_Entry(who, line, item.place))
    return tuple(found)


def _replayed(game: AnyGame, position: Any, entries: tuple[_Entry, ...]) -> Iterator[Step[Any]]:
    """The position after each move; raises IllegalPosition at the first that is illegal."""
    by_chance = 0
    for number, entry in enumerate(entries, 1):
        step = position.chance.step
        try:
            position = _after(game, position, entry)
        except IllegalMove as error:
            message = f"move {number}: {error.message}"
            if by_chance and any(_DRAWS in each.text for each in entries):
                message += f"; move {by_chance} does not say what it drew, so chance drew"
            finding = Finding(error.rule, Severity.ERROR, message, entry.place)
            raise IllegalPosition([finding]) from error
        if not by_chance and _DRAWS not in entry.text and step < position.chance.step:
            by_chance = number
        yield Step(entry.text, position)


def _after(game: AnyGame, position: Any, entry: _Entry) -> Any:
    """The position after a move of a record and its draws; raises IllegalMove."""
    player = game.to_move(position)
    if player is None:
        raise IllegalMove("end-of-the-game", "the game is over")
    name = game.player_name(position, player)
    if entry.player not in ("", name):
        message = f"player {name} moves now, not player {entry.player}"
        for possible in game.legal_moves(position)[:1]:
            message += f'; a possible move is "{name}: {game.write_move(possible)}"'
        raise IllegalMove("your-turn", message)
    text, _, drawn = entry.text.partition(_DRAWS)
    if ";" in text or " draws " in text:
        raise IllegalMove("notation", f'write "{_DRAWS}…" between a move and what it drew')
    texts, things = drawn.split(", ") if drawn else [], []
    if texts and game.words.draws is None:
        raise IllegalMove("draw", "nothing is drawn in this game")
    try:
        things = [game.words.draws.parse(each.strip()) for each in texts if game.words.draws]
    except ValueError as error:
        raise IllegalMove("notation", str(error)) from error
    before = position._replace(chance=position.chance.knowing(things))
    move = game.read_move(before, text)
    try:
        after = game.play(before, move)
    except NotThere as error:
        written = texts[things.index(error.thing)]
        message = f"{written} cannot be drawn here: none is left"
        raise IllegalMove("draw", message) from error
    if after.chance.known:
        number = len(things) - len(after.chance.known)
        what, rest = f"only {number}" if number else "nothing", ", ".join(texts[number:])
        message = f'this move draws {what}, so "{rest}" belongs to another move'
        raise IllegalMove("draw", message)
    if drawn and after.chance.step - before.chance.step > len(things):
        raise IllegalMove("draw", f'the move draws more than "{drawn}"')
    return after
