"""Games in several modules, which have the same names and functions in every game."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from types import ModuleType
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from pnp.play.game import Game, Score, Words
from pnp.play.problems import Problem

PiecesT = TypeVar("PiecesT")
PositionT = TypeVar("PositionT")
MoveT = TypeVar("MoveT")


class Modules(NamedTuple):
    """The modules of a game, by what they are about."""

    moves: ModuleType
    scoring: ModuleType
    status: ModuleType
    notation: ModuleType


class ModularGame(Game[PositionT, MoveT], Generic[PiecesT, PositionT, MoveT]):
    """The rules of one game, as functions of its pieces and a position.

    `make_pieces` makes the pieces of a set, and raises UnusableInput or InvalidDefinition if the game
    cannot be played with it. Functions of the modules: `legal_moves` and `played` in `moves`, `score`
    in `scoring`, `status` and `extract_status` in `status`, and `words` in `notation`.
    """

    make_pieces: ClassVar[type[Any]]
    modules: ClassVar[Modules]

    @cached_property
    def pieces(self) -> PiecesT:
        """The pieces of the set."""
        pieces: PiecesT = self.make_pieces(self.tileset)
        return pieces

    def pieces_in(self, position: PositionT) -> PiecesT:
        """The pieces under the options of a position; by default they are always the same."""
        del position
        return self.pieces

    @cached_property
    def words(self) -> Words:
        words: Words = self.modules.notation.words(self.pieces)
        return words

    def legal_moves(self, position: PositionT) -> tuple[MoveT, ...]:
        moves: tuple[MoveT, ...] = self.modules.moves.legal_moves(
            self.pieces_in(position), position
        )
        return moves

    def play(self, position: PositionT, move: MoveT) -> PositionT:
        after: PositionT = self.modules.moves.played(self.pieces_in(position), position, move)
        return after

    def score(self, position: PositionT) -> Score:
        score: Score = self.modules.scoring.score(self.pieces, position)
        return score

    def status(self, position: PositionT) -> Iterator[Problem]:
        yield from self.modules.status.status(self.pieces_in(position), position)

    def extract_status(self, position: PositionT) -> Iterator[Problem]:
        yield from self.modules.status.extract_status(self.pieces_in(position), position)
