"""Hex Auction ("More tinkering with auction games") as a game to play."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from pnp.games.hex_auction import moves, notation, status
from pnp.games.hex_auction.pieces import PieceSet
from pnp.games.hex_auction.position import (
    HIDDEN_BID,
    OPTIONS,
    PLAYERS,
    Move,
    Phase,
    Position,
)
from pnp.games.hex_auction.rules import RULES
from pnp.games.hex_auction.scoring import score
from pnp.games.hex_auction.turns import coins_each, next_turn
from pnp.play import Chance, Chosen, Game, Layout, Problem, Score, Table, Words
from pnp.tiles.hexgrid import ORIGIN, format_cell


class HexAuction(Game[Position, Move]):
    """The rules of play.

    Players bid one after the other, from player 1; `view` hides the bids until all are made. A run is
    laid tile by tile, until its player stops.
    """

    name = "hex-auction"
    players = PLAYERS
    position = Position
    options = OPTIONS
    rules = RULES

    @cached_property
    def pieces(self) -> PieceSet:
        """The tiles and the coins; raises UnusableInput if the set is not for this game."""
        return PieceSet(self.tileset)

    def words(self) -> Words:
        return notation.words(self.pieces)

    def deal(self, chance: Chance, players: int, options: Chosen) -> Position:
        tie_breaker, chance = chance.picked(range(1, players + 1))
        first, chance = chance.picked(self.pieces.bag())
        position = Position(
            players,
            table=self.pieces.laid(Layout(), ORIGIN, first),
            runs=(),
            points=(0,) * players,
            coins=(),
            pot=1,
            tie_breaker=tie_breaker,
            turn=0,
            phase=Phase.BID,
            hands=((),) * players,
            options=options,
            chance=chance,
        )
        coins = (coins_each(self.pieces, position),) * players
        return next_turn(self.pieces, position._replace(coins=coins))

    def to_move(self, position: Position) -> int | None:
        return position.mover or None

    def legal_moves(self, position: Position) -> tuple[Move, ...]:
        return moves.legal_moves(self.pieces, position)

    def play(self, position: Position, move: Move) -> Position:
        return moves.played(self.pieces, position, move)

    def score(self, position: Position) -> Score:
        return score(position)

    def status(self, position: Position) -> Iterator[Problem]:
        return status.status(self.pieces, position)

    def extract_status(self, position: Position) -> Iterator[Problem]:
        return status.extract_status(self.pieces, position)

    def view(self, position: Position, player: int) -> Position:
        """All but the bids of the others, until all are made, and what will be drawn."""
        bids = position.bids
        if position.phase is Phase.BID:
            bids = tuple(
                bid if bidder == player else HIDDEN_BID for bidder, bid in enumerate(bids, 1)
            )
        return position._replace(bids=bids, chance=Chance(0))

    def table(self, position: Position) -> Table:
        return Table(
            self.pieces.shown(position.table),
            labels=tuple(
                (format_cell(cell), str(number)) for number, cell in enumerate(position.run, 1)
            ),
        )
