"""Hexeptional Hexpertise, by 18cards, 2022, as a game to play."""

from __future__ import annotations

from itertools import product

from pnp.games.hexpertise import moves, notation, scoring, status
from pnp.games.hexpertise.pieces import EMPTY, PieceSet
from pnp.games.hexpertise.position import OPTIONS, PLAYERS, Move, Phase, Position
from pnp.games.hexpertise.rules import RULES
from pnp.play import Chance, Chosen, ModularGame, Modules, Table
from pnp.tiles.hexgrid import ORIGIN


class Hexpertise(ModularGame[PieceSet, Position, Move]):
    """The rules of play, with the bundled set or another one."""

    name = "hexpertise"
    players = PLAYERS
    position = Position
    options = OPTIONS
    rules = RULES
    make_pieces = PieceSet
    modules = Modules(moves, scoring, status, notation)

    def deal(self, chance: Chance, players: int, options: Chosen) -> Position:
        cards, chance = chance.shuffled(self.pieces.nexus)
        nexus, chance = chance.picked([*product(*((card, card[::-1]) for card in cards))])
        mana, chance = chance.picked(self.pieces.mana)
        position = Position(nexus, (), Phase.FLIP, options, chance, mana)
        corners = zip(self.pieces.corners, position.corner_elements, strict=True)
        return position._replace(displays=(self.pieces.display(dict(corners)),) * players)

    def to_move(self, position: Position) -> int | None:
        return None if position.phase is Phase.OVER else position.turn

    def view(self, position: Position, player: int) -> Position:
        """All that lies on the table; only chance, which has the order of the deck, is hidden."""
        del player
        return position._replace(chance=Chance(0))

    def table(self, position: Position) -> Table:
        """The display of the player to move; at the end, of the first winner."""
        player = self.to_move(position)
        whose = f"player {player}" if player else self.score(position).winners[0]
        return self.table_of(position, whose)

    def table_of(self, position: Position, whose: str) -> Table:
        display = position.displays[int(whose.removeprefix("player ")) - 1]
        return Table(
            board=position.board,
            tokens=tuple(
                (self.pieces.names[cell], what)
                for cell, what in self.pieces.on(display).items()
                if what != EMPTY and cell != ORIGIN
            ),
        )
