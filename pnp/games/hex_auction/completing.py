"""What a file leaves out: the usual, or else the first that it can be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pnp.games.hex_auction.counting import fits
from pnp.games.hex_auction.moves import least_bid
from pnp.games.hex_auction.pieces import Pieces
from pnp.games.hex_auction.position import Phase, Position, Run
from pnp.games.hex_auction.turn import (
    final_run,
    money,
    most_turns,
    next_turn,
    offered,
)
from pnp.games.hex_auction.written import File, WrittenRun


def completed(pieces: Pieces, file: File) -> Position:
    """The position, with all that the file is silent about."""
    position = _in_turn(pieces, _with_money(pieces, _written(file), file), file)
    if position.phase is Phase.CHOOSE and not file.says("offer"):
        position = _drawn(pieces, position)
    if _begins(file):
        position = _begun(pieces, position, file)
    return _redated(pieces, position, file)


def _written(file: File) -> Position:
    """The position as far as it is written, in a turn that is still to be found."""
    players = file.players
    hands = (tuple(sorted(tile.value for tile in hand.value)) for hand in file.hands)
    return Position(
        file.options,
        tiles=tuple(sorted((cell, tile.value) for cell, tile in file.tiles.items())),
        coins=tuple(coins.value for coins in file.coins),
        hands=tuple(hands) or ((),) * players,
        pad=tuple(points.value for points in file.points) or (0,) * players,
        chance=file.chance,
        tie_breaker=file.tie_breaker,
        phase=file.phase or _phase(file),
        bids=tuple(bid.value for bid in file.bids),
        offer=tuple(sorted(tile.value for tile in file.offer)),
        runs=tuple(_dated(file.runs)),
        run=tuple(cell.value for cell in file.run),
        extract=not file.is_whole,
    )


def _phase(file: File) -> Phase:
    if file.run:
        return Phase.LAY
    if len(file.bids) < file.players:
        return Phase.BID
    return Phase.CHOOSE if file.offer else Phase.LAY


def _dated(runs: tuple[WrittenRun, ...]) -> Iterator[Run]:
    """The runs with their turns: where none is written, the first in which it can have been laid."""
    turn = 1
    laid: dict[int, int] = {}
    latest: dict[int, int] = {}
    for run in runs:
        seat = run.seat
        laid[seat] = laid.get(seat, 0) + len(run.cells)
        turn = run.turn or max(turn, laid[seat], latest.get(seat, 0) + 1)
        latest[seat] = turn
        yield Run(turn, seat, tuple(cell.value for cell in run.cells))


def _with_money(pieces: Pieces, position: Position, file: File) -> Position:
    """Coins that are not told are those of the start, less bids; the pot has all that is left.

    Where that does not make up the money that there is, it is dealt out to those who do not tell
    what they have: coins, or else bids.
    """
    players, each = file.players, position.coins_each(pieces.coins)
    everybody = (each,) * players
    if not position.bids and position.phase in (Phase.CHOOSE, Phase.LAY):
        position = position._replace(bids=_untold_bids(pieces, position, file))
    bids = position.bids + (0,) * (players - len(position.bids))
    left = money(pieces, position) - sum(bids) - (file.pot or 0)
    coins = position.coins or tuple(
        max(0, coins - bid) for coins, bid in zip(everybody, bids, strict=True)
    )
    wrong = sum(coins) > left or (file.pot is not None and sum(coins) < left)
    if not file.coins and wrong:
        coins = _dealt(max(0, left), players)
    pot = max(0, left - sum(coins)) if file.pot is None else file.pot
    return position._replace(coins=coins, pot=pot)


def _untold_bids(pieces: Pieces, position: Position, file: File) -> tuple[int, ...]:
    """The least bids, or those by which all money is there."""
    each = position.coins_each(pieces.coins)
    if not position.coins:
        return (least_bid(position, each),) * file.players
    if file.turn == 1:
        return tuple(max(0, each - coins) for coins in position.coins)
    left = money(pieces, position) - sum(position.coins)
    pot = left % file.players if file.pot is None else file.pot
    return _dealt(max(0, left - pot), file.players)


def _dealt(coins: int, players: int) -> tuple[int, ...]:
    """So many coins, as equally as can be.

    >>> _dealt(11, 3)
    (4, 4, 3)
    """
    share, more = divmod(coins, players)
    return tuple(share + (seat < more) for seat in range(players))


def _in_turn(pieces: Pieces, position: Position, file: File) -> Position:
    """With the first turn that it can be, and the first player who can be to move, where untold."""
    found = [
        position._replace(turn=turn, tie_breaker=seat, done=done)
        for turn in _turns(pieces, position, file)
        for seat in _tie_breakers(file)
        for done in _done(pieces, position._replace(turn=turn, tie_breaker=seat), file)
    ]
    return next((each for each in found if fits(pieces, each)), found[0])


def _turns(pieces: Pieces, position: Position, file: File) -> Iterable[int]:
    """The turns that it can be after all runs, if the file does not tell.

    It is still the turn of the last run where the game is over, or where that turn is the last.
    """
    if file.turn:
        return (file.turn,)
    last = max((run.turn for run in position.runs), default=0)
    # After the last turn there is none that could begin, so that the game is over.
    turns = range(last, max(last, most_turns(pieces, position)) + 2)
    if position.phase is Phase.OVER:
        return turns[:-1]
    final = final_run(pieces, position)
    if position.phase is Phase.LAY and final is not None and final < len(position.runs):
        return (last,)
    return turns[1:]


def _tie_breakers(file: File) -> Iterable[int]:
    """Who may have the tie-breaker; where that is not told, player 1 rather than others."""
    return (file.tie_breaker,) if file.says("tie-breaker") else range(file.players)


def _done(pieces: Pieces, position: Position, file: File) -> Iterable[int]:
    """How many can have chosen, or had their chance to lay, before the player whose move it is."""
    players = position.players
    if position.phase not in (Phase.CHOOSE, Phase.LAY) or len(position.bids) < players:
        return (0,)
    acting = position.order if position.phase is Phase.CHOOSE else position.order[::-1]
    if file.to_move is not None:
        return (acting.index(file.to_move),)
    if position.phase is Phase.CHOOSE:
        done = max(0, offered(pieces, position) - len(position.offer))
        return (min(done, players - 1),) if position.offer else range(players)
    laid = [acting.index(run.seat) + 1 for run in position.runs if run.turn == position.turn]
    return range(min(max(laid, default=0), players - 1), players)


def _drawn(pieces: Pieces, position: Position) -> Position:
    """With an offer for those who have not chosen."""
    drawn, chance = position.chance.shuffled(pieces.bag_without(position.used()))
    offer = tuple(sorted(drawn[: position.players - position.done]))
    return position._replace(offer=offer, chance=chance)


def _begins(file: File) -> bool:
    """Whether a turn begins, of which nothing is told but bids."""
    nothing = not file.offer and not file.run and len(file.bids) < file.players
    return file.phase in (None, Phase.BID) and nothing


def _begun(pieces: Pieces, position: Position, file: File) -> Position:
    """The beginning of the turn, or the end of the game, unless the file says that players bid."""
    begun = next_turn(pieces, position._replace(turn=max(0, position.turn - 1)))
    if begun.phase is not Phase.OVER:
        return begun._replace(bids=position.bids)
    if file.phase is Phase.BID:
        return position
    return begun._replace(bids=position.bids, turn=file.turn or begun.turn)


def _redated(pieces: Pieces, position: Position, file: File) -> Position:
    """With one turn for all runs from that on with which the game ends, where none is written."""
    final = final_run(pieces, position)
    if final is None or position.phase not in (Phase.LAY, Phase.OVER):
        return position
    latest, runs = position.turn, list(position.runs)
    for number in reversed(range(final, len(runs))):
        latest = file.runs[number].turn or max(latest, runs[number].turn)
        runs[number] = runs[number]._replace(turn=latest)
    return position._replace(runs=tuple(runs))
