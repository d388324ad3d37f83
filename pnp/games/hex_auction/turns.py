"""What happens between the decisions of a turn: the offer, the sharing out and the end of the game."""

from __future__ import annotations

from pnp.basics.words import counted
from pnp.games.hex_auction.pieces import PieceSet
from pnp.games.hex_auction.position import COINS, Phase, Position
from pnp.tiles import Tile

# The game ends with the turn in which so many special tiles lie on the board.
LAST_SPECIAL = 3


def coins_each(pieces: PieceSet, position: Position) -> int:
    """The number of coins that each player gets at the start."""
    return COINS.get(dict(position.options)["coins"], pieces.coins)


def all_coins(pieces: PieceSet, position: Position) -> int:
    """The number of coins in the game: those of the players, and the one that opens the pot."""
    return position.players * coins_each(pieces, position) + 1


def specials_on_board(pieces: PieceSet, position: Position) -> int:
    """The number of special tiles on the board."""
    return sum(pieces.kinds[tile] in pieces.special for tile in position.table.values())


def least_offer(position: Position) -> int:
    """The number of tiles in the supply with which another turn begins."""
    return 1 if position.options["empty-supply"] == "rest" else position.players


def end_reason(pieces: PieceSet, position: Position) -> str:
    """Why no further turn begins; empty if one does."""
    specials = specials_on_board(pieces, position)
    if specials >= LAST_SPECIAL:
        return f"{specials} special tiles lie on the board"
    supply = pieces.total - position.tiles_in_play
    return f"the supply has {counted(supply, 'tile')}" if supply < least_offer(position) else ""


def next_turn(pieces: PieceSet, position: Position) -> Position:
    """The beginning of the next turn with its offer, or the end of the game."""
    if end_reason(pieces, position):
        return position._replace(phase=Phase.OVER, done=0)
    hands = (tile for hand in position.hands for tile in hand)
    supply = [*pieces.rest((*position.table.values(), *hands))]
    chance = position.chance
    offer: list[Tile] = []
    while supply and len(offer) < position.players:
        tile, chance = chance.picked(supply)
        supply.remove(tile)
        offer.append(tile)
    return position._replace(
        turn=position.turn + 1, phase=Phase.BID, done=0, offer=tuple(sorted(offer)), chance=chance
    )


def shared_out(position: Position) -> Position:
    """The pot takes all bids and is shared; the tie-breaker goes to the next player."""
    share, pot = divmod(position.pot + sum(position.bids), position.players)
    return position._replace(
        coins=tuple(
            coins - bid + share for coins, bid in zip(position.coins, position.bids, strict=True)
        ),
        bids=(),
        pot=pot,
        tie_breaker=position.tie_breaker % position.players + 1,
    )
