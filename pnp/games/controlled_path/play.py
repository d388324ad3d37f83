"""Controlled Path, played: change the table by one tile, then move your token."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cached_property
from random import Random

from pnp.basics.errors import Source
from pnp.basics.words import counted
from pnp.games.controlled_path.kit import Kit, kit_of, piece
from pnp.games.controlled_path.legality import position_of
from pnp.games.controlled_path.position import NO_CHANGE, NO_MOVE, OPTIONS, Move, Position, Seat
from pnp.games.controlled_path.reading import read_written
from pnp.games.controlled_path.setup import PLAYERS, dealt, start_places, start_spot
from pnp.games.controlled_path.turns import Situation, after, at, settled
from pnp.games.controlled_path.writing import parse_move, tokens, write_move, write_position
from pnp.play import Game, IllegalMove, Part, Score, Table
from pnp.play.chance import chance_of
from pnp.play.game import NO_OPTIONS


class ControlledPath(Game[Position, Move]):
    """The rules of Controlled Path for a set; without one, for the set that comes with pnp.

    A turn is two moves: a change, and a step of the token, or to stay for want of one. Who cannot
    change anything has lost without a move.
    """

    name = "controlled-path"
    players = PLAYERS
    options = OPTIONS

    @cached_property
    def kit(self) -> Kit:
        """The pieces of the set; raises UnusableInput where it is a set of another game."""
        return kit_of(self.tileset)

    def initial(
        self, rng: Random, players: int, options: Mapping[str, str] = NO_OPTIONS
    ) -> Position:
        self.check_players(players)
        kit = self.kit
        if players > len(kit.starts):
            there = counted(len(kit.starts), "start tile")
            raise ValueError(f"{players} players need {players} start tiles; the set has {there}")
        choices = self.chosen(options)
        colours = kit.colours[:players]
        places = start_places(players, choices["start-gap"])
        position = Position(
            tuple(choices.items()),
            tuple(sorted(zip(places, map(kit.starts.__getitem__, colours), strict=True))),
            tuple(
                Seat(colour, token=start_spot(place), fresh=True)
                for colour, place in zip(colours, places, strict=True)
            ),
            kit.paths,
            chance=chance_of(rng),
        )
        position = dealt(position, range(players))
        first, chance = position.chance.below(players)
        return position._replace(turn=first, chance=chance)

    def to_move(self, position: Position) -> int | None:
        return None if position.is_over else position.turn + 1

    def legal_moves(self, position: Position) -> tuple[Move, ...]:
        return () if position.is_over else tuple(Situation(self.kit, position).moves())

    def play(self, position: Position, move: Move) -> Position:
        if position.is_over:
            raise IllegalMove("end-of-the-game", "the game is over")
        wrong = Situation(self.kit, position).objection(move)
        if wrong is not None:
            raise IllegalMove(wrong.rule, wrong.message)
        return after(self.kit, position, move)

    def is_over(self, position: Position) -> bool:
        return position.is_over

    def score(self, position: Position) -> Score:
        """Who is in and who is out. There are no points; one stands for being in."""
        parts = tuple(_part(position, index) for index in range(len(position.seats)))
        still_in = tuple(part.whose for part in parts if part.points)
        left = counted(len(position.supply), "tile")
        return Score(
            parts,
            tuple((part.whose, part.points) for part in parts),
            still_in,
            "the last player with a token wins" if len(still_in) == 1 else "",
            "still in",
            (f"The supply has {left}.",),
        )

    def write_move(self, move: Move) -> str:
        return write_move(self.kit, move)

    def read_move(self, position: Position, text: str) -> Move:
        try:
            return parse_move(self.kit, text)
        except ValueError as error:
            raise IllegalMove("notation", str(error)) from None

    def write_position(self, position: Position) -> str:
        return write_position(self.kit, position)

    def read_position(self, source: Source) -> Position:
        return settled(self.kit, position_of(self.kit, read_written(self.kit, source)))

    def table(self, position: Position) -> Table:
        return Table(
            tiles=tuple((at(cell), self.kit.written(tile)) for cell, tile in position.tiles),
            tokens=tuple((at(spot.cell), name) for spot, name in tokens(position)),
        )

    def invariants(self, position: Position) -> None:
        kit, tiles = self.kit, dict(position.tiles)
        lying = Counter(map(piece, tiles.values()))
        starts = Counter({tile: lying[tile] for tile in kit.starts.values()})
        assert max(starts.values()) == 1, "a start tile lies twice"
        hands = [tile for seat in position.seats for tile in seat.hand]
        everything = (lying - starts) + Counter([*hands, *position.supply, *position.box])
        assert everything == Counter(kit.paths), "every path tile is somewhere, once"
        standing = [spot for spot, _ in tokens(position)]
        assert len(standing) >= 1
        assert len(set(standing)) == len(standing), "two tokens on one path of a tile"
        assert all(spot.join in tiles[spot.cell].joins for spot in standing)
        out = {loss.colour for loss in position.losses}
        assert out == {seat.colour for seat in position.seats if seat.token is None}
        assert position.seat.token is not None
        assert position.is_over or any(Situation(kit, position).moves())


# Three can lose of four who play.
_ORDER = ("first", "second", "third")


def _part(position: Position, index: int) -> Part:
    seat, whose = position.seats[index], f"player {index + 1}"
    if seat.token is not None:
        how = f"the {seat.colour} token is on the table"
        return Part(whose, "in", 1, how, (at(seat.token.cell),), seat.colour)
    order, loss = next(
        (order, loss) for order, loss in enumerate(position.losses) if loss.colour == seat.colour
    )
    causes = {NO_CHANGE: "no change was possible", NO_MOVE: "no move was possible"}
    how = causes.get(loss.cause, f"connected to another token by a change of {loss.cause}")
    return Part(whose, "out", 0, f"{_ORDER[order]} to lose, {how}", (), seat.colour)


GAME = ControlledPath()
