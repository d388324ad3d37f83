"""Whether there is a game that leads to a position: its turns, its end, and what they bring."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from pnp.basics.errors import Finding, Place
from pnp.basics.words import counted
from pnp.games.hex_auction.counting import had, may_have_laid, most_points, over_before, untold
from pnp.games.hex_auction.pieces import Pieces
from pnp.games.hex_auction.position import Phase, Position, Run
from pnp.games.hex_auction.scoring import name
from pnp.games.hex_auction.turn import (
    end_reason,
    enough_specials,
    final_run,
    in_play,
    most_turns,
    offered,
    specials,
)
from pnp.games.hex_auction.written import File, WrittenRun
from pnp.play.game import illegal
from pnp.tiles.hexgrid import ORIGIN


@dataclass(frozen=True)
class Checked:
    """A position of a set, and the file that says it."""

    pieces: Pieces
    file: File
    position: Position

    def runs(self) -> Iterator[tuple[Run, WrittenRun]]:
        """The runs as they are written; the one that is being laid is the last."""
        file, run = self.file, self.position.open_run
        yield from zip(self.position.runs, file.runs, strict=True)
        if run is not None:
            place, turn_place = file.place_of("run"), file.place_of("turn", "run")
            yield run, WrittenRun(file.turn, run.seat, file.run, place, turn_place)


def _turns_of_runs(checked: Checked) -> Iterator[Finding]:
    """A player has one run a turn, and none in a turn that has not come to it.

    Of turns only the first that is wrong is told: after it nobody knows which are right.
    """
    position = checked.position
    latest, told = 0, set()
    for run, written in checked.runs():
        if run[:2] in told:
            message = f"{name(run.seat)} has two runs in turn {run.turn}"
            yield illegal("lay-runs", message, written.place)
        told.add(run[:2])
        if run.turn < latest:
            message = f"a run of turn {run.turn} cannot come after one of turn {latest}"
            yield illegal("the-turn", message, written.turn_place)
            return
        if run.turn > most_turns(checked.pieces, position):
            yield illegal("end-of-the-game", _no_such_turn(checked, run.turn), written.turn_place)
            return
        if run.turn > position.turn or (
            run.turn == position.turn and run.seat not in position.laying
        ):
            message = f"{name(run.seat)} cannot have laid a run in turn {run.turn} yet"
            yield illegal("the-turn", message, written.turn_place)
            return
        latest = run.turn


def _order_of_runs(checked: Checked) -> Iterator[Finding]:
    """The runs of this turn are laid in the order turned round; bids tell it for no other turn."""
    position = checked.position
    if position.phase is not Phase.LAY:
        return
    laying = position.order[::-1]
    latest = 0
    for run, written in checked.runs():
        if run.turn != position.turn:
            continue
        number = laying.index(run.seat)
        if number < latest:
            message = f"{name(run.seat)} lays before {name(laying[latest])} in this turn"
            yield illegal("the-turn", message, written.place)
        latest = max(latest, number)


def _offer(checked: Checked) -> Iterator[Finding]:
    """There is a tile for each player who has not chosen, or all that are left."""
    position, file = checked.position, checked.file
    choosing = position.phase in (Phase.BID, Phase.CHOOSE)
    wanted = max(1, offered(checked.pieces, position) - position.done) if choosing else 0
    if len(position.offer) != wanted:
        message = f"{counted(len(position.offer), 'tile')} on offer instead of {wanted}"
        surplus = file.offer[wanted].place if len(file.offer) > wanted else None
        yield illegal("offer", message, surplus or file.place_of("offer", "phase"))


def _tiles_of_players(checked: Checked) -> Iterator[Finding]:
    """Nobody has had more tiles than there were turns, at any time."""
    position = checked.position
    most = had(checked.pieces, position)
    laid: Counter[int] = Counter()
    faulty = set()
    for run, written in checked.runs():
        laid[run.seat] += len(run.cells)
        surplus = laid[run.seat] - run.turn
        if surplus > 0 and run.seat not in faulty:
            tiles = counted(laid[run.seat], "tile")
            message = f"{name(run.seat)} cannot have laid {tiles} by turn {run.turn}"
            yield illegal("one-tile-a-turn", message, written.cells[-surplus:][0].place)
            faulty.add(run.seat)
    for seat, (hand, _) in enumerate(checked.file.hands):
        has = laid[seat] + len(hand)
        if has > most[seat] and seat not in faulty:
            message = (
                f"{name(seat)} cannot have had {counted(has, 'tile')} by now, only {most[seat]}"
            )
            first = max(0, most[seat] - laid[seat])
            yield illegal("one-tile-a-turn", message, hand[first].place)


def _forced_runs(checked: Checked) -> Iterator[Finding]:
    """Where everybody who has a tile lays one, nobody can save any for a longer run."""
    position = checked.position
    if position.chose("lay-nothing") == "allowed":
        return
    for run, written in checked.runs():
        if len(run.cells) > 1:
            message = f"{name(run.seat)} cannot have saved tiles: one was laid in every turn"
            yield illegal("lay-nothing", message, written.cells[1].place)
    for seat, (hand, _) in enumerate(checked.file.hands):
        # In an extract the order of the turn need not be known.
        laid = seat in position.laying and (position.phase is Phase.OVER or not position.extract)
        most = (seat in position.chosen) - laid
        if len(hand) > most:
            message = f"{name(seat)} cannot have saved this tile: one is laid in every turn"
            yield illegal("lay-nothing", message, hand[most].place)


def _end(checked: Checked) -> Iterator[Finding]:
    """The game is over when it is, and not before."""
    position, pieces, file = checked.position, checked.pieces, checked.file
    if (file.turn or 0) > most_turns(pieces, position):
        message = _no_such_turn(checked, position.turn)
        yield illegal("end-of-the-game", message, file.place_of("turn"))
    elif position.phase is Phase.OVER and not end_reason(pieces, position):
        message = "the game is not over: there are tiles for another turn, and too few special ones"
        yield illegal("end-of-the-game", message, file.place_of("phase"))
    elif position.phase in (Phase.BID, Phase.CHOOSE) and enough_specials(pieces, position):
        message = f"the game is over: {end_reason(pieces, position)}"
        yield illegal("end-of-the-game", message, _last_special(checked))
    elif position.phase is Phase.BID and (
        reason := end_reason(pieces, position._replace(turn=position.turn - 1, offer=()))
    ):
        yield illegal("end-of-the-game", f"the game is over: {reason}", file.place_of("phase"))
    else:
        yield from _after_the_end(checked)


def _no_such_turn(checked: Checked, turn: int) -> str:
    most = most_turns(checked.pieces, checked.position)
    return f"there is no turn {turn}: the supply runs out after {most}"


def _last_special(checked: Checked) -> Place:
    """Where the special tile is written that makes them enough."""
    special = specials(checked.pieces, checked.position)
    places = [tile.place for cell, tile in checked.file.tiles.items() if cell in special]
    return places[int(checked.position.chose("specials")) - 1]


def _after_the_end(checked: Checked) -> Iterator[Finding]:
    """No run, and no turn, comes after the turn that brought enough special tiles to the board."""
    position, pieces, file = checked.position, checked.pieces, checked.file
    runs = list(checked.runs())
    final = final_run(pieces, position)
    last = position.turn if final is None else runs[final][0].turn
    if over_before(pieces, position):
        last = position.turn - 1
    message = f"the game was over after turn {last}: enough special tiles lay on the board"
    for run, written in runs[final or 0 :]:
        if run.turn > last:
            yield illegal("end-of-the-game", message, written.turn_place)
            return
    if position.turn > last:
        yield illegal("end-of-the-game", message, file.place_of("turn", "phase"))


def _tiles_on_the_board(checked: Checked) -> Iterator[Finding]:
    """No more tiles lie there than can have been laid; a whole game has as many as its turns bring."""
    position, pieces, file = checked.position, checked.pieces, checked.file
    cells = {*untold(position)}
    most = 1 + sum(may_have_laid(pieces, position))
    places = [tile.place for cell, tile in file.tiles.items() if cell in cells]
    if len(places) > most:
        message = f"only {counted(most, 'tile')} can lie here that no run tells, not {len(places)}"
        yield illegal("one-tile-a-turn", message, places[max(0, most)])
        return
    if position.extract:
        return
    if ORIGIN not in file.tiles:
        message = "no tile lies at 0,0, where the board begins"
        yield illegal("set-up", message, file.place_of("tiles"))
    yield from _tiles_of_the_turn(checked)


def _tiles_of_the_turn(checked: Checked) -> Iterator[Finding]:
    """A whole position has as many tiles as its turns bring."""
    position, pieces = checked.position, checked.pieces
    wanted, found = min(in_play(position), pieces.total), len([*position.used()])
    if found != wanted:
        message = (
            f"in turn {position.turn} there are {wanted} tiles on the board, in hands and on"
            f" offer, not {found}"
        )
        yield illegal("one-tile-a-turn", message, checked.file.place_of("turn"))


def _chosen_tiles(checked: Checked) -> Iterator[Finding]:
    """Whoever has chosen and not come to laying has the tile in hand."""
    position = checked.position
    if position.extract:
        return
    for seat, taken in enumerate(had(checked.pieces, position)):
        hand, place = checked.file.hands[seat]
        if taken == position.turn and seat not in position.come_to_laying and not hand:
            message = f"{name(seat)} has chosen a tile in this turn and cannot have laid it yet"
            yield illegal("hand", message, place)


def _points(checked: Checked) -> Iterator[Finding]:
    """The pad has no more points than the tiles can have scored that no run tells."""
    position, pieces = checked.position, checked.pieces
    most = most_points(pieces, position)
    for seat, (points, place) in enumerate(checked.file.points):
        if points > most[seat]:
            message = (
                f"{name(seat)} cannot have {counted(points, 'point')} from runs that are not told,"
                f" only {most[seat]}"
            )
            yield illegal("lay-runs", message, place)


# Each relies on those before it.
course = (_turns_of_runs, _order_of_runs, _end, _offer)
sums = (_tiles_of_players, _forced_runs, _chosen_tiles, _tiles_on_the_board, _points)


def can_have_come_about(checked: Checked) -> bool:
    """Whether all runs, tiles and points can be there by now."""
    checks = (_turns_of_runs, _tiles_of_players, _tiles_on_the_board, _points)
    return not any(found for check in checks for found in check(checked))
