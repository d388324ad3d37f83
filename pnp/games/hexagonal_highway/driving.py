"""Driving: a round once all orders are in, from revealing them to sorting out collisions."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping
from typing import NamedTuple

from pnp.games.hexagonal_highway.orders import Go, Piece, Sheet
from pnp.games.hexagonal_highway.position import PLAYERS, Card, Drive, Position
from pnp.games.hexagonal_highway.road import Road
from pnp.play import Chance
from pnp.tiles.hexgrid import Hex


class Tiles(NamedTuple):
    """What lies on the road while pawns drive; a blockade may lie on a direction tile."""

    directions: Mapping[Hex, Piece]
    blockades: Collection[Hex]


def revealed(road: Road, position: Position) -> Position:
    """The position before the next round, or at the end, once every sheet is complete."""
    sheets = standing(position)
    tiles = placed(road, position, sheets)
    drives = tuple(
        drive(road, position, pawn, sheet.go, tiles)
        for pawn, sheet in zip(position.pawns, sheets, strict=True)
    )
    pawns, chance = sorted_out(position, tuple(drive[-1] for drive in drives))
    after = position._replace(
        pawns=pawns,
        directions=tuple(sorted(tiles.directions.items())),
        sheets=(Sheet(),) * PLAYERS,
        drives=(*position.drives, drives),
        chance=chance,
    )
    if position.card is Card.HIGHWAY_ROBBERY:
        after = after._replace(robbers=tuple(sheet.cells(Piece.ROBBER) for sheet in sheets))
    if not after.is_over and after.card is Card.REVERSE_THE_WORLD:
        turned = tuple((cell, piece.reversed) for cell, piece in after.directions)
        after = after._replace(directions=turned)
    return after


def standing(position: Position) -> tuple[Sheet, ...]:
    """What is left of the sheets when all placements that fail are struck out."""
    named: defaultdict[Hex, set[Piece]] = defaultdict(set)
    for sheet in position.sheets:
        for place in sheet.tiles:
            named[place.cell].add(place.piece)
    failed = {cell for cell, pieces in named.items() if len(pieces) > 1}
    if position.chose("failed-hex", "sheet"):
        nothing = Sheet(go=Go(None))
        return tuple(
            nothing if any(place.cell in failed for place in sheet.tiles) else sheet
            for sheet in position.sheets
        )
    return tuple(
        sheet._replace(
            places=tuple(
                place
                for place in sheet.places
                if place.piece is Piece.ROBBER or place.cell not in failed
            )
        )
        for sheet in position.sheets
    )


def placed(road: Road, position: Position, sheets: tuple[Sheet, ...]) -> Tiles:
    """The tiles on the road when those of the sheets are placed on those of earlier rounds."""
    blockades = frozenset(cell for sheet in sheets for cell in sheet.cells(Piece.BLOCKADE))
    directions = dict(position.directions)
    if position.chose("blockade-over", "removes"):
        directions = {cell: piece for cell, piece in directions.items() if cell not in blockades}
    new = {place.cell: place.piece for sheet in sheets for place in sheet.directions}
    if len(directions | new) > road.supply:
        new = {cell: piece for cell, piece in new.items() if cell in directions}
    return Tiles(directions | new, blockades)


def drive(road: Road, position: Position, start: Hex, go: Go | None, tiles: Tiles) -> Drive:
    """The cells that a pawn is on, from where it sets off to where it stops."""
    if go is None or go.way is None:
        return (start,)
    way = set_off(road, position, start, go.way, tiles.directions.get(start))
    path = [start]
    while (ahead := path[-1].moved(way)) in road.names:
        if ahead in tiles.blockades or ahead in path:
            break
        path.append(ahead)
        way = onward(road, position, ahead, way, tiles.directions.get(ahead))
    return tuple(path)


def set_off(road: Road, position: Position, start: Hex, way: int, tile: Piece | None) -> int:
    """The way that a pawn sets off which is to drive that way."""
    if position.chose("setting-off", "turns"):
        way = _turned(position, way, tile)
    if position.card is Card.RUBBER_WALLS and position.chose("outward-start", "bounces"):
        way = road.bounced(start, way)
    return way


def onward(road: Road, position: Position, cell: Hex, way: int, tile: Piece | None) -> int:
    """The way that a pawn goes on after it has moved that way onto a cell."""
    rubber = position.card is Card.RUBBER_WALLS
    if rubber and position.chose("bounce", "bounce-first"):
        way = road.bounced(cell, way)
    way = _turned(position, way, tile)
    return road.bounced(cell, way) if rubber else way


def _turned(position: Position, way: int, tile: Piece | None) -> int:
    """The way after a direction tile, if there is one: ways are counted clockwise."""
    if tile is None:
        return way
    clockwise = (tile is Piece.RIGHT) != position.chose("left", "clockwise")
    return (way + (1 if clockwise else -1)) % 6


def sorted_out(position: Position, stops: tuple[Hex, ...]) -> tuple[tuple[Hex, ...], Chance]:
    """Where the pawns stand when those that have collided are back on starts, and chance after that."""
    home, cup = returning(position, stops)
    pawns = dict(enumerate(stops)) | home
    lost = [player for player in collided(stops) if player not in home]
    chance = position.chance
    if lost:
        drawn, chance = chance.shuffled(cup)
        pawns |= dict(zip(lost, drawn, strict=False))
    return tuple(pawns.values()), chance


def collided(stops: tuple[Hex, ...]) -> list[int]:
    """The players who have stopped where others have."""
    on = Counter(stops)
    return [player for player, stop in enumerate(stops) if on[stop] > 1]


def returning(position: Position, stops: tuple[Hex, ...]) -> tuple[dict[int, Hex], tuple[Hex, ...]]:
    """The starts of those collided who go home, and the starts that the others draw from."""
    crashed = collided(stops)
    apart = {stop for player, stop in enumerate(stops) if player not in crashed}
    barred = set(stops) if position.chose("crash-on-a-start", "taken") else apart
    home = {
        player: position.starts[player]
        for player in crashed
        if position.starts[player] not in barred
    }
    taken = {*apart, *home.values()}
    return home, tuple(start for start in position.starts if start not in taken)
