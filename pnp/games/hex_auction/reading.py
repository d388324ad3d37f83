"""Reading positions: all but the tiles has a default, and every problem is told with its place."""

from __future__ import annotations

from functools import partial

from pnp.basics.errors import InvalidDefinition, Source, in_file_order
from pnp.definition.nodes import Node, compose
from pnp.definition.reader import Fields, Reader
from pnp.games.hex_auction.checking import standing
from pnp.games.hex_auction.completing import candidates
from pnp.games.hex_auction.pieces import Edges, Pieces, kind
from pnp.games.hex_auction.position import OPTIONS, PLAYERS, Phase, Position
from pnp.games.hex_auction.written import File, Written, WrittenRun
from pnp.play import Chance
from pnp.play.reading import FIGURE_KEYS, read_cell, read_chance, read_options, read_tile, read_word
from pnp.tiles.hexgrid import Hex

KEYS = (
    "options", "players", "extract", "turn", "phase", "to-move", "tie-breaker", "coins", "bids",
    "pot", "points", "offer", "hands", "tiles", "runs", "run", "chance",
)  # fmt: skip

_MOST_TURNS = 10_000
_MOST = 1_000_000  # coins, or points: more than there can be in any set


def read(pieces: Pieces, source: Source) -> Position:
    """The position in a source.

    Where it tells neither bids nor offer nor a run, the next turn begins, if it can: tiles are
    drawn, or the game is over. Raises UnusableInput, InvalidDefinition where the file is not
    understood, and IllegalPosition where it breaks a rule; both with all findings.
    """
    reading = _Reading(pieces)
    file = reading.file(compose(source))
    if file is None or reading.reader.findings:
        raise InvalidDefinition(in_file_order(reading.reader.findings))
    return standing(candidates(pieces, file))


