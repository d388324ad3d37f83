"""A setting: an arm with all that it takes to play its games in any process, on any computer."""

from __future__ import annotations

import hashlib
import json
import logging
import re
import sys
import zlib
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from functools import cache, lru_cache, partial
from pathlib import Path
from random import Random
from typing import Any

import pnp.play
from pnp.basics.classes import NamedTuple
from pnp.basics.errors import Source, UnusableInput
from pnp.basics.words import counted
from pnp.basics.workers import digest
from pnp.definition import parse_definition
from pnp.definition.reading import changed, read_source
from pnp.games import game_class, playable
from pnp.play import AnyGame, Game
from pnp.playtest.arms import Arm, Played
from pnp.playtest.bots import BOTS, Bot, bot_named
from pnp.playtest.figures import Figures
from pnp.playtest.gathering import Gathering, uses
from pnp.playtest.match import played
from pnp.sets.tileset import Tileset, for_players, make_tileset, most_players
from pnp.tiles import format_tile

_log = logging.getLogger(__name__)

_MOST_SEED = 10**9


class PlayFailed(UnusableInput):
    """A game that cannot be played to its end."""


class Setting(NamedTuple):
    """An arm, the text of its set with all changes made, and the seed of the whole playtest.

    `options` has all options of the game with their choices.
    """

    arm: Arm
    source: Source
    seed: int
    options: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, arm: Arm, seed: int) -> Setting:
        """The setting of an arm; raises PnpError if its set, bots or options are wrong."""
        path = Path(arm.tileset) if arm.tileset else own_set(arm.game)
        source = read_source(path)
        # Workers elsewhere find what lies beside the file.
        source = replace(source, path=str(path.resolve()))
        for key, value in arm.changes:
            source = changed(source, key, value)
        setting = cls(arm, source, seed)
        game = setting.table.game
        for text in arm.bots:
            bot_named(text)
        try:
            game.check_players(arm.players)
            options = game.chosen(dict(arm.options))
        except ValueError as error:
            raise UnusableInput(str(error)) from None
        if arm.tiles > (printed := game.tileset.printed):
            there = f"{printed} tiles, fewer than {arm.tiles}" if printed else "no tiles to choose"
            raise UnusableInput(f"{source.name} has {there}")
        setting = setting._replace(options=tuple(sorted(options.items())))
        first = setting.seed_of(0)
        try:
            setting.game(first).initial(Random(first), arm.players, options)
        except (UnusableInput, ValueError) as error:
            few = f" with {counted(arm.tiles, 'tile')}" if arm.tiles else ""
            raise UnusableInput(f"{source.name}{few} cannot be played: {error}") from None
        return setting

    @property
    def table(self) -> _Table:
        """The game that is played, which a process keeps."""
        return _table(self.arm.game, self.source)

    @property
    def digest(self) -> str:
        """What its games depend on: rules, bots, set, options and seed, but not the name of a file."""
        arm = self.arm._replace(tileset="", changes=(), options=self.options)
        tileset = self.table.game.tileset
        # The order of the tiles decides what a seed deals.
        tiles = [(piece.id, piece.tile, piece.copies) for piece in tileset.pieces]
        beside = [each.text for each in tileset.definition.beside]
        values = (code(self.arm.game), arm, self.source.text, beside, tiles, self.seed)
        return hashlib.sha256(json.dumps(values).encode()).hexdigest()

    def game(self, seed: int) -> AnyGame:
        """The game with the tiles that the lot of a seed leaves in it."""
        arm = self.arm
        return self.table.dealt(arm.tiles, seed, arm.players) if arm.tiles else self.table.game

    def seed_of(self, number: int) -> int:
        """The seed of a game, which depends on its deal alone."""
        return Random(f"{self.seed} {self.arm.deal(number)}").randrange(_MOST_SEED)

    def play(self, number: int) -> Played:
        """The game of a number, counted from 0; raises PlayFailed."""
        arm, seed = self.arm, self.seed_of(number)
        game = self.game(seed)
        seating = arm.seating(number)
        try:
            gathering = Gathering(game, seating)
            players = [self._bot(index) for index in seating]
            match = played(game, players, seed, dict(self.options), told=gathering.note)
            return Played(number, seed, match.record(game), gathering.figures(match))
        except UnusableInput:
            raise
        except Exception as error:
            _log.info("game %d failed", number, exc_info=True)
            raise PlayFailed(
                f"{arm.game} failed in game {number}, seed {seed}, with {', '.join(arm.bots)}:"
                f" {type(error).__name__}: {error}"
            ) from error

    def _bot(self, index: int) -> Bot:
        """The bot of a number in the arm: a new one, since bots learn while they play."""
        bot = bot_named(self.arm.bots[index])
        barred = frozenset(use for use, whose in self.arm.barred if whose == index + 1)
        return Barred(bot, barred) if barred else bot


# A game as a worker sends it: number, seed, record and figures, the last two compressed.
Row = tuple[int, int, bytes, bytes]


def packed(game: Played) -> Row:
    """The row of a game."""
    figures = json.dumps(game.figures, separators=(",", ":"), ensure_ascii=False)
    record = zlib.compress(game.record.encode())
    return game.number, game.seed, record, zlib.compress(figures.encode())


def unpacked(row: Row) -> Played:
    """The game in a row."""
    number, seed, record, packed_figures = row
    bots, winners, turns, choices, movers, points, uses, facts = json.loads(
        zlib.decompress(packed_figures)
    )
    figures = Figures(
        tuple(bots),
        tuple(winners),
        turns,
        tuple(choices),
        tuple(movers),
        tuple(map(tuple, points)),
        # All games share the texts.
        {sys.intern(use): tuple(counts) for use, counts in uses.items()},
        facts,
    )
    return Played(number, seed, zlib.decompress(record).decode(), figures)


