"""Hex Auction, played: sealed bids for tiles, and runs laid in the order turned round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cached_property
from random import Random

from pnp.basics.errors import Source
from pnp.games.hex_auction import moves, writing
from pnp.games.hex_auction.pieces import Pieces, kind, pieces_of
from pnp.games.hex_auction.position import OPTIONS, PLAYERS, Move, Phase, Position
from pnp.games.hex_auction.reading import read
from pnp.games.hex_auction.scoring import score_of, write_cell
from pnp.games.hex_auction.turn import money, next_turn
from pnp.play import Game, Score, Table
from pnp.play.chance import chance_of
from pnp.play.game import NO_OPTIONS
from pnp.tiles.hexgrid import ORIGIN


class HexAuction(Game[Position, Move]):
    """The rules of Hex Auction for a set; without one, for the set that comes with pnp.

    Players bid one after the other, from player 1; nobody sees a bid before all are in. A run is
    laid tile by tile, until its player stops.
    """

    name = "hex-auction"
    players = PLAYERS
    options = OPTIONS

    @cached_property
    def pieces(self) -> Pieces:
        """The tiles and the money of the set; raises UnusableInput for one that lacks them."""
        return pieces_of(self.tileset)

    def initial(
        self, rng: Random, players: int, options: Mapping[str, str] = NO_OPTIONS
    ) -> Position:
        self.check_players(players)
        choices = tuple(self.chosen(options).items())
        tie_breaker, chance = chance_of(rng).below(players)
        first, chance = chance.picked(self.pieces.bag_without(()))
        position = Position(
            choices,
            tiles=((ORIGIN, first),),
            coins=(0,) * players,
            hands=((),) * players,
            pad=(0,) * players,
            chance=chance,
            tie_breaker=tie_breaker,
        )
        coins = (position.coins_each(self.pieces.coins),) * players
        return next_turn(self.pieces, position._replace(coins=coins))

    def to_move(self, position: Position) -> int | None:
        return None if position.mover is None else position.mover + 1

    def legal_moves(self, position: Position) -> tuple[Move, ...]:
        return tuple(moves.legal_moves(position))

    def play(self, position: Position, move: Move) -> Position:
        return moves.played(self.pieces, position, move)

    def is_over(self, position: Position) -> bool:
        return position.phase is Phase.OVER

    def score(self, position: Position) -> Score:
        return score_of(position)

    def write_move(self, move: Move) -> str:
        return writing.write_move(self.pieces, move)

    def read_move(self, position: Position, text: str) -> Move:
        return writing.read_move(self.pieces, text)

    def write_position(self, position: Position) -> str:
        return writing.write_position(self.pieces, position)

    def read_position(self, source: Source) -> Position:
        return read(self.pieces, source)

    def table(self, position: Position) -> Table:
        return Table(
            tiles=tuple(
                (write_cell(cell), self.pieces.write(edges)) for cell, edges in position.tiles
            ),
            labels=tuple(
                (write_cell(cell), str(number)) for number, cell in enumerate(position.run, 1)
            ),
        )

    def invariants(self, position: Position) -> None:
        in_play = sum(position.coins) + sum(position.bids) + position.pot
        assert in_play == money(self.pieces, position), "no coin enters or leaves the game"
        assert min(*position.coins, position.pot) >= 0
        assert position.pot < position.players, "the pot has been shared out"
        used = Counter(map(kind, position.used()))
        assert used <= Counter(self.pieces.tiles), "no more of a tile than the set has"
        assert len(dict(position.tiles)) == len(position.tiles), "one tile a place"
        laid = [cell for run in position.runs for cell in run.cells] + [*position.run]
        assert len(set(laid)) == len(laid), "no tile is in two runs"
        assert set(laid) < set(dict(position.tiles)), "there was a tile before the first run"
        score = self.score(position)
        assert sum(total for _, total in score.totals) == sum(part.points for part in score.parts)


GAME = HexAuction()
