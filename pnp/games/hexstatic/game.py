"""HexStatic, by Michael Reddy, 2013, as a game to play."""

from __future__ import annotations

from functools import cached_property

from pnp.games.hexstatic import moves, notation, scoring, status
from pnp.games.hexstatic.pieces import PieceSet
from pnp.games.hexstatic.position import FREE, HAND, OPTIONS, PLAYERS, Move, Phase, Position
from pnp.games.hexstatic.rules import RULES
from pnp.play import HIDDEN, Chance, Chosen, Layout, ModularGame, Modules, Table


class HexStatic(ModularGame[PieceSet, Position, Move]):
    """The rules of play, with the complete set or another one, such as hexstatic-compact."""

    name = "hexstatic"
    players = PLAYERS
    position = Position
    options = OPTIONS
    rules = RULES
    make_pieces = PieceSet
    modules = Modules(moves, scoring, status, notation)

    @cached_property
    def _lenient(self) -> PieceSet:
        return PieceSet(self.tileset, blanks_agree=True)

    def pieces_in(self, position: Position) -> PieceSet:
        """The tiles; the position's options decide which sides agree."""
        return self.pieces if position.options["blank-sides"] == "blank" else self._lenient

    def deal(self, chance: Chance, players: int, options: Chosen) -> Position:
        mixed, chance = chance.shuffled(self.pieces.ordinary)
        dealt = players * HAND
        if len(mixed) < dealt:
            raise ValueError(f"the set has too few tiles to deal {HAND} to each player")
        first = 1
        if options["first-player"] == "lots":
            first, chance = chance.picked(range(1, players + 1))
        return Position(
            players,
            table=Layout(),
            owners=(FREE,) * len(self.pieces.colours),
            turn=first,
            phase=Phase.NEXUS,
            hands=tuple(tuple(sorted(mixed[k : k + HAND])) for k in range(0, dealt, HAND)),
            supply=tuple(sorted(mixed[dealt:])),
            aside=self.pieces.nexus,
            options=options,
            chance=chance,
        )

    def to_move(self, position: Position) -> int | None:
        return None if position.phase is Phase.OVER else position.asked or position.turn

    def view(self, position: Position, player: int) -> Position:
        """Other hands and the supply are hidden until all tiles lie open."""
        hands = tuple(
            hand if number == player else (HIDDEN,) * len(hand)
            for number, hand in enumerate(position.hands, 1)
        )
        supply = position.supply if position.is_open else (HIDDEN,) * len(position.supply)
        return position._replace(hands=hands, supply=supply, chance=Chance(0))

    def table(self, position: Position) -> Table:
        return Table(self.pieces.shown(position.table))
