"""Moves of Controlled Path: what a player may do in each step, and who loses by it."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.games.controlled_path.pieces import PieceSet
from pnp.games.controlled_path.position import (
    HAND,
    NO_CHANGE,
    NO_MOVE,
    Loss,
    Move,
    Phase,
    Place,
    Position,
    Stay,
    Step,
    Token,
    Turn,
)
from pnp.play import IllegalMove
from pnp.play.tiles import replaced, without
from pnp.tiles import Port, Tile
from pnp.tiles.hexgrid import Hex, format_cell


def legal_moves(pieces: PieceSet, position: Position) -> tuple[Move, ...]:
    """Every legal move: placements by kind and cell, then turns by cell; or steps of the token."""
    match position.phase:
        case Phase.CHANGE:
            return tuple(changes(pieces, position))
        case Phase.MOVE:
            return tuple(map(Step, destinations(position))) or (Stay(),)
    return ()


def changes(pieces: PieceSet, position: Position) -> Iterator[Place | Turn]:
    """Every legal change: placements, then turns."""
    spots, openings = position.path
    places = sorted(openings.items())
    for kind in dict.fromkeys(position.hand):
        for cell, sides in places:
            for tile in pieces.meeting(kind, sides):
                yield Place(cell, tile)
    for cell in sorted({spot.cell for spot in spots}):
        for steps in pieces.turning[position.table[cell]]:
            yield Turn(cell, steps)


def destinations(position: Position) -> tuple[Hex, ...]:
    """The cells to which the token may move, sorted: back to the last one only if it has no other."""
    spot = position.spot(position.token)
    cells = {beside.cell for beside in position.table.next_spots(spot)}
    return tuple(sorted(cells - {position.came_from[position.turn]} or cells))


def played(pieces: PieceSet, position: Position, move: Move) -> Position:
    """The position after a move; raises IllegalMove."""
    match position.phase, move:
        case Phase.OVER, _:
            raise IllegalMove("end-of-the-game", "the game is over")
        case Phase.CHANGE, Place(cell, tile):
            return _after_change(pieces, _placed(pieces, position, cell, tile))
        case Phase.CHANGE, Turn(cell, steps):
            return _after_change(pieces, _turned(pieces, position, cell, steps))
        case Phase.MOVE, Step(cell):
            return _with_next_turn(pieces, _moved(position, cell))
        case Phase.MOVE, Stay():
            if there := " or ".join(map(format_cell, destinations(position))):
                raise IllegalMove("move-the-token", f"your token has to move, to {there}")
            return _with_next_turn(pieces, position)
    raise IllegalMove("change-then-move", "place or turn one tile, and then move your token")


def _placed(pieces: PieceSet, position: Position, cell: Hex, tile: Tile) -> Position:
    """A tile of the hand is placed, and another one drawn."""
    kind, where, write = pieces.kinds.get(tile), format_cell(cell), pieces.write
    if kind is None or kind not in position.hand:
        hand = " and ".join(map(write, position.hand)) or "no tiles"
        raise IllegalMove("hand", f"{write(tile)} is not in your hand; you have {hand}")
    if cell in position.table:
        raise IllegalMove("empty-place", f"{write(position.table[cell])} lies on {where}")
    if tile not in pieces.meeting(kind, position.path.openings.get(cell, 0)):
        message = f"on {where} the tile meets no open terminal of your controlled path"
        raise IllegalMove("connect", message)
    position = position.with_hand(position.turn, without(position.hand, kind))
    table = position.table.with_tile(cell, tile, pieces.sides[tile])
    return drawn(position._replace(table=table, quiet=0), position.turn)


def _turned(pieces: PieceSet, position: Position, cell: Hex, steps: int) -> Position:
    """A tile is turned, and the tokens on it turn with it."""
    if cell not in {spot.cell for spot in position.path.spots}:
        message = f"your controlled path does not cross a tile on {format_cell(cell)}"
        raise IllegalMove("own-path", message)
    tile = pieces.turning[position.table[cell]].get(steps)
    if tile is None:
        message = f"turned by {steps}, the tile on {format_cell(cell)} lies as it lies now"
        raise IllegalMove("lie-differently", message)
    tokens = [*position.tokens]
    for number, (colour, where, join) in enumerate(tokens):
        if where == cell:
            turned = tuple(sorted(Port((port + steps) % 6) for port in join))
            tokens[number] = Token(colour, cell, turned)
    table = position.table.with_tile(cell, tile, pieces.sides[tile])
    return position._replace(table=table, tokens=tuple(tokens), quiet=position.quiet + 1)


def drawn(position: Position, colour: int) -> Position:
    """A player draws back to a full hand, as far as the supply reaches."""
    while position.supply and len(position.hands[colour]) < HAND:
        tile, supply, chance = position.chance.drawn(position.supply)
        position = position.with_hand(colour, (*position.hands[colour], tile))
        position = position._replace(supply=supply, chance=chance)
    return position


def _after_change(pieces: PieceSet, position: Position) -> Position:
    """The opponents who are connected lose; the player moves if anybody else is left."""
    position = with_losses(position)
    if len(position.tokens) == 1:
        return position._replace(phase=Phase.OVER)
    if position.options["no-move"] == "lose" and not destinations(position):
        return _with_next_turn(pieces, _lost(position, position.turn, NO_MOVE))
    return position._replace(phase=Phase.MOVE)


def with_losses(position: Position) -> Position:
    """The position in which all opponents to whose tokens the controlled path leads have lost."""
    for token in position.connected:
        position = _lost(position, token.colour, position.turn)
    return position


def _moved(position: Position, cell: Hex) -> Position:
    """The token is moved to a tile next to it."""
    token, where = position.token, format_cell(cell)
    spots = {spot.cell: spot for spot in position.table.next_spots(position.spot(token))}
    if cell not in spots:
        message = f"your controlled path does not lead from {format_cell(token.cell)} to {where}"
        raise IllegalMove("one-tile-along-the-path", message)
    if cell not in destinations(position):
        message = f"your token has just come from {where}, and can move elsewhere"
        raise IllegalMove("no-turning-back", message)
    is_only = len(position.table[cell].joins) == 1
    there = Token(position.turn, cell, () if is_only else spots[cell].join)
    return position._replace(
        tokens=replaced(position.tokens, position.tokens.index(token), there),
        came_from=replaced(position.came_from, position.turn, token.cell),
    )


def _with_next_turn(pieces: PieceSet, position: Position) -> Position:
    """The turn of the next player who can change something; a player who cannot has lost."""
    following = position._replace(turn=position.others[0].colour, phase=Phase.CHANGE)
    if position.ending:
        return following._replace(phase=Phase.OVER)
    if not any(changes(pieces, following)):
        return _with_next_turn(pieces, _lost(following, following.turn, NO_CHANGE))
    return following


def _lost(position: Position, colour: int, cause: int) -> Position:
    """The position without a player's token; the hand goes into the supply."""
    return position._replace(
        tokens=tuple(token for token in position.tokens if token.colour != colour),
        hands=replaced(position.hands, colour, ()),
        came_from=replaced(position.came_from, colour, None),
        supply=tuple(sorted((*position.supply, *position.hands[colour]))),
        lost=(*position.lost, Loss(colour, cause)),
        quiet=0,
    )
