"""HexStatic, by Michael Reddy, 2013, as a game to play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from random import Random
from typing import ClassVar

from pnp.games.hexstatic import moves, notation, status
from pnp.games.hexstatic.pieces import PieceSet
from pnp.games.hexstatic.position import FREE, HAND, OPTIONS, PLAYERS, Move, Phase, Position
from pnp.games.hexstatic.rules import RULES
from pnp.games.hexstatic.scoring import score
from pnp.play import Chance, Game, Problem, Score, Table
from pnp.play.chance import chance_of
from pnp.play.codec import Word
from pnp.play.files import Field
from pnp.play.game import NO_OPTIONS
from pnp.play.layout import Layout
from pnp.play.notation import MoveNotation
from pnp.play.options import Option
from pnp.play.tiles import HIDDEN, kind_word
from pnp.tiles import Tile
from pnp.tiles.hexgrid import format_cell
from pnp.validation import Rule


class HexStatic(Game[Position, Move]):
    """The rules of play, with the complete set or another one, such as hexstatic-compact."""

    name: ClassVar[str] = "hexstatic"
    players: ClassVar[range] = PLAYERS
    position: ClassVar[type[Position]] = Position
    options: ClassVar[tuple[Option, ...]] = OPTIONS
    rules: ClassVar[tuple[Rule, ...]] = RULES

    @cached_property
    def pieces(self) -> PieceSet:
        """The tiles; raises UnusableInput if the set is not for this game."""
        return PieceSet(self.tileset)

    @cached_property
    def _lenient(self) -> PieceSet:
        return PieceSet(self.tileset, blanks_agree=True)

    def _pieces(self, position: Position) -> PieceSet:
        """The tiles with the table's idea of which sides agree."""
        return self.pieces if position.chose("blank-sides", "blank") else self._lenient

    @cached_property
    def fields(self) -> tuple[Field, ...]:
        return notation.fields(self.pieces)

    @cached_property
    def notation(self) -> MoveNotation[Move]:
        return notation.move_notation(self.pieces)

    @property
    def draws(self) -> Word[Tile]:
        return kind_word(self.pieces)

    def initial(
        self, rng: Random, players: int, options: Mapping[str, str] = NO_OPTIONS
    ) -> Position:
        self.check_players(players)
        chosen = self.chosen(options)
        mixed, chance = chance_of(rng).shuffled(self.pieces.ordinary)
        dealt = players * HAND
        if len(mixed) < dealt:
            raise ValueError(f"the set has too few tiles to deal {HAND} to each player")
        first = 1
        if ("first-player", "lots") in chosen:
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
            options=chosen,
            chance=chance,
        )

    def to_move(self, position: Position) -> int | None:
        return None if self.is_over(position) else position.asked or position.turn

    def is_over(self, position: Position) -> bool:
        return position.phase is Phase.OVER

    def legal_moves(self, position: Position) -> tuple[Move, ...]:
        return moves.legal_moves(self._pieces(position), position)

    def play(self, position: Position, move: Move) -> Position:
        return moves.played(self._pieces(position), position, move)

    def score(self, position: Position) -> Score:
        return score(self.pieces, position)

    def status(self, position: Position) -> Iterator[Problem]:
        return status.status(self._pieces(position), position)

    def extract_status(self, position: Position) -> Iterator[Problem]:
        return status.extract_status(self._pieces(position), position)

    def view(self, position: Position, player: int) -> Position:
        """Other hands and the supply are hidden until all tiles lie open."""
        hands = tuple(
            hand if number == player else (HIDDEN,) * len(hand)
            for number, hand in enumerate(position.hands, 1)
        )
        supply = position.supply if position.is_open else (HIDDEN,) * len(position.supply)
        return position._replace(hands=hands, supply=supply, chance=Chance(0))

    def table(self, position: Position) -> Table:
        return Table(
            tiles=tuple(
                (format_cell(cell), self.pieces.write(tile))
                for cell, tile in position.table.in_order()
            )
        )
