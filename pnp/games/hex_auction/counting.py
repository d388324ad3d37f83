"""How many tiles players have had and can have laid by now: each takes one from every offer."""

from __future__ import annotations

from collections import Counter
from heapq import nlargest

from pnp.games.hex_auction.pieces import SIDES, Pieces
from pnp.games.hex_auction.position import Phase, Position
from pnp.games.hex_auction.scoring import matches
from pnp.games.hex_auction.turn import enough_specials, offered
from pnp.tiles.hexgrid import ORIGIN, Hex


def untold(position: Position) -> tuple[Hex, ...]:
    """The cells of the board whose tiles no run tells, the first tile among them."""
    told = {cell for run in position.all_runs for cell in run.cells}
    return tuple(cell for cell, _ in position.tiles if cell not in told)


def had(pieces: Pieces, position: Position) -> tuple[int, ...]:
    """How many tiles each player has taken.

    Where the last offer had too few, this is known only until the game is over: then it is the most.
    """
    takers = position.chosen
    if position.phase is Phase.LAY:
        takers &= {*position.order[: offered(pieces, position)]}
    return tuple(position.turn - (seat not in takers) for seat in range(position.players))


def may_have_laid(pieces: Pieces, position: Position) -> tuple[int, ...]:
    """How many tiles that no run tells each player can have laid; below 0 if there are too many."""
    told = Counter[int]()
    for run in position.all_runs:
        told[run.seat] += len(run.cells)
    return tuple(
        min(taken - len(hand), position.turn - (seat not in position.come_to_laying)) - told[seat]
        for seat, (taken, hand) in enumerate(
            zip(had(pieces, position), position.hands, strict=True)
        )
    )


def most_points(pieces: Pieces, position: Position) -> tuple[int, ...]:
    """The most points that each player can have from runs that are not told.

    No edge of their tiles scores more than once; in an extract they need not lie on the board.
    """
    may = may_have_laid(pieces, position)
    if position.extract:
        return tuple(len(SIDES) * tiles for tiles in may)
    board = dict(position.tiles)
    points = [matches(board, cell) for cell in untold(position) if cell != ORIGIN]
    return tuple(sum(nlargest(tiles, points)) for tiles in may)


def over_before(pieces: Pieces, position: Position) -> bool:
    """Whether enough special tiles lie on the board that nobody can have laid in this turn."""
    if position.phase is not Phase.LAY:
        return False
    if not enough_specials(pieces, position):
        return False
    now = [run for run in position.all_runs if run.turn == position.turn]
    may = may_have_laid(pieces, position)
    silent = position.come_to_laying - {run.seat for run in now}
    if any(may[seat] > 0 for seat in silent) and len(untold(position)) > 1:
        return False
    laid = {cell for run in now for cell in run.cells}
    return enough_specials(pieces, position, {cell for cell, _ in position.tiles} - laid)
