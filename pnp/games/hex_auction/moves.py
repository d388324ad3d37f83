"""Moves of Hex Auction: what a player may do in each step, and what follows from it."""

from __future__ import annotations

from pnp.basics.words import counted
from pnp.games.hex_auction.pieces import PieceSet
from pnp.games.hex_auction.position import COINS, Bid, Choose, Move, Phase, Position, Run, Stop
from pnp.play import IllegalMove
from pnp.play.tiles import Lay, replaced, without
from pnp.tiles import Tile
from pnp.tiles.hexgrid import Hex, format_cell, neighbours

# The game ends with the turn in which so many special tiles lie on the board.
LAST_SPECIAL = 3

_EXPECTED = {
    Phase.BID: "make a bid",
    Phase.CHOOSE: "choose a tile of the offer",
    Phase.LAY: "lay a tile, or stop",
}


def legal_moves(pieces: PieceSet, position: Position) -> tuple[Move, ...]:
    """Every legal move: bids from the lowest; tiles of the offer; stopping, then placements."""
    match position.phase:
        case Phase.BID:
            coins = position.coins[position.mover - 1]
            return tuple(map(Bid, range(least_bid(position, coins), coins + 1)))
        case Phase.CHOOSE:
            return tuple(map(Choose, dict.fromkeys(position.offer)))
        case Phase.LAY:
            kinds = dict.fromkeys(position.hand)
            return Stop(), *pieces.everywhere(kinds, sorted(places(position)))
    return ()


def least_bid(position: Position, coins: int) -> int:
    """The lowest bid that a player with so many coins may make."""
    return min(1, coins) if position.options["bid-nothing"] == "forbidden" else 0


def places(position: Position) -> set[Hex]:
    """The cells for the next tile of a run: beside the tile before it, or beside any tile."""
    if position.run:
        return {cell for cell in neighbours(position.run[-1]) if cell not in position.table}
    return {*position.table.places}


def played(pieces: PieceSet, position: Position, move: Move) -> Position:
    """The position after a move; raises IllegalMove."""
    match position.phase, move:
        case Phase.OVER, _:
            reason = end_reason(pieces, position)
            raise IllegalMove("end-of-the-game", f"the game is over: {reason}")
        case Phase.BID, Bid(coins):
            return _after_bid(position, coins)
        case Phase.CHOOSE, Choose(kind):
            return _after_choice(pieces, position, kind)
        case Phase.LAY, Lay(tile, cell):
            return _after_tile(pieces, position, tile, cell)
        case Phase.LAY, Stop():
            return _after_run(pieces, position)
    name = type(move).__name__.lower()
    raise IllegalMove("your-turn", f'"{name}" is not possible now: {_EXPECTED[position.phase]}')


def _after_bid(position: Position, coins: int) -> Position:
    """The player has bid; when all have, the bids are revealed."""
    has = position.coins[position.mover - 1]
    if not 0 <= coins <= has:
        raise IllegalMove("bid", f"you cannot bid {coins}: you have {counted(has, 'coin')}")
    if coins < least_bid(position, has):
        raise IllegalMove("bid-nothing", "you cannot bid nothing: you have a coin")
    bids = (*position.bids, coins)
    phase = Phase.CHOOSE if len(bids) == position.players else Phase.BID
    return position._replace(bids=bids, phase=phase)


def _after_choice(pieces: PieceSet, position: Position, kind: Tile) -> Position:
    """The player takes a tile; when the offer is empty, the players lay."""
    if kind not in position.offer:
        known = ", ".join(map(pieces.write, position.offer))
        raise IllegalMove("choose", f"{pieces.write(kind)} is not on offer; choose from {known}")
    offer = without(position.offer, kind)
    hand = tuple(sorted((*position.hand, kind)))
    return position._replace(
        offer=offer,
        hands=replaced(position.hands, position.mover - 1, hand),
        phase=Phase.CHOOSE if offer else Phase.LAY,
        done=position.done + 1 if offer else 0,
    )


def _after_tile(pieces: PieceSet, position: Position, tile: Tile, cell: Hex) -> Position:
    """The player lays a tile, which is the last of the run so far."""
    kind = pieces.kinds.get(tile)
    if kind is None or kind not in position.hand:
        raise IllegalMove("your-tile", f"{pieces.write(tile)} is not in your hand")
    where = format_cell(cell)
    if cell in position.table:
        lying = pieces.write(position.table[cell])
        raise IllegalMove("empty-place", f"a tile lies on {where}: {lying}")
    if cell not in places(position):
        if position.run:
            before = format_cell(position.run[-1])
            message = f"a tile on {where} does not touch {before}, where you laid the tile before"
            raise IllegalMove("run", message)
        raise IllegalMove("touching", f"a tile on {where} touches no tile on the board")
    return position._replace(
        table=pieces.laid(position.table, cell, tile),
        hands=replaced(position.hands, position.mover - 1, without(position.hand, kind)),
        run=(*position.run, cell),
    )


def _after_run(pieces: PieceSet, position: Position) -> Position:
    """The run is finished; after the last player's, so is the turn."""
    if position.run:
        several = position.options["runs"] == "several" and position.hand
        run = Run(position.mover, position.run)
        position = position._replace(runs=(*position.runs, run), run=())
        if several:
            return position
    position = position._replace(done=position.done + 1)
    if position.done < position.players:
        return position
    return next_turn(pieces, shared_out(position))


# The end of a turn and of the game.


def coins_each(pieces: PieceSet, position: Position) -> int:
    """The number of coins that each player gets at the start."""
    return COINS.get(position.options["coins"], pieces.coins)


def all_coins(pieces: PieceSet, position: Position) -> int:
    """The number of coins in the game: those of the players, and the one that opens the pot."""
    return position.players * coins_each(pieces, position) + 1


def specials_on_board(pieces: PieceSet, position: Position) -> int:
    """The number of special tiles on the board."""
    return sum(pieces.kinds[tile] in pieces.special for tile in position.table.values())


def least_offer(position: Position) -> int:
    """The number of tiles that the supply needs for another turn to begin."""
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
    supply = pieces.rest((*position.table.values(), *hands))
    chance = position.chance
    offer: list[Tile] = []
    while supply and len(offer) < position.players:
        tile, supply, chance = chance.drawn(supply)
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
