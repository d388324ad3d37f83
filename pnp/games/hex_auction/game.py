"""Hex Auction ("More tinkering with auction games") as a game to play."""

from __future__ import annotations

from pnp.games.hex_auction import moves, notation, scoring, status
from pnp.games.hex_auction.moves import coins_each, next_turn
from pnp.games.hex_auction.pieces import PieceSet
from pnp.games.hex_auction.position import HIDDEN_BID, OPTIONS, PLAYERS, Move, Phase, Position
from pnp.games.hex_auction.rules import RULES
from pnp.play import Chance, Chosen, Layout, ModularGame, Modules, Table
from pnp.tiles.hexgrid import ORIGIN, format_cell


class HexAuction(ModularGame[PieceSet, Position, Move]):
    """The rules of play.

    Players bid one after the other, from player 1; `view` hides the bids until all are made. A run is
    laid tile by tile, until its player stops.
    """

    name = "hex-auction"
    players = PLAYERS
    position = Position
    options = OPTIONS
    rules = RULES
    make_pieces = PieceSet
    modules = Modules(moves, scoring, status, notation)

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

    def view(self, position: Position, player: int) -> Position:
        """The others' bids are hidden until all are made, and chance is hidden always."""
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
