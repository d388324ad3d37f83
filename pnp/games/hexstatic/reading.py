"""Reading positions of HexStatic: what is written in a file, before any rule."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple, TypeVar

from pnp.basics.errors import Place, Source
from pnp.definition.nodes import Node, Scalar
from pnp.definition.reader import Fields, Reader, read_whole
from pnp.games.hexstatic.kit import Kit
from pnp.games.hexstatic.position import FREE, NEUTRAL, OPTIONS, Phase
from pnp.play import Chance
from pnp.play.reading import FIGURE_KEYS, read_cell, read_chance, read_options, read_tile, read_word
from pnp.tiles import Tile
from pnp.tiles.hexgrid import Hex

Value = TypeVar("Value")

# What a table may have by itself, as in a figure, and what only a game has that goes on.
_TABLE_KEYS = ("tiles", "options", "chance")
_GAME_KEYS = (
    "players", "owners", "turn", "phase", "open", "asked", "laid", "drawn", "passes", "hands",
    "supply", "aside",
)  # fmt: skip

MOST_PLAYERS = 3

# What tells the step of a game, most of all first.
_STEP_KEYS = (
    "phase", "open", "laid", "asked", "drawn", "passes", "turn", "hands", "supply", "aside",
    "players",
)  # fmt: skip

_UNOWNED = {"free": FREE, "neutral": NEUTRAL}


class Put(NamedTuple):
    """A tile on a cell, and where it is written."""

    cell: Hex
    tile: Tile
    place: Place


class Kept(NamedTuple):
    """A tile that is not laid, and where it is written."""

    kind: Tile
    place: Place


class Owner(NamedTuple):
    """Who owns a colour, and where it is written."""

    owner: int
    place: Place


class Hand(NamedTuple):
    """The tiles of a player, and where they and the player's number are written."""

    kept: tuple[Kept, ...]
    place: Place
    place_of_player: Place

    @property
    def kinds(self) -> tuple[Tile, ...]:
        return tuple(sorted(each.kind for each in self.kept))


class Written(NamedTuple):
    """What is in a file; None where nothing is said."""

    fields: Fields
    table: tuple[Put, ...]
    owners: dict[int, Owner]
    players: int | None
    turn: int | None
    phase: Phase | None
    is_open: bool | None
    asked: int | None
    laid: Hex | None
    drawn: Kept | None
    passes: int | None
    hands: dict[int, Hand] | None
    supply: tuple[Kept, ...] | None
    aside: tuple[Kept, ...] | None
    options: tuple[tuple[str, str], ...]
    chance: Chance | None

    @property
    def of_a_game(self) -> bool:
        """Whether it tells more than tiles, which alone may be a part of a table."""
        return any(map(self.tells, _GAME_KEYS))

    def tells(self, key: str) -> bool:
        """Whether something is said about it, be it that there is none."""
        return key in self.fields

    def place_of(self, *keys: str) -> Place:
        """Where the value of the first of these keys that is written stands.

        Where there is none of them, it is what tells the step of the game, or else the whole file.
        """
        told = filter(self.tells, (*keys, *_STEP_KEYS))
        return self.fields.place_of(next(told, "tiles"))

    def place_of_hand(self, player: int) -> Place:
        """Where the tiles of a player are written, or else what tells of hands."""
        if self.hands is not None and player in self.hands:
            return self.hands[player].place
        return self.place_of("hands", "supply")


def read_written(kit: Kit, source: Source) -> Written:
    """What is written in a file; raises UnusableInput, or InvalidDefinition with all findings."""
    reader = _PositionReader(kit)
    return read_whole(reader, source, reader.written)


class _PositionReader(Reader):
    """A reader that knows the tiles and the colours."""

    def __init__(self, kit: Kit) -> None:
        super().__init__()
        self._kit = kit

    def written(self, node: Node) -> Written | None:
        fields = self.fields(node, "a position", known=(*_TABLE_KEYS, *_GAME_KEYS, *FIGURE_KEYS))
        if fields is None:
            return None
        return Written(
            fields,
            fields.read("tiles", self._table) or (),
            fields.read("owners", self._owners) or {},
            self._player(fields, "players"),
            self._player(fields, "turn"),
            fields.read("phase", self._phase),
            fields.read("open", lambda value: self.boolean(value, "open")),
            self._player(fields, "asked"),
            fields.read("laid", self._cell),
            fields.read("drawn", self._kept),
            fields.read("passes", lambda value: self.integer(value, "passes", least=0)),
            fields.read("hands", self._hands),
            fields.read("supply", self._tiles),
            fields.read("aside", self._tiles),
            read_options(self, fields, OPTIONS),
            fields.read("chance", partial(read_chance, self)),
        )

    def _player(self, fields: Fields, key: str) -> int | None:
        return fields.read(key, lambda value: self.integer(value, key, least=1, most=MOST_PLAYERS))

    def _phase(self, node: Node) -> Phase | None:
        return read_word(self, node, "phase", Phase)

    def _cell(self, node: Node) -> Hex | None:
        return read_cell(self, node)

    def _tile(self, node: Node) -> Tile | None:
        return read_tile(self, node, self._kit.read)

    def _kept(self, node: Node) -> Kept | None:
        tile = self._tile(node)
        return None if tile is None else Kept(self._kit.kinds[tile], node.place)

    def _tiles(self, node: Node) -> tuple[Kept, ...]:
        kept = [self._kept(each) for each in self.items(node, "this") or ()]
        return tuple(each for each in kept if each is not None)

    def _table(self, node: Node) -> tuple[Put, ...]:
        inner = self.fields(node, "tiles")
        puts = []
        for key, value in () if inner is None else inner.items():
            cell, tile = self._cell(key), self._tile(value)
            if cell is not None and tile is not None:
                puts.append(Put(cell, tile, value.place))
        return tuple(puts)

    def _owners(self, node: Node) -> dict[int, Owner]:
        inner = self.fields(node, "owners", known=self._kit.colours)
        found = {}
        for key, value in () if inner is None else inner.items():
            owner = self._owner(value)
            if owner is not None:
                found[self._kit.colours.index(key.text)] = Owner(owner, value.place)
        return found

    def _owner(self, node: Node) -> int | None:
        if isinstance(node, Scalar) and node.text in _UNOWNED:
            return _UNOWNED[node.text]
        return self.integer(node, "an owner, if not free or neutral,", least=1, most=MOST_PLAYERS)

    def _hands(self, node: Node) -> dict[int, Hand]:
        players = [str(player) for player in range(1, MOST_PLAYERS + 1)]
        inner = self.fields(node, "hands", known=players)
        entries = () if inner is None else inner.items()
        return {
            int(key.text): Hand(self._tiles(value), value.place, key.place)
            for key, value in entries
        }
