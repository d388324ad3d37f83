"""Moves of HexStatic: what a player may do in each step, and what follows from it."""

from __future__ import annotations

from pnp.games.hexstatic.pieces import PieceSet
from pnp.games.hexstatic.position import (
    FREE,
    NEUTRAL,
    Agree,
    Decline,
    Exchange,
    Move,
    Own,
    Pass,
    Phase,
    Position,
    Stop,
)
from pnp.games.hexstatic.structures import structure_at
from pnp.play import IllegalMove
from pnp.play.tiles import Lay, replaced, without
from pnp.tiles import Tile
from pnp.tiles.hexgrid import ORIGIN, format_cell

_EXPECTED = {
    Phase.NEXUS: "the starting player lays a nexus tile",
    Phase.COLOUR: "choose one of the colours that you have won",
    Phase.STOP: "agree to stop, or decline",
}


def legal_moves(pieces: PieceSet, position: Position) -> tuple[Move, ...]:
    """Every legal move: placements, then the others."""
    lays: list[Lay] = []
    others: list[Move] = []
    match position.phase:
        case Phase.NEXUS:
            kinds = dict.fromkeys(position.aside)
            lays = [Lay(turned, ORIGIN) for kind in kinds for turned in pieces.turns[kind]]
        case Phase.TURN | Phase.DECLINED:
            lays = pieces.placements(position.table, position.choice)
            can_exchange = position.supply and not position.is_open
            others += map(Exchange, dict.fromkeys(position.choice if can_exchange else ()))
            rest = () if lays and position.supply else (Pass(), Stop())
            others += (move for move in rest if _objection(pieces, position, move) is None)
        case Phase.COLOUR:
            others += map(Own, won_colours(position))
        case Phase.STOP:
            others = [Decline()] if can_lay(pieces, position) else [Agree(), Decline()]
    return *lays, *others


def played(pieces: PieceSet, position: Position, move: Move) -> Position:
    """The position after a move; raises IllegalMove."""
    match position.phase, move:
        case Phase.OVER, _:
            raise IllegalMove("end-of-the-game", "the game is over")
        case Phase.NEXUS, Lay():
            return _after_nexus(pieces, position, move)
        case Phase.TURN | Phase.DECLINED, Lay():
            return _after_tile(pieces, position, move)
        case Phase.COLOUR, Own(colour):
            return _after_choice(pieces, position, colour)
        case Phase.STOP, Decline():
            return position._replace(phase=Phase.DECLINED, asked=0)
        case (Phase.TURN | Phase.DECLINED, Exchange() | Pass() | Stop()) | (Phase.STOP, Agree()):
            return _after_other(pieces, position, move)
    name = type(move).__name__.lower()
    raise IllegalMove(
        "your-turn",
        f'"{name}" is not possible now: {_EXPECTED.get(position.phase, "lay a tile, exchange one, or pass")}',
    )


# Laying.


def _after_nexus(pieces: PieceSet, position: Position, move: Lay) -> Position:
    """The first tile is laid, and the other nexus tiles are shuffled into the supply."""
    kind = pieces.kinds.get(move.tile, move.tile)
    if kind not in position.aside:
        message = (
            f"the first tile is a nexus tile that was set aside, not {pieces.write(move.tile)}"
        )
        raise IllegalMove("set-up", message)
    if move.cell != ORIGIN:
        message = f"the first tile lies in the middle, on 0,0, not on {format_cell(move.cell)}"
        raise IllegalMove("set-up", message)
    return position._replace(
        table=pieces.laid(position.table, move.cell, move.tile),
        supply=tuple(sorted((*position.supply, *without(position.aside, kind)))),
        aside=(),
        phase=Phase.TURN,
        turn=position.next_turn,
    )


def _after_tile(pieces: PieceSet, position: Position, move: Lay) -> Position:
    """A tile is laid. If it wins several colours for its player, the player chooses one."""
    kind, is_open = pieces.kinds.get(move.tile, move.tile), position.is_open
    if kind not in position.choice:
        whose = "among the open tiles" if is_open else "in your hand"
        raise IllegalMove("your-tile", f"{pieces.write(move.tile)} is not {whose}")
    _check_place(pieces, position, move)
    left = without(position.choice, kind)
    position = position._replace(
        table=pieces.laid(position.table, move.cell, move.tile),
        supply=left if is_open else position.supply,
        hands=position.hands if is_open else position.with_hand(left),
        passes=0,
        laid=move.cell,
    )
    won = won_colours(position)
    if len(won) > 1:
        return position._replace(phase=Phase.COLOUR)
    return _after_laying(pieces, _owning(position, won[0]) if won else position)


def _check_place(pieces: PieceSet, position: Position, move: Lay) -> None:
    """Raises IllegalMove if the tile does not fit there."""
    if pieces.agrees_at(position.table, move):
        return
    table, where = position.table, format_cell(move.cell)
    if move.cell in table:
        message = f"a tile lies on {where}: {pieces.write(table[move.cell])}"
        raise IllegalMove("empty-place", message)
    if move.cell not in table.places:
        raise IllegalMove("touching", f"a tile on {where} touches no tile on the table")
    if (clash := pieces.clash(table, move.cell, move.tile)) is not None:
        raise IllegalMove("agreeing-sides", clash)


