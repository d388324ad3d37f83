"""Bids and money that a file leaves out: every order of the turn, with bids that make it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations

from pnp.games.hex_auction.moves import least_bid
from pnp.games.hex_auction.pieces import Pieces
from pnp.games.hex_auction.position import Phase, Position, order_of
from pnp.games.hex_auction.turn import money
from pnp.games.hex_auction.written import File


def bidden(pieces: Pieces, file: File, position: Position) -> Iterator[Position]:
    """The position with each tie-breaker and bids that it can have, and all of its money."""
    for tie_breaker, bids in _auctions(pieces, file, position):
        yield _with_money(pieces, file, position._replace(tie_breaker=tie_breaker, bids=bids))


def _auctions(
    pieces: Pieces, file: File, position: Position
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Tie-breakers and bids: one of each order that they can make; where none can be, the usual."""
    tie_breakers = (file.tie_breaker,) if file.says("tie-breaker") else range(file.players)
    if file.bids or position.phase is Phase.OVER:
        yield from ((tie_breaker, position.bids) for tie_breaker in tie_breakers)
        return
    found = set()
    for tie_breaker in tie_breakers:
        for seats in _orders(file, position.phase, tie_breaker):
            bids = _bids(pieces, file, position._replace(tie_breaker=tie_breaker), seats)
            if bids is not None and (order := order_of(bids, tie_breaker)) not in found:
                found.add(order)
                yield tie_breaker, bids
    if not found:
        bidders = (file.to_move or 0) if position.phase is Phase.BID else file.players
        yield tie_breakers[0], (0,) * bidders


def _orders(file: File, phase: Phase, tie_breaker: int) -> Iterable[Sequence[int]]:
    """Who can have bid, the highest bid first; that of equal bids before all others."""
    players = range(file.players)
    if phase is not Phase.BID:
        return permutations((tie_breaker + number) % len(players) for number in players)
    return [range(bidders) for bidders in (players if file.to_move is None else (file.to_move,))]


def _bids(
    pieces: Pieces, file: File, position: Position, seats: Sequence[int]
) -> tuple[int, ...] | None:
    """The least bids that make this order, and with which all money is there; None if none do."""
    players = file.players
    each = position.coins_each(pieces.coins)
    has = position.coins if file.coins else (each,) * players
    if file.coins and position.turn == 1:
        return tuple(max(0, each - has[seat]) for seat in sorted(seats))
    bids: dict[int, int] = {}
    lowest, after = 0, players
    for seat in reversed(seats):
        nearness = (seat - position.tie_breaker) % players
        lowest = max(least_bid(position, has[seat]), lowest + (nearness > after))
        bids[seat], after = lowest, nearness
    if file.coins:
        left = money(pieces, position) - sum(has)
        spare = left - sum(bids.values())
        pot = min(left % players, spare) if file.pot is None else file.pot
        if spare < pot or spare < 0 or (spare > pot and not seats):
            return None
        for seat, more in zip(seats, _dealt(spare - pot, len(seats)), strict=True):
            bids[seat] += more
    return tuple(bids[seat] for seat in sorted(seats))


def _with_money(pieces: Pieces, file: File, position: Position) -> Position:
    """Coins that are not told are those of the start, less bids; the pot has all that is left.

    Where that does not make up the money that there is, the coins are dealt out.
    """
    players, each = file.players, position.coins_each(pieces.coins)
    bids = position.bids + (0,) * (players - len(position.bids))
    left = money(pieces, position) - sum(bids) - (file.pot or 0)
    coins = position.coins if file.coins else tuple(max(0, each - bid) for bid in bids)
    wrong = sum(coins) > left or (file.pot is not None and sum(coins) < left)
    if not file.coins and wrong:
        coins = _dealt(max(0, left), players)
    pot = max(0, left - sum(coins)) if file.pot is None else file.pot
    return position._replace(coins=coins, pot=pot)


def _dealt(coins: int, players: int) -> tuple[int, ...]:
    """So many coins, as equally as can be.

    >>> _dealt(11, 3)
    (4, 4, 3)
    """
    share, more = divmod(coins, max(1, players))
    return tuple(share + (seat < more) for seat in range(players))
