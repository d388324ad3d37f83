"""Whether first turns can be still to come, where a file tells whose are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import dropwhile

from pnp.basics.errors import Finding
from pnp.basics.words import counted, listed
from pnp.games.controlled_path.kit import Kit
from pnp.games.controlled_path.laying import node_of_token, starts
from pnp.games.controlled_path.position import Phase, Position, Seat
from pnp.games.controlled_path.reading import Told, Written
from pnp.games.controlled_path.tracks import is_whole, joined, placed, placed_round
from pnp.games.controlled_path.turns import at, clockwise, connected, first_change_objection
from pnp.play.game import illegal
from pnp.tiles.hexgrid import distance

FirstTurn = Told[tuple[Told[str], ...]]


def first_turn_findings(
    kit: Kit, written: Written, first: FirstTurn, position: Position
) -> Iterator[Finding]:
    """First turns out of their order, or too early or late for what has happened."""
    yield from (
        [*_order_findings(first, position)]
        or [*_fresh_findings(kit, written, first, position)]
        or [*_first_change_findings(kit, written, position)]
        or [
            *_pace_findings(kit, written, first, position),
            *_one_turn_findings(kit, written, position),
        ]
    )


def _order_findings(first: FirstTurn, position: Position) -> Iterator[Finding]:
    """Players who have not had a first turn, although others before them have another one."""
    order = [position.seats[index] for index in (position.turn, *clockwise(position))]
    rest = [*dropwhile(lambda seat: seat.fresh, order)]
    late = {seat.colour for seat in rest if seat.fresh}
    for colour, node in first.what:
        if colour in late:
            message = f"{colour}'s first turn comes before another turn of {rest[0].colour}"
            yield illegal("first-turn", message, node)


def _fresh_findings(
    kit: Kit, written: Written, first: FirstTurn, position: Position
) -> Iterator[Finding]:
    """Players who have moved before the end of their first turn."""
    tiles = dict(position.tiles)
    nodes = {each.what: each.node for each in first.what}
    for seat in position.seats:
        if not seat.fresh or seat.token is None:
            continue
        if tiles[seat.token.cell] != kit.starts[seat.colour]:
            message = f"{seat.colour} has left the start tile, so the first turn is over"
            yield illegal("first-turn", message, nodes[seat.colour])
        elif seat.came_from is not None:
            message = f"{seat.colour} has not moved before the end of the first turn"
            yield illegal("first-turn", message, written.came_from[seat.colour].node)


def _pace_findings(
    kit: Kit, written: Written, first: FirstTurn, position: Position
) -> Iterator[Finding]:
    """More tiles than changes, while the player whose turn it is has the first one."""
    if not position.seat.fresh:
        return
    enough = True
    for number, seats in _lands(kit, written, position):
        if number > (changes := _first_changes(position, seats)):
            enough = False
            names = listed([seat.colour for seat in seats])
            message = (
                f"{counted(number, 'tile')} cannot have been placed by"
                f" {counted(changes, 'change')} of {names}"
            )
            yield illegal("first-turn", message, first.node)
    number, changes = placed(kit, position), _first_changes(position, position.seats)
    if enough and written.quiet is not None and number + position.quiet > changes:
        message = (
            f"{counted(number, 'tile')} placed and {counted(position.quiet, 'quiet turn')} are more"
            f" than {counted(changes, 'change')}"
        )
        yield illegal("quiet-turns", message, written.quiet.node)


def _first_changes(position: Position, seats: Iterable[Seat]) -> int:
    """How many changes these players can have made, each one at most."""
    in_turn = position.seat if position.phase is Phase.MOVE else None
    return sum(not seat.fresh or seat == in_turn for seat in seats)


def _lands(
    kit: Kit, written: Written, position: Position
) -> Iterator[tuple[int, tuple[Seat, ...]]]:
    """The players between whose start tiles paths can have led, and how many tiles they share."""
    homes = starts(kit, written)
    ahead = position.seats
    if not is_whole(kit, position):
        yield placed(kit, position), ahead
        return
    while ahead:
        cells = joined(position, [homes[ahead[0].colour]])
        yield (
            placed_round(kit, position, homes[ahead[0].colour]),
            tuple(seat for seat in ahead if homes[seat.colour] in cells),
        )
        ahead = tuple(seat for seat in ahead if homes[seat.colour] not in cells)


def _one_turn_findings(kit: Kit, written: Written, position: Position) -> Iterator[Finding]:
    """Players who have moved more than once, while another one has the first turn."""
    if not position.seat.fresh:
        return
    for seat in position.seats:
        home = starts(kit, written).get(seat.colour)
        if seat.token is None or seat.fresh or home is None:
            continue
        if distance(home, seat.token.cell) > 1:
            message = (
                f"{seat.colour} has had one turn, and cannot have moved from {at(home)} to"
                f" {at(seat.token.cell)}"
            )
            yield illegal("first-turn", message, node_of_token(kit, written, seat.colour))
        elif seat.came_from not in (None, home):
            message = f"{seat.colour} has had one turn, and came from the start tile at {at(home)}"
            yield illegal("first-turn", message, written.came_from[seat.colour].node)


def _first_change_findings(kit: Kit, written: Written, position: Position) -> Iterator[Finding]:
    """Connections by a first change, where it may not connect, or has not been made."""
    fresh = {seat.colour for seat in position.seats if seat.fresh}
    making = position.seat.colour if position.phase is Phase.MOVE else None
    for loser, cause in position.losses:
        if cause not in fresh:
            continue
        if cause != making:
            message = f"{cause} has not made a change yet"
            yield illegal("first-turn", message, written.lost[loser].node)
        elif position.chose("start-gap", "one"):
            message = f"the first change may not connect to {loser}"
            yield illegal("first-turn", message, written.lost[loser].node)
    wrong = first_change_objection(position) if making else None
    if wrong is not None:
        opponent = position.seats[connected(position)[0]].colour
        yield illegal(wrong.rule, wrong.message, node_of_token(kit, written, opponent))
