"""Reading the table of a position: tiles as they lie, tokens on their paths."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import NamedTuple

from pnp.definition.nodes import Node
from pnp.definition.reader import Fields, did_you_mean
from pnp.games.controlled_path.notes import Notes
from pnp.games.controlled_path.paths import Spot, disagreements
from pnp.games.controlled_path.position import Position
from pnp.games.controlled_path.setup import is_set_up, start_spot
from pnp.games.controlled_path.turns import at
from pnp.games.controlled_path.writing import write_join
from pnp.hexgrid import Hex, neighbours
from pnp.tiles import Tile

_TOKEN = re.compile(r"token (\S+)(?: on ([0-9](?:-[0-9])*))?")


class Lying(NamedTuple):
    """A tile with where it is written."""

    tile: Tile
    node: Node


class Standing(NamedTuple):
    """A token with where it is written."""

    spot: Spot
    node: Node


def tiles_in(notes: Notes, fields: Fields) -> dict[Hex, Lying]:
    """The tiles by cell, each taken out of the set."""
    found: dict[Hex, Lying] = {}
    for key, node in notes.entries(fields, "tiles"):
        cell, tile = notes.cell(key), notes.tile(node)
        if cell is None or tile is None:
            continue
        if cell in found:
            notes.illegal("empty-place", f"two tiles lie at {at(cell)}", key)
        found[cell] = Lying(tile, node)
        notes.take(tile, node)
    return found


def tokens_in(notes: Notes, fields: Fields, tiles: Mapping[Hex, Lying]) -> dict[str, Standing]:
    """The tokens by colour; where none is told, each is on its start tile."""
    found: dict[str, Standing] = {}
    if "tokens" not in fields:
        starts = {tile: colour for colour, tile in notes.kit.starts.items()}
        return {
            starts[lying.tile]: Standing(start_spot(cell), lying.node)
            for cell, lying in tiles.items()
            if lying.tile in starts
        }
    for key, node in notes.entries(fields, "tokens"):
        cell = notes.cell(key)
        for item in notes.reader.one_or_more(node):
            token = _token(notes, item)
            if cell is None or token is None:
                continue
            colour, path = token
            if colour in found:
                notes.illegal("a-token-each", f"there is one {colour} token", item)
                continue
            spot = _spot(notes, cell, path, tiles, item)
            if spot is not None and spot in [each.spot for each in found.values()]:
                message = f"two tokens are on one path of the tile at {at(cell)}"
                notes.illegal("different-paths", message, item)
            elif spot is not None:
                found[colour] = Standing(spot, item)
    return found


def _token(notes: Notes, node: Node) -> tuple[str, str | None] | None:
    """The colour of a token, and the path on its tile, as they are written."""
    text = notes.reader.text(node, "a token")
    if text is None:
        return None
    match = _TOKEN.fullmatch(text)
    if match is None:
        message = f'"{text}" is no token; write "token red", or "token red on 1-3"'
        notes.reader.error("unknown-word", message, node.place)
        return None
    if match[1] not in notes.kit.colours:
        hint = did_you_mean(match[1], notes.kit.colours)
        message = f'there is no token in "{match[1]}"{hint}'
        notes.reader.error("unknown-word", message, node.place)
        return None
    return match[1], match[2]


def _spot(
    notes: Notes, cell: Hex, path: str | None, tiles: Mapping[Hex, Lying], node: Node
) -> Spot | None:
    """Where a token stands: on the path that is named, or the only one of its tile."""
    if cell not in tiles:
        # What was not understood may be what should lie there.
        if not notes.findings:
            notes.illegal("on-a-tile", f"no tile lies at {at(cell)}", node)
        return None
    joins = tiles[cell].tile.joins
    named = [join for join in joins if path in (None, write_join(join))]
    if len(named) == 1:
        return Spot(cell, named[0])
    there = " and ".join(map(write_join, joins)) or "none"
    if path is None:
        message = f"say on which path of the tile at {at(cell)} the token is: {there}"
    else:
        message = f"the tile at {at(cell)} has no path {path}; its paths are {there}"
    notes.illegal("on-a-path", message, node)
    return None


def check_table(notes: Notes, position: Position, lying: Mapping[Hex, Lying]) -> None:
    """Notes what lies where it cannot have been laid."""
    tiles = dict(position.tiles)
    if position.chose("sides", "agree"):
        for cell, each in lying.items():
            for other in disagreements(tiles, cell, each.tile):
                if other < cell:  # each pair once
                    message = f"the tiles at {at(other)} and {at(cell)} do not agree"
                    notes.illegal("sides-agree", message, each.node)
    places = [cell for cell, tile in tiles.items() if tile in notes.kit.starts.values()]
    if len(places) < len(position.seats):
        return  # a part of the table is shown
    if not is_set_up(places, dict(position.options)["start-gap"]):
        message = (
            f"{dict(position.options)['start-gap']} empty places lie between neighbouring start"
            " tiles: in a row, a triangle or a rhombus"
        )
        notes.illegal("set-up", message, lying[places[-1]].node)
    reached = _group(tiles, places)
    for cell, each in lying.items():
        if cell not in reached:
            message = f"no tiles lead from a start tile to {at(cell)}"
            notes.illegal("connect", message, each.node)


def _group(tiles: Mapping[Hex, Tile], starts: Collection[Hex]) -> set[Hex]:
    """The cells of all tiles that hang together with a start tile, path or no path."""
    found = set(starts)
    ahead = [*starts]
    while ahead:
        new = {cell for cell in neighbours(ahead.pop()) if cell in tiles} - found
        found |= new
        ahead += new
    return found
