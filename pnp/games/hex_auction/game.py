"""Hex Auction ("More tinkering with auction games") as a game to play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from random import Random
from typing import ClassVar

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
from pnp.play import Chance, Game, Problem, Score, Table
from pnp.play.chance import chance_of
from pnp.play.codec import Word
from pnp.play.files import Field
from pnp.play.game import NO_OPTIONS
from pnp.play.layout import Layout
from pnp.play.notation import MoveNotation
from pnp.play.options import Option
from pnp.tiles import Tile
from pnp.tiles.hexgrid import ORIGIN, format_cell
from pnp.validation import Rule


class HexAuction(Game[Position, Move]):
    """The rules of play.

    Players bid one after the other, from player 1; `view` hides the bids until all are made. A run is
    laid tile by tile, until its player stops.
    """

    name: ClassVar[str] = "hex-auction"
    players: ClassVar[range] = PLAYERS
    position: ClassVar[type[Position]] = Position
    options: ClassVar[tuple[Option, ...]] = OPTIONS
    rules: ClassVar[tuple[Rule, ...]] = RULES

    @cached_property
    def pieces(self) -> PieceSet:
        """The tiles and the coins; raises UnusableInput if the set is not for this game."""
        return PieceSet(self.tileset)

    @cached_property
    def fields(self) -> tuple[Field, ...]:
        return notation.fields(self.pieces)

    @cached_property
    def notation(self) -> MoveNotation[Move]:
        return notation.move_notation(self.pieces)

    @property
    def draws(self) -> Word[Tile]:
        return notation.kind_word(self.pieces)

    def initial(
        self, rng: Random, players: int, options: Mapping[str, str] = NO_OPTIONS
    ) -> Position:
        self.check_players(players)
        tie_breaker, chance = chance_of(rng).picked(range(1, players + 1))
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
            options=self.chosen(options),
            chance=chance,
        )
        coins = (coins_each(self.pieces, position),) * players
        return next_turn(self.pieces, position._replace(coins=coins))

    def to_move(self, position: Position) -> int | None:
        return position.mover or None

    def is_over(self, position: Position) -> bool:
        return position.phase is Phase.OVER

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
            tiles=tuple(
                (format_cell(cell), self.pieces.write(tile))
                for cell, tile in position.table.in_order()
            ),
            labels=tuple(
                (format_cell(cell), str(number)) for number, cell in enumerate(position.run, 1)
            ),
        )
