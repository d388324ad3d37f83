"""What a file has on the table and in hands, and whether the set has so much of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pnp.basics.errors import Finding
from pnp.basics.words import counted
from pnp.definition.nodes import Node
from pnp.games.controlled_path.kit import Kit, piece
from pnp.games.controlled_path.paths import Spot, Tiles
from pnp.games.controlled_path.position import HAND, NO_CHANGE, NO_MOVE
from pnp.games.controlled_path.reading import Entry, Token, Written
from pnp.games.controlled_path.setup import PLAYERS, start_spot
from pnp.games.controlled_path.turns import Objection, at
from pnp.games.controlled_path.writing import write_join
from pnp.play.game import illegal
from pnp.tiles import Tile
from pnp.tiles.hexgrid import Hex

# The table.


def lying(written: Written) -> dict[Hex, Entry[Tile]]:
    """The tiles on the table by cell."""
    return dict(written.tiles)


def starts(kit: Kit, written: Written) -> dict[str, Hex]:
    """Where the start tiles lie that are shown, by colour."""
    cells = {each.what: cell for cell, each in written.tiles}
    return {colour: cells[tile] for colour, tile in kit.starts.items() if tile in cells}


def standing(kit: Kit, written: Written) -> dict[str, Spot]:
    """The tokens by colour; where none is told, those who are in stand on their start tiles."""
    if written.tokens is None:
        places = starts(kit, written)
        return {
            colour: start_spot(cell)
            for colour, cell in places.items()
            if colour not in written.lost
        }
    tiles = {cell: each.what for cell, each in written.tiles}
    spots = {each.what.colour: _spot(tiles, each.what) for each in written.tokens}
    return {colour: spot for colour, spot in spots.items() if isinstance(spot, Spot)}


def node_of_token(kit: Kit, written: Written, colour: str) -> Node:
    """Where a token is written, or else the start tile on which it stands."""
    for each in written.tokens or ():
        if each.what.colour == colour:
            return each.node
    return lying(written)[starts(kit, written)[colour]].node


def _spot(tiles: Tiles, token: Token) -> Spot | Objection:
    """Where a token stands: on the path that is named, or the only one of its tile."""
    cell, path = token.cell, token.path
    if cell not in tiles:
        return Objection("on-a-tile", f"no tile lies at {at(cell)}")
    joins = tiles[cell].joins
    named = [join for join in joins if path in (None, write_join(join))]
    if len(named) == 1:
        return Spot(cell, named[0])
    there = " and ".join(map(write_join, joins)) or "none"
    if path is None:
        message = f"say on which path of the tile at {at(cell)} the token is: {there}"
    else:
        message = f"the tile at {at(cell)} has no path {path}; its paths are {there}"
    return Objection("on-a-path", message)


# Each piece for itself.


def piece_findings(written: Written) -> Iterator[Finding]:
    """Tiles and tokens where there is no room for them."""
    taken: set[Hex] = set()
    for cell, entry in written.tiles:
        if cell in taken:
            yield illegal("empty-place", f"two tiles lie at {at(cell)}", entry.key)
        taken.add(cell)
    for hand in written.hands.values():
        if len(hand.what) > HAND:
            message = f"a hand has {HAND} tiles, not {len(hand.what)}"
            yield illegal("hand", message, hand.node)
    yield from _token_findings(written)


def set_findings(kit: Kit, written: Written) -> Iterator[Finding]:
    """Tiles of which the set has none, or not so many, and start tiles off the table."""
    left = Counter([*kit.paths, *kit.starts.values()])
    known = {*left}
    kept = [each for hand in written.hands.values() for each in hand.what]
    kept += () if written.box is None else written.box.what
    for tile, node in kept:
        if tile in kit.starts.values():
            yield illegal("hand", "a start tile lies on the table", node)
    on_table = [(each.what, each.node) for _, each in written.tiles]
    for tile, node in (*on_table, *(each for each in kept if each.what not in kit.starts.values())):
        left[piece(tile)] -= 1
        if piece(tile) not in known:
            message = f"the set has no tile {kit.written(tile)}, however it is turned"
            yield illegal("set", message, node)
        elif left[piece(tile)] < 0:
            message = (
                f"there are more of the tile {kit.written(tile)} than the set has, however they"
                " are turned"
            )
            yield illegal("set", message, node)


def _token_findings(written: Written) -> Iterator[Finding]:
    tiles = {cell: each.what for cell, each in written.tiles}
    taken: dict[str, Spot] = {}
    for token, node in written.tokens or ():
        colour, spot = token.colour, _spot(tiles, token)
        if colour in taken:
            yield illegal("a-token-each", f"there is one {colour} token", node)
        elif isinstance(spot, Objection):
            yield illegal(spot.rule, spot.message, node)
        elif spot in taken.values():
            message = f"two tokens are on one path of the tile at {at(spot.cell)}"
            yield illegal("different-paths", message, node)
        else:
            if ("shared-tile", "barred") in written.options and any(
                spot.cell == other.cell for other in taken.values()
            ):
                message = f"two tokens are on the tile at {at(spot.cell)}"
                yield illegal("shared-tile", message, node)
            taken[colour] = spot


# Who plays.


def players(kit: Kit, written: Written) -> tuple[str, ...]:
    """The colours that play: there is a tile, a token or a loss of theirs."""
    told = {*starts(kit, written), *standing(kit, written), *written.lost}
    return tuple(colour for colour in kit.colours if colour in told)


def player_findings(kit: Kit, written: Written) -> Iterator[Finding]:
    """Too few players or tokens, and what is said of those who are not there."""
    colours, tokens = players(kit, written), standing(kit, written)
    lacking = [
        colour
        for colour in starts(kit, written)
        if colour not in tokens and colour not in written.lost
    ]
    for colour in lacking:
        message = f"{colour} has no token, and has not lost"
        node = lying(written)[starts(kit, written)[colour]].node
        yield illegal("a-token-each", message, node)
    if len(colours) not in PLAYERS:
        there = counted(len(colours), "player")
        message = f"this is a game for 2 to 4 players; there are tiles or tokens of {there}"
        yield illegal("players", message, written.root)
        return
    if not tokens:
        yield illegal("a-token-each", "there is always a token on the table", written.root)
        return
    for colour, loss in written.lost.items():
        if colour in tokens:
            yield illegal("lost", f"{colour} has lost, but the token is there", loss.key)
        if loss.what not in (*colours, NO_CHANGE, NO_MOVE):
            message = f"{loss.what} does not play, and cannot connect to {colour}"
            yield illegal("lost", message, loss.node)
    for colour, node in _said_of(written):
        if colour not in (*tokens, *lacking):
            yield illegal("lost", f"{colour} has no token on the table", node)


def _said_of(written: Written) -> Iterator[tuple[str, Node]]:
    """The colours of which something is said that only those have who are in."""
    for colour, hand in written.hands.items():
        yield colour, hand.key
    for colour, came in written.came_from.items():
        yield colour, came.key
    if written.first_turn is not None:
        yield from written.first_turn.what
    if written.turn is not None:
        yield written.turn
