"""Files of games: an extract, a whole position, or a record, which is replayed move by move."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from pnp.basics.errors import Finding, Place, Severity, Source, in_file_order
from pnp.definition.reading import Fields, MappingNode, Node, Reader, Scalar, read_whole, yaml_text
from pnp.play.chance import NotThere
from pnp.play.files import FIGURE_KEYS, FileKind, kind_of, read_values
from pnp.play.options import OptionsCodec
from pnp.play.problems import IllegalMove, IllegalPosition, findings_of

if TYPE_CHECKING:
    from pnp.play.game import AnyGame, Game

PositionT = TypeVar("PositionT")

# The text between a move and the things that it draws.
_DRAWS = "; draws "

_SET_UP = ("players", "seed", "options")
_KEYS = ("start", *_SET_UP, "moves")

_MOST_SEED = 10**9


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


class _Entry(NamedTuple):
    """A move of a record: who makes it, if the record says so, its text and its place."""

    player: str
    text: str
    place: Place


def read_file(game: Game[PositionT, Any], source: Source) -> Reading[PositionT]:
    """A file of a game, read and judged.

    Raises UnusableInput, InvalidDefinition or IllegalPosition as `Game.read_position` does.
    """
    reader = Reader()
    return read_whole(reader, source, partial(_reading, game, reader))


def _reading(game: Game[PositionT, Any], reader: Reader, node: Node) -> Reading[PositionT] | None:
    kind = kind_of(node)
    if kind is FileKind.RECORD:
        return _record(game, reader, node)
    position = _position(game, reader, node, whole=kind is FileKind.POSITION)
    return None if position is None else Reading(kind, position)


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


def _position(
    game: Game[PositionT, Any], reader: Reader, node: Node, *, whole: bool
) -> PositionT | None:
    values = read_values(reader, node, game.words.fields, whole=whole)
    if values is None:
        return None
    position: PositionT = game.position(**values)
    problems = game.status(position) if whole else game.extract_status(position)
    findings = in_file_order(findings_of(problems, node))
    if findings:
        raise IllegalPosition(findings)
    return position


def _record(game: Game[PositionT, Any], reader: Reader, node: Node) -> Reading[PositionT] | None:
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


def _start(game: Game[PositionT, Any], reader: Reader, fields: Fields) -> PositionT | None:
    """The first position: the one at `start`, or the deal of the seed."""
    if "start" in fields:
        for key in _SET_UP:
            if key in fields:
                message = f'"start" has the whole position; delete "{key}"'
                reader.error("structure", message, fields.place_of(key))
        return fields.read("start", partial(_position, game, reader, whole=True))
    if "players" not in fields:
        if reader.findings:
            return None
        reader.error("missing-key", 'a record needs "players", or "start"', fields.place)
        return None
    most = game.players[-1]
    players = fields.read(
        "players", lambda node: reader.integer(node, "players", least=game.players[0], most=most)
    )
    seed = fields.read("seed", lambda node: reader.integer(node, "seed", least=0, most=_MOST_SEED))
    codec = OptionsCodec(game.options)
    options = fields.read("options", partial(codec.read, reader)) or codec.default
    if players is None or reader.findings:
        return None
    return game.initial(Random(seed or 0), players, options)


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


def _replayed(
    game: Game[PositionT, Any], position: PositionT, entries: tuple[_Entry, ...]
) -> Iterator[Step[PositionT]]:
    """The position after each move; raises IllegalPosition at the first that is illegal."""
    by_chance = 0
    for number, entry in enumerate(entries, 1):
        before: Any = position
        try:
            position = _after(game, position, entry)
        except IllegalMove as error:
            message = f"move {number}: {error.message}"
            if by_chance and any(_DRAWS in each.text for each in entries):
                message += f"; move {by_chance} does not say what it drew, so chance drew"
            finding = Finding(error.rule, Severity.ERROR, message, entry.place)
            raise IllegalPosition([finding]) from error
        after: Any = position
        if not by_chance and _DRAWS not in entry.text and before.chance.step < after.chance.step:
            by_chance = number
        yield Step(entry.text, position)


def _after(game: Game[PositionT, Any], position: PositionT, entry: _Entry) -> PositionT:
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
    before: Any = position
    texts = drawn.split(", ") if drawn else []
    things = _drawn(game, texts) if texts else []
    before = before._replace(chance=before.chance.knowing(things))
    move = game.read_move(before, text)
    try:
        after: Any = game.play(before, move)
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
    played: PositionT = after
    return played


def _drawn(game: AnyGame, texts: list[str]) -> list[Any]:
    """The things that a move drew, as a record names them; raises IllegalMove for a wrong name."""
    if game.words.draws is None:
        raise IllegalMove("draw", "nothing is drawn in this game")
    try:
        return [game.words.draws.parse(each.strip()) for each in texts]
    except ValueError as error:
        raise IllegalMove("notation", str(error)) from error
