"""What moves do: laying, exchanging, passing, and stopping to lay all tiles open."""

from __future__ import annotations

from pnp.games.hexstatic.kit import Kit, is_nexus
from pnp.games.hexstatic.owning import with_owner, won_at
from pnp.games.hexstatic.placing import check_place, fits, write_cell
from pnp.games.hexstatic.position import Give, Lay, Own, Phase, Position, without
from pnp.play import IllegalMove
from pnp.tiles import Tile
from pnp.tiles.hexgrid import ORIGIN, Hex


def with_nexus_laid(kit: Kit, position: Position, move: Lay) -> Position:
    """The first turn: the other nexus tiles are mixed into the supply."""
    kind = _kind(kit, move)
    if not is_nexus(kind):
        raise IllegalMove("set-up", f"the first tile is a nexus tile, not {kit.write(kind)}")
    if kind not in position.aside:
        raise IllegalMove("set-up", f"{kit.write(kind)} is not among the nexus tiles put aside")
    if move.cell != ORIGIN:
        message = f"the first tile lies in the middle, on 0,0, not on {write_cell(move.cell)}"
        raise IllegalMove("set-up", message)
    return position._replace(
        table=((move.cell, move.tile),),
        supply=tuple(sorted((*position.supply, *without(position.aside, kind)))),
        aside=(),
        phase=Phase.TURN,
        turn=position.next_of(position.turn),
    )


def with_tile_laid(kit: Kit, position: Position, move: Lay) -> Position:
    """A tile is laid; it may win a colour, or a choice of colours, and then the turn is over."""
    kind = _kind(kit, move)
    if kind not in position.can_be_laid:
        whose = "among the open tiles" if position.is_open else "in your hand"
        raise IllegalMove("your-tile", f"{kit.write(kind)} is not {whose}")
    check_place(kit, position, move)
    left = without(position.can_be_laid, kind)
    position = position._replace(supply=left) if position.is_open else position.with_hand(left)
    table = tuple(sorted((*position.table, (move.cell, move.tile))))
    position = position._replace(table=table, passes=0)
    won = won_at(position, move.cell)
    if len(won) > 1:
        return position._replace(phase=Phase.COLOUR, laid=move.cell)
    return _with_turn_ended(kit, _owning(position, won[0]) if won else position)


def _kind(kit: Kit, move: Lay) -> Tile:
    if move.tile not in kit.kinds:
        raise IllegalMove("your-tile", f"the set has no tile {kit.write(move.tile)}")
    return kit.kinds[move.tile]


def with_colour_chosen(kit: Kit, position: Position, move: Own) -> Position:
    """The player owns one of the colours that were won, and the turn is over."""
    laid: Hex = position.laid or ORIGIN
    won = won_at(position, laid)
    if move.colour not in won:
        known = " or ".join(kit.colours[colour] for colour in won)
        message = f"the tile on {write_cell(laid)} wins {known}, not {kit.colours[move.colour]}"
        raise IllegalMove("two-colours", message)
    return _with_turn_ended(kit, _owning(position, move.colour))


def _owning(position: Position, colour: int) -> Position:
    owners = with_owner(position.owners, colour, position.turn, position.players)
    return position._replace(owners=owners)


def _with_turn_ended(kit: Kit, position: Position) -> Position:
    """After a tile was laid: the hand is filled up, and the next player goes on."""
    if position.supply and not position.is_open:
        drawn, position = _draw(position)
        position = position.with_hand((*position.hand, drawn))
    return _with_next_turn(kit, position)


def _draw(position: Position) -> tuple[Tile, Position]:
    """A tile from the supply, which is not empty."""
    drawn, chance = position.chance.picked(position.supply)
    return drawn, position._replace(supply=without(position.supply, drawn), chance=chance)


def _with_next_turn(kit: Kit, position: Position) -> Position:
    position = position._replace(
        turn=position.next_of(position.turn), phase=Phase.TURN, laid=None, drawn=None
    )
    if not position.supply and not any(position.hands):
        return position._replace(phase=Phase.OVER, is_open=True)
    if position.is_open and not fits(kit, position, position.supply):
        return position._replace(phase=Phase.OVER)
    return position


def why_not_exchange(position: Position) -> str | None:
    """What is against an exchange; None if nothing is."""
    if position.is_open:
        return "all tiles lie open"
    if not position.supply:
        return "the supply is empty"
    return None


