"""Moves of Hexagonal Highway: the orders that a player may add to a sheet, and what follows."""

from __future__ import annotations

from pnp.basics.words import counted
from pnp.games.hexagonal_highway.drives import revealed
from pnp.games.hexagonal_highway.pieces import WAYS, PieceSet
from pnp.games.hexagonal_highway.position import Card, Cells, Go, Order, Piece, Place, Position
from pnp.games.hexagonal_highway.rules import BLOCKADES, DIRECTIONS, ROBBERS
from pnp.play import IllegalMove, Problem
from pnp.tiles.hexgrid import Hex

REACH = 2  # steps, on the designer's page

_WAYS = tuple(map(Go, range(len(WAYS))))

# The kinds of pieces, the most of each on a sheet, and the rule.
_KINDS = (
    ("direction tile", (Piece.LEFT, Piece.RIGHT), DIRECTIONS, "two-direction-tiles"),
    ("blockade", (Piece.BLOCK,), BLOCKADES, "one-blockade"),
    ("robber", (Piece.ROBBER,), ROBBERS, "two-robbers"),
)

# The reasons why a piece may not lie on a cell that the player controls, by rule.
_BARRED = {
    "not-on-a-pawn": "has a pawn",
    "not-on-a-corner": "is a corner",
    "different-hexes": "has a robber on this sheet already",
}


def controlled(pieces: PieceSet, position: Position, player: int) -> Cells:
    """The cells that a player controls in this round, in the order of their names."""
    pawn = position.pawns[player]
    others = [each for number, each in enumerate(position.pawns) if number != player]
    if position.round == Card.LINE_OF_SIGHT:
        seen = set()
        for way in range(6):
            cell = pawn
            while (cell := cell.moved(way)) in pieces.names and cell not in others:
                seen.add(cell)
        return tuple(cell for cell in pieces.names if cell in seen)
    is_robbery = position.round == Card.HIGHWAY_ROBBERY
    near = [pieces.steps[other] for other in others]
    return tuple(
        cell
        for cell, steps in pieces.steps[pawn].items()
        if steps <= REACH or (is_robbery and all(steps < other[cell] for other in near))
    )


def legal_moves(pieces: PieceSet, position: Position) -> tuple[Order, ...]:
    """Every order that the player who writes may add: pieces by cell, then the ways to drive."""
    player = position.writer
    if player is None:
        return ()
    cells = controlled(pieces, position, player)
    found: list[Order] = []
    for piece in Piece:
        if _against_piece(pieces, position, player, piece) is None:
            barred = _barred(pieces, position, player, piece)
            found += [Place(piece, cell) for cell in cells if cell not in barred]
    return *found, *_WAYS


def played(pieces: PieceSet, position: Position, order: Order) -> Position:
    """The position after one more order; the last one of all reveals the sheets, and pawns drive.

    Raises IllegalMove.
    """
    player = position.writer
    if player is None:
        raise IllegalMove("six-rounds", "the game is over: nobody can write orders")
    wrong = objection(pieces, position, player, order)
    if wrong is not None:
        raise IllegalMove(wrong.rule, wrong.message)
    position = position.with_order(player, order)
    return revealed(pieces, position) if position.writer is None else position


def objection(pieces: PieceSet, position: Position, player: int, order: Order) -> Problem | None:
    """Why a player may not add an order to the sheet; None if the player may."""
    who = pieces.colours[player]
    if position.sheets[player].is_complete:
        return Problem("one-direction", f"{who} has a direction already, the last order of a sheet")
    if isinstance(order, Go):
        message = f"{who} has no direction; write go and {', '.join(WAYS[:-1])} or {WAYS[-1]}"
        return None if order in _WAYS else Problem("one-direction", message)
    piece, cell = order
    name, pawn = pieces.names.get(cell), pieces.names[position.pawns[player]]
    if name is None:
        return Problem("board", f"{tuple(cell)} is not on the board")
    if wrong := _against_piece(pieces, position, player, piece):
        return wrong
    if rule := _barred(pieces, position, player, piece).get(cell):
        return Problem(rule, f"{name} {_BARRED[rule]}")
    if cell not in controlled(pieces, position, player):
        return Problem("control", f"{who} on {pawn} does not control {name}")
    return None


def _against_piece(
    pieces: PieceSet, position: Position, player: int, piece: Piece
) -> Problem | None:
    """Why the sheet may not have one more of such a piece; None if it may."""
    robbery = Card.HIGHWAY_ROBBERY
    if piece is Piece.ROBBER and position.round != robbery:
        title = pieces.titles[robbery - 1]
        return Problem("robbers", f"robbers hide only in round {robbery}, {title}")
    kind, same, most, rule = next(each for each in _KINDS if piece in each[1])
    if len(position.sheets[player].places(*same)) < most:
        return None
    who = pieces.colours[player]
    return Problem(rule, f"{who} has written {counted(most, kind)}, the most for a round")


def _barred(pieces: PieceSet, position: Position, player: int, piece: Piece) -> dict[Hex, str]:
    """The cells where a player may not place a piece, even if in control, each with the rule."""
    barred = {}
    if piece is Piece.ROBBER:
        hidden = position.sheets[player].places(piece)
        barred = {cell: "different-hexes" for _, cell in hidden}
    elif piece is Piece.BLOCK or position.options["corner-tiles"] == "barred":
        barred = dict.fromkeys(pieces.corners, "not-on-a-corner")
    return barred | dict.fromkeys(position.pawns, "not-on-a-pawn")