def _after_laying(pieces: PieceSet, position: Position) -> Position:
    """The player draws a tile, if there is one to draw, and the turn ends."""
    if position.is_open or not position.supply:
        return _with_next_turn(pieces, position)
    drawn, supply, chance = position.chance.drawn(position.supply)
    hands = position.with_hand((*position.choice, drawn))
    return _with_next_turn(pieces, position._replace(hands=hands, supply=supply, chance=chance))


def _with_next_turn(pieces: PieceSet, position: Position) -> Position:
    """The next player's turn, or the end of the game."""
    position = position._replace(turn=position.next_turn, phase=Phase.TURN, laid=None)
    return position if goes_on(pieces, position) else position._replace(phase=Phase.OVER)


def goes_on(pieces: PieceSet, position: Position) -> bool:
    """Whether players may still lay a tile: not all tiles lie open yet, or an open one fits.

    By one choice of the option "solo-end", a player alone who turns up the tiles lays no more.
    """
    gives_up = position.players == 1 and position.options["solo-end"] == "score"
    return not position.is_open or (not gives_up and can_lay(pieces, position))


# Colours.


def won_colours(position: Position) -> tuple[int, ...]:
    """The free colours of which the tile just laid completes a structure, if its player can win one.

    A player who owns a colour, or plays alone, wins none.
    """
    laid = position.laid
    if laid is None or position.players == 1 or position.turn in position.owners:
        return ()
    return tuple(
        colour
        for colour, owner in enumerate(position.owners)
        if owner == FREE and structure_at(position.table, laid, colour).is_complete
    )


def _after_choice(pieces: PieceSet, position: Position, colour: int) -> Position:
    won = won_colours(position)
    if colour not in won:
        known = " or ".join(pieces.colours[each] for each in won)
        message = f"you have won {known}, not {pieces.colours[colour]}"
        raise IllegalMove("two-colours", message)
    return _after_laying(pieces, _owning(position, colour))


def _owning(position: Position, colour: int) -> Position:
    owners = settled(replaced(position.owners, colour, position.turn), position.players)
    return position._replace(owners=owners)


def settled(owners: tuple[int, ...], players: int) -> tuple[int, ...]:
    """The owners with the last colour settled: it goes to the last player, or becomes neutral.

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


def can_lay(pieces: PieceSet, position: Position) -> bool:
    """Whether any tile fits of the player who decides now; all share the tiles that lie open."""
    return pieces.fits(position.table, _own_kinds(position))


def _own_kinds(position: Position) -> tuple[Tile, ...]:
    return position.hands[position.asked - 1] if position.asked else position.choice


def _objection(pieces: PieceSet, position: Position, move: Move) -> IllegalMove | None:
    """Why the player may not exchange a tile, pass, stop or agree; None if the player may."""
    match move:
        case Exchange() if position.is_open:
            return IllegalMove("exchange", "you cannot exchange a tile: all tiles lie open")
        case Exchange() if not position.supply:
            return IllegalMove("exchange", "you cannot exchange a tile: the supply is empty")
        case Exchange(kind) if kind not in position.choice:
            return IllegalMove("exchange", f"{pieces.write(kind)} is not in your hand")
        case Pass() if position.is_open:
            return IllegalMove("pass", "you cannot pass: one of the open tiles fits")
        case Pass() if position.supply:
            return IllegalMove("pass", "you cannot pass: lay a tile or exchange one")
        case Stop() if position.is_open:
            return IllegalMove("laying-open", "you cannot ask to stop: all tiles lie open")
        case Stop() if position.phase is Phase.DECLINED:
            return IllegalMove("laying-open", "you cannot ask to stop again in this turn")
        case Stop() | Agree() if can_lay(pieces, position):
            tile, cell = pieces.placements(position.table, _own_kinds(position))[0]
            message = f"you cannot stop: {pieces.write(tile)} fits on {format_cell(cell)}"
            return IllegalMove("laying-open", message)
    return None


def _after_other(pieces: PieceSet, position: Position, move: Move) -> Position:
    if (objection := _objection(pieces, position, move)) is not None:
        raise objection
    match move:
        case Exchange(kind):
            return _after_exchange(pieces, position, kind)
        case Pass():
            passes, following = position.passes + 1, position.next_turn
            position = position._replace(passes=passes, turn=following, phase=Phase.TURN)
            return _laid_open(pieces, position) if passes == position.players else position
    asked = (position.asked or position.turn) % position.players + 1
    if asked == position.turn:
        return _laid_open(pieces, position)
    return position._replace(phase=Phase.STOP, asked=asked)


def _after_exchange(pieces: PieceSet, position: Position, kind: Tile) -> Position:
    """Another tile is drawn, and the tile goes into the supply or out of the game."""
    drawn, supply, chance = position.chance.drawn(position.supply)
    hands = position.with_hand((*without(position.choice, kind), drawn))
    aside = position.aside
    if position.options["exchange"] == "box":
        aside = tuple(sorted((*aside, kind)))
    else:
        supply = tuple(sorted((*supply, kind)))
    position = position._replace(hands=hands, supply=supply, aside=aside, chance=chance)
    return _with_next_turn(pieces, position)


def _laid_open(pieces: PieceSet, position: Position) -> Position:
    """All hands and the supply lie open; if none of these tiles fits, the game is over."""
    tiles = [*position.supply, *(tile for hand in position.hands for tile in hand)]
    position = position._replace(
        supply=tuple(sorted(tiles)),
        hands=((),) * position.players,
        phase=Phase.TURN,
        asked=0,
        passes=0,
    )
    return position if goes_on(pieces, position) else position._replace(phase=Phase.OVER)
