"""Moves of HexStatic: what a player may do in each step, and what follows from it."""

from __future__ import annotations

from pnp.games.hexstatic.pieces import PieceSet, is_nexus
from pnp.games.hexstatic.position import (
    FREE,
    NEUTRAL,
    Agree,
    Decline,
    Exchange,
    Lay,
    Move,
    Own,
    Pass,
    Phase,
    Position,
    Stop,
)
from pnp.games.hexstatic.structures import structure_at
from pnp.play import IllegalMove
from pnp.play.layout import beyond
from pnp.play.tiles import replaced, without
from pnp.tiles import Tile
from pnp.tiles.hexgrid import ORIGIN, Hex, format_cell

_EXPECTED = {
    Phase.NEXUS: "the starting player lays a nexus tile",
    Phase.TURN: "lay a tile, exchange one, or pass",
    Phase.DECLINED: "lay a tile, exchange one, or pass",
    Phase.COLOUR: "choose which of the colours to own",
    Phase.STOP: "say whether you agree that nothing fits any more, or decline",
}


def legal_moves(pieces: PieceSet, position: Position) -> tuple[Move, ...]:
    """Every legal move: placements by cell, then the others."""
    match position.phase:
        case Phase.NEXUS:
            kinds = dict.fromkeys(position.aside)
            return tuple(Lay(turned, ORIGIN) for kind in kinds for turned in pieces.turns[kind])
        case Phase.TURN | Phase.DECLINED:
            return _turns(pieces, position)
        case Phase.COLOUR if position.laid is not None:
            return tuple(map(Own, won_at(position, position.laid)))
        case Phase.STOP if fits(pieces, position, position.hands[position.asked - 1]):
            return (Decline(),)
        case Phase.STOP:
            return Agree(), Decline()
    return ()


def _turns(pieces: PieceSet, position: Position) -> tuple[Move, ...]:
    lays = pieces.placements(position.table, position.choice, Lay)
    can_exchange = position.supply and not position.is_open
    others: list[Move] = [*map(Exchange, dict.fromkeys(position.hand))] if can_exchange else []
    if _why_not_pass(position, can_lay=bool(lays)) is None:
        others.append(Pass())
    if _why_not_stop(position, can_lay=bool(lays)) is None:
        others.append(Stop())
    return *lays, *others


def played(pieces: PieceSet, position: Position, move: Move) -> Position:
    """The position after a move; raises IllegalMove."""
    match position.phase, move:
        case Phase.OVER, _:
            raise IllegalMove("end-of-the-game", "no tile fits any more: the game is over")
        case Phase.NEXUS, Lay():
            return _after_nexus(pieces, position, move)
        case Phase.TURN | Phase.DECLINED, Lay():
            return _after_tile(pieces, position, move)
        case Phase.TURN | Phase.DECLINED, Exchange(kind):
            return _after_exchange(pieces, position, kind)
        case Phase.TURN | Phase.DECLINED, Pass():
            return _after_pass(pieces, position)
        case Phase.TURN | Phase.DECLINED, Stop():
            return _after_stop(pieces, position)
        case Phase.COLOUR, Own(colour):
            return _after_choice(pieces, position, colour)
        case Phase.STOP, Agree():
            if fits(pieces, position, position.hands[position.asked - 1]):
                raise IllegalMove("laying-open", "you cannot agree to stop: one of your tiles fits")
            return _with_next_asked(pieces, position, position.asked)
        case Phase.STOP, Decline():
            return position._replace(phase=Phase.DECLINED, asked=0)
    name = type(move).__name__.lower()
    raise IllegalMove("your-turn", f'"{name}" is not possible now: {_EXPECTED[position.phase]}')


def fits(pieces: PieceSet, position: Position, kinds: tuple[Tile, ...]) -> bool:
    """Whether one of these tiles fits anywhere."""
    return pieces.fits(position.table, kinds)


# Laying.


