"""Drives: how a round goes once all orders are written, from placing tiles to collisions."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping

from pnp.games.hexagonal_highway.pieces import PieceSet
from pnp.games.hexagonal_highway.position import NO_WAY, Card, Cells, Phase, Piece, Position, Sheet
from pnp.play import Chance
from pnp.play.tiles import replaced
from pnp.tiles.hexgrid import Hex


def revealed(pieces: PieceSet, position: Position) -> Position:
    """The position after this round, whose sheets are all complete."""
    directions, blockades = placed(pieces, position)
    tiles = directions | dict.fromkeys(blockades, Piece.BLOCK)
    setting_off = zip(position.pawns, position.sheets, strict=True)
    drives = tuple(drive(pieces, position, pawn, sheet.way, tiles) for pawn, sheet in setting_off)
    pawns, chance = after_collisions(position, tuple(cells[-1] for cells in drives))
    if position.round + 1 == Card.REVERSE_THE_WORLD:
        directions = {cell: Piece(1 - side) for cell, side in directions.items()}
    tokens = position.tokens._replace(
        pawns=tuple((cell,) for cell in pawns), directions=tuple(sorted(directions.items()))
    )
    if position.round == Card.HIGHWAY_ROBBERY:
        hidden = (sheet.places(Piece.ROBBER) for sheet in position.sheets)
        tokens = tokens._replace(robbers=tuple(tuple(cell for _, cell in each) for each in hidden))
    is_last = position.round == len(Card)
    return position._replace(
        phase=Phase.OVER if is_last else Phase.ORDERS,
        round=position.round + (not is_last),
        tokens=tokens,
        sheets=(Sheet(),) * len(drives),
        drives=replaced(position.drives, position.round - 1, drives),
        chance=chance,
    )


def drives_of(pieces: PieceSet, position: Position) -> tuple[tuple[Cells, ...], ...]:
    """The drives of each round; an extract adds those of the pawns that have a way in `go`."""
    if {*position.go} == {NO_WAY}:
        return position.drives
    blockades = (cell for cells in position.tokens.blockades for cell in cells)
    tiles = dict(position.tokens.directions) | dict.fromkeys(blockades, Piece.BLOCK)
    drives = tuple(
        () if way == NO_WAY else drive(pieces, position, pawn, way, tiles)
        for pawn, way in zip(position.pawns, position.go, strict=True)
    )
    return replaced(position.drives, position.round - 1, drives)


def placed(pieces: PieceSet, position: Position) -> tuple[dict[Hex, Piece], Collection[Hex]]:
    """The direction tiles and blockades once those of all sheets are placed.

    If players name different tiles for a cell, all of these fail.
    """
    named: defaultdict[Hex, set[Piece]] = defaultdict(set)
    for sheet in position.sheets:
        for piece, cell in sheet.places(Piece.LEFT, Piece.RIGHT, Piece.BLOCK):
            named[cell].add(piece)
    new = {cell: tiles.pop() for cell, tiles in named.items() if len(tiles) == 1}
    blockades = {cell for cell, piece in new.items() if piece is Piece.BLOCK}
    directions = dict(position.tokens.directions)
    if position.options["blockade-over"] == "removes":
        directions = {cell: side for cell, side in directions.items() if cell not in blockades}
    sides = {cell: piece for cell, piece in new.items() if cell not in blockades}
    if len(directions | sides) > pieces.supply:
        sides = {cell: side for cell, side in sides.items() if cell in directions}
    return directions | sides, blockades


def drive(
    pieces: PieceSet, position: Position, start: Hex, way: int, tiles: Mapping[Hex, Piece]
) -> Cells:
    """The cells that a pawn drives over with these tiles, from where it sets off to where it stops."""
    cells = [start]
    left = 1 if position.options["left"] == "clockwise" else -1  # ways are counted clockwise
    turns = {Piece.LEFT: left, Piece.RIGHT: -left}
    while way != NO_WAY:
        if position.round == Card.RUBBER_WALLS:
            way = pieces.bounced(cells[-1], way)
        ahead = cells[-1].moved(way)
        tile = tiles.get(ahead)
        if tile is Piece.BLOCK or ahead in cells or ahead not in pieces.names:
            break
        cells.append(ahead)
        if tile is not None:
            way = (way + turns[tile]) % 6
    return tuple(cells)


def after_collisions(position: Position, stops: Cells) -> tuple[Cells, Chance]:
    """The cells of the pawns, those that collided back on starts, and the chance that is left.

    All of them are lifted first. Those whose own start is empty return to it, then the others draw
    one of the empty starts, in the order of the colours.
    """
    on, chance = Counter(stops), position.chance
    crashed = [player for player, stop in enumerate(stops) if on[stop] > 1]
    apart = {stop for stop in stops if on[stop] == 1}
    pawns = [position.starts[n] if n in crashed else stop for n, stop in enumerate(stops)]
    empty = tuple(start for start in position.starts if start not in pawns)
    for player in crashed:
        if position.starts[player] in apart:
            pawns[player], empty, chance = chance.drawn(empty)
    return tuple(pawns), chance
