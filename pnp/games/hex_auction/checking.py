"""What is wrong with a position that was read: every rule that it breaks, with its place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import chain

from pnp.basics.errors import Finding, Place, in_file_order
from pnp.basics.words import counted
from pnp.games.hex_auction.history import Checked, course, sums
from pnp.games.hex_auction.moves import least_bid
from pnp.games.hex_auction.pieces import Edges, kind
from pnp.games.hex_auction.position import Phase, Position
from pnp.games.hex_auction.scoring import name, write_cell
from pnp.games.hex_auction.turn import money
from pnp.games.hex_auction.written import Written
from pnp.play import IllegalPosition
from pnp.play.game import illegal
from pnp.tiles.hexgrid import ORIGIN, Hex, connected, neighbours

Check = Callable[[Checked], Iterable[Finding]]


def standing(candidates: Iterator[Checked]) -> Position:
    """The first of the positions of a file that breaks no rule.

    Raises IllegalPosition where none is left, with all rules that the usual one breaks, but none
    that it breaks only because of another one.
    """
    usual = next(candidates)
    of_tiles = [*_set(usual), *_first_of(usual, _board, _runs)]
    found = _findings(usual, of_tiles)
    if not found:
        return usual.position
    # The tiles are the same in all of them.
    for checked in () if of_tiles else candidates:
        if not _findings(checked):
            return checked.position
    raise IllegalPosition(in_file_order(found))


def _findings(checked: Checked, of_tiles: Iterable[Finding] = ()) -> list[Finding]:
    """What is wrong with the tiles, and with turns and money."""
    found = [*of_tiles, *_first_of(checked, _step, _mover, *course)]
    found += () if found else _first_of(checked, *sums)
    return [*found, *_first_of(checked, _money, _first_money, _bids)]


def _first_of(checked: Checked, *checks: Check) -> list[Finding]:
    """What the first of the checks finds that finds anything: the next ones rely on it."""
    return next(filter(None, (list(check(checked)) for check in checks)), [])


def _set(checked: Checked) -> Iterator[Finding]:
    """There is no more of a tile than the set has."""
    file, tiles = checked.file, checked.pieces.tiles
    hands = chain.from_iterable(hand.value for hand in file.hands)
    seen: Counter[Edges] = Counter()
    for edges, place in (*file.tiles.values(), *hands, *file.offer):
        tile = kind(edges)
        seen[tile] += 1
        if seen[tile] > tiles[tile]:
            text = checked.pieces.write(edges)
            message = f"this is {text} number {seen[tile]}; the set has {tiles[tile]}"
            yield illegal("tiles-of-the-set", message, place)


def _board(checked: Checked) -> Iterator[Finding]:
    """All tiles hang together; of each part that does not one is told."""
    tiles = checked.file.tiles
    if not tiles:
        yield illegal("set-up", "no tile lies on the board", checked.file.place_of("tiles"))
        return
    first, *others = tiles
    joined = connected(tiles, [first])
    for cell in others:
        if cell not in joined:
            message = f"{write_cell(cell)} does not hang together with {write_cell(first)}"
            yield illegal("touch-the-board", message, tiles[cell].place)
            joined |= connected(tiles, [cell])


def _runs(checked: Checked) -> Iterator[Finding]:
    """Each run could be laid, on what was there before."""
    cells = {*checked.file.tiles}
    board = cells - {cell for run in checked.position.all_runs for cell in run.cells}
    for _, run in checked.runs():
        yield from _run(run.cells, board, cells)
        board |= {cell for cell, _ in run.cells}


def _run(run: tuple[Written[Hex], ...], board: set[Hex], cells: set[Hex]) -> Iterator[Finding]:
    """What is wrong with the cells of a run, on the board as it was: one thing at most for each."""
    laid = {*board}
    before: Hex | None = None
    for number, (cell, place) in enumerate(run):
        where = write_cell(cell)
        near = {*neighbours(cell)}
        told = True
        if cell not in cells:
            yield illegal("lay-runs", f"no tile lies at {where}", place)
        elif cell == ORIGIN:
            message = f"the tile at {where} is the first of the board, which nobody has laid"
            yield illegal("set-up", message, place)
        elif cell in laid:
            message = f"the tile at {where} cannot have been laid twice"
            yield illegal("empty-place", message, place)
        elif not number and not near & board:
            yield illegal("touch-the-board", f"{where} touched no tile of the board", place)
        elif before is not None and before not in near:
            message = f"{where} does not touch {write_cell(before)}, the tile before it"
            yield illegal("touch-the-tile-before", message, place)
        else:
            told = False
        # Next to a cell that is wrong, the next one need not be.
        before = None if told else cell
        laid.add(cell)


def _step(checked: Checked) -> Iterator[Finding]:
    """There are the bids and the run of the step that the turn is in."""
    position, file = checked.position, checked.file
    bids, phase = len(position.bids), position.phase
    all_have_bid = bids == position.players
    where = file.place_of("bids", "phase")
    if position.turn == 0 and phase is not Phase.OVER:
        yield illegal("the-turn", "the first turn is turn 1", file.place_of("turn"))
    if phase is Phase.BID and all_have_bid:
        yield illegal("the-turn", "all have bid: the phase is choose or lay", where)
    if phase in (Phase.CHOOSE, Phase.LAY) and not all_have_bid:
        message = f"only {bids} of {position.players} players have bid"
        yield illegal("the-turn", message, where)
    if phase is Phase.OVER and bids:
        yield illegal("the-turn", "nobody bids any more: the game is over", where)
    if phase is not Phase.LAY and position.run:
        message = "a run is laid when all have chosen"
        yield illegal("the-turn", message, file.place_of("run"))


def _mover(checked: Checked) -> Iterator[Finding]:
    """It is for the player to move to decide."""
    file, mover = checked.file, checked.position.mover
    if file.to_move is not None and mover != file.to_move:
        decides = "nobody" if mover is None else name(mover)
        message = f"it is {decides} who decides next, not {name(file.to_move)}"
        yield illegal("the-turn", message, file.place_of("to-move"))


def _money(checked: Checked) -> Iterator[Finding]:
    """All coins are there, and the pot has been shared out."""
    position, file = checked.position, checked.file
    found = sum(position.coins) + sum(position.bids) + position.pot
    wanted = money(checked.pieces, position)
    pot = counted(position.pot, "coin")
    if found != wanted:
        message = f"hands, bids and pot have {counted(found, 'coin')}; the game has {wanted}"
        yield illegal("share-out", message, file.place_of("coins", "bids", "pot"))
    elif position.pot >= position.players:
        message = f"{pot} in the pot would have been shared out among {position.players} players"
        yield illegal("share-out", message, file.place_of("pot", "coins"))


def _first_money(checked: Checked) -> Iterator[Finding]:
    """In the first turn everybody has the coins of the start, of which some may be bid."""
    position, file = checked.position, checked.file
    if position.turn != 1 or position.phase is Phase.OVER:
        return
    each = position.coins_each(checked.pieces.coins)
    if file.pot not in (None, 1):
        yield illegal("set-up", "the pot begins with one coin", file.place_of("pot"))
    for seat, has in enumerate(position.purses):
        place = _place(file.coins or file.bids, seat)
        if has == each or place is None:
            continue
        if file.coins:
            message = (
                f"{name(seat)} has {counted(has, 'coin')} in turn 1; everybody begins with {each}"
            )
            yield illegal("set-up", message, place)
        else:
            yield illegal("bid", f"{name(seat)} cannot bid {has}, having {each} coins", place)


def _place(written: tuple[Written[int], ...], seat: int) -> Place | None:
    """Where the number of a player stands, if there is one."""
    return written[seat].place if seat < len(written) else None


def _bids(checked: Checked) -> Iterator[Finding]:
    """Nobody bids nothing where that is forbidden."""
    position = checked.position
    bids = zip(checked.file.bids, position.coins, strict=False)
    for seat, ((bid, place), coins) in enumerate(bids):
        if bid < least_bid(position, coins + bid):
            message = f"{name(seat)} has coins and has to bid at least one"
            yield illegal("bid-nothing", message, place)
