"""Controlled Path as a game to play."""

from __future__ import annotations

from pnp.basics.words import counted
from pnp.games.controlled_path import moves, notation, scoring, status
from pnp.games.controlled_path.paths import Network
from pnp.games.controlled_path.pieces import PieceSet
from pnp.games.controlled_path.position import (
    OPTIONS,
    PLAYERS,
    START_PLACES,
    Move,
    Phase,
    Position,
    Token,
)
from pnp.games.controlled_path.rules import RULES
from pnp.play import Chance, Chosen, ModularGame, Modules, Table
from pnp.tiles.hexgrid import format_cell


class ControlledPath(ModularGame[PieceSet, Position, Move]):
    """The rules of play. A turn is two moves: a change, then a step of the token, or to stay."""

    name = "controlled-path"
    players = PLAYERS
    position = Position
    options = OPTIONS
    rules = RULES
    make_pieces = PieceSet
    modules = Modules(moves, scoring, status, notation)

    def deal(self, chance: Chance, players: int, options: Chosen) -> Position:
        starts, places = self.pieces.starts, START_PLACES[:players]
        if players > len(starts):
            there = counted(len(starts), "start tile")
            raise ValueError(f"{players} players need {players} start tiles; the set has {there}")
        position = Position(
            Network.of(
                (cell, start, self.pieces.sides[start])
                for cell, start in zip(places, starts, strict=False)
            ),
            tuple(Token(colour, cell) for colour, cell in enumerate(places)),
            turn=0,
            phase=Phase.CHANGE,
            hands=((),) * len(starts),
            came_from=(None,) * len(starts),
            supply=self.pieces.paths,
            options=options,
            chance=chance,
        )
        for colour in range(players):
            position = moves.drawn(position, colour)
        first, chance = position.chance.picked(range(players))
        return position._replace(turn=first, chance=chance)

    def to_move(self, position: Position) -> int | None:
        return None if position.phase is Phase.OVER else position.players.index(position.turn) + 1

    def view(self, position: Position, player: int) -> Position:
        """All but chance: hands are open, and the supply has the tiles that are nowhere else."""
        del player
        return position._replace(chance=Chance(0))

    def player_name(self, position: Position, player: int) -> str:
        return self.pieces.colours[position.players[player - 1]]

    def table(self, position: Position) -> Table:
        names = self.pieces.colours
        tokens = ((format_cell(cell), f"token {names[who]}") for who, cell, _ in position.tokens)
        return Table(self.pieces.shown(position.table), tokens=tuple(tokens))
