"""Positions as YAML, with the keys of the figures in our rulebooks where there are such.

    board: board
    round: 2
    starts: {red: A1, orange: A5, green: E9, sky: I5, purple: I1, black: E1}
    tokens:
      C3: [direction back, pawn red]
      D4: direction
    orders:
      red: D4 R, block C4, go down-right
    drives:
      1:
        red: [A1, B2, C3]

A `direction` lies with Left up, its `back` is Right; in round 4 tiles lie as they have been turned.
The robbers of a round that is over stand at `robbers`, by colour.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pnp.games.hexagonal_highway.orders import Piece, write_sheet
from pnp.games.hexagonal_highway.position import OPTIONS, Position
from pnp.games.hexagonal_highway.road import Road
from pnp.tiles.hexgrid import Hex

SIDES = {Piece.LEFT: "direction", Piece.RIGHT: "direction back"}


def tokens(road: Road, position: Position) -> list[tuple[str, str]]:
    """What lies on the board while orders are written: cells and tokens, tiles below pawns."""
    lying = [(road.names[cell], SIDES[piece]) for cell, piece in position.directions]
    pawns = zip(position.pawns, road.colours, strict=True)
    lying += [(road.names[cell], f"pawn {colour}") for cell, colour in pawns]
    return sorted(lying, key=lambda each: each[0])


def robbers(road: Road, position: Position) -> list[tuple[str, str]]:
    """Where the robbers of the last robbery were."""
    return [
        (road.names[cell], f"robber {colour}")
        for cells, colour in zip(position.robbers, road.colours, strict=True)
        for cell in cells
    ]


def write(road: Road, position: Position) -> str:
    """The position as YAML."""
    return "\n".join(_lines(road, position)) + "\n"


def _lines(road: Road, position: Position) -> Iterator[str]:
    usual = {(option.name, option.default) for option in OPTIONS}
    chosen = [": ".join(each) for each in position.options if each not in usual]
    if chosen:
        yield f"options: {{{', '.join(chosen)}}}"
    yield f"cards: {_list(str(card.value) for card in position.cards)}"
    yield f"board: {road.board}"
    yield f"round: {position.round}"
    starts = zip(road.colours, position.starts, strict=True)
    yield f"starts: {{{', '.join(f'{colour}: {road.names[cell]}' for colour, cell in starts)}}}"
    yield "tokens:"
    lying: dict[str, list[str]] = {}
    for name, token in tokens(road, position):
        lying.setdefault(name, []).append(token)
    for name, each in lying.items():
        yield f"  {name}: {each[0] if len(each) == 1 else _list(each)}"
    yield from _by_colour(
        "orders:", road, (write_sheet(road, sheet) for sheet in position.sheets), "  "
    )
    if any(map(any, position.drives)):
        yield "drives:"
    for number, drives in enumerate(position.drives, 1):
        yield from _by_colour(f"  {number}:", road, (_cells(road, each) for each in drives), "    ")
    yield from _by_colour("robbers:", road, (_cells(road, each) for each in position.robbers), "  ")
    yield f"chance: {{seed: {position.chance.seed}, step: {position.chance.step}}}"


def _by_colour(head: str, road: Road, texts: Iterable[str], indent: str) -> Iterator[str]:
    """A mapping from colours to texts, but for empty ones."""
    entries = [(colour, text) for colour, text in zip(road.colours, texts, strict=True) if text]
    if entries:
        yield head
    for colour, text in entries:
        yield f"{indent}{colour}: {text}"


def _cells(road: Road, cells: tuple[Hex, ...]) -> str:
    return _list(road.names[cell] for cell in cells) if cells else ""


def _list(words: Iterable[str]) -> str:
    return f"[{', '.join(words)}]"
