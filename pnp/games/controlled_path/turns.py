"""A turn: which changes and moves there are, what is wrong with others, and who has lost."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from pnp.games.controlled_path.kit import FORM, Kit, piece, turned
from pnp.games.controlled_path.paths import (
    Spot,
    Terminal,
    Tiles,
    disagreements,
    next_spots,
    openings,
    path_from,
    terminals,
)
from pnp.games.controlled_path.position import (
    HAND,
    NO_CHANGE,
    NO_MOVE,
    Loss,
    Move,
    Phase,
    Place,
    Position,
    Seat,
    Stay,
    Step,
    Turn,
)
from pnp.tiles import Port, Tile
from pnp.tiles.hexgrid import Hex, distance
from pnp.tiles.symmetry import Symmetry


class Objection(NamedTuple):
    """The rule that a move breaks, and how."""

    rule: str
    message: str


def at(cell: Hex) -> str:
    """A cell as it is written."""
    return f"{cell.q},{cell.r}"


class Situation:
    """What the player whose turn it is finds on the table."""

    def __init__(self, kit: Kit, position: Position) -> None:
        assert position.seat.token is not None
        self.kit = kit
        self.position = position
        self.seat = position.seat
        self.tiles: Tiles = dict(position.tiles)
        self.token: Spot = position.seat.token

    @cached_property
    def path(self) -> frozenset[Spot]:
        """The controlled path."""
        return path_from(self.tiles, self.token)

    @cached_property
    def openings(self) -> frozenset[Terminal]:
        """Where a tile can be placed, and which of its terminals then meets the path."""
        return openings(self.tiles, self.path)

    @cached_property
    def steps(self) -> tuple[Hex, ...]:
        """The tiles that the token may move to; straight back only where there is no other.

        From the rulebook, "Moving".
        """
        cells = {spot.cell for spot in next_spots(self.tiles, self.token)}
        if self.position.chose("shared-tile", "barred"):
            cells -= {seat.token.cell for seat in self.position.seats if seat.token is not None}
        return tuple(sorted(cells - {self.seat.came_from} or cells))

    def moves(self) -> Iterator[Move]:
        """Every legal move, in order of tiles and places."""
        if self.position.phase is Phase.MOVE:
            yield from map(Step, self.steps)
            if not self.steps:
                yield Stay()
            return
        yield from (move for move in self._candidates() if self.objection(move) is None)

    def _candidates(self) -> Iterator[Move]:
        """All changes that may be legal."""
        places = sorted({end.cell for end in self.openings})
        for tile in dict.fromkeys(self.seat.hand):
            for cell in places:
                yield from (Place(cell, lying) for lying in sorted({*turned(tile)}))
        for cell in sorted({spot.cell for spot in self.path}):
            yield from (Turn(cell, steps) for steps in range(6))

    def objection(self, move: Move) -> Objection | None:
        """What is wrong with a move; None where it is legal."""
        if self.position.phase is Phase.MOVE:
            match move:
                case Step(cell):
                    return self._objection_to_step(cell)
                case Stay():
                    return self._objection_to_staying()
            return Objection("change-then-move", "the change is made; now the token moves")
        match move:
            case Place(cell, tile):
                return self._objection_to_placing(cell, tile) or self._objection_to_change(
                    cell, tile, move
                )
            case Turn(cell, steps):
                return self._objection_to_turning(cell, steps) or self._objection_to_change(
                    cell, self._lying(cell, steps), move
                )
        message = "a turn begins with a change: place a tile or turn one"
        return Objection("change-then-move", message)

    def _objection_to_placing(self, cell: Hex, tile: Tile) -> Objection | None:
        if piece(tile) not in self.seat.hand:
            hand = " and ".join(map(self.kit.written, self.seat.hand)) or "nothing"
            message = f"{self.kit.written(tile)} is not in the hand, which has {hand}"
            return Objection("hand", message)
        if cell in self.tiles:
            return Objection("empty-place", f"a tile lies at {at(cell)} already")
        if not any(Terminal(cell, port) in self.openings for port in terminals(tile)):
            message = (
                f"at {at(cell)}, {self.kit.written(tile)} meets no open terminal of"
                f" {self.seat.colour}'s controlled path"
            )
            return Objection("connect", message)
        return None

    def _objection_to_turning(self, cell: Hex, steps: int) -> Objection | None:
        if cell not in self.tiles:
            return Objection("tile-on-the-table", f"no tile lies at {at(cell)}")
        if all(spot.cell != cell for spot in self.path):
            message = f"{self.seat.colour}'s controlled path does not cross the tile at {at(cell)}"
            return Objection("own-path", message)
        if steps not in range(6):
            return Objection("turning", f"a tile is turned by 1 to 5 sides, not by {steps}")
        same = self._lying(cell, steps) == self.tiles[cell]
        if same and self.position.chose("turning", "differently"):
            message = f"turned by {steps}, the tile at {at(cell)} lies as it lay before"
            return Objection("lie-differently", message)
        return None

    def _lying(self, cell: Hex, steps: int) -> Tile:
        return turned(self.tiles[cell])[steps % 6]

    def _objection_to_change(self, cell: Hex, lying: Tile, move: Place | Turn) -> Objection | None:
        """What a table may forbid: sides that do not agree, and to connect in the first turn."""
        if self.position.chose("sides", "agree"):
            for other in disagreements(self.tiles, cell, lying):
                message = (
                    f"{self.kit.written(lying)} at {at(cell)} does not agree with the tile at"
                    f" {at(other)}"
                )
                return Objection("sides-agree", message)
        return first_change_objection(changed(self.position, move))

    def _objection_to_step(self, cell: Hex) -> Objection | None:
        if cell in self.steps:
            return None
        here = self.token.cell
        if distance(here, cell) != 1 or cell not in self.tiles:
            message = f"{at(cell)} is no tile next to {at(here)}"
        elif all(spot.cell != cell for spot in next_spots(self.tiles, self.token)):
            message = f"the controlled path does not lead from {at(here)} to {at(cell)}"
        elif cell == self.seat.came_from:
            message = f"the token has just come from {at(cell)}, and has another move"
            return Objection("no-turning-back", message)
        else:
            return Objection("shared-tile", f"a token stands on {at(cell)}")
        return Objection("one-tile-along-the-path", message)

    def _objection_to_staying(self) -> Objection | None:
        if not self.steps:
            return None
        return Objection("move-the-token", f"the token can move to {at(self.steps[0])}")


def changed(position: Position, move: Place | Turn) -> Position:
    """The table after a change; tokens on a tile turn with it."""
    tiles = dict(position.tiles)
    if isinstance(move, Place):
        tiles[move.cell] = move.tile
        return position._replace(tiles=tuple(sorted(tiles.items())))
    steps = move.steps % 6
    tiles[move.cell] = turned(tiles[move.cell])[steps]
    ports = FORM.isometries(Symmetry.ROTATIONS)[steps].ports

    def along(seat: Seat) -> Seat:
        if seat.token is None or seat.token.cell != move.cell:
            return seat
        join = tuple(sorted(Port(ports[port]) for port in seat.token.join))
        return seat._replace(token=Spot(move.cell, join))

    return position._replace(
        tiles=tuple(sorted(tiles.items())), seats=tuple(map(along, position.seats))
    )


def connected(position: Position) -> tuple[int, ...]:
    """The seats that the player whose turn it is sees off, clockwise from there.

    From the rulebook, "How to win": only a player's own change counts.
    """
    tiles = dict(position.tiles)
    me, others = position.turn, clockwise(position)

    def leads(one: int, other: int) -> bool:
        start, end = position.seats[one].token, position.seats[other].token
        assert start is not None
        return end in path_from(tiles, start)

    losers = {other for other in others if leads(me, other)}
    if position.chose("opponents-connected", "all"):
        losers |= {
            one for one in others if any(leads(one, other) for other in others if other != one)
        }
    return tuple(other for other in others if other in losers)


def first_change_objection(position: Position) -> Objection | None:
    """What is wrong with the first change of a player, once it is made, by the option start-gap."""
    if position.chose("start-gap", "one") and position.seat.fresh:
        for loser in connected(position):
            message = f"the first change may not connect to {position.seats[loser].colour}"
            return Objection("first-turn", message)
    return None


def clockwise(position: Position) -> tuple[int, ...]:
    """The other seats that are still in, from the one whose turn comes next."""
    number = len(position.seats)
    order = ((position.turn + ahead) % number for ahead in range(1, number))
    return tuple(seat for seat in order if seat in position.remaining)


def refilled(position: Position, index: int, *, keep: int = 0) -> Position:
    """The position after a player has drawn back to a whole hand, as far as the supply reaches.

    So many tiles as are to be kept stay in the supply.
    """
    supply, chance = list(position.supply), position.chance
    hand = list(position.seats[index].hand)
    while len(supply) > keep and len(hand) < HAND:
        number, chance = chance.below(len(supply))
        hand.append(supply.pop(number))
    seat = position.seats[index]._replace(hand=tuple(sorted(hand)))
    return position.with_seat(index, seat)._replace(supply=tuple(supply), chance=chance)


def after(kit: Kit, position: Position, move: Move) -> Position:
    """The position after a legal move, with everybody off who has lost by it."""
    seat = position.seat
    match move:
        case Place(_, tile):
            hand = list(seat.hand)
            hand.remove(piece(tile))
            position = changed(position, move)._replace(phase=Phase.MOVE, quiet=0)
            position = position.with_seat(position.turn, seat._replace(hand=tuple(hand)))
            position = refilled(position, position.turn)
        case Turn():
            quiet = position.quiet + (position.quiet_limit is not None)
            position = changed(position, move)._replace(phase=Phase.MOVE, quiet=quiet)
        case Step(cell):
            spots = next_spots(dict(position.tiles), _token(seat))
            there = next(spot for spot in spots if spot.cell == cell)
            moved = seat._replace(token=there, came_from=_token(seat).cell)
            position = _next_turn(position.with_seat(position.turn, moved))
        case Stay():
            position = _next_turn(position)
    return settled(kit, position)


def settled(kit: Kit, position: Position) -> Position:
    """The position when all who have lost are off the table and somebody can decide."""
    if position.phase is Phase.MOVE:
        winner = position.seat.colour
        for loser in connected(position):
            position = _lost(position, loser, winner)
        stuck = position.chose("no-move", "lose") and not Situation(kit, position).steps
        if stuck and not position.is_over:
            position = _next_turn(_lost(position, position.turn, NO_MOVE))
    while position.phase is Phase.CHANGE and not position.is_over:
        if next(Situation(kit, position).moves(), None) is not None:
            break
        position = _next_turn(_lost(position, position.turn, NO_CHANGE))
    return position


def _lost(position: Position, loser: int, cause: str) -> Position:
    """The position without a player's token; the tiles on the table stay."""
    colour, hand = position.seats[loser].colour, position.seats[loser].hand
    position = position.with_seat(loser, Seat(colour))
    position = position._replace(losses=(*position.losses, Loss(colour, cause)))
    if position.chose("loser-hand", "box"):
        return position._replace(box=tuple(sorted((*position.box, *hand))))
    return position._replace(supply=tuple(sorted((*position.supply, *hand))))


def _next_turn(position: Position) -> Position:
    """The turn of the next player clockwise who is still in."""
    done = position.with_seat(position.turn, position.seat._replace(fresh=False))
    return done._replace(turn=clockwise(done)[0], phase=Phase.CHANGE)


def _token(seat: Seat) -> Spot:
    assert seat.token is not None
    return seat.token
