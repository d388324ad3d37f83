"""Hexagonal Highway, played: six drivers, six rounds, and orders that nobody else sees."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from random import Random

from pnp.basics.errors import Source
from pnp.games.hexagonal_highway.checking import read
from pnp.games.hexagonal_highway.control import objection, possible_orders
from pnp.games.hexagonal_highway.driving import revealed
from pnp.games.hexagonal_highway.orders import Order, parse_order, write_order
from pnp.games.hexagonal_highway.position import OPTIONS, PLAYERS, Card, Position
from pnp.games.hexagonal_highway.road import Road, road_of
from pnp.games.hexagonal_highway.scoring import score_of
from pnp.games.hexagonal_highway.writing import robbers, tokens, write
from pnp.play import Game, IllegalMove, Score, Table
from pnp.play.chance import chance_of
from pnp.play.game import NO_OPTIONS
from pnp.tiles.hexgrid import neighbours


class HexagonalHighway(Game[Position, Order]):
    """The rules of Hexagonal Highway for a set; without one, for the set that comes with pnp.

    A move is one order on one player's sheet. Players write one after the other; with the last
    order of the last player all sheets are revealed, and the round is driven.
    """

    name = "hexagonal-highway"
    players = range(PLAYERS, PLAYERS + 1)
    options = OPTIONS

    @cached_property
    def road(self) -> Road:
        """The board and the pieces of the set."""
        return road_of(self.tileset)

    def initial(
        self, rng: Random, players: int, options: Mapping[str, str] = NO_OPTIONS
    ) -> Position:
        self.check_players(players)
        choices = tuple(self.chosen(options).items())
        starts, chance = chance_of(rng).shuffled(self.road.starts)
        cards = tuple(Card)
        if ("rounds", "shuffled") in choices:
            others, chance = chance.shuffled(cards[1:])
            cards = (cards[0], *others)
        return Position(choices, cards, starts, pawns=starts, chance=chance)

    def to_move(self, position: Position) -> int | None:
        return None if position.writer is None else position.writer + 1

    def legal_moves(self, position: Position) -> tuple[Order, ...]:
        if position.writer is None:
            return ()
        return possible_orders(self.road, position, position.writer)

    def play(self, position: Position, move: Order) -> Position:
        player = position.writer
        if player is None:
            raise IllegalMove("six-rounds", "the game is over")
        wrong = objection(self.road, position, player, move)
        if wrong is not None:
            raise IllegalMove(wrong.rule, wrong.message)
        written = position.with_order(player, move)
        return revealed(self.road, written) if written.writer is None else written

    def is_over(self, position: Position) -> bool:
        return position.is_over

    def score(self, position: Position) -> Score:
        return score_of(self.road, position)

    def write_move(self, move: Order) -> str:
        return write_order(self.road, move)

    def read_move(self, position: Position, text: str) -> Order:
        try:
            return parse_order(self.road, text)
        except ValueError as error:
            raise IllegalMove("notation", str(error)) from None

    def write_position(self, position: Position) -> str:
        return write(self.road, position)

    def read_position(self, source: Source) -> Position:
        return read(self.road, source)

    def table(self, position: Position) -> Table:
        """What lies there; after the robbery its robbers, too, which explain the score."""
        lying = tokens(self.road, position)
        if position.drives and position.cards[len(position.drives) - 1] is Card.HIGHWAY_ROBBERY:
            lying += robbers(self.road, position)
        return Table(board=self.road.board, tokens=tuple(lying))

    def wrong_way(self, position: Position, cells: Sequence[str]) -> str | None:
        """A line is a drive, or the beginning of one."""
        drives = [
            [self.road.names[cell] for cell in drive]
            for drives in position.drives
            for drive in drives
        ]
        if not any(drives) or any(drive[: len(cells)] == [*cells] for drive in drives):
            return None
        from_there = [drive for drive in drives if drive[:1] == [*cells[:1]]] or drives
        right = max(from_there, key=len)
        return f"by the rules this drive is {' '.join(right)}, not {' '.join(cells)}"

    def invariants(self, position: Position) -> None:
        road = self.road
        assert sorted(position.starts) == sorted(road.starts)
        assert len(set(position.pawns)) == PLAYERS, "two pawns share a hex"
        lying = [cell for cell, _ in position.directions]
        assert {*position.pawns, *lying} <= set(road.names)
        assert len(set(lying)) == len(lying) <= road.supply
        if position.chose("corner-tiles", "barred"):
            assert not road.corners & set(lying)
        for drives in position.drives:
            for drive in drives:
                assert len(set(drive)) == len(drive), "no hex twice"
                assert all(after in neighbours(before) for before, after in pairwise(drive))
        assert all(cell not in position.pawns for s in position.sheets for _, cell in s.places)
        totals = dict(self.score(position).totals)
        assert sum(totals.values()) == sum(part.points for part in self.score(position).parts)


GAME = HexagonalHighway()
