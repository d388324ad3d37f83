"""Reading what a position's file says, piece by piece; whether it can be is for others to say."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import partial
from typing import NamedTuple

from pnp.basics.errors import Finding, Source
from pnp.definition.nodes import Node, Scalar, compose
from pnp.definition.reader import Fields, Reader
from pnp.games.hexagonal_highway.orders import Order, Piece, Place, parse_order
from pnp.games.hexagonal_highway.position import OPTIONS, Card
from pnp.games.hexagonal_highway.road import Road
from pnp.games.hexagonal_highway.writing import SIDES
from pnp.play import Chance
from pnp.play.reading import FIGURE_KEYS, read_chance, read_options
from pnp.tiles.hexgrid import Hex

KEYS = (
    "options", "cards", "board", "round", "starts", "tokens", "orders", "drives", "robbers",
    "chance",
)  # fmt: skip

_DIRECTIONS = {token: piece for piece, token in SIDES.items()} | {"direction front": Piece.LEFT}
_PLACED = {"blockade": Piece.BLOCKADE, "robber": Piece.ROBBER}


class At(NamedTuple):
    """A cell that is written, and where."""

    cell: Hex
    node: Node


class Ordered(NamedTuple):
    """An order with its player, and where it is written."""

    player: int
    order: Order
    node: Node


class Written(NamedTuple):
    """What a file says, as far as it is understood; players are counted from 0.

    `shuffled` is where the option says that the round cards are, `drives` are by round and player.
    Blockades and robbers among the tokens are orders to place them.
    """

    options: tuple[tuple[str, str], ...]
    shuffled: Node | None
    cards: tuple[tuple[Card, ...], Node] | None
    round: int | None
    starts: tuple[tuple[int, At], ...]
    pawns: tuple[tuple[int, At], ...]
    directions: tuple[tuple[Piece, At], ...]
    orders: tuple[Ordered, ...]
    drives: Mapping[int, Mapping[int, tuple[At, ...]]]
    robbers: Mapping[int, tuple[At, ...]]
    chance: Chance


def read_file(road: Road, source: Source) -> tuple[Written | None, list[Finding]]:
    """What a source says, and what of it is not understood; raises UnusableInput for no YAML."""
    reading = _Reading(road)
    written = reading.written(compose(source))
    return written, reading.reader.findings


class _Reading:
    """Reads one file; `reader` notes what is not understood."""

    def __init__(self, road: Road) -> None:
        self.road = road
        self.reader = Reader()

    def written(self, root: Node) -> Written | None:
        fields = self.reader.fields(root, "a position", known=(*KEYS, *FIGURE_KEYS))
        if fields is None:
            return None
        fields.read("board", lambda node: self.reader.choice(node, "board", [self.road.board]))
        tokens = [*self._tokens(fields)]
        placed = [
            Ordered(self._player(colour), Place(_PLACED[kind], at.cell), at.node)
            for kind, colour, at in tokens
            if kind in _PLACED
        ]
        drives = self._drives(fields)
        return Written(
            options=read_options(self.reader, fields, OPTIONS),
            shuffled=self._shuffled(fields),
            cards=fields.read("cards", self._cards),
            round=self._round(fields, last=max(drives, default=0)),
            starts=tuple(self._starts(fields)),
            pawns=tuple((self._player(who), at) for kind, who, at in tokens if kind == "pawn"),
            directions=tuple(
                (_DIRECTIONS[kind], at) for kind, _, at in tokens if kind in _DIRECTIONS
            ),
            orders=(*placed, *self._orders(fields)),
            drives=drives,
            robbers=dict(self._lists(fields, "robbers")),
            chance=fields.read("chance", partial(read_chance, self.reader)) or Chance(0),
        )

    def _shuffled(self, fields: Fields) -> Node | None:
        """Where the option says so; what is wrong with the options has been noted."""
        options = fields.read("options", partial(Reader().fields, what="options"))
        chosen = None if options is None else options.read("rounds", lambda node: node)
        return chosen if isinstance(chosen, Scalar) and chosen.text == "shuffled" else None

    def _cards(self, node: Node) -> tuple[tuple[Card, ...], Node] | None:
        read = partial(self.reader.integer, what="a card", least=1, most=len(Card))
        items = self.reader.items(node, "cards")
        numbers = [read(each) for each in items or ()]
        known = tuple(Card(number) for number in numbers if number is not None)
        return None if items is None or None in numbers else (known, node)

    def _round(self, fields: Fields, last: int) -> int | None:
        """The round that is being played, later than the *last* that has been driven."""
        read = partial(self.reader.integer, what="round", least=last + 1, most=len(Card) + 1)
        return fields.read("round", read)

    def _starts(self, fields: Fields) -> Iterator[tuple[int, At]]:
        for player, node in self._at_colours(fields, "starts"):
            cell = self._cell(node)
            if cell is not None:
                yield player, At(cell, node)

    def _drives(self, fields: Fields) -> dict[int, dict[int, tuple[At, ...]]]:
        """The drives that are told; an empty one is not."""
        numbers = [str(card.value) for card in Card]
        told: dict[int, dict[int, tuple[At, ...]]] = {}
        for key, node in self._entries(fields, "drives", numbers):
            inner = self.reader.fields(node, f"round {key.text}", known=self.road.colours)
            entries = () if inner is None else inner.items()
            drives = {
                self._player(colour.text): self._cells(each, "a drive") for colour, each in entries
            }
            told[int(key.text)] = {player: drive for player, drive in drives.items() if drive}
        return told

    def _lists(self, fields: Fields, key: str) -> Iterator[tuple[int, tuple[At, ...]]]:
        for player, node in self._at_colours(fields, key):
            yield player, self._cells(node, key)

    def _tokens(self, fields: Fields) -> Iterator[tuple[str, str, At]]:
        """What kind each token is and of what colour, if it has one, and where it lies."""
        coloured = ("pawn", *_PLACED)
        known = [
            *_DIRECTIONS,
            *(f"{kind} {each}" for kind in coloured for each in self.road.colours),
        ]
        for key, node in self._entries(fields, "tokens"):
            cell = self._named(key.text, key)
            for item in self.reader.one_or_more(node):
                token = self.reader.choice(item, "a token", known)
                if cell is None or token is None:
                    continue
                kind, colour = (token, "") if token in _DIRECTIONS else token.split()
                yield kind, colour, At(cell, item)

    def _orders(self, fields: Fields) -> Iterator[Ordered]:
        for player, node in self._at_colours(fields, "orders"):
            for item in self.reader.one_or_more(node):
                if self.reader.text(item, "an order") is None or not isinstance(item, Scalar):
                    continue
                for part in _parts(item):
                    try:
                        yield Ordered(player, parse_order(self.road, part.text), part)
                    except ValueError as error:
                        self.reader.error("notation", str(error), part.place)

    # Colours and cells.

    def _player(self, colour: str) -> int:
        return self.road.colours.index(colour)

    def _entries(
        self, fields: Fields, key: str, known: Collection[str] | None = None
    ) -> Iterator[tuple[Scalar, Node]]:
        """The entries of the mapping at a key, if it is there."""
        inner = fields.read(key, partial(self.reader.fields, what=key, known=known))
        yield from () if inner is None else inner.items()

    def _at_colours(self, fields: Fields, key: str) -> Iterator[tuple[int, Node]]:
        """The players in the mapping at a key, if it is there, and what is written for each."""
        for colour, node in self._entries(fields, key, self.road.colours):
            yield self._player(colour.text), node

    def _named(self, name: str, node: Node) -> Hex | None:
        try:
            return self.road.cell(name)
        except ValueError as error:
            self.reader.error("cell", str(error), node.place)
            return None

    def _cell(self, node: Node) -> Hex | None:
        name = self.reader.text(node, "a hex")
        return None if name is None else self._named(name, node)

    def _cells(self, node: Node, what: str) -> tuple[At, ...]:
        """The cells in a list; none where one of them is not understood."""
        found = [(self._cell(each), each) for each in self.reader.items(node, what) or ()]
        known = tuple(At(cell, each) for cell, each in found if cell is not None)
        return known if len(known) == len(found) else ()


def _parts(line: Scalar) -> Iterator[Scalar]:
    """What stands between the commas of a line, each with its own place where it can be told."""
    source, row, column = line.place
    first = column + line.quoted
    # A text that is folded, or has escapes, is not written as it is read.
    as_read = source.line(row)[first - 1 :].startswith(line.text)
    before = 0
    for part in line.text.split(","):
        blanks = len(part) - len(part.lstrip())
        place = line.place._replace(column=first + before + blanks) if as_read else line.place
        yield Scalar(part.strip(), line.kind, line.quoted, place)
        before += len(part) + 1
