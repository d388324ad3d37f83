"""Positions, orders and options of Hexagonal Highway."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum, IntEnum
from typing import NamedTuple

from pnp.play import Chance, Option
from pnp.play.options import Chosen
from pnp.play.tiles import replaced
from pnp.tiles.hexgrid import Hex

PLAYERS = 6

# Cells in order, such as those of a pawn's drive, from where it set off.
Cells = tuple[Hex, ...]

# No cells of any player; the cell of a pawn that an extract omits; the way of a pawn that stays.
NOBODY: tuple[Cells, ...] = ((),) * PLAYERS
OFF_BOARD = Hex(99, 99)
NO_WAY = -1

OPTIONS = (
    Option(
        "corner-tiles",
        "May a direction tile lie on a corner?",
        {"barred": "no", "allowed": "yes; when none is left, only in place of another"},
    ),
    Option(
        "left",
        "Which way does a Left tile turn you?",
        {"anticlockwise": "as a driver turns left", "clockwise": "as a driver turns right"},
    ),
    Option(
        "blockade-over",
        "What becomes of a direction tile under a blockade?",
        {"covers": "it stays, and turns pawns again afterwards", "removes": "it leaves the board"},
    ),
    Option(
        "ties",
        "Who wins a tie?",
        {"late-rounds": "the player ahead in the last round that differs", "shared": "all tied"},
    ),
)


class Card(IntEnum):
    """The round cards by number."""

    THEME = 1
    CENTRE_CONTROL = 2
    LINE_OF_SIGHT = 3
    REVERSE_THE_WORLD = 4
    HIGHWAY_ROBBERY = 5
    RUBBER_WALLS = 6


class Phase(Enum):
    """Whether players write orders; the value is the word in a file."""

    ORDERS = "orders"
    OVER = "over"


class Piece(IntEnum):
    """The pieces that an order places; 0 and 1 are the sides of a direction tile."""

    LEFT = 0
    RIGHT = 1
    BLOCK = 2
    ROBBER = 3


class Place(NamedTuple):
    """Place a piece on a cell."""

    piece: Piece
    cell: Hex


class Go(NamedTuple):
    """Drive in one of the WAYS: the last order of a sheet."""

    way: int


Order = Place | Go


class Sheet(NamedTuple):
    """The orders of a player for one round, sorted."""

    orders: tuple[Order, ...] = ()

    @classmethod
    def of(cls, orders: Iterable[Order]) -> Sheet:
        """The sheet with these orders, however they are sorted."""
        return cls(tuple(sorted(orders, key=lambda each: (isinstance(each, Go), each))))

    @property
    def is_complete(self) -> bool:
        """Whether the sheet has a direction to drive."""
        return isinstance(self.orders[-1], Go) if self.orders else False

    @property
    def way(self) -> int:
        """The way to drive, or NO_WAY."""
        return next((each.way for each in self.orders if isinstance(each, Go)), NO_WAY)

    def places(self, *pieces: Piece) -> tuple[Place, ...]:
        """The orders that place one of these pieces."""
        return tuple(
            each for each in self.orders if isinstance(each, Place) and each.piece in pieces
        )


# A complete sheet that a player does not see.
HIDDEN = Sheet((Go(NO_WAY),))


class Tokens(NamedTuple):
    """The tokens on the board, by player or sorted by cell.

    `robbers` stay on record after their round, since they score. Only an extract has `blockades`.
    """

    pawns: tuple[Cells, ...]
    directions: tuple[tuple[Hex, Piece], ...] = ()
    blockades: tuple[Cells, ...] = NOBODY
    robbers: tuple[Cells, ...] = NOBODY

    @classmethod
    def with_pawns(cls, cells: Cells) -> Tokens:
        """A pawn on each player's cell, and no other tokens; none for OFF_BOARD."""
        return cls(tuple(() if cell == OFF_BOARD else (cell,) for cell in cells))


class Position(NamedTuple):
    """The board, the orders of this round, and the drives of all rounds before.

    `starts`, `sheets` and `go` are by player, and so are the drives of each of the six rounds. `go`
    has the ways of the pawns that drive in an extract, which has no sheets.
    """

    options: Chosen
    board: str
    phase: Phase
    round: int
    starts: Cells
    tokens: Tokens
    sheets: tuple[Sheet, ...] = (Sheet(),) * PLAYERS
    drives: tuple[tuple[Cells, ...], ...] = (NOBODY,) * len(Card)
    go: tuple[int, ...] = (NO_WAY,) * PLAYERS
    chance: Chance = Chance(0)

    @property
    def pawns(self) -> Cells:
        """The cell of each pawn."""
        return tuple(cells[0] if cells else OFF_BOARD for cells in self.tokens.pawns)

    @property
    def writer(self) -> int | None:
        """The first player whose sheet is not complete, counted from 0; None when the game is over."""
        if self.phase is Phase.OVER:
            return None
        return next((n for n, sheet in enumerate(self.sheets) if not sheet.is_complete), None)

    def with_order(self, player: int, order: Order) -> Position:
        """The position with one more order on a player's sheet."""
        sheet = Sheet.of((*self.sheets[player].orders, order))
        return self._replace(sheets=replaced(self.sheets, player, sheet))