def with_exchange_begun(position: Position) -> Position:
    """The player draws a tile, if this is to be done before another one is given back."""
    if reason := why_not_exchange(position):
        raise IllegalMove("exchange", f"you cannot exchange a tile: {reason}")
    position = position._replace(phase=Phase.EXCHANGE)
    if not position.chose("exchange", "draw-first"):
        return position
    drawn, position = _draw(position)
    return position._replace(drawn=drawn)


def with_tile_given(kit: Kit, position: Position, move: Give) -> Position:
    """A tile is given away, and the turn is over."""
    if move.kind not in position.hand:
        just = ", but was just drawn" if move.kind == position.drawn else ""
        message = f"{kit.write(move.kind)} is not in the hand that you exchange from{just}"
        raise IllegalMove("exchange", message)
    hand = without(position.hand, move.kind)
    if position.chose("exchange", "discard"):
        position = position._replace(aside=tuple(sorted((*position.aside, move.kind))))
    else:
        position = position._replace(supply=tuple(sorted((*position.supply, move.kind))))
    drawn = position.drawn
    if drawn is None:
        drawn, position = _draw(position)
    return _with_next_turn(kit, position.with_hand((*hand, drawn)))


def why_not_pass(position: Position, *, can_lay: bool) -> str | None:
    """What is against passing; None if nothing is."""
    if position.is_open:
        if can_lay and position.chose("laying-open", "duty"):
            return "all tiles lie open and one of them fits"
    elif position.supply:
        return "there is a supply: lay a tile or exchange one"
    elif can_lay and position.chose("empty-supply", "must-lay"):
        return "one of your tiles fits"
    return None


def with_pass(kit: Kit, position: Position) -> Position:
    """The player passes; when all have in turn, hands are laid open, or the game is over."""
    can_lay = fits(kit, position, position.can_be_laid)
    if reason := why_not_pass(position, can_lay=can_lay):
        raise IllegalMove("pass", f"you cannot pass: {reason}")
    passes = position.passes + 1
    position = position._replace(
        passes=passes, turn=position.next_of(position.turn), phase=Phase.TURN
    )
    if passes < position.players:
        return position
    if position.is_open:
        return position._replace(phase=Phase.OVER, passes=0)
    return _laid_open(kit, position)


def why_not_stop(position: Position, *, can_lay: bool) -> str | None:
    """What is against asking the others to stop; None if nothing is."""
    if position.is_open:
        return "all tiles lie open already"
    if position.phase is Phase.DECLINED:
        return "the others have been asked, and somebody declined"
    if can_lay:
        return "one of your tiles fits"
    return None


def with_stop(kit: Kit, position: Position) -> Position:
    """The player asks the others to stop; if there are none, the tiles are laid open."""
    can_lay = fits(kit, position, position.can_be_laid)
    if reason := why_not_stop(position, can_lay=can_lay):
        raise IllegalMove("laying-open", f"you cannot ask to stop: {reason}")
    return _with_next_asked(kit, position, position.turn)


def why_not_agree(kit: Kit, position: Position) -> str | None:
    """What is against agreeing that nothing fits; None if nothing is."""
    if fits(kit, position, position.hands[position.asked - 1]):
        return "one of your tiles fits"
    return None


def with_agreement(kit: Kit, position: Position) -> Position:
    """One more player agrees; when all do, the tiles are laid open."""
    if reason := why_not_agree(kit, position):
        raise IllegalMove("laying-open", f"you cannot agree to stop: {reason}")
    return _with_next_asked(kit, position, position.asked)


def _with_next_asked(kit: Kit, position: Position, player: int) -> Position:
    following = position.next_of(player)
    if following != position.turn:
        return position._replace(phase=Phase.STOP, asked=following)
    return _laid_open(kit, position)


def _laid_open(kit: Kit, position: Position) -> Position:
    """All hands and the supply are open; if none of these tiles fits, the game is over."""
    tiles = [*position.supply, *(tile for hand in position.hands for tile in hand)]
    position = position._replace(
        supply=tuple(sorted(tiles)),
        hands=((),) * position.players,
        is_open=True,
        phase=Phase.TURN,
        asked=0,
        passes=0,
    )
    scored_now = position.players == 1 and position.chose("solo-end", "score")
    if scored_now or not fits(kit, position, position.supply):
        return position._replace(phase=Phase.OVER)
    return position