def _after_nexus(pieces: PieceSet, position: Position, move: Lay) -> Position:
    """The first tile is laid, and the other nexus tiles are shuffled into the supply."""
    kind = _kind(pieces, move.tile)
    if not is_nexus(kind):
        raise IllegalMove("set-up", f"the first tile is a nexus tile, not {pieces.write(kind)}")
    if kind not in position.aside:
        message = f"{pieces.write(kind)} is not among the nexus tiles that were set aside"
        raise IllegalMove("set-up", message)
    if move.cell != ORIGIN:
        message = f"the first tile lies in the middle, on 0,0, not on {format_cell(move.cell)}"
        raise IllegalMove("set-up", message)
    return position._replace(
        table=pieces.laid(position.table, move.cell, move.tile),
        supply=tuple(sorted((*position.supply, *without(position.aside, kind)))),
        aside=(),
        phase=Phase.TURN,
        turn=position.next_of(position.turn),
    )


def _after_tile(pieces: PieceSet, position: Position, move: Lay) -> Position:
    """A tile is laid. It may complete a colour for its player, or two of which one is chosen."""
    kind = _kind(pieces, move.tile)
    if kind not in position.choice:
        whose = "among the open tiles" if position.is_open else "in your hand"
        raise IllegalMove("your-tile", f"{pieces.write(kind)} is not {whose}")
    _check_place(pieces, position, move)
    left = without(position.choice, kind)
    position = position._replace(supply=left) if position.is_open else position.with_hand(left)
    position = position._replace(table=pieces.laid(position.table, move.cell, move.tile), passes=0)
    won = won_at(position, move.cell)
    if len(won) > 1:
        return position._replace(phase=Phase.COLOUR, laid=move.cell)
    return _with_hand_filled(pieces, _owning(position, won[0]) if won else position)


def _kind(pieces: PieceSet, tile: Tile) -> Tile:
    if tile not in pieces.kinds:
        raise IllegalMove("your-tile", f"the set has no tile {pieces.write(tile)}")
    return pieces.kinds[tile]


def _check_place(pieces: PieceSet, position: Position, move: Lay) -> None:
    """Raises IllegalMove if the tile does not fit there."""
    where = format_cell(move.cell)
    if move.cell in position.table:
        message = f"a tile lies on {where}: {pieces.write(position.table[move.cell])}"
        raise IllegalMove("empty-place", message)
    met = position.table.places.get(move.cell)
    if met is None:
        raise IllegalMove("touching", f"a tile on {where} touches no tile on the table")
    for side, (own, shown) in enumerate(zip(pieces.sides[move.tile], met.demand, strict=True)):
        if shown is not None and not pieces.agrees(own, shown):
            raise IllegalMove(
                "agreeing-sides",
                f"side {side + 1} of the tile on {where} is {pieces.side(own)} and meets"
                f" {pieces.side(shown)} on {format_cell(beyond(move.cell, side))}",
            )


def _with_hand_filled(pieces: PieceSet, position: Position) -> Position:
    """After a tile was laid: the player draws, and the next one goes on."""
    if position.supply and not position.is_open:
        drawn, position = _draw(position)
        position = position.with_hand((*position.hand, drawn))
    return _with_next_turn(pieces, position)


def _draw(position: Position) -> tuple[Tile, Position]:
    """A tile from the supply, which is not empty."""
    drawn, chance = position.chance.picked(position.supply)
    return drawn, position._replace(supply=without(position.supply, drawn), chance=chance)


def _with_next_turn(pieces: PieceSet, position: Position) -> Position:
    position = position._replace(turn=position.next_of(position.turn), phase=Phase.TURN, laid=None)
    if not position.supply and not any(position.hands):
        return position._replace(phase=Phase.OVER, is_open=True)
    if position.is_open and not fits(pieces, position, position.supply):
        return position._replace(phase=Phase.OVER)
    return position


# Colours.


def won_at(position: Position, cell: Hex) -> tuple[int, ...]:
    """The free colours of which the tile on a cell completes a structure.

    None if the player whose turn it is owns a colour already, or plays alone.
    """
    if position.players == 1 or position.turn in position.owners:
        return ()
    return tuple(
        colour
        for colour, owner in enumerate(position.owners)
        if owner == FREE and structure_at(position.table, cell, colour).is_complete
    )


def _after_choice(pieces: PieceSet, position: Position, colour: int) -> Position:
    laid: Hex = position.laid or ORIGIN
    won = won_at(position, laid)
    if colour not in won:
        known = " or ".join(pieces.colours[each] for each in won)
        message = f"the tile on {format_cell(laid)} wins {known}, not {pieces.colours[colour]}"
        raise IllegalMove("two-colours", message)
    return _with_hand_filled(pieces, _owning(position, colour))


