"""Moves in a line, and positions as YAML with the keys of the figures in our rulebooks.

    turn: 2
    phase: lay
    to-move: 3
    tie-breaker: 2
    coins: [6, 7, 6]
    bids: [1, 1, 0]
    pot: 1
    hands:
      - [RROOYY]
      - []
      - [BBYYSS, OYGSBP]
    tiles:
      "0,0": RRPPSS
      "1,0": OORRBB
    runs:
      - {turn: 1, player: 2, cells: ["1,0"]}
    chance: {seed: 5, step: 4}

Players count from 1, clockwise. `offer` has the tiles on offer, `run` the cells of the run that is
being laid, and `points` what the players have on the pad from runs that are not listed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from pnp.games.hex_auction.pieces import Pieces, kind
from pnp.games.hex_auction.position import (
    OPTIONS,
    Bid,
    Choose,
    Lay,
    Move,
    Phase,
    Position,
    Stop,
)
from pnp.games.hex_auction.scoring import write_cell
from pnp.play import IllegalMove
from pnp.tiles import NotationError
from pnp.tiles.hexgrid import Hex, parse_cell

_MOVE = re.compile(
    r"bid (?P<coins>[0-9]{1,4})|choose (?P<tile>.+)|lay (?P<edges>.+) at (?P<cell>.+)|(?P<stop>stop)"
)


def write_move(pieces: Pieces, move: Move) -> str:
    """The move in a line: `bid 2`, `choose RROOYY`, `lay RROOYY at 1,-1`, `stop`."""
    match move:
        case Bid(coins):
            return f"bid {coins}"
        case Choose(tile):
            return f"choose {pieces.write(tile)}"
        case Lay(cell, edges):
            return f"lay {pieces.write(edges)} at {write_cell(cell)}"
        case Stop():
            return "stop"


def read_move(pieces: Pieces, text: str) -> Move:
    """The move in a line; raises IllegalMove where the text is none."""
    match = _MOVE.fullmatch(" ".join(text.split()))
    if match is None:
        message = f'"{text}" is no move: bid 2, choose RROOYY, lay RROOYY at 1,-1, or stop'
        raise IllegalMove("notation", message)
    try:
        if match["coins"]:
            return Bid(int(match["coins"]))
        if match["tile"]:
            return Choose(kind(pieces.read(match["tile"])))
        if match["edges"]:
            return Lay(parse_cell(match["cell"]), pieces.read(match["edges"]))
    except (NotationError, ValueError) as error:
        raise IllegalMove("notation", str(error)) from None
    return Stop()


def write_position(pieces: Pieces, position: Position) -> str:
    """The position as YAML."""
    return "\n".join(_lines(pieces, position)) + "\n"


def _lines(pieces: Pieces, position: Position) -> Iterator[str]:
    usual = {(option.name, option.default) for option in OPTIONS}
    chosen = [
        f"{name}: {choice}" for name, choice in position.options if (name, choice) not in usual
    ]
    if chosen:
        yield f"options: {{{', '.join(chosen)}}}"
    if position.extract:
        yield "extract: yes"
    yield f"turn: {position.turn}"
    yield f"phase: {position.phase.value}"
    if position.phase is not Phase.OVER:
        assert position.mover is not None
        yield f"to-move: {position.mover + 1}"
    yield f"tie-breaker: {position.tie_breaker + 1}"
    yield f"coins: {_list(map(str, position.coins))}"
    if position.bids:
        yield f"bids: {_list(map(str, position.bids))}"
    yield f"pot: {position.pot}"
    if any(position.pad):
        yield f"points: {_list(map(str, position.pad))}"
    if position.offer:
        yield f"offer: {_list(map(pieces.write, position.offer))}"
    yield "hands:"
    for hand in position.hands:
        yield f"  - {_list(map(pieces.write, hand))}"
    yield "tiles:"
    for cell, edges in position.tiles:
        yield f'  "{write_cell(cell)}": {pieces.write(edges)}'
    if position.runs:
        yield "runs:"
    for turn, seat, cells in position.runs:
        yield f"  - {{turn: {turn}, player: {seat + 1}, cells: {_cells(cells)}}}"
    if position.run:
        yield f"run: {_cells(position.run)}"
    yield f"chance: {{seed: {position.chance.seed}, step: {position.chance.step}}}"


def _cells(cells: Iterable[Hex]) -> str:
    return _list(f'"{write_cell(cell)}"' for cell in cells)


def _list(words: Iterable[str]) -> str:
    return f"[{', '.join(words)}]"
