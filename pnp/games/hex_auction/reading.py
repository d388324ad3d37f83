"""Reading positions: all but the tiles has a default, and every problem is told with its place."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple, TypeVar

from pnp.definition.nodes import Node, compose
from pnp.definition.positions import coordinates
from pnp.definition.reader import Fields, Reader
from pnp.errors import Finding, InvalidDefinition, Place, Severity, Source, in_file_order
from pnp.games.hex_auction.checking import Checked, breaches
from pnp.games.hex_auction.pieces import Edges, Pieces, kind
from pnp.games.hex_auction.position import OPTIONS, PLAYERS, Phase, Position, Run
from pnp.games.hex_auction.turn import money, next_turn
from pnp.hexgrid import Hex
from pnp.play import Chance, IllegalPosition
from pnp.play.reading import FIGURE_KEYS, read_chance, read_options
from pnp.tiles import NotationError

KEYS = (
    "options", "players", "turn", "phase", "to-move", "tie-breaker", "coins", "bids", "pot",
    "points", "offer", "hands", "tiles", "runs", "run", "chance",
)  # fmt: skip

_MOST_TURNS = 10_000
_LARGEST = 10**12  # of the numbers of chance

Value = TypeVar("Value")


def read(pieces: Pieces, source: Source) -> Position:
    """The position in a source.

    Where it tells neither bids nor offer nor a run, the next turn begins: tiles are drawn, or the
    game is over. Raises UnusableInput, InvalidDefinition where the file is not understood, and
    IllegalPosition where it breaks a rule; both with all findings.
    """
    reading = _Reading(pieces)
    told = reading.told(compose(source))
    if told is None or reading.reader.findings:
        raise InvalidDefinition(in_file_order(reading.reader.findings))
    position = _completed(pieces, told)
    findings = breaches(Checked(pieces, position, told.place_of, told.cells, told.run_places))
    if told.to_move is not None and position.mover != told.to_move:
        decides = "nobody" if position.mover is None else f"player {position.mover + 1}"
        message = f"it is {decides} who decides next, not player {told.to_move + 1}"
        findings.append(Finding("the-turn", Severity.ERROR, message, told.place_of("to-move")))
    if findings:
        raise IllegalPosition(in_file_order(findings))
    return position


class _Told(NamedTuple):
    """A run as it is written."""

    turn: int | None
    seat: int
    cells: tuple[Hex, ...]


@dataclass
class _File:
    """What a file says; None where it is silent."""

    place_of: Callable[[str], Place]
    options: tuple[tuple[str, str], ...]
    players: int
    turn: int | None
    phase: Phase | None
    to_move: int | None
    tie_breaker: int
    coins: tuple[int, ...]
    bids: tuple[int, ...]
    pot: int | None
    points: tuple[int, ...]
    offer: tuple[Edges, ...]
    hands: tuple[tuple[Edges, ...], ...]
    tiles: tuple[tuple[Hex, Edges], ...]
    runs: tuple[_Told, ...]
    run: tuple[Hex, ...]
    chance: Chance
    cells: dict[Hex, Place] = field(default_factory=dict)
    run_places: tuple[Place, ...] = ()


class _Reading:
    """Reads one file; `reader` notes what is not understood."""

    def __init__(self, pieces: Pieces) -> None:
        self.pieces = pieces
        self.reader = Reader()

    def told(self, root: Node) -> _File | None:
        """What the file says, which is of no use if there are findings."""
        fields = self.reader.fields(
            root, "a position", known=(*KEYS, *FIGURE_KEYS), required=("tiles",)
        )
        if fields is None:
            return None
        tiles = fields.read("tiles", self._tiles) or {}
        runs = fields.read("runs", self._runs) or ()
        lists = {key: self._numbers(fields, key) for key in ("coins", "bids", "points")}
        hands = tuple(self._kinds(item) for item in self._items(fields, "hands"))
        tie_breaker = self._number(fields, "tie-breaker", 1, PLAYERS[-1])
        to_move = self._number(fields, "to-move", 1, PLAYERS[-1])
        told = _File(
            place_of=fields.place_of,
            options=read_options(self.reader, fields, OPTIONS),
            players=self._number(fields, "players", PLAYERS[0], PLAYERS[-1])
            or max(
                PLAYERS[0], *map(len, lists.values()), len(hands), tie_breaker or 0, to_move or 0,
                *(run.seat + 1 for run, _ in runs),
            ),
            turn=self._number(fields, "turn", 0, _MOST_TURNS),
            phase=fields.read("phase", self._phase),
            to_move=None if to_move is None else to_move - 1,
            tie_breaker=(tie_breaker or 1) - 1,
            coins=lists["coins"],
            bids=lists["bids"],
            pot=self._number(fields, "pot", 0, _LARGEST),
            points=lists["points"],
            offer=fields.read("offer", self._kinds) or (),
            hands=hands,
            tiles=tuple(sorted((cell, edges) for cell, (edges, _) in tiles.items())),
            runs=tuple(run for run, _ in runs),
            run=fields.read("run", self._cells) or (),
            chance=fields.read("chance", partial(read_chance, self.reader)) or Chance(0),
            cells={cell: place for cell, (_, place) in tiles.items()},
            run_places=tuple(place for _, place in runs),
        )  # fmt: skip
        self._check_players(fields, told)
        return told

    def _check_players(self, fields: Fields, told: _File) -> None:
        """Whether every list has one entry for each player, and nobody else is spoken of."""
        players = told.players
        if players > PLAYERS[-1]:
            message = f"the game is for {PLAYERS[0]} to {PLAYERS[-1]} players, not for {players}"
            self.reader.error("players", message, fields.place)
        for key, entries in (("coins", told.coins), ("points", told.points), ("hands", told.hands)):
            if key in fields and len(entries) != players:
                message = f"{key} needs an entry for each of {players} players, not {len(entries)}"
                self.reader.error("players", message, fields.place_of(key))
        if len(told.bids) > players:
            message = f"there are {len(told.bids)} bids of {players} players"
            self.reader.error("players", message, fields.place_of("bids"))
        spoken = [("to-move", told.to_move or 0, fields.place_of("to-move"))]
        spoken.append(("tie-breaker", told.tie_breaker, fields.place_of("tie-breaker")))
        spoken += [
            ("a run", run.seat, place)
            for run, place in zip(told.runs, told.run_places, strict=True)
        ]
        for what, seat, place in spoken:
            if seat >= players:
                message = f"{what}: there is no player {seat + 1}, only {players}"
                self.reader.error("players", message, place)

    def _phase(self, node: Node) -> Phase | None:
        word = self.reader.choice(node, "phase", [phase.value for phase in Phase])
        return None if word is None else Phase(word)

    def _number(self, fields: Fields, key: str, least: int, most: int) -> int | None:
        return fields.read(key, lambda node: self.reader.integer(node, key, least=least, most=most))

    def _items(self, fields: Fields, key: str) -> tuple[Node, ...]:
        return fields.read(key, lambda node: self.reader.items(node, key)) or ()

    def _numbers(self, fields: Fields, key: str) -> tuple[int, ...]:
        numbers = (self.reader.integer(item, key, least=0) for item in self._items(fields, key))
        return tuple(0 if number is None else number for number in numbers)

    def _tiles(self, node: Node) -> dict[Hex, tuple[Edges, Place]]:
        """The tiles of the board, and where each is written."""
        found: dict[Hex, tuple[Edges, Place]] = {}
        inner = self.reader.fields(node, "tiles")
        for key, value in () if inner is None else inner.items():
            cell, edges = self._cell(key), self._edges(value)
            if cell in found:
                self.reader.error("empty-place", f"two tiles lie at {key.text}", key.place)
            elif cell is not None and edges is not None:
                found[cell] = edges, key.place
        return found

    def _kinds(self, node: Node) -> tuple[Edges, ...]:
        """A list of tiles, however they are turned."""
        found = (self._edges(item) for item in self.reader.items(node, "tiles") or ())
        return tuple(sorted(kind(edges) for edges in found if edges is not None))

    def _edges(self, node: Node) -> Edges | None:
        """A tile as it lies, which has to be one of the set."""
        text = self.reader.text(node, "a tile")
        if text is None:
            return None
        try:
            edges = self.pieces.read(text)
        except NotationError as error:
            self.reader.error("notation", str(error), node.place)
            return None
        if kind(edges) not in self.pieces.tiles:
            message = f"the set has no tile {text}, however it is turned"
            self.reader.error("tiles-of-the-set", message, node.place)
            return None
        return edges

    def _cell(self, node: Node) -> Hex | None:
        text = self.reader.text(node, "a place")
        try:
            return None if text is None else Hex(*coordinates(text))
        except ValueError as error:
            self.reader.error("notation", str(error), node.place)
            return None

    def _cells(self, node: Node) -> tuple[Hex, ...]:
        cells = (self._cell(item) for item in self.reader.items(node, "cells") or ())
        return tuple(cell for cell in cells if cell is not None)

    def _runs(self, node: Node) -> tuple[tuple[_Told, Place], ...]:
        found = (self._run(item) for item in self.reader.items(node, "runs") or ())
        return tuple(run for run in found if run is not None)

    def _run(self, node: Node) -> tuple[_Told, Place] | None:
        inner = self.reader.fields(
            node, "a run", known=("turn", "player", "cells"), required=("player", "cells")
        )
        if inner is None:
            return None
        player = self._number(inner, "player", 1, PLAYERS[-1])
        cells = inner.read("cells", self._cells)
        if player is None or cells is None:
            return None
        if not cells:
            self.reader.error("lay-runs", "a run has a tile at least", inner.place_of("cells"))
        return _Told(self._number(inner, "turn", 1, _MOST_TURNS), player - 1, cells), node.place


def _completed(pieces: Pieces, told: _File) -> Position:
    """The position, with all that the file is silent about."""
    players = told.players
    new_turn = (
        told.phase in (None, Phase.BID)
        and not told.offer
        and not told.run
        and len(told.bids) < players
    )
    phase = told.phase or _phase(told)
    bids = told.bids
    if not bids and phase in (Phase.CHOOSE, Phase.LAY):
        bids = (0,) * players
    runs = tuple(_dated(told.runs))
    position = Position(
        told.options,
        tiles=told.tiles,
        coins=told.coins,
        hands=told.hands or ((),) * players,
        pad=told.points or (0,) * players,
        chance=told.chance,
        tie_breaker=told.tie_breaker,
        phase=phase,
        bids=bids,
        offer=told.offer,
        runs=runs,
        run=told.run,
    )
    position = _with_money(pieces, position, told)
    position = position._replace(done=_done(position, told.to_move))
    turn = _turn(position) if told.turn is None else told.turn
    position = position._replace(turn=turn)
    if not new_turn:
        return position
    begun = next_turn(pieces, position._replace(turn=max(0, turn - 1)))
    return begun._replace(bids=bids)


def _phase(told: _File) -> Phase:
    if told.run:
        return Phase.LAY
    if len(told.bids) < told.players:
        return Phase.BID
    return Phase.CHOOSE if told.offer else Phase.LAY


def _dated(runs: tuple[_Told, ...]) -> Iterator[Run]:
    """The runs with their turns: where none is written, the first in which it can have been laid."""
    turn = 1
    laid: dict[int, int] = {}
    for told in runs:
        laid[told.seat] = laid.get(told.seat, 0) + len(told.cells)
        turn = max(turn, laid[told.seat]) if told.turn is None else told.turn
        yield Run(turn, told.seat, told.cells)


def _with_money(pieces: Pieces, position: Position, told: _File) -> Position:
    """Coins that are not told are those of the start, less bids; the pot has all that is left."""
    bids = position.bids + (0,) * (told.players - len(position.bids))
    coins = told.coins
    if not coins:
        each = position.coins_each(pieces.coins)
        coins = tuple(max(0, each - bid) for bid in bids)
    position = position._replace(coins=coins)
    left = money(pieces, position) - sum(coins) - sum(bids)
    return position._replace(pot=max(0, left) if told.pot is None else told.pot)


def _done(position: Position, to_move: int | None) -> int:
    """How many have chosen, or laid their runs, before the player whose move it is."""
    players = position.players
    if position.phase not in (Phase.CHOOSE, Phase.LAY) or len(position.bids) < players:
        return 0
    if position.phase is Phase.LAY:
        return 0 if to_move is None else position.order[::-1].index(to_move)
    if to_move is None:
        return max(0, players - len(position.offer))
    return position.order.index(to_move)


def _turn(position: Position) -> int:
    """The first turn that it can be: after all runs, with as many tiles as players have."""
    owned = [len(hand) for hand in position.hands]
    for run in position.runs:
        owned[run.seat] += len(run.cells)
    if position.open_run is not None:
        owned[position.open_run.seat] += len(position.run)
    last = position.runs[-1].turn if position.runs else 0
    if position.phase is Phase.OVER:
        return max(last, *owned)
    if position.phase is Phase.LAY:
        return max(last + 1, *owned)
    return max(last, *owned) + 1
