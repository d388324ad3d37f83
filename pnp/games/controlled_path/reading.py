"""Reading positions of Controlled Path: what is written in a file, before any rule."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Generic, NamedTuple, TypeVar

from pnp.basics.errors import Source
from pnp.basics.words import did_you_mean
from pnp.definition.nodes import Node, Scalar
from pnp.definition.reader import Fields, Reader, read_whole
from pnp.games.controlled_path.kit import Kit
from pnp.games.controlled_path.position import NO_CHANGE, NO_MOVE, OPTIONS, Phase
from pnp.play import Chance
from pnp.play.reading import FIGURE_KEYS, read_cell, read_chance, read_options, read_tile, read_word
from pnp.tiles import Tile
from pnp.tiles.hexgrid import Hex

Value = TypeVar("Value")

KEYS = (
    "options", "tiles", "tokens", "hands", "supply", "box", "came-from", "turn", "phase",
    "first-turn", "quiet", "lost", "chance",
)  # fmt: skip

_TOKEN = re.compile(r"token (\S+)(?: on ([0-9](?:-[0-9])*))?")


class Told(NamedTuple, Generic[Value]):
    """What a file says, and where: the value, or the item of a list."""

    what: Value
    node: Node


class Entry(NamedTuple, Generic[Value]):
    """What a file says at a key of a mapping, and where key and value stand."""

    what: Value
    node: Node
    key: Node


class Token(NamedTuple):
    """A token, and the path on its tile, if one is named."""

    colour: str
    cell: Hex
    path: str | None


Tiles = tuple[Told[Tile], ...]


class Written(NamedTuple):
    """What is in a file; None, or nothing of a mapping, where nothing is said."""

    root: Node
    options: tuple[tuple[str, str], ...]
    tiles: tuple[tuple[Hex, Entry[Tile]], ...]
    tokens: tuple[Told[Token], ...] | None
    lost: dict[str, Entry[str]]
    hands: dict[str, Entry[Tiles]]
    came_from: dict[str, Entry[Hex]]
    supply: Told[int] | None
    box: Told[Tiles] | None
    first_turn: Told[tuple[Told[str], ...]] | None
    turn: Told[str] | None
    phase: Told[Phase] | None
    quiet: Told[int] | None
    chance: Chance | None


def read_written(kit: Kit, source: Source) -> Written:
    """What is written in a file; raises UnusableInput, or InvalidDefinition with all findings."""
    reader = _PositionReader(kit)
    return read_whole(reader, source, reader.written)


class _PositionReader(Reader):
    """A reader that knows the tiles and the colours."""

    def __init__(self, kit: Kit) -> None:
        super().__init__()
        self._kit = kit

    def written(self, root: Node) -> Written | None:
        known = (*KEYS, *FIGURE_KEYS)
        fields = self.fields(root, "a position", known=known, required=("tiles",))
        if fields is None:
            return None

        def told(key: str, reading: Callable[[Node], Value | None]) -> Told[Value] | None:
            """The value at a key with its place."""
            return fields.read(key, partial(_told, reading=reading))

        return Written(
            root,
            read_options(self, fields, OPTIONS),
            tuple(self._table(fields)),
            tuple(self._tokens(fields)) if "tokens" in fields else None,
            self._of_colours(fields, "lost", self._cause),
            self._of_colours(fields, "hands", self._tiles),
            self._of_colours(fields, "came-from", self._cell),
            told("supply", partial(self.integer, what="supply", least=0)),
            told("box", self._tiles),
            told("first-turn", self._colours),
            told("turn", self._colour),
            told("phase", self._phase),
            told("quiet", partial(self.integer, what="quiet", least=0)),
            fields.read("chance", partial(read_chance, self)),
        )

    def _table(self, fields: Fields) -> Iterator[tuple[Hex, Entry[Tile]]]:
        for key, node in self._entries(fields, "tiles"):
            cell, tile = self._cell(key), self._tile(node)
            if cell is not None and tile is not None:
                yield cell, Entry(tile, node, key)

    def _tokens(self, fields: Fields) -> Iterator[Told[Token]]:
        for key, node in self._entries(fields, "tokens"):
            cell = self._cell(key)
            for item in self.one_or_more(node):
                token = self._token(item)
                if cell is not None and token is not None:
                    colour, path = token
                    yield Told(Token(colour, cell, path), item)

    def _token(self, node: Node) -> tuple[str, str | None] | None:
        """The colour of a token, and the path on its tile, as they are written."""
        text = self.text(node, "a token")
        if text is None:
            return None
        match = _TOKEN.fullmatch(text)
        if match is None:
            message = f'"{text}" is no token; write "token red", or "token red on 1-3"'
            self.error("unknown-word", message, node.place)
            return None
        if match[1] not in self._kit.colours:
            hint = did_you_mean(match[1], self._kit.colours)
            message = f'there is no token in "{match[1]}"{hint}'
            self.error("unknown-word", message, node.place)
            return None
        return match[1], match[2]

    def _of_colours(
        self, fields: Fields, key: str, reading: Callable[[Node], Value | None]
    ) -> dict[str, Entry[Value]]:
        """The mapping from colours at a key, if it is there."""
        found = {}
        for colour, node in self._entries(fields, key, self._kit.colours):
            value = reading(node)
            if value is not None:
                found[colour.text] = Entry(value, node, colour)
        return found

    def _entries(
        self, fields: Fields, key: str, known: tuple[str, ...] | None = None
    ) -> Iterator[tuple[Scalar, Node]]:
        inner = fields.read(key, partial(self.fields, what=key, known=known))
        yield from () if inner is None else inner.items()

    def _cell(self, node: Node) -> Hex | None:
        return read_cell(self, node)

    def _tile(self, node: Node) -> Tile | None:
        return read_tile(self, node, self._kit.parsed)

    def _tiles(self, node: Node) -> Tiles | None:
        return self._list(node, self._tile, "this")

    def _colours(self, node: Node) -> tuple[Told[str], ...] | None:
        return self._list(node, self._colour, "first-turn")

    def _list(
        self, node: Node, reading: Callable[[Node], Value | None], what: str
    ) -> tuple[Told[Value], ...] | None:
        items = self.items(node, what)
        if items is None:
            return None
        told = [_told(item, reading) for item in items]
        return tuple(each for each in told if each is not None)

    def _colour(self, node: Node) -> str | None:
        return self.choice(node, "a player", self._kit.colours)

    def _cause(self, node: Node) -> str | None:
        return self.choice(node, "a cause", [*self._kit.colours, NO_CHANGE, NO_MOVE])

    def _phase(self, node: Node) -> Phase | None:
        return read_word(self, node, "phase", Phase)


def _told(node: Node, reading: Callable[[Node], Value | None]) -> Told[Value] | None:
    """What *reading* makes of a node, with its place."""
    what = reading(node)
    return None if what is None else Told(what, node)
