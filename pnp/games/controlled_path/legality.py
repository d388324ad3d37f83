"""Whether a position that is written down can be: every rule that it breaks is found.

What a file leaves out has a default, which is not held against it. Where a start tile is not shown
the table is a part of one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from pnp.basics.errors import Finding, in_file_order
from pnp.basics.words import counted
from pnp.games.controlled_path.kit import Kit, piece
from pnp.games.controlled_path.laying import (
    lying,
    node_of_token,
    piece_findings,
    player_findings,
    players,
    set_findings,
    standing,
    starts,
)
from pnp.games.controlled_path.losing import loss_findings
from pnp.games.controlled_path.paths import Spot, disagreements
from pnp.games.controlled_path.position import HAND, Loss, Phase, Position, Seat
from pnp.games.controlled_path.reading import Written
from pnp.games.controlled_path.setup import dealt, is_set_up
from pnp.games.controlled_path.steps import step_findings
from pnp.games.controlled_path.tracks import is_set_up_only, is_whole, joined, next_cells
from pnp.games.controlled_path.turns import at
from pnp.play import Chance, IllegalPosition
from pnp.play.game import illegal
from pnp.tiles.hexgrid import neighbours


def position_of(kit: Kit, written: Written) -> Position:
    """The position that is written, with defaults; raises IllegalPosition with all findings.

    What follows from others is looked at only where there are none. A turn or phase that is not told
    is the first that can be.
    """
    pieces = [*piece_findings(written)] or [*player_findings(kit, written)]
    _raise_if_any([*set_findings(kit, written), *pieces])
    ways = [*_ways(kit, written)]
    usual = ways[0]
    _raise_if_any([*_table_findings(kit, written, usual), *_stock_findings(kit, written, usual)])
    _raise_if_any(loss_findings(kit, written, usual))
    wrong = {way: [*step_findings(kit, written, way)] for way in ways}
    likely = min(ways, key=lambda way: len(wrong[way]))
    _raise_if_any(wrong[likely])
    return likely


def _raise_if_any(findings: Iterable[Finding]) -> None:
    found = in_file_order(findings)
    if found:
        raise IllegalPosition(found)


# The position.


def _ways(kit: Kit, written: Written) -> Iterator[Position]:
    """The position in each phase and turn in which it may be, the usual ones first."""
    position = _as_written(kit, written)
    phases = [*Phase] if written.phase is None else [written.phase.what]
    turns = [*position.remaining]
    if written.turn is not None:
        turns = [index for index in turns if position.seats[index].colour == written.turn.what]
    for phase in phases:
        yield from (position._replace(phase=phase, turn=turn) for turn in turns)


def _as_written(kit: Kit, written: Written) -> Position:
    """The position that is written, but for turn and phase, whatever rules it breaks."""
    tokens, colours = standing(kit, written), players(kit, written)
    box = () if written.box is None else written.box.what
    position = Position(
        written.options,
        tuple(sorted((cell, each.what) for cell, each in written.tiles)),
        tuple(_seat(written, colour, tokens) for colour in colours),
        (),
        losses=tuple(Loss(colour, each.what) for colour, each in written.lost.items()),
        box=tuple(sorted(piece(each.what) for each in box)),
        quiet=0 if written.quiet is None else written.quiet.what,
        chance=written.chance or Chance(0),
    )
    left = Counter(kit.paths)
    left.subtract(piece(tile) for _, tile in position.tiles if tile not in kit.starts.values())
    left.subtract([*position.box, *(tile for seat in position.seats for tile in seat.hand)])
    position = position._replace(supply=tuple(sorted(left.elements())))
    return _with_first_turns(kit, written, _with_rest(written, position))


def _seat(written: Written, colour: str, tokens: Mapping[str, Spot]) -> Seat:
    if colour not in tokens:
        return Seat(colour)
    hand = written.hands[colour].what if colour in written.hands else ()
    came = written.came_from.get(colour)
    return Seat(
        colour,
        tuple(sorted(piece(each.what) for each in hand)),
        tokens[colour],
        None if came is None else came.what,
    )


def _with_rest(written: Written, position: Position) -> Position:
    """The position with what is not told of hands and box, so that the supply has what is told."""
    hidden = [
        index for index in position.remaining if position.seats[index].colour not in written.hands
    ]
    if written.supply is None:
        return dealt(position, hidden)
    left = written.supply.what
    position = dealt(position, hidden, keep=left)
    rest = len(position.supply) - left
    boxed = written.box is None and position.chose("loser-hand", "box")
    if not boxed or not 0 < rest <= HAND * len(position.losses):
        return position
    return position._replace(supply=position.supply[:left], box=position.supply[left:])


def _with_first_turns(kit: Kit, written: Written, position: Position) -> Position:
    """The position with the first turns still to come: as told, or else all before any change."""
    if written.first_turn is not None:
        fresh = {each.what for each in written.first_turn.what}
    else:
        fresh = {*standing(kit, written)} if is_set_up_only(kit, position) else set()
    seats = (seat._replace(fresh=seat.colour in fresh) for seat in position.seats)
    return position._replace(seats=tuple(seats))


# The table.


def _table_findings(kit: Kit, written: Written, position: Position) -> Iterator[Finding]:
    """What lies or stands where nobody can have brought it."""
    tiles = dict(position.tiles)
    if position.chose("sides", "agree"):
        for cell, each in written.tiles:
            for other in disagreements(tiles, cell, each.what):
                if other < cell:  # each pair once
                    message = f"the tiles at {at(other)} and {at(cell)} do not agree"
                    yield illegal("sides-agree", message, each.node)
    unset = [*_set_up_findings(kit, written, position)]
    yield from unset
    yield from _came_from_findings(written, position)
    if unset or not is_whole(kit, position):
        return
    places = starts(kit, written)
    reached = joined(position, places.values())
    for cell, each in written.tiles:
        if cell not in reached:
            message = f"nothing leads from a start tile to {at(cell)}"
            yield illegal("connect", message, each.node)
    for seat in position.seats:
        if seat.token is None or seat.token.cell not in reached:
            continue
        if seat.token.cell not in joined(position, [places[seat.colour]]):
            message = f"nothing leads from {seat.colour}'s start tile to {at(seat.token.cell)}"
            node = node_of_token(kit, written, seat.colour)
            yield illegal("one-tile-along-the-path", message, node)


def _set_up_findings(kit: Kit, written: Written, position: Position) -> Iterator[Finding]:
    """The first start tile that does not lie as those before it have it."""
    gap = dict(position.options)["start-gap"]
    cells = [cell for cell, each in written.tiles if each.what in kit.starts.values()]
    for number, cell in enumerate(cells, 1):
        if not is_set_up(cells[:number], len(position.seats), gap):
            empty = "two empty places lie" if gap == "two" else "one empty place lies"
            message = f"{empty} between neighbouring start tiles: in a row, a triangle or a rhombus"
            yield illegal("set-up", message, lying(written)[cell].node)
            return


def _came_from_findings(written: Written, position: Position) -> Iterator[Finding]:
    for seat in position.seats:
        if seat.token is None or seat.came_from is None:
            continue
        if seat.came_from not in next_cells(position, seat.token.cell):
            next_to = seat.came_from in {*neighbours(seat.token.cell)} & {*dict(position.tiles)}
            why = "no path led from there" if next_to else "it is no tile next to the token"
            message = f"{seat.colour} cannot have come from {at(seat.came_from)}: {why}"
            node = written.came_from[seat.colour].node
            yield illegal("one-tile-along-the-path", message, node)


# What does not lie on the table.


def _stock_findings(kit: Kit, written: Written, position: Position) -> Iterator[Finding]:
    """A supply, hands and a box that do not make up the set, or not in this way."""
    left, lost = len(position.supply), len(position.losses)
    if written.supply is not None and written.supply.what != left:
        elsewhere = (
            "the table, the hands and the box" if position.box else "the table and the hands"
        )
        message = f"less {elsewhere}, {counted(left, 'tile')} of the set are left"
        yield illegal("supply", message, written.supply.node)
    box = len(position.box)
    in_use = lost > 0 and position.chose("loser-hand", "box")
    if written.box is not None and box > HAND * lost * in_use:
        message = "only hands of losers go into the box, by the option loser-hand: box"
        if in_use:
            message = f"{counted(lost, 'loser')} had at most {HAND * lost} tiles, not {box}"
        yield illegal("loser-hand", message, written.box.node)
        return
    # Where tiles may lie that are not shown, nobody knows how many are left to draw.
    if written.supply is None and not is_whole(kit, position):
        return
    # Only the hand of a loser can fill the supply again when others lack tiles.
    if left > HAND * lost - box:
        for colour, hand in written.hands.items():
            if len(hand.what) < HAND:
                message = f"{colour} has not drawn back to {HAND} tiles"
                yield illegal("hand", message, hand.node)
    if written.box is not None and in_use and left and box < HAND * lost:
        message = f"while there is a supply hands are whole, so the box has {HAND * lost} tiles"
        yield illegal("loser-hand", message, written.box.node)
