"""Scoring: every tile of a run scores its edges that match, and money breaks a tie."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from pnp.basics.words import counted, in_words
from pnp.games.hex_auction.moves import shared_out
from pnp.games.hex_auction.pieces import PieceSet
from pnp.games.hex_auction.position import Phase, Position, Run
from pnp.play import Part, Score
from pnp.play.layout import SIDES, beyond, facing
from pnp.tiles import UNCOLOURED, Tile
from pnp.tiles.hexgrid import Hex, format_cell


def score(pieces: PieceSet, position: Position) -> Score:
    """The score with a part for each run; the run that is being laid scores as if it were finished."""
    del pieces
    parts = (*_pad(position), *_runs(position))
    totals = dict.fromkeys(map(_name, range(1, position.players + 1)), 0)
    for part in parts:
        totals[part.whose] += part.points
    most = max(totals.values())
    ahead = [player for player, total in enumerate(totals.values(), 1) if total == most]
    # Once bids are revealed they are spent, and the tie-breaker moves on at the end of the turn.
    is_revealed = position.phase in (Phase.CHOOSE, Phase.LAY)
    winners, tie_break = _tie_broken(shared_out(position) if is_revealed else position, ahead)
    return Score(parts, tuple(totals.items()), tuple(map(_name, winners)), tie_break)


def matches(table: Mapping[Hex, Tile], cell: Hex, later: Collection[Hex] = ()) -> int:
    """The number of edges of a tile that have the colour of the edge that they touch.

    The tiles on the cells *later* were not there yet. An edge without a colour, which sets of other
    designers may have, matches nothing.
    """
    edges = table[cell].edges
    found = 0
    for side in SIDES:
        other = beyond(cell, side)
        if other in table and other not in later and edges[side] != UNCOLOURED:
            found += edges[side] == table[other].edges[facing(side)]
    return found


def run_points(position: Position) -> Iterator[tuple[Run, tuple[int, ...]]]:
    """Each run with the points of its tiles, on the board as it was when the run was finished."""
    later = {cell for run in position.all_runs for cell in run.cells}
    for run in position.all_runs:
        later.difference_update(run.cells)
        yield run, tuple(matches(position.table, cell, later) for cell in run.cells)


def _name(player: int) -> str:
    return f"player {player}"


def _pad(position: Position) -> Iterator[Part]:
    for player, points in enumerate(position.points, 1):
        if points:
            yield Part(_name(player), "points on the pad", points)


def _runs(position: Position) -> Iterator[Part]:
    for run, points in run_points(position):
        what = f"run of {counted(len(run.cells), 'tile')}"
        how = " + ".join(map(str, points))
        yield Part(_name(run.player), what, sum(points), how, tuple(map(format_cell, run.cells)))


def _tie_broken(position: Position, ahead: list[int]) -> tuple[list[int], str]:
    """The winners among the players with the most points, and the reason in words.

    The most coins win, then the player with the tie-breaker or the next one clockwise. An extract
    may omit both.
    """
    if len(ahead) == 1 or not position.coins:
        return ahead, ""
    most = max(position.coins[player - 1] for player in ahead)
    rich = [player for player in ahead if position.coins[player - 1] == most]
    if len(rich) == 1:
        return rich, f"{_name(rich[0])} has the most coins of the tied players, {most}"
    equal = f"{in_words([*map(_name, rich)])} have {counted(most, 'coin')} each"
    if not position.tie_breaker:
        return rich, equal
    steps = {player: (player - position.tie_breaker) % position.players for player in rich}
    closest = min(rich, key=steps.__getitem__)
    place = (
        "is the next clockwise from the tie-breaker" if steps[closest] else "has the tie-breaker"
    )
    return [closest], f"{equal}; {_name(closest)} {place}"
