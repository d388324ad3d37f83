"""Where pawns stood in the rounds that a file tells: from starts to stops, and home after collisions."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.basics.errors import Finding
from pnp.games.hexagonal_highway.driving import collided, returning
from pnp.games.hexagonal_highway.position import NOWHERE, PLAYERS, Position
from pnp.games.hexagonal_highway.reading import At, Written
from pnp.games.hexagonal_highway.road import Road
from pnp.play.game import illegal
from pnp.tiles.hexgrid import Hex


def stops(written: Written, number: int) -> dict[int, Hex]:
    """Where the pawns have stopped whose drives in a round are told."""
    return {player: drive[-1].cell for player, drive in written.drives.get(number, {}).items()}


def setting_off(written: Written, position: Position, number: int) -> tuple[tuple[int, At], ...]:
    """Where the pawns are told to have been when a round began, this one or an earlier one."""
    if number == position.round:
        return written.pawns
    return tuple((player, drive[0]) for player, drive in written.drives.get(number, {}).items())


def moment(written: Written, position: Position, number: int) -> Position:
    """The position in which an earlier round began, as far as it is certain, without tiles.

    A pawn that may have been anywhere is NOWHERE.
    """
    before = stops(written, number - 1)
    at = {player: cell for player, (cell, _) in setting_off(written, position, number)}
    if number == 1:
        # Whoever it was: at first there is a pawn on each start.
        at = dict(enumerate(position.starts))
    elif len(before) == PLAYERS:
        cells = tuple(before[player] for player in range(PLAYERS))
        apart = {n: cell for n, cell in enumerate(cells) if n not in collided(cells)}
        at = apart | at
    return position._replace(
        pawns=tuple(at.get(player, NOWHERE) for player in range(PLAYERS)),
        directions=(),
        drives=position.drives[: number - 1],
    )


def known(written: Written, position: Position) -> tuple[Hex, ...]:
    """Where the pawns are now, as far as the file tells them; NOWHERE where it does not."""
    if position.round > 1:
        return moment(written, position, position.round).pawns
    starts = () if written.round is None else written.starts
    told = {player for player, _ in (*written.pawns, *starts)}
    return tuple(cell if player in told else NOWHERE for player, cell in enumerate(position.pawns))


def pawn_findings(road: Road, written: Written, position: Position) -> Iterator[Finding]:
    """Pawns that cannot have been where a round begins with them."""
    for number in range(1, position.round + 1):
        for player, (cell, node) in setting_off(written, position, number):
            if number > 1:
                wrong = _against_stop(road, written, position, number, player, cell)
                rule = "driving"
            else:
                wrong = _against_start(road, written, player, cell)
                rule = "starts"
            if wrong:
                yield illegal(rule, wrong, node)


def _against_start(road: Road, written: Written, player: int, cell: Hex) -> str | None:
    """Why the pawn cannot be there as the first round begins."""
    who, name = road.colours[player], road.names[cell]
    if cell not in road.starts:
        return f"{who} does not start on {name}"
    for other, start in written.starts:
        if (other == player) != (start.cell == cell):
            owner, its = road.colours[other], road.names[start.cell]
            return f"{who} does not start on {name}: {owner} starts on {its}"
    return None


def _against_stop(
    road: Road, written: Written, position: Position, number: int, player: int, cell: Hex
) -> str | None:
    """Why the pawn cannot be there after the round before, in which all, some or no drives are told."""
    before = stops(written, number - 1)
    who, name = road.colours[player], road.names[cell]
    if player not in before:
        there = [road.colours[other] for other, stop in before.items() if stop == cell]
        if there and cell not in road.starts:
            return f"{there[0]} has stopped on {name}; {who} is not there next"
        return None
    stop = road.names[before[player]]
    has_crashed = [*before.values()].count(before[player]) > 1
    if has_crashed and cell not in _returns(road, written, position, before, player):
        return f"{who} has collided on {stop} and is on a start next, not on {name}"
    # Somebody whose drive is not told may have stopped there too, and is on a start now.
    after = {each: at.cell for each, at in setting_off(written, position, number)}
    others = (each for each in range(PLAYERS) if each not in before)
    may_have_crashed = cell in road.starts and any(
        after.get(each, cell) in road.starts for each in others
    )
    if not has_crashed and cell != before[player] and not may_have_crashed:
        return f"{who} has stopped on {stop} and is there next, not on {name}"
    return None


def _returns(
    road: Road, written: Written, position: Position, before: dict[int, Hex], player: int
) -> tuple[Hex, ...]:
    """The starts that a pawn may return to after a collision."""
    if len(before) < PLAYERS:
        return road.starts
    cells = tuple(before[each] for each in range(PLAYERS))
    home, cup = returning(position, cells)
    told = {each for each, _ in written.starts} | {*written.drives.get(1, {})}
    if len(told) >= PLAYERS - 1:  # then the last start is certain, too
        return (home[player],) if player in home else cup
    if player in told and player in home:
        return (home[player],)
    apart = {cell for each, cell in enumerate(cells) if each not in collided(cells)}
    return tuple(start for start in road.starts if start not in apart)
