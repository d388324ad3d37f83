"""Moves in a line, and positions as YAML with the keys of the figures in our rulebooks.

    place 2-4-6 at 1,-1
    turn 2,1 by 4
    move to 1,-1
    stay

A tile is turned clockwise. It is written as it lies, and in a hand as the set has it.

    tiles:
      "0,0": 1-2-3-4-5-6 ring:R
      "3,0": 1-2-3-4-5-6 ring:S
      "1,0": 1-3 2-5
    tokens:
      "1,0": token red on 2-5
      "3,0": token sky
    hands:
      red: [1-2, 1-3 2-5]
      sky: [1-4, 1-2-4]
    came-from: {red: "0,0"}
    turn: sky
    phase: change
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from pnp.games.controlled_path.kit import Kit
from pnp.games.controlled_path.paths import Join, Spot
from pnp.games.controlled_path.position import OPTIONS, Move, Place, Position, Stay, Step, Turn
from pnp.games.controlled_path.turns import at
from pnp.tiles.hexgrid import Hex, parse_cell

_MOVE = re.compile(
    r"place (?P<tile>.+) at (?P<place>\S+)|turn (?P<turned>\S+) by (?P<steps>[0-9])"
    r"|move to (?P<step>\S+)|(?P<stay>stay)"
)


def write_move(kit: Kit, move: Move) -> str:
    """A move in one line."""
    match move:
        case Place(cell, tile):
            return f"place {kit.written(tile)} at {at(cell)}"
        case Turn(cell, steps):
            return f"turn {at(cell)} by {steps}"
        case Step(cell):
            return f"move to {at(cell)}"
        case Stay():
            return "stay"


def parse_move(kit: Kit, text: str) -> Move:
    """The move in a line; raises ValueError where there is none."""
    match = _MOVE.fullmatch(" ".join(text.split()))
    if match is None:
        raise ValueError(
            f'"{text}" is no move; write "place 2-4-6 at 1,-1", "turn 2,1 by 4", "move to 1,-1"'
            ' or "stay"'
        )
    if match["place"]:
        return Place(parse_cell(match["place"]), kit.parsed(match["tile"]))
    if match["turned"]:
        return Turn(parse_cell(match["turned"]), int(match["steps"]))
    if match["step"]:
        return Step(parse_cell(match["step"]))
    return Stay()


def write_join(join: Join) -> str:
    """The terminals of a path on a tile, counted from 1."""
    return "-".join(str(port + 1) for port in join)


def tokens(position: Position) -> list[tuple[Spot, str]]:
    """Where the tokens stand, and what they are called."""
    return [
        (seat.token, f"token {seat.colour}") for seat in position.seats if seat.token is not None
    ]


def write_position(kit: Kit, position: Position) -> str:
    """The position as YAML."""
    return "\n".join(_lines(kit, position)) + "\n"


def _lines(kit: Kit, position: Position) -> Iterator[str]:
    usual = {(option.name, option.default) for option in OPTIONS}
    chosen = [each for each in position.options if each not in usual]
    if chosen:
        yield f"options: {{{_entries(chosen)}}}"
    yield "tiles:"
    for cell, tile in position.tiles:
        yield f'  "{at(cell)}": {kit.written(tile)}'
    yield from _token_lines(position)
    yield "hands:"
    for seat in position.seats:
        if seat.token is not None:
            yield f"  {seat.colour}: {_list(map(kit.written, seat.hand))}"
    yield f"supply: {len(position.supply)}"
    if position.box:
        yield f"box: {_list(map(kit.written, position.box))}"
    came = [
        (seat.colour, f'"{at(seat.came_from)}"')
        for seat in position.seats
        if seat.came_from is not None
    ]
    if came:
        yield f"came-from: {{{_entries(came)}}}"
    yield f"turn: {position.seat.colour}"
    yield f"phase: {position.phase.value}"
    fresh = [seat.colour for seat in position.seats if seat.fresh]
    if fresh:
        yield f"first-turn: {_list(fresh)}"
    if position.quiet:
        yield f"quiet: {position.quiet}"
    if position.losses:
        yield f"lost: {{{_entries(position.losses)}}}"
    yield f"chance: {{seed: {position.chance.seed}, step: {position.chance.step}}}"


def _token_lines(position: Position) -> Iterator[str]:
    yield "tokens:"
    tiles = dict(position.tiles)
    standing: dict[Hex, list[str]] = {}
    for spot, name in tokens(position):
        # Where a tile has one path only, the token is on it.
        where = f" on {write_join(spot.join)}" if len(tiles[spot.cell].joins) > 1 else ""
        standing.setdefault(spot.cell, []).append(name + where)
    for cell, names in standing.items():
        yield f'  "{at(cell)}": {names[0] if len(names) == 1 else _list(names)}'


def _entries(entries: Iterable[tuple[str, str]]) -> str:
    return ", ".join(f"{key}: {value}" for key, value in entries)


def _list(words: Iterable[str]) -> str:
    return f"[{', '.join(words)}]"
