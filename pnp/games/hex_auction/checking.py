"""What is wrong with a position that was read: every rule that it breaks, with its place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from pnp.errors import Finding, Place, Severity
from pnp.games.hex_auction.moves import least_bid
from pnp.games.hex_auction.pieces import Edges, Pieces, kind
from pnp.games.hex_auction.position import Phase, Position, Run
from pnp.games.hex_auction.scoring import name, write_cell
from pnp.games.hex_auction.turn import end_reason, enough_specials, money
from pnp.hexgrid import Hex, neighbours
from pnp.units import counted


class Breach(NamedTuple):
    """A rule that is broken, how, and where the file says so."""

    rule: str
    message: str
    place: Place


@dataclass(frozen=True)
class Checked:
    """A position of a set, and where its file says what: keys, the tiles of cells, and runs."""

    pieces: Pieces
    position: Position
    place_of: Callable[[str], Place]
    cells: Mapping[Hex, Place]
    runs: tuple[Place, ...]

    def all_runs(self) -> Iterator[tuple[Run, Place]]:
        """The runs with their places; the one that is being laid is the last."""
        yield from zip(self.position.runs, self.runs, strict=True)
        open_run = self.position.open_run
        if open_run is not None:
            yield open_run, self.place_of("run")


def breaches(checked: Checked) -> list[Finding]:
    """All rules that the position breaks."""
    checks = (
        _set, _board, _runs, _money, _bids, _step, _offer, _turns_of_runs, _tiles_of_players, _end,
    )  # fmt: skip
    return [
        Finding(breach.rule, Severity.ERROR, breach.message, breach.place)
        for check in checks
        for breach in check(checked)
    ]


def _set(checked: Checked) -> Iterator[Breach]:
    """There is no more of a tile than the set has."""
    position, tiles = checked.position, checked.pieces.tiles
    lying = [(edges, checked.cells[cell]) for cell, edges in position.tiles]
    used: list[tuple[Edges, Place]] = sorted(lying, key=lambda each: each[1][1:])
    used += [(tile, checked.place_of("hands")) for hand in position.hands for tile in hand]
    used += [(tile, checked.place_of("offer")) for tile in position.offer]
    seen: Counter[Edges] = Counter()
    for edges, place in used:
        tile = kind(edges)
        seen[tile] += 1
        if seen[tile] > tiles[tile]:
            text = checked.pieces.write(edges)
            message = f"this is {text} number {seen[tile]}; the set has {tiles[tile]}"
            yield Breach("tiles-of-the-set", message, place)


def _board(checked: Checked) -> Iterator[Breach]:
    """All tiles hang together."""
    cells = dict(checked.position.tiles).keys()
    if not cells:
        yield Breach("set-up", "no tile lies on the board", checked.place_of("tiles"))
        return
    first = min(cells, key=lambda cell: checked.cells[cell][1:])
    joined, edge = {first}, [first]
    while edge:
        more = (set(neighbours(edge.pop())) & cells) - joined
        joined |= more
        edge += more
    for cell in cells - joined:
        message = f"{write_cell(cell)} does not hang together with {write_cell(first)}"
        yield Breach("touch-the-board", message, checked.cells[cell])


def _runs(checked: Checked) -> Iterator[Breach]:
    """Each run could be laid, on what was there before."""
    cells = checked.cells.keys()
    laid = {cell for run, _ in checked.all_runs() for cell in run.cells}
    board = {*cells} - laid
    for run, place in checked.all_runs():
        for rule, message in _run(run.cells, board, cells):
            yield Breach(rule, message, place)
        board |= {*run.cells}


def _run(
    run: tuple[Hex, ...], board: set[Hex], cells: Collection[Hex]
) -> Iterator[tuple[str, str]]:
    """What is wrong with a run, on the board as it was."""
    for cell, number in Counter(run).items():
        if cell not in cells:
            yield "lay-runs", f"no tile lies at {write_cell(cell)}"
        elif cell in board or number > 1:
            yield "empty-place", f"the tile at {write_cell(cell)} cannot have been laid twice"
    if not set(neighbours(run[0])) & board:
        yield "touch-the-board", f"{write_cell(run[0])} touched no tile of the board"
    for before, after in pairwise(run):
        if after not in neighbours(before):
            message = f"{write_cell(after)} does not touch {write_cell(before)}, the tile before it"
            yield "touch-the-tile-before", message


def _money(checked: Checked) -> Iterator[Breach]:
    """All coins are there, and the pot has been shared out."""
    position = checked.position
    found = sum(position.coins) + sum(position.bids) + position.pot
    wanted = money(checked.pieces, position)
    pot = counted(position.pot, "coin")
    if found != wanted:
        message = f"hands, bids and pot have {counted(found, 'coin')}; the game has {wanted}"
        yield Breach("share-out", message, checked.place_of("coins"))
    elif position.pot >= position.players:
        message = f"{pot} in the pot would have been shared out among {position.players} players"
        yield Breach("share-out", message, checked.place_of("pot"))


def _bids(checked: Checked) -> Iterator[Breach]:
    """Nobody bids nothing where that is forbidden."""
    position = checked.position
    for seat, (coins, bid) in enumerate(zip(position.coins, position.bids, strict=False)):
        if bid < least_bid(position, coins + bid):
            message = f"{name(seat)} has coins and has to bid at least one"
            yield Breach("bid-nothing", message, checked.place_of("bids"))


def _step(checked: Checked) -> Iterator[Breach]:
    """There are the bids and the run of the step that the turn is in."""
    position = checked.position
    bids, phase = len(position.bids), position.phase
    all_have_bid = bids == position.players
    if phase is Phase.BID and all_have_bid:
        message = "all have bid: the phase is choose or lay"
        yield Breach("the-turn", message, checked.place_of("bids"))
    if phase in (Phase.CHOOSE, Phase.LAY) and not all_have_bid:
        message = f"only {bids} of {position.players} players have bid"
        yield Breach("the-turn", message, checked.place_of("bids"))
    if phase is Phase.OVER and bids:
        message = "nobody bids any more: the game is over"
        yield Breach("the-turn", message, checked.place_of("bids"))
    if phase is not Phase.LAY and position.run:
        message = "a run is laid when all have chosen"
        yield Breach("the-turn", message, checked.place_of("run"))


def _offer(checked: Checked) -> Iterator[Breach]:
    """There is a tile for each player who has not chosen, or all that are left."""
    position, pieces = checked.position, checked.pieces
    choosers = {Phase.BID: position.players, Phase.CHOOSE: position.players - position.done}
    wanted = choosers.get(position.phase, 0)
    last = position.chose("empty-supply") == "rest" and not pieces.bag_without(position.used())
    if not min(wanted, 1 if last else wanted) <= len(position.offer) <= wanted:
        message = f"{counted(len(position.offer), 'tile')} on offer instead of {wanted}"
        yield Breach("offer", message, checked.place_of("offer"))


def _turns_of_runs(checked: Checked) -> Iterator[Breach]:
    """A player has one run a turn, and none in a turn that has not come to it."""
    position = checked.position
    latest, told = 0, set()
    for run, place in checked.all_runs():
        if run.turn < latest:
            message = f"a run of turn {run.turn} cannot come after one of turn {latest}"
            yield Breach("the-turn", message, place)
        if run[:2] in told:
            message = f"{name(run.seat)} has two runs in turn {run.turn}"
            yield Breach("lay-runs", message, place)
        if (
            run.turn == position.turn and run.seat not in position.laying
        ) or run.turn > position.turn:
            message = f"{name(run.seat)} cannot have laid a run in turn {run.turn} yet"
            yield Breach("the-turn", message, place)
        latest = max(latest, run.turn)
        told.add(run[:2])


def _tiles_of_players(checked: Checked) -> Iterator[Breach]:
    """Nobody has had more tiles than there were turns, at any time."""
    position = checked.position
    laid = dict.fromkeys(range(position.players), 0)
    for run, place in checked.all_runs():
        laid[run.seat] += len(run.cells)
        if laid[run.seat] > run.turn:
            tiles = counted(laid[run.seat], "tile")
            message = f"{name(run.seat)} cannot have laid {tiles} by turn {run.turn}"
            yield Breach("one-tile-a-turn", message, place)
    for seat, hand in enumerate(position.hands):
        most = position.turn - (seat not in position.chosen)
        has = laid[seat] + len(hand)
        if laid[seat] <= most < has:
            message = f"{name(seat)} cannot have had {counted(has, 'tile')} by now, only {most}"
            yield Breach("one-tile-a-turn", message, checked.place_of("hands"))


def _end(checked: Checked) -> Iterator[Breach]:
    """The game is over when it is, and not before."""
    position, pieces = checked.position, checked.pieces
    if position.phase is Phase.OVER and not end_reason(pieces, position):
        message = "the game is not over: there are tiles for another turn, and too few special ones"
        yield Breach("end-of-the-game", message, checked.place_of("phase"))
    if position.phase in (Phase.BID, Phase.CHOOSE) and enough_specials(pieces, position):
        message = f"the game is over: {end_reason(pieces, position)}"
        yield Breach("end-of-the-game", message, checked.place_of("tiles"))
