"""Control: the cells that a player may write orders for, and what an order may not say."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from pnp.games.hexagonal_highway.orders import Go, Order, Piece, Place
from pnp.games.hexagonal_highway.position import NOWHERE, Card, Position
from pnp.games.hexagonal_highway.road import Road
from pnp.games.hexagonal_highway.rules import BLOCKADES, DIRECTIONS, ROBBERS
from pnp.tiles.hexgrid import Hex, distance

REACH = 2  # steps, on the page


def controlled(road: Road, position: Position, player: int) -> tuple[Hex, ...]:
    """The cells that a player controls in this round, in the board's order; any, from NOWHERE."""
    pawn = position.pawns[player]
    if pawn == NOWHERE:
        return tuple(road.names)
    others = [each for number, each in enumerate(position.pawns) if number != player]
    if position.card is Card.LINE_OF_SIGHT:
        seen = {cell for way in range(6) for cell in _line(road, pawn, way, others)}
        return tuple(cell for cell in road.names if cell in seen)
    robbery = position.card is Card.HIGHWAY_ROBBERY
    return tuple(
        cell
        for cell in road.names
        if distance(cell, pawn) <= REACH or (robbery and _is_nearest(cell, pawn, others))
    )


def room_for_others(road: Road, position: Position, player: int, robbers: Collection[Hex]) -> bool:
    """Whether all pawns that are NOWHERE find hexes on which they leave the player these robbers."""
    pawn, lost = position.pawns[player], position.pawns.count(NOWHERE)
    free = [
        cell
        for cell in road.names
        if cell not in (*position.pawns, *robbers)
        and all(
            distance(each, pawn) <= REACH or _is_nearest(each, pawn, [cell]) for each in robbers
        )
    ]
    return pawn == NOWHERE or len(free) >= lost


def _is_nearest(cell: Hex, pawn: Hex, others: Collection[Hex]) -> bool:
    """Whether the pawn has fewer steps to the cell than any other."""
    return all(distance(cell, pawn) < distance(cell, other) for other in others)


def _line(road: Road, start: Hex, way: int, others: list[Hex]) -> list[Hex]:
    """The cells on a straight line up to the edge, or to just before another pawn."""
    found: list[Hex] = []
    while (cell := start.moved(way, len(found) + 1)) in road.names and cell not in others:
        found.append(cell)
    return found


class Objection(NamedTuple):
    """Why an order may not be written: the name of the rule, and what is wrong where."""

    rule: str
    message: str


def objection(road: Road, position: Position, player: int, order: Order) -> Objection | None:
    """What forbids the player to add the order to the sheet; None where nothing does."""
    if position.sheets[player].go is not None:
        who = road.colours[player]
        return Objection("one-direction", f"the order sheet of {who} is complete")
    if isinstance(order, Go):
        return _against_drive(position, order)
    if order.cell not in road.names:
        return Objection("board", f"{tuple(order.cell)} is not on the board")
    return (
        _against_piece(road, position, player, order.piece)
        or against_cell(road, position, player, order)
        or _against_reach(road, position, player, order)
    )


def possible_orders(road: Road, position: Position, player: int) -> tuple[Order, ...]:
    """All orders that the player may add: direction tiles, blockade and robbers, then the drive."""
    reach = controlled(road, position, player)
    places = (
        Place(piece, cell)
        for piece in Piece
        if _against_piece(road, position, player, piece) is None
        for cell in reach
    )
    return (
        *(each for each in places if against_cell(road, position, player, each) is None),
        *(go for go in map(Go, (*range(6), None)) if _against_drive(position, go) is None),
    )


def _against_drive(position: Position, go: Go) -> Objection | None:
    if go.way is None and position.chose("no-direction", "forbidden"):
        return Objection("one-direction", "everybody has to write a direction to drive")
    if go.way not in (None, *range(6)):
        return Objection("one-direction", f"{go.way} is none of the six ways to drive")
    return None


def _against_piece(road: Road, position: Position, player: int, piece: Piece) -> Objection | None:
    """Whether the sheet has a line left for such a piece."""
    sheet, who = position.sheets[player], road.colours[player]
    if piece.turns and len(sheet.directions) == DIRECTIONS:
        return Objection("two-direction-tiles", f"{who} has written {DIRECTIONS} direction tiles")
    if piece is Piece.BLOCKADE and len(sheet.cells(piece)) == BLOCKADES:
        return Objection("one-blockade", f"{who} has written a blockade")
    if piece is Piece.ROBBER and position.card is not Card.HIGHWAY_ROBBERY:
        title = road.titles[Card.HIGHWAY_ROBBERY - 1]
        return Objection("robbers", f"robbers hide only in the round {title}")
    if piece is Piece.ROBBER and len(sheet.cells(piece)) == ROBBERS:
        return Objection("two-robbers", f"{who} has written {ROBBERS} robbers")
    return None


def against_cell(road: Road, position: Position, player: int, place: Place) -> Objection | None:
    """Whether the piece may lie there at all."""
    name = road.names[place.cell]
    if place.cell in position.pawns:
        return Objection("not-on-a-pawn", f"there is a pawn on {name}")
    barred = place.piece is Piece.BLOCKADE or (
        place.piece.turns and position.chose("corner-tiles", "barred")
    )
    if barred and place.cell in road.corners:
        return Objection("not-on-a-corner", f"{name} is a corner")
    if place.piece is Piece.ROBBER and place in position.sheets[player].places:
        who = road.colours[player]
        return Objection("different-hexes", f"{who} has written a robber for {name}")
    return None


def _against_reach(road: Road, position: Position, player: int, place: Place) -> Objection | None:
    if place.cell in controlled(road, position, player):
        return None
    who, pawn = road.colours[player], road.names[position.pawns[player]]
    return Objection("control", f"{who} on {pawn} does not control {road.names[place.cell]}")
