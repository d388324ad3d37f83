"""Reading positions: everything has a default, and every problem is told with its place."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import partial
from itertools import pairwise
from typing import NamedTuple

from pnp.definition.nodes import Node, Scalar, compose
from pnp.definition.reader import Fields, Reader
from pnp.errors import Finding, InvalidDefinition, Source, in_file_order
from pnp.games.hexagonal_highway.control import objection
from pnp.games.hexagonal_highway.driving import revealed
from pnp.games.hexagonal_highway.orders import Go, Order, Piece, Place, parse_order
from pnp.games.hexagonal_highway.position import OPTIONS, PLAYERS, Card, Drive, Position
from pnp.games.hexagonal_highway.road import Road
from pnp.games.hexagonal_highway.rules import ROBBERS
from pnp.games.hexagonal_highway.writing import SIDES
from pnp.hexgrid import Hex, distance
from pnp.play import IllegalPosition
from pnp.play.game import illegal
from pnp.play.reading import FIGURE_KEYS, read_chance, read_options

KEYS = (
    "options", "cards", "board", "round", "starts", "tokens", "orders", "drives", "robbers",
    "chance",
)  # fmt: skip

_DIRECTIONS = {token: piece for piece, token in SIDES.items()} | {"direction front": Piece.LEFT}
_PLACED = {"blockade": Piece.BLOCKADE, "robber": Piece.ROBBER}
_UNTOLD: tuple[Drive, ...] = ((),) * PLAYERS


def read(road: Road, source: Source) -> Position:
    """The position in a source; where it tells the orders of all players, the round is driven.

    Raises UnusableInput, or InvalidDefinition or IllegalPosition with all findings.
    """
    reading = _Reading(road)
    position = reading.position(compose(source))
    findings = in_file_order([*reading.reader.findings, *reading.broken])
    if reading.reader.findings:
        raise InvalidDefinition(findings)
    if position is None or findings:
        raise IllegalPosition(findings)
    told_all = position.writer is None and not position.is_over
    return revealed(road, position) if told_all else position


class _Written(NamedTuple):
    """An order with its player, and where it is written."""

    player: int
    order: Order
    node: Node


class _Reading:
    """Reads one file; `reader` notes what is not understood, `broken` what breaks a rule."""

    def __init__(self, road: Road) -> None:
        self.road = road
        self.reader = Reader()
        self.broken: list[Finding] = []

    def position(self, root: Node) -> Position | None:
        """The position, which is of no use if there are findings."""
        fields = self.reader.fields(root, "a position", known=(*KEYS, *FIGURE_KEYS))
        if fields is None:
            return None
        fields.read("board", lambda node: self.reader.choice(node, "board", [self.road.board]))
        choices = read_options(self.reader, fields, OPTIONS)
        cards = self._cards(fields, shuffled=("rounds", "shuffled") in choices)
        told = self._starts(fields)
        drives = self._drives(fields, told, rounds=len(cards))
        first = drives[0] if drives else ()
        set_off = {player: drive[0] for player, drive in enumerate(first) if drive}
        starts = _filled(self.road, told, set_off)
        position = Position(choices, cards, starts, pawns=starts, drives=drives)
        position = position._replace(
            robbers=self._robbers(fields, position),
            chance=fields.read("chance", partial(read_chance, self.reader)) or position.chance,
        )
        position, placed = self._with_tokens(fields, position)
        orders = [*placed, *self._orders(fields)]
        if self.reader.findings or self.broken:
            return None  # what may be ordered depends on all the rest
        return self._with_orders(position, orders)

    def _cards(self, fields: Fields, *, shuffled: bool) -> tuple[Card, ...]:
        usual = tuple(Card)

        def read(node: Node) -> tuple[Card, ...]:
            read_card = partial(self.reader.integer, what="a card", least=1, most=len(Card))
            numbers = [read_card(each) for each in self.reader.items(node, "cards") or ()]
            cards = tuple(Card(number) for number in numbers if number is not None)
            if None in numbers:
                return usual  # which has been said
            if sorted(cards) != sorted(usual):
                self._illegal("round-cards", "each round card, 1 to 6, is there once", node)
            elif cards[0] is not Card.THEME:
                self._illegal("round-cards", "Theme, card 1, stays first", node)
            elif cards != usual and not shuffled:
                message = "the round cards are in order, but for the option rounds: shuffled"
                self._illegal("round-cards", message, node)
            else:
                return cards
            return usual

        return fields.read("cards", read) or usual

    def _drives(
        self, fields: Fields, starts: Mapping[int, Hex], *, rounds: int
    ) -> tuple[tuple[Drive, ...], ...]:
        """The drives of all rounds that are over; those that are not told are empty."""
        told: dict[int, tuple[Drive, ...]] = {}
        numbers = [str(number) for number in range(1, rounds + 1)]
        # A round is compared with the one before, which may stand below it.
        entries = {int(key.text): node for key, node in self._entries(fields, "drives", numbers)}
        for number, inner in sorted(entries.items()):
            drives = dict(enumerate(_UNTOLD))
            before = told.get(number - 1, _UNTOLD)
            for player, node in self._of_colours(inner, f"round {number}"):
                drive = self._drive(node)
                if drive and number == 1:
                    self._check_start(starts.get(player, drive[0]), player, drive[0], node)
                elif drive:
                    self._check_stop(before, player, drive[0], node)
                if drive and drive[0] in [other[0] for other in drives.values() if other]:
                    name = self.road.names[drive[0]]
                    self._illegal("one-pawn-a-hex", f"two pawns set off from {name}", node)
                drives[player] = drive
            told[number] = tuple(drives.values())
        last = max(told, default=0)
        read = partial(self.reader.integer, what="round", least=last + 1, most=rounds + 1)
        current = fields.read("round", read) or last + 1
        return tuple(told.get(number, _UNTOLD) for number in range(1, current))

    def _drive(self, node: Node) -> Drive:
        cells = self._cells(node, "a drive")
        for (before, _), (cell, at) in pairwise(cells):
            if distance(before, cell) != 1:
                step = f"from {self.road.names[before]} to {self.road.names[cell]}"
                self._illegal("driving", f"{step} is no step to the next hex", at)
        self._check_once(cells, "stopping", "a pawn stops before a hex it has been on")
        return tuple(cell for cell, _ in cells)

    def _check_start(self, start: Hex, player: int, cell: Hex, node: Node) -> None:
        if cell != start or cell not in self.road.starts:
            who, name = self.road.colours[player], self.road.names[cell]
            self._illegal("starts", f"{who} does not start on {name}", node)

    def _check_stop(self, before: tuple[Drive, ...], player: int, cell: Hex, node: Node) -> None:
        """Whether a pawn may be on the cell after its drive in the round before."""
        drive = before[player]
        if not drive or (cell == drive[-1] and not _has_crashed(before, player)):
            return
        # Somebody whose drive is not told may have stopped there too.
        if cell in self.road.starts and (_has_crashed(before, player) or () in before):
            return
        who, stop = self.road.colours[player], self.road.names[drive[-1]]
        name = self.road.names[cell]
        if _has_crashed(before, player):
            message = f"{who} has collided on {stop} and is on a start next, not on {name}"
        else:
            message = f"{who} has stopped on {stop} and is there next, not on {name}"
        self._illegal("driving", message, node)

    def _starts(self, fields: Fields) -> dict[int, Hex]:
        """The starts that are told."""
        given: dict[int, Hex] = {}
        for player, node in self._at_colours(fields, "starts"):
            cell = self._cell(node)
            if cell is None:
                continue
            if cell not in self.road.starts or cell in given.values():
                why = "the start of two" if cell in given.values() else "no start"
                self._illegal("starts", f"{self.road.names[cell]} is {why}", node)
            given[player] = cell
        return given

    def _robbers(self, fields: Fields, position: Position) -> tuple[tuple[Hex, ...], ...]:
        """Those of the robbery round, if that is over."""
        over = dict(zip(position.cards, position.drives, strict=False))
        robbed = over.get(Card.HIGHWAY_ROBBERY, ())
        pawns = [drive[0] for drive in robbed if drive]
        found: dict[int, tuple[Hex, ...]] = {}
        for player, node in self._at_colours(fields, "robbers"):
            cells = self._cells(node, "robbers")
            self._check_once(cells, "different-hexes", "robbers of one colour are on two hexes")
            if Card.HIGHWAY_ROBBERY not in over:
                message = "the robbery is not over; robbers in this round are orders"
                self._illegal("robbers", message, node)
            if len(cells) > ROBBERS:
                self._illegal("two-robbers", f"a player has {ROBBERS} robbers", node)
            for cell, each in cells:
                if cell in pawns:
                    message = f"a pawn has set off from {self.road.names[cell]}"
                    self._illegal("not-on-a-pawn", message, each)
            found[player] = tuple(cell for cell, _ in cells)
        return tuple(found.get(player, ()) for player in range(PLAYERS))

    def _with_tokens(self, fields: Fields, position: Position) -> tuple[Position, list[_Written]]:
        """The position with its pawns and direction tiles; other tokens are orders to place them."""
        pawns: dict[int, Hex] = {}
        directions: dict[Hex, Piece] = {}
        placed: list[_Written] = []
        last = position.drives[-1] if position.drives else _UNTOLD
        for cell, token, node in self._tokens(fields):
            kind, _, colour = token.partition(" ")
            if token in _DIRECTIONS:
                self._check_tile(position, directions, cell, node)
                directions[cell] = _DIRECTIONS[token]
            elif kind in _PLACED:
                order = Place(_PLACED[kind], cell)
                placed.append(_Written(self.road.colours.index(colour), order, node))
            else:
                player = self.road.colours.index(colour)
                self._check_pawn(pawns, player, cell, node)
                self._check_stop(last, player, cell, node)
                pawns[player] = cell
        stops = {
            player: drive[-1]
            for player, drive in enumerate(last)
            if drive and not _has_crashed(last, player)
        }
        position = position._replace(
            pawns=_filled(self.road, pawns, stops, dict(enumerate(position.starts))),
            directions=tuple(sorted(directions.items())),
        )
        return position, placed

    def _check_tile(
        self, position: Position, others: Mapping[Hex, Piece], cell: Hex, node: Node
    ) -> None:
        name = self.road.names[cell]
        if cell in others:
            self._illegal("one-tile-a-hex", f"{name} has two direction tiles", node)
        elif len(others) == self.road.supply:
            self._illegal("supply", f"the set has {len(others)} direction tiles", node)
        if cell in self.road.corners and position.chose("corner-tiles", "barred"):
            self._illegal("not-on-a-corner", f"{name} is a corner", node)

    def _check_pawn(self, others: Mapping[int, Hex], player: int, cell: Hex, node: Node) -> None:
        if player in others:
            colour = self.road.colours[player]
            self._illegal("one-pawn-each", f"there is one pawn of {colour}", node)
        if cell in others.values():
            self._illegal("one-pawn-a-hex", f"{self.road.names[cell]} has two pawns", node)

    def _tokens(self, fields: Fields) -> Iterator[tuple[Hex, str, Node]]:
        """Where each token lies, what it is, and where that is written."""
        coloured = ("pawn", *_PLACED)
        known = [
            *_DIRECTIONS,
            *(f"{kind} {each}" for kind in coloured for each in self.road.colours),
        ]
        for key, node in self._entries(fields, "tokens"):
            cell = self._named(key.text, key)
            for item in self.reader.one_or_more(node):
                token = self.reader.choice(item, "a token", known)
                if cell is not None and token is not None:
                    yield cell, token, item

    def _orders(self, fields: Fields) -> Iterator[_Written]:
        for player, node in self._at_colours(fields, "orders"):
            for item in self.reader.one_or_more(node):
                text = self.reader.text(item, "an order")
                for order in () if text is None else text.split(","):
                    try:
                        yield _Written(player, parse_order(self.road, order), item)
                    except ValueError as error:
                        self.reader.error("notation", str(error), item.place)

    def _with_orders(self, position: Position, orders: list[_Written]) -> Position:
        """The position with all orders on its sheets, how to drive last."""
        if orders and position.is_over:
            self._illegal("six-rounds", "the game is over", orders[0].node)
            return position
        for player, order, node in sorted(orders, key=lambda each: isinstance(each.order, Go)):
            wrong = objection(self.road, position, player, order)
            if wrong is not None:
                self._illegal(wrong.rule, wrong.message, node)
                continue
            sheets = [*position.sheets]
            sheets[player] = sheets[player].with_order(order)
            position = position._replace(sheets=tuple(sheets))
        return position

    # Colours, cells and findings.

    def _entries(
        self, fields: Fields, key: str, known: Collection[str] | None = None
    ) -> Iterator[tuple[Scalar, Node]]:
        """The entries of the mapping at a key, if it is there."""
        inner = fields.read(key, partial(self.reader.fields, what=key, known=known))
        yield from () if inner is None else inner.items()

    def _at_colours(self, fields: Fields, key: str) -> Iterator[tuple[int, Node]]:
        """The players in the mapping at a key, if it is there, and what is written for each."""
        for colour, node in self._entries(fields, key, self.road.colours):
            yield self.road.colours.index(colour.text), node

    def _of_colours(self, node: Node, what: str) -> Iterator[tuple[int, Node]]:
        inner = self.reader.fields(node, what, known=self.road.colours)
        for colour, each in () if inner is None else inner.items():
            yield self.road.colours.index(colour.text), each

    def _named(self, name: str, node: Node) -> Hex | None:
        try:
            return self.road.cell(name)
        except ValueError as error:
            self.reader.error("cell", str(error), node.place)
            return None

    def _cell(self, node: Node) -> Hex | None:
        name = self.reader.text(node, "a hex")
        return None if name is None else self._named(name, node)

    def _cells(self, node: Node, what: str) -> list[tuple[Hex, Node]]:
        """The cells in a list with their nodes; none where one of them is not understood."""
        found = [(self._cell(each), each) for each in self.reader.items(node, what) or ()]
        known = [(cell, each) for cell, each in found if cell is not None]
        return known if len(known) == len(found) else []

    def _check_once(self, cells: list[tuple[Hex, Node]], rule: str, message: str) -> None:
        for number, (cell, node) in enumerate(cells):
            if cell in [before for before, _ in cells[:number]]:
                self._illegal(rule, f"{message}, here {self.road.names[cell]}", node)

    def _illegal(self, rule: str, message: str, node: Node) -> None:
        self.broken.append(illegal(rule, message, node))


def _has_crashed(drives: tuple[Drive, ...], player: int) -> bool:
    """Whether another pawn has stopped where this one has."""
    stops = [drive[-1] for drive in drives if drive]
    return stops.count(drives[player][-1]) > 1


def _filled(road: Road, given: Mapping[int, Hex], *likely: Mapping[int, Hex]) -> tuple[Hex, ...]:
    """A cell for each player, each once: what is given, else what is likely, else a free start."""
    found = dict(given)
    for wishes in (*likely, *({player: cell} for cell in road.starts for player in range(PLAYERS))):
        for player, cell in wishes.items():
            if cell not in found.values():
                found.setdefault(player, cell)
    return tuple(found[player] for player in range(PLAYERS))
