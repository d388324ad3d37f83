"""The steps of a turn that nobody decides: the offer, the sharing out, and the end of the game."""

from __future__ import annotations

from pnp.games.hex_auction.pieces import Pieces, kind
from pnp.games.hex_auction.position import Phase, Position
from pnp.hexgrid import ORIGIN


def money(pieces: Pieces, position: Position) -> int:
    """All coins that there are: what each player began with, and the one that opened the pot."""
    return position.players * position.coins_each(pieces.coins) + 1


def specials(pieces: Pieces, position: Position) -> int:
    """How many special tiles on the board count towards the end."""
    ignored = ORIGIN if position.chose("first-tile") == "ignored" else None
    return sum(kind(edges) in pieces.special for cell, edges in position.tiles if cell != ignored)


def enough_specials(pieces: Pieces, position: Position) -> bool:
    """Whether so many special tiles lie on the board that this turn is the last."""
    return specials(pieces, position) >= int(position.chose("specials"))


def end_reason(pieces: Pieces, position: Position) -> str:
    """Why no further turn begins, or nothing if one does ("End of the game")."""
    if enough_specials(pieces, position):
        return f"{specials(pieces, position)} special tiles lie on the board"
    supply = len(pieces.bag_without(position.used()))
    if supply < _least_offer(position):
        return f"{supply} tiles are left in the supply"
    return ""


def next_turn(pieces: Pieces, position: Position) -> Position:
    """The beginning of the next turn, with its offer ("Offer"), or the end of the game."""
    between = position._replace(bids=(), done=0)
    if end_reason(pieces, between):
        return between._replace(phase=Phase.OVER)
    drawn, chance = position.chance.shuffled(pieces.bag_without(position.used()))
    offer = tuple(sorted(drawn[: position.players]))
    return between._replace(turn=position.turn + 1, phase=Phase.BID, offer=offer, chance=chance)


def shared_out(position: Position) -> Position:
    """Bids go into the pot, the pot to all, the tie-breaker to the next player ("Share out")."""
    players = position.players
    payers = position.order if position.chose("bids-spent") == "all" else position.order[:1]
    gain, pot = divmod(position.pot + sum(position.bids[seat] for seat in payers), players)
    kept = (0 if seat in payers else bid for seat, bid in enumerate(position.bids))
    return position._replace(
        coins=tuple(coins + bid + gain for coins, bid in zip(position.coins, kept, strict=True)),
        bids=(),
        pot=pot,
        tie_breaker=(position.tie_breaker + 1) % players,
    )


def _least_offer(position: Position) -> int:
    """With how many tiles in the supply there is another turn."""
    return position.players if position.chose("empty-supply") == "end" else 1
