"""Whether a game can have come to a step that is written: whose turn it is, and what is done in it."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.basics.errors import Finding
from pnp.games.controlled_path.first_turns import first_turn_findings
from pnp.games.controlled_path.kit import Kit
from pnp.games.controlled_path.laying import node_of_token
from pnp.games.controlled_path.paths import next_spots
from pnp.games.controlled_path.position import NO_CHANGE, NO_MOVE, Phase, Position, Seat
from pnp.games.controlled_path.reading import Written
from pnp.games.controlled_path.tracks import (
    can_have_changed,
    is_set_up_only,
)
from pnp.games.controlled_path.turns import (
    Situation,
    at,
    connected,
)
from pnp.play.game import illegal
from pnp.tiles.hexgrid import Hex


def step_findings(kit: Kit, written: Written, position: Position) -> Iterator[Finding]:
    """Everything that is wrong with a step; table, players, losses and all tiles are right."""
    unmade = [*_change_findings(kit, written, position)]
    yield from unmade
    yield from _phase_findings(written, position)
    yield from _quiet_findings(kit, written, position)
    if written.first_turn is not None and not unmade:
        yield from first_turn_findings(kit, written, written.first_turn, position)
    yield from _connection_findings(kit, written, position)
    yield from _came_from_findings(kit, written, position)


def _change_findings(kit: Kit, written: Written, position: Position) -> Iterator[Finding]:
    """Players who are said to have made a change, although no tile is there for it."""
    for index, seat in enumerate(position.seats):
        if seat.token is None or can_have_changed(kit, position, seat.token.cell):
            continue
        message = (
            f"{seat.colour} can have changed nothing: there is no other tile by the start tile"
        )
        if index == position.turn and position.phase is Phase.MOVE:
            node = written.root if written.phase is None else written.phase.node
            yield illegal("change-then-move", message, node)
        elif written.first_turn is not None and not seat.fresh:
            yield illegal("first-turn", message, written.first_turn.node)


def _phase_findings(written: Written, position: Position) -> Iterator[Finding]:
    """The end of a game in the wrong half of a turn."""
    if len(position.remaining) > 1:
        return
    node = written.root if written.phase is None else written.phase.node
    winner, (loser, cause) = position.seat.colour, position.losses[-1]
    change = cause not in (NO_CHANGE, NO_MOVE)
    if change and position.phase is Phase.CHANGE:
        message = f"the game ended when {winner} connected to {loser}, and the phase is move"
        yield illegal("end-of-the-game", message, node)
    if not change and position.phase is Phase.MOVE:
        message = f"the game ended when {loser} lost, before {winner} made a change"
        yield illegal("end-of-the-game", message, node)


def _quiet_findings(kit: Kit, written: Written, position: Position) -> Iterator[Finding]:
    """Turns that are not counted, or after which the game was over."""
    if written.quiet is None or not position.quiet:
        return
    limit = position.quiet_limit
    if is_set_up_only(kit, position):
        message = "there are start tiles only, so there has been no turn"
        yield illegal("quiet-turns", message, written.quiet.node)
    elif limit is None:
        message = "turns without a tile placed are only counted by the option quiet-turns"
        yield illegal("quiet-turns", message, written.quiet.node)
    elif position.quiet > limit:
        message = f"the game was over after {limit} turns without a tile placed"
        yield illegal("quiet-turns", message, written.quiet.node)


# What the last change has left.


def _last_to_change(position: Position) -> Seat | None:
    """Who made the change before this turn and is still in; None where that is not certain."""
    number = len(position.seats)
    causes = dict(position.losses)
    for behind in range(1, number):
        seat = position.seats[(position.turn - behind) % number]
        if seat.token is not None:
            return seat
        if causes.get(seat.colour) == NO_MOVE:
            return None
    return None


def _connection_findings(kit: Kit, written: Written, position: Position) -> Iterator[Finding]:
    """Tokens that are connected before a turn, although they have lost by the change before it."""
    last = _last_to_change(position)
    if position.phase is not Phase.CHANGE:
        return
    before = position
    if last is not None:
        before = position._replace(turn=position.seats.index(last))
    elif position.chose("opponents-connected", "nobody"):
        return
    for loser in connected(before):
        colour = position.seats[loser].colour
        if len(position.remaining) == 2:
            message = "the two tokens are connected: whoever did that has won"
        elif position.chose("opponents-connected", "all"):
            message = f"{colour} is connected to another token, and has lost by it"
        else:
            message = (
                f"{before.seat.colour}, who made the last change, is connected to {colour}, who has"
                " lost by it"
            )
        yield illegal("how-to-win", message, node_of_token(kit, written, colour))


def _came_from_findings(kit: Kit, written: Written, position: Position) -> Iterator[Finding]:
    """A last move along a path that does not lead there, where nothing has changed since."""
    last = _last_to_change(position)
    if position.phase is not Phase.CHANGE or last is None or last.token is None:
        return
    if last.came_from is None or last.came_from in _next(position, last):
        return
    if not _can_have_stayed(kit, position, last):
        message = (
            f"{last.colour} has just moved, but no path leads from {at(last.came_from)} to"
            f" {at(last.token.cell)}"
        )
        node = written.came_from[last.colour].node
        yield illegal("one-tile-along-the-path", message, node)


def _next(position: Position, seat: Seat) -> set[Hex]:
    """The tiles to which the path goes on from the token."""
    assert seat.token is not None
    return {spot.cell for spot in next_spots(dict(position.tiles), seat.token)}


def _can_have_stayed(kit: Kit, position: Position, seat: Seat) -> bool:
    """Whether a player had no move in the last turn, with tokens where they are or where some were."""
    if position.chose("no-move", "lose"):
        return False
    if position.losses and position.chose("shared-tile", "barred"):
        return True
    before = position._replace(turn=position.seats.index(seat), phase=Phase.MOVE)
    return not Situation(kit, before).steps
