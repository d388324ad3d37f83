"""Problems of a position of Controlled Path that can be seen in the position itself."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from pnp.basics.words import counted
from pnp.games.controlled_path.moves import changes, destinations
from pnp.games.controlled_path.notation import write_join
from pnp.games.controlled_path.paths import Spot
from pnp.games.controlled_path.pieces import PieceSet
from pnp.games.controlled_path.position import HAND, NO_MOVE, PLAYERS, START_GAP, Phase, Position
from pnp.play import Path, Problem
from pnp.tiles import Tile
from pnp.tiles.hexgrid import connected, distance, format_cell


def extract_status(pieces: PieceSet, position: Position) -> Iterator[Problem]:
    """Problems of the tiles and the tokens on the table, and of who plays."""
    yield from pieces.too_many(_tiles(position))
    spots: list[Spot] = []
    for colour, cell, join in position.tokens:
        where, path = format_cell(cell), ("tokens", format_cell(cell))
        joins = position.table[cell].joins if cell in position.table else ()
        if [token.colour for token in position.tokens].count(colour) > 1:
            message = f"there is one {pieces.colours[colour]} token, not several"
            yield Problem("a-token-each", message, path)
        if join not in joins and (join or len(joins) != 1):
            there = " and ".join(map(write_join, joins))
            message = f"say on which path of the tile on {where} the token is: {there}"
            yield Problem("on-a-path", message if joins else f"no tile lies on {where}", path)
        elif (spot := Spot(cell, join or joins[0])) in spots:
            message = f"two tokens are on the same path of the tile on {where}"
            yield Problem("different-paths", message, path)
        else:
            spots.append(spot)
    yield from _player_status(pieces, position)


def _player_status(pieces: PieceSet, position: Position) -> Iterator[Problem]:
    """Players without a token, impossible losses, and a wrong number of players."""
    players, still_in = position.players, [token.colour for token in position.tokens]
    for colour, cell in pieces.start_cells(position.table).items():
        if colour not in players:
            message = f"{pieces.colours[colour]} has a start tile, but no token, and has not lost"
            yield Problem("a-token-each", message, ("tiles", format_cell(cell)))
    for colour, cause in position.lost:
        name, path = pieces.colours[colour], ("lost", pieces.colours[colour])
        if colour in still_in:
            yield Problem("lost", f"{name} has lost, but has a token on the table", path)
        by_nobody = cause == colour or (cause >= 0 and cause not in players)
        if by_nobody or (cause == NO_MOVE and position.options["no-move"] == "stay"):
            message = f"{name} loses to an opponent, by no-change, or by no-move if you play so"
            yield Problem("lost", message, path)
    if len(players) not in PLAYERS:
        message = f"this is a game for 2 to 4 players, not for {len(players)}"
        yield Problem("players", message, ("tokens",))
    elif position.turn not in still_in:
        name = pieces.colours[position.turn]
        yield Problem("your-turn", f"{name} has no token on the table", ("turn",))


def status(pieces: PieceSet, position: Position) -> Iterator[Problem]:
    """Every problem of a whole position; its phase is judged if there is no other."""
    wrong = [*extract_status(pieces, position)]
    if not wrong:
        wrong += _set_up_status(pieces, position)
        wrong += _tile_status(pieces, position)
        wrong += _hand_status(pieces, position)
    yield from wrong or _phase_status(pieces, position)


def _set_up_status(pieces: PieceSet, position: Position) -> Iterator[Problem]:
    """Start tiles that are missing or lie wrong, and tiles apart from them."""
    cells = pieces.start_cells(position.table)
    in_a_row = sum(
        other in [one.moved(direction, START_GAP) for direction in range(6)]
        for one, other in combinations(cells.values(), 2)
    )
    # Pairs at this distance: 1 of two start tiles, 3 in a triangle, 5 in a rhombus.
    if {*cells} != {*position.players} or in_a_row != 2 * len(cells) - 3:
        message = "start tiles lie in a row, a triangle or a rhombus, two empty places between them"
        yield Problem("set-up", message, ("tiles",))
    reached = connected(position.table.keys(), cells.values())
    for cell in sorted(position.table.keys() - reached):
        message = f"no tiles connect the tile on {format_cell(cell)} to a start tile"
        yield Problem("connect", message, ("tiles", format_cell(cell)))


def _tile_status(pieces: PieceSet, position: Position) -> Iterator[Problem]:
    """Tiles in hands or in the supply that the set lacks, and tiles that are nowhere."""
    hands = zip(pieces.colours, position.hands, strict=True)
    elsewhere: list[tuple[Tile, Path]] = [
        (tile, ("hands", name)) for name, hand in hands for tile in hand
    ]
    elsewhere += [(tile, ("supply",)) for tile in position.supply]
    yield from pieces.too_many([*_tiles(position), *elsewhere])
    for path in dict.fromkeys(path for tile, path in elsewhere if tile in pieces.starts):
        yield Problem("set", "start tiles lie on the table", path)
    rest = pieces.rest((*position.table.values(), *(tile for tile, _ in elsewhere)))
    missing = sum(tile not in pieces.starts for tile in rest)
    if missing:
        message = f"the table, the hands and the supply lack {counted(missing, 'tile')} of the set"
        yield Problem("set", message, ("supply",))


def _tiles(position: Position) -> Iterator[tuple[Tile, Path]]:
    """The tiles on the table, and where they are."""
    return ((tile, ("tiles", format_cell(cell))) for cell, tile in position.table.in_order())


def _hand_status(pieces: PieceSet, position: Position) -> Iterator[Problem]:
    """Hands of a wrong size, and cells from which tokens cannot have come."""
    # Hands are full unless the supply has been empty; then the hands of losers may have filled it.
    is_drawn_from = len(position.supply) > HAND * len(position.lost)
    for colour, name in enumerate(pieces.colours):
        cells = [token.cell for token in position.tokens if token.colour == colour]
        hand, came_from = position.hands[colour], position.came_from[colour]
        most = HAND * len(cells)
        if len(hand) > most or (is_drawn_from and len(hand) < most):
            limit = f"{most}" if is_drawn_from else f"at most {most}"
            message = f"{name} has {counted(len(hand), 'tile')}, not {limit}"
            yield Problem("hand", message, ("hands", name))
        if came_from is not None and [distance(came_from, cell) for cell in cells] != [1]:
            message = f"{name} has no token next to {format_cell(came_from)}"
            yield Problem("one-tile-along-the-path", message, ("came-from", name))


def _phase_status(pieces: PieceSet, position: Position) -> Iterator[Problem]:
    """A game that should be over or is not, connected tokens, and players with nothing to do."""
    phase, name = position.phase, pieces.colours[position.turn]
    ending = position.ending if phase is not Phase.MOVE or len(position.tokens) == 1 else ""
    if (phase is Phase.OVER) != bool(ending):
        reason = ending or "no rule ends the game while several tokens are on the table"
        yield Problem("end-of-the-game", reason, ("phase",))
    # The other one of two has made the last change, unless a third made it and lost without a move.
    is_duel = len(position.tokens) == 2 and NO_MOVE not in [loss.cause for loss in position.lost]
    for token in position.connected if phase is Phase.MOVE or is_duel else ():
        message = f"{name} and {pieces.colours[token.colour]} are connected: one of them has lost"
        yield Problem("how-to-win", message, ("tokens", format_cell(token.cell)))
    if phase is Phase.CHANGE and not any(changes(pieces, position)):
        yield Problem("no-change", f"{name} can change nothing, and so has lost", ("turn",))
    if phase is Phase.MOVE and position.options["no-move"] == "lose" and not destinations(position):
        yield Problem("no-move", f"{name}'s token cannot move, and so {name} has lost", ("turn",))
