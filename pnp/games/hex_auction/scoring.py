"""The score: every tile of a run scores its edges that match, so that inner edges count twice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pnp.basics.words import counted, in_words
from pnp.games.hex_auction.pieces import SIDES, Edges, neighbour
from pnp.games.hex_auction.position import Phase, Position
from pnp.games.hex_auction.turn import shared_out
from pnp.play import Part, Score
from pnp.tiles import UNCOLOURED
from pnp.tiles.hexgrid import Hex


def matches(board: Mapping[Hex, Edges], cell: Hex) -> int:
    """How many edges of the tile there have the colour of the edge that they touch.

    An edge without a colour, which only sets of other designers have, matches nothing.
    """
    return sum(
        colour != UNCOLOURED and other[(side + 3) % 6] == colour
        for side, colour in zip(SIDES, board[cell], strict=True)
        if (other := board.get(neighbour(cell, side))) is not None
    )


def run_points(board: Mapping[Hex, Edges], run: Sequence[Hex]) -> tuple[int, ...]:
    """The points of each tile of a run, on the board as it is when the run is finished."""
    return tuple(matches(board, cell) for cell in run)


def score_of(position: Position) -> Score:
    """The score as it stands; the run that is being laid counts as if it were finished."""
    parts = (*_pad(position), *_runs(position))
    totals = [
        sum(part.points for part in parts if part.whose == name(seat))
        for seat in range(position.players)
    ]
    # Once all have bid, their bids are spent: the turn ends with the coins shared out.
    is_over = position.phase is not Phase.BID
    at_end = shared_out(position) if position.bids and is_over else position
    winner, tie_break = _winner(at_end, totals, passed_on=is_over)
    return Score(
        parts,
        tuple((name(seat), total) for seat, total in enumerate(totals)),
        (name(winner),),
        tie_break,
    )


def name(seat: int) -> str:
    """What a player is called in scores and messages."""
    return f"player {seat + 1}"


def write_cell(cell: Hex) -> str:
    """Axial coordinates, as positions have them."""
    return f"{cell.q},{cell.r}"


def _pad(position: Position) -> Iterator[Part]:
    for seat, points in enumerate(position.pad):
        if points:
            yield Part(name(seat), "runs before, from the pad", points)


def _runs(position: Position) -> Iterator[Part]:
    """The runs one by one, each on the board that it was laid on."""
    tiles = dict(position.tiles)
    laid = {cell for run in position.all_runs for cell in run.cells}
    board = {cell: edges for cell, edges in tiles.items() if cell not in laid}
    for run in position.all_runs:
        board |= {cell: tiles[cell] for cell in run.cells}
        points = run_points(board, run.cells)
        yield Part(
            name(run.seat),
            f"run of turn {run.turn}",
            sum(points),
            " + ".join(map(str, points)),
            tuple(map(write_cell, run.cells)),
        )


def _winner(position: Position, totals: Sequence[int], *, passed_on: bool) -> tuple[int, str]:
    """Who is ahead, and how a tie was broken.

    Ties go to money, then to whoever is closest to the tie-breaker, clockwise.
    """
    most = max(totals)
    tied = [seat for seat, total in enumerate(totals) if total == most]
    if len(tied) == 1:
        return tied[0], ""
    richest = max(position.purses[seat] for seat in tied)
    rich = [seat for seat in tied if position.purses[seat] == richest]
    if len(rich) == 1:
        return rich[0], f"{name(rich[0])} has the most coins of those tied, {richest}"
    closest = min(rich, key=lambda seat: (seat - position.tie_breaker) % position.players)
    has = counted(richest, "coin")
    steps = (closest - position.tie_breaker) % position.players
    where = "has the tie-breaker" if not steps else "is closest to the tie-breaker, clockwise"
    if passed_on:
        where += ", which has been passed on"
    return closest, f"{in_words([*map(name, rich)])} have {has} each; {name(closest)} {where}"
