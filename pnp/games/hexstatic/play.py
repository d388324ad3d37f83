"""HexStatic, played: the flow of the game, as the rulebook has it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property
from random import Random
from typing import ClassVar

from pnp.basics.errors import Source
from pnp.games.hexstatic import notation, turns
from pnp.games.hexstatic.kit import Kit, kit_of
from pnp.games.hexstatic.legality import position_of
from pnp.games.hexstatic.owning import settled, won_at
from pnp.games.hexstatic.placing import agree, meetings, placements, strict_blanks, write_cell
from pnp.games.hexstatic.position import (
    FREE,
    HAND,
    OPTIONS,
    Agree,
    Decline,
    Exchange,
    Give,
    Lay,
    Move,
    Own,
    Pass,
    Phase,
    Position,
    Stop,
)
from pnp.games.hexstatic.reading import read_written
from pnp.games.hexstatic.scoring import score
from pnp.play import Game, IllegalMove, Option, Score, Table
from pnp.play.chance import chance_of
from pnp.play.game import NO_OPTIONS
from pnp.tiles.hexgrid import ORIGIN

# What the player who decides may do, where a move belongs to another step.
_EXPECTED = {
    Phase.NEXUS: "the starting player lays a nexus tile",
    Phase.TURN: "lay a tile, exchange one, or pass",
    Phase.DECLINED: "lay a tile, exchange one, or pass",
    Phase.EXCHANGE: "give a tile away for the exchange",
    Phase.COLOUR: "choose which of the colours to own",
    Phase.STOP: "say whether you agree that nothing fits any more, or decline",
    Phase.OVER: "the game is over",
}


class HexStatic(Game[Position, Move]):
    """The rules of play, with the complete set or another one, such as hexstatic-compact."""

    name: ClassVar[str] = "hexstatic"
    players: ClassVar[range] = range(1, 4)
    options: ClassVar[tuple[Option, ...]] = OPTIONS

    @cached_property
    def kit(self) -> Kit:
        """The tiles; raises ValueError where the set is not for this game."""
        return kit_of(self.tileset)

    def initial(
        self, rng: Random, players: int, options: Mapping[str, str] = NO_OPTIONS
    ) -> Position:
        self.check_players(players)
        chosen = self.chosen(options)
        mixed, chance = chance_of(rng).shuffled(self.kit.ordinary)
        dealt = players * HAND
        if len(mixed) < dealt:
            raise ValueError(f"{len(mixed)} tiles are too few to deal {HAND} to each player")
        first, chance = chance.below(players)
        return Position(
            players,
            table=(),
            owners=(FREE,) * len(self.kit.colours),
            turn=first + 1 if chosen["first-player"] == "lots" else 1,
            phase=Phase.NEXUS,
            hands=tuple(tuple(sorted(mixed[k : k + HAND])) for k in range(0, dealt, HAND)),
            supply=tuple(sorted(mixed[dealt:])),
            aside=self.kit.nexus,
            options=tuple(chosen.items()),
            chance=chance,
        )

    def to_move(self, position: Position) -> int | None:
        if self.is_over(position):
            return None
        return position.asked or position.turn

    def is_over(self, position: Position) -> bool:
        return position.phase is Phase.OVER

    def legal_moves(self, position: Position) -> tuple[Move, ...]:
        return tuple(self._moves(position))

    def _moves(self, position: Position) -> Iterator[Move]:
        match position.phase:
            case Phase.NEXUS:
                turned = self.kit.members(self.kit.turns(position.aside))
                yield from (Lay(tile, ORIGIN) for tile in turned)
            case Phase.TURN | Phase.DECLINED:
                yield from self._turns(position)
            case Phase.EXCHANGE:
                yield from map(Give, dict.fromkeys(position.hand))
            case Phase.COLOUR if position.laid is not None:
                yield from map(Own, won_at(position, position.laid))
            case Phase.STOP:
                if turns.why_not_agree(self.kit, position) is None:
                    yield Agree()
                yield Decline()

    def _turns(self, position: Position) -> Iterator[Move]:
        lays = tuple(placements(self.kit, position, position.can_be_laid))
        yield from lays
        if turns.why_not_exchange(position) is None:
            yield Exchange()
        if turns.why_not_pass(position, can_lay=bool(lays)) is None:
            yield Pass()
        if turns.why_not_stop(position, can_lay=bool(lays)) is None:
            yield Stop()

    def play(self, position: Position, move: Move) -> Position:
        match position.phase, move:
            case Phase.NEXUS, Lay():
                return turns.with_nexus_laid(self.kit, position, move)
            case Phase.TURN | Phase.DECLINED, Lay():
                return turns.with_tile_laid(self.kit, position, move)
            case Phase.TURN | Phase.DECLINED, Exchange():
                return turns.with_exchange_begun(position)
            case Phase.TURN | Phase.DECLINED, Pass():
                return turns.with_pass(self.kit, position)
            case Phase.TURN | Phase.DECLINED, Stop():
                return turns.with_stop(self.kit, position)
            case Phase.EXCHANGE, Give():
                return turns.with_tile_given(self.kit, position, move)
            case Phase.COLOUR, Own():
                return turns.with_colour_chosen(self.kit, position, move)
            case Phase.STOP, Agree():
                return turns.with_agreement(self.kit, position)
            case Phase.STOP, Decline():
                return position._replace(phase=Phase.DECLINED, asked=0)
            case Phase.OVER, _:
                raise IllegalMove("end-of-the-game", "no tile fits any more: the game is over")
        message = f'"{self.write_move(move)}" is none now: {_EXPECTED[position.phase]}'
        raise IllegalMove("your-turn", message)

    def score(self, position: Position) -> Score:
        return score(self.kit, position)

    def write_move(self, move: Move) -> str:
        return notation.write_move(self.kit, move)

    def read_move(self, position: Position, text: str) -> Move:
        return notation.read_move(self.kit, text)

    def write_position(self, position: Position) -> str:
        return notation.write_position(self.kit, position)

    def read_position(self, source: Source) -> Position:
        return position_of(self.kit, read_written(self.kit, source))

    def table(self, position: Position) -> Table:
        return Table(
            tiles=tuple((write_cell(cell), self.kit.write(tile)) for cell, tile in position.table)
        )

    def invariants(self, position: Position) -> None:
        table, strict = dict(position.table), strict_blanks(position)
        for cell, tile in position.table:
            met = list(meetings(self.kit, table, cell))
            assert met or len(table) == 1, "every tile touches another one"
            for side, _, shown in met:
                assert agree(self.kit.sides[tile][side], shown, strict=strict), "sides agree"
        used = Counter(self.kit.kinds[tile] for tile in table.values())
        for tiles in (*position.hands, position.supply, position.aside):
            assert tiles == tuple(sorted(tiles)), "tiles that are not laid are sorted"
            used.update(tiles)
        used.update([] if position.drawn is None else [position.drawn])
        assert used <= Counter(self.kit.copies), "no tile is there more often than in the set"
        owned = [owner for owner in position.owners if owner > FREE]
        assert len(owned) == len(set(owned)), "nobody owns two colours"
        assert position.owners == settled(position.owners, position.players), "the last is given"
        if position.supply and not position.is_open and position.phase is not Phase.COLOUR:
            sizes = {len(hand) for hand in position.hands}
            assert sizes == {HAND}, "hands are of six as long as the supply lasts"


GAME = HexStatic()
