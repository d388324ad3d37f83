"""Hexagonal Highway, by pseudonam, as a game to play."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.games.hexagonal_highway import moves, notation, scoring, status
from pnp.games.hexagonal_highway.drives import drives_of
from pnp.games.hexagonal_highway.pieces import PieceSet
from pnp.games.hexagonal_highway.position import (
    HIDDEN,
    OPTIONS,
    PLAYERS,
    Order,
    Phase,
    Position,
    Sheet,
    Tokens,
)
from pnp.games.hexagonal_highway.rules import RULES
from pnp.play import Chance, Chosen, ModularGame, Modules, Table


class HexagonalHighway(ModularGame[PieceSet, Position, Order]):
    """The rules of play.

    A move is one order on one player's sheet. Players write one after the other; the last order of
    the last player reveals all sheets, and the pawns drive.
    """

    name = "hexagonal-highway"
    players = range(PLAYERS, PLAYERS + 1)
    position = Position
    options = OPTIONS
    rules = RULES
    make_pieces = PieceSet
    modules = Modules(moves, scoring, status, notation)

    def deal(self, chance: Chance, players: int, options: Chosen) -> Position:
        starts, chance = chance.shuffled(self.pieces.starts)
        return Position(
            options,
            self.pieces.board,
            Phase.ORDERS,
            1,
            starts,
            Tokens.with_pawns(starts),
            chance=chance,
        )

    def to_move(self, position: Position) -> int | None:
        return None if position.writer is None else position.writer + 1

    def is_over(self, position: Position) -> bool:
        return position.phase is Phase.OVER

    def view(self, position: Position, player: int) -> Position:
        """The board, the player's own orders, and whether the others' sheets are complete.

        A pawn whose sheet is hidden stays where it is if the round is driven from a view.
        """
        sheets = tuple(
            sheet if number == player else HIDDEN if sheet.is_complete else Sheet()
            for number, sheet in enumerate(position.sheets, 1)
        )
        return position._replace(sheets=sheets, chance=Chance(0))

    def table(self, position: Position) -> Table:
        """The board; robbers stay on it after their round, since they explain the score."""
        lying = notation.lying(self.pieces, position.tokens).items()
        tokens = ((self.pieces.names[cell], text) for cell, texts in lying for text in texts)
        return Table(board=position.board, tokens=tuple(tokens))

    def player_name(self, position: Position, player: int) -> str:
        """The colour of a player."""
        return self.pieces.colours[player - 1]

    def wrong_way(self, position: Position, cells: Sequence[str]) -> str | None:
        """Why a line is not a drive, or the beginning of one; None if it is."""
        rounds, names = drives_of(self.pieces, position), self.pieces.names
        drives = [[names[cell] for cell in drive] for each in rounds for drive in each if drive]
        if not drives or any(drive[: len(cells)] == [*cells] for drive in drives):
            return None
        from_there = [drive for drive in drives if drive[:1] == [*cells[:1]]] or drives
        right = max(from_there, key=len)
        return f"by the rules this drive is {' '.join(right)}, not {' '.join(cells)}"