class _Reading:
    """Reads one file; `reader` notes what is not understood."""

    def __init__(self, pieces: Pieces) -> None:
        self.pieces = pieces
        self.reader = Reader()

    def file(self, root: Node) -> File | None:
        """What the file says, which is of no use if there are findings."""
        fields = self.reader.fields(
            root, "a position", known=(*KEYS, *FIGURE_KEYS), required=("tiles",)
        )
        if fields is None:
            return None
        runs = fields.read("runs", self._runs) or ()
        coins, bids, points = (self._numbers(fields, key) for key in ("coins", "bids", "points"))
        hands = fields.read("hands", self._hands) or ()
        tie_breaker = self._number(fields, "tie-breaker", 1, PLAYERS[-1])
        to_move = self._number(fields, "to-move", 1, PLAYERS[-1])
        file = File(
            place=fields.place,
            places={key.text: value.place for key, value in fields.items()},
            options=read_options(self.reader, fields, OPTIONS),
            players=self._number(fields, "players", PLAYERS[0], PLAYERS[-1])
            or max(
                PLAYERS[0], *map(len, (coins, bids, points, hands)), tie_breaker or 0, to_move or 0,
                *(run.seat + 1 for run in runs),
            ),
            extract=self.reader.flag(fields, "extract", usual=False),
            turn=self._number(fields, "turn", 0, _MOST_TURNS),
            phase=fields.read("phase", self._phase),
            to_move=None if to_move is None else to_move - 1,
            tie_breaker=(tie_breaker or 1) - 1,
            coins=coins,
            bids=bids,
            pot=self._number(fields, "pot", 0, _MOST),
            points=points,
            offer=fields.read("offer", self._kinds) or (),
            hands=hands,
            tiles=fields.read("tiles", self._tiles) or {},
            runs=runs,
            run=fields.read("run", self._cells) or (),
            chance=fields.read("chance", partial(read_chance, self.reader)) or Chance(0),
        )  # fmt: skip
        self._check_players(file)
        return file

    def _check_players(self, file: File) -> None:
        """Whether every list has one entry for each player, and nobody else is spoken of."""
        players = file.players
        if players > PLAYERS[-1]:
            message = f"the game is for {PLAYERS[0]} to {PLAYERS[-1]} players, not for {players}"
            lists = ("coins", "bids", "points", "hands")
            longest = max(lists, key=lambda key: len(getattr(file, key)))
            self.reader.error("players", message, file.place_of(longest))
            return
        for key, number in (
            ("coins", len(file.coins)), ("points", len(file.points)), ("hands", len(file.hands)),
        ):  # fmt: skip
            if file.says(key) and number != players:
                message = f"{key} needs an entry for each of {players} players, not {number}"
                self.reader.error("players", message, file.place_of(key))
        if len(file.bids) > players:
            message = f"there are {len(file.bids)} bids of {players} players"
            self.reader.error("players", message, file.bids[players].place)
        spoken = [
            ("to-move", file.to_move or 0, file.place_of("to-move")),
            ("tie-breaker", file.tie_breaker, file.place_of("tie-breaker")),
            *(("a run", run.seat, run.place) for run in file.runs),
        ]
        for what, seat, place in spoken:
            if seat >= players:
                message = f"{what}: there is no player {seat + 1}, only {players}"
                self.reader.error("players", message, place)

    def _phase(self, node: Node) -> Phase | None:
        return read_word(self.reader, node, "phase", Phase)

    def _number(self, fields: Fields, key: str, least: int, most: int) -> int | None:
        return fields.read(key, lambda node: self.reader.integer(node, key, least=least, most=most))

    def _numbers(self, fields: Fields, key: str) -> tuple[Written[int], ...]:
        def number(node: Node) -> Written[int]:
            return Written(self.reader.integer(node, key, least=0, most=_MOST) or 0, node.place)

        items = fields.read(key, lambda node: self.reader.items(node, key))
        return tuple(map(number, items or ()))

    def _tiles(self, node: Node) -> dict[Hex, Written[Edges]]:
        """The tiles of the board, each with the place of its cell."""
        found: dict[Hex, Written[Edges]] = {}
        inner = self.reader.fields(node, "tiles")
        for key, value in () if inner is None else inner.items():
            cell, edges = self._cell(key), self._edges(value)
            if cell in found:
                self.reader.error("empty-place", f"two tiles lie at {key.text}", key.place)
            elif cell is not None and edges is not None:
                found[cell] = Written(edges, key.place)
        return found

    def _hands(self, node: Node) -> tuple[Written[tuple[Written[Edges], ...]], ...]:
        hands = self.reader.items(node, "hands") or ()
        return tuple(Written(self._kinds(hand), hand.place) for hand in hands)

    def _kinds(self, node: Node) -> tuple[Written[Edges], ...]:
        """A list of tiles, however they are turned."""
        found = ((self._edges(item), item) for item in self.reader.items(node, "tiles") or ())
        return tuple(Written(kind(edges), item.place) for edges, item in found if edges is not None)

    def _edges(self, node: Node) -> Edges | None:
        """A tile as it lies, which has to be one of the set."""
        edges = read_tile(self.reader, node, self.pieces.read)
        if edges is not None and kind(edges) not in self.pieces.tiles:
            message = f"the set has no tile {self.pieces.write(edges)}, however it is turned"
            self.reader.error("tiles-of-the-set", message, node.place)
            return None
        return edges

    def _cell(self, node: Node) -> Hex | None:
        return read_cell(self.reader, node)

    def _cells(self, node: Node) -> tuple[Written[Hex], ...]:
        cells = ((self._cell(item), item) for item in self.reader.items(node, "cells") or ())
        return tuple(Written(cell, item.place) for cell, item in cells if cell is not None)

    def _runs(self, node: Node) -> tuple[WrittenRun, ...]:
        found = (self._run(item) for item in self.reader.items(node, "runs") or ())
        return tuple(run for run in found if run is not None)

    def _run(self, node: Node) -> WrittenRun | None:
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
        turn = self._number(inner, "turn", 1, _MOST_TURNS)
        return WrittenRun(turn, player - 1, cells, node.place, inner.place_of("turn"))