def own_set(game: str) -> Path:
    """The file of the set that a game is played with."""
    return Path(game_class(game).sets) / f"{game}.yaml"


class _Table:
    """The game of a setting with its whole set, and with some of its tiles."""

    def __init__(self, name: str, source: Source) -> None:
        definition = parse_definition(source)
        known = {definition.game, definition.rulebook}.intersection(playable())
        if game_class(name) not in map(game_class, known):
            raise UnusableInput(
                f'{source.name} is not a set for {name}; a changed copy names it, "rulebook: {name}"'
            )
        tileset = for_players(make_tileset(definition), most_players(definition))
        self.game: AnyGame = game_class(name)(tileset)
        self._few = lru_cache(4)(self._with_few)

    def dealt(self, tiles: int, seed: int, players: int) -> AnyGame:
        """The game with so many tiles, which the seed chooses by lot."""
        return self._few(tiles, seed, players)

    def _with_few(self, tiles: int, seed: int, players: int) -> AnyGame:
        start = self.game.table(self.game.initial(Random(seed), players))
        laid = [text for _, text in start.tiles]
        return type(self.game)(some_tiles(self.game.tileset, tiles, laid, Random(f"lot {seed}")))


def some_tiles(tileset: Tileset, number: int, laid: Collection[str], rng: Random) -> Tileset:
    """The set with only so many tiles, chosen by lot.

    At first come those that lie on the table when a game begins, by their notation, and one of each other family, which a
    game may need. A larger number adds tiles to those of a smaller one.
    """
    cut_out = [family for family in tileset.families if not family.is_back]
    first, rest = [], []
    for family in cut_out:
        write = partial(format_tile, codes=tileset.definition.codes)
        needed = [piece.id for piece in family.pieces if write(piece.tile) in laid]
        pile = [piece.id for piece in family.pieces for _ in range(piece.copies)]
        rng.shuffle(pile)
        for tile in needed or pile[-1:]:
            pile.remove(tile)
            first.append(tile)
        rest += pile
    rng.shuffle(rest)
    chosen = Counter([*first, *rest][:number])
    families = (
        replace(
            family,
            pieces=tuple(
                piece._replace(copies=chosen[piece.id])
                for piece in family.pieces
                if family.is_back or piece.id in chosen
            ),
        )
        for family in tileset.families
    )
    return replace(tileset, families=tuple(families))


# A sweep has a hundred arms at most; a table is a set with all that is derived of it.
@lru_cache(8)
def _table(name: str, source: Source) -> _Table:
    return _Table(name, source)


@cache
def code(name: str) -> str:
    """A digest of the rules of a game and of the bots: another one, and games may go another way.

    Looks for kingmaking have a digest of their own, `code_of_looks`, since no game depends on them.
    """
    game = game_class(name)
    folders = {_file_of(pnp.play).parent}
    files = played_by()
    files |= {_file_of(sys.modules[bot.__module__]) for bot in BOTS.values()}
    for each in game.__mro__:
        if issubclass(each, Game):
            module = sys.modules[each.__module__]
            files.add(_file_of(module))
            # A game in a package has other parts beside it.
            if "." in module.__name__:
                folders.add(_file_of(module).parent)
    files |= {file for folder in folders for file in folder.glob("*.py")}
    return digest(sorted(files, key=lambda file: (file.parent.name, file.name)))


def played_by() -> set[Path]:
    """The modules of this room by which games are played: this one, those that it imports, and so on."""
    found, left = set[Path](), [Path(__file__)]
    while left:
        file = left.pop()
        found.add(file)
        names = re.findall(
            r"^ *from pnp\.playtest\.(\w+) import", file.read_text("utf-8"), re.MULTILINE
        )
        left += {file.with_name(f"{name}.py") for name in names} - found
    return found


def _file_of(module: Any) -> Path:
    return Path(module.__file__)


class Barred(Bot):
    """A bot that does without some uses of moves, unless it has no other move."""

    def __init__(self, bot: Bot, without: frozenset[str]) -> None:
        self._bot, self._without = bot, without
        self.playouts = bot.playouts
        # A search meets the same moves again and again.
        self._known: dict[Any, bool] = {}

    @property
    def text(self) -> str:
        return self._bot.text

    def choose(self, game: AnyGame, view: Any, player: int, rng: Random) -> Any:
        known: Any = _BarredGame(game, player, lambda move: self._allows(game, move))
        return self._bot.choose(known, view, player, rng)

    def _allows(self, game: AnyGame, move: Any) -> bool:
        if move not in self._known:
            self._known[move] = self._without.isdisjoint(uses(game, move))
        return self._known[move]


class _BarredGame:
    """A game as a bot sees it that may not do everything: the legal moves of one player are fewer."""

    def __init__(self, game: AnyGame, player: int, allows: Callable[[Any], bool]) -> None:
        self._game, self._player, self._allows = game, player, allows

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def legal_moves(self, position: Any) -> Sequence[Any]:
        moves = self._game.legal_moves(position)
        if self._game.to_move(position) != self._player:
            return moves
        return tuple(filter(self._allows, moves)) or moves

    def playout(self, position: Any, rng: Random) -> Any:
        """The end of a random game in which the moves are barred as well."""
        return Game.playout(self, position, rng)  # type: ignore[arg-type]

    def is_over(self, position: Any) -> bool:
        return self._game.is_over(position)