def _owning(position: Position, colour: int) -> Position:
    owners = settled(replaced(position.owners, colour, position.turn), position.players)
    return position._replace(owners=owners)


def settled(owners: tuple[int, ...], players: int) -> tuple[int, ...]:
    """The owners once the last colour is given out: to the last player, or it becomes neutral.

    >>> settled((2, 0, 1), 3), settled((2, 0, 1), 2), settled((2, 0, 0), 2)
    ((2, 3, 1), (2, -1, 1), (2, 0, 0))
    """
    lacking = [player for player in range(1, players + 1) if player not in owners]
    if players > 1 and not lacking:
        return tuple(NEUTRAL if owner == FREE else owner for owner in owners)
    if len(lacking) == owners.count(FREE) == 1 < players:
        return tuple(lacking[0] if owner == FREE else owner for owner in owners)
    return owners


# Exchanging, passing and stopping.


def _after_exchange(pieces: PieceSet, position: Position, kind: Tile) -> Position:
    """The tile is set aside, another one is drawn, and then the supply is shuffled with the first."""
    if position.is_open or not position.supply:
        reason = "all tiles lie open" if position.is_open else "the supply is empty"
        raise IllegalMove("exchange", f"you cannot exchange a tile: {reason}")
    if kind not in position.hand:
        raise IllegalMove("exchange", f"{pieces.write(kind)} is not in your hand")
    hand = without(position.hand, kind)
    drawn, position = _draw(position)
    if position.chose("exchange", "box"):
        position = position._replace(aside=tuple(sorted((*position.aside, kind))))
    else:
        position = position._replace(supply=tuple(sorted((*position.supply, kind))))
    return _with_next_turn(pieces, position.with_hand((*hand, drawn)))


def _why_not_pass(position: Position, *, can_lay: bool) -> str | None:
    """Why the player may not pass; None if the player may."""
    if position.is_open:
        return "all tiles lie open and one of them fits" if can_lay else None
    return "the supply is not empty: lay a tile or exchange one" if position.supply else None


def _after_pass(pieces: PieceSet, position: Position) -> Position:
    """The player passes; when all have passed in a row, the hands are laid open."""
    can_lay = fits(pieces, position, position.choice)
    if reason := _why_not_pass(position, can_lay=can_lay):
        raise IllegalMove("pass", f"you cannot pass: {reason}")
    position = position._replace(
        passes=position.passes + 1, turn=position.next_of(position.turn), phase=Phase.TURN
    )
    return position if position.passes < position.players else _laid_open(pieces, position)


def _why_not_stop(position: Position, *, can_lay: bool) -> str | None:
    """Why the player may not ask the others to stop; None if the player may."""
    if position.is_open:
        return "all tiles lie open already"
    if position.phase is Phase.DECLINED:
        return "the others have been asked, and a player declined"
    return "one of your tiles fits" if can_lay else None


def _after_stop(pieces: PieceSet, position: Position) -> Position:
    """The player asks the others to stop; a player alone lays the tiles open."""
    can_lay = fits(pieces, position, position.choice)
    if reason := _why_not_stop(position, can_lay=can_lay):
        raise IllegalMove("laying-open", f"you cannot ask to stop: {reason}")
    return _with_next_asked(pieces, position, position.turn)


def _with_next_asked(pieces: PieceSet, position: Position, player: int) -> Position:
    following = position.next_of(player)
    if following != position.turn:
        return position._replace(phase=Phase.STOP, asked=following)
    return _laid_open(pieces, position)


def _laid_open(pieces: PieceSet, position: Position) -> Position:
    """All hands and the supply lie open; if none of these tiles fits, the game is over."""
    tiles = [*position.supply, *(tile for hand in position.hands for tile in hand)]
    position = position._replace(
        supply=tuple(sorted(tiles)),
        hands=((),) * position.players,
        is_open=True,
        phase=Phase.TURN,
        asked=0,
        passes=0,
    )
    given_up = position.players == 1 and position.chose("solo-end", "score")
    if given_up or not fits(pieces, position, position.supply):
        return position._replace(phase=Phase.OVER)
    return position
