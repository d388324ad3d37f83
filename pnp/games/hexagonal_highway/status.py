"""Problems of a position of Hexagonal Highway that can be seen in the position itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from pnp.games.hexagonal_highway.moves import objection
from pnp.games.hexagonal_highway.pieces import PieceSet
from pnp.games.hexagonal_highway.position import (
    HIDDEN,
    NO_WAY,
    NOBODY,
    OFF_BOARD,
    PLAYERS,
    Card,
    Phase,
    Position,
    Sheet,
    Tokens,
)
from pnp.games.hexagonal_highway.rules import ROBBERS
from pnp.play import Problem


def extract_status(pieces: PieceSet, position: Position) -> Iterator[Problem]:
    """Problems of an extract: of its tokens, its drives, and the ways in which pawns go."""
    yield from _board_status(pieces, position)
    is_driven = any(position.drives[position.round - 1])
    for colour, way, pawn in zip(pieces.colours, position.go, position.pawns, strict=True):
        if way != NO_WAY and (is_driven or pawn == OFF_BOARD):
            why = f"round {position.round} has been driven" if is_driven else "it has no pawn"
            yield Problem("driving", f"{colour} cannot drive: {why}", ("go", colour))


def status(pieces: PieceSet, position: Position) -> Iterator[Problem]:
    """Every problem of a whole position; orders are judged if all else is right."""
    wrong = [*_board_status(pieces, position), *_round_status(pieces, position)]
    yield from wrong or _order_status(pieces, position)


def _board_status(pieces: PieceSet, position: Position) -> Iterator[Problem]:
    """Tokens and drives that are where they cannot be."""
    tokens, names = position.tokens, pieces.names
    pawns = Counter(cell for cells in tokens.pawns for cell in cells)
    tiles = Counter(cell for cell, _ in tokens.directions)
    for rule, what, on in (("one-pawn-a-hex", "pawns", pawns), ("one-tile-a-hex", "tiles", tiles)):
        for cell in (cell for cell in on if on[cell] > 1):
            yield Problem(rule, f"{names[cell]} has {on[cell]} {what}", ("tokens", names[cell]))
    if position.options["corner-tiles"] == "barred":
        for name in sorted(names[cell] for cell in pieces.corners & {*tiles}):
            yield Problem("not-on-a-corner", f"{name} is a corner", ("tokens", name))
    if tiles.total() > pieces.supply:
        message = f"the set has {pieces.supply} direction tiles, not {tiles.total()}"
        yield Problem("supply", message, ("tokens",))
    for who, cells, robbers in zip(pieces.colours, tokens.pawns, tokens.robbers, strict=True):
        if len(cells) > 1:
            message = f"{who} has one pawn, not {len(cells)}"
            yield Problem("one-pawn-each", message, ("tokens", names[cells[-1]]))
        if len(robbers) > ROBBERS or len(set(robbers)) < len(robbers):
            message = f"{who} hides up to {ROBBERS} robbers, on different hexes"
            yield Problem("two-robbers", message, ("tokens", names[robbers[-1]]))
    for card, drives in zip(Card, position.drives, strict=True):
        for who, cells in zip(pieces.colours, drives, strict=True):
            for number, (before, cell) in enumerate(pairwise(cells), 1):
                if pieces.steps[before][cell] > 1 or cell in cells[:number]:
                    message = f"{names[cell]} is not a new hex next to {names[before]}"
                    yield Problem("driving", message, ("drives", card.value, who, number))


def _round_status(pieces: PieceSet, position: Position) -> Iterator[Problem]:
    """Values that do not belong to this phase and round, or belong to an extract only."""
    tokens, driven = position.tokens, position.round - (position.phase is Phase.ORDERS)
    for who, start, pawn in zip(pieces.colours, position.starts, position.pawns, strict=True):
        if start not in pieces.starts or position.starts.count(start) > 1:
            yield Problem("starts", f"{who} needs a start of its own, on a corner", ("starts", who))
        if pawn == OFF_BOARD:
            yield Problem("one-pawn-each", f"{who} has no pawn", ("tokens",))
    if driven == 0 and tokens != Tokens.with_pawns(position.starts):
        message = "before round 1 there are only the pawns, each on its start"
        yield Problem("starts", message, ("tokens",))
    if position.phase is Phase.OVER and position.round < len(Card):
        yield Problem("six-rounds", f"the game is over after round {len(Card)}", ("round",))
    for card in Card:
        if card > driven and any(position.drives[card - 1]):
            yield Problem("driving", f"round {card} is not driven yet", ("drives", card.value))
    if tokens.blockades != NOBODY or (driven < Card.HIGHWAY_ROBBERY and tokens.robbers != NOBODY):
        message = "blockades, and robbers before round 5 is driven, are orders, not tokens"
        yield Problem("orders", message, ("tokens",))
    if position.go.count(NO_WAY) < PLAYERS:
        yield Problem("orders", "go is for an extract; write directions as orders", ("go",))


def _order_status(pieces: PieceSet, position: Position) -> Iterator[Problem]:
    """Orders that a player may not write, and orders that complete all sheets."""
    if position.writer is None and any(sheet.orders for sheet in position.sheets):
        message = "nobody is left to write orders; write the last direction as a move of a record"
        yield Problem("orders", message, ("orders",))
    for player, sheet in enumerate(position.sheets):
        before = position._replace(sheets=(Sheet(),) * PLAYERS)
        for order in sheet.orders if sheet != HIDDEN else ():
            wrong = objection(pieces, before, player, order)
            if wrong is not None:
                yield wrong._replace(path=("orders", pieces.colours[player]))
            before = before.with_order(player, order)
