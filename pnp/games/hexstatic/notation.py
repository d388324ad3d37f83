"""Positions and moves of HexStatic as text.

A move is one of

    lay R1-2 B3-4 G5 at 1,-1
    exchange
    give R1-2 B3-4 G5
    own red
    pass
    stop
    agree
    decline

and a position is YAML with the `tiles` of figures in the rulebook, and

    players: 2
    owners: {red: 1, blue: neutral}
    turn: 2
    phase: turn
    hands:
      1: [R1-2 B3-4 G5, R1-4 G2 B3]
      2: [R1 G2 B3]
    supply: [R1 G2 B4]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pnp.basics.words import did_you_mean
from pnp.games.hexstatic.kit import Kit
from pnp.games.hexstatic.placing import write_cell
from pnp.games.hexstatic.position import (
    FREE,
    NEUTRAL,
    OPTIONS,
    Agree,
    Decline,
    Exchange,
    Give,
    Lay,
    Move,
    Own,
    Pass,
    Phase,
    Position,
    Stop,
)
from pnp.play import IllegalMove
from pnp.tiles import NotationError, Tile
from pnp.tiles.hexgrid import Hex, parse_cell

_PLAIN: dict[str, Move] = {
    "exchange": Exchange(),
    "pass": Pass(),
    "stop": Stop(),
    "agree": Agree(),
    "decline": Decline(),
}
_WORDS = {move: word for word, move in _PLAIN.items()}


def write_move(kit: Kit, move: Move) -> str:
    """The move as text."""
    match move:
        case Lay(tile, cell):
            return f"lay {kit.write(tile)} at {write_cell(cell)}"
        case Give(kind):
            return f"give {kit.write(kind)}"
        case Own(colour):
            return f"own {kit.colours[colour]}"
    return _WORDS[move]


def read_move(kit: Kit, text: str) -> Move:
    """The move that is written; raises IllegalMove where it is none."""
    match text.split():
        case [word] if word in _PLAIN:
            return _PLAIN[word]
        case ["lay", *notation, "at", where] if notation:
            return Lay(_tile(kit, " ".join(notation)), _cell(where))
        case ["give", *notation] if notation:
            return Give(kit.kinds[_tile(kit, " ".join(notation))])
        case ["own", name]:
            if name not in kit.colours:
                hint = did_you_mean(name, kit.colours)
                raise IllegalMove("notation", f'there is no colour "{name}"{hint}')
            return Own(kit.colours.index(name))
    message = (
        f'"{text}" is no move; write "lay R1-2 B3-4 G5 at 1,-1", "give R1-2 B3-4 G5", "own red", or'
        f" one of {', '.join(_PLAIN)}"
    )
    raise IllegalMove("notation", message)


def _tile(kit: Kit, text: str) -> Tile:
    try:
        return kit.read(text)
    except NotationError as error:
        raise IllegalMove("notation", str(error)) from error


def _cell(text: str) -> Hex:
    try:
        return parse_cell(text)
    except ValueError as error:
        raise IllegalMove("notation", str(error)) from error


def write_position(kit: Kit, position: Position) -> str:
    """The position as YAML; what is as usual is left out, and so is what an extract does not tell."""
    return "\n".join(_lines(kit, position)) + "\n"


def _lines(kit: Kit, position: Position) -> Iterator[str]:
    # Of the end of a game no more need be told than what scores.
    is_extract = position.phase is Phase.OVER and not position.supply
    usual_end = position.players == 2 and position.turn == 1 and not position.aside
    is_mere_table = is_extract and usual_end and set(position.owners) == {FREE}
    if not is_mere_table:
        yield f"players: {position.players}"
    if position.table:
        yield "tiles:"
    for cell, tile in position.table:
        yield f'  "{write_cell(cell)}": {kit.write(tile)}'
    owned = [
        f"{name}: {'neutral' if owner == NEUTRAL else owner}"
        for name, owner in zip(kit.colours, position.owners, strict=True)
        if owner != FREE
    ]
    if owned:
        yield f"owners: {{{', '.join(owned)}}}"
    if not is_mere_table:
        yield f"turn: {position.turn}"
        yield f"phase: {position.phase.value}"
    if position.is_open and not is_extract:
        yield "open: yes"
    if position.asked:
        yield f"asked: {position.asked}"
    if position.laid is not None:
        yield f'laid: "{write_cell(position.laid)}"'
    if position.drawn is not None:
        yield f"drawn: {kit.write(position.drawn)}"
    if position.passes:
        yield f"passes: {position.passes}"
    if any(position.hands):
        yield "hands:"
        for player, hand in enumerate(position.hands, 1):
            yield f"  {player}: {_list(kit, hand)}"
    if not is_extract:
        yield f"supply: {_list(kit, position.supply)}"
    if position.aside:
        yield f"aside: {_list(kit, position.aside)}"
    usual = {option.name: option.default for option in OPTIONS}
    chosen = [f"{name}: {choice}" for name, choice in position.options if choice != usual[name]]
    if chosen:
        yield f"options: {{{', '.join(chosen)}}}"
    yield f"chance: {{seed: {position.chance.seed}, step: {position.chance.step}}}"


def _list(kit: Kit, tiles: Iterable[Tile]) -> str:
    return f"[{', '.join(map(kit.write, tiles))}]"
