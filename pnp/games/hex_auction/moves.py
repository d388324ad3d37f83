"""What players may do in each step: the legal moves, what is wrong with others, and what they do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from pnp.games.hex_auction.pieces import Edges, Pieces, kind, turned
from pnp.games.hex_auction.position import Bid, Choose, Lay, Move, Phase, Position, Run, Stop
from pnp.games.hex_auction.scoring import name, write_cell
from pnp.games.hex_auction.turn import end_reason, next_turn, shared_out
from pnp.play import IllegalMove
from pnp.tiles.hexgrid import Hex, neighbours

Value = TypeVar("Value")

_STEPS = {
    Phase.BID: (Bid, "has to bid"),
    Phase.CHOOSE: (Choose, "has to choose a tile"),
    Phase.LAY: (Lay | Stop, "has to lay a tile or stop"),
}


def legal_moves(position: Position) -> Iterator[Move]:
    """Every legal move: bids from the lowest, tiles in the order of their colours, cells by q, r."""
    seat = position.mover
    if seat is None:
        return
    match position.phase:
        case Phase.BID:
            least = least_bid(position, position.coins[seat])
            yield from (Bid(coins) for coins in range(least, position.coins[seat] + 1))
        case Phase.CHOOSE:
            yield from (Choose(tile) for tile in dict.fromkeys(position.offer))
        case Phase.LAY:
            if may_stop(position, seat):
                yield Stop()
            cells = places(position)
            for tile in dict.fromkeys(position.hands[seat]):
                yield from (Lay(cell, edges) for cell in cells for edges in turned(tile))


def least_bid(position: Position, coins: int) -> int:
    """The lowest bid of a player with so many coins."""
    return min(1, coins) if position.chose("bid-nothing") == "forbidden" else 0


def may_stop(position: Position, seat: int) -> bool:
    """Whether the run may end here: always, unless a tile has to be laid."""
    forbidden = position.chose("lay-nothing") == "forbidden"
    return not forbidden or bool(position.run) or not position.hands[seat]


def places(position: Position) -> tuple[Hex, ...]:
    """Where the next tile of a run may lie: by the board, or by the tile laid just before it."""
    board = dict(position.tiles)
    return tuple(sorted(_around(position.run[-1:] or board) - board.keys()))


def played(pieces: Pieces, position: Position, move: Move) -> Position:
    """The position after a move; raises IllegalMove."""
    seat = position.mover
    if seat is None:
        raise IllegalMove("end-of-the-game", f"the game is over: {end_reason(pieces, position)}")
    kinds, has_to = _STEPS[position.phase]
    if not isinstance(move, kinds):
        raise IllegalMove("the-turn", f"{name(seat)} {has_to} now")
    match move:
        case Bid(coins):
            return _after_bid(position, seat, coins)
        case Choose(tile):
            return _after_choice(pieces, position, seat, tile)
        case Lay(cell, edges):
            return _after_laying(pieces, position, seat, cell, edges)
        case Stop():
            return _after_run(pieces, position, seat)


def _after_bid(position: Position, seat: int, coins: int) -> Position:
    has = position.coins[seat]
    if not 0 <= coins <= has:
        raise IllegalMove("bid", f"{name(seat)} cannot bid {coins}, having {has} coins")
    if coins < least_bid(position, has):
        raise IllegalMove("bid-nothing", f"{name(seat)} has coins and has to bid at least one")
    bids = (*position.bids, coins)
    return position._replace(
        coins=_with(position.coins, seat, has - coins),
        bids=bids,
        phase=Phase.CHOOSE if len(bids) == position.players else Phase.BID,
    )


def _after_choice(pieces: Pieces, position: Position, seat: int, tile: Edges) -> Position:
    if tile not in position.offer:
        there = ", ".join(map(pieces.write, position.offer))
        raise IllegalMove("choose", f"{pieces.write(tile)} is not on offer; there are {there}")
    offer = _without(position.offer, tile)
    hand = tuple(sorted((*position.hands[seat], tile)))
    return position._replace(
        offer=offer,
        hands=_with(position.hands, seat, hand),
        phase=Phase.CHOOSE if offer else Phase.LAY,
        done=position.done + 1 if offer else 0,
    )


def _after_laying(
    pieces: Pieces, position: Position, seat: int, cell: Hex, edges: Edges
) -> Position:
    tile = kind(edges)
    if tile not in position.hands[seat]:
        text = pieces.write(edges)
        raise IllegalMove("hand", f"{name(seat)} has no {text}, however it is turned")
    board = dict(position.tiles)
    if cell in board:
        raise IllegalMove("empty-place", f"a tile lies at {write_cell(cell)} already")
    last = position.run[-1:]
    if last and cell not in neighbours(last[0]):
        message = f"{write_cell(cell)} does not touch {write_cell(last[0])}, the tile before it"
        raise IllegalMove("touch-the-tile-before", message)
    if cell not in _around(board):
        raise IllegalMove("touch-the-board", f"{write_cell(cell)} touches no tile of the board")
    return position._replace(
        tiles=tuple(sorted((*position.tiles, (cell, edges)))),
        hands=_with(position.hands, seat, _without(position.hands[seat], tile)),
        run=(*position.run, cell),
    )


def _after_run(pieces: Pieces, position: Position, seat: int) -> Position:
    """The run is finished; after the last player's, so is the turn."""
    if not may_stop(position, seat):
        raise IllegalMove("lay-nothing", f"{name(seat)} has to lay a tile")
    run = (Run(position.turn, seat, position.run),) if position.run else ()
    after = position._replace(runs=position.runs + run, run=(), done=position.done + 1)
    return after if after.done < after.players else next_turn(pieces, shared_out(after))


def _around(cells: Iterable[Hex]) -> set[Hex]:
    return {near for cell in cells for near in neighbours(cell)}


def _with(values: tuple[Value, ...], seat: int, value: Value) -> tuple[Value, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


def _without(tiles: tuple[Edges, ...], tile: Edges) -> tuple[Edges, ...]:
    at = tiles.index(tile)
    return tiles[:at] + tiles[at + 1 :]
